"""Everything there is for a game, as an ordered list of steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from deckgen.errors import Fault
from deckgen.files import write_folder
from deckgen.run import cards, documents
from deckgen.run.decks import DealtDeck, Progress, SetPart, deal, set_stem

if TYPE_CHECKING:
    from deckgen.game.model import DeckSpec, Game

_CARDS, _PRESS, _PLAY = "-cards-{paper}.pdf", "-press.pdf", "-play.html"  # how names of files end

Files = Iterator[tuple[str, bytes]]
"""Names and contents of files."""


@dataclass(frozen=True)
class Job:
    """One set of decks, and how it is wanted. Files go to ``out``; steps add what is doubtful to ``doubts``.

    ``references``: with reference cards; ``colophon``: with the card that tells of each deck.
    """

    decks: Sequence[DealtDeck]
    paper: str
    out: Path
    progress: Progress
    doubts: list[Fault]
    references: bool = True
    colophon: bool = False


@dataclass(frozen=True)
class Built:
    """All ``files`` of a build, what is doubtful about them, and the first deck's to begin with.

    Those are ``cards`` to print at home, ``press`` to send to a print shop, ``play`` to open in a browser.
    """

    files: Sequence[Path]
    doubts: Sequence[Fault]
    cards: Path
    press: Path
    play: Path


def build(
    game: Game,
    specs: Sequence[DeckSpec],
    part: SetPart,
    paper: str,
    out: Path,
    progress: Progress,
    *,
    references: bool = True,
    colophon: bool = False,
) -> Built:
    """Make all files, or none, of those decks of each spec and of the game. Raises PressError at once if the paper is too small for all."""
    from deckgen.draw.paper import check_room
    from deckgen.game.reader import sheet_words
    from deckgen.run.sheets import sheets
    from deckgen.sheet.reader import FILE, read_sheet

    check_room(paper, "all that a build makes")
    doubts: list[Fault] = []

    def files() -> Files:
        for spec in specs:
            job = Job(deal(game, spec, part, progress), paper, out, progress, doubts, references, colophon)
            for step in STEPS:
                yield from step(job)
        if (game.folder / FILE).is_file():  # the blank character sheet
            spec_of_sheet = read_sheet(game, sheet_words(game.folder, game.language.code))
            ((_, content),) = sheets(spec_of_sheet, (), paper, progress, flat=False, each=False)
            yield f"{game.id}-sheet-{paper}.pdf", content
        if game.tokens:
            yield f"{game.id}-tokens-{paper}.pdf", documents.tokens(game, None, paper)
        if game.rules.screen:
            yield f"{game.id}-screen-{paper}.pdf", documents.screen(game, specs[0], None, paper)

    written = sorted(write_folder(out, files()))
    first = f"{set_stem(game.id, specs[0].name, part.seed)}-{next(iter(part.numbers), 1)}"
    places = (out / f"{first}{ending}" for ending in (_CARDS.format(paper=paper), _PRESS, _PLAY))
    return Built(written, doubts, *places)


def _decks(job: Job) -> Files:
    for dealt in job.decks:
        yield f"{dealt.stem}.json", dealt.deck.to_json()


def _cards(job: Job) -> Files:
    from deckgen.press.options import Options
    from deckgen.press.target import load_target

    layout = job.decks[0].layout()
    for dealt in job.decks:
        job.progress(f"drawing deck {dealt.deck.number} of {dealt.deck.of}")
        options = Options(
            paper=job.paper, title=dealt.title, footer=cards.footer(dealt), language=dealt.game.language
        )
        found = cards.audit_summary(dealt) if job.colophon else None
        faces = dealt.faces(layout, references=job.references, colophon=found)
        for target, ending in (("home", _CARDS.format(paper=job.paper)), ("press", _PRESS)):
            drawn = cards.CardFiles(dealt, faces, load_target(target), options, "pdf")
            yield f"{dealt.stem}{ending}", drawn.content()
        yield f"{dealt.stem}{_PLAY}", documents.play_page(dealt, layout, faces)


def _tables(job: Job) -> Files:
    for dealt in job.decks:
        yield f"{dealt.stem}-table-{job.paper}.pdf", documents.poker_table(dealt, "pdf", job.paper)


def _odds(job: Job) -> Files:
    for dealt in job.decks:
        content = documents.odds(dealt.game, dealt.spec, dealt.deck, "pdf", job.paper)
        yield f"{dealt.stem}-odds-{job.paper}.pdf", content


def _audit(job: Job) -> Files:
    from deckgen.deck.audit.auditor import audit

    job.progress("auditing")
    first = job.decks[0]
    result = audit([dealt.deck for dealt in job.decks], first.game)
    for kind in ("text", "json", "pdf"):
        name = documents.audit_name(first.deck, kind)
        yield name, documents.audited(result, kind, job.paper, first.title if kind == "pdf" else "")
    if not result.passed:
        job.doubts.append(documents.not_passed(str(job.out / documents.audit_name(first.deck, "text"))))


def _map(job: Job) -> Files:
    first = job.decks[0]
    name = f"{first.deck.game}-{first.deck.deck}-map-{job.paper}.pdf"
    yield name, documents.card_map(first, None, "pdf", job.paper)


def _examples(job: Job) -> Files:
    first = job.decks[0]
    if documents.tells_examples(first):
        yield f"{first.stem}-examples-{job.paper}.pdf", documents.examples(first, None, "pdf", job.paper)


STEPS: tuple[Callable[[Job], Files], ...] = (_decks, _cards, _tables, _audit, _odds, _map, _examples)
"""In order. A step that cannot do its work raises; one that has a doubt about the result adds it to the job's."""
