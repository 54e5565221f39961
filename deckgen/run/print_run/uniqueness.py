"""A check that no two cards of a run are equal: by eight bytes per card, then in full."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import groupby, islice
from pathlib import Path

import numpy as np

from deckgen.deck.cards import read_deck
from deckgen.errors import DeckError, Problem
from deckgen.game.model import DeckSpec, FixedSection, GridSection, OrdinalSection, RollsSection
from deckgen.game.values import json_text

_BYTES = 8
_MAX_REPORTED = 20  # equal cards that are named
Place = tuple[int, int]
"""A card of a run: the number of its deck, from 1, and its impulse."""


Texts = Sequence[Mapping[str, str]]
"""By card and section: its value in canonical JSON; see ``Deck.texts``."""


def read_texts(path: Path, spec: DeckSpec) -> Texts:
    """Return the texts of a deck.json by card and section. Raises DeckError if it is no deck of this spec."""
    deck = read_deck(path)
    names = {section.name for section in spec.sections}
    if len(deck.cards) != spec.size or any(names != sections.keys() for _, sections in deck.cards):
        message, remedy = "is not a deck of this run", "make the run again in another folder"
        raise DeckError(Problem(str(path), None, "", message, remedy))
    return [{name: json_text(value) for name, value in sections.items()} for _, sections in deck.cards]


def identity_texts(texts: Texts, spec: DeckSpec) -> list[str]:
    """Return a text per card that must be unique: its dice if the deck has a grid, else all dealt; none if none is."""
    dealt = [section for section in spec.sections if not isinstance(section, FixedSection | OrdinalSection)]
    if any(isinstance(section, GridSection) for section in dealt):
        dealt = [section for section in dealt if isinstance(section, GridSection | RollsSection)]
    names = sorted(section.name for section in dealt)
    return [",".join([card[name] for name in names]) for card in texts] if names else []


def digests(texts: Texts, spec: DeckSpec) -> bytes:
    """Return eight bytes for each card, joined; empty if nothing is dealt."""
    return b"".join(
        blake2b(text.encode(errors="surrogatepass"), digest_size=_BYTES).digest()
        for text in identity_texts(texts, spec)
    )


class Uniqueness:
    """The digests of all cards of ``count`` decks of ``size`` cards: 8 bytes a card, in an array of its final size."""

    def __init__(self, count: int, size: int) -> None:
        self._table = np.zeros((count, size), dtype=np.uint64)
        self._has_digests = np.zeros(count, dtype=bool)

    def add(self, number: int, card_digests: bytes) -> None:
        """Store the digests of deck ``number``, from 1; empty ones are ignored, and the deck is not compared."""
        if card_digests:
            self._table[number - 1] = np.frombuffer(card_digests, dtype=np.uint64)
            self._has_digests[number - 1] = True

    def equal_cards(self, texts_of_deck: Callable[[int], Sequence[str]]) -> Iterator[tuple[Place, Place]]:
        """Yield (card, first card equal to it); ``texts_of_deck`` returns ``identity_texts`` by deck number."""
        numbers = np.flatnonzero(self._has_digests)
        flat = self._table[numbers].ravel()
        size = self._table.shape[1]
        order = np.argsort(flat, kind="stable")
        ordered = flat[order]
        again = np.flatnonzero(ordered[1:] == ordered[:-1]) + 1
        members = np.unique(np.concatenate((again - 1, again)))  # of groups of equal digests, group by group
        for _, group in groupby(members, key=lambda member: ordered[member]):
            first: dict[str, Place] = {}
            for member in group:
                row, impulse = divmod(int(order[member]), size)
                number = int(numbers[row]) + 1
                place = (number, impulse)
                earlier = first.setdefault(texts_of_deck(number)[impulse], place)
                if earlier != place:
                    yield place, earlier

    def problems(self, path: Callable[[int], Path], spec: DeckSpec) -> Iterator[Problem]:
        """Yield a problem for each of the first 20 equal cards; ``path`` returns a deck's file by number."""

        @lru_cache(maxsize=64)
        def texts_of_deck(number: int) -> Sequence[str]:
            return identity_texts(read_texts(path(number), spec), spec)

        remedy = "take another seed or fewer decks: a card of this game has few results for so many"
        for (number, impulse), (first, other_impulse) in islice(self.equal_cards(texts_of_deck), _MAX_REPORTED):
            message = f"its card {impulse} is card {other_impulse} of {path(first).name}"
            yield Problem(str(path(number)), None, "", message, remedy)
