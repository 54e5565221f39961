"""Whether a run's folder holds what its manifest says, and its decks are what their seed deals."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from contextlib import closing
from functools import lru_cache, partial
from pathlib import Path

from deckgen.deck.audit.auditor import audit
from deckgen.deck.audit.verification import verify
from deckgen.deck.cards import read_deck
from deckgen.deck.deal.generator import generate
from deckgen.errors import DeckError, DeckgenError, Fault
from deckgen.reading import DECK, content_of
from deckgen.records import record
from deckgen.run.decks import Progress, set_stem
from deckgen.run.documents import not_passed
from deckgen.run.manifest import AGAIN, JOURNAL, Run, changed, line_of, read_run
from deckgen.run.uniqueness import Uniqueness, digests
from deckgen.run.workers import spread


@record
class RunPlace:
    """Where a run is, and its game if that is not shipped: plain data, for other processes."""

    folder: Path
    game_folder: str | None = None

    def read(self) -> Run:
        """The run. Raises DeckError as ``read_run``; whether files are missing is not asked."""
        return read_run(self.folder, self.game_folder, whole=False)


@record
class Checked:
    """One deck of a run: what is wrong with it, and eight bytes for each card."""

    number: int
    faults: tuple[Fault, ...]
    digests: bytes


@record
class Verified:
    """A run, how many files it has, and what is wrong with it."""

    run: Run
    files: int
    faults: Sequence[Fault]


def check_decks(place: RunPlace, numbers: Sequence[int]) -> list[Checked]:
    """Look at all files of some decks, and deal the decks anew. Raises DeckError as ``read_run``."""
    run = _run(place)
    return [_checked(run, number) for number in numbers]


@lru_cache(maxsize=1)
def _run(place: RunPlace) -> Run:
    return place.read()


def _checked(run: Run, number: int) -> Checked:
    line = run.manifest.lines[number - 1]
    files = {run.folder / name: str(wanted) for name, wanted in line["files"].items()}
    faults = [fault for path, wanted in files.items() if (fault := changed(path, wanted))]
    own, found = run.folder / str(line["file"]), b""
    if str(own) not in {fault.file for fault in faults}:
        true = generate(run.game, run.spec, str(run.facts["seed"]), number, int(run.facts["count"]))
        if content_of(own, DeckError, DECK) == true.to_json():
            found = digests(true.texts, run.spec)
            path, place = str(run.manifest.path), f"decks[{number - 1}]"
            wrong = [
                key for key, value in line_of(true, audit([true], run.game)).items() if line.get(key) != value
            ]
            faults += [Fault(path, None, f"{place}.{key}", "is not that of the deck", AGAIN) for key in wrong]
        else:
            faults += _differing(own, number, run)
    if not line["audit_passed"]:
        faults.append(not_passed(str(own)))
    return Checked(number, tuple(faults), found)


def _differing(path: Path, number: int, run: Run) -> Sequence[Fault]:
    """Where a deck is not what its seed deals, though its file is the one in the manifest."""
    try:
        faults = verify(read_deck(path), run.game)
    except DeckgenError as error:
        return error.faults
    remedy = "make the run again in another folder"
    return faults or [Fault(str(path), None, "", f"is not deck {number} of the run's seed", remedy)]


def verify_run(place: RunPlace, jobs: int, progress: Progress) -> Verified:
    """Check a run whole. Raises DeckError as ``read_run``: for a changed manifest, or another game."""
    run = place.read()
    call = partial(check_decks, place) if jobs > 1 else lambda numbers: [_checked(run, n) for n in numbers]
    count = len(run.manifest.lines)
    unique = Uniqueness(count, run.spec.size)
    wrong: dict[int, tuple[Fault, ...]] = {}
    with closing(spread(call, range(1, count + 1), jobs=jobs)) as some:
        for done, checked in enumerate(some, 1):
            unique.add(checked.number, checked.digests)
            if checked.faults:
                wrong[checked.number] = checked.faults
            progress(f"verifying deck {done} of {count}")
    faults = [fault for number in sorted(wrong) for fault in wrong[number]]
    faults += unique.faults(lambda number: run.folder / str(run.manifest.lines[number - 1]["file"]), run.spec)
    named = {name for line in run.manifest.lines for name in line["files"]}
    return Verified(run, len(named), [*faults, *_beside(run, named)])


def _beside(run: Run, named: Container[str]) -> Iterator[Fault]:
    """The files that are called like those of the run, and are none."""
    stem = set_stem(run.game.id, run.spec.name, str(run.facts["seed"]))
    remedy = "take it away: it would be sent along with the run"
    for path in sorted(run.folder.iterdir()):
        if path.name.lstrip(".").startswith((f"{stem}-", JOURNAL)) and path.name not in named:
            yield Fault(str(path), None, "", "is not in the manifest", remedy)
