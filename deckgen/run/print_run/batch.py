"""A print run: many decks of which no two cards are alike, with their files, and a manifest of all."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from io import BytesIO, FileIO
from os import fstat
from pathlib import Path
from time import sleep
from typing import Any

from deckgen.deck.cards import canonical_json
from deckgen.errors import DeckError, DeckgenError, Problem
from deckgen.files import new_folder, wrap_write_error, write_atomic
from deckgen.library.audits import not_passed
from deckgen.library.documents import Progress
from deckgen.reading import MANIFEST as MANIFEST_LIMIT, parse_json
from deckgen.run.print_run.making import MadeDeck, Order, deck_maker, make
from deckgen.run.print_run.manifest import (
    MANIFEST,
    TOLD,
    UNFINISHED,
    Line,
    changed,
    check_facts,
    check_place,
    is_line,
    read_manifest,
    write_manifest,
)
from deckgen.run.print_run.uniqueness import Uniqueness, digests, texts_of
from deckgen.run.print_run.workers import spread
from deckgen.staging import is_same_file, sweep, try_lock

_TRIES = 20  # to lock a folder: the workers of a batch that was killed have it for moments
_OTHERWISE = "choose another folder with -o, or empty this one"


class Batch:
    """The decks of an order on their way into a folder, and what is known of all of them.

    ``note`` is told what is doubtful. Raises DeckgenError if the order names what is not there.
    """

    def __init__(self, order: Order, folder: Path, progress: Progress, note: Callable[[str], None]) -> None:
        self._workshop = deck_maker(order)
        self.order = self._workshop.spec_of_run
        self.folder, self._progress, self._note = folder, progress, note
        self.manifest = folder / MANIFEST
        self.done_count = 0
        """How many decks are there with all their files."""
        self._failed: list[int] = []
        self._unique = Uniqueness(self.order.count, self._workshop.spec.size)

    @property
    def progress_problem(self) -> Problem:
        """How many decks are done, and how to go on after a break."""
        message = f"{self.done_count} of {self.order.count} decks are done"
        remedy = f"run the same command to continue, with --seed {shlex.quote(self.order.seed)}"
        return Problem(str(self.folder), None, "", message, remedy)

    def make(self, *, jobs: int = 1, scheduler: str | None = None) -> None:
        """Make what is not there yet, in so many processes or on a cluster, and then the manifest.

        Raises DeckgenError if the folder holds another run, or if something cannot be made or written. What is done
        is kept then, and the next call goes on from there.
        """
        for doubt in self._workshop.warnings():
            self._note(f"warning: {doubt}")
        try:
            with new_folder(self.folder), _locked_journal(self.folder) as file:
                self._make_missing(file, jobs, scheduler)
        except DeckgenError as error:
            if not self.done_count:
                raise
            raise type(error)([*error.problems, self.progress_problem]) from error

    def _make_missing(self, file: FileIO, jobs: int, scheduler: str | None) -> None:
        facts = self._workshop.facts
        known_entries = {**self._finished(), **_read_journal(file, facts)}
        self.done_count, self._failed = 0, []
        try:
            sweep(self.folder)
            lines = {
                number: known_entries[number]
                for number in sorted(known_entries)
                if self._is_complete(known_entries[number])
            }
            left = [number for number in range(1, self.order.count + 1) if number not in lines]
            if left:
                self._workshop.check_last_deck()
            call = partial(make if scheduler is not None else partial(_make_in, self.folder), self.order)
            with closing(spread(call, left, jobs=jobs, scheduler=scheduler)) as decks:
                for made_deck in decks:
                    _write_deck(self.folder, made_deck)
                    _append_entry(file, made_deck.entry)
                    lines[made_deck.entry["number"]] = made_deck.entry
                    self._count_deck(made_deck.entry, made_deck.digests)
                    self._progress(f"deck {self.done_count} of {self.order.count}")
            write_manifest(self.manifest, facts, [lines[number] for number in sorted(lines)])
        except BaseException:
            sweep(self.folder)  # what processes that were ended have left
            if not self.done_count:
                file.truncate(0)
            raise
        file.truncate(0)

    def _finished(self) -> Mapping[int, Line]:
        """The decks that an earlier call has made, if it made all."""
        check_place(self.manifest)
        if not self.manifest.exists():
            return {}
        manifest = read_manifest(self.manifest)
        check_facts(manifest.facts, self._workshop.facts, self.manifest, _OTHERWISE)
        return {line["number"]: line for line in manifest.lines}

    def _is_complete(self, line: Line) -> bool:
        """Whether all files of a deck are as they were made, which then counts as done."""
        if any(changed(self.folder / name, expected_hash) for name, expected_hash in line["files"].items()):
            return False
        spec = self._workshop.spec
        try:
            card_digests = digests(texts_of(self.folder / str(line["file"]), spec), spec)
        except DeckError:  # the hash of something else, by whoever wrote the manifest
            return False
        self._count_deck(line, card_digests)
        self._progress(f"reading deck {self.done_count} of {self.order.count}")
        return True

    def _count_deck(self, line: Line, card_digests: bytes) -> None:
        number = int(line["number"])
        self._unique.add(number, card_digests)
        if not line["audit_passed"]:
            self._failed.append(number)
        self.done_count += 1

    def _file(self, number: int) -> Path:
        return self.folder / f"{self._workshop.stem}-{number}.json"

    def check(self) -> None:
        """Raise DeckError if two cards are equal, or an audit is not passed."""
        problems = [not_passed(str(self._file(number))) for number in sorted(self._failed)[:TOLD]]
        problems += self._unique.problems(self._file, self._workshop.spec)
        if problems:
            raise DeckError(problems)


def _make_in(folder: Path, order: Order, number: int) -> MadeDeck:
    """Make a deck and write its files: a process that sends much and is ended meanwhile would be waited for for ever."""
    return _write_deck(folder, make(order, number))


def _write_deck(folder: Path, made_deck: MadeDeck) -> MadeDeck:
    for name, content in made_deck.files.items():
        check_place(folder / name)
        write_atomic(folder / name, content)
    return replace(made_deck, files={})


@contextmanager
def _locked_journal(folder: Path) -> Iterator[FileIO]:
    """The manifest that is being made in a folder, locked; an empty one goes away again.

    Raises DeckError if another process makes one there, DeckgenError if it cannot be written.
    """
    path = folder / UNFINISHED
    for _ in range(_TRIES):
        check_place(path, MANIFEST_LIMIT)
        with wrap_write_error(path):
            file = FileIO(path, "a+")
        with file:
            # where files cannot be locked, two runs of the same order write the same bytes
            if try_lock(file.fileno()) is not False and is_same_file(file.fileno(), path):
                try:
                    yield file
                finally:
                    if not fstat(file.fileno()).st_size:
                        path.unlink()
                return
        sleep(0.1)
    message, remedy = (
        "another deckgen batch is at work in this folder",
        "wait for it, or choose another with -o",
    )
    raise DeckError(Problem(str(folder), None, "", message, remedy))


def _read_journal(file: FileIO, facts: Mapping[str, Any]) -> Mapping[int, Line]:
    """The lines of decks by number, of several the last. The file ends before the first that is damaged, as a kill leaves it.

    Raises DeckError if they are of a run with other facts.
    """
    path = Path(str(file.name))
    lines: dict[int, Line] = {}
    end = 0
    with wrap_write_error(path):
        file.seek(0)
        for text in BytesIO(file.read()):
            if not text.endswith(b"\n"):
                break
            try:
                line = parse_json(text, path, DeckError, "")
            except DeckError:
                line = {}
            if end == 0:
                check_facts(line if isinstance(line, dict) else {}, facts, path, _OTHERWISE)
            elif is_line(line) and line["number"] <= facts["count"]:
                lines[line["number"]] = line
            else:
                break
            end += len(text)
        file.truncate(end)
    if end == 0:
        _append_entry(file, facts)
    return lines


def _append_entry(file: FileIO, line: Mapping[str, Any]) -> None:
    with wrap_write_error(Path(str(file.name))):
        file.write(canonical_json(line))
