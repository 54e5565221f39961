"""Preflight findings, as text and as JSON."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deckgen.errors import PressError, Problem, format_count, shorten_for_message, wrap_os_error
from deckgen.preflight.catalog import CHECKS, RULES
from deckgen.reading import PDF, check_file
from deckgen.records import record

REMEDY = "name a PDF, or write it again"
_MAX_LISTED = 8  # pages or files named in a line


@dataclass(frozen=True, order=True)
class Finding:
    """A violation of ``rule`` (its id) on a ``page`` (from 1; 0 is the whole file)."""

    rule: str
    page: int
    message: str
    remedy: str

    @property
    def check(self) -> str:
        """The first part of the rule's id: a key of ``CHECKS``."""
        return self.rule.partition(".")[0]


DAMAGE = (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, RecursionError)
"""What reading a damaged PDF raises: any of its values may have any type."""


@contextmanager
def open_pdf(path: Path) -> Iterator[Any]:
    """Open a PDF with pikepdf, for as long as it is read. Raises PressError if it, or its content, cannot be read."""
    import pikepdf  # noqa: PLC0415 (only this package needs it)

    check_file(path, PressError, PDF, REMEDY)
    logging.getLogger("pikepdf").setLevel(logging.CRITICAL)  # the reports cover it
    try:
        with wrap_os_error(PressError, path, REMEDY), pikepdf.open(path) as document:
            yield document
    except PressError:
        raise
    except (pikepdf.PdfError, pikepdf.PasswordError, RuntimeError, *DAMAGE) as error:  # qpdf raises all but the last
        message = f"cannot be read as PDF ({error})"
        raise PressError(Problem(str(path), None, "", message, REMEDY)) from error


def damage_finding(page: int, subject: str = "its objects") -> Finding:
    """Return the finding for a ``subject`` on a page (0: in the file) that cannot be understood."""
    return Finding("version.readable", page, f"{subject} are invalid: the file is damaged", "write it again")


@record
class Report:
    """All findings in a file of ``pages`` pages; ``rules``: their title; ``standard``: PDF/X "x1a", "x4", or ""."""

    file: str
    rules: str
    pages: int
    findings: tuple[Finding, ...]
    standard: str = ""

    @property
    def passed(self) -> bool:
        return not self.findings

    def problems(self) -> list[Problem]:
        """Return one error with the number of findings; none if the file passed."""
        if self.passed:
            return []
        message = f"{format_count(len(self.findings), 'problem')} for {self.rules}"
        return [Problem(self.file, None, "", message, "fix what the report lists")]

    def to_dict(self) -> dict[str, Any]:
        """Return the report for JSON: number of findings by check, and all findings with the clauses they violate."""
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
                    "what": finding.message,
                    "remedy": finding.remedy,
                }
                for finding in self.findings
            ],
        }

    def to_json(self) -> bytes:
        return to_json_bytes(self.to_dict())

    def to_text(self) -> str:
        """Return a table: each check, and below it its findings and remedies."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        """Yield the lines of the text: the file, all checks, the number of problems."""
        yield f"{shorten_for_message(self.file)}: {self.pages} pages, checked for {self.rules}"
        yield ""
        width = max(map(len, CHECKS.values())) + 2
        for name, title in CHECKS.items():
            count = sum(finding.check == name for finding in self.findings)
            yield f"  {title:{width}}" + (f"{count} FOUND" if count else "ok")
            yield from self.finding_lines(name)
        yield ""
        count = len(self.findings)
        yield f"  {count} problems: fix them before printing" if count else "  no problems"

    def finding_lines(self, check: str) -> Iterator[str]:
        """Yield a line per different finding of a check (a key of ``CHECKS``), with all pages that have it."""
        pages_by_text: dict[tuple[str, str], list[int]] = {}
        for finding in self.findings:
            if finding.check == check:
                pages_by_text.setdefault((finding.message, finding.remedy), []).append(finding.page)
        for (message, remedy), pages in pages_by_text.items():
            yield f"    {_page_prefix(pages)}{shorten_for_message(message)}; {remedy}"


@record
class Reports:
    """Reports on several files, and the ``skipped`` files of folders."""

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
        files = [report.to_dict() for report in self.files]
        return to_json_bytes({"passed": self.passed, "files": files, "skipped": list(self.skipped)})

    def to_text(self) -> str:
        """Return the findings of each file with any, then the number of files."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        """Yield the lines of the text: failed files and checks only, then numbers and skipped files."""
        for report in self.failed:
            yield f"{shorten_for_message(report.file)}: {report.pages} pages, checked for {report.rules}"
            for name, title in CHECKS.items():
                if lines := list(report.finding_lines(name)):
                    yield f"  {title}"
                    yield from lines
            yield ""
        pages = sum(report.pages for report in self.files)
        files = f"{format_count(len(self.files), 'file')}, {format_count(pages, 'page')}"
        yield f"{files}: {len(self.files) - len(self.failed)} ok, {len(self.failed)} with problems"
        if self.skipped:
            more = f" and {len(self.skipped) - _MAX_LISTED} more" if len(self.skipped) > _MAX_LISTED else ""
            yield f"skipped, not PDF: {', '.join(map(shorten_for_message, self.skipped[:_MAX_LISTED]))}{more}"


def to_json_bytes(value: dict[str, Any]) -> bytes:
    """Return indented JSON; bytes of a file name that are no text become escapes."""
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "backslashreplace")


def _page_prefix(pages: list[int]) -> str:
    """Return the pages as the beginning of a line, the first few by number; "" for the whole file."""
    if pages == [0]:
        return ""
    numbers = ", ".join(map(str, pages[:_MAX_LISTED]))
    more = f" and {len(pages) - _MAX_LISTED} more" if len(pages) > _MAX_LISTED else ""
    return f"page{'s' if len(pages) > 1 else ''} {numbers}{more}: "
