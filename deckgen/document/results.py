"""Results of cards as every document shows them: the one reader of a card's values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from itertools import groupby
from typing import Any

from deckgen.deck.cards import Card, Deck
from deckgen.draw.text import format_modifier, format_number
from deckgen.game import model
from deckgen.game.model import AnySection, Cell, DeckSpec, Scalar, as_cell, printed_word
from deckgen.game.sections.dice import result_text
from deckgen.game.value_paths import ValuePath, value_at
from deckgen.game.values import AGAIN, CONFIRM, FAILURE, MARKED, STANDARD, TOWARDS, DiceResult
from deckgen.records import record

LOOKS = (AGAIN, FAILURE, TOWARDS, CONFIRM, STANDARD, MARKED)
"""Marks that change how a result looks; other marks, of hit locations, put an icon before it."""


@record
class Result:
    """A result: ``value`` as in deck.json, ``text`` as printed ("" for nothing), and its marks.

    In a section of marks, ``value`` is whether it is crossed out, and ``text`` its number if so. ``dice`` has the parts of a
    result of dice.
    """

    value: Scalar
    text: str
    marks: tuple[str, ...] = ()
    dice: DiceResult | None = None


@record(eq=False)
class ResultField:
    """One result that every card has: ``column`` and ``row`` as in deck.json, "" if the section has none.

    ``name`` is its column's title, ``label`` what is printed over or beside it, "" if it is the section's only
    one. ``make_result`` converts the card's value at ``key_path``. ``die`` is a grid column's die if its
    title differs.
    """

    section: AnySection
    column: str
    row: str
    name: str
    label: str
    key_path: ValuePath
    make_result: Callable[[Any], Result]
    die: str = ""

    def read(self, card: Card) -> Result:
        """Return a card's result."""
        return self.make_result(value_at(self.section, card.sections[self.section.name], self.key_path))

    @property
    def column_title(self) -> str:
        """Title over all fields of the column, with its die."""
        return f"{self.name} {self.die}" if self.die else self.name


def result_fields(
    spec: DeckSpec, words: Mapping[str, str] | None = None, backwards: Collection[str] = ()
) -> tuple[ResultField, ...]:
    """Return all fields section by section; ``words``: printed words by name, else "CF" for a critical failure.

    Tables whose names are in ``backwards`` begin with their last column, as on the card.
    """
    failure = (words or {}).get("critical_failure", "CF")
    fields: list[ResultField] = []
    for section in (section for section in spec.sections if not isinstance(section, model.PictureSection)):
        section_fields = list(_section_fields(section, failure))
        if section.name in backwards and isinstance(section, model.TableSection):
            section_fields.sort(key=lambda field: -section.columns.index(field.column))
        fields += section_fields
    return tuple(fields)


def table_fields(
    spec: DeckSpec, words: Mapping[str, str] | None = None, backwards: Collection[str] = ()
) -> tuple[ResultField, ...]:
    """Return ``result_fields`` without texts of single cards, for which tables have no room."""
    fields = result_fields(spec, words, backwards)
    return tuple(field for field in fields if not isinstance(field.section, model.ProseSection))


def is_constant(section: AnySection) -> bool:
    """Return whether a section is the same on every card, so that once is enough."""
    return isinstance(section, model.TableSection) and not section.varies


_MIN_WORD = 4
"""Texts longer than this need no title."""


def rare_fields(deck: Deck, fields: Iterable[ResultField]) -> list[ResultField]:
    """Return fields that need no title: alone in their section, "" on some cards, texts of over 4 letters on others."""
    rare = []
    for members in group_by_section(fields):
        texts = {members[0].read(card).text for card in deck.cards}
        if len(members) == 1 and "" in texts and all(len(text) > _MIN_WORD for text in texts if text):
            rare += members
    return rare


def group_by_section(fields: Iterable[ResultField]) -> list[list[ResultField]]:
    """Return the fields in one list per section; a section's fields must be adjacent."""
    return [list(members) for _, members in groupby(fields, key=lambda field: field.section.name)]


def _section_fields(section: AnySection, failure: str) -> Iterator[ResultField]:
    """Yield a section's fields, column by column; ``failure`` is printed for a critical failure."""
    match section:
        case model.GridSection():
            yield from _grid(section, failure)
        case model.RollsSection():
            yield from _rolls(section, _cell_reader(failure))
        case model.DiceSection():
            yield from _rolls(section, partial(_dice_result, section))
        case model.TableSection():
            yield from _table(section)
        case model.StackSection():
            yield from _stack(section)
        case model.MarksSection():
            for i in range(1, section.count + 1):
                yield ResultField(section, "", str(i), "", str(i), (i,), partial(_mark_result, str(i)))
        case model.OrdinalSection():
            yield ResultField(section, "", "", "", "", (), _number_result)
        case model.DistributionSection() | model.FixedSection() | model.TextSection():
            outcomes = section.outcomes
            yield ResultField(section, "", "", "", "", (), lambda value: Result(value, printed_word(outcomes, value)))


def _cell_reader(failure: str, towards: Callable[[Cell], bool] = lambda _: False) -> Callable[[int | Cell], Result]:
    """Return a function from cell to result; ``failure``: printed for critical ones; ``towards``: if one counts."""

    def read_cell(value: int | Cell) -> Result:
        cell = as_cell(value)
        marks = [mark for mark in (AGAIN, FAILURE, CONFIRM) if getattr(cell, mark)]
        marks += [TOWARDS] if towards(cell) else []
        number = format_number(cell.value) + ("?" if cell.confirm else "")
        return Result(cell.value, failure if cell.critical_failure else number, tuple(marks))

    return read_cell


def _grid(section: model.GridSection, failure: str) -> Iterator[ResultField]:
    """Yield a grid's fields, column by column; rows are numbered from 1, in key paths from 0."""
    read_cell = _cell_reader(failure, section.counts_to_failure)
    for column in section.columns:
        name, die = section.printed_label(column.label), f"d{column.sides}"
        for row in range(1, section.rows + 1):
            key_path, die_label = (column.label, row - 1), die if die != name else ""
            yield ResultField(section, column.label, str(row), name, str(row), key_path, read_cell, die_label)


def _rolls(
    section: model.RollsSection | model.DiceSection, read_result: Callable[[Any], Result]
) -> Iterator[ResultField]:
    for label, _ in section.rolls:
        roll_label = section.printed_label(label) if len(section.rolls) > 1 else ""
        yield ResultField(section, label, "", "", roll_label, (label,), read_result)


def _dice_result(section: model.DiceSection, result: model.DiceResult) -> Result:
    text = result_text(result.parts, result.outcome, section.printed_word)
    return Result(text, text, dice=result)


def _table(section: model.TableSection) -> Iterator[ResultField]:
    for column in section.columns:
        for row, (key, label) in enumerate(zip(section.rows, section.printed_rows(), strict=True)):
            yield ResultField(section, column, key, section.printed_label(column), label, (column, row), _number_result)


def _stack(section: model.StackSection) -> Iterator[ResultField]:
    """Yield a field per level, ``row`` from 1; labels are steps from the standard level, "" if it is the only one."""
    attributes = {place.name: place.attributes for place in section.locations()}

    def read_level(index: int, name: str) -> Result:
        standard = (STANDARD,) if index == section.standard else ()
        return Result(name, section.printed_word(name), (*standard, *attributes[name]))

    for index in range(section.height):
        label = format_modifier(section.standard - index) if section.height > 1 else ""
        yield ResultField(section, "", str(index + 1), "", label, (index,), partial(read_level, index))


def _mark_result(number: str, crossed: bool) -> Result:
    return Result(True, number, (MARKED,)) if crossed else Result(False, "")


def _number_result(value: int | None) -> Result:
    return Result(value, "" if value is None else format_number(value))
