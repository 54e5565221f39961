"""Shares of a deck: numbers of cards, odds or weights as they are written, made into exact numbers of cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from deckgen.game.sections.base import DeckContext
from deckgen.game.values import Scalar, is_one_of
from deckgen.records import record
from deckgen.sources import YamlValue, to_fraction

_WAYS = ("cards", "odds", "weight")


@record
class Outcome:
    """One value of a distribution and its share of the cards, which sums to the deck's size."""

    value: Scalar
    cards: Fraction
    printed: str | None = None
    """What the card says for this value; None: the value itself."""


def printed_word(outcomes: tuple[Outcome, ...], value: Scalar) -> str:
    """What a card says for ``value``: the outcome's printed word, else the value; empty for null."""
    for outcome in outcomes:
        if outcome.printed is not None and is_one_of(value, [outcome.value]):
            return outcome.printed
    return "" if value is None else str(value)


def read_shares(spots: list[YamlValue], repeats: list[int], deal: DeckContext) -> list[Fraction] | None:
    """The number of cards of each entry, for each of its ``repeats`` values; None if one has none.

    ``cards: rest`` takes what is left of the deck, weights share it. Sums are not checked.
    """
    clear = [_check_one_way(spot, deal) for spot in spots]
    if not all(clear):
        return None
    fixed = [
        None if "weight" in spot.value or spot.get("cards") == "rest" else read_share(spot, deal.size)
        for spot in spots
    ]
    left = deal.size - sum(each * n for each, n in zip(fixed, repeats, strict=True) if each is not None)
    open_ended = [spot for spot, card_count in zip(spots, fixed, strict=True) if card_count is None]
    if open_ended and left <= 0:
        what = f"nothing is left for this of {deal.size} cards"
        deal.report(open_ended[0], what, "give the other entries fewer cards")
        return None
    if len(open_ended) > 1 and any(spot.get("cards") == "rest" for spot in open_ended):
        remedy = "write rest once, and no weights beside it"
        deal.report(open_ended[1], "the rest is given away twice", remedy)
        return None
    weights = [spot.get("weight", 1) for spot in spots]
    whole = sum(w * n for w, n, card_count in zip(weights, repeats, fixed, strict=True) if card_count is None)
    return [
        Fraction(left * weight, whole) if card_count is None else card_count
        for weight, card_count in zip(weights, fixed, strict=True)
    ]


def read_share(spot: YamlValue, size: int) -> Fraction:
    """The number of cards of an entry with ``cards`` or ``odds``."""
    return (
        to_fraction(spot.value["odds"]) * size if "odds" in spot.value else to_fraction(spot.value["cards"])
    )


def optional_share(spot: YamlValue, deal: DeckContext) -> Fraction | None:
    """The share of one thing that may be on some cards: with ``cards`` or ``odds``, at most all cards."""
    if ("cards" in spot.value) == ("odds" in spot.value) or spot.get("cards") == "rest":
        remedy = "give one of cards: a number, and odds: a chance"
        deal.report(spot, "it is not said on how many cards this is", remedy)
        return None
    found = read_share(spot, deal.size)
    if found > deal.size:
        deal.report(spot, f"this is on {format_number(found)} of {deal.size} cards", "write a smaller number")
        return None
    return found


def _check_one_way(spot: YamlValue, deal: DeckContext) -> bool:
    """Whether the entry says in just one way on how many cards it is; if not, a problem is added."""
    given = [way for way in _WAYS if way in spot.value]
    if not given:
        deal.report(spot, "it is not said on how many cards this is", "add cards, odds or weight")
    elif len(given) > 1:
        deal.report(spot, f"{' and '.join(given)} are both given", f"keep {given[0]} and delete the rest")
    return len(given) == 1


def read_outcomes(spot: YamlValue, deal: DeckContext) -> tuple[Outcome, ...] | None:
    """The outcomes of a list of values with their shares, which must sum to the deck's size."""
    entries = spot.items()
    values = [each for entry in entries if (each := _entry_values(entry, deal))]
    if len(values) < len(entries):
        return None
    parts = read_shares(entries, [len(each) for each in values], deal)
    if parts is None:
        return None
    outcomes = tuple(
        Outcome(value, cards, printed)
        for each, cards in zip(values, parts, strict=True)
        for value, printed in each
    )
    # 1 and true are different values, though equal in Python
    counts = Counter((type(outcome.value), outcome.value) for outcome in outcomes)
    repeated = [value for (_, value), count in counts.items() if count > 1]
    for value in repeated:
        deal.report(spot, f"the value {value!r} stands twice", "keep one of the two, with the cards of both")
    return (
        outcomes
        if check_total(spot, [outcome.cards for outcome in outcomes], deal) and not repeated
        else None
    )


def check_total(spot: YamlValue, parts: list[Fraction], deal: DeckContext) -> bool:
    """Whether the shares of a list sum to the deck's size; says both sums if not."""
    total, size = sum(parts, Fraction(0)), deal.size
    if total != size:
        what = f"the shares add up to {format_number(total)} cards, but the deck has {size}"
        step = f"give {format_number(abs(size - total))} {'more' if total < size else 'fewer'}"
        deal.report(spot, what, step + ", or write cards: rest once")
    return total == size


def report_repeats(entries: Sequence[YamlValue], key: str, remedy: str, deal: DeckContext) -> None:
    """Add a problem for every entry that has what an earlier one has under ``key``, its name."""
    names = [entry.value[key] for entry in entries]
    for index, entry in enumerate(entries):
        if names[index] in names[:index]:
            deal.report(entry, f'the {key} "{names[index]}" stands twice', remedy)


def format_number(value: Fraction) -> str:
    """A fraction as a message shows it: ``27 1/2``."""
    quotient, remainder = divmod(value, 1)
    if not remainder:
        return str(quotient)
    return f"{quotient} {remainder}" if quotient else str(remainder)


def _entry_values(entry: YamlValue, deal: DeckContext) -> list[tuple[Scalar, str | None]] | None:
    """The values of an entry, each with what is printed for it; None, with a problem added, if it is not clear which."""
    if ("value" in entry.value) == ("each" in entry.value):
        remedy = "write value: for one value, each: for several"
        deal.report(entry, "one of value and each must be given", remedy)
        return None
    if "value" in entry.value:
        return [(entry.value["value"], deal.words.print_text(entry, "value"))]
    each = entry.value["each"]
    if isinstance(each, list):
        return [(value, deal.words.print_text(entry, "each", i)) for i, value in enumerate(each)]
    first, last = (int(end) for end in each.split(".."))
    if not 0 <= last - first < 200:
        remedy = "write the lower number first, at most 200 values"
        deal.report(entry.at("each"), f"{each} is no range", remedy)
        return None
    printed = deal.words.text(entry.at("print")) if "print" in entry.value else None
    return [(value, printed) for value in range(first, last + 1)]
