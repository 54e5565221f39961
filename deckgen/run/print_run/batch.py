"""A print run in the making: many decks without equal cards, their files, and a manifest of all."""

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
from deckgen.run.print_run.making import MadeDeck, RunSpec, deck_maker, make
from deckgen.run.print_run.manifest import (
    MANIFEST,
    MAX_REPORTED,
    UNFINISHED,
    DeckEntry,
    check_facts,
    check_hash,
    check_place,
    is_entry,
    read_manifest,
    write_manifest,
)
from deckgen.run.print_run.uniqueness import Uniqueness, digests, read_texts
from deckgen.run.print_run.workers import map_decks
from deckgen.staging import is_same_file, sweep, try_lock

_TRIES = 20  # to lock a folder: the workers of a batch that was killed have it for moments
_OTHERWISE = "choose another folder with -o, or empty this one"


class Batch:
    """The decks of a run that are made in a folder, and the data of all of them.

    ``note`` gets warnings. Raises DeckgenError for unknown names in the spec.
    """

    def __init__(self, run_spec: RunSpec, folder: Path, progress: Progress, note: Callable[[str], None]) -> None:
        self._deck_maker = deck_maker(run_spec)
        self.run_spec = self._deck_maker.run_spec
        self.folder, self._progress, self._note = folder, progress, note
        self.manifest = folder / MANIFEST
        self.done_count = 0
        """How many decks are there with all their files."""
        self._failed: list[int] = []
        self._unique = Uniqueness(self.run_spec.count, self._deck_maker.spec.size)

    @property
    def progress_problem(self) -> Problem:
        """A problem that reports how many decks are done, and how to continue after a break."""
        message = f"{self.done_count} of {self.run_spec.count} decks are done"
        remedy = f"run the same command to continue, with --seed {shlex.quote(self.run_spec.seed)}"
        return Problem(str(self.folder), None, "", message, remedy)

    def make(self, *, jobs: int = 1, scheduler: str | None = None) -> None:
        """Make the missing files in ``jobs`` processes or on a cluster, then the manifest.

        Raises DeckgenError if the folder holds another run, or if a file cannot be made or written. Finished
        decks stay, and the next call continues from there.
        """
        for warning in self._deck_maker.warnings():
            self._note(f"warning: {warning}")
        try:
            with new_folder(self.folder), _locked_journal(self.folder) as file:
                self._make_missing(file, jobs, scheduler)
        except DeckgenError as error:
            if not self.done_count:
                raise
            raise type(error)([*error.problems, self.progress_problem]) from error

    def _make_missing(self, file: FileIO, jobs: int, scheduler: str | None) -> None:
        """Make the decks that are not complete, then the manifest, and empty the journal ``file``; count all decks."""
        facts = self._deck_maker.facts
        known_entries = {**self._finished(), **_read_journal(file, facts)}
        self.done_count, self._failed = 0, []
        try:
            sweep(self.folder)
            lines = {
                number: known_entries[number]
                for number in sorted(known_entries)
                if self._is_complete(known_entries[number])
            }
            left = [number for number in range(1, self.run_spec.count + 1) if number not in lines]
            if left:
                self._deck_maker.check_last_deck()
            call = partial(make if scheduler is not None else partial(_make_in, self.folder), self.run_spec)
            with closing(map_decks(call, left, jobs=jobs, scheduler=scheduler)) as decks:
                for made_deck in decks:
                    _write_deck(self.folder, made_deck)
                    _append_entry(file, made_deck.entry)
                    lines[made_deck.entry["number"]] = made_deck.entry
                    self._count_deck(made_deck.entry, made_deck.digests)
                    self._progress(f"deck {self.done_count} of {self.run_spec.count}")
            write_manifest(self.manifest, facts, [lines[number] for number in sorted(lines)])
        except BaseException:
            sweep(self.folder)  # what processes that were ended have left
            if not self.done_count:
                file.truncate(0)
            raise
        file.truncate(0)

    def _finished(self) -> Mapping[int, DeckEntry]:
        """Return the entries of a finished manifest, if any, by number. Raises DeckError if it is another run's."""
        check_place(self.manifest)
        if not self.manifest.exists():
            return {}
        manifest = read_manifest(self.manifest)
        check_facts(manifest.facts, self._deck_maker.facts, self.manifest, _OTHERWISE)
        return {line["number"]: line for line in manifest.entries}

    def _is_complete(self, entry: DeckEntry) -> bool:
        """Return whether all files of a deck are there, unchanged and its own; if so, count it as done."""
        if any(check_hash(self.folder / name, expected_hash) for name, expected_hash in entry["files"].items()):
            return False
        spec = self._deck_maker.spec
        try:
            card_digests = digests(read_texts(self.folder / str(entry["file"]), spec), spec)
        except DeckError:  # a forged manifest may have the hash of something else
            return False
        self._count_deck(entry, card_digests)
        self._progress(f"reading deck {self.done_count} of {self.run_spec.count}")
        return True

    def _count_deck(self, entry: DeckEntry, card_digests: bytes) -> None:
        """Count a deck as done, and record its digests, and a failed audit."""
        number = int(entry["number"])
        self._unique.add(number, card_digests)
        if not entry["audit_passed"]:
            self._failed.append(number)
        self.done_count += 1

    def _file(self, number: int) -> Path:
        """Return the path of the deck.json of deck ``number``."""
        return self.folder / f"{self._deck_maker.stem}-{number}.json"

    def check(self) -> None:
        """Raise DeckError if two cards are equal, or an audit failed."""
        problems = [not_passed(str(self._file(number))) for number in sorted(self._failed)[:MAX_REPORTED]]
        problems += self._unique.problems(self._file, self._deck_maker.spec)
        if problems:
            raise DeckError(problems)


def _make_in(folder: Path, run_spec: RunSpec, number: int) -> MadeDeck:
    """Make a deck and write its files here; return it without them, as a process must not send much."""
    return _write_deck(folder, make(run_spec, number))


def _write_deck(folder: Path, made_deck: MadeDeck) -> MadeDeck:
    """Write the files of a deck into a folder; return it without them. Raises DeckgenError."""
    for name, content in made_deck.files.items():
        check_place(folder / name)
        write_atomic(folder / name, content)
    return replace(made_deck, files={})


@contextmanager
def _locked_journal(folder: Path) -> Iterator[FileIO]:
    """Yield the unfinished manifest of a folder, locked; remove it at the end if it is empty.

    Raises DeckError if another process works there, DeckgenError if it cannot be written.
    """
    path = folder / UNFINISHED
    for _ in range(_TRIES):
        check_place(path, MANIFEST_LIMIT)
        with wrap_write_error(path):
            file = FileIO(path, "a+")
        with file:
            # where files cannot be locked, two runs of the same spec write the same bytes
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


def _read_journal(file: FileIO, facts: Mapping[str, Any]) -> Mapping[int, DeckEntry]:
    """Return the entries of decks by number, the last of each; cut the file at its first damaged line.

    If nothing is left, write the facts. Raises DeckError if the file is of a run with other facts.
    """
    path = Path(str(file.name))
    lines: dict[int, DeckEntry] = {}
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
            elif is_entry(line) and line["number"] <= facts["count"]:
                lines[line["number"]] = line
            else:
                break
            end += len(text)
        file.truncate(end)
    if end == 0:
        _append_entry(file, facts)
    return lines


def _append_entry(file: FileIO, line: Mapping[str, Any]) -> None:
    """Append a line of JSON to the journal. Raises DeckgenError."""
    with wrap_write_error(Path(str(file.name))):
        file.write(canonical_json(line))
