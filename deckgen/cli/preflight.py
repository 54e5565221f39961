"""``preflight``: would a print shop take this PDF."""

from __future__ import annotations

from pathlib import Path

import click

from deckgen.cli import options
from deckgen.cli.command import command
from deckgen.cli.output import STDOUT, Output
from deckgen.errors import DeckgenError, Fault


@command(
    "deckgen preflight press.pdf --target press",
    "deckgen preflight tuckbox.pdf --format json -o report.json",
)
@click.argument("file", metavar="FILE.pdf", type=click.Path(path_type=Path))
@click.option(
    "--target",
    metavar="T",
    help="A print target that takes PDF, or a path to one; any print shop by default.",
)
@options.text_or("json", text="Of the report.")
@options.output("A file, or - for stdout.", default=STDOUT, show_default=True)
def preflight(file: Path, target: str | None, kind: str, out: Output) -> None:
    """Check a PDF as a print shop would.

    It may be any PDF, whatever made it. Looked at are boxes, colours, ink, fonts, lines, text near the cut,
    and what PDF/X forbids. The exit code is 1 if something is found.
    """
    from deckgen.preflight import preflight as look
    from deckgen.press.target import load_target

    wanted = load_target(target) if target else None
    if wanted is not None and not wanted.is_pdf:
        what = f"the target {wanted.name} takes pictures, not PDF"
        raise DeckgenError(Fault("--target", None, "", what, "name a target that takes PDF"))
    report = look(file, wanted)
    out.put(report.to_json() if kind == "json" else report.to_text().encode())
    if not report.passed:
        what = f"{len(report.findings)} findings for {report.rules}"
        raise DeckgenError(Fault(str(file), None, "", what, "mend what the report tells"))
