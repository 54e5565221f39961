"""Checks a finished PDF as a print shop would, and reports everything it would send back.

It shares no code with the writer: it looks at the file alone, by the rules of PDF/X-1a:2003 (ISO 15930-4),
PDF/X-4 (ISO 15930-7) and a target's own.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from deckgen.errors import Fault, PressError, told_as
from deckgen.preflight.report import CHECKS, Finding, Report

if TYPE_CHECKING:
    from deckgen.press.target import Target

_INSTALL = 'install it: pip install "deckgen[preflight]"'
_REMEDY = "name a PDF, or write it again"


def preflight(path: Path, target: Target | None = None) -> Report:
    """What is wrong with a PDF, for a target or for any print shop.

    Raises PressError if the file cannot be opened as PDF, or pikepdf is not installed.
    """
    try:
        import pikepdf  # noqa: PLC0415 (only this needs it)
    except ImportError as error:
        raise PressError(Fault("preflight", None, "", "it needs pikepdf", _INSTALL)) from error
    from deckgen.preflight.interpreter import look_at_pages  # noqa: PLC0415
    from deckgen.preflight.rules import rules_for  # noqa: PLC0415
    from deckgen.preflight.structure import look_at_document  # noqa: PLC0415

    try:
        with told_as(PressError, path, _REMEDY), pikepdf.open(path) as document:
            rules = rules_for(document, target)
            found = [*look_at_document(document, rules), *look_at_pages(document, rules)]
            return Report(str(path), rules.title, len(document.pages), tuple(sorted(set(found))))
    except pikepdf.PasswordError:
        what = "a password is needed to open it"
        locked = Finding("encryption", 0, what, "save it without encryption: printers cannot open it")
        return Report(str(path), target.title if target else "any print shop", 0, (locked,))
    except (pikepdf.PdfError, RuntimeError) as error:  # qpdf raises both
        what = f"cannot be read as PDF ({error})"
        raise PressError(Fault(str(path), None, "", what, _REMEDY)) from error


__all__ = ["CHECKS", "Finding", "Report", "preflight"]
