"""Sections ``stack``: a pile of neighboring hit locations, one of them the standard one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import Any, Self

from deckgen.game.faces import PlayingCard
from deckgen.game.sections.base import (
    DealtResults,
    DealtVariable,
    DeckContext,
    Head,
    Section,
    Share,
)
from deckgen.game.sections.shares import check_total, read_shares, report_repeats
from deckgen.game.values import STANDARD, StackValue, has_keys, is_list
from deckgen.records import record
from deckgen.sources import YamlValue

_FINE = 1 << 32
"""The resolution of the random choice among the hit locations of a level."""


@record
class HitLocation:
    """One entry of a stack: its name, the cards that have it as the standard one, and attributes."""

    name: str
    cards: Fraction
    attributes: tuple[str, ...]
    printed: str | None = None
    """What the card shows for the hit location; None: its name."""


@record
class StackSection(Section):
    """A pile of neighboring hit locations, the standard one at index ``standard`` from the top.

    ``levels`` go from the lowest to the highest; hit locations of one level are alternatives (left arm, right
    arm). Neighbors on a card are of the next levels up and down; beyond either end the end level is repeated.
    """

    levels: tuple[tuple[HitLocation, ...], ...]
    height: int
    standard: int

    @classmethod
    def from_yaml(cls, head: Head, node: YamlValue, context: DeckContext) -> Self | None:
        """Return the section, problems added for repeated names or the standard place; None if its shares are wrong."""
        height, from_bottom = node.value["height"], node.value["standard_from_bottom"]
        if from_bottom > height:
            message = f"the standard place is number {from_bottom} from the bottom, but a card shows only {height}"
            context.report(node.at("standard_from_bottom"), message, f"write a number from 1 to {height}")
        entries = [entry.items() if isinstance(entry.value, list) else [entry] for entry in node.items("levels")]
        locations = [place for level in entries for place in level]
        report_repeats(locations, "place", "give each place a different name", context)
        parts = read_shares(locations, [1] * len(locations), context)
        if parts is None or not check_total(node.at("levels"), parts, context):
            return None
        card_counts = iter(parts)
        hit_levels = tuple(
            tuple(_read_location(place, next(card_counts), context) for place in level) for level in entries
        )
        return cls(**head, levels=hit_levels, height=height, standard=height - from_bottom)

    def locations(self) -> tuple[HitLocation, ...]:
        """Return all hit locations, lowest level first."""
        return tuple(place for level in self.levels for place in level)

    def possible_marks(self, faces: Sequence[PlayingCard]) -> Sequence[str]:
        """Return STANDARD if a card shows more than one hit location, and the attributes of all of them."""
        attributes = dict.fromkeys(attribute for place in self.locations() for attribute in place.attributes)
        return [*[STANDARD] * (self.height > 1), *attributes]

    def printed_word(self, name: str) -> str:
        """Return what a card shows for the hit location with this name."""
        return next((p.printed for p in self.locations() if p.name == name and p.printed is not None), name)

    def parse_value(self, data: Any) -> StackValue:
        """Return a pile of known names, with this section's height and standard index. Raises ValueError."""
        names = {place.name for place in self.locations()}
        if (
            has_keys(data, ("stack", "standard"))
            and is_list(data["stack"], self.height)
            and all(isinstance(entry, str) and entry in names for entry in data["stack"])
            and data["standard"] == self.standard
        ):
            return StackValue(tuple(data["stack"]), self.standard)
        raise self.value_error()

    def dealt_variables(self, size: int) -> Sequence[DealtVariable]:
        """Return one variable, the standard hit location."""
        levels = [(place, i) for i, level in enumerate(self.levels) for place in level]
        return (DealtVariable(tuple(Share(place.name, place.cards, i, place.name) for place, i in levels)),)

    def card_values(self, dealt: DealtResults) -> Sequence[StackValue]:
        """Return each card's pile: the dealt standard location, and random neighbors by their shares."""
        level_of = {place.name: i for i, level in enumerate(self.levels) for place in level}
        parts, last, values = [_cumulated_weights(level) for level in self.levels], len(self.levels) - 1, []

        def beside(level: int) -> str:
            """Return a random name from a level, by shares; levels beyond either end are the end level."""
            around = parts[min(max(level, 0), last)]
            pick = dealt.random_below(_FINE) * around[-1][0]
            return next((name for part, name in around if pick < part * _FINE), around[-1][1])

        for standard in dealt.results[0]:
            top = level_of[standard] + self.standard
            over = [beside(top - i) for i in range(self.standard)]
            under = [beside(top - i) for i in range(self.standard + 1, self.height)]
            values.append(StackValue((*over, standard, *under), self.standard))
        return values

    def results_of(self, value: Any) -> Sequence[str]:
        """Return the name of the standard hit location alone."""
        return (value.standard_place,)

    def bumped_cards(self, up: int, names: Collection[object]) -> Fraction:
        """Return how many cards to expect with one of ``names`` ``up`` levels above the standard; below 0: below."""
        card_count, last = Fraction(0), len(self.levels) - 1
        for i, level in enumerate(self.levels):
            reached_level = self.levels[min(max(i + up, 0), last)]
            matches = [place for place in reached_level if place.name in names]
            card_count += _total_cards(level) * _total_cards(matches) / _total_cards(reached_level)
        return card_count


def _cumulated_weights(level: Sequence[HitLocation]) -> list[tuple[int, str]]:
    """Return (cumulated integer weight, name) for the hit locations of a level."""
    denominator = lcm(*(place.cards.denominator for place in level))
    ends = accumulate(int(place.cards * denominator) for place in level)
    return list(zip(ends, (place.name for place in level), strict=True))


def _total_cards(places: Sequence[HitLocation]) -> Fraction:
    return sum((place.cards for place in places), Fraction(0))


def _read_location(node: YamlValue, cards: Fraction, context: DeckContext) -> HitLocation:
    attributes = tuple(node.get("attributes", ()))
    return HitLocation(node.value["place"], cards, attributes, context.words.print_text(node, "place"))
