"""Shares of a deck: numbers of cards, odds or weights in YAML, converted to exact numbers of cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from deckgen.game.sections.base import DeckContext
from deckgen.game.values import Scalar, is_one_of
from deckgen.markup import plain_text
from deckgen.records import record
from deckgen.sources import YamlValue, to_fraction

_WAYS = ("cards", "odds", "weight")


@record
class Outcome:
    """One value of a distribution and its exact number of cards."""

    value: Scalar
    cards: Fraction
    printed: str | None = None
    """What the card shows for the value; None: the value itself."""


def printed_word(outcomes: tuple[Outcome, ...], value: Scalar) -> str:
    """Return what a card shows for ``value``: the outcome's printed word, else the value, "" for None; no markup."""
    return plain_text(printed_text(outcomes, value))


def printed_text(outcomes: tuple[Outcome, ...], value: Scalar) -> str:
    """Return ``printed_word`` with its markup."""
    for outcome in outcomes:
        if outcome.printed is not None and is_one_of(value, [outcome.value]):
            return outcome.printed
    return "" if value is None else str(value)


def read_shares(nodes: list[YamlValue], repeats: list[int], context: DeckContext) -> list[Fraction] | None:
    """Return the exact number of cards of each entry, for each of its ``repeats`` values.

    None, with problems added, if an entry is wrong. ``cards: rest`` takes the cards that no entry claims;
    weights divide them. Whether the sum is the deck's size is not checked.
    """
    are_clear = [_check_one_way(node, context) for node in nodes]
    if not all(are_clear):
        return None
    fixed = [
        None if "weight" in node.value or node.get("cards") == "rest" else read_share(node, context.size)
        for node in nodes
    ]
    remainder = context.size - sum(cards * n for cards, n in zip(fixed, repeats, strict=True) if cards is not None)
    open_ended = [node for node, card_count in zip(nodes, fixed, strict=True) if card_count is None]
    if open_ended and remainder <= 0:
        message = f"the other entries take all {context.size} cards"
        context.report(open_ended[0], message, "give the other entries fewer cards")
        return None
    if len(open_ended) > 1 and any(node.get("cards") == "rest" for node in open_ended):
        remedy = "write rest once, and no weights beside it"
        context.report(open_ended[1], "only one entry can take the remaining cards", remedy)
        return None
    weights = [node.get("weight", 1) for node in nodes]
    total_weight = sum(w * n for w, n, card_count in zip(weights, repeats, fixed, strict=True) if card_count is None)
    return [
        Fraction(remainder * weight, total_weight) if card_count is None else card_count
        for weight, card_count in zip(weights, fixed, strict=True)
    ]


def read_share(node: YamlValue, size: int) -> Fraction:
    """Return the exact number of cards, of ``size``, of an entry with ``cards`` or ``odds``."""
    return to_fraction(node.value["odds"]) * size if "odds" in node.value else to_fraction(node.value["cards"])


def optional_share(node: YamlValue, context: DeckContext) -> Fraction | None:
    """Return an entry's number of cards, by ``cards`` or ``odds``; None, with a problem added, if wrong or "rest"."""
    if ("cards" in node.value) == ("odds" in node.value) or node.get("cards") == "rest":
        remedy = "write either cards: with a number, or odds: with a chance"
        context.report(node, "the number of cards is missing", remedy)
        return None
    card_count = read_share(node, context.size)
    if card_count > context.size:
        context.report(
            node, f"this is on {format_number(card_count)} of {context.size} cards", "write a smaller number"
        )
        return None
    return card_count


def _check_one_way(node: YamlValue, context: DeckContext) -> bool:
    """Return whether the entry has just one of cards, odds and weight; if not, add a problem."""
    ways = [way for way in _WAYS if way in node.value]
    if not ways:
        context.report(node, "the number of cards is missing", "add cards, odds or weight")
    elif len(ways) > 1:
        context.report(node, f"{' and '.join(ways)} are both given", f"keep {ways[0]} and delete the rest")
    return len(ways) == 1


def read_outcomes(node: YamlValue, context: DeckContext) -> tuple[Outcome, ...] | None:
    """Return different values whose shares sum to the deck's size; None, with problems added, if they are wrong."""
    entries = node.items()
    values = [listed for entry in entries if (listed := entry_values(entry, context))]
    if len(values) < len(entries):
        return None
    parts = read_shares(entries, [len(listed) for listed in values], context)
    if parts is None:
        return None
    outcomes = tuple(
        Outcome(value, cards, printed) for listed, cards in zip(values, parts, strict=True) for value, printed in listed
    )
    # 1 and true are different values, though equal in Python
    counts = Counter((type(outcome.value), outcome.value) for outcome in outcomes)
    repeated = [value for (_, value), count in counts.items() if count > 1]
    for value in repeated:
        context.report(node, f"duplicate value {value!r}", "keep one of the two, with the cards of both")
    return outcomes if check_total(node, [outcome.cards for outcome in outcomes], context) and not repeated else None


def check_total(node: YamlValue, parts: list[Fraction], context: DeckContext) -> bool:
    """Return whether the shares sum to the deck's size; if not, add a problem with both sums."""
    total, size = sum(parts, Fraction(0)), context.size
    if total != size:
        message = f"the shares add up to {format_number(total)} cards, but the deck has {size}"
        step = f"give {format_number(abs(size - total))} {'more' if total < size else 'fewer'}"
        context.report(node, message, step + ", or write cards: rest once")
    return total == size


def report_repeats(entries: Sequence[YamlValue], key: str, remedy: str, context: DeckContext) -> None:
    """Add a problem, with the ``remedy``, for every entry whose text under ``key`` an earlier one has."""
    names = [entry.value[key] for entry in entries]
    for index, entry in enumerate(entries):
        if names[index] in names[:index]:
            context.report(entry, f'duplicate {key} "{names[index]}"', remedy)


def format_number(value: Fraction) -> str:
    """Return a fraction for a message, such as ``27 1/2``."""
    quotient, remainder = divmod(value, 1)
    if not remainder:
        return str(quotient)
    return f"{quotient} {remainder}" if quotient else str(remainder)


def entry_values(entry: YamlValue, context: DeckContext) -> list[tuple[Scalar, str | None]] | None:
    """Return (value, printed word or None) of ``value`` or ``each``; None, with a problem added, if they are wrong."""
    if ("value" in entry.value) == ("each" in entry.value):
        remedy = "write value: for one value, each: for several"
        context.report(entry, "an entry needs either value or each", remedy)
        return None
    if "value" in entry.value:
        return [(entry.value["value"], context.words.print_text(entry, "value"))]
    listed = entry.value["each"]
    if isinstance(listed, list):
        return [(value, context.words.print_text(entry, "each", i)) for i, value in enumerate(listed)]
    first, last = (int(end) for end in listed.split(".."))
    if not 0 <= last - first < 200:
        remedy = "write the lower number first, at most 200 values"
        context.report(entry.at("each"), f"{listed} is no range", remedy)
        return None
    printed = context.words.text(entry.at("print")) if "print" in entry.value else None
    return [(value, printed) for value in range(first, last + 1)]
