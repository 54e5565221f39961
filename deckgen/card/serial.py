"""What text slots can say of a deck: its number in the set, its id, its seed."""

from __future__ import annotations

from collections.abc import Iterator

from deckgen.deck.cards import Deck
from deckgen.draw.fonts import Fonts

_SEED = 16  # letters of a seed, the last of them "…" if it is longer
_LACKING = "?"


def numbers_of(deck: Deck) -> dict[str, str]:
    """The fields that tell a deck from the others of its set."""
    number, of = deck.number, deck.of
    return {"deck": str(number), "of": str(of), "serial": serial(number, of), "id": deck.short_id}


def deck_fields(deck: Deck, fonts: Fonts) -> dict[str, str]:
    """The same and its seed, which may be any text, as every face of a theme can show it."""
    return {**numbers_of(deck), "seed": printable(deck.seed, fonts)}


def serial(number: int, of: int) -> str:
    """The number with as many digits as the last of the set has."""
    return str(number).zfill(len(str(of)))


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
