"""``ink``: how much ink PDFs lay."""

from pathlib import Path

import click

from deckgen.cli.command import argument, command, option
from deckgen.cli.names import File
from deckgen.cli.options import TO_STDOUT, kind_option
from deckgen.cli.output import Output
from deckgen.errors import PressError


@command("deckgen ink press.pdf", "deckgen ink press.pdf box.pdf --dpi 600 -o ink.json")
def ink(
    files: tuple[Path, ...] = argument("files", "FILE.pdf...", File(".pdf"), nargs=-1, required=True),
    dpi: int = option(
        "--dpi DPI", "Pixels an inch that pages are seen at.", click.IntRange(20, 1200), default=300
    ),
    kind: str | None = kind_option("text", "json", of="Of the report"),
    out: Output = TO_STDOUT,
) -> None:
    """Tell how much ink PDFs lay, page by page and plate by plate.

    In per cent of the page with its bleed: the mean of cyan, magenta, yellow, black and each spot ink, and the most
    of all at one place, black printed over its ground with it. Images and colours that are no inks are not
    counted, and named.
    """
    kind = out.kind("text", "json", asked=kind)
    from deckgen.confined import Confinement
    from deckgen.preflight.ink import confined_ink, to_json, to_text

    with Confinement(PressError, out.progress) as process:
        reports = [confined_ink(process, file, dpi) for file in files]
    content = to_json(reports) if kind == "json" else to_text(reports).encode("utf-8", "backslashreplace")
    out.put(content, f"{files[0].stem}-ink.{'json' if kind == 'json' else 'txt'}")
