from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest
from deck_games import game
from hero_games import HEROES
from hypothesis import given, settings, strategies as st

from deckgen.deck.cards import Card, Deck
from deckgen.deck.deal.generator import generate
from deckgen.deck.deal.random_stream import RandomStream
from deckgen.deck.deal.redeal import move_results
from deckgen.game.hero import Hero, HeroResult
from deckgen.game.hero_decks import hero_spec

JOKERS = 2
CARDS = 7


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "solutions"))


def hero(**dice: int) -> Hero:
    """A hero with results by name, of as many dice."""
    rolls = ("one", "two", "three")
    return Hero("Ada", "", {"tests": tuple(HeroResult(name, rolls[count - 1]) for name, count in dice.items())})


def deck(hero: Hero, seed: str = "1") -> Deck:
    return generate(game(HEROES), hero_spec(game(HEROES), hero), seed)


def column(deck: Deck, name: str) -> list[int]:
    return [card.sections["tests"][name] for card in deck.cards]


numbers = st.lists(st.integers(1, 4), min_size=CARDS, max_size=CARDS)


@settings(max_examples=60)
@given(numbers, numbers, numbers, numbers, st.permutations(range(CARDS)))
def test_counts_stay_and_as_few_results_change_as_the_numbers_allow(old_a, old_b, new_a, new_b, order):
    first, *_ = deck(hero(A=1)).cards
    spec = hero_spec(game(HEROES), hero(A=1, B=2, C=3))
    faces = [replace(first.face, rank="joker" if card < JOKERS else "1") for card in range(CARDS)]
    spec = replace(spec, playing_cards=tuple(faces))
    old_c, new_c = old_a, [old_a[card] for card in order]
    earlier = Deck(*["x"] * 5, 1, 1, "x", cards=tuple(
        Card(card, faces[card], {"side": f"{card}", "tests": {"A": a, "B": b, "C": c, "gone": 1}})
        for card, (a, b, c) in enumerate(zip(old_a, old_b, old_c, strict=True))
    ))  # fmt: skip
    dealt = [{"A": a, "B": b, "C": c, "new": 5} for a, b, c in zip(new_a, new_b, new_c, strict=True)]
    moved = move_results({"side": ["?"] * CARDS, "tests": dealt}, earlier, spec, {}, RandomStream("x"))
    assert moved["side"] == [f"{card}" for card in range(CARDS)]
    shown = moved["tests"]
    assert [[*row] for row in shown] == [["A", "B", "C", "new"]] * CARDS
    assert [row["C"] for row in shown] == old_c
    for name, old, new in (("A", old_a, new_a), ("B", old_b, new_b)):
        got = [row[name] for row in shown]
        if Counter(old) == Counter(new):
            assert got == old
            continue
        for cards in (range(JOKERS), range(JOKERS, CARDS)):
            assert Counter(got[card] for card in cards) == Counter(new[card] for card in cards)
            kept = (Counter(old[card] for card in cards) & Counter(new[card] for card in cards)).total()
            assert sum(got[card] == old[card] for card in cards) == kept


@settings(max_examples=60)
@given(numbers, numbers)
def test_a_card_changes_only_if_no_other_deal_of_these_numbers_changes_fewer(old, new):
    spec = hero_spec(game(HEROES), hero(A=1))
    cards = deck(hero(A=1)).cards[:5]
    spec = replace(spec, playing_cards=tuple(card.face for card in cards))
    earlier = Deck(*["x"] * 5, 1, 1, "x", cards=tuple(
        replace(card, sections={"tests": {"A": a}}) for card, a in zip(cards, old, strict=False)
    ))  # fmt: skip
    moved = move_results({"tests": [{"A": a} for a in new[:5]]}, earlier, spec, {}, RandomStream("x"))
    changed = sum(row["A"] != a for row, a in zip(moved["tests"], old, strict=False))
    assert changed == min(sum(a != b for a, b in zip(order, old, strict=False)) for order in {*permutations(new[:5])})


def test_a_changed_hero_keeps_cards_and_is_dealt_again_from_its_own_facts():
    before = deck(hero(A=1, B=2, C=3))
    raised = hero(A=2, B=2, C=3).after(before_hero := hero(A=1, B=2, C=3))
    after, plain = deck(raised), deck(hero(A=2, B=2, C=3))
    assert Counter(column(after, "A")) == Counter(column(plain, "A"))
    for name in "BC":
        assert column(after, name) == column(before, name)
    assert [card.sections["side"] for card in after.cards] == [card.sections["side"] for card in before.cards]
    kept = (Counter(column(before, "A")) & Counter(column(after, "A"))).total()
    assert sum(a == b for a, b in zip(column(before, "A"), column(after, "A"), strict=True)) == kept > 0
    assert deck(Hero.from_json(after.hero)).to_json() == after.to_json()
    twice = hero(A=2, B=2, C=2).after(raised)
    assert twice.earlier == raised
    assert twice.before == (before_hero.results, raised.results)
    assert column(deck(twice), "A") == column(after, "A")
    assert raised.after(raised) == raised


def test_a_new_result_is_dealt_and_all_others_stay():
    before, after = hero(A=1, B=2), hero(A=1, B=2, C=3)
    cards = [card.sections["tests"] for card in deck(after.after(before)).cards]
    assert [{name: row[name] for name in "AB"} for row in cards] == [c.sections["tests"] for c in deck(before).cards]
    assert [row["C"] for row in cards] == column(deck(after), "C")
