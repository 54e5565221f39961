"""``sheet``: character sheets, blank or filled, to fill in on screen or to print."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deckgen.cli import common
from deckgen.cli.output import Output

if TYPE_CHECKING:
    from deckgen import Sheet

_FILLED = common.File("PDF", ".pdf", ".xfdf")


@common.with_examples(
    "deckgen sheet future-imperfect",
    "deckgen sheet future-imperfect --new -o hero.yaml",
    "deckgen sheet future-imperfect hero.yaml other.yaml --paper letter -o sheets",
    "deckgen sheet future-imperfect hero.yaml --language de -o held.pdf",
    "deckgen sheet rough-magic hero.yaml --flat -o hero.pdf",
    "deckgen sheet rough-magic hero.yaml -o hero.html",
    "deckgen sheet rough-magic hero.yaml --format html --table play.html -o hero.html",
    "deckgen sheet rough-magic --export filled.pdf -o hero.yaml",
    "deckgen sheet action-and-combat guard.yaml --cards poker -o guards.pdf",
    "deckgen sheet action-and-combat guards.csv --cards poker --back deck.json --target press -o guards.pdf",
    "deckgen sheet west-that-wasnt hero.yaml --cards turn -o turns.pdf",
    "deckgen sheet west-that-wasnt people.csv --cards posse --back deck.json -o posses.pdf",
    "deckgen sheet west-that-wasnt --new -o people.csv",
    "deckgen sheet west-that-wasnt people.csv --roster -o roster.pdf",
)
@click.command()
@common.GAME
@click.argument(
    "characters",
    metavar="[CHARACTER.yaml|PEOPLE.csv...]",
    type=common.File("CHARACTER.yaml", ".yaml", ".yml", ".csv", ".xlsx", ".ods"),
    nargs=-1,
)
@common.RULINGS
@common.LANGUAGE
@common.PAPER
@common.format_option(
    "pdf",
    "html",
    of="PDF, or HTML: a page for the screen that works offline and saves in the browser what you type",
)
@click.option("--flat", is_flag=True, help="The same pages without form fields, for printing.")
@click.option("--no-scripts", is_flag=True, help="Leave out the scripts that compute values while you type.")
@click.option(
    "--new",
    is_flag=True,
    help="Write a commented character file to start from, and its JSON Schema; or a table if -o ends with .csv.",
)
@click.option("--export", type=_FILLED, help="Write the values of a filled sheet (PDF or .xfdf) as YAML, but no sheet.")
@click.option(
    "--import",
    "imports",
    type=_FILLED,
    multiple=True,
    help="Read a filled sheet (PDF or .xfdf) as a character; repeatable.",
)
@click.option(
    "--cards",
    type=common.Choice(["large", "poker", "turn", "posse"]),
    help="Small cards to cut apart, instead of sheets: one each; turn: one for each attack; posse: one for each group of a table.",
)
@click.option(
    "--back",
    metavar="DECK.json",
    type=common.File("DECK.json", ".json"),
    help="With --cards poker, turn or posse: cards with the back of this deck, for a print target.",
)
@common.target_option(
    help="The target of cards with a back: home, press, a service, or a path to a YAML file; default: home."
)
@click.option("--roster", is_flag=True, help="A Master's table of all characters, and no sheets.")
@click.option(
    "--table",
    metavar="ADDRESS",
    help="The play page, from the HTML sheet: a file beside it or a web address. Characters go to the table with a tap.",
)
@click.option("--copies", type=click.IntRange(1, 99), default=1, help="Copies of each card.")
@common.output("A folder, or one .pdf or .html for all; - for stdout.")
def sheet(game: str, kind: str | None, new: bool, export: Path | None, out: Output, **options: Any) -> None:
    """Draw character sheets.

    Without a character the sheet is blank. You can fill in sheets on screen, unless they are flat. A folder
    gets one PDF for each character, a .pdf all of them. Many characters may be in one table, a row each:
    CSV, .xlsx or .ods, whose first row names the fields.
    """
    if new or export:
        out.kind("yaml", *(["csv"] if new else []))
    else:
        kind = out.kind("pdf", "html", requested=kind)
    _check_options(kind, new, export, options)
    from deckgen import Sheet

    loaded = Sheet.load(game, options["language"], options["paper"], rulings=options["rulings"])
    if export:
        _export(loaded, export, out)
    elif new:
        _start(loaded, out)
    else:
        _draw(loaded, kind or "pdf", {**options, "game": game}, out)


def _check_options(kind: str | None, new: bool, export: Path | None, options: dict[str, Any]) -> None:
    """Raise UsageError if options contradict each other; ``options`` are all others of the command, by name."""
    flat, cards, roster = (options[name] for name in ("flat", "cards", "roster"))
    people = options["characters"] or options["imports"]
    if new and (export or people):
        raise click.UsageError("--new takes no characters")
    if export and (people or cards or roster):
        raise click.UsageError("--export takes no characters; to draw a filled sheet, use --import")
    if kind == "html" and (flat or cards or roster):
        raise click.UsageError("--flat, --cards and --roster are for print; remove them, or write a PDF")
    table = options["table"] or ""
    if table and kind != "html":
        raise click.UsageError("--table is for HTML sheets; remove it, or add --format html")
    if ":" in table and not table.startswith(("http://", "https://", "file:///")):
        raise click.UsageError(f"--table {table}: this is no address of a page; write a file's name, or https://...")
    if options["target"] and not options["back"]:
        raise click.UsageError("--target is for cards with a back; add --back and the deck that they go with")
    if options["back"] and cards in (None, "large"):
        raise click.UsageError("--back is for cards of poker size; add --cards poker, turn or posse")
    if roster and (cards or not people):
        raise click.UsageError("--roster is a table of characters; name some, and remove --cards")


def _export(sheet: Sheet, filled: Path, out: Output) -> None:
    """Write a filled sheet's values as YAML: one file a character in a folder, or all on stdout. Raises UsageError."""
    from deckgen.library.sheets import join_yaml

    texts = sheet.export(filled)
    if out.is_folder:
        out.put_all(texts)
    elif not out.is_stdout and len(texts) > 1:
        raise click.UsageError(f"-o names one file for {len(texts)} characters; name a folder")
    else:
        out.put(join_yaml(texts), texts[0][0])


def _start(sheet: Sheet, out: Output) -> None:
    """Write a file to start from, with the files that belong beside it."""
    from deckgen.files import write_folder

    texts = sheet.starter(out.destination)
    (name, content), *extra_files = texts
    if out.is_folder:
        out.put_all(texts)
    elif out.is_stdout or not extra_files or (out.path.exists() and not out.path.is_file()):
        out.put(content, name)
    else:
        out.wrote(write_folder(out.path.parent, [(out.path.name, content), *extra_files]))


def _draw(sheet: Sheet, kind: str, options: dict[str, Any], out: Output) -> None:
    """Write sheets, small cards or a roster of characters, or a blank sheet."""
    people = sheet.read_files(options["characters"], options["imports"])
    form = {"flat": options["flat"], "scripts": not options["no_scripts"], "table": options["table"] or ""}
    if options["roster"]:
        document = sheet.roster(*people)
    elif options["back"]:
        from deckgen import load_deck

        back = load_deck(
            options["back"], options["game"] if Path(options["game"]).is_dir() else None, options["language"]
        )
        target, size, copies = options["target"] or "home", options["cards"], options["copies"]
        document = sheet.print_cards(*people, back=back, size=size, target=target, copies=copies)
    elif options["cards"]:
        size, copies = options["cards"], options["copies"]
        document = sheet.cards(*people, size=size, copies=copies, progress=out.progress)
    elif out.is_folder:
        out.put_all(sheet.fill_each(people, kind, out.progress, **form))
        return
    else:
        document = sheet.fill(*people, progress=out.progress, **form)
    if out.is_folder:
        out.put_all([(document.file_names[kind], document.content(kind))])
    else:
        out.put_stream(partial(document.write, kind=kind), document.file_names[kind])
