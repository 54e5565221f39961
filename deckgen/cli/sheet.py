"""``sheet``: character sheets, blank or filled, to fill in on screen or to print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from click import IntRange, UsageError

from deckgen.cli.command import argument, command, flag, option
from deckgen.cli.names import Choice, File
from deckgen.cli.options import GAME, LANGUAGE, PAPER, kind_option, output
from deckgen.cli.output import Output

if TYPE_CHECKING:
    from deckgen.sheet.model import SheetSpec


@command(
    "deckgen sheet future-imperfect",
    "deckgen sheet future-imperfect --new -o hero.yaml",
    "deckgen sheet future-imperfect hero.yaml other.yaml --paper letter -o sheets",
    "deckgen sheet future-imperfect hero.yaml --language de -o held.pdf",
    "deckgen sheet rough-magic hero.yaml --flat -o hero.pdf",
    "deckgen sheet rough-magic hero.yaml -o hero.html",
    "deckgen sheet rough-magic --export filled.pdf -o hero.yaml",
    "deckgen sheet action-and-combat guard.yaml --cards poker -o guards.pdf",
    "deckgen sheet west-that-wasnt --new -o people.csv",
    "deckgen sheet west-that-wasnt people.csv --roster -o roster.pdf",
)
def sheet(
    game: str = GAME,
    characters: tuple[Path, ...] = argument(
        "characters",
        "[CHARACTER.yaml|PEOPLE.csv...]",
        File(".yaml", ".yml", ".csv", ".xlsx", ".ods"),
        nargs=-1,
    ),
    language: str | None = LANGUAGE,
    paper: str = PAPER,
    kind: str | None = kind_option(
        "pdf",
        "html",
        of="PDF, or HTML: a page for the screen that works offline and saves what is typed in the browser",
    ),
    flat: bool = flag("--flat", "The same pages without form fields, for printing."),
    no_scripts: bool = flag(
        "--no-scripts", "Leave out what computes values in viewers while they are typed."
    ),
    new: bool = flag(
        "--new",
        "Write a commented character file to start from, and its JSON Schema; or a table if -o ends with .csv.",
    ),
    export: Path | None = option(
        "--export PDF",
        "Write the values of a filled sheet (PDF or .xfdf) as YAML, and no sheet.",
        File(".pdf", ".xfdf"),
    ),
    imports: tuple[Path, ...] = option(
        "--import PDF imports",
        "Take a filled sheet (PDF or .xfdf) as a character; repeatable.",
        File(".pdf", ".xfdf"),
        multiple=True,
    ),
    cards: str | None = option(
        "--cards", "Small cards to cut apart, for others than heroes.", Choice(["large", "poker"])
    ),
    roster: bool = flag("--roster", "A Master's table of all characters, and no sheets."),
    copies: int = option("--copies", "Of each card.", IntRange(1, 99), default=1),
    out: Output = output("A folder, or one .pdf or .html for all; - for stdout."),
) -> None:
    """Draw character sheets.

    Without a character the sheet is blank. Sheets can be filled in on screen, unless they are flat.
    A folder gets one PDF for each character, a .pdf all of them. Many characters may stand in one table, a row each:
    CSV, .xlsx or .ods, whose first row names the fields.
    """
    if new or export:
        out.kind("yaml", *(["csv"] if new else []))
    else:
        kind = out.kind("pdf", "html", asked=kind)
    for wrong, why in (
        (new and (export or characters or imports), "--new goes without characters"),
        (
            export and (characters or imports or cards or roster),
            "--export goes without characters; to draw a filled sheet, use --import",
        ),
        (
            kind == "html" and (flat or cards or roster),
            "--flat, --cards and --roster are for print; leave them out, or write a PDF",
        ),
        (
            roster and (cards or not (characters or imports)),
            "--roster is a table of characters; name some, and leave --cards out",
        ),
    ):
        if wrong:
            raise UsageError(why)
    from deckgen.run import sheets
    from deckgen.sheet.reader import load_sheet

    spec = load_sheet(game, language, whole=False)
    if new or export:
        _put_texts(spec, export, out)
        return
    people = sheets.read_characters(spec, characters, imports)
    each = out.is_folder
    if kind == "html":
        files = sheets.web_sheets(spec, people, each=each)
    elif roster:
        files = sheets.roster(spec, people, paper)
    elif cards:
        files = sheets.small_cards(spec, people, paper, cards, copies)
    else:
        files = sheets.sheets(spec, people, paper, out.progress, flat=flat, each=each, scripts=not no_scripts)
    if each:
        out.put_all(files)
    else:
        ((name, content),) = files
        out.put(content, name)


def _put_texts(spec: SheetSpec, export: Path | None, out: Output) -> None:
    """Write the characters of a filled sheet as YAML, or a file to start from with what belongs beside it."""
    from deckgen.files import write_folder
    from deckgen.run import sheets

    texts = sheets.exported(spec, export) if export else sheets.starter(spec, out.place)
    if out.is_folder:
        out.put_all(texts)
    elif export and not out.is_stdout and len(texts) > 1:
        raise UsageError(f"{len(texts)} characters do not go into one file; give a folder with -o")
    elif export:
        out.put(sheets.together(texts), texts[0][0])
    else:
        (name, content), *others = texts
        if out.is_stdout or not others or (out.path.exists() and not out.path.is_file()):
            out.put(content, name)
        else:
            out.wrote(write_folder(out.path.parent, [(out.path.name, content), *others]))
