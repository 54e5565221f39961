"""Sections ``rolls``: a few labeled rolls; and how YAML describes a roll."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Self

from deckgen.game.faces import PlayingCard
from deckgen.game.sections.base import (
    CellSpec,
    DealtResults,
    DealtVariable,
    DeckContext,
    Head,
    Section,
    Share,
    default_tail_limit,
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
    Roll,
    describe,
    distribution,
    find_extremes,
    parse_dice,
    sizes_with_extremes,
    why_no_extremes,
)
from deckgen.records import record
from deckgen.sources import YamlValue, to_fraction

FAILED = Cell(1, critical_failure=True)


@record
class RollsSection(Section):
    """A few labeled rolls that each give one number a card (a burst of 3, 5 or 10).

    The value of one of which some cards are marked is a cell, that of all others a bare number.
    """

    rolls: tuple[tuple[str, Roll], ...]
    tail_bar: Fraction | None = None

    @classmethod
    def from_yaml(cls, head: Head, spot: YamlValue, deal: DeckContext) -> Self | None:
        labels = deal.words.key_texts(spot.items("rolls"))
        notes: dict[str, list[str]] = {}  # on extremes, and the rolls that each is about
        rolls = []
        for each in spot.items("rolls"):
            given = {"dice": each.value} if isinstance(each.value, str) else each.value
            roll = read_roll(given, each, deal)
            if roll and check_printable(roll, each, deal) and _check_extremes(roll, each, deal):
                rolls.append((each.name, roll))
                if roll.extremes:
                    named = each.items("extremes") if isinstance(given["extremes"], dict) else []
                    words = {name.name: deal.words.text(name) for name in named}
                    note = _note_on_extremes(roll, deal.size, words, deal.words.language)
                    notes.setdefault(note, []).append(dict(labels).get(each.name, each.name))
        if len(rolls) < len(spot.value["rolls"]):
            return None
        alone = len(notes) == 1 and all(roll.extremes for _, roll in rolls)
        more = (note if alone else f"{', '.join(which)}: {note}" for note, which in notes.items())
        head["help"] = " ".join(filter(None, (head["help"], *more)))
        tail_limit = to_fraction(spot.value["tail_bar"]) if "tail_bar" in spot.value else None
        return cls(**head, rolls=tuple(rolls), tail_bar=tail_limit, labels=labels)

    def tail_limit(self, cell: CellSpec) -> Fraction:
        """The largest tail error of a roll, in cards."""
        return default_tail_limit(cell.roll) if self.tail_bar is None else self.tail_bar

    def cells(self) -> Sequence[CellSpec]:
        return [CellSpec(self.name, label, 1, roll) for label, roll in self.rolls]

    def audited_variables(self, size: int) -> Sequence[DealtVariable]:
        every = failure_variables(self.cells(), size)
        return [replace(draw, audit_label=label) for draw, (label, _) in zip(every, self.rolls, strict=True)]

    def possible_marks(self, faces: Sequence[PlayingCard]) -> Sequence[str]:
        rolls = [roll for _, roll in self.rolls]
        of_deck = [find_extremes(roll, len(faces)) for roll in rolls if roll.extremes]
        marks = {
            VALUE: True,
            AGAIN: any(roll.endless for roll in rolls),
            FAILURE: any(roll.critical_failure for roll in rolls),
            CONFIRM: any(each and each.confirming_cards is not None for each in of_deck),
        }
        return [mark for mark, there in marks.items() if there]

    def parse_value(self, data: Any) -> Mapping[str, int | Cell]:
        if has_keys(data, [label for label, _ in self.rolls]):
            found = {label: _parse_roll_value(roll, data[label]) for label, roll in self.rolls}
            if None not in found.values():
                return {label: value for label, value in found.items() if value is not None}
        raise self.value_error()

    def card_values(self, dealt: DealtResults) -> Sequence[Mapping[str, int | Cell]]:
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
    """Whether some cards of the roll may say more than a number."""
    return roll.endless or roll.critical_failure or roll.extremes


def _check_extremes(roll: Roll, spot: YamlValue, deal: DeckContext) -> bool:
    """Whether the deck can give the extremes of a roll, if they are asked for; if not, a problem is added."""
    if not roll.extremes:
        return True
    if why := why_no_extremes(roll):
        deal.report(spot, f"its extremes cannot be given on cards: {why}", "delete extremes")
    elif find_extremes(roll, deal.size) is None:
        jokers = sum(face.is_joker for face in deal.playing_cards)
        sizes = " or ".join(map(str, sizes_with_extremes(roll, deal.size, jokers + 1)))
        what = f"no whole number of {deal.size} cards gives its extremes exactly"
        remedy = f"take {sizes} cards, jokers included, or delete extremes" if sizes else "delete extremes"
        deal.report(spot, what, remedy)
    else:
        return True
    return False


def _note_on_extremes(roll: Roll, size: int, words: Mapping[str, str], language: Language) -> str:
    """What the marks of a roll's extremes mean, and what the extremes are called."""
    found, bonus = find_extremes(roll, size), roll.bonus
    assert found is not None  # see ``_has_extremes``

    def name(total: int, key: str) -> str:
        moved = language.phrase("a natural {total}, {sum} in all", total=total, sum=total + bonus)
        plain = language.phrase("a natural {total}", total=total)
        return (moved if bonus else plain) + (f" ({words[key]})" if key in words else "")

    low, high = name(found.lowest, "lowest"), name(found.highest, "highest")
    if found.confirming_cards is None:
        text = language.phrase("The lowest result is {low}, the highest {high}.", low=low, high=high)
    else:
        few, many = (value + bonus for value in found.marked_numbers)
        text = language.phrase(
            "On {few}? and {many}? draw on until a card has no question mark here: with {least} or less {few}? is"
            " {low}, with {most} or more {many}? is {high}.",
            few=few,
            many=many,
            low=low,
            high=high,
            least=found.low + bonus,
            most=found.high + bonus,
        )
    return text.replace(" -", " −")


def _with_marks(roll: Roll, cells: Sequence[Cell], below: Callable[[int], int]) -> Sequence[Cell]:
    """The cells of all cards, as many marked as the roll's extremes need."""
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
    printed = cell.with_bonus(roll.bonus)
    return printed if _has_marks(roll) else printed.value


def _parse_roll_value(roll: Roll, data: Any) -> int | Cell | None:
    least = MECHANICS[roll.keep].least_total + min(roll.bonus, 0)
    if _has_marks(roll):
        return read_cell(data, least)
    return data if is_int_between(data, least, LARGEST) else None


def failure_variables(cells: Sequence[CellSpec], size: int) -> Sequence[DealtVariable]:
    """The critical failures of every cell, for an audit to count; none where its roll knows none."""
    draws = []
    for cell in cells:
        share = Share(FAILED, distribution(cell.roll).critical_failure * size, 0, "critical failure")
        shares = (share,) if cell.roll.critical_failure else ()
        draws.append(DealtVariable(shares, audit_label=f"{cell.column}-{cell.row}"))
    return draws


def read_roll(given: Mapping[str, Any], spot: YamlValue, deal: DeckContext) -> Roll | None:
    """The roll that is described; None, with problems added at ``spot``, if its rules do not fit together."""
    counts, success_at = given.get("keep") == "count", given.get("success_at")
    wrong: tuple[str, str] | None = None
    if counts and success_at is None:
        wrong = "it is not said what a success is", "add success_at: the lowest number that is one"
    elif success_at is not None and not counts:
        wrong = "success_at is only for dice that are counted", "write keep: count beside it"
    elif counts and given.get("critical_failure", "none") not in (None, "none"):
        wrong = "dice that are counted have no critical failure", "delete critical_failure"
    if wrong:
        deal.report(spot, *wrong)
        return None
    failing: Any = given.get("critical_failure") or "none"
    plain = parse_dice(given["dice"])
    return replace(
        plain,
        keep=given.get("keep", "sum"),
        explode=given.get("explode", "none"),
        maxima=given.get("maxima", "choose"),
        critical_failure=failing != "none",
        success_at=success_at,
        failing=Roll.failing if failing == "none" else failing,
        extremes="extremes" in given,
        bonus=plain.bonus + given.get("bonus", 0),
    )


def check_printable(roll: Roll, spot: YamlValue, deal: DeckContext) -> bool:
    """Whether some result is 0 or more; if not, a problem is added."""
    highest = None if roll.endless or roll.bonus >= 0 else distribution(roll).maximum
    if highest is not None and highest < 0:
        what = f"takes so much off that every result is below 0: {describe(roll)} is at most {highest}"
        deal.report(spot, what, f"take off {highest - roll.bonus} at most, or roll more dice")
        return False
    return True
