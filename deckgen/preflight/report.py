"""What preflight found, as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from deckgen.errors import Problem, format_count, shorten_for_message
from deckgen.preflight.catalog import CHECKS, RULES
from deckgen.records import record

_SHOWN = 8  # pages that a line of the table names


@dataclass(frozen=True, order=True)
class Finding:
    """One thing that a print shop would send back, and the id of the ``rule`` that asks for something else.

    ``page`` counts from 1, 0 is the whole file.
    """

    rule: str
    page: int
    what: str
    remedy: str

    @property
    def check(self) -> str:
        return self.rule.partition(".")[0]


DAMAGE = (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, RecursionError)
"""What reading a damaged PDF raises: any of its values may be of any kind, at any place."""


def damaged(page: int, what: str = "its objects") -> Finding:
    """The finding for a part that cannot be understood."""
    return Finding(
        "version.readable", page, f"{what} make no sense: the file is damaged", "write the file again"
    )


@record
class Report:
    """All findings in a file of ``pages`` pages, by the rules called ``rules``, among them those of a ``standard``."""

    file: str
    rules: str
    pages: int
    findings: tuple[Finding, ...]
    standard: str = ""

    @property
    def passed(self) -> bool:
        return not self.findings

    def problems(self) -> list[Problem]:
        """How much there is to mend, as an error says it; none if it passed."""
        if self.passed:
            return []
        what = f"{format_count(len(self.findings), 'finding')} for {self.rules}"
        return [Problem(self.file, None, "", what, "mend what the report tells")]

    def value(self) -> dict[str, Any]:
        return {
            "file": self.file,
            "rules": self.rules,
            "pages": self.pages,
            "passed": self.passed,
            "checks": {name: sum(f.check == name for f in self.findings) for name in CHECKS},
            "findings": [
                {
                    "check": finding.check,
                    "rule": finding.rule,
                    "clause": RULES[finding.rule].clause(self.standard),
                    "page": finding.page,
                    "what": finding.what,
                    "remedy": finding.remedy,
                }
                for finding in self.findings
            ],
        }

    def to_json(self) -> bytes:
        return pretty(self.value())

    def to_text(self) -> str:
        """A table: each check, and below it what was found and what to do."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        yield f"{shorten_for_message(self.file)}: {self.pages} pages, checked for {self.rules}"
        yield ""
        wide = max(map(len, CHECKS.values())) + 2
        for name, title in CHECKS.items():
            count = sum(finding.check == name for finding in self.findings)
            yield f"  {title:{wide}}" + (f"{count} FOUND" if count else "ok")
            yield from self.told(name)
        yield ""
        count = len(self.findings)
        yield f"  {count} findings: mend them before printing" if count else "  nothing to mend"

    def told(self, check: str) -> Iterator[str]:
        """The findings of a check, a line each, with all the pages that one is on."""
        alike: dict[tuple[str, str], list[int]] = {}
        for finding in self.findings:
            if finding.check == check:
                alike.setdefault((finding.what, finding.remedy), []).append(finding.page)
        for (what, remedy), pages in alike.items():
            yield f"    {_pages(pages)}{shorten_for_message(what)}; {remedy}"


@record
class Reports:
    """Those of several files, and what stands beside these in folders and was ``skipped``."""

    files: tuple[Report, ...]
    skipped: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        return all(report.passed for report in self.files)

    @property
    def failed(self) -> tuple[Report, ...]:
        return tuple(report for report in self.files if not report.passed)

    def problems(self) -> list[Problem]:
        return [problem for report in self.failed for problem in report.problems()]

    def to_json(self) -> bytes:
        files = [report.value() for report in self.files]
        return pretty({"passed": self.passed, "files": files, "skipped": list(self.skipped)})

    def to_text(self) -> str:
        """What was found in each file that has something to mend, then how many files there are."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        for report in self.failed:
            yield f"{shorten_for_message(report.file)}: {report.pages} pages, checked for {report.rules}"
            for name, title in CHECKS.items():
                if told := list(report.told(name)):
                    yield f"  {title}"
                    yield from told
            yield ""
        pages = sum(report.pages for report in self.files)
        files = f"{format_count(len(self.files), 'file')}, {format_count(pages, 'page')}"
        yield f"{files}: {len(self.files) - len(self.failed)} ok, {len(self.failed)} to mend"
        if self.skipped:
            more = f" and {len(self.skipped) - _SHOWN} more" if len(self.skipped) > _SHOWN else ""
            yield f"skipped, as they are no PDF: {', '.join(map(shorten_for_message, self.skipped[:_SHOWN]))}{more}"


def pretty(value: dict[str, Any]) -> bytes:
    """JSON that people can read, too; what of a file's name is no text stands there as JSON's escape."""
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "backslashreplace")


def _pages(pages: list[int]) -> str:
    if pages == [0]:
        return ""
    shown = ", ".join(map(str, pages[:_SHOWN]))
    more = f" and {len(pages) - _SHOWN} more" if len(pages) > _SHOWN else ""
    return f"page{'s' if len(pages) > 1 else ''} {shown}{more}: "
