"""``sheet``: character sheets, blank or filled, to fill in on screen or to print."""

from __future__ import annotations

from pathlib import Path

import click

from deckgen.cli import options
from deckgen.cli.command import command
from deckgen.cli.output import Output

FILE = click.Path(path_type=Path)


@command(
    "deckgen sheet future-imperfect",
    "deckgen sheet future-imperfect --new -o hero.yaml",
    "deckgen sheet future-imperfect hero.yaml other.yaml --paper letter -o sheets",
    "deckgen sheet rough-magic hero.yaml --flat -o hero.pdf",
    "deckgen sheet rough-magic --export filled.pdf -o hero.yaml",
    "deckgen sheet action-and-combat guard.yaml --cards poker -o guards.pdf",
)
@options.game
@click.argument("characters", metavar="[CHARACTER.yaml...]", type=FILE, nargs=-1)
@options.paper
@click.option("--flat", is_flag=True, help="The same pages without form fields, for printing.")
@click.option("--new", is_flag=True, help="Write a commented character file to start from, and no sheet.")
@click.option(
    "--export", type=FILE, metavar="PDF", help="Write the values of a filled sheet as YAML, and no sheet."
)
@click.option(
    "--import",
    "imports",
    type=FILE,
    metavar="PDF",
    multiple=True,
    help="Take a filled sheet as a character; repeatable.",
)
@click.option(
    "--cards", type=click.Choice(["large", "poker"]), help="Small cards to cut apart, for others than heroes."
)
@click.option("--copies", type=click.IntRange(1, 99), default=1, show_default=True, help="Of each card.")
@options.output("A folder, or one .pdf for all; - for stdout.", default="output", show_default=True)
def sheet(
    *,
    game: str,
    characters: tuple[Path, ...],
    paper: str,
    flat: bool,
    new: bool,
    export: Path | None,
    imports: tuple[Path, ...],
    cards: str | None,
    copies: int,
    out: Output,
) -> None:
    """Draw character sheets.

    Without a character the sheet is blank. Sheets can be filled in on screen, unless they are flat.
    A folder gets one PDF for each character, a .pdf all of them.
    """
    if new and (export or characters or imports):
        raise click.UsageError("--new goes without characters")
    if export and (characters or imports or cards):
        raise click.UsageError("--export goes without characters; to draw a filled sheet, use --import")
    from deckgen.run import sheets
    from deckgen.sheet.reader import load_sheet

    spec = load_sheet(game)
    if new or export:
        texts = sheets.exported(spec, export) if export else sheets.new_character(spec)
        if out.is_folder(".yaml", ".yml") or (len(texts) > 1 and not out.is_stdout):
            out.put_all(texts)
        else:
            out.put(sheets.together(texts))
        return
    people = sheets.read_characters(spec, characters, imports)
    drawn = sheets.Sheets(spec, people, paper, flat, out.progress)
    files = drawn.cards(cards, copies) if cards else drawn.each() if out.is_folder(".pdf") else drawn.all()
    if out.is_folder(".pdf"):
        out.put_all(files)
    else:
        ((_, content),) = files
        out.put(content)
