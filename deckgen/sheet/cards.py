"""Which small cards characters get: one each, a turn card for each attack, or a posse card for each group of copies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import takewhile
from typing import Any

from deckgen.errors import LayoutError, Problem
from deckgen.records import record
from deckgen.sheet.character import Character
from deckgen.sheet.faces import split_copy
from deckgen.sheet.formula import ENTRIES, FormulaError, fill_pattern
from deckgen.sheet.model import CARD_TITLE, PATTERN_CARDS, PatternCard, Rows, SheetSpec, join_name
from deckgen.sheet.paper.pages import shorten_lists
from deckgen.sheet.person import NUMBER

_OTHERWISE = " || "  # before a text to print if the one before lacks a value


@record(eq=False)
class SmallCard:
    """A small card with ``rows`` of blocks, of nobody if it is blank; messages call it ``label``."""

    character: Character | None
    rows: Rows
    label: str = "card"


def deal_cards(spec: SheetSpec, people: Sequence[Character], kind: str, blank_count: int = 0) -> list[SmallCard]:
    """Return the cards of a ``kind``, a key of SIZES; large and poker ones of nobody are blank.

    Raises LayoutError if the sheet has none.
    """
    if kind in spec.cards:
        return [*_pattern_cards(spec, spec.cards[kind], people)]
    if kind in PATTERN_CARDS or not spec.npc:
        message, name = f"the sheet has no {kind} cards", kind if kind in PATTERN_CARDS else "npc"
        raise LayoutError(Problem(str(spec.source.path), None, name, message, f"add {name}: to it"))
    rows_by_counts: dict[tuple[tuple[str, int], ...], Rows] = {}
    cards, blank = [], [None] * blank_count
    for person in people or blank:
        counts = person.rows if person else {}
        rows = rows_by_counts.setdefault(tuple(sorted(counts.items())), _shorten(spec.npc, counts))
        cards.append(SmallCard(person, rows))
    return cards


def _shorten(rows: Rows, counts: Mapping[str, int]) -> Rows:
    return tuple(tuple(shorten_lists(stack, counts) for stack in row) for row in rows)


def take_copies(people: Sequence[Character]) -> list[Character]:
    """Return the first character, and those after it that differ from it in nothing but the number in their name."""
    first = people[0]
    base, number = split_copy(first.name)
    return [first] if not number else [first, *takewhile(lambda person: _is_copy(person, first, base), people[1:])]


def _is_copy(person: Character, first: Character, base: str) -> bool:
    """Return whether a character is a copy of the first, called ``base`` and a number; marks may differ."""
    same = {**person.texts, "name": ""} == {**first.texts, "name": ""} and person.rows == first.rows
    return same and split_copy(person.name)[0] == base


def _pattern_cards(spec: SheetSpec, pattern: PatternCard, people: Sequence[Character]) -> Iterator[SmallCard]:
    """Yield filled cards: one for each entry of a list, or for so many of a group; copies share theirs."""
    begin = 0
    while begin < len(people):
        copies = take_copies(people[begin:])
        begin += len(copies)
        person, number = copies[0], split_copy(copies[0].name)[1]
        group = person.name[: -len(str(number))].rstrip() if number else person.name
        person = replace(person, texts={**person.texts, "name": group})
        scopes = _scopes_of_entries(spec, pattern, person) if pattern.each else _scopes_of_copies(pattern, len(copies))
        names = {**person.scope, "group": group, "number_in": _NumbersIn()}
        yield from filter(None, (_fill_card(spec, pattern, person, {**names, **scope}) for scope in scopes))


def _scopes_of_entries(spec: SheetSpec, pattern: PatternCard, person: Character) -> Iterator[dict[str, Any]]:
    """Yield the names for the card of each entry of a list; ``text`` are its values as printed."""
    for key, entry in person.scope.get(ENTRIES, {}).get(pattern.each, {}).items():
        columns = (column.name for column in spec.groups[pattern.each].columns)
        text = {column: person.texts.get(join_name(pattern.each, key, column), "") for column in columns}
        yield {**entry, "text": text}


def _scopes_of_copies(pattern: PatternCard, count: int) -> Iterator[dict[str, Any]]:
    """Yield the names for the cards of a group of ``count``, nearly as many on each."""
    per_card = -(-count // -(-count // pattern.most))
    for first in range(1, count + 1, per_card):
        numbers = {"copies": count, "first": first, "last": min(first + per_card - 1, count)}
        yield {name: Fraction(number) for name, number in numbers.items()}


def _fill_card(spec: SheetSpec, pattern: PatternCard, person: Character, scope: Mapping[str, Any]) -> SmallCard | None:
    """Return a card whose texts are filled in, blocks without any left out; None without a title."""
    fill = partial(_fill, scope, spec.language.decimal)
    if not (title := fill(pattern.title)):
        return None
    rows = []
    for row in _shorten(pattern.rows, person.rows):
        stacks = []
        for stack in row:
            options = [(block, block.options.filled(fill)) for block in stack.blocks]
            blocks = tuple(replace(block, options=filled) for block, filled in options if filled)
            stacks += [replace(stack, blocks=blocks)] if blocks else []
        rows += [tuple(stacks)] if stacks else []
    titled = replace(person, texts={**person.texts, CARD_TITLE: title})
    return SmallCard(titled, tuple(rows), f"{person.name}: {title}")


def _fill(scope: Mapping[str, Any], decimal: str, pattern: str, **numbers: int) -> str:
    """Return the first of a text's alternatives that has all its values, filled in; "" if none has."""
    names = {**scope, **{name: Fraction(number) for name, number in numbers.items()}}
    for text in pattern.split(_OTHERWISE):
        with suppress(FormulaError):  # such as dice that the game has no cells for
            if filled := fill_pattern(text, names, decimal):
                return filled
    return ""


class _NumbersIn(dict[str, Any]):
    """The numbers in a text, by the text and then counted from 1: of 3 / 30 ``number_in[rof][2]`` is 30."""

    def __contains__(self, key: object) -> bool:
        return True

    def __missing__(self, text: str) -> dict[str, Fraction]:
        numbers = enumerate(NUMBER.findall(text), 1)
        return {str(i): Fraction(number.replace("−", "-")) for i, number in numbers}
