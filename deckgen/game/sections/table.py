"""Sections ``table``: target numbers that vary a little from card to card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Self

from deckgen.game.sections.base import DealtResults, DealtVariable, DeckContext, Head, Section, Share
from deckgen.game.sections.distribution import correlation_values
from deckgen.game.sections.shares import Outcome, format_number, read_outcomes
from deckgen.game.translation import Translation
from deckgen.game.values import has_keys, is_list
from deckgen.records import record
from deckgen.sources import YamlValue


@record
class TableSection(Section):
    """A small table of target numbers: a square a column, ``base`` plus a seeded variation.

    ``base[c][r]`` is the number of column ``c``, row ``r``. Each card shifts each whole column by one
    value of ``variation``, whose shares sum to the deck and whose mean is zero.
    """

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    base: tuple[tuple[int, ...], ...]
    variation: tuple[Outcome, ...]
    printed: tuple[str, ...] | None = None
    """What the card says for the rows; None: their labels."""

    @classmethod
    def from_yaml(cls, head: Head, spot: YamlValue, deal: DeckContext) -> Self | None:
        rows = tuple(str(row) for row in spot.value["rows"])
        columns = spot.items("columns")
        for column in columns:
            if len(column.value) != len(rows):
                what = f"there are {len(column.value)} numbers for {len(rows)} rows"
                deal.report(column, what, "write one number for each row")
        still = (Outcome(0, Fraction(deal.size)),)
        variation = _read_variation(spot.at("variation"), deal) if "variation" in spot.value else still
        if variation is None:
            return None
        return cls(
            **head,
            columns=tuple(column.name for column in columns),
            rows=rows,
            base=tuple(tuple(column.value) for column in columns),
            variation=variation,
            printed=_printed_rows(spot.at("rows"), deal),
            labels=deal.words.key_texts(columns),
        )

    @property
    def varies(self) -> bool:
        """Whether the numbers are not the same on every card."""
        return any(outcome.cards and outcome.value for outcome in self.variation)

    def printed_rows(self) -> tuple[str, ...]:
        """What the card says for the rows, first row first."""
        return self.rows if self.printed is None else self.printed

    def parse_value(self, data: Any) -> Mapping[str, tuple[int, ...]]:
        if has_keys(data, self.columns) and all(
            is_list(rows, len(self.rows)) and all(type(each) is int for each in rows)
            for rows in data.values()
        ):
            return {label: tuple(rows) for label, rows in data.items()}
        raise self.value_error()

    def dealt_variables(self, size: int) -> Sequence[DealtVariable]:
        shifts = correlation_values([outcome.value for outcome in self.variation])
        shares = tuple(
            Share(shift, outcome.cards, shift, f"{shift:+d}")
            for outcome, shift in zip(self.variation, shifts, strict=True)
        )
        return tuple(DealtVariable(shares, label=label, audit_label=label) for label in self.columns)

    def card_values(self, dealt: DealtResults) -> Sequence[Mapping[str, tuple[int, ...]]]:
        return [
            {
                label: tuple(each + shift for each in base)
                for label, base, shift in zip(self.columns, self.base, card, strict=True)
            }
            for card in dealt.results_by_card()
        ]

    def results_of(self, value: Any) -> Sequence[int]:
        both = zip(self.columns, self.base, strict=True)
        return [value[label][0] - base[0] for label, base in both]


def _printed_rows(spot: YamlValue, deal: DeckContext) -> tuple[str, ...] | None:
    """What is printed for the rows, None if that is their labels; numbers are the same in every language."""
    others = [deal.words.translation_of(row) if isinstance(row.value, str) else None for row in spot.items()]
    if not any(others):
        return None
    return tuple(str(row) if word is None else word for row, word in zip(spot.value, others, strict=True))


def _read_variation(spot: YamlValue, deal: DeckContext) -> tuple[Outcome, ...] | None:
    """Whole numbers whose mean is zero, so that the base numbers stay the means."""
    made = read_outcomes(spot, replace(deal, words=Translation()))  # no card says it
    if made is None:
        return None
    total = Fraction(0)
    for value, cards in ((outcome.value, outcome.cards) for outcome in made):
        if not isinstance(value, int) or isinstance(value, bool):
            what = f"the variation {value!r} is no whole number"
            deal.report(spot, what, "write numbers such as -1, 0 and 1")
            return None
        total += value * cards
    if total:
        what = f"the variation is {format_number(total / deal.size)} on average, not 0"
        deal.report(spot, what, "give opposite numbers equal shares")
        return None
    return made
