import re
from fractions import Fraction

import pytest
from deck_twins import column, session
from hypothesis import given, settings, strategies as st

from deckgen.deck.audit.means import exactness, long_run_mean
from deckgen.deck.cells import mean_denominator
from deckgen.deck.solve.store import SolutionStore
from deckgen.game.values import Cell
from deckgen.language import load_language
from deckgen.odds import Roll, distribution

DRAWS = st.sampled_from(("without-replacement", "with-replacement"))
ROLLS = st.builds(
    Roll,
    st.tuples(st.integers(2, 60), st.integers(1, 3)).map(lambda pool: (pool[0],) * pool[1]),
    st.sampled_from(("sum", "highest")),
    st.sampled_from(("none", "open", "penetrating")),
    st.just("choose"),
    st.booleans(),
)


@settings(deadline=None)
@given(ROLLS, st.integers(20, 200), DRAWS)
def test_what_is_said_is_true(roll, size, draw):
    """A mean can be exact if the target's denominator divides a mean's; the reason names what does not."""
    found = exactness(roll, size, draw)
    mean = distribution(roll).mean
    most = size // 3 if roll.explode != "none" else 0
    denominators = [mean_denominator(k, size, draw) for k in range(most + 1)]
    assert found.possible == any(d % mean.denominator == 0 for d in denominators)
    assert bool(found.reason) == (not found.possible)
    if found.possible:
        return
    divisor = int(re.search(r"\d+", found.reason)[0])
    assert mean.denominator % divisor == 0
    assert all(d % divisor for d in denominators)
    # the numbers of plain cards that are ruled out are all that are allowed
    if roll.explode != "none":
        assert f"from {size - size // 3} to {size - (draw == 'without-replacement')}" in found.reason


@pytest.mark.parametrize(
    ("roll", "size"), [(Roll((8,), explode="open"), 54), (Roll((10,), explode="open"), 54), (Roll((3,)), 21)]
)
def test_what_can_be_exact_is(roll, size):
    assert exactness(roll, size, "without-replacement").possible
    solutions = SolutionStore().find(column(roll, size=size)).solutions
    assert {cell.mean("without-replacement") for (cell,) in solutions} == {distribution(roll).mean}


DECKS = st.lists(st.tuples(st.integers(1, 9), st.booleans()), min_size=2, max_size=6).filter(
    lambda deck: not all(again for _, again in deck)
)


def cells(deck):
    return [Cell(value, again) for value, again in deck]


@settings(max_examples=60, deadline=None)
@given(DECKS, st.data())
def test_jokers_shuffle_the_deck_after_their_task(deck, data):
    jokers = data.draw(st.sets(st.integers(0, len(deck) - 1), min_size=1))
    found = long_run_mean(cells(deck), sorted(jokers), "without-replacement", "jokers")
    assert found == session(deck, lambda task: bool(jokers & set(task)))


@settings(max_examples=30, deadline=None)
@given(DECKS)
def test_the_deck_is_shuffled_after_every_task(deck):
    found = long_run_mean(cells(deck), [0], "without-replacement", "every-draw")
    assert found == session(deck, lambda _: True)


@settings(max_examples=30, deadline=None)
@given(DECKS, st.sampled_from(("never", "jokers")))
def test_without_jokers_or_shuffles_the_deck_is_used_up(deck, reshuffle):
    jokers = [0] if reshuffle == "never" else []
    assert long_run_mean(cells(deck), jokers, "without-replacement", reshuffle) == session(deck, None)


@pytest.mark.parametrize("reshuffle", ["jokers", "every-draw", "never"])
def test_with_replacement_no_shuffle_matters(reshuffle):
    deck = [(1, False), (2, False), (6, True)]
    # a draw is 1, 2, or 6 and another draw
    found = long_run_mean(cells(deck), [1], "with-replacement", reshuffle)
    assert found == Fraction(1 + 2 + 6, 3) + found / 3


def test_the_reason_is_told_in_other_languages_with_the_same_numbers():
    why = exactness(Roll((8, 8, 8), "highest", "open"), 54, "without-replacement")
    assert not why.possible
    assert re.findall(r"\d+", why.reason_in(load_language("de"))) == re.findall(r"\d+", why.reason)
    assert exactness(Roll((6,)), 54, "without-replacement").reason_in(load_language("de")) == ""
