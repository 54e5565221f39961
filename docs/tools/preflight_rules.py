"""Lists all preflight rules, with the clause that each comes from.

``make docs`` writes docs/preflight.md; a test compares that file with this list.
"""

from __future__ import annotations

from pathlib import Path

from deckgen.preflight.catalog import CHECKS, NORMS, RULES, Rule

FILE = Path(__file__).resolve().parents[1] / "preflight.md"

INTRODUCTION = """# Rules of the preflight

This is what `deckgen preflight` checks, generated from deckgen's own table of rules. A finding in the JSON report has the id
of its rule and the clause that applies to its file.

A file is checked against the standard that it claims, or that `--target` requires, against the target,
and against what print shops reject in any file. An empty cell: no such rule.

**How far to trust the clauses.** The standards are sold, not published, and were not available. A number with ~ comes from a second
source: texts that quote the published tables of contents of ISO 15930-7 and ISO 32000-2, or comments in PDF/VT checkers. `6` alone is the clause of each standard with all technical requirements, if no closer number is known. The rules themselves come from the PDF Association's *PDF/X in a Nutshell*, the *Application Notes for PDF/X* of CGATS (2006; their sections are
given as CGATS), and what
independent checkers find. No certified checker was run; the preflight finds what it lists, and does not prove conformance.

| column | standard |
|---|---|
| X-1a | {x1a}, PDF/X-1a:2003 |
| X-4 | {x4}, PDF/X-4 |
| VT-1 | {vt}, PDF/VT-1 |
| any file | the rule's source for a file of no standard |
"""


def listing() -> str:
    """The list as Markdown, a table for each check."""
    lines = [INTRODUCTION.format(**NORMS)]
    for check, title in CHECKS.items():
        lines += [
            f"## {title[0].upper()}{title[1:]}",
            "",
            "| rule | requirement | X-1a | X-4 | VT-1 | any file |",
        ]
        lines += ["|---|---|---|---|---|---|"]
        lines += [_row(name, rule) for name, rule in RULES.items() if name.partition(".")[0] == check]
        lines += [""]
    return "\n".join(lines)


def _row(name: str, rule: Rule) -> str:
    return f"| `{name}` | {rule.requirement} | {rule.x1a} | {rule.x4} | {rule.vt} | {rule.elsewhere} |"


if __name__ == "__main__":
    FILE.write_text(listing(), encoding="utf-8")
