"""What the authors' rules ask of every deck, proven on the decks of many seeds of the shipped games."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations, product
from math import ceil, floor, sqrt

import dealing_rules
import pytest
from deck_games import SMALL, game
from hypothesis import given, strategies as st

from deckgen.deck.deal.apportionment import round_systematically
from deckgen.deck.deal.generator import generate
from deckgen.game import shipped_games
from deckgen.game.model import Cell, GridSection
from deckgen.odds import distribution

SEEDS = [f"rules {n}" for n in range(12)]
GAMES = shipped_games()
FAR = 4.5
"""Standard deviations that no sound count is off; the seeds are fixed."""


@cache
def loaded(name):
    return game(SMALL) if name == "small" else dealing_rules.loaded(name)


def dealer(name, seed):
    """What decides on the numbers of a deck, before they are dealt to its cards."""
    return dealing_rules.dealer(name, seed)


@cache
def without_pools(name):
    """A game's deck without grids that are read as pools: no rising column is among them, and dealing them takes long."""
    spec = loaded(name).deck()
    kept = tuple(section for section in spec.sections if not (isinstance(section, GridSection) and section.pools()))
    return spec if kept == spec.sections else replace(spec, sections=kept, resolutions=())


@cache
def deck(name, seed):
    """A deck; all of it for the first seed."""
    spec = loaded(name).deck() if seed == SEEDS[0] else without_pools(name)
    return generate(loaded(name), spec, seed)


def planned(name):
    """Every rolled cell of a game as it was planned."""
    return dealing_rules.plans(name)


def decided(name, seed):
    """What every rolled cell of a deck shows, by cell."""
    return dealing_rules.decided(name, seed)


# Totals never fall


few_cells = st.builds(Cell, st.integers(1, 9), st.booleans())


@given(st.lists(st.tuples(few_cells, few_cells), min_size=1, max_size=5))
def test_the_least_gain_is_that_of_the_worst_order_of_the_deck(column):
    if all(a.again for a, _ in column) or all(b.again for _, b in column):
        return  # some chain has no end

    def total(row, order):
        drawn = 0
        for i in order:
            drawn += column[i][row].value
            if not column[i][row].again:
                break
        return drawn

    upper, lower = zip(*column, strict=True)
    found = dealing_rules.least_gain(upper, lower, "without-replacement")
    for start, gain in enumerate(found):
        orders = [order for order in permutations(range(len(column))) if order[0] == start]
        worst = min(total(1, order) - total(0, order) for order in orders)
        assert gain <= worst
        nested = not any(a.again and not b.again for a, b in column)
        if nested and not any(a.again and b.again and b.value < a.value for a, b in column):
            assert (gain < 0) == (worst < 0)


def test_a_total_that_falls_is_seen():
    above = [Cell(10, again=True), Cell(3), Cell(4)]
    below = [Cell(12), Cell(3), Cell(5)]
    assert dealing_rules.least_gain(above, below, "without-replacement") == [12 - 10 - 4, 0, 1]


@pytest.mark.parametrize("name", ["small", *GAMES])
def test_totals_never_fall_whatever_is_drawn_next(name):
    spec = loaded(name).deck()
    columns = 0
    for seed in SEEDS:
        for grid in spec.sections:
            if not isinstance(grid, GridSection) or not grid.rising:
                continue
            for cards in deck(name, seed).columns(grid).values():
                columns += 1
                for upper, lower in pairwise(zip(*cards, strict=True)):
                    assert min(dealing_rules.least_gain(upper, lower, spec.draw)) >= 0
                    # what is drawn next counts for both rows alike: a column of a card is open as a whole
                    assert [cell.again for cell in upper] == [cell.again for cell in lower]
    rising = [s for s in spec.sections if isinstance(s, GridSection) and s.rising]
    assert columns == len(SEEDS) * sum(len(grid.columns) for grid in rising)


@pytest.mark.parametrize("name", ["small", *GAMES])
def test_every_next_card_two_deep(name):
    """The same by trying, on one deck: every card, and every card after it, and after that."""
    spec = loaded(name).deck()
    for grid in spec.sections:
        if not isinstance(grid, GridSection) or not grid.rising:
            continue
        for cards in deck(name, SEEDS[0]).columns(grid).values():
            opening = [i for i, rows in enumerate(cards) if any(cell.again for cell in rows)]
            chains = {(i,) for i in range(spec.size)} | set(product(opening, range(spec.size)))
            chains |= set(product(opening, opening, range(spec.size)))
            for chain in chains:
                if spec.draw == "without-replacement" and len(set(chain)) < len(chain):
                    continue
                totals = [_total(cards, row, chain) for row in range(grid.rows)]
                assert all(a <= b for a, b in pairwise(totals)), (grid.name, chain, totals)


def _total(cards, row, chain):
    """What a row comes to if these cards are drawn; a chain that is still open goes on alike in all rows."""
    total = 0
    for i in chain:
        total += cards[i][row].value
        if not cards[i][row].again:
            break
    return total


# Means


@pytest.mark.parametrize("name", GAMES)
def test_a_hundred_seeds_have_the_dices_mean_as_a_fraction(name):
    draw = loaded(name).deck().draw
    ups = expected = variance = 0
    for seed in (f"means {n}" for n in range(100)):
        shown = decided(name, seed)
        for plan in planned(name):
            cell = shown[plan.cell]
            assert cell.size == plan.request.size
            if plan.exact:
                assert cell.mean(draw) == plan.dice.mean, (seed, plan.cell)
                continue
            steps, step, start = plan.row_request.steps
            part, taken = steps - floor(steps), Fraction(cell.weighted_sum(draw) - start, step)
            assert taken in {floor(steps), ceil(steps)}
            ups += taken > steps
            expected, variance = expected + part, variance + part * (1 - part)
    assert abs(ups - expected) <= FAR * sqrt(variance)


@pytest.mark.parametrize("name", GAMES)
def test_over_all_seeds_the_mean_is_the_dices(name):
    for plan in planned(name):
        sums = {True: ceil(plan.steps), False: floor(plan.steps)}
        mean = sum(often * sums[variant.round_up] for variant, often in plan.roundings.items())
        assert mean == plan.steps
        assert sum(plan.roundings.values()) == 1


# Open cards


@pytest.mark.parametrize("name", GAMES)
def test_open_cards_look_exceptional_and_are_never_a_failure(name):
    spec = loaded(name).deck()
    plans = {plan.cell: plan for plan in planned(name)}
    for seed in SEEDS:
        for cell, shown in decided(name, seed).items():
            section, roll = spec.section(cell.section), plans[cell].dice.roll
            mean = distribution(roll).mean
            said = section.least_open(cell)
            share = round(mean) if len(roll.dice) == 1 else mean * Fraction(2, 5)
            for value in shown.open_values:
                assert value >= (share if said is None else said), (seed, cell)
                # a game that says so frames the 1s that count, and an open one is none of them
                assert value > 1 or said == 1, (seed, cell)


# Critical failures


def failing(name):
    return [plan for plan in planned(name) if plan.critical_cards is not None]


def critical_cards(name, seed, plan):
    """How many cards of a deck are to fail critically in a cell."""
    decides = dealer(name, seed)
    (column,) = (column for column in decides.columns if plan.cell in {other.cell for other in column})
    row = [other.cell for other in column].index(plan.cell)
    return decides._roundings(column, 1)[row].critical


@pytest.mark.parametrize("name", [name for name in GAMES if name != "rough-magic"])
def test_critical_failures_are_as_frequent_over_seeds_as_the_dice_have_them(name):
    plans = failing(name)
    scores = []
    for plan in plans:
        share = plan.critical_cards
        part = share - floor(share)
        counts = Counter(critical_cards(name, f"critical {n}", plan) for n in range(200))
        assert set(counts) <= {floor(share), ceil(share)}
        if part:
            off = counts[ceil(share)] - 200 * part
            scores.append(float(off * off / (200 * part * (1 - part))))
            assert scores[-1] < FAR**2, plan.cell
    assert sum(scores) <= len(scores) + FAR * sqrt(2 * len(scores))  # chi-square


def test_the_critical_failures_that_are_decided_are_those_on_the_cards():
    for name in GAMES:
        for seed in SEEDS[:3]:
            for plan in failing(name):
                shown = decided(name, seed)[plan.cell]
                assert shown.critical == critical_cards(name, seed, plan)


class Start:
    """A stream that has one start to give."""

    def __init__(self, start):
        self.start = start

    def below(self, limit):
        assert 0 <= self.start < limit
        return self.start


@pytest.mark.parametrize("share", [Fraction(23, 50), Fraction(27, 8), Fraction(54, 81), Fraction(25, 54)])
def test_every_start_of_a_sample_counted_each_deck_is_unbiased(share):
    """A failure that should be on 0.46 card is on one card of exactly 46 % of decks, whichever of a set they are."""
    for number in range(1, 9):
        counts = [round_systematically(share, number, Start(start)) for start in range(share.denominator)]
        assert set(counts) == {floor(share), ceil(share)}
        assert sum(counts) == share * share.denominator
    for start in range(share.denominator):
        for decks in range(1, 9):
            together = sum(round_systematically(share, number, Start(start)) for number in range(1, decks + 1))
            assert abs(together - decks * share) < 1


# Jokers


def on_jokers(name, seed):
    """By draw and result: how many cards have it, how many of the jokers, and how many should."""
    spec = loaded(name).deck()
    for section in spec.sections:
        for draw in section.dealt_variables(spec.size):
            pile = dealer(name, seed)._variable_items(section.name, draw)
            every, wild = Counter(pile.items), Counter(pile.items[i] for i in pile.joker_items)
            for share in draw.shares:
                yield (section.name, draw.label, share.result), every[share.result], wild[share.result], share


@pytest.mark.parametrize("name", GAMES)
def test_jokers_are_marked_as_often_as_any_card(name):
    spec = loaded(name).deck()
    part = Fraction(len(spec.jokers()), spec.size)
    sums, target = Counter(), {}
    for n in range(200):
        for key, every, wild, share in on_jokers(name, f"jokers {n}"):
            assert floor(part * every) <= wild <= ceil(part * every), key
            assert floor(share.cards) <= every <= ceil(share.cards), key
            sums[key] += wild
            target[key] = share.cards * part
    assert target
    for key, mean in target.items():
        spread = max(mean % 1 * (1 - mean % 1), Fraction(1, 50))
        assert abs(sums[key] - 200 * mean) <= FAR * sqrt(200 * spread), key


@pytest.mark.parametrize("name", GAMES)
def test_what_is_decided_for_jokers_is_on_them(name):
    spec = loaded(name).deck()
    for seed in SEEDS[:3]:
        dealt = deck(name, seed)
        for section in without_pools(name).sections:
            if len(section.dealt_variables(spec.size)) == 1 and not section.cells():
                (draw,) = section.dealt_variables(spec.size)
                wild = Counter(
                    result
                    for card in spec.jokers()
                    for result in section.results_of(dealt.cards[card].sections[section.name])[:1]
                )
                found = {key[2]: count for key, _, count, _ in on_jokers(name, seed) if key[0] == section.name}
                named = {share.result for share in draw.shares}
                if set(wild) <= named:
                    assert {result: n for result, n in found.items() if n} == wild, section.name


# Examples of the rules


def test_the_failure_that_chapter_1_prints_on_five_d10_is_in_some_decks():
    """0.1.0 rounded every count to the nearest, so a failure on less than half a card was in no deck at all."""
    plans = [plan for plan in failing("future-imperfect") if plan.critical_cards < Fraction(1, 2)]
    assert ("IV", 5) in {(plan.cell.column, plan.cell.row) for plan in plans}
    for plan in plans:
        counts = {critical_cards("future-imperfect", f"critical {n}", plan) for n in range(200)}
        assert counts == {0, 1}, plan.cell


def test_jonah_fans_his_revolver_with_three_d10_read_off_one_card():
    """His card shows 10, 1, 11: the best of the three is 11 and hits at TN 8, and one 1 of three is no failure."""
    grid = loaded("west-that-wasnt").deck().section("causes")
    (pool,) = (pool for pool in grid.pools() if (pool.column, pool.row) == ("10", 3))
    assert (pool.roll.dice, pool.roll.keep) == ((10, 10, 10), "highest")
    card = {column.label: (Cell(2),) * grid.rows for column in grid.columns}
    card["10"] = (Cell(10), Cell(1), Cell(11), Cell(1), Cell(1))
    shown = card["10"][: pool.row]
    assert max(cell.value for cell in shown) == 11
    assert [grid.counts_to_failure(cell) for cell in shown] == [False, True, False]
    # with five dice it would be one: more than half of them show 1
    assert 2 * sum(map(grid.counts_to_failure, card["10"])) > grid.rows


def test_a_hit_to_the_head_never_does_less_than_one_to_the_chest():
    """A head shot moves damage down rows: from every row to every lower one, not only the next."""
    grid = loaded("future-imperfect").deck().section("effects")
    for seed in SEEDS[:3]:
        for cards in deck("future-imperfect", seed).columns(grid).values():
            rows = list(zip(*cards, strict=True))
            for upper, lower in ((a, b) for i, a in enumerate(rows) for b in rows[i + 1 :]):
                assert min(dealing_rules.least_gain(upper, lower, "without-replacement")) >= 0
