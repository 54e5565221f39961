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


def matching_spec(deck: DeckFacts, game: Game, path: Path) -> DeckSpec:
    """Return the spec in ``game`` that the deck was dealt from.

    Raises DeckError, with ``path`` as the file, if it is of another game or was dealt from other data.
    """
    name = str(path)
    if deck.game != game.id:
        message = f"was dealt by the game {deck.game}, not {game.id}"
        raise DeckError(Problem(name, None, "game", message, "name its game's folder with --game"))
    try:
        spec = game.deck(deck.deck)
    except KeyError:
        deck_names = ", ".join(d.name for d in game.decks)
        message = f"{game.id} has no deck {deck.deck!r}"
        raise DeckError(Problem(name, None, "deck", message, f"it has {deck_names}")) from None
    decisions = {ruling.name: deck.rulings.get(ruling.name, ruling.choices[0].name) for ruling in game.rulings}
    if decisions != {ruling.name: ruling.choice.name for ruling in game.rulings}:
        message = "was dealt by other rulings"
        raise DeckError(Problem(name, None, "rulings", message, "name decks of the same rulings together"))
    if deck.spec_sha256 != spec.sha256:
        message = f"was dealt from other data than {game.id} has now"
        raise DeckError(Problem(name, None, "spec_sha256", message, "generate it again"))
    return spec


def deck_of(file: DeckFile, game: Game) -> Deck:
    """Return the deck in a file. Raises DeckError if it is not of this game or does not fit it."""
    return file.check_against(matching_spec(file, game, file.path))


def verify(file: DeckFile, game: Game, progress: Progress | None = None) -> list[Problem]:
    """Return a problem for every difference of a file from the deck that its seed deals, here dealt again.

    Raises DeckError if the deck was not dealt from this game.
    """
    from deckgen.deck.deal.generator import generate  # noqa: PLC0415 (numpy, which checking a shape does without)

    spec = matching_spec(file, game, file.path)
    file.check_against(spec)  # raises if the cards are not of the game
    true = generate(game, spec, file.seed, file.number, file.of, progress)
    problems = []
    if file.generator != true.generator and not _is_earlier(file.generator, true.generator):
        problems.append(_difference(file.path, "generator", file.generator, true.generator))
    if file.draw != true.draw:
        problems.append(_difference(file.path, "draw", file.draw, true.draw))
    for (face, sections), dealt in zip(file.cards, true.cards, strict=True):
        card = f"card {dealt.impulse}"
        for key_path, actual, expected in _differences(sections, to_json(dealt.sections), ""):
            problems.append(_difference(file.path, f"{card} ({dealt.face.name}){key_path}", actual, expected))
        if face != dealt.face:
            problems.append(_difference(file.path, f"{card}, poker", face.name, dealt.face.name))
    return problems


def _is_earlier(generator: str, current: str) -> bool:
    """Return whether an earlier release of deckgen dealt the deck, which may have dealt the same."""
    releases = [re.fullmatch(r"deckgen (\d{1,4})\.(\d{1,4})\.(\d{1,4})", text) for text in (generator, current)]
    numbers = [tuple(map(int, match.groups())) for match in releases if match]
    return len(numbers) == 2 and numbers[0] < numbers[1]


def _difference(path: Path, key_path: str, actual: Any, expected: Any) -> Problem:
    message = f"is {actual!r}, its seed deals {expected!r}"
    return Problem(str(path), None, key_path, message, "the deck was changed, or dealt by another deckgen")


def _differences(actual: Any, expected: Any, key_path: str) -> Iterator[tuple[str, Any, Any]]:
    """Yield (key path, actual, expected) where two values differ, as deep as possible; list items count from 1."""
    if isinstance(actual, dict) and isinstance(expected, dict):
        for key in sorted({*actual, *expected}):
            yield from _differences(actual.get(key), expected.get(key), f"{key_path}, {key}")
    elif isinstance(actual, list) and isinstance(expected, list) and len(actual) == len(expected):
        for i, (actual_item, expected_item) in enumerate(zip(actual, expected, strict=True), start=1):
            yield from _differences(actual_item, expected_item, f"{key_path} {i}")
    elif actual != expected or type(actual) is not type(expected):
        yield key_path, actual, expected
