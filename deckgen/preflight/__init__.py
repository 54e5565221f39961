"""Checks a finished PDF as a print shop would, and reports everything it would reject.

It shares no code with the writer: it reads the file alone, by the rules that ``catalog.py`` lists: those of
PDF/X-1a:2003 (ISO 15930-4), PDF/X-4 (ISO 15930-7), PDF/VT-1 (ISO 16612-2), and a target's own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckgen import guard
from deckgen.errors import PressError, Problem
from deckgen.preflight.catalog import CHECKS, RULES
from deckgen.preflight.report import REMEDY, Finding, Report, Reports, open_pdf

if TYPE_CHECKING:
    from deckgen.press.target import Target

_INSTALL = 'install it: pip install "deckgen[preflight]"'


def preflight(path: Path, target: Target | None = None) -> Report:
    """Return the report on a PDF, for a target or any print shop (None). Raises PressError if it is no readable PDF."""
    try:
        import pikepdf  # noqa: PLC0415 (only this needs it)
    except ImportError as error:
        raise PressError(Problem("preflight", None, "", "it needs pikepdf", _INSTALL)) from error

    guard.step(str(path))
    try:
        with open_pdf(path) as document:
            return _check_document(path, document, target)
    except PressError as error:
        if not isinstance(error.__cause__, pikepdf.PasswordError):
            raise
        message = "it needs a password to open"
        locked = Finding("encryption.none", 0, message, "save it without encryption: printers cannot open it")
        return _unreadable_report(path, target, [locked])


def _check_document(path: Path, document: Any, target: Target | None) -> Report:
    """Return the report on an open document, its findings sorted and each once."""
    from deckgen.preflight.interpreter import check_pages  # noqa: PLC0415 (needs pikepdf, as the others)
    from deckgen.preflight.rules import rules_for  # noqa: PLC0415
    from deckgen.preflight.structure import check_structure  # noqa: PLC0415

    rules = rules_for(document, target)
    findings = set(chain(check_structure(document, rules), check_pages(document, rules)))
    return Report(str(path), rules.title, len(document.pages), tuple(sorted(findings)), rules.standard)


def _unreadable_report(path: Path, target: Target | None, findings: Iterable[Finding]) -> Report:
    return Report(str(path), target.title if target else "any print shop", 0, tuple(findings))


def preflight_all(paths: Iterable[Path], target: Target | None, progress: Callable[[str], None]) -> Reports:
    """Check PDF files, and all in folders; an unreadable one is a finding. Raises PressError if there is no PDF."""
    files, skipped = _find_files(paths)
    if not files:
        raise PressError(Problem(", ".join(map(str, paths)), None, "", "no PDF found", REMEDY))
    reports = []
    for number, path in enumerate(files, 1):
        progress(f"{path}, {number} of {len(files)}")
        try:
            reports.append(preflight(path, target))
        except PressError as error:
            if error.problems[0].file != str(path):
                raise  # no file can be checked
            findings = [Finding("version.readable", 0, problem.message, problem.remedy) for problem in error.problems]
            reports.append(_unreadable_report(path, target, findings))
    return Reports(tuple(reports), tuple(skipped))


def _find_files(paths: Iterable[Path]) -> tuple[list[Path], list[str]]:
    """Return the files of ``paths`` and the PDF files in its folders, by name, each once; and the others in folders."""
    files: dict[Path, None] = {}
    skipped: dict[str, None] = {}
    for path in paths:
        if not path.is_dir():
            files[path] = None
            continue
        for folder, inner, names in os.walk(path):
            inner.sort()
            for name in sorted(name for name in names if name[0] != "."):
                file_path = Path(folder, name)
                if file_path.suffix.lower() == ".pdf":
                    files[file_path] = None
                else:
                    skipped[str(file_path)] = None
    return list(files), list(skipped)


__all__ = [
    "CHECKS",
    "RULES",
    "Finding",
    "Report",
    "Reports",
    "preflight",
    "preflight_all",
]
