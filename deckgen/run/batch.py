"""A print run: many decks of which no two cards are alike, with their files, and a manifest of all."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator
from contextlib import closing
from functools import partial
from pathlib import Path

from deckgen.errors import DeckError, DeckgenError, Fault
from deckgen.files import new_folder, write_whole
from deckgen.run.decks import Progress
from deckgen.run.documents import not_passed
from deckgen.run.journal import Journal, check_facts, write_journal
from deckgen.run.making import Made, Order, Workshop, make
from deckgen.run.manifest import (
    JOURNAL,
    MANIFEST,
    TOLD,
    Line,
    changed,
    check_place,
    read_manifest,
    write_manifest,
)
from deckgen.run.uniqueness import Uniqueness, digests, texts_of
from deckgen.run.workers import settle, spread
from deckgen.staging import sweep


class Batch:
    """The decks of an order on their way into a folder, and what is known of all of them.

    ``note`` is told what is doubtful. Raises DeckgenError if the order names what is not there.
    """

    def __init__(self, order: Order, folder: Path, progress: Progress, note: Callable[[str], None]) -> None:
        self._workshop = Workshop(order)
        self.order = self._workshop.order
        self.folder, self._progress, self._note = folder, progress, note
        self.manifest = folder / MANIFEST
        self.done = 0
        """How many decks are there with all their files."""
        self._failed: list[int] = []
        self._unique = Uniqueness(self.order.count, self._workshop.spec.size)

    @property
    def standing(self) -> Fault:
        """How many decks are done, and how to go on after a break."""
        what = f"{self.done} of {self.order.count} decks are done"
        return Fault(str(self.folder), None, "", what, "the same command goes on from there")

    def make(self, *, jobs: int = 1, scheduler: str | None = None) -> None:
        """Make what is not there yet, in so many processes or on a cluster, and then the manifest.

        Raises DeckgenError if the folder holds another run, or if something cannot be made or written. What is done
        is kept then, and the next call goes on from there.
        """
        for doubt in self._workshop.doubts():
            self._note(f"warning: {doubt}")
        try:
            with new_folder(self.folder):
                if not self._finished():
                    self._go_on(jobs, scheduler)
        except DeckgenError as error:
            if not self.done:
                raise
            raise type(error)([*error.faults, self.standing]) from error

    def _finished(self) -> bool:
        """Whether an earlier call has made all there is; a journal of what it made, if some of it is gone."""
        for name in (JOURNAL, MANIFEST):
            check_place(self.folder / name)
        if (self.folder / JOURNAL).exists() or not self.manifest.exists():
            return False
        found = read_manifest(self.manifest)
        check_facts(found.facts, self._workshop.facts, self.manifest)
        if all(self._is_there(line) for line in found.lines):
            return True
        write_journal(self.folder, self._workshop.facts, found.lines)
        self.manifest.unlink()
        return False

    def _go_on(self, jobs: int, scheduler: str | None) -> None:
        self.done, self._failed = 0, []
        with Journal(self.folder, self._workshop.facts, self._note) as journal:
            sweep(self.folder)
            try:
                for number in journal.numbers:
                    if not self._is_there(journal.line(number)):
                        journal.forget(number)
                with closing(self._made(journal, jobs, scheduler)) as some:  # whatever happens, workers end
                    for made in some:
                        self._add(made, journal)
                write_manifest(self.manifest, journal.facts, journal.lines)
                journal.remove()
            finally:
                if not len(journal):
                    journal.remove()

    def _is_there(self, line: Line) -> bool:
        """Whether all files of a deck are as they were made, which then counts as done."""
        if any(changed(self.folder / name, wanted) for name, wanted in line["files"].items()):
            return False
        spec = self._workshop.spec
        try:
            found = digests(texts_of(self.folder / str(line["file"]), spec), spec)
        except DeckError:  # the hash of something else, by whoever wrote the manifest
            return False
        self._note_down(line, found)
        self._progress(f"reading deck {self.done} of {self.order.count}")
        return True

    def _made(self, journal: Journal, jobs: int, scheduler: str | None) -> Generator[Made]:
        """The decks that are not there, in any order."""
        known = set(journal.numbers)
        left = array("l", (n for n in range(1, self.order.count + 1) if n not in known))
        if left:
            self._workshop.try_out()
        # The first is made here: what is wrong is told once, and a game without a lock file is solved once.
        yield from map(self._workshop.made, left[:1])
        settle()
        if scheduler is None and jobs == 1:
            yield from map(self._workshop.made, left[1:])
        else:
            yield from spread(partial(make, self.order), left[1:], jobs=jobs, scheduler=scheduler)

    def _add(self, made: Made, journal: Journal) -> None:
        for name, content in made.files.items():
            check_place(self.folder / name)
            write_whole(self.folder / name, content)
        journal.add(made.line)
        self._note_down(made.line, made.digests)
        self._progress(f"deck {self.done} of {self.order.count}")

    def _note_down(self, line: Line, found: bytes) -> None:
        number = int(line["number"])
        self._unique.add(number, found)
        if not line["audit_passed"]:
            self._failed.append(number)
        self.done += 1

    def _file(self, number: int) -> Path:
        return self.folder / f"{self._workshop.stem}-{number}.json"

    def check(self) -> None:
        """Raise DeckError if two cards are equal, or an audit is not passed."""
        faults = [not_passed(str(self._file(number))) for number in sorted(self._failed)[:TOLD]]
        faults += self._unique.faults(self._file, self._workshop.spec)
        if faults:
            raise DeckError(faults)
