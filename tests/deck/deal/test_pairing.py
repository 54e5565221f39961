"""Swaps that bring resolutions close to the dice keep everything else."""

from collections import Counter
from fractions import Fraction

import pytest
from deck_games import game

from deckgen.deck.audit.auditor import audit
from deckgen.deck.audit.dealing import deal_auditor
from deckgen.deck.deal import generator
from deckgen.deck.deal.generator import generate
from deckgen.deck.deal.pairing import swap_for_resolutions
from deckgen.game import read_game

GAMES = ["action-and-combat", "rough-magic", "future-imperfect", "west-that-wasnt"]
RESOLVED = """\
game: {id: resolved, title: Resolved}
decks:
  main: {title: Main, cards: {low_jokers: [a], suits: [x, y], ranks: [1..13], high_jokers: [b]}}
sections:
  roll: {kind: rolls, title: Roll, rolls: {act: d6, resist: 2d4}}
  coin: {kind: distribution, title: Coin, outcomes: [{value: 1, odds: 1/3}, {value: 0, cards: rest}]}
  place:
    kind: stack
    title: Place
    height: 2
    standard_from_bottom: 1
    levels: [{place: low, odds: 1/2}, {place: left, odds: 1/4}, {place: top, odds: 1/4}]
  marks: {kind: marks, title: Marks, count: 2, odds: 1/4}
  joker: {kind: fixed, title: Joker, values: [{on: jokers, value: true}, {on: rest, value: false}]}
resolutions:
  a: {title: A, conditions: {roll: {act: 4}, coin: 1}}
  b: {title: B, conditions: {roll: {act: 5, resist: 5}}}
  c: {title: C, conditions: {place: {up: 1, places: top}, marks: {1: true}, roll: {act: 2}}}
  d: {title: D, conditions: {roll: {resist: 6}, marks: {2: false}, joker: false}}
"""


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "solutions"))


@pytest.fixture
def unpaired(monkeypatch):
    """A function of a game and a seed: the values of the deck before any swap."""

    def values(made, seed):
        found = {}

        def kept(given, spec, bits):
            found.update(given)
            return swap_for_resolutions(given, spec, bits)

        monkeypatch.setattr(generator, "swap_for_resolutions", kept)
        monkeypatch.setattr(generator, "_ATTEMPTS", 1)
        return found, generate(made, made.deck(), seed)

    return values


@pytest.mark.parametrize("seed", range(30))
def test_swaps_keep_counts_jokers_and_what_follows_from_the_card(unpaired, seed):
    made = game(RESOLVED)
    spec = made.deck()
    before, deck = unpaired(made, str(seed))
    for section in spec.sections:
        after = [card.sections[section.name] for card in deck.cards]
        was = [section.results_of(value) for value in before[section.name]]
        now = [section.results_of(value) for value in after]
        for one, other in zip(zip(*was, strict=True), zip(*now, strict=True), strict=True):
            assert Counter(one) == Counter(other)
            assert all(one[joker] == other[joker] for joker in spec.jokers())
        if section.name == "joker":
            assert after == list(before["joker"])
    assert all(r.passed for r in deal_auditor(spec).audit_deal(deck).resolutions)


def test_without_swaps_decks_miss_by_more_than_a_card(monkeypatch):
    made = game(RESOLVED)
    monkeypatch.setattr(generator, "swap_for_resolutions", lambda values, *_: values)
    decks = [generate(made, made.deck(), str(seed)) for seed in range(30)]
    missed = [not all(r.passed for r in deal_auditor(made.deck()).audit_deal(d).resolutions) for d in decks]
    assert sum(missed) > 10


@pytest.mark.parametrize("name", GAMES)
def test_every_resolution_of_every_game_is_within_a_card(name):
    made = read_game(name)
    spec = made.deck()
    assert 2 <= len(spec.resolutions) <= 4
    seeds = 2 if name == "west-that-wasnt" else 12
    for seed in range(seeds):
        found = audit([generate(made, spec, f"paired {seed}")], made)
        assert [r for r in found.resolutions if not r.passed] == []
        assert all(max(abs(r.error), abs(r.long_run_error)) <= 1 for r in found.resolutions)
        assert found.passed


def test_a_deck_that_no_swap_can_mend_is_dealt_all_the_same():
    text = RESOLVED[: RESOLVED.index("  a: {")] + "  e: {title: E, conditions: {joker: true, coin: 1}}\n"
    made = game(text)
    deck = generate(made, made.deck(), "any")
    (found,) = deal_auditor(made.deck()).audit_deal(deck).resolutions
    assert found.dice == Fraction(2, 28) / 3
