"""A word that is too long beside an icon or in a mark is a problem, whatever widget draws it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from page_svg import FONTS
from widget_drawing import TITLES, options_of

from deckgen.card.widgets import cells, marks, stack, value, words
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.errors import Problems
from deckgen.game.faces import PlayingCard
from deckgen.game.model import (
    DistributionSection,
    HitLocation,
    MarksSection,
    Outcome,
    RollsSection,
    StackSection,
)
from deckgen.game.values import StackValue
from deckgen.odds.roll import parse_dice

BOX = Box(0, 0, 12, 6)
LONG = "VOLVER A BARAJAR"


def worded(word):
    return DistributionSection(*TITLES, (Outcome(word, Fraction(1)),))


def pile(word):
    return StackSection(*TITLES, ((HitLocation(word, Fraction(1), ("prone",)),),), 1, 0)


def rolled(label):
    return RollsSection(*TITLES, rolls=((label, parse_dice("d6")),))


CASES = {
    "rolls": (cells.ROLLS, rolled, lambda label: {label: 6}, {"icon": "icon-star", "label_width": 4.0}),
    "rolls, labels above": (cells.ROLLS, rolled, lambda label: {label: 6}, {"icon": "icon-star", "above": True, "label_height": 2.0}),
    "rolls, arrows": (cells.ROLLS, rolled, lambda label: {label: 6}, {"icon": "icon-star", "arrow": True, "label_width": 4.0}),
    "rolls, numbers in icons": (cells.ROLLS, lambda _: rolled("d6"), lambda word: {"d6": 10 ** len(word)}, {"icon": "icon-star", "labels": False}),
    "words": (words.WIDGET, worded, lambda word: word, {"icon": "icon-star", "icon_size": 3.0}),
    "number beside its icon": (value.NUMBER, worded, lambda word: word, {"icons": "icon-", "icon_size": 4.0}),
    "number, a pair": (value.NUMBER, worded, lambda word: word, {"icons": "icon-", "icon_size": 4.0, "pair": True}),
    "number over its icon": (value.NUMBER, worded, lambda word: word, {"icons": "icon-", "below": True}),
    "number, in lines": (value.NUMBER, worded, lambda word: word, {"icons": "icon-", "pair": True, "lines": 2}),
    "badge": (value.BADGE, worded, lambda word: word, {"icon": "icon-star"}),
    "badge below": (value.BADGE, worded, lambda word: word, {"icon": "icon-star", "below": True}),
    "stack": (stack.WIDGET, pile, lambda word: StackValue((word,), 0), {"mark": "icon-star"}),
    "stack, mark at the end": (stack.WIDGET, pile, lambda word: StackValue((word,), 0), {"mark": "icon-star", "mark_end": True}),
    "stack, icons": (stack.WIDGET, pile, lambda word: StackValue((word,), 0), {"icons": "icon-", "icon_size": 4.0, "icon_width": 4.0}),
    "poker": (value.POKER, lambda _: None, lambda word: PlayingCard(word, "oros", "a card"), {}),
    "marks": (marks.WIDGET, lambda word: MarksSection(*TITLES, len(word) ** 2, Fraction(1)), lambda _: [1], {"icon": "icon-star", "columns": 5}),
    "clock": (value.CLOCK, lambda word: worded(len(word)), len, {"dot": 1.6}),
}  # fmt: skip


def problems_of(case, word):
    widget, section, value_of, options = CASES[case]
    problems = Problems()
    pen = Pen(FONTS, 5.5 * PT, "theme", problems)
    options = {"title": False, **options} if case.startswith(("words", "number")) else options
    widget.build(section(word), BOX, options_of(widget, **options), pen)(pen, value_of(word))
    return [problem.message for problem in problems]


@pytest.mark.parametrize("case", CASES)
def test_a_word_too_long_for_its_room_is_reported(case):
    assert any("does not fit" in message for message in problems_of(case, LONG))


@pytest.mark.parametrize("case", CASES)
def test_a_short_word_is_not(case):
    assert not problems_of(case, "A")
