"""Whether a deck is of a game, and is what its seed deals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckgen.deck.cards import Deck, DeckFacts, DeckFile
from deckgen.errors import DeckError, Problem
from deckgen.game.model import DeckSpec, Game
from deckgen.game.values import to_json

if TYPE_CHECKING:
    from deckgen.deck.solve.store import Progress


def spec_of(deck: DeckFacts, game: Game, path: Path) -> DeckSpec:
    """The spec in ``game`` that the deck was dealt from.

    Raises DeckError if the deck is another game's or was dealt from other data.
    """
    name = str(path)
    if deck.game != game.id:
        what = f"was dealt by the game {deck.game}, not {game.id}"
        raise DeckError(Problem(name, None, "game", what, "name its game's folder with --game"))
    try:
        spec = game.deck(deck.deck)
    except KeyError:
        known = ", ".join(d.name for d in game.decks)
        what = f"{game.id} has no deck {deck.deck!r}"
        raise DeckError(Problem(name, None, "deck", what, f"it has {known}")) from None
    if deck.spec_sha256 != spec.sha256:
        what = f"was dealt from other data than {game.id} has now"
        raise DeckError(Problem(name, None, "spec_sha256", what, "generate it again"))
    return spec


def deck_of(file: DeckFile, game: Game) -> Deck:
    """The deck in a file. Raises DeckError if it is not of this game, or has cards that the game cannot have."""
    return file.check_against(spec_of(file, game, file.path))


def verify(file: DeckFile, game: Game, progress: Progress | None = None) -> list[Problem]:
    """Deal the deck again from its seed; one problem for every place where the file differs, none if it is true.

    Raises DeckError if the game is not the one that the deck was dealt from.
    """
    from deckgen.deck.deal.generator import generate  # noqa: PLC0415 (numpy, which checking a shape does without)

    spec = spec_of(file, game, file.path)
    file.check_against(spec)  # raises if the cards are not of the game
    true = generate(game, spec, file.seed, file.number, file.of, progress)
    problems = []
    if file.generator != true.generator and not _is_earlier(file.generator, true.generator):
        problems.append(_differs(file.path, "generator", file.generator, true.generator))
    if file.draw != true.draw:
        problems.append(_differs(file.path, "draw", file.draw, true.draw))
    for (face, sections), fresh in zip(file.cards, true.cards, strict=True):
        card = f"card {fresh.impulse}"
        for where, had, wanted in _differences(sections, to_json(fresh.sections), ""):
            problems.append(_differs(file.path, f"{card} ({fresh.face.name}){where}", had, wanted))
        if face != fresh.face:
            problems.append(_differs(file.path, f"{card}, poker", face.name, fresh.face.name))
    return problems


def _is_earlier(generator: str, own: str) -> bool:
    """Whether a deck says that an earlier deckgen dealt it, which may have dealt the same."""
    releases = [re.fullmatch(r"deckgen (\d{1,4})\.(\d{1,4})\.(\d{1,4})", each) for each in (generator, own)]
    numbers = [tuple(map(int, found.groups())) for found in releases if found]
    return len(numbers) == 2 and numbers[0] < numbers[1]


def _differs(path: Path, where: str, had: Any, wanted: Any) -> Problem:
    what = f"is {had!r}, its seed deals {wanted!r}"
    return Problem(str(path), None, where, what, "the deck was changed, or dealt by another deckgen")


def _differences(had: Any, wanted: Any, where: str) -> Iterator[tuple[str, Any, Any]]:
    """Where two values differ, as deep as possible; rows of lists count from 1, as on the card."""
    if isinstance(had, dict) and isinstance(wanted, dict):
        for key in sorted({*had, *wanted}):
            yield from _differences(had.get(key), wanted.get(key), f"{where}, {key}")
    elif isinstance(had, list) and isinstance(wanted, list) and len(had) == len(wanted):
        for i, (one, other) in enumerate(zip(had, wanted, strict=True), start=1):
            yield from _differences(one, other, f"{where} {i}")
    elif had != wanted or type(had) is not type(wanted):
        yield where, had, wanted
