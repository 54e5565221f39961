"""Jokers never say "draw again", and their numbers sum to what as many plain cards do, on average."""

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise

import numpy as np
import pytest
from cli_fixtures import run
from deck_games import SHIPPED, dealt, shipped
from game_files import write
from hypothesis import given, settings, strategies as st

from deckgen.deck.deal.jokers import JokerRow, count_failures, joker_share, pick_joker_items
from deckgen.deck.deal.random_stream import RandomStream

PLAIN = st.lists(st.integers(0, 12), min_size=8, max_size=30).map(sorted)


def row(values, plain=None, critical=None, joker_sum=0):
    made = JokerRow.of(
        np.array(values),
        np.array([True] * len(values) if plain is None else plain),
        np.array([False] * len(values) if critical is None else critical),
    )
    return made._replace(joker_sum=joker_sum)


def ends(share):
    """The sum rounded down, and up."""
    return share.low, share.low + share.step


def counts(values):
    return tuple((value, False, cards) for value, cards in sorted(Counter(values).items()))


@given(PLAIN, st.integers(1, 6))
def test_the_sum_is_that_of_as_many_plain_cards_rounded_down_or_up(values, jokers):
    share = joker_share(counts(values), jokers)
    exact = Fraction(jokers * sum(values), len(values))
    low, high = ends(share)
    assert low <= exact < high
    assert -1 < share.rounded_part(low) <= 0 < share.rounded_part(high) <= 1
    assert share.rounded_part(high) - share.rounded_part(low) == 1
    starts = range(share.part.denominator)
    sums = [share.rounded_sum(3, _Start(start)) for start in starts]
    assert {*sums} <= {low, high}
    assert Fraction(sum(sums), len(sums)) == exact


class _Start:
    def __init__(self, start):
        self.start = start

    def below(self, limit):
        return self.start % limit


def test_where_numbers_are_missing_the_sum_is_rounded_to_what_they_allow():
    odd = tuple((value, False, 1) for value in range(1, 100, 2))
    assert joker_share(odd, 2).step == 2
    assert {total % 2 for total in ends(joker_share(odd, 2))} == {0}
    assert ends(joker_share(((1, False, 5), (6, False, 5)), 1)) == (1, 6)
    assert joker_share(((1, False, 5), (2, False, 5)), 2).step == 1


@settings(max_examples=60, deadline=None)
@given(PLAIN, st.integers(0, 4), st.integers())
def test_jokers_are_plain_and_meet_the_sum_if_any_cards_do(values, jokers, seed):
    plain = [i % 5 > 0 for i in range(len(values))]
    plain_values = [v for v, p in zip(values, plain, strict=True) if p]
    if not jokers:
        assert pick_joker_items([row(values)], 0, RandomStream(seed)) == [[]]
        return
    for total in ends(joker_share(counts(plain_values), jokers)):
        [places] = pick_joker_items([row(values, plain, joker_sum=total)], jokers, RandomStream(seed))
        assert len({*places}) == jokers
        assert all(plain[place] for place in places)
        possible = {sum(chosen) for chosen in combinations(plain_values, jokers)}
        if jokers <= 2 and total in possible:
            assert sum(values[place] for place in places) == total


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_rising_column_still_rises_without_its_jokers(data):
    size, jokers = 24, data.draw(st.integers(1, 3))
    values, rows = [1] * size, []
    for _ in range(data.draw(st.integers(1, 5))):
        values = sorted(value + data.draw(st.integers(0, 4)) for value in values)
        rows.append(row(values, joker_sum=ends(joker_share(counts(values), jokers))[data.draw(st.booleans())]))
    places = pick_joker_items(rows, jokers, RandomStream(data.draw(st.integers())))
    shown = [r.values[p].tolist() for r, p in zip(rows, places, strict=True)]
    others = [np.delete(r.values, p).tolist() for r, p in zip(rows, places, strict=True)]
    for numbers in (shown, others):
        for upper, lower in pairwise(numbers):
            assert all(a <= b for a, b in zip(upper, lower, strict=True))


def test_numbers_are_as_likely_on_jokers_as_elsewhere_if_spread_evenly():
    values = [1, 2, 3, 4, 5, 6] * 9
    found = Counter()
    for seed in range(1500):
        [places] = pick_joker_items([row(values, joker_sum=7)], 2, RandomStream("die", seed))
        found.update(values[place] for place in places)
    assert sum((found[n] - 500) ** 2 / 500 for n in range(1, 7)) < 2 * 13.8  # pairs of numbers: one in a thousand


@pytest.mark.parametrize("highest", [6, 5])  # with 5 a failure goes with the lower sum alone
def test_jokers_have_their_share_of_failures_with_either_sum(highest):
    values = [1] * 9 + [n for n in (2, 3, 4, 5) for _ in range(9)] + [highest] * 9
    critical = [True] * 9 + [False] * 45
    share = joker_share(counts(values), 2)
    low, high = ends(share)
    up = share.part
    failures = {low: 0, high: 0}
    seeds = 1200
    for total in failures:
        for seed in range(seeds):
            asked = row(values, critical=critical, joker_sum=total)
            asked = asked._replace(failures=count_failures(asked, share, 2, RandomStream(total, seed)))
            [places] = pick_joker_items([asked], 2, RandomStream("which", total, seed))
            assert sum(values[place] for place in places) == total
            failures[total] += sum(critical[place] for place in places)
    mean = ((1 - up) * failures[low] + up * failures[high]) / seeds
    assert abs(mean - Fraction(2 * 9, 54)) < 0.05


def test_shipped_jokers_are_plain_and_sum_to_their_share():
    spec = shipped().deck()
    for section in ("causes", "effects"):
        for seed in ("1", "2"):
            deck = dealt(SHIPPED, seed)
            for cards in deck.cells(spec.section(section)):
                shown = [cards[i] for i in spec.jokers()]
                assert not any(cell.again for cell in shown)
                plain = counts([cell.value for cell in cards if not cell.again])
                assert joker_share(plain, len(shown)).step == 1
                assert abs(joker_share(plain, len(shown)).rounded_part(sum(cell.value for cell in shown))) < 1


# Many open cards near the mean, few cells: dealing evens cards out by swaps in which jokers take part.
WILD = """\
game: {{id: wild, title: Wild}}
decks:
  main:
    title: Main
    cards:
      low_jokers: [a, b, c]
      suits: [x, y]
      ranks: [1..14]
      high_jokers: [d, e, f]
sections:
  hit:
    kind: grid
    title: Hit
    columns: {{{columns}}}
    rows: {rows}
    rising: {rising}
    dice: {{keep: sum, explode: open}}
"""


@pytest.mark.parametrize(
    "text",
    [
        WILD.format(columns="A: d3, B: d2, C: d3, D: d3, E: d2", rows=1, rising="true"),
        WILD.format(columns="A: d4", rows=2, rising="false"),
    ],
    ids=["rising", "free"],
)
def test_no_joker_is_open(text, tmp_path):
    game = write(tmp_path / "game", text)
    run("generate", game, "--seed", "wild", "--decks", "8", "-q", "-o", tmp_path / "decks")
    for file in sorted((tmp_path / "decks").iterdir()):
        open_cells = {True: 0, False: 0}
        for card in json.loads(file.read_bytes())["cards"]:
            cells = [cell for column in card["sections"]["hit"].values() for cell in column]
            open_cells[card["poker"]["rank"] == "joker"] += sum("again" in cell for cell in cells)
        assert open_cells[False] > 0
        assert open_cells[True] == 0, file.name
