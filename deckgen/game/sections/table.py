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
    """A small table of target numbers: ``base`` plus a variation dealt to each column.

    ``base[c][r]`` is the number in column ``c``, row ``r``. On each card every column is shifted by one value
    of ``variation``, whose shares sum to the deck and whose mean is zero.
    """

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    base: tuple[tuple[int, ...], ...]
    variation: tuple[Outcome, ...]
    printed: tuple[str, ...] | None = None
    """The printed names of the rows; None if they are their labels."""

    @classmethod
    def from_yaml(cls, head: Head, node: YamlValue, context: DeckContext) -> Self | None:
        """Return the section; None if its variation is wrong. Adds problems, also for columns of a wrong length."""
        rows = tuple(str(row) for row in node.value["rows"])
        columns = node.items("columns")
        for column in columns:
            if len(column.value) != len(rows):
                message = f"there are {len(column.value)} numbers for {len(rows)} rows"
                context.report(column, message, "write one number for each row")
        no_variation = (Outcome(0, Fraction(context.size)),)
        variation = _read_variation(node.at("variation"), context) if "variation" in node.value else no_variation
        if variation is None:
            return None
        return cls(
            **head,
            columns=tuple(column.name for column in columns),
            rows=rows,
            base=tuple(tuple(column.value) for column in columns),
            variation=variation,
            printed=_printed_rows(node.at("rows"), context),
            labels=context.words.key_texts(columns),
        )

    @property
    def varies(self) -> bool:
        """Whether the numbers differ from card to card."""
        return any(outcome.cards and outcome.value for outcome in self.variation)

    def printed_rows(self) -> tuple[str, ...]:
        """Return the printed names of the rows, first row first."""
        return self.rows if self.printed is None else self.printed

    def parse_value(self, data: Any) -> Mapping[str, tuple[int, ...]]:
        """Return the numbers by column, first row first, whatever they are. Raises ValueError for another shape."""
        if has_keys(data, self.columns) and all(
            is_list(rows, len(self.rows)) and all(type(number) is int for number in rows) for rows in data.values()
        ):
            return {label: tuple(rows) for label, rows in data.items()}
        raise self.value_error()

    def dealt_variables(self, size: int) -> Sequence[DealtVariable]:
        """Return one variable for each column: by how much its numbers are shifted."""
        shifts = correlation_values([outcome.value for outcome in self.variation])
        shares = tuple(
            Share(shift, outcome.cards, shift, f"{shift:+d}")
            for outcome, shift in zip(self.variation, shifts, strict=True)
        )
        return tuple(DealtVariable(shares, label=label, audit_label=label) for label in self.columns)

    def card_values(self, dealt: DealtResults) -> Sequence[Mapping[str, tuple[int, ...]]]:
        """Return each card's numbers by column, first row first, shifted as dealt."""
        return [
            {
                label: tuple(number + shift for number in base)
                for label, base, shift in zip(self.columns, self.base, card, strict=True)
            }
            for card in dealt.results_by_card()
        ]

    def results_of(self, value: Any) -> Sequence[int]:
        """Return by how much each column is shifted."""
        both = zip(self.columns, self.base, strict=True)
        return [value[label][0] - base[0] for label, base in both]


def _printed_rows(node: YamlValue, context: DeckContext) -> tuple[str, ...] | None:
    """Return the printed names of the rows, numbers untranslated; None if all are their labels."""
    translations = [context.words.translation_of(row) if isinstance(row.value, str) else None for row in node.items()]
    if not any(translations):
        return None
    return tuple(str(row) if word is None else word for row, word in zip(node.value, translations, strict=True))


def _read_variation(node: YamlValue, context: DeckContext) -> tuple[Outcome, ...] | None:
    """Return integers with shares whose mean is zero; None, with a problem added, if they are wrong."""
    outcomes = read_outcomes(node, replace(context, words=Translation()))  # it is not printed
    if outcomes is None:
        return None
    total = Fraction(0)
    for value, cards in ((outcome.value, outcome.cards) for outcome in outcomes):
        if not isinstance(value, int) or isinstance(value, bool):
            message = f"the variation {value!r} is no whole number"
            context.report(node, message, "write numbers such as -1, 0 and 1")
            return None
        total += value * cards
    if total:
        message = f"the variation is {format_number(total / context.size)} on average, not 0"
        context.report(node, message, "give opposite numbers equal shares")
        return None
    return outcomes
