"""What is made once of a spec, for all of its decks."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from deckgen.game.model import DeckSpec

_T = TypeVar("_T")
_MOST = 8


def once_a_spec(make: Callable[[DeckSpec], _T]) -> Callable[[DeckSpec], _T]:
    """Make the same of a spec but once; what is made of the last few specs is kept.

    Specs are told apart by what they are, not by what they hold: comparing two takes long.
    """
    kept: dict[int, tuple[DeckSpec, _T]] = {}  # with the spec, so that its id is no other's

    @wraps(make)
    def made(spec: DeckSpec) -> _T:
        if id(spec) not in kept:
            if len(kept) >= _MOST:
                kept.pop(next(iter(kept)))
            kept[id(spec)] = spec, make(spec)
        return kept[id(spec)][1]

    return made
