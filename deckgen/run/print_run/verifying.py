"""Verification of a run: its files match its manifest, its decks their seed, its prints their targets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from deckgen.deck.audit.verification import verify
from deckgen.deck.cards import read_deck
from deckgen.errors import DeckError, DeckgenError, Problem
from deckgen.game import shipped_games
from deckgen.game.values import json_text
from deckgen.library.audits import not_passed
from deckgen.library.documents import Progress
from deckgen.records import record
from deckgen.run.print_run.making import CERTIFICATES, RunSpec, deck_maker, make
from deckgen.run.print_run.manifest import (
    AGAIN,
    MANIFEST,
    UNFINISHED,
    DeckEntry,
    Manifest,
    Run,
    check_facts,
    check_hash,
    read_run,
)
from deckgen.run.print_run.uniqueness import Uniqueness
from deckgen.run.print_run.workers import map_decks

_AWAY = "take it away: it would be sent along with the run"
_DECKS_ONLY = "verify it where it was made, or its decks alone with --decks-only"


@record
class Verified:
    """A verified run, how many files it lists, and all its problems."""

    run: Run
    files: int
    problems: Sequence[Problem]


def check_deck(run_spec: RunSpec, folder: Path, entry: DeckEntry) -> tuple[int, Sequence[Problem], bytes]:
    """Make a deck again; return its number, all that differs, and its cards' digests (see ``uniqueness``).

    The digests are empty if the deck.json is not the run's. Raises DeckgenError as ``make`` does.
    """
    made_deck = make(run_spec, entry["number"])
    hashes, manifest, place = entry["files"], str(folder / MANIFEST), f"decks[{entry['number'] - 1}]"
    problems = [problem for name in hashes if (problem := check_hash(folder / name, hashes[name]))]
    spoiled = {problem.file for problem in problems}
    for name, expected_hash in made_deck.entry["files"].items():
        path = folder / name
        if name not in hashes:
            problems.append(Problem(manifest, None, f"{place}.files", f"has no {name}", AGAIN))
        elif hashes[name] == expected_hash or str(path) in spoiled:
            continue
        elif name == made_deck.entry["file"]:
            problems += _differing(path, run_spec, entry["number"])
        else:
            message = "is not what the run prints: made again, it has other bytes"
            problems.append(Problem(str(path), None, "", message, AGAIN))
    deck_file = made_deck.entry["file"]
    is_true = hashes.get(deck_file) == made_deck.entry["files"][deck_file] and str(folder / deck_file) not in spoiled
    if is_true:
        wrong = [
            key for key in sorted({*entry, *made_deck.entry} - {"files"}) if entry.get(key) != made_deck.entry.get(key)
        ]
        problems += [Problem(manifest, None, f"{place}.{key}", "is not that of the deck", AGAIN) for key in wrong]
    if not entry["audit_passed"]:
        problems.append(not_passed(str(folder / deck_file)))
    return entry["number"], problems, made_deck.digests if is_true else b""


def _differing(path: Path, run_spec: RunSpec, number: int) -> Sequence[Problem]:
    """Return problems: how a deck with the manifest's hash differs from what its seed deals."""
    try:
        problems = verify(read_deck(path), deck_maker(run_spec).game)
    except DeckgenError as error:
        return error.problems
    remedy = "make the run again in another folder"
    return problems or [Problem(str(path), None, "", f"is not deck {number} of the run's seed", remedy)]


def verify_run(
    folder: Path, game_folder: str | None, jobs: int, progress: Progress, *, decks_only: bool = False
) -> Verified:
    """Make a run again, or only its decks, and compare all files. Raises DeckError if that cannot be done here."""
    run = read_run(folder, game_folder, check_files=False)
    facts, count, rulings = run.facts, len(run.manifest.entries), tuple(run.game.changed_rulings.items())
    game_name = run.game.id if run.game.id in shipped_games() else str(run.game.folder)
    hero = json_text(hero) if (hero := facts["made"].get("hero")) else ""
    run_spec = RunSpec(game_folder or game_name, run.spec.name, str(facts["seed"]), count, rulings=rulings, hero=hero)
    if not decks_only:
        run_spec = _printing(run_spec, run.manifest)
    maker = deck_maker(run_spec)
    if not decks_only:
        check_facts(run.facts, maker.facts, run.manifest.path, _DECKS_ONLY)
    lines, wrong = run.manifest.entries, dict[int, Sequence[Problem]]()
    unique = Uniqueness(len(lines), run.spec.size)
    with closing(map_decks(partial(check_deck, maker.run_spec, folder), lines, jobs=jobs)) as results:
        for count, (number, problems_of_deck, digests) in enumerate(results, 1):
            unique.add(number, digests)
            wrong[number] = problems_of_deck
            progress(f"verifying deck {count} of {len(lines)}")
    problems = [problem for number in sorted(wrong) for problem in wrong[number]]
    problems += unique.problems(lambda number: folder / str(lines[number - 1]["file"]), run.spec)
    return Verified(run, sum(len(entry["files"]) for entry in lines), [*problems, *_odd_files(run, maker.stem)])


def _printing(run_spec: RunSpec, manifest: Manifest) -> RunSpec:
    """Return the spec with the manifest's options of printing. Raises DeckError unless all targets are shipped.

    A layout that is not shipped is left out, as a manifest must not name files of this machine.
    """
    from deckgen.card.layout import layout_names
    from deckgen.press.target import target_names

    match manifest.facts["made"]:
        case {
            "targets": [*targets], "layout": None | str() as layout, "paper": None | str() as paper, "language": str(language),
            "certificate": None | "pdf" | "json" | "text" as certificate, "colophon_card": bool(colophon_card), **more,
        } if all(target in target_names() for target in targets):  # fmt: skip
            return replace(
                run_spec,
                targets=tuple(targets),
                layout=layout if layout in layout_names() else None,
                paper=paper or "",
                language=language,
                certificate=certificate,
                colophon_card=colophon_card,
                site=str(more.get("site", "")),
                own_backs=more.get("own_backs") is True,
            )
    message = "was printed with what does not ship with deckgen"
    raise DeckError(Problem(str(manifest.path), None, "made", message, _DECKS_ONLY))


def _odd_files(run: Run, stem: str) -> Iterator[Problem]:
    """Yield a problem for each listed file that no run makes, and each unlisted one named like the run's."""
    targets: Any = run.facts["made"].get("targets")
    if not isinstance(targets, list):  # as a stranger may write
        targets = []
    endings = {".json", *(f"-audit.{ending}" for ending in CERTIFICATES.values())}
    endings |= {f"-{target}.{kind}" for target in targets for kind in ("pdf", "zip")}
    named = {name: entry["number"] for entry in run.manifest.entries for name in entry["files"]}
    for name, number in named.items():
        if name.removeprefix(f"{stem}-{number}") not in endings:
            yield Problem(str(run.folder / name), None, "", "is no file that this run makes", _AWAY)
    for path in sorted(run.folder.iterdir()):
        if path.name.lstrip(".").startswith((f"{stem}-", UNFINISHED)) and path.name not in named:
            yield Problem(str(path), None, "", "is not in the manifest", _AWAY)
