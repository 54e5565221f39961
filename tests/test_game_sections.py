"""Each kind of section: what it becomes, and what is wrong with it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from deckgen.game.model import Outcome, word


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


NUMBERED = "decks:\n  main: {title: M, cards: {numbered: 30}}\n"


def test_fixed_values_follow_from_the_card(section):
    fixed = section(
        "kind: fixed\nvalues:\n  - {on: jokers, value: 9, print: nine}\n  - {on: [ace of sun, 12], value: 1}\n"
        "  - {on: moon, value: true}"
    )
    assert fixed.values == (9, 1, True, *(None, True) * 10, 1, 1, 9)
    assert sum(outcome.cards for outcome in fixed.outcomes) == 26
    assert {(o.value, o.cards) for o in fixed.outcomes if o.value is not True} == {(9, 2), (1, 3), (None, 10)}
    assert [word(fixed.outcomes, value) for value in (9, 1, True, None)] == ["nine", "1", "True", ""]


def test_fixed_on_a_card_that_is_not_there(fault):
    line, path, what = fault("kind: fixed\nvalues:\n  - {on: jokers, value: 1}\n  - {on: stars, value: 1}")
    assert (line, path, what) == (7, ".values[1].on", 'no card of the deck is "stars"')


def test_words_tell_true_from_one():
    outcomes = (
        Outcome(1, Fraction(1), "one"),
        Outcome(True, Fraction(1), "Yes"),
        Outcome(None, Fraction(1), "—"),
    )
    assert [word(outcomes, value) for value in (True, 1, None, "x")] == ["Yes", "one", "—", "x"]


STACK = """
kind: stack
height: 4
standard_from_bottom: 2
levels:
  - [{place: left leg, odds: 1/4}, {place: right leg, odds: 1/4}]
  - {place: head, odds: 1/2, attributes: [prone]}
"""


def test_stack(section):
    stack = section(STACK)
    assert [(p.name, p.cards, p.attributes) for p in stack.places()] == [
        ("left leg", Fraction(13, 2), ()),
        ("right leg", Fraction(13, 2), ()),
        ("head", Fraction(13), ("prone",)),
    ]
    assert (len(stack.levels), stack.height, stack.standard) == (2, 4, 2)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            ("bottom: 2", "bottom: 5"),
            (6, ".standard_from_bottom", "the standard place is number 5 from the bottom"),
        ),
        (
            ("odds: 1/2", "odds: 1/3"),
            (7, ".levels", "the shares add up to 21 2/3 cards, but the deck has 26"),
        ),
        (("right leg", "left leg"), (8, ".levels[0][1]", 'the place "left leg" stands twice')),
        (("odds: 1/2, ", ""), (9, ".levels[1]", "it is not said on how many cards this is")),
        (("odds: 1/2", "odd: 1/2"), (9, ".levels[1].odd", 'the key "odd" is unknown here')),
        (
            ("right leg, odds: 1/4", "right leg, odds: many"),
            (8, ".levels[0][1].odds", '"many" is not a chance'),
        ),
    ],
)
def test_stacks_that_do_not_stand(fault, change, expected):
    line, path, what = fault(STACK.strip().replace(*change))
    assert (line, path) == expected[:2]
    assert what.startswith(expected[2])


def test_marks(section, fault):
    assert section("kind: marks\ncount: 10\nodds: 1/6").cards == Fraction(13, 3)
    assert section("kind: marks\ncount: 10\ncards: 4").cards == 4
    assert fault("kind: marks\ncount: 10")[2] == "it is not said on how many cards this is"
    assert (
        fault("kind: marks\ncount: 10\ncards: 4\nodds: 1/2")[2] == "it is not said on how many cards this is"
    )
    assert fault("kind: marks\ncount: 10\ncards: rest")[2] == "it is not said on how many cards this is"
    assert fault("kind: marks\ncount: 10\ncards: 27")[2] == "this is on 27 of 26 cards"
    assert fault("kind: marks\ncount: 10\nodds: 3/2")[2] == "this is on 39 of 26 cards"
    assert fault("kind: marks\ncount: 10\nodds: 1/0") == (6, ".odds", '"1/0" is not a chance')


@pytest.mark.parametrize("source", ["impulse", "suit", "rank"])
def test_ordinals(section, source):
    assert section(f"kind: ordinal\nsource: {source}").source == source


def test_an_ordinal_of_suits_needs_suits(section, fault):
    assert section("kind: ordinal\nsource: rank", deck=NUMBERED).source == "rank"
    assert fault("kind: ordinal\nsource: suit", deck=NUMBERED) == (5, ".source", "the deck has no suits")


TABLE = """
kind: table
rows: [F, N, 1]
columns:
  1: [3, 5, 7]
  2: [5, 7, 9]
variation: [{value: -1, cards: 6}, {value: 0, cards: rest}, {value: 1, cards: 6}]
"""


def test_tables(section):
    table = section(TABLE)
    assert (table.columns, table.rows, table.base) == (("1", "2"), ("F", "N", "1"), ((3, 5, 7), (5, 7, 9)))
    assert [(outcome.value, outcome.cards) for outcome in table.variation] == [(-1, 6), (0, 14), (1, 6)]


def test_a_table_without_variation_does_not_vary(section):
    table = section(TABLE.partition("variation")[0])
    assert table.variation == (Outcome(0, Fraction(26)),)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (("[5, 7, 9]", "[5, 7]"), (8, ".columns.2", "there are 2 numbers for 3 rows")),
        (
            ("value: 1, cards: 6", "value: 1, cards: 7"),
            (9, ".variation", "the variation is 1/26 on average, not 0"),
        ),
        (
            ("value: 1, cards: 6", "value: x, cards: 6"),
            (9, ".variation", "the variation 'x' is no whole number"),
        ),
        (
            ("cards: rest", "cards: 13"),
            (9, ".variation", "the shares add up to 25 cards, but the deck has 26"),
        ),
    ],
)
def test_tables_that_do_not_fit(fault, change, expected):
    assert fault(TABLE.strip().replace(*change)) == expected


def test_texts(section, fault):
    text = section("kind: text\ntexts:\n  - {text: Extra, cards: 4}\n  - {text: More, odds: 1/4}")
    assert [(o.value, o.cards) for o in text.outcomes] == [
        ("Extra", 4),
        ("More", Fraction(13, 2)),
        (None, Fraction(31, 2)),
    ]
    assert section("kind: text\ntexts: [{text: All, odds: 1}]").outcomes == (Outcome("All", Fraction(26)),)
    assert fault("kind: text\ntexts:\n  - {text: a, cards: 20}\n  - {text: b, cards: 7}") == (
        5,
        ".texts",
        "the texts are on 27 cards, but the deck has 26",
    )
    assert fault("kind: text\ntexts:\n  - {text: a, cards: 2}\n  - {text: a, cards: 7}") == (
        7,
        ".texts[1]",
        'the text "a" stands twice',
    )
