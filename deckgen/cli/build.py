"""``build``: everything there is for a game, as an ordered list of steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deckgen.cli import options
from deckgen.cli.audit import not_passed
from deckgen.cli.generate import deal
from deckgen.cli.group import Command
from deckgen.cli.inputs import layout_of, seed_of, specs_of
from deckgen.cli.output import STDOUT, Voice, whole_folder
from deckgen.cli.render import imprint
from deckgen.errors import DeckgenError, Fault
from deckgen.run.names import deck_stem, set_stem

if TYPE_CHECKING:
    from deckgen.deck.cards import Deck
    from deckgen.game.model import DeckSpec, Game


@dataclass(frozen=True)
class Job:
    """One set of decks of a game, and how it is wanted; steps write into ``folder``, whose files go to ``out``."""

    game: Game
    spec: DeckSpec
    decks: tuple[Deck, ...]
    paper: str
    folder: Path
    out: Path
    voice: Voice

    def file(self, deck: Deck, ending: str) -> Path:
        """Where to write what belongs to one deck."""
        return self.folder / f"{deck_stem(deck)}{ending}"

    def set_file(self, ending: str) -> Path:
        """Where to write what belongs to all decks of the set together."""
        return self.folder / f"{set_stem(self.game.id, self.spec.name, self.decks[0].seed)}{ending}"


def _decks(job: Job) -> None:
    for deck in job.decks:
        job.file(deck, ".json").write_bytes(deck.to_json())


def _cards(job: Job) -> None:
    from deckgen.card.faces import draw_faces  # noqa: PLC0415  fonts and SVG
    from deckgen.card.layout import load_layout  # noqa: PLC0415  fonts and SVG
    from deckgen.press.options import Options  # noqa: PLC0415  reportlab
    from deckgen.press.target import load_target  # noqa: PLC0415  reportlab
    from deckgen.press.write import write  # noqa: PLC0415  reportlab

    layout = load_layout(layout_of(job.game, job.spec))
    for deck in job.decks:
        job.voice.progress(f"drawing deck {deck.number} of {deck.of}")
        faces = draw_faces(layout, job.game, job.spec, deck)
        title, footer = imprint(job.game, job.spec, deck)
        for target, ending in (("home", f"-cards-{job.paper}.pdf"), ("press", "-press.pdf")):
            options = Options(paper=job.paper, title=title, footer=footer)
            write(faces, load_target(target), job.file(deck, ending), options)


def _tables(job: Job) -> None:
    from deckgen.card.layout import load_layout  # noqa: PLC0415  fonts and SVG
    from deckgen.document.poker_table import conversion  # noqa: PLC0415  fonts
    from deckgen.press.page_files import write_pages  # noqa: PLC0415  reportlab

    layout = load_layout(layout_of(job.game, job.spec))
    for deck in job.decks:
        pages = conversion(deck, job.game, job.spec, layout, paper=job.paper)
        out = job.file(deck, f"-table-{job.paper}.pdf")
        write_pages(pages, out, title=f"{job.game.title}: {job.spec.title}")


def _audit(job: Job) -> Fault | None:
    from deckgen.deck.audit.auditor import audit  # noqa: PLC0415  numpy

    job.voice.progress("auditing")
    result = audit(job.decks, job.game)
    from deckgen.deck.audit import report  # noqa: PLC0415

    text = job.set_file("-audit.txt")
    text.write_bytes(report.text(result).encode())
    job.set_file("-audit.json").write_bytes(report.as_json(result))
    from deckgen.document.certificate import certificate  # noqa: PLC0415  fonts
    from deckgen.press.page_files import write_pages  # noqa: PLC0415  reportlab

    pages = certificate(result, job.paper)
    write_pages(pages, job.set_file("-certificate.pdf"), title=f"{job.game.title}: {job.spec.title}")
    return None if result.passed else not_passed(str(job.out / text.name))


def _map(job: Job) -> None:
    from deckgen.card.layout import load_layout  # noqa: PLC0415  fonts and SVG
    from deckgen.document.card_map import card_map  # noqa: PLC0415  fonts
    from deckgen.press.page_files import write_pages  # noqa: PLC0415  reportlab

    layout = load_layout(layout_of(job.game, job.spec))
    page = card_map(layout, job.game, job.spec, job.decks[0], paper=job.paper)
    name = f"{job.game.id}-{job.spec.name}-map-{job.paper}.pdf"
    write_pages([page], job.folder / name, title=page.title)


STEPS: tuple[Callable[[Job], Fault | None], ...] = (_decks, _cards, _tables, _audit, _map)
"""In order. A step that cannot do its work raises; one that has a doubt about the result returns it."""


def _sheet(game: Game, paper: str, folder: Path) -> None:
    """The game's blank character sheet, to fill in on screen or on paper, if it has one."""
    from deckgen.sheet.reader import FILE, load_sheet  # noqa: PLC0415  YAML

    if not (game.folder / FILE).is_file():
        return
    from deckgen.press.page_files import paper_named  # noqa: PLC0415
    from deckgen.sheet.sheet import blank_sheet  # noqa: PLC0415  fonts

    content = blank_sheet(load_sheet(game.folder), paper_named(paper)).pdf((None,), flat=False)
    (folder / f"{game.id}-sheet-{paper}.pdf").write_bytes(content)


def _tokens(game: Game, paper: str, folder: Path) -> None:
    """The game's chips and markers, if it has any."""
    from deckgen.cli.tokens import file_name, tokens_of  # noqa: PLC0415

    if game.tokens:
        (folder / file_name(game, paper)).write_bytes(tokens_of(game, paper))


@click.command(
    cls=Command,
    section="Make",
    examples=(
        "deckgen build future-imperfect --seed 42",
        "deckgen build future-imperfect --seed 42 --decks 2 --paper letter -o print",
        "deckgen build future-imperfect --set 'First set' --deck action --deck psionics",
        "deckgen build future-imperfect --seed 42 --language de -o druck",
    ),
)
@click.argument("game")
@click.option(
    "--deck",
    "names",
    metavar="NAME",
    multiple=True,
    help="Only this one of the game's decks; repeatable. All by default.",
)
@options.seed_or_set
@options.deck_count
@options.language
@options.paper
@options.output("output", "The folder for the files.")
@options.quiet
def build(
    *,
    game: str,
    names: tuple[str, ...],
    seed: str | None,
    set_name: str | None,
    count: int,
    language: str | None,
    paper: str,
    output: str,
    quiet: bool,
) -> None:
    """Make everything there is for a game: decks, cards to print, audit, card map, sheet, tokens.

    For every deck of the game: its JSON, a PDF to print at home, a PDF for a printer; for every
    set of decks its audit and its certificate; and the blank character sheet and the tokens. All files appear
    together, or none if anything fails. If the audit is not passed they are written all the same, and
    the exit code is 1.
    """
    if output == STDOUT:
        raise click.UsageError("many files do not go to stdout; give a folder with -o")
    from deckgen.game import load  # noqa: PLC0415

    voice = Voice(quiet)
    loaded = load(game, language)
    specs, chosen = specs_of(loaded, names), seed_of(loaded, seed, set_name)
    doubts: list[Fault] = []
    with whole_folder(Path(output)) as stage:
        for spec in specs:
            decks = deal(loaded, spec, chosen, count, voice)
            job = Job(loaded, spec, tuple(decks), paper, stage, Path(output), voice)
            doubts += [doubt for step in STEPS if (doubt := step(job))]
        _sheet(loaded, paper, stage)
        _tokens(loaded, paper, stage)
        files = sorted(file.relative_to(stage) for file in stage.rglob("*") if file.is_file())
    voice.wrote(Path(output, file) for file in files)
    if doubts:
        raise DeckgenError(doubts)
