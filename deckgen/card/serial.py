"""What text slots can say of a deck: its number in the set, its id, its seed."""

from __future__ import annotations

from collections.abc import Iterator

from deckgen.deck.cards import Deck
from deckgen.draw.fonts import Fonts

DECK_FIELDS = frozenset({"deck", "of", "serial", "id", "seed"})
"""The fields that differ from deck to deck."""
_DIGITS = 12  # of the id
_SEED = 16  # letters of a seed, the last of them "…" if it is longer
_LACKING = "?"


def deck_fields(deck: Deck, fonts: Fonts) -> dict[str, str]:
    """The DECK_FIELDS of a deck. Its seed, which may be any text, is one that every face of a theme can show."""
    return {
        "deck": str(deck.number),
        "of": str(deck.of),
        "serial": serial(deck.number, deck.of),
        "id": short_id(deck.id),
        "seed": printable(deck.seed, fonts),
    }


def serial(number: int, of: int) -> str:
    """The number with as many digits as the last of the set has."""
    return str(number).zfill(len(str(of)))


def short_id(identity: str) -> str:
    """The first digits of a deck's id: one of 2^48."""
    return identity.removeprefix("sha256:")[:_DIGITS]


def printable(seed: str, fonts: Fonts, most: int = _SEED) -> str:
    """A seed of ``most`` letters at most, with others in place of those that some face of a theme lacks."""
    short = seed if len(seed) <= most else seed[: most - 1] + "…"
    return "".join(c if _shown(c, fonts) else _LACKING for c in short)


def _shown(char: str, fonts: Fonts) -> bool:
    """Whether all faces show it, or what stands in for them: the packaged fonts have plain letters, so no file is read for these."""
    plain = char.isascii() and char.isprintable()
    return plain or all(fonts.has(char, face) for face in fonts.files)


def shorter(seed: str) -> Iterator[str]:
    """The seed, and what is left of it when it has to give way, down to a letter."""
    yield seed
    while len(seed) > 1:
        seed = seed.rstrip("…")[:-1] + "…" if len(seed) > 2 else seed[:1]
        yield seed
