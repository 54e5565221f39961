"""Tables of results with several parts: how likely each value of each part is, and that or more, or less."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from deckgen.deck.cards import Deck
from deckgen.deck.chances import CheckQuestion, PartOdds, ResultRow, part_odds
from deckgen.document.filled import Block
from deckgen.document.odds.checks import (
    CheckColumn,
    CheckTable,
    Heading,
    Panel,
    label_width,
    least_column,
    line_parts,
    lines_of_panels,
    possible_rows,
)
from deckgen.document.odds.totals import round_values
from deckgen.draw.blocks.flow import Part
from deckgen.draw.stylesheet import Stylesheet
from deckgen.game.model import DeckSpec, DiceSection
from deckgen.language import Language
from deckgen.odds.joint import WAYS

_RARE = Fraction(1, 100)
_MOST_COLUMNS = 20  # as many as fit
_NUMBER_COLUMN, _LABEL_SIZE = 7.4, 12.8  # mm and points


def result_tables(spec: DeckSpec, language: Language, deck: Deck | None = None) -> Iterator[CheckTable]:
    """Yield a table for each roll of each dice section of a deck, with the chances of ``deck`` if there is one."""
    for section in spec.sections:
        if not isinstance(section, DiceSection):
            continue
        for index, (label, roll) in enumerate(section.rolls):
            odds = part_odds(section, label, deck)
            by_name = {part.part.name: part for part in odds}
            rows = tuple((language.phrase(way), "", ResultRow(way, by_name)) for way in WAYS)
            title = section.title if len(section.rolls) == 1 else f"{section.title}: {section.printed_label(label)}"
            help_text = [section.help] if section.help and not index else []
            notes = (*help_text, language.phrase("Roll: {dice}.", dice=roll.written))
            yield CheckTable(title, notes, rows, tuple(_groups(section, odds, language)), deck is not None)


def _groups(
    section: DiceSection, odds: Sequence[PartOdds], language: Language
) -> Iterator[tuple[Heading, tuple[CheckColumn, ...]]]:
    """Yield a heading and columns for each part, and last those of all marks."""
    marks: list[CheckColumn] = []
    for part_odds_ in odds:
        part, name = part_odds_.part, section.printed_word(part_odds_.part.name)
        columns = tuple(
            CheckColumn(
                name if part.kind == "mark" else section.printed_word(part.words[value]) if part.words else "",
                language.number(value) if part.is_number else "",
                CheckQuestion(part.name, "", value, "", 0),
            )
            for value in _shown_values(part_odds_)
        )
        if part.kind == "mark":
            marks += columns
        else:
            yield (name if len(odds) > 1 else "", ""), columns
    if marks:
        yield ("", ""), tuple(marks)


def _shown_values(odds: PartOdds) -> list[int]:
    """Return the values that a table lists: of many numbers round ones, without those that are rare.

    Of words without an order, and marks, those that say something.
    """
    if odds.part.kind == "mark":
        return [1]
    if not odds.part.has_order:
        return [value for value in odds.values if odds.part.words[value]]
    values, tail = [*odds.values], odds.dice_tail
    if len(values) > _MOST_COLUMNS:
        values = [value for value in values if min(tail(value), 1 - tail(value + 1)) >= _RARE]
    return round_values(values, _MOST_COLUMNS)


def result_blocks(style: Stylesheet, tables: Iterable[CheckTable], room: float) -> list[Block]:
    """Return a block for each table: below its title the parts of results, as many side by side as fit in ``room`` mm."""
    blocks: list[Block] = []
    for table in tables:
        label = label_width(style, [row[:2] for row in table.rows], _LABEL_SIZE)
        panels = [
            Panel(table, heading, columns, possible_rows(table, columns), label, _least(style, columns), False, True)
            for heading, columns in table.groups
        ]
        lines = [[replace(line[0], lead=True), *line[1:]] for line in lines_of_panels(panels, room)]
        lines[0][0] = replace(lines[0][0], continued=False)
        blocks.append(partial(_table_parts, style, lines))
    return blocks


def _least(style: Stylesheet, columns: Sequence[CheckColumn]) -> float:
    """Return the least width of columns in mm; those of numbers alone are narrow."""
    return least_column(style, columns) if any(column.name for column in columns) else _NUMBER_COLUMN


def _table_parts(style: Stylesheet, lines: Sequence[Sequence[Panel]], scale: float) -> list[Part]:
    return [part for line in lines for part in line_parts(style, line, scale, spread=False)]
