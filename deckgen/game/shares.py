"""Shares of a deck: numbers of cards, odds or weights as they are written, made into exact numbers of cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from deckgen.errors import Faults
from deckgen.game.translation import Translation
from deckgen.game.values import Scalar
from deckgen.sources import Spot, exact

_WAYS = ("cards", "odds", "weight")


@dataclass(frozen=True)
class Outcome:
    """One value of a distribution and its share of the cards, which sums to the deck's size."""

    value: Scalar
    cards: Fraction
    printed: str | None = None
    """What the card says for this value; None: the value itself."""


def word(outcomes: tuple[Outcome, ...], value: Scalar) -> str:
    """What a card says for ``value``: the outcome's printed word, else the value; empty for null."""
    for outcome in outcomes:
        # True == 1 in Python, but not on a card.
        if outcome.printed is not None and (type(outcome.value), outcome.value) == (type(value), value):
            return outcome.printed
    return "" if value is None else str(value)


def shares(spots: list[Spot], repeats: list[int], size: int, faults: Faults) -> list[Fraction] | None:
    """The number of cards of each entry, for each of its ``repeats`` values; None if one has none.

    ``cards: rest`` takes what is left of the ``size`` cards, weights share it. Sums are not checked.
    """
    ways = [_way(spot, faults) for spot in spots]
    if None in ways:
        return None
    fixed = [
        None if way == "weight" or spot.get("cards") == "rest" else share(spot, size)
        for spot, way in zip(spots, ways, strict=True)
    ]
    left = size - sum(
        (each * n for each, n in zip(fixed, repeats, strict=True) if each is not None), Fraction(0)
    )
    open_ended = [spot for spot, part in zip(spots, fixed, strict=True) if part is None]
    if open_ended and left <= 0:
        open_ended[0].blame(
            faults, f"nothing is left for this of {size} cards", "give the other entries fewer cards"
        )
        return None
    if len(open_ended) > 1 and any(spot.get("cards") == "rest" for spot in open_ended):
        open_ended[1].blame(
            faults, "the rest is given away twice", "write rest once, and no weights beside it"
        )
        return None
    weights = [spot.get("weight", 1) for spot in spots]
    whole = sum(w * n for w, n, part in zip(weights, repeats, fixed, strict=True) if part is None)
    return [
        Fraction(left * weight, whole) if part is None else part
        for weight, part in zip(weights, fixed, strict=True)
    ]


def share(spot: Spot, size: int) -> Fraction:
    """The number of cards of an entry with ``cards`` or ``odds``."""
    if "odds" in spot.value:
        return exact(spot.value["odds"]) * size
    return exact(spot.value["cards"])


def part(spot: Spot, size: int, faults: Faults) -> Fraction | None:
    """The share of one thing that may be on some cards: with ``cards`` or ``odds``, at most all cards."""
    if ("cards" in spot.value) == ("odds" in spot.value) or spot.get("cards") == "rest":
        what, remedy = (
            "it is not said on how many cards this is",
            "give one of cards: a number, and odds: a chance",
        )
        spot.blame(faults, what, remedy)
        return None
    found = share(spot, size)
    if found > size:
        spot.blame(faults, f"this is on {number(found)} of {size} cards", "write a smaller number")
        return None
    return found


def _way(spot: Spot, faults: Faults) -> str | None:
    given = [way for way in _WAYS if way in spot.value]
    if len(given) == 1:
        return given[0]
    if given:
        spot.blame(faults, f"{' and '.join(given)} are both given", f"keep {given[0]} and delete the rest")
    else:
        spot.blame(faults, "it is not said on how many cards this is", "add cards, odds or weight")
    return None


def outcomes(
    spot: Spot, size: int, faults: Faults, words: Translation | None = None
) -> tuple[Outcome, ...] | None:
    """The outcomes of a list of values with their shares, which must sum to ``size``."""
    entries = spot.items()
    values = [_values(entry, faults) for entry in entries]
    if None in values:
        return None
    listed = [known for known in values if known is not None]
    parts = shares(entries, [len(each) for each in listed], size, faults)
    if parts is None:
        return None
    said = words or Translation()
    made = tuple(
        Outcome(value, part, _printed(entry, i, said))
        for entry, each, part in zip(entries, listed, parts, strict=True)
        for i, value in enumerate(each)
    )
    fine = _no_repeats(spot, made, faults) & adds_up(
        spot, sum((o.cards for o in made), Fraction(0)), size, faults
    )
    return made if fine else None


def adds_up(spot: Spot, total: Fraction, size: int, faults: Faults) -> bool:
    """Whether the shares of a list sum to the deck's size; says both sums if not."""
    if total != size:
        what = f"the shares add up to {number(total)} cards, but the deck has {size}"
        step = f"give {number(abs(size - total))} {'more' if total < size else 'fewer'}"
        spot.blame(faults, what, step + ", or write cards: rest once")
    return total == size


def number(value: Fraction) -> str:
    """A fraction as a message shows it: ``27 1/2``."""
    whole, part = divmod(value, 1)
    if not part:
        return str(whole)
    return f"{whole} {part}" if whole else str(part)


def _values(entry: Spot, faults: Faults) -> list[Scalar] | None:
    if ("value" in entry.value) == ("each" in entry.value):
        entry.blame(
            faults, "one of value and each must be given", "write value: for one value, each: for several"
        )
        return None
    if "value" in entry.value:
        return [entry.value["value"]]
    each = entry.value["each"]
    if isinstance(each, list):
        return list(each)
    first, last = (int(end) for end in each.split(".."))
    if not 0 <= last - first < 200:
        entry.at("each").blame(
            faults, f"{each} is no range", "write the lower number first, at most 200 values"
        )
        return None
    return list(range(first, last + 1))


def _printed(entry: Spot, i: int, words: Translation) -> str | None:
    """What is printed for an entry's value number ``i``."""
    if "value" in entry.value:
        return words.beside(entry, "value")
    named = isinstance(entry.value["each"], list) or "print" in entry.value
    return words.beside(entry, "each", i) if named else None


def _no_repeats(spot: Spot, made: tuple[Outcome, ...], faults: Faults) -> bool:
    # 1 and true are different values, though equal in Python.
    counts = Counter((type(outcome.value), outcome.value) for outcome in made)
    twice = [value for (_, value), count in counts.items() if count > 1]
    for value in twice:
        spot.blame(faults, f"the value {value!r} stands twice", "keep one of the two, with the cards of both")
    return not twice
