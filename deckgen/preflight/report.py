"""What preflight found, as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass

CHECKS = {
    "version": "PDF version and file structure",
    "standard": "PDF/X keys, metadata, file ID",
    "intent": "output intent and ICC profile",
    "encryption": "encryption",
    "actions": "scripts, actions, attached files",
    "annotations": "annotations and form fields",
    "layers": "layers",
    "boxes": "media, trim and bleed boxes",
    "size": "page size",
    "order": "page count and order",
    "colour": "colours are inks",
    "transparency": "transparency",
    "ink": "ink coverage",
    "fonts": "fonts",
    "images": "images",
    "lines": "hairlines",
    "safe": "text inside the safe zone",
}
"""What is looked at, in the order of a report."""
_SHOWN = 8  # pages that a line of the table names


@dataclass(frozen=True, order=True)
class Finding:
    """One thing that a print shop would send back; ``page`` counts from 1, 0 is the whole file."""

    check: str
    page: int
    what: str
    remedy: str


DAMAGE = (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, RecursionError)
"""What reading a damaged PDF raises: any of its values may be of any kind, at any place."""


def damaged(page: int, what: str = "its objects") -> Finding:
    """The finding for a part that cannot be understood."""
    return Finding("version", page, f"{what} make no sense: the file is damaged", "write the file again")


@dataclass(frozen=True)
class Report:
    """All findings in a file of ``pages`` pages, by the rules called ``rules``."""

    file: str
    rules: str
    pages: int
    findings: tuple[Finding, ...]

    @property
    def passed(self) -> bool:
        return not self.findings

    def to_json(self) -> bytes:
        """The report for programs."""
        value = {
            "file": self.file,
            "rules": self.rules,
            "pages": self.pages,
            "passed": self.passed,
            "checks": {name: sum(f.check == name for f in self.findings) for name in CHECKS},
            "findings": [asdict(finding) for finding in self.findings],
        }
        return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()

    def to_text(self) -> str:
        """A table: each check, and below it what was found and what to do."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        yield f"{self.file}: {self.pages} pages, checked for {self.rules}"
        yield ""
        wide = max(map(len, CHECKS.values())) + 2
        for name, title in CHECKS.items():
            found = [finding for finding in self.findings if finding.check == name]
            yield f"  {title:{wide}}" + ("ok" if not found else f"{len(found)} FOUND")
            alike: dict[tuple[str, str], list[int]] = {}
            for finding in found:
                alike.setdefault((finding.what, finding.remedy), []).append(finding.page)
            for (what, remedy), pages in alike.items():
                yield f"    {_pages(pages)}{what}; {remedy}"
        yield ""
        count = len(self.findings)
        yield f"  {count} findings: mend them before printing" if count else "  nothing to mend"


def _pages(pages: list[int]) -> str:
    if pages == [0]:
        return ""
    shown = ", ".join(map(str, pages[:_SHOWN]))
    more = f" and {len(pages) - _SHOWN} more" if len(pages) > _SHOWN else ""
    return f"page{'s' if len(pages) > 1 else ''} {shown}{more}: "
