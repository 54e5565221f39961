"""Commands that check: validate, audit, verify, diff, preflight and ink."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deckgen import __version__
from deckgen.cli import common
from deckgen.cli.output import Output, Reporter
from deckgen.cli.process import stoppable
from deckgen.errors import DeckgenError, Problem, format_count

if TYPE_CHECKING:
    from deckgen.library.audits import Audit

_DECK = common.File("DECK.json", ".json")
_MOST_PROBLEMS = 100  # of a run, that are reported


@common.with_examples(
    "deckgen validate future-imperfect",
    "deckgen validate my-game other-game",
    "deckgen validate future-imperfect --language de",
    "deckgen validate future-imperfect --examples",
    "deckgen validate my-game hero.yaml people.csv my-game/sheet/theme.yaml",
    "deckgen validate art/my-card.svg future-imperfect --layout art/my-card.svg",
)
@click.command()
@click.argument("games", type=common.Name("GAME|FILE", common.GAMES, ".svg", ".yaml", ".csv"), nargs=-1, required=True)
@common.layout_option(help="Check the games with this layout instead of theirs.")
@common.RULINGS
@common.LANGUAGE
@click.option("--examples", is_flag=True, help="List the authors' worked examples of the games, and what plays them.")
@common.REPORTER
def validate(games: tuple[str, ...], examples: bool, reporter: Reporter, **options: Any) -> None:
    """Check games, the layouts of their decks, their sheets and characters.

    Prints a line per error (file:line: path: problem; remedy), then warnings, such as for a section without a
    slot, or for dice whose mean this number of cards cannot match. For each kind of deck, if its dice are
    solved, all cards of one deck are drawn, and the worked examples of the game's authors are played with cards
    that show the same. You can also check the .svg of a layout, or the file of a character, a table of
    characters, a sheet or a sheet theme. With --language, texts of a game without a translation are listed.
    """
    from deckgen.run.validation import is_sheet_file, validate_game_or_file

    games_beside = [name for name in games if not (name.endswith(".svg") or is_sheet_file(name))]
    problems: list[Problem] = []
    for name in games:
        try:
            result = validate_game_or_file(name, games=games_beside, **options)
        except DeckgenError as error:
            problems += error.problems
            continue
        clean = () if result.warnings else ("no problems",)
        reporter.report(result.warnings, [f"{name}: {note}" for note in (*clean, *result.notes)])
        for line in result.cases if examples else ():
            click.echo(line)
    if problems:
        raise DeckgenError(problems)


@common.with_examples(
    "deckgen audit deck.json",
    "deckgen audit decks/*.json -o audit.json",
    "deckgen audit run-1/ -o certificate.pdf",
    "deckgen audit deck.json --paper letter -o certificate.pdf",
    "deckgen audit deck.json --language de -o zertifikat.pdf",
    "deckgen audit deck.json --game my-game",
)
@click.command()
@click.argument("decks", metavar="DECK.json...|RUN/", type=_DECK, nargs=-1, required=True)
@common.format_option("text", "json", "pdf", of="Format of the audit; pdf is a certificate to hand out")
@common.PAPER
@common.LANGUAGE
@common.GAME_FOLDER
@common.TO_STDOUT
def audit(decks: tuple[Path, ...], kind: str | None, paper: str, out: Output, **game: Any) -> None:
    """Compare the odds of decks with those of the dice.

    Cell by cell: what is exact, what cannot be, and why. Decks of one set are audited together; for a run of
    deckgen batch, give its folder. The exit code is 1 if a limit is exceeded.
    """
    kind = out.kind("text", "json", "pdf", requested=kind)
    if len(decks) > 1 and any(path.is_dir() for path in decks):
        raise click.UsageError("a run is audited by itself: name one folder, or files of decks")
    from deckgen.library.audits import not_passed

    result = (_audit_run if decks[0].is_dir() else _audit_files)(decks, out, **game)
    path = out.put_document(result.certificate(paper), kind)
    if not result.passed:
        raise DeckgenError(not_passed(str(path or decks[0])))


def _audit_files(paths: Sequence[Path], out: Output, game_folder: str | None, language: str | None) -> Audit:
    """Return the audit of decks in files, as one set; a run's manifest among them is ignored."""
    from deckgen.library.audits import audit_decks
    from deckgen.library.decks import read_decks
    from deckgen.run.print_run.manifest import MANIFEST

    # all .json files of a run's folder are meant as its decks
    named = [path for path in paths if path.name != MANIFEST] or paths
    decks = read_decks(named, game_folder, language)
    out.progress(f"auditing {len(decks)} decks")
    return audit_decks([deck.data for deck in decks], decks[0].game, named)


def _audit_run(paths: Sequence[Path], out: Output, game_folder: str | None, language: str | None) -> Audit:
    """Return the audit of all decks of the run in ``paths[0]``, as one set."""
    from deckgen.library.audits import audit_decks
    from deckgen.run.print_run.manifest import read_run

    run = read_run(paths[0], game_folder, language)

    def decks() -> Iterator[Any]:
        numbers = run.numbers()
        for number in numbers:
            out.progress(f"auditing deck {number} of {len(numbers)}")
            yield run.deck(number).data

    with stoppable(lambda: f"{run.folder} is not audited"):
        return audit_decks(decks(), run.game)


@common.with_examples(
    "deckgen verify deck.json", "deckgen verify run-1/ --jobs 4", "deckgen verify deck.json --game my-game"
)
@click.command()
@common.DECK_OR_RUN
@common.GAME_FOLDER
@common.jobs_option(default=1, help="Processes to use for a run.")
@click.option("--decks-only", is_flag=True, help="For a run: make only the decks again, not the files for print.")
@common.REPORTER
def verify(deck: Path, game_folder: str | None, jobs: int, decks_only: bool, reporter: Reporter) -> None:
    """Check that a deck, or every deck of a run, is what its seed deals.

    If a file differs, every card and cell that differs is named, and the exit code is 1. For a run (a folder from
    deckgen batch) all files are made again and compared, and no two cards may be alike. A game of your own is found by
    its name, in the folders above the file and beside them; --game names any other.
    """
    if deck.is_dir():
        _verify_run(deck, game_folder, jobs, reporter, decks_only=decks_only)
        return
    from deckgen.library.decks import find_changes

    file, problems = find_changes(deck, game_folder, reporter.progress)
    if problems:
        raise DeckgenError(problems)
    dealer = "" if file.generator == f"deckgen {__version__}" else f"; dealt by {file.generator}"
    reporter.note(f"{deck}: the deck of seed {file.seed!r}, unchanged{dealer}")


def _verify_run(folder: Path, game_folder: str | None, jobs: int, reporter: Reporter, *, decks_only: bool) -> None:
    """Verify a run, and report its decks and files. Raises DeckgenError with the first problems, and how many more."""
    from deckgen.run.print_run.verifying import verify_run

    with stoppable(lambda: f"{folder} is not verified"):
        result = verify_run(folder, game_folder, jobs, reporter.progress, decks_only=decks_only)
    if problems := result.problems:
        more = f"{len(problems) - _MOST_PROBLEMS} more problems"
        unreported = [Problem(str(folder), None, "", more, "fix these first")] if len(problems) > _MOST_PROBLEMS else []
        raise DeckgenError([*problems[:_MOST_PROBLEMS], *unreported])
    facts = result.run.facts
    decks = f"{format_count(facts['count'], 'deck')} of seed {facts['seed']!r}, {format_count(result.files, 'file')}"
    proof = "only the decks were made again" if decks_only else "all unchanged when made again"
    alike = ", and no two cards alike" if result.run.spec.is_dealt else ""
    reporter.note(f"{folder}: {decks}, {proof}{alike}")


@common.with_examples(
    "deckgen diff deck-1.json deck-2.json -o diff.html",
    "deckgen diff old.json new.json --language de -o vergleich.html",
)
@click.command()
@click.argument("one", metavar="A.json", type=_DECK)
@click.argument("other", metavar="B.json", type=_DECK)
@common.LAYOUT
@common.LANGUAGE
@common.GAME_FOLDER
@common.output("An .html file, a folder, or - for stdout.")
def diff(
    one: Path, other: Path, layout: str | None, language: str | None, game_folder: str | None, out: Output
) -> None:
    """Show where two decks of one kind differ: a page for a browser.

    Cards are side by side with their differences marked, below the numbers of both audits. If the decks are the
    same, a message reports it.
    """
    out.kind("html")
    from deckgen.library.decks import read_decks

    remedy = "compare two decks of one kind"
    first, second = read_decks([one, other], game_folder, language, remedy=remedy)
    names = (str(one), str(other)) if one.name == other.name else (one.name, other.name)
    out.put_document(first.compare(second, names, layout, out.progress))
    if first.id == second.id:
        out.note(f"{one} and {other} are the same deck")


@common.with_examples(
    "deckgen preflight press.pdf --target press",
    "deckgen preflight tuckbox.pdf -o report.json",
    "deckgen preflight run/ more.pdf -o report.json",
)
@click.command()
@click.argument("files", type=common.File("FILE|FOLDER", ".pdf"), nargs=-1, required=True)
@common.target_option(help="A print target that takes PDF, or the path of one; default: any print shop.")
@common.format_option("text", "json", of="Format of the report")
@common.TO_STDOUT
def preflight(files: tuple[Path, ...], target: str | None, kind: str | None, out: Output) -> None:
    """Check PDFs as a print shop would.

    Checks any PDFs, and all PDFs in folders and their subfolders: boxes, colors, ink, fonts, lines, text near the
    cut, and the rules of PDF/X and PDF/VT. The exit code is 1 if there are problems.
    """
    kind = out.kind("text", "json", requested=kind)
    from deckgen.preflight import preflight as check, preflight_all
    from deckgen.press.target import load_target

    print_target = load_target(target) if target else None
    if print_target is not None and not print_target.is_pdf:
        problem = f"the target {print_target.name} needs pictures, not PDF"
        raise DeckgenError(Problem("--target", None, "", problem, "choose a target that takes PDF"))
    is_single = len(files) == 1 and not files[0].is_dir()
    report = check(files[0], print_target) if is_single else preflight_all(files, print_target, out.progress)
    content = report.to_json() if kind == "json" else report.to_text().encode("utf-8", "backslashreplace")
    if kind == "json" or not (out.quiet and out.is_stdout):  # with -q, only errors
        out.put(content, f"{files[0].stem if is_single else 'all'}-preflight.{'json' if kind == 'json' else 'txt'}")
    if problems := report.problems():
        raise DeckgenError(problems)


@common.with_examples("deckgen ink press.pdf", "deckgen ink press.pdf box.pdf --dpi 600 -o ink.json")
@click.command()
@click.argument("files", type=common.File("FILE.pdf", ".pdf"), nargs=-1, required=True)
@click.option(
    "--dpi",
    metavar="DPI",
    type=click.IntRange(20, 1200),
    default=300,
    help="Resolution for measuring, in dpi.",
)
@common.format_option("text", "json", of="Format of the report")
@common.TO_STDOUT
def ink(files: tuple[Path, ...], dpi: int, kind: str | None, out: Output) -> None:
    """Report ink coverage by page and plate.

    In percent of the page with its bleed: the mean of cyan, magenta, yellow, black and each spot ink, and the
    largest sum of all inks at one point, overprinted black included. Images and colors that are no inks are not
    counted, but named.
    """
    kind = out.kind("text", "json", requested=kind)
    from deckgen.preflight.ink import measure_ink, to_json, to_text

    reports = [measure_ink(file, dpi, out.progress) for file in files]
    content = to_json(reports) if kind == "json" else to_text(reports).encode("utf-8", "backslashreplace")
    out.put(content, f"{files[0].stem}-ink.{'json' if kind == 'json' else 'txt'}")
