"""Shares of a deck: cards, odds, weights and what is left."""

from __future__ import annotations

from fractions import Fraction

import pytest
from game_files import one_section
from hypothesis import given, strategies as st

from deckgen.errors import GameError, Problems
from deckgen.game import read_game
from deckgen.game.faces import PlayingCard
from deckgen.game.sections.base import DeckContext
from deckgen.game.sections.shares import Outcome, format_number, printed_word, read_outcomes
from deckgen.sources import read_yaml


def deck_of(size, problems):
    """A deck of that many cards."""
    return DeckContext((PlayingCard("1", None, "one"),) * size, {}, problems)


@pytest.fixture
def made(tmp_path):
    """The shares of a list of outcomes for 54 cards, and what is told of them."""

    def make(text: str):
        path = tmp_path / "o.yaml"
        path.write_text(f"o:\n{text}")
        problems = Problems()
        found = read_outcomes(read_yaml(path).at("o"), deck_of(54, problems))
        return found and {o.value: o.cards for o in found}, [(problem.line, problem.message) for problem in problems]

    return make


def test_cards_odds_and_the_rest(made):
    shares, told = made(
        "- {value: a, cards: 4}\n- {value: b, odds: 1/20}\n- {value: c, cards: 27/2}\n- {value: d, cards: rest}\n"
    )
    assert not told
    assert shares == {"a": 4, "b": Fraction(27, 10), "c": Fraction(27, 2), "d": Fraction(169, 5)}


def test_decimals_are_exact(made):
    shares, told = made("- {value: a, odds: 0.1}\n- {value: b, cards: 48.6}\n")
    assert not told
    assert shares == {"a": Fraction(27, 5), "b": Fraction(243, 5)}


def test_weights_share_what_is_left(made):
    assert made("- {value: a, weight: 1}\n- {value: b, weight: 5}\n")[0] == {"a": 9, "b": 45}
    assert made("- {value: a, weight: 1}\n- {value: b, weight: 4}\n- {value: c, cards: 4}\n")[0] == {
        "a": 10,
        "b": 40,
        "c": 4,
    }
    assert made("- {each: 1..5, weight: 1}\n- {value: 9, weight: 4}\n")[0] == {
        **dict.fromkeys(range(1, 6), 6),
        9: 24,
    }


def test_each(made):
    assert made("- {each: 1..13, cards: 1}\n- {value: null, cards: rest}\n")[0] == {
        **dict.fromkeys(range(1, 14), 1),
        None: 41,
    }
    assert made("- {each: [1, 3], cards: 7}\n- {each: -2..-1, cards: 20}\n")[0] == {
        1: 7,
        3: 7,
        -2: 20,
        -1: 20,
    }


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("- {value: a, cards: 50}\n", 1, "the shares add up to 50 cards, but the deck has 54"),
        ("- {value: a, cards: 55}\n", 1, "the shares add up to 55 cards, but the deck has 54"),
        ("- {value: a, odds: 0.5}\n", 1, "the shares add up to 27 cards, but the deck has 54"),
        ("- {value: a}\n", 2, "the number of cards is missing"),
        ("- {value: a, cards: 54, odds: 1}\n", 2, "cards and odds are both given"),
        ("- {cards: 54}\n", 2, "an entry needs either value or each"),
        ("- {value: 1, each: 1..2, cards: 54}\n", 2, "an entry needs either value or each"),
        ("- {value: a, cards: 54}\n- {value: b, cards: rest}\n", 3, "the other entries take all 54 cards"),
        ("- {value: a, cards: 60}\n- {value: b, weight: 1}\n", 3, "the other entries take all 54 cards"),
        (
            "- {value: a, cards: rest}\n- {value: b, cards: rest}\n",
            3,
            "only one entry can take the remaining cards",
        ),
        (
            "- {value: a, cards: rest}\n- {value: b, weight: 1}\n",
            3,
            "only one entry can take the remaining cards",
        ),
        ("- {value: a, cards: 4}\n- {value: a, cards: 50}\n", 1, "duplicate value 'a'"),
        ("- {each: 3..1, cards: 18}\n", 2, "3..1 is no range"),
    ],
)
def test_shares_that_do_not_work(made, text, line, what):
    assert made(text) == (None, [(line, what)])


def test_one_and_true_are_two_values(made):
    assert made("- {value: 1, cards: 27}\n- {value: true, cards: 27}\n")[1] == []


@given(
    st.lists(st.fractions(min_value=Fraction(1, 100), max_value=50, max_denominator=100), min_size=1, max_size=8),
    st.integers(20, 200),
)
def test_shares_sum_to_the_deck_or_are_refused(tmp_path_factory, parts, size):
    path = tmp_path_factory.mktemp("s") / "o.yaml"
    lines = [f"- {{value: {i}, cards: {part.numerator}/{part.denominator}}}\n" for i, part in enumerate(parts)]
    path.write_text("o:\n" + "".join(lines) + "- {value: x, cards: rest}\n")
    problems = Problems()
    found = read_outcomes(read_yaml(path).at("o"), deck_of(size, problems))
    assert (found is None) == (sum(parts) >= size) == bool(problems)
    if found is not None:
        assert sum(outcome.cards for outcome in found) == size


def test_numbers_in_messages():
    assert [format_number(Fraction(5)), format_number(Fraction(27, 2)), format_number(Fraction(1, 3))] == [
        "5",
        "13 1/2",
        "1/3",
    ]


def test_a_game_tells_both_sums(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path / "cache"))
    folder = one_section(tmp_path / "game", "title: T\nkind: distribution\noutcomes: [{value: 1, cards: 5}]")
    with pytest.raises(GameError, match=r"it.yaml:5: .*add up to 5 cards, but the deck has 26; give 21 more"):
        read_game(folder)


def test_words_tell_true_from_one():
    outcomes = (
        Outcome(1, Fraction(1), "one"),
        Outcome(True, Fraction(1), "Yes"),
        Outcome(None, Fraction(1), "—"),
    )
    assert [printed_word(outcomes, value) for value in (True, 1, None, "x")] == ["Yes", "one", "—", "x"]
