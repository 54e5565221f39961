"""Everything there is for a game, as an ordered list of steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from deckgen.errors import Fault
from deckgen.files import write_folder
from deckgen.run import cards, documents
from deckgen.run.decks import Dealt, Progress, deal, deck_title, layout_of
from deckgen.run.names import map_file, set_stem, tokens_file

if TYPE_CHECKING:
    from deckgen.game.model import DeckSpec, Game

Files = Iterator[tuple[str, bytes]]
"""Names and contents of files."""


@dataclass(frozen=True)
class Job:
    """One set of decks of a game, and how it is wanted. Files go to ``out``; steps add what is doubtful to ``doubts``."""

    game: Game
    spec: DeckSpec
    decks: Sequence[Dealt]
    paper: str
    out: Path
    progress: Progress
    doubts: list[Fault]

    @property
    def title(self) -> str:
        return deck_title(self.game, self.spec)


def build(
    game: Game, specs: Sequence[DeckSpec], seed: str, count: int, paper: str, out: Path, progress: Progress
) -> tuple[list[Path], list[Fault]]:
    """Make all files, or none, of ``count`` decks of each spec and of the game; the files, and what is doubtful."""
    doubts: list[Fault] = []

    def files() -> Files:
        for spec in specs:
            decks = deal(game, spec, seed, count, progress)
            job = Job(game, spec, decks, paper, out, progress, doubts)
            for step in STEPS:
                yield from step(job)
        yield from _sheet(game, paper)
        if game.tokens:
            yield tokens_file(game.id, paper), documents.tokens(game, None, paper)

    return sorted(write_folder(out, files())), doubts


def _decks(job: Job) -> Files:
    for dealt in job.decks:
        yield f"{dealt.stem}.json", dealt.deck.to_json()


def _cards(job: Job) -> Files:
    from deckgen.press.options import Options
    from deckgen.press.target import load_target

    layout = layout_of(job.game, job.spec)
    for dealt in job.decks:
        job.progress(f"drawing deck {dealt.deck.number} of {dealt.deck.of}")
        options = Options(paper=job.paper, title=dealt.title, footer=cards.footer(dealt))
        faces = dealt.faces(layout)
        for target, ending in (("home", f"-cards-{job.paper}.pdf"), ("press", "-press.pdf")):
            drawn = cards.CardFiles(dealt, faces, load_target(target), options, "pdf")
            yield f"{dealt.stem}{ending}", drawn.content()


def _tables(job: Job) -> Files:
    for dealt in job.decks:
        yield f"{dealt.stem}-table-{job.paper}.pdf", documents.poker_table(dealt, "pdf", job.paper)


def _audit(job: Job) -> Files:
    from deckgen.deck.audit.auditor import audit

    job.progress("auditing")
    result = audit([dealt.deck for dealt in job.decks], job.game)
    stem = set_stem(job.game.id, job.spec.name, job.decks[0].deck.seed)
    yield f"{stem}-audit.txt", documents.audited(result, "text", job.paper)
    yield f"{stem}-audit.json", documents.audited(result, "json", job.paper)
    yield f"{stem}-certificate.pdf", documents.audited(result, "pdf", job.paper, job.title)
    if not result.passed:
        job.doubts.append(documents.not_passed(str(job.out / f"{stem}-audit.txt")))


def _map(job: Job) -> Files:
    yield (
        map_file(job.game.id, job.spec.name, job.paper),
        documents.card_map(job.decks[0], None, "pdf", job.paper),
    )


STEPS: tuple[Callable[[Job], Files], ...] = (_decks, _cards, _tables, _audit, _map)
"""In order. A step that cannot do its work raises; one that has a doubt about the result adds it to the job's."""


def _sheet(game: Game, paper: str) -> Files:
    """The game's blank character sheet, to fill in on screen or on paper, if it has one."""
    from deckgen.sheet.reader import FILE, load_sheet

    if (game.folder / FILE).is_file():
        from deckgen.draw.paper import paper_named
        from deckgen.sheet.sheet import blank_sheet

        content = blank_sheet(load_sheet(game.folder), paper_named(paper)).pdf((None,), flat=False)
        yield f"{game.id}-sheet-{paper}.pdf", content
