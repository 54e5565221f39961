"""The journal of a run that is being made: a line for each deck whose files are in place, from which a rerun goes on."""

from __future__ import annotations

import json
import os
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Self

from deckgen.deck.cards import canonical
from deckgen.errors import DeckError, Fault
from deckgen.files import told, whole_file
from deckgen.reading import MANIFEST, check_file, json_of
from deckgen.run.manifest import AGAIN, JOURNAL, TOLD, Line, check_place, is_line, sha256
from deckgen.staging import is_at, lock

_CHECK = 16  # hexadecimal digits of a line's hash, which tells a damaged line
_BEFORE, _AFTER = len(b'{"check":"') + _CHECK + len(b'","of":'), len(b"}\n")
_LONGEST = 1_000_000  # bytes of a line
_NONE = -1


class Journal:
    """The journal in a folder, which is locked while it is open: nobody else makes a run there.

    Its first line is the ``facts`` of the run. Of a deck that has several lines the last counts. A last line
    without an end, as a kill leaves it, is dropped; of any other damaged line ``note`` is told, and its deck is made again.
    Opening it raises DeckError for the journal of another run and for one in use, DeckgenError if it cannot be written.
    """

    def __init__(self, folder: Path, facts: Mapping[str, Any], note: Callable[[str], None]) -> None:
        self.path = folder / JOURNAL
        self.facts, self._note = facts, note
        self._places = array("q", [_NONE]) * (
            int(facts["count"]) + 1
        )  # by number: where a deck's line stands

    def __enter__(self) -> Self:
        check_place(self.path)
        if self.path.exists():
            check_file(self.path, DeckError, MANIFEST, "choose another folder with -o, or empty this one")
        with told(self.path):
            self._writes = _locked(self.path)
            self._reads = self.path.open("rb")
            try:
                self._read()
            except BaseException:
                self.__exit__()
                raise
        return self

    def __exit__(self, *_: object) -> None:
        self._reads.close()
        os.close(self._writes)

    def _read(self) -> None:
        end = damaged = 0
        for row, line in enumerate(iter(partial(self._reads.readline, _LONGEST), b""), 1):
            if not line.endswith(b"\n"):
                break
            body = _checked(line, self.path)
            if row == 1:
                check_facts(body, self.facts, self.path)
            elif not (is_line(body) and body["number"] < len(self._places)):
                damaged += 1
                if damaged > TOLD:
                    what = f"more than {TOLD} lines are damaged"
                    raise DeckError(Fault(str(self.path), row, "", what, AGAIN))
                self._note(f"warning: {self.path}:{row}: the line is damaged; its deck is made again")
            else:
                self._places[body["number"]] = end
            end += len(line)
        os.ftruncate(self._writes, end)
        if not end:
            self._append(self.facts)

    def __len__(self) -> int:
        return len(self._places) - self._places.count(_NONE)

    @property
    def numbers(self) -> Iterator[int]:
        """The numbers of the decks it has."""
        return (number for number, place in enumerate(self._places) if place != _NONE)

    def line(self, number: int) -> Line:
        """The line of a deck that it has."""
        self._reads.seek(self._places[number])
        found: Line = json.loads(self._reads.readline()[_BEFORE:-_AFTER])
        return found

    @property
    def lines(self) -> Iterator[Line]:
        """All lines, deck 1 first."""
        return map(self.line, self.numbers)

    def add(self, line: Line) -> None:
        """Keep the line of a deck. Raises DeckgenError if there is no room; nothing is left of it then."""
        self._places[int(line["number"])] = self._append(line)

    def forget(self, number: int) -> None:
        """Leave out a deck, which is then made again."""
        self._places[number] = _NONE

    def _append(self, body: Mapping[str, Any]) -> int:
        line, place = _line(body), os.fstat(self._writes).st_size
        with told(self.path):
            try:
                while line:
                    line = line[os.write(self._writes, line) :]
            except OSError:
                os.ftruncate(self._writes, place)
                raise
        return place

    def remove(self) -> None:
        """Take it away: all is done, or nothing."""
        self.path.unlink(missing_ok=True)


def write_journal(folder: Path, facts: Mapping[str, Any], lines: Iterable[Line]) -> None:
    """A journal of decks that were made before. Raises DeckgenError if it cannot be written."""
    with whole_file(folder / JOURNAL) as file:
        file.write(_line(facts))
        file.writelines(map(_line, lines))


def check_facts(given: Mapping[str, Any], wanted: Mapping[str, Any], path: Path) -> None:
    """Raise DeckError if a journal or manifest does not say of its run what is wanted of this one."""
    if {key: value for key, value in given.items() if key not in {"decks", "id"}} == wanted:
        return
    keys = ("count", "game", "deck", "seed", "made", "versions")
    groups = (given.get("made"), given.get("versions"))
    if not (all(key in given for key in keys) and all(isinstance(group, dict) for group in groups)):
        what = "does not say which run it is of: it is damaged, or an older deckgen's"
    elif any(given[key] != wanted[key] for key in keys[:4]):
        what = f"is of another batch: {given['count']} decks {given['game']}/{given['deck']}, seed {given['seed']}"
    elif otherwise := "; ".join(_differences(given, wanted)):
        what = f"is of a run that was made otherwise: {otherwise}"
    else:
        what = "is of a run whose game, layout or target has changed since"
    remedy = "choose another folder with -o, or empty this one"
    raise DeckError(Fault(str(path), None, "", what, remedy))


def _differences(given: Mapping[str, Any], wanted: Mapping[str, Any]) -> Iterator[str]:
    """What was asked for then where something else is asked for now; hashes are not told."""
    for group in ("made", "versions"):
        for key in sorted(wanted[group]):
            then, now = given[group].get(key), wanted[group][key]
            if then != now and not key.endswith("sha256"):
                yield f"{key.replace('_', ' ')} {_shown(then)}, not {_shown(now)}"


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value or ("none",))) if isinstance(value, list) else str(value or "none")


def _line(body: Mapping[str, Any]) -> bytes:
    content = canonical(body).rstrip(b"\n")
    return b'{"check":"%b","of":%b}\n' % (sha256(content)[:_CHECK].encode(), content)


def _checked(line: bytes, path: Path) -> Mapping[str, Any]:
    """What a line says; nothing if it is damaged."""
    try:
        body = json_of(line[_BEFORE:-_AFTER], path, DeckError, "")
    except DeckError:
        return {}
    return body if isinstance(body, dict) and _line(body) == line else {}


def _locked(path: Path) -> int:
    """A file that is open to read and to append, and that no other process has. Raises DeckError if one has it."""
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
        # where files cannot be locked, two runs of the same order write the same bytes
        free = lock(file) is not False
        if free and is_at(file, path):
            return file
        os.close(file)  # if it is free, whoever had it took it away in this moment
        if not free:
            what, remedy = "another deckgen batch is at work in this folder", "wait for it, or choose another"
            raise DeckError(Fault(str(path.parent), None, "", what, f"{remedy} with -o"))
