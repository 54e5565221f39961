"""Sections ``rolls``: a few labeled rolls; and how YAML describes a roll."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Self, TypeVar

from deckgen.errors import DeckgenError
from deckgen.game.faces import PlayingCard
from deckgen.game.sections.base import (
    CellSpec,
    DealtResults,
    DealtVariable,
    DeckContext,
    Head,
    RolledSection,
    Share,
    read_cell_rules,
)
from deckgen.game.values import (
    AGAIN,
    CONFIRM,
    FAILURE,
    LARGEST,
    VALUE,
    Cell,
    as_cell,
    has_keys,
    is_int_between,
    read_cell,
)
from deckgen.language import Language
from deckgen.odds import (
    MECHANICS,
    NOTATION,
    Roll,
    describe,
    distribution,
    find_extremes,
    parse_dice,
    sizes_with_extremes,
    why_no_extremes,
)
from deckgen.odds.expression import Expression
from deckgen.odds.roll import Die, with_plain_dice
from deckgen.odds.roll_rules import roll_problems
from deckgen.records import record
from deckgen.sources import YamlValue, to_fraction

FAILED = Cell(1, critical_failure=True)
_PLAIN_RULES = ("keep", "explode", "maxima", "success_at", "explode_on", "kept", "at_most")
_NOTATION = re.compile(NOTATION["pattern"])
_Result = TypeVar("_Result")


@record
class RollsSection(RolledSection):
    """A few labeled rolls with one number each per card (such as bursts of 3, 5 and 10 shots).

    If some cards of a roll can have marks its value is a ``Cell``, else a plain number.
    """

    rolls: tuple[tuple[str, Roll], ...]

    @classmethod
    def from_yaml(cls, head: Head, node: YamlValue, context: DeckContext) -> Self | None:
        """Return the section, notes on extremes added to its help; None, with problems added, if a roll is wrong."""
        labels = context.words.key_texts(node.items("rolls"))
        notes: dict[str, list[str]] = {}  # on extremes, and the rolls that each is about
        rolls = []
        for entry in node.items("rolls"):
            keys, text = entry.value, entry
            if isinstance(keys, str):
                keys = {"dice" if _NOTATION.fullmatch(keys) else "roll": keys}
            elif "roll" in keys:
                text = entry.at("roll")
            if ("roll" in keys) == ("dice" in keys) or ("roll" in keys and keys.keys() - {"roll", "extremes"}):
                message = "what is rolled is not clear" if "roll" in keys else "what is rolled is missing"
                context.report(entry, message, "write dice: with its rules, or roll: with everything in words")
                continue
            roll = _read_text(text, keys, context) if "roll" in keys else read_roll(keys, entry, context)
            if (
                roll
                and check_explosions(roll, map(max, roll.faces), entry, context)
                and check_printable(roll, entry, context)
                and _check_extremes(roll, entry, context)
            ):
                rolls.append((entry.name, roll))
                if roll.extremes:
                    named = entry.items("extremes") if isinstance(keys["extremes"], dict) else []
                    words = {name.name: context.words.text(name) for name in named}
                    note = _note_on_extremes(roll, context.size, words, context.words.language)
                    notes.setdefault(note, []).append(dict(labels).get(entry.name, entry.name))
        if len(rolls) < len(node.value["rolls"]):
            return None
        alone = len(notes) == 1 and all(roll.extremes for _, roll in rolls)
        notes_text = " ".join(
            note if alone else f"{', '.join(labels_with_note)}: {note}" for note, labels_with_note in notes.items()
        )
        if notes_text:
            head["help"] = " ".join(filter(None, (head["help"], notes_text)))
            head["marks"] = ((CONFIRM, notes_text), *head["marks"])  # the game's meaning, if any, counts
        tail_limit = to_fraction(node.value["tail_bar"]) if "tail_bar" in node.value else None
        names = {label: (label,) for label, _ in rolls}
        return cls(
            **head,
            rolls=tuple(rolls),
            tail_bar=tail_limit,
            **read_cell_rules(node, names, context, "there is no roll"),
            labels=labels,
        )

    def cell_name(self, cell: CellSpec) -> str:
        """Return the label of a roll."""
        return cell.column

    def cells(self) -> Sequence[CellSpec]:
        return [CellSpec(self.name, label, 1, roll) for label, roll in self.rolls]

    def audited_variables(self, size: int) -> Sequence[DealtVariable]:
        """Return each roll's critical failures, without shares if it can have none."""
        variables = failure_variables(self.cells(), size)
        return [replace(draw, audit_label=label) for draw, (label, _) in zip(variables, self.rolls, strict=True)]

    def possible_marks(self, faces: Sequence[PlayingCard]) -> Sequence[str]:
        """Return VALUE, and AGAIN, FAILURE and CONFIRM if some roll can have them in a deck of these cards."""
        rolls = [roll for _, roll in self.rolls]
        of_deck = [find_extremes(roll, len(faces)) for roll in rolls if roll.extremes]
        marks = {
            VALUE: True,
            AGAIN: any(roll.endless for roll in rolls),
            FAILURE: any(roll.critical_failure for roll in rolls),
            CONFIRM: any(extremes and extremes.confirming_cards is not None for extremes in of_deck),
        }
        return [mark for mark, is_possible in marks.items() if is_possible]

    def parse_value(self, data: Any) -> Mapping[str, int | Cell]:
        """Return the value of every roll by label: a Cell if it can have marks, else a number. Raises ValueError."""
        if has_keys(data, [label for label, _ in self.rolls]):
            values = {label: _parse_roll_value(roll, data[label]) for label, roll in self.rolls}
            if None not in values.values():
                return {label: value for label, value in values.items() if value is not None}
        raise self.value_error()

    def card_values(self, dealt: DealtResults) -> Sequence[Mapping[str, int | Cell]]:
        """Return each card's values by label, with bonuses; what "confirm" marks is chosen at random."""
        columns = [
            _with_marks(roll, cells, dealt.random_below) if roll.extremes else cells
            for (_, roll), cells in zip(self.rolls, dealt.results, strict=True)
        ]
        return [
            {label: _card_value(roll, cell) for (label, roll), cell in zip(self.rolls, card, strict=True)}
            for card in zip(*columns, strict=True)
        ]

    def results_of(self, value: Any) -> Sequence[Cell]:
        return [as_cell(value[label]).with_bonus(-roll.bonus) for label, roll in self.rolls]


def _has_marks(roll: Roll) -> bool:
    """Return whether some cards of the roll can have more than a number."""
    return roll.endless or roll.critical_failure or roll.extremes


def _check_extremes(roll: Roll, node: YamlValue, context: DeckContext) -> bool:
    """Return whether the deck can show a roll's extremes, or none are wanted; if not, add a problem."""
    if not roll.extremes:
        return True
    if reason := why_no_extremes(roll):
        context.report(node, f"its extremes cannot be shown on cards: {reason}", "delete extremes")
    elif find_extremes(roll, context.size) is None:
        jokers = sum(face.is_joker for face in context.playing_cards)
        sizes = " or ".join(map(str, sizes_with_extremes(roll, context.size, jokers + 1)))
        message = f"no whole number of {context.size} cards gives its extremes exactly"
        remedy = f"take {sizes} cards, jokers included, or delete extremes" if sizes else "delete extremes"
        context.report(node, message, remedy)
    else:
        return True
    return False


def _note_on_extremes(roll: Roll, size: int, words: Mapping[str, str], language: Language) -> str:
    """Return the printed explanation of a roll's extremes; ``words`` may name them, by "lowest" and "highest"."""
    extremes, bonus = find_extremes(roll, size), roll.bonus
    assert extremes is not None  # see ``_check_extremes``

    def name(total: int, key: str) -> str:
        """Return a total in words, with the bonus, and with the game's name for it if there is one."""
        moved = language.phrase("a natural {total}, {sum} in all", total=total, sum=total + bonus)
        plain = language.phrase("a natural {total}", total=total)
        return (moved if bonus else plain) + (f" ({words[key]})" if key in words else "")

    low, high = name(extremes.lowest, "lowest"), name(extremes.highest, "highest")
    if extremes.confirming_cards is None:
        text = language.phrase("The lowest result is {low}, the highest {high}.", low=low, high=high)
    else:
        low_mark, high_mark = (value + bonus for value in extremes.marked_numbers)
        text = language.phrase(
            "On {few}? and {many}? draw on until a card has no question mark here: with {least} or less {few}? is"
            " {low}, with {most} or more {many}? is {high}.",
            few=low_mark,
            many=high_mark,
            low=low,
            high=high,
            least=extremes.low + bonus,
            most=extremes.high + bonus,
        )
    return text.replace(" -", " −")


def _with_marks(roll: Roll, cells: Sequence[Cell], below: Callable[[int], int]) -> Sequence[Cell]:
    """Return a roll's cells, card 0 first, "confirm" set on random ones, as many per marked number as it needs."""
    marks = find_extremes(roll, len(cells))
    marked = list(cells)
    if marks and marks.confirming_cards is not None:
        for number in marks.marked_numbers:
            free = [card for card, cell in enumerate(cells) if cell.value == number]
            for _ in range(marks.cards):
                card = free.pop(below(len(free)))
                marked[card] = cells[card]._replace(confirm=True)
    return marked


def _card_value(roll: Roll, cell: Cell) -> int | Cell:
    """Return a cell with the roll's bonus added, or only its number if the roll has no marks."""
    printed = cell.with_bonus(roll.bonus)
    return printed if _has_marks(roll) else printed.value


def _parse_roll_value(roll: Roll, data: Any) -> int | Cell | None:
    """Return a card's value from deck.json; None if it is invalid. A roll with marks has a Cell."""
    least = (0 if roll.special else MECHANICS[roll.keep].least_total) + min(roll.bonus, 0)
    if _has_marks(roll):
        return read_cell(data, least)
    return data if is_int_between(data, least, LARGEST) else None


def failure_variables(cells: Sequence[CellSpec], size: int) -> Sequence[DealtVariable]:
    """Return the critical failures of every cell as audited variables, without shares if its roll has none."""
    draws = []
    for cell in cells:
        share = Share(FAILED, distribution(cell.roll).critical_failure * size, 0, "critical failure")
        shares = (share,) if cell.roll.critical_failure else ()
        draws.append(DealtVariable(shares, audit_label=f"{cell.column}-{cell.row}"))
    return draws


def read_roll(keys: Mapping[str, Any], node: YamlValue, context: DeckContext) -> Roll | None:
    """Return the roll described by ``keys``; None, with problems added, if its rules conflict."""
    failing: Any = keys.get("critical_failure") or "none"
    plain = parse_dice(keys["dice"])
    roll = replace(
        plain,
        **{rule: keys[rule] for rule in _PLAIN_RULES if keys.get(rule) is not None},
        critical_failure=failing != "none",
        failing=Roll.failing if failing == "none" else failing,
        extremes="extremes" in keys,
        bonus=plain.bonus + keys.get("bonus", 0),
    )
    problems = [*roll_problems(roll)]
    for _, message, remedy in problems:
        context.report(node, message, remedy)
    return None if problems else roll


def attempt(node: YamlValue, context: DeckContext, call: Callable[..., _Result], *values: Any) -> _Result | None:
    """Return the result of a call; None if it raises a DeckgenError, whose problems are added to the value's."""
    try:
        return call(*values)
    except DeckgenError as error:
        for problem in error.problems:
            context.report(node, problem.message, problem.remedy, problem.excerpt)
        return None


def parse_expression(node: YamlValue, context: DeckContext, dice: Mapping[str, Die] | None = None) -> Expression | None:
    """Return the expression that a text says, with further ``dice`` by name; None, with problems added, if it is wrong."""
    from deckgen.odds.grammar import parse  # noqa: PLC0415 (most games have none)

    return attempt(node, context, parse, node.value, dice)


def _read_text(node: YamlValue, keys: Mapping[str, Any], context: DeckContext) -> Roll | None:
    """Return the roll that a text says; None, with problems added, if it is wrong or its result is not one number."""
    roll = parse_expression(node, context)
    if roll is None:
        return None
    if not isinstance(roll, Roll) or roll.marks or roll.tens or roll.keep in ("set", "run", "symbols"):
        message = "its result is not one number of one pool of dice, which is what rolls show"
        context.report(node, message, "write it in a section with kind: dice")
        return None
    roll = replace(with_plain_dice(roll), extremes="extremes" in keys)
    if any(min(die.numbers) < 0 for die in roll.special):
        context.report(node, "its dice have faces below 0, which these rolls cannot show", "write it with kind: dice")
        return None
    return roll if attempt(node, context, distribution, roll) else None


def check_printable(roll: Roll, node: YamlValue, context: DeckContext) -> bool:
    """Return whether some result of a roll is 0 or more; if not, add a problem."""
    highest = None if roll.endless or roll.bonus >= 0 else distribution(roll).maximum
    if highest is not None and highest < 0:
        message = f"subtracts so much that every result is below 0: {describe(roll)} is at most {highest}"
        context.report(node, message, f"subtract {highest - roll.bonus} at most, or roll more dice")
        return False
    return True


def check_explosions(roll: Roll, sides: Iterable[int], node: YamlValue, context: DeckContext) -> bool:
    """Return whether exploding dice, if the roll has any, can change a result; if not, add a problem."""
    least = roll.explode_on or min(sides)
    if roll.explode in ("none", "again") or roll.success_at is None or roll.success_at > least:
        return True
    message = f"a die that explodes is a success already, as success_at is {roll.success_at}: exploding changes nothing"
    remedy = "write explode: again if each highest number rolls another die, or delete explode"
    context.report(
        node.at("explode") if isinstance(node.value, dict) and "explode" in node.value else node, message, remedy
    )
    return False
