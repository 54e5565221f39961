from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from deck_games import SHIPPED, dealt, game, shipped
from game_files import one_section

from deckgen.deck.audit.dealing import deal_auditor
from deckgen.deck.audit.spread import OPEN_UNIT, SpreadAuditor, luck_limit
from deckgen.deck.cards import Card
from deckgen.game import read_game
from deckgen.game.values import Cell
from deckgen.odds import distribution

GRID = """\
game: {id: grid, title: Grid}
decks:
  main: {title: Main, cards: {numbered: 20}}
sections:
  it:
    kind: grid
    title: It
    columns: {X: d4, Y: d4}
    rows: 2
"""


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "solutions"))


def spread(deck, spec):
    return deal_auditor(spec).audit_deal(deck)


def printed(columns):
    """A deck that prints these numbers: by column and row, one for each card."""
    deck = dealt(GRID, "any")
    cards = tuple(
        Card(i, card.face, {"it": {c: tuple(Cell(row[i]) for row in rows) for c, rows in columns.items()}})
        for i, card in enumerate(deck.cards)
    )
    return replace(deck, cards=cards)


def test_correlations_are_those_of_numpy():
    """Of all cards but jokers; an open number counts by its total, the number and the cell's mean."""
    deck = dealt(SHIPPED, "1")
    spec = shipped().deck()
    found = spread(deck, spec).independence
    totals = {
        (cell.section, cell.column, cell.row): [
            shown.value + shown.again * float(distribution(cell.roll).mean)
            for card, shown in enumerate(cards)
            if card not in spec.jokers()
        ]
        for section in spec.sections
        if section.cells()
        for cell, cards in zip(section.cells(), deck.cells(section), strict=True)
    }
    correlations = [
        np.corrcoef(totals[a], totals[b])[0, 1] for a, b in combinations(totals, 2) if a[:2] != b[:2]
    ]  # fmt: skip
    assert found.pairs == len(correlations) == (63 * 62 - 12 * 20) // 2
    assert found.largest == pytest.approx(max(map(abs, correlations)), abs=0.005)  # means in sixteenths
    assert found.mean == pytest.approx(np.abs(correlations).mean(), abs=0.001)
    assert found.signed_mean == pytest.approx(np.mean(correlations), abs=0.001)
    assert found.passed


def test_like_columns_are_found_and_rows_of_one_column_do_not_count():
    line = list(range(1, 21))
    wave = [1, 9] * 10
    alike = spread(printed({"X": [line, wave], "Y": [wave, line]}), game(GRID).deck()).independence
    assert alike.largest == pytest.approx(1)
    assert not alike.passed
    apart = spread(printed({"X": [line, line], "Y": [wave, wave]}), game(GRID).deck()).independence
    assert apart.largest < 0.2
    assert apart.pairs == 4


def test_numbers_that_never_change_are_correlated_with_nothing():
    same = [3] * 20
    deck = printed({"X": [same, same], "Y": [same, same]})
    assert spread(deck, game(GRID).deck()).independence.largest == 0
    assert set(spread(deck, game(GRID).deck()).balance.percentiles) == {0.5}


def test_a_card_that_is_good_throughout_is_found():
    line = list(range(1, 21))
    luck = spread(printed({"X": [line, line], "Y": [line, line]}), game(GRID).deck()).balance
    assert luck.percentiles == pytest.approx([(i + 0.5) / 20 for i in range(20)])
    assert not luck.passed


def test_luck_is_that_of_totals_and_a_joker_is_compared_with_plain_cards():
    deck = dealt(SHIPPED, "1")
    spec = shipped().deck()
    found = spread(deck, spec).balance.percentiles
    for card in (0, 7, 30):
        percentiles = []
        for section in filter(lambda section: section.cells(), spec.sections):
            for cell, cards in zip(section.cells(), deck.cells(section), strict=True):
                mean = distribution(cell.roll).mean
                others = [c.value + c.again * mean for c in cards if card not in spec.jokers() or not c.again]
                worth = cards[card].value + cards[card].again * mean
                percentiles.append(sum((worth > o) + (worth == o) / 2 for o in others) / len(others))
        assert found[card] == pytest.approx(np.mean(percentiles), abs=0.002)


def shuffled(random, columns=7, size=54):
    """Columns with the numbers 1 to 9, shuffled."""
    return np.array([random.permutation(np.arange(size) % 9) for _ in range(columns)], dtype=float) * OPEN_UNIT


ROLLS = """\
game: {id: rolls, title: Rolls}
decks:
  main: {title: Main, cards: {numbered: 54}}
sections:
  it:
    kind: rolls
    title: It
    rolls: {a: d9, b: d9, c: d9, d: d9, e: d9, f: d9, g: d9}
"""


def test_the_limits_are_three_deviations_of_shuffled_cards():
    auditor, random = SpreadAuditor(game(ROLLS).deck()), np.random.default_rng(1)
    decks = [shuffled(random) for _ in range(400)]
    found = [auditor.independence(auditor.moments(deck)) for deck in decks]
    means, signed = [one.mean for one in found], [one.signed_mean for one in found]
    assert found[0].mean_limit == pytest.approx(np.mean(means) + 3 * np.std(means), rel=0.05)
    assert found[0].signed_limit == pytest.approx(3 * np.std(signed), rel=0.1)
    assert sum(one.passed for one in found) >= 393  # of 400
    largest = sorted(one.largest for one in found)
    assert largest[-40] < found[0].largest_limit < 1.25 * largest[-4]
    percentiles = np.concatenate([auditor.balance(deck, deck < 0).percentiles for deck in decks[:100]])
    assert auditor.luck_limit == pytest.approx(3 * np.std(percentiles), rel=0.05)


def test_limits_of_a_set_are_narrower_and_tell_small_correlations():
    auditor, random = SpreadAuditor(game(ROLLS).deck()), np.random.default_rng(2)
    whole = sum((auditor.moments(shuffled(random)) for _ in range(49)), auditor.moments(shuffled(random)))
    found, one = auditor.independence(whole), auditor.independence(auditor.moments(shuffled(random)))
    assert found.signed_limit == pytest.approx(one.signed_limit / 50**0.5)
    assert found.passed
    even = sum((auditor.moments(evened(shuffled(random))) for _ in range(49)), auditor.moments(shuffled(random)))
    pressed = auditor.independence(even)
    assert pressed.signed_mean < -pressed.signed_limit
    assert not pressed.passed


def evened(values):
    """The numbers, with a good one of the best card swapped for a bad one of the worst, a few times."""
    for _ in range(6):
        sums = values.sum(axis=0)
        best, worst = sums.argmax(), sums.argmin()
        row = (values[:, best] - values[:, worst]).argmax()
        values[row, [best, worst]] = values[row, [worst, best]]
    return values


def test_rows_that_rise_are_not_independent_and_few_cells_have_no_limit():
    assert luck_limit([1] * 12) == pytest.approx(3 / 12)
    assert luck_limit([5, 5]) == luck_limit([1, 1]) == 0.5
    assert luck_limit([5] * 12) == pytest.approx(luck_limit([1] * 12))
    assert luck_limit([1] * 60) < luck_limit([5] * 7 + [1] * 25) < luck_limit([5] * 12)
    one = spread(dealt(GRID, "any"), game(GRID).deck()).independence
    assert 0.4 < one.largest_limit < 1
    assert one.passed


def test_few_rolls_that_are_shuffled_are_within_their_limits(tmp_path):
    """Six rolls in 64 cards: independent shuffles have a mean |correlation| of 0.1."""
    text = "kind: rolls\ntitle: T\nrolls: {a: d20, b: d20, c: d20, d: 2d6, e: 2d6, f: 4d3}"
    spec = read_game(one_section(tmp_path, text, "decks: {main: {title: Main, cards: {numbered: 64}}}\n")).deck()
    auditor = SpreadAuditor(spec)
    assert auditor.luck_limit > 0.35  # dealing keeps it, by swaps
    rng = np.random.default_rng(1)
    for _ in range(100):
        worth = OPEN_UNIT * rng.permuted(np.tile(np.arange(64) // 3.2 + 1, (6, 1)), axis=1)
        found = auditor.independence(auditor.moments(worth))
        assert found.passed
        assert found.mean_limit > 0.12
