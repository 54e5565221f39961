"""All files to print for a game, as an ordered list of steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from deckgen.errors import PressError, Problem
from deckgen.files import atomic_folder
from deckgen.library.audits import audit_decks, not_passed
from deckgen.library.cards import Cards, print_options
from deckgen.library.choices import DeckSelection, find_specs
from deckgen.library.decks import Deck, deal
from deckgen.library.documents import Progress
from deckgen.library.names import set_stem
from deckgen.records import record
from deckgen.run.processes import Task, run_tasks

if TYPE_CHECKING:
    from deckgen.library.games import Game

_SHARED = ("deckgen.card.faces", "deckgen.press.imposition.impose", "deckgen.press.pdf.writer", "uharfbuzz")
"""What most steps use: imported first, so that no worker has to do it again."""
_CARDS, _PRESS, _PLAY = "-cards-{paper}.pdf", "-press.pdf", "-play.html"  # how names of files end

Files = Iterator[tuple[str, bytes] | Problem]
"""Names and contents of files, and errors that leave the files as they are, such as an audit that failed."""


@record
class Job:
    """A set of decks, and how to print it: plain data, which another process can use.

    Files go into ``folder``, a path within ``out``; "" is ``out`` itself. ``references`` are the reference cards,
    ``colophon`` is the card that describes each deck: whether to print them. ``site``: where the code on it leads.
    """

    decks: Sequence[Deck]
    paper: str
    out: Path
    folder: str = ""
    references: bool = True
    colophon: bool = False
    site: str = ""


class Step(NamedTuple):
    """Makes some files of a set: called with the job, and with a deck if it ``makes_each`` deck's files.

    ``seconds`` is roughly how long it takes; ``message`` reports it, with the ``number`` of the deck and
    the count ``of`` decks.
    """

    make: Callable[..., Files]
    makes_each: bool
    seconds: float
    message: str = ""

    def tasks(self, job: Job) -> Iterator[Task]:
        """Yield the tasks of this step for a set of decks: one, or one per deck."""
        if not self.makes_each:
            yield Task(partial(_in_folder, job.folder, self.make, job), self.seconds, self.message)
            return
        for deck in job.decks:
            message = self.message.format(number=deck.data.number, of=deck.data.of)
            yield Task(partial(_in_folder, job.folder, self.make, job, deck), self.seconds, message)


def _in_folder(folder: str, make: Callable[..., Files], *values: object) -> Files:
    """Yield what ``make(*values)`` yields, files with the folder before their names."""
    for product in make(*values):
        yield (product if isinstance(product, Problem) or not folder else (f"{folder}/{product[0]}", product[1]))


@record
class Built:
    """All ``files`` of a build, its ``errors``, and the files of the first deck to open first.

    These are ``cards`` to print at home, ``press`` to send to a print shop, ``play`` to open in a browser.
    ``paper`` is the paper's title. ``rules_cards`` are how many of the last cards are not of the deck: reference
    cards and a colophon. ``unbuilt_decks`` are names of the game's other decks.
    """

    files: Sequence[Path]
    errors: Sequence[Problem]
    cards: Path
    press: Path
    play: Path
    paper: str
    rules_cards: int
    unbuilt_decks: Sequence[str] = ()


def build(
    game: Game,
    names: Sequence[str],
    selection: DeckSelection,
    paper: str,
    out: Path,
    progress: Progress,
    *,
    references: bool = True,
    colophon: bool = False,
    site: str = "",
    jobs: int | None = None,
) -> Built:
    """Make all files of decks and game, or none on an exception, in ``jobs`` processes (see ``run_tasks``).

    ``names`` are decks: none for the main one, "all" for all; several have a folder each. Raises PressError
    at once if the paper is too small for all.
    """
    from deckgen.draw.paper import check_paper_size, find_paper
    from deckgen.sheet import FILE

    specs = find_specs(game.data, names)
    check_paper_size(paper, "all that a build makes")
    tasks: list[Task] = []
    folders = {spec.name: spec.name if len(specs) > 1 else "" for spec in specs}
    folder = out / folders[specs[0].name]
    stem = f"{set_stem(game.name, specs[0].name, selection.seed)}-{next(iter(selection.numbers), 1)}"
    cards, press, play = (folder / f"{stem}{suffix}" for suffix in (_CARDS.format(paper=paper), _PRESS, _PLAY))
    for spec in specs:
        decks = deal(game.data, spec, selection, progress)
        job = Job(decks, paper, out, folders[spec.name], references, colophon, site)
        decks[0].layout()  # workers share what is read before they start
        tasks += (task for step in STEPS for task in step.tasks(job))
    if (game.data.folder / FILE).is_file():
        tasks.append(Task(partial(_sheet, game, paper, play.relative_to(out).as_posix()), 0.7))
    if game.data.tokens:
        tasks.append(Task(partial(_tokens, game, paper), 0.1))
    if game.data.rules.screen:
        tasks.append(Task(partial(_screen, game, specs[0].name, paper), 0.5))
    if game.data.rulings:
        tasks.append(Task(partial(_rulings, game, paper), 0.1))
    written, errors = write_all(tasks, out, jobs, progress)
    unbuilt = [name for name in game.decks if name not in folders]
    rules_cards = int(colophon) + (len(game.data.reference_cards_for(specs[0])) if references else 0)
    return Built(written, errors, cards, press, play, find_paper(paper).title, rules_cards, unbuilt)


def write_all(
    tasks: Sequence[Task], out: Path, jobs: int | None, progress: Progress
) -> tuple[list[Path], list[Problem]]:
    """Write the files of tasks, or none on an exception, in ``jobs`` processes; return their paths, and the errors."""
    written: list[Path] = []
    errors: list[Problem] = []
    for module in _SHARED:
        import_module(module)
    with atomic_folder(out) as stage, closing(run_tasks(tasks, stage, jobs, progress)) as outputs:
        for names, problems in outputs:
            written += (out / name for name in names)
            errors += problems
    return sorted(written), errors


def _decks(job: Job) -> Files:
    """Yield the deck.json of each deck."""
    for deck in job.decks:
        yield f"{deck.stem}.json", deck.to_json()


def _cards(job: Job, deck: Deck) -> Files:
    """Yield a deck's PDFs for printing at home and on a press, and its page for playing."""
    from deckgen.press.target import load_target

    layout = deck.layout()
    options = print_options(deck.title, deck.game.language, footer=deck.footer, paper=job.paper)
    summary = deck.audit().summary if job.colophon else None
    faces = deck.faces(layout, references=job.references, colophon=summary, site=job.site)
    for target, suffix in (("home", _CARDS.format(paper=job.paper)), ("press", _PRESS)):
        cards = Cards(deck.data, deck.stem, deck.title, faces, load_target(target), options, deck.describe)
        try:
            yield f"{deck.stem}{suffix}", cards.pdf()
        except PressError as error:  # a picture that no print shop takes is no reason not to play
            if target != "press":
                raise
            yield from error.problems
    yield from deck.play_page(layout, faces=faces).files()


def _table(job: Job, deck: Deck) -> Files:
    if deck.spec.is_dealt:
        yield from deck.table(job.paper).files()


def _odds(job: Job, deck: Deck) -> Files:
    if deck.spec.is_dealt:
        yield from deck.odds(job.paper).files()


def _audit(job: Job) -> Files:
    """Yield the certificate of all decks in three formats, where something is dealt, and an error if the audit failed."""
    first = job.decks[0]
    audit = audit_decks([deck.data for deck in job.decks], first.game)
    certificate = audit.certificate(job.paper, first.title)
    yield from certificate.files("text", "json", *(("pdf",) if first.spec.is_dealt else ()))
    if not audit.passed:
        yield not_passed(str(job.out / job.folder / certificate.file_names["text"]))


def _map(job: Job) -> Files:
    """Yield the card map of the first deck."""
    yield from job.decks[0].card_map(paper=job.paper).files()


def _examples(job: Job) -> Files:
    """Yield the examples of the first deck, if there are any."""
    if job.decks[0].has_examples:
        yield from job.decks[0].examples(paper=job.paper).files()


def _sheet(game: Game, paper: str, play: str) -> Files:
    """Yield the game's sheet, not filled in, for paper and for the screen; ``play``: where the play page is."""
    yield from game.sheet(paper).fill(table=play).files("pdf", "html")


def _tokens(game: Game, paper: str) -> Files:
    yield from game.tokens(paper=paper).files()


def _rulings(game: Game, paper: str) -> Files:
    yield from game.rulings(paper=paper).files("pdf")


def _screen(game: Game, deck: str, paper: str) -> Files:
    yield from game.screen(deck, paper=paper).files()


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
