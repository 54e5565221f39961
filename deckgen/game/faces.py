"""The cards of a deck in the order of impulse: jokers, suits and ranks, or plain numbers."""

from __future__ import annotations

import re

from deckgen.errors import Faults
from deckgen.game.model import Face
from deckgen.sources import Spot

SMALLEST, LARGEST = 20, 200
"""Deck sizes, in cards: fewer cannot carry the odds of dice, more cannot be shuffled."""

_RANGE = re.compile(r"(\d{1,3})\.\.(\d{1,3})\Z")


def faces(spot: Spot, faults: Faults) -> tuple[Face, ...] | None:
    """The faces that a deck's ``cards`` describe; None with faults added if they make no deck.

    Impulse order: low jokers, then (rank − 1) · suits + suit, then high jokers.
    """
    given = spot.value
    low, high = (
        [Face("joker", None, name) for name in given.get(key, ())] for key in ("low_jokers", "high_jokers")
    )
    plain = _plain(spot, faults)
    if plain is None:
        return None
    made = (*low, *plain, *high)
    if not SMALLEST <= len(made) <= LARGEST:
        spot.blame(faults, f"the deck has {len(made)} cards", f"a deck has {SMALLEST} to {LARGEST} cards")
        return None
    names = [face.name for face in made]
    if twice := next((name for name in names if names.count(name) > 1), None):
        spot.blame(faults, f'two cards are called "{twice}"', "give every card a name of its own")
        return None
    return made


def _plain(spot: Spot, faults: Faults) -> list[Face] | None:
    """All cards that are no jokers."""
    given = spot.value
    if "numbered" in given and not {"suits", "ranks"} & given.keys():
        return [Face(str(n), None, str(n)) for n in range(1, given["numbered"] + 1)]
    if "numbered" in given or not {"suits", "ranks"} <= given.keys():
        remedy = "give suits and ranks, or instead of them numbered: a number of cards"
        spot.blame(faults, "it is not clear which cards these are", remedy)
        return None
    ranks = [rank for entry in spot.at("ranks").items() for rank in _ranks(entry.value)]
    labels = [label for label, _ in ranks]
    if twice := next((label for label in labels if labels.count(label) > 1 or label == "joker"), None):
        what = "joker is no rank" if twice == "joker" else f"the rank {twice} stands twice"
        spot.at("ranks").blame(faults, what, "name jokers under low_jokers and high_jokers, every rank once")
        return None
    return [Face(label, suit, f"{spoken} of {suit}") for label, spoken in ranks for suit in given["suits"]]


def _ranks(entry: str | int | dict[str, str]) -> list[tuple[str, str]]:
    """Labels and spoken names of one entry: ``7``, ``2..10`` or ``{K: king}``."""
    if isinstance(entry, dict):
        return list(entry.items())
    if ends := _RANGE.match(str(entry)):
        first, last = (int(end) for end in ends.groups())
        return [(str(n), str(n)) for n in range(first, last + 1)]
    return [(str(entry), str(entry))]
