"""Everything there is for a game, as an ordered list of steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from deckgen.errors import Problem
from deckgen.files import atomic_folder
from deckgen.records import record
from deckgen.run import cards, documents
from deckgen.run.decks import DealtDeck, Progress, SetPart, deal, set_stem
from deckgen.run.processes import Task, run_tasks

if TYPE_CHECKING:
    from deckgen.game.model import DeckSpec, Game

_SHARED = ("deckgen.card.faces", "deckgen.press.imposition.impose", "deckgen.press.pdf.writer", "uharfbuzz")
"""What most steps use: imported first, so that no worker has to do it again."""
_CARDS, _PRESS, _PLAY = "-cards-{paper}.pdf", "-press.pdf", "-play.html"  # how names of files end

Files = Iterator[tuple[str, bytes] | Problem]
"""Names and contents of files, and errors that leave the files as they are, such as an audit that is not passed."""


@record
class Job:
    """One set of decks, and how to print it: plain data, so that another process can do it. Files go to ``out``.

    ``references``: with reference cards; ``colophon``: with the card that describes each deck.
    """

    decks: Sequence[DealtDeck]
    paper: str
    out: Path
    references: bool = True
    colophon: bool = False


class Step(NamedTuple):
    """Makes some files of a set: called with the job, and with a deck if it ``makes_each`` deck's files by themselves.

    ``seconds`` is roughly how long it takes; ``message`` reports it, with the ``number`` of the deck and ``of`` how many.
    """

    make: Callable[..., Files]
    makes_each: bool
    seconds: float
    message: str = ""

    def tasks(self, job: Job) -> Iterator[Task]:
        """Return the tasks of this step for a set of decks."""
        if not self.makes_each:
            yield Task(partial(self.make, job), self.seconds, self.message)
            return
        for dealt in job.decks:
            message = self.message.format(number=dealt.deck.number, of=dealt.deck.of)
            yield Task(partial(self.make, job, dealt), self.seconds, message)


@record
class Built:
    """All ``files`` of a build, what is doubtful about them, and the first deck's to begin with.

    Those are ``cards`` to print at home, ``press`` to send to a print shop, ``play`` to open in a browser.
    """

    files: Sequence[Path]
    doubts: Sequence[Problem]
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
    jobs: int | None = None,
) -> Built:
    """Make all files, or none, of those decks of each spec and of the game, in ``jobs`` processes (see ``run_tasks``).

    Raises PressError at once if the paper is too small for all.
    """
    from deckgen.draw.paper import check_paper_size
    from deckgen.sheet import FILE

    check_paper_size(paper, "all that a build makes")
    tasks: list[Task] = []
    written: list[Path] = []
    errors: list[Problem] = []
    with atomic_folder(out) as stage:
        for spec in specs:
            job = Job(deal(game, spec, part, progress), paper, out, references, colophon)
            job.decks[0].layout()  # workers share what is read before they start
            tasks += (task for step in STEPS for task in step.tasks(job))
        if (game.folder / FILE).is_file():
            tasks.append(Task(partial(_sheet, game, paper), 0.4))
        if game.tokens:
            tasks.append(Task(partial(_tokens, game, paper), 0.1))
        if game.rules.screen:
            tasks.append(Task(partial(_screen, game, specs[0], paper), 0.5))
        for module in _SHARED:
            import_module(module)
        with closing(run_tasks(tasks, stage, jobs, progress)) as outputs:
            for names, problems in outputs:
                written += (out / name for name in names)
                errors += problems
    first = f"{set_stem(game.id, specs[0].name, part.seed)}-{next(iter(part.numbers), 1)}"
    places = (out / f"{first}{ending}" for ending in (_CARDS.format(paper=paper), _PRESS, _PLAY))
    return Built(sorted(written), errors, *places)


def _decks(job: Job) -> Files:
    for dealt in job.decks:
        yield f"{dealt.stem}.json", dealt.deck.to_json()


def _cards(job: Job, dealt: DealtDeck) -> Files:
    from deckgen.press.options import Options
    from deckgen.press.target import load_target

    layout = dealt.layout()
    options = Options(
        paper=job.paper, title=dealt.title, footer=cards.footer(dealt), language=dealt.game.language
    )
    audit = cards.audit_summary(dealt) if job.colophon else None
    faces = dealt.faces(layout, references=job.references, colophon=audit)
    for target, ending in (("home", _CARDS.format(paper=job.paper)), ("press", _PRESS)):
        drawn = cards.CardFiles(dealt, faces, load_target(target), options, "pdf")
        yield f"{dealt.stem}{ending}", drawn.content()
    yield f"{dealt.stem}{_PLAY}", documents.play_page(dealt, layout, faces)


def _table(job: Job, dealt: DealtDeck) -> Files:
    yield f"{dealt.stem}-table-{job.paper}.pdf", documents.poker_table(dealt, "pdf", job.paper)


def _odds(job: Job, dealt: DealtDeck) -> Files:
    content = documents.odds(dealt.game, dealt.spec, dealt.deck, "pdf", job.paper)
    yield f"{dealt.stem}-odds-{job.paper}.pdf", content


def _audit(job: Job) -> Files:
    from deckgen.deck.audit.auditor import audit

    first = job.decks[0]
    result = audit([dealt.deck for dealt in job.decks], first.game)
    for kind in ("text", "json", "pdf"):
        name = documents.audit_name(first.deck, kind)
        yield name, documents.audited(result, kind, job.paper, first.title if kind == "pdf" else "")
    if not result.passed:
        yield documents.not_passed(str(job.out / documents.audit_name(first.deck, "text")))


def _map(job: Job) -> Files:
    first = job.decks[0]
    name = f"{first.deck.game}-{first.deck.deck}-map-{job.paper}.pdf"
    yield name, documents.card_map(first, None, "pdf", job.paper)


def _examples(job: Job) -> Files:
    first = job.decks[0]
    if documents.tells_examples(first):
        yield f"{first.stem}-examples-{job.paper}.pdf", documents.examples(first, None, "pdf", job.paper)


def _sheet(game: Game, paper: str) -> Files:
    from deckgen.game.reader import sheet_words
    from deckgen.run.sheets import content, sheets
    from deckgen.sheet.reader import read_sheet

    spec = read_sheet(game, sheet_words(game.folder, game.language.code))
    for name, write in sheets(spec, (), paper, lambda _: None, flat=False, each=False):
        yield name, content(write)


def _tokens(game: Game, paper: str) -> Files:
    yield f"{game.id}-tokens-{paper}.pdf", documents.tokens(game, None, paper)


def _screen(game: Game, spec: DeckSpec, paper: str) -> Files:
    yield f"{game.id}-screen-{paper}.pdf", documents.screen(game, spec, None, paper)


STEPS = (
    Step(_decks, makes_each=False, seconds=0),
    Step(_cards, makes_each=True, seconds=1, message="drawing deck {number} of {of}"),
    Step(_table, makes_each=True, seconds=0.5),
    Step(_audit, makes_each=False, seconds=0.6, message="auditing"),
    Step(_odds, makes_each=True, seconds=0.4),
    Step(_map, makes_each=False, seconds=0.3),
    Step(_examples, makes_each=False, seconds=0.2),
)
"""In the order of their messages and errors. A step that cannot do its work raises."""
