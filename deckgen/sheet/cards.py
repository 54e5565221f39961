"""Which small cards characters get: one each, a turn card for each attack, or a posse card for each group of copies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import groupby
from typing import Any

from deckgen.errors import LayoutError, Problem
from deckgen.records import record
from deckgen.sheet.blocks.fight import AttacksOptions
from deckgen.sheet.character import Character
from deckgen.sheet.faces import split_copy
from deckgen.sheet.formula import ENTRIES, FormulaError, fill_pattern
from deckgen.sheet.model import CARD_TITLE, PATTERN_CARDS, BlockStack, PatternCard, Rows, SheetSpec, join_name
from deckgen.sheet.options import BlockOptions, Fill
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

    @cache
    def rows(counts: tuple[tuple[str, int], ...]) -> Rows:
        return _change_blocks(spec.npc, partial(_shorten, dict(counts)))

    if not people:
        return [SmallCard(None, rows(()))] * blank_count
    return [SmallCard(person, rows(tuple(sorted(person.rows.items())))) for person in people]


def _change_blocks(rows: Rows, change: Callable[[BlockOptions], BlockOptions | None]) -> Rows:
    """Return rows of blocks with changed options; blocks of which nothing remains are left out, and what is empty then."""

    def change_stack(stack: BlockStack) -> BlockStack:
        pairs = [(block, change(block.options)) for block in stack.blocks]
        return replace(stack, blocks=tuple(replace(block, options=options) for block, options in pairs if options))

    return tuple(filter(None, (tuple(stack for stack in map(change_stack, row) if stack.blocks) for row in rows)))


def _shorten(counts: Mapping[str, int], options: BlockOptions) -> BlockOptions:
    """Return a block's options, of attacks with no more rows than their list has entries, but one."""
    if not isinstance(options, AttacksOptions) or options.of not in counts or options.rows is None:
        return options
    return replace(options, rows=max(1, min(options.rows, counts[options.of])))


def copy_key(person: Character) -> object:
    """Return what copies have in common, who differ in nothing but the number in their name; marks may differ."""
    base, number = split_copy(person.name)
    return (base, {**person.texts, "name": ""}, person.rows) if number else object()


def _pattern_cards(spec: SheetSpec, pattern: PatternCard, people: Sequence[Character]) -> Iterator[SmallCard]:
    """Yield filled cards: one for each entry of a list, or for so many of a group; copies share theirs."""
    for _, group in groupby(people, copy_key):
        person, *others = group
        number = split_copy(person.name)[1]
        name = person.name[: -len(str(number))].rstrip() if number else person.name
        names = {**person.scope, "group": name, "number_in": _NumbersIn()}
        for scope in _scopes(spec, pattern, person, 1 + len(others)):
            fill = partial(_fill, {**names, **scope}, spec.language.decimal)
            if title := fill(pattern.title):
                yield _fill_card(
                    pattern, replace(person, texts={**person.texts, "name": name, CARD_TITLE: title}), fill
                )


def _fill_card(pattern: PatternCard, person: Character, fill: Fill) -> SmallCard:
    """Return a card whose texts are filled in, of a person with its title among the texts."""
    rows = _change_blocks(pattern.rows, lambda options: _shorten(person.rows, options).filled(fill))
    return SmallCard(person, rows, f"{person.name}: {person.texts[CARD_TITLE]}")


def _scopes(spec: SheetSpec, pattern: PatternCard, person: Character, count: int) -> Iterator[dict[str, Any]]:
    """Yield more names for each card: of an entry, whose printed values are ``text``, or of nearly as many on each."""
    if pattern.each:
        for key, entry in person.scope.get(ENTRIES, {}).get(pattern.each, {}).items():
            columns = (column.name for column in spec.groups[pattern.each].columns)
            text = {column: person.texts.get(join_name(pattern.each, key, column), "") for column in columns}
            yield {**entry, "text": text}
        return
    per_card = -(-count // -(-count // pattern.most))
    for first in range(1, count + 1, per_card):
        last = min(first + per_card - 1, count)
        yield {"copies": Fraction(count), "first": Fraction(first), "last": Fraction(last)}


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
