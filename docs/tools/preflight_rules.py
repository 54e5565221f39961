"""The list of all rules of the preflight, with the clause that each comes from.

``make docs`` writes docs/preflight.md anew; a test holds that file against what is made here.
"""

from __future__ import annotations

from pathlib import Path

from deckgen.preflight.catalog import CHECKS, NORMS, RULES, Rule

FILE = Path(__file__).resolve().parents[1] / "preflight.md"

INTRODUCTION = """# Rules of the preflight

What `deckgen preflight` looks at, made by deckgen from its own table of rules. A finding in the JSON report has the id
of its rule and the clause for the file it is in.

Which rules a file is held against: those of the standard that it claims to be, or that `--target` asks for; those of the target;
and, in any file, what print shops send back. Where a cell is empty, nothing is asked.

**How far to trust the clauses.** The norms are sold, not published, and were not at hand. A number with ~ is known at second
hand: from those who quote the published tables of contents of ISO 15930-7 and ISO 32000-2, or comment their own checkers of PDF/VT
by it. `6` alone is the clause of each norm that holds all technical requirements, where no closer number is known. That a rule is
asked for is known from the PDF Association's *PDF/X in a Nutshell*, the *Application Notes for PDF/X* of CGATS (2006; their sections are
given as CGATS), and what
independent checkers find. No checker certified by the committees was run; the preflight finds what it lists, and proves no conformance.

| column | norm |
|---|---|
| X-1a | {x1a}, PDF/X-1a:2003 |
| X-4 | {x4}, PDF/X-4 |
| VT-1 | {vt}, PDF/VT-1 |
| any file | where the rule comes from for a file of no standard |
"""


def listing() -> str:
    """The list as Markdown, a table for each check."""
    lines = [INTRODUCTION.format(**NORMS)]
    for check, title in CHECKS.items():
        lines += [f"## {title[0].upper()}{title[1:]}", "", "| rule | asks | X-1a | X-4 | VT-1 | any file |"]
        lines += ["|---|---|---|---|---|---|"]
        lines += [_row(name, rule) for name, rule in RULES.items() if name.partition(".")[0] == check]
        lines += [""]
    return "\n".join(lines)


def _row(name: str, rule: Rule) -> str:
    return f"| `{name}` | {rule.requirement} | {rule.x1a} | {rule.x4} | {rule.vt} | {rule.elsewhere} |"


if __name__ == "__main__":
    FILE.write_text(listing(), encoding="utf-8")
