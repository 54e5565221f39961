"""``sheet``: character sheets, blank or filled, to fill in on screen or to print."""

from collections.abc import Sequence
from pathlib import Path

from click import Choice, IntRange, UsageError

from deckgen.cli.command import argument, command, flag, option
from deckgen.cli.options import FILE, GAME, LANGUAGE, PAPER, output
from deckgen.cli.output import Output


@command(
    "deckgen sheet future-imperfect",
    "deckgen sheet future-imperfect --new -o hero.yaml",
    "deckgen sheet future-imperfect hero.yaml other.yaml --paper letter -o sheets",
    "deckgen sheet future-imperfect hero.yaml --language de -o held.pdf",
    "deckgen sheet rough-magic hero.yaml --flat -o hero.pdf",
    "deckgen sheet rough-magic --export filled.pdf -o hero.yaml",
    "deckgen sheet action-and-combat guard.yaml --cards poker -o guards.pdf",
    "deckgen sheet west-that-wasnt --new -o people.csv",
    "deckgen sheet west-that-wasnt people.csv --roster -o roster.pdf",
)
def sheet(
    game: str = GAME,
    characters: tuple[Path, ...] = argument("characters", "[CHARACTER.yaml|PEOPLE.csv...]", FILE, nargs=-1),
    language: str | None = LANGUAGE,
    paper: str = PAPER,
    flat: bool = flag("--flat", "The same pages without form fields, for printing."),
    no_scripts: bool = flag(
        "--no-scripts", "Leave out what computes values in viewers while they are typed."
    ),
    new: bool = flag(
        "--new",
        "Write a commented character file to start from, and its JSON Schema; or a table if -o ends with .csv.",
    ),
    export: Path | None = option(
        "--export PDF", "Write the values of a filled sheet (PDF or .xfdf) as YAML, and no sheet.", FILE
    ),
    imports: tuple[Path, ...] = option(
        "--import PDF imports",
        "Take a filled sheet (PDF or .xfdf) as a character; repeatable.",
        FILE,
        multiple=True,
    ),
    cards: str | None = option(
        "--cards", "Small cards to cut apart, for others than heroes.", Choice(["large", "poker"])
    ),
    roster: bool = flag("--roster", "A Master's table of all characters, and no sheets."),
    copies: int = option("--copies", "Of each card.", IntRange(1, 99), default=1),
    out: Output = output("A folder, or one .pdf for all; - for stdout."),
) -> None:
    """Draw character sheets.

    Without a character the sheet is blank. Sheets can be filled in on screen, unless they are flat.
    A folder gets one PDF for each character, a .pdf all of them. Many characters may stand in one table, a row each:
    CSV, .xlsx or .ods, whose first row names the fields.
    """
    if new and (export or characters or imports):
        raise UsageError("--new goes without characters")
    if export and (characters or imports or cards or roster):
        raise UsageError("--export goes without characters; to draw a filled sheet, use --import")
    if roster and (cards or not (characters or imports)):
        raise UsageError("--roster is a table of characters; name some, and leave --cards out")
    from deckgen.run import sheets
    from deckgen.sheet.reader import load_sheet

    spec = load_sheet(game, language)
    if new:
        _put_new(sheets.starter(spec, out.place), out)
        return
    if export:
        texts = sheets.exported(spec, export)
        if out.is_folder(".yaml", ".yml") or (len(texts) > 1 and not out.is_stdout):
            out.put_all(texts)
        else:
            out.put(sheets.together(texts))
        return
    people = sheets.read_characters(spec, characters, imports)
    each = out.is_folder(".pdf")
    if roster:
        files = sheets.roster(spec, people, paper)
    elif cards:
        files = sheets.small_cards(spec, people, paper, cards, copies)
    else:
        files = sheets.sheets(spec, people, paper, out.progress, flat=flat, each=each, scripts=not no_scripts)
    if each:
        out.put_all(files)
    else:
        ((_, content),) = files
        out.put(content)


def _put_new(files: Sequence[tuple[str, bytes]], out: Output) -> None:
    """Write a file to start from, and what belongs beside it."""
    if out.is_folder(".yaml", ".yml", ".csv"):
        out.put_all(files)
        return
    (_, content), *others = files
    out.put(content)
    for name, other in others if not out.is_stdout else ():
        Output(str(out.path.with_name(name)), out.quiet).put(other)
