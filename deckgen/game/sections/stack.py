"""Sections ``stack``: a pile of neighboring places, one of them the standard one."""

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
from deckgen.game.values import STANDARD, Scalar, StackValue, has_keys, is_list
from deckgen.records import record
from deckgen.sources import YamlValue

_FINE = 1 << 32
"""Parts of a level that chance tells apart when it picks a neighbor."""


@record
class HitLocation:
    """One entry of a stack: its name, its share of the cards as the standard entry, attributes."""

    name: str
    cards: Fraction
    attributes: tuple[str, ...]
    printed: str | None = None
    """What the card says for this place; None: its name."""


@record
class StackSection(Section):
    """A pile of neighboring places, the standard one at ``standard`` (0 is the top).

    ``levels`` run from the lowest to the highest; places of one level are each other's
    alternatives (left arm, right arm). Neighbors on a card are of the next levels up and down;
    at either end the end level is repeated.
    """

    levels: tuple[tuple[HitLocation, ...], ...]
    height: int
    standard: int

    @classmethod
    def from_yaml(cls, head: Head, spot: YamlValue, deal: DeckContext) -> Self | None:
        height, from_bottom = spot.value["height"], spot.value["standard_from_bottom"]
        if from_bottom > height:
            what = f"the standard place is number {from_bottom} from the bottom, but a card shows {height}"
            deal.report(spot.at("standard_from_bottom"), what, f"write a number from 1 to {height}")
        levels = [each.items() if isinstance(each.value, list) else [each] for each in spot.items("levels")]
        locations = [place for level in levels for place in level]
        report_repeats(locations, "place", "give every place a name of its own", deal)
        parts = read_shares(locations, [1] * len(locations), deal)
        if parts is None or not check_total(spot.at("levels"), parts, deal):
            return None
        left = iter(parts)
        made = tuple(tuple(_read_location(place, next(left), deal) for place in level) for level in levels)
        return cls(**head, levels=made, height=height, standard=height - from_bottom)

    def locations(self) -> tuple[HitLocation, ...]:
        """All places, lowest level first."""
        return tuple(place for level in self.levels for place in level)

    def possible_marks(self, faces: Sequence[PlayingCard]) -> Sequence[str]:
        attributes = dict.fromkeys(each for place in self.locations() for each in place.attributes)
        return [*[STANDARD] * (self.height > 1), *attributes]

    def printed_word(self, name: str) -> str:
        """What a card says for the place of that name."""
        return next((p.printed for p in self.locations() if p.name == name and p.printed is not None), name)

    def parse_value(self, data: Any) -> StackValue:
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
        levels = [(place, i) for i, level in enumerate(self.levels) for place in level]
        return (DealtVariable(tuple(Share(place.name, place.cards, i, place.name) for place, i in levels)),)

    def card_values(self, dealt: DealtResults) -> Sequence[StackValue]:
        level_of = {place.name: i for i, level in enumerate(self.levels) for place in level}
        parts, last, made = [_cumulated_weights(level) for level in self.levels], len(self.levels) - 1, []

        def beside(level: int) -> str:
            """A place of that level, on either side as the shares say; the end levels repeat themselves."""
            around = parts[min(max(level, 0), last)]
            pick = dealt.random_below(_FINE) * around[-1][0]
            return next((name for part, name in around if pick < part * _FINE), around[-1][1])

        for standard in dealt.results[0]:
            top = level_of[standard] + self.standard
            over = [beside(top - i) for i in range(self.standard)]
            under = [beside(top - i) for i in range(self.standard + 1, self.height)]
            made.append(StackValue((*over, standard, *under), self.standard))
        return made

    def results_of(self, value: Any) -> Sequence[str]:
        return (value.standard_place,)

    def bumped_cards(self, up: int, names: Collection[Scalar]) -> Fraction:
        """On how many cards one of ``places`` stands ``up`` from the standard one, as chance has it."""
        found, last = Fraction(0), len(self.levels) - 1
        for i, level in enumerate(self.levels):
            there = self.levels[min(max(i + up, 0), last)]
            wanted = [place for place in there if place.name in names]
            found += _total_cards(level) * _total_cards(wanted) / _total_cards(there)
        return found


def _cumulated_weights(level: Sequence[HitLocation]) -> list[tuple[int, str]]:
    """Where the parts of the places end, one after another, in whole numbers, and their names."""
    whole = lcm(*(place.cards.denominator for place in level))
    ends = accumulate(int(place.cards * whole) for place in level)
    return list(zip(ends, (place.name for place in level), strict=True))


def _total_cards(places: Sequence[HitLocation]) -> Fraction:
    return sum((place.cards for place in places), Fraction(0))


def _read_location(spot: YamlValue, cards: Fraction, deal: DeckContext) -> HitLocation:
    attributes = tuple(spot.get("attributes", ()))
    return HitLocation(spot.value["place"], cards, attributes, deal.words.print_text(spot, "place"))
