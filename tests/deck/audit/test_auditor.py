"""The audit: what it finds wrong, and what it lets pass."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from deck_games import SHIPPED, SIXTY, SMALL, dealt, game, shipped

from deckgen.deck.audit.auditor import (
    Auditor,
    CellReading,
    CellRule,
    DeckReadings,
    audit,
    audit_cell,
    cell_facts,
    with_jokers,
)
from deckgen.deck.cards import Card
from deckgen.deck.cells import multiset
from deckgen.deck.deal.generator import generate
from deckgen.deck.solve.request import Request
from deckgen.deck.solve.tails import tail_error
from deckgen.errors import DeckError
from deckgen.game import read_game
from deckgen.game.model import Cell, CellSpec
from deckgen.odds import Roll


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "solutions"))


def deck():
    return dealt(SMALL, "a")


def with_values(made, change):
    """The deck with the sections of every card changed."""
    return replace(made, cards=tuple(Card(c.impulse, c.face, {**c.sections, **change(c.sections)}) for c in made.cards))


def audited(shown, roll=None, spec=None, bar=Fraction(200), least=None):
    cell, spec = CellSpec("hit", "X", 1, roll or Roll((4,))), spec or game(SMALL).deck()
    facts = cell_facts(cell, Counter(shown).items(), can_fall=False)
    judged = audit_cell(CellRule(cell, bar, least, None, rises=False, over_set=False), Counter([facts]), spec, {})
    return with_jokers(judged, [(CellReading(facts, multiset(shown[joker] for joker in spec.jokers())), 1)], spec)


def test_a_dealt_deck_passes_and_is_exact():
    found = audit([dealt(SHIPPED, "a")], shipped())
    assert found.passed
    assert [cell.cell for cell in found.cells if cell.cell.section == "causes"] == list(
        found.spec.section("causes").cells()
    )
    assert all(cell.residue == 0 or not cell.exactness.possible for cell in found.cells)


def test_decks_of_a_set_are_audited_each_and_together():
    decks = [dealt(SMALL, "a", number, 2) for number in (1, 2)]
    found = audit(decks, game(SMALL))
    assert [one.decks[0].number for one in found.deck_audits] == [1, 2]
    for both, first, second in zip(found.cells, found.deck_audits[0].cells, found.deck_audits[1].cells, strict=True):
        assert both.mean == (first.mean + second.mean) / 2
        assert both.bound is None
    assert {f.decks for f in found.frequencies} == {2}


def test_decks_of_two_kinds_are_refused():
    with pytest.raises(DeckError, match="was dealt by the game"):
        audit([deck(), dealt(SMALL.replace("id: small", "id: other", 1), "a")], game(SMALL))


def test_a_point_more_on_one_card_is_a_wrong_mean():
    changed = deck()
    columns = changed.cards[0].sections["hit"]
    top = columns["X"][0]._replace(value=columns["X"][0].value - 1)
    card = replace(changed.cards[0], sections={**changed.cards[0].sections, "hit": {"X": (top, columns["X"][1])}})
    found = audit([replace(changed, cards=(card, *changed.cards[1:]))], game(SMALL))
    assert "mean" in found.cells[0].problems
    assert not found.passed


def test_a_row_that_falls_is_told():
    fallen = with_values(deck(), lambda sections: {"hit": {"X": sections["hit"]["X"][::-1]}})
    rows = audit([fallen], game(SMALL)).cells
    assert "falls" not in rows[0].problems
    assert "falls" in rows[1].problems


def test_results_on_the_wrong_number_of_cards_are_told():
    found = audit([with_values(deck(), lambda _: {"side": "heads"})], game(SMALL))
    cards = {f.value: (f.cards, f.target, f.passed) for f in found.frequencies}
    assert cards == {
        "heads": (20, Fraction(20, 3), False),
        "tails": (0, Fraction(40, 3), False),
    }


def test_jokers_sum_to_what_plain_cards_do_rounded_down_or_up():
    spec = game(SIXTY).deck()
    jokers = sorted(spec.jokers())
    cards = [Cell(2 if i % 2 else 3) for i in range(spec.size)]  # of 2 1/2 on average
    assert len(jokers) == 3
    for values, passed in (((2, 2, 2), False), ((2, 2, 3), True), ((3, 2, 3), True), ((3, 3, 3), False)):
        shown = list(cards)
        for joker, value in zip(jokers, values, strict=True):
            swap = next(i for i, cell in enumerate(shown) if i not in jokers and cell.value == value)
            shown[swap], shown[joker] = shown[joker], shown[swap]
        found = audited(shown, spec=spec)
        assert found.joker_mean == Fraction(sum(values), 3)
        assert ("jokers" not in found.problems) is passed
        assert found.long_run_residue == found.long_run_mean - found.target
    assert audited([Cell(2)] * 20).joker_mean is None


def test_jokers_that_are_always_rounded_up_are_found_in_a_set():
    spec = game(SIXTY).deck()
    cards = [Cell(2 if i % 2 else 3) for i in range(spec.size)]
    cell = CellSpec("hit", "X", 1, Roll((4,)))
    facts = cell_facts(cell, Counter(cards).items(), can_fall=False)
    one = audited(cards, spec=spec)
    for sums, passed in ((Counter({7: 50, 8: 50}), True), (Counter({7: 10, 8: 90}), False), (Counter({8: 5}), True)):
        counts = [
            (CellReading(facts, multiset([Cell(2)] * 2 + [Cell(total - 4)])), decks) for total, decks in sums.items()
        ]
        assert ("jokers" not in with_jokers(replace(one, problems=()), counts, spec).problems) is passed


def test_open_cards_make_no_difference_between_one_draw_and_the_long_run():
    """If jokers average what plain cards do, as S0/m + S1/(m + 1) = (S0 + S1 + S0/m)/(m + 1)."""
    spec = game(SIXTY).deck()
    cards = [Cell(4, again=True) if i % 6 == 3 else Cell(2) for i in range(spec.size)]
    found = audited(cards, spec=spec, roll=Roll((4,), explode="open"))
    assert found.long_run_mean == found.mean > 2
    assert "jokers" not in found.problems


@pytest.mark.parametrize("failing", [False, True])
def test_an_open_card_must_look_exceptional(failing):
    pool = Roll((4, 4, 4), "highest", "open", critical_failure=failing)
    single, hard = Roll((4,), explode="open"), Roll((8,) * 5, explode="open")
    for roll, value, passed in (
        (pool, 1, False),
        (pool, 2, False),  # two fifths of 5.1 are more
        (pool, 3, True),
        (single, 2, False),
        (single, 3, True),  # 10/3 to the nearest whole number
        (hard, 10, False),
        (hard, 11, True),  # of 25.7
    ):
        found = audited([Cell(value, again=True), *[Cell(2)] * 19], roll)
        assert ("open cards" not in found.problems) is passed, (roll, value)
    assert "open cards" not in audited([Cell(1), Cell(4, again=True), *[Cell(2)] * 18], pool).problems


def test_a_game_may_say_the_least_number_of_open_cards_but_an_open_1_is_like_a_failure():
    several, single = Roll((8,) * 5, explode="open"), Roll((8,), explode="open")
    for roll, value, least, passed in (
        (several, 10, 10, True),
        (several, 10, 11, False),
        (single, 2, 2, True),
        (single, 1, 2, False),
        (single, 1, 1, True),
        (replace(single, critical_failure=True), 1, 1, False),
        (replace(single, critical_failure=True), 2, 1, True),
    ):
        found = audited([Cell(value, again=True), *[Cell(2)] * 19], roll, least=least)
        assert ("open cards" not in found.problems) is passed, (roll, value, least)


def test_the_tail_error_is_the_largest_difference_at_any_total():
    request = Request(Roll((4,)), 20, "without-replacement")
    cells = multiset([Cell(n) for n in (1, 1, 2, 4) for _ in range(5)])
    assert tail_error([cells], request) == 5
    even = multiset([Cell(n) for n in (1, 2, 3, 4) for _ in range(5)])
    assert tail_error([even], request) == 0
    assert tail_error([cells, even], request) == Fraction(5, 2)


def test_beyond_the_bar_a_bound_is_proven():
    within, beyond = ([Cell(n) for n in values for _ in range(5)] for values in ((1, 2, 3, 4), (2, 2, 2, 4)))
    assert audited(within, bar=Fraction(1, 100)).bound is None
    found = audited(beyond, bar=Fraction(1, 100))
    assert found.bound is not None
    assert "tails" in found.problems


def test_what_no_deck_can_better_passes_however_far_it_is_off():
    """Of 20 cards with the mean of an open d6 and open numbers of 60 or more, one is open; 64 is the only one."""
    only = [Cell(64, again=True), *[Cell(1)] * 19]
    spec = replace(game(SMALL).deck(), draw="without-replacement")
    found = audited(only, Roll((6,), explode="open"), spec, Fraction(1), least=60)
    assert found.tail_error == Fraction(47, 3)
    assert found.bound is not None
    assert found.tail_error - Fraction(1, 1000) <= found.bound <= found.tail_error
    assert found.problems == ()


def test_more_than_a_tenth_above_what_every_deck_has_fails():
    near, far = (
        [Cell(value) for value, n in enumerate(counts, 1) for _ in range(n)] for counts in ((7, 6, 7), (8, 4, 8))
    )
    assert [audited(shown, Roll((3,)), bar=Fraction(1, 10)).problems for shown in (near, far)] == [(), ("tails",)]


def test_a_rising_column_fails_where_a_total_may_fall():
    found = {}
    for name, upper, lower in (
        ("as dealt", None, None),
        ("a lower number", Cell(3), Cell(2)),
        ("open above plain", Cell(2, again=True), Cell(9)),
        ("plain above open", Cell(2), Cell(2, again=True)),
    ):
        made = deck()
        cards = list(made.cards)
        for i, card in enumerate(cards):
            if upper and i == 7:
                cards[i] = replace(card, sections={**card.sections, "hit": {"X": (upper, lower)}})
        cells = audit([replace(made, cards=tuple(cards))], game(SMALL)).cells
        assert "falls" not in cells[0].problems  # there is no row above
        found[name] = "falls" in cells[1].problems
    assert found == {
        "as dealt": False, "a lower number": True, "open above plain": True, "plain above open": False
    }  # fmt: skip


def test_decks_that_are_gone_through_once_are_judged_as_a_list_is():
    decks, made = [dealt(SMALL, "a", number, 15) for number in range(1, 16)], game(SMALL)
    whole, run = audit(decks, made), audit(iter(decks), made)
    for part in ("cells", "pools", "frequencies", "resolutions", "independence"):
        assert getattr(run, part) == getattr(whole, part)
    luck = run.balance
    assert (luck.lowest, luck.highest) == (whole.balance.lowest, whole.balance.highest)
    assert luck.limit == whole.balance.limit
    assert (run.count, len(run.decks), run.deck_audits) == (15, 13, ())
    assert run.failed == tuple(one.decks[0].number for one in whole.deck_audits if not one.passed)
    assert run.passed == whole.passed
    assert audit(iter(decks[:1]), made) == whole.deck_audits[0]


def test_no_decks_are_no_set():
    with pytest.raises(DeckError, match="there are no decks"):
        audit([], game(SMALL))


@pytest.mark.finding("R7")
@pytest.mark.parametrize("claimed", [Fraction(10**30), Fraction(5), Fraction(-1)])
def test_a_bound_that_cannot_be_proved_excuses_nothing(claimed):
    made = read_game("future-imperfect")
    true, forged = (Auditor(made, made.deck()) for _ in range(2))
    forged.bounds = dict.fromkeys(true.bounds, claimed)
    read = DeckReadings(true.read(generate(made, made.deck(), "1")))
    assert [cell.bound for cell in forged.judge(read).cells if cell.tail_error > cell.tail_limit] == [
        cell.bound for cell in true.judge(read).cells if cell.tail_error > cell.tail_limit
    ]


SIX = """\
game: {id: six, title: Six}
decks:
  main: {title: Main, cards: {numbered: 64}}
sections:
  rolls:
    kind: rolls
    title: Rolls
    rolls:
      a: d20
      b: {dice: 2d20, keep: highest}
      c: {dice: 2d20, keep: lowest}
      d: 2d6
      e: 4d3
      f: 2d6
"""


def test_a_game_of_few_rolls_passes_as_a_large_one_does():
    made = game(SIX)
    assert all(audit([generate(made, made.deck(), str(seed))], made).passed for seed in range(100))
