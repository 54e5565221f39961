"""How often results are on cards, and come up."""

from dataclasses import replace
from fractions import Fraction

import pytest
from deck_games import SIXTY, SMALL, dealt, game
from hypothesis import given, strategies as st

from deckgen.deck.audit.frequencies import Frequency, FrequencyAuditor, long_run_limit
from deckgen.deck.deal.generator import generate
from deckgen.deck.deal.joint_odds import first_card_chances
from deckgen.deck.deal.random_stream import RandomStream
from deckgen.game import read_game

HALF = Fraction(1, 2)
GAMES = ["action-and-combat", "rough-magic", "future-imperfect", "west-that-wasnt"]


def frequencies(decks, spec):
    """How often every counted result came up in decks."""
    auditor = FrequencyAuditor(spec)
    first, *others = map(auditor.read, decks)
    for other in others:
        first.add(other)
    return auditor.judge(first)


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "solutions"))


@pytest.mark.parametrize(
    ("cards", "target", "decks", "whole", "passed"),
    [
        (5, Fraction(5), 1, True, True),
        (Fraction(11, 2), Fraction(5), 2, True, False),  # a whole share is met by all decks together
        (6, Fraction(11, 2), 1, False, True),
        (Fraction(13, 2), Fraction(11, 2), 1, False, False),
        (Fraction(6), Fraction(11, 2), 2, True, False),  # a whole card too many over two decks
        (Fraction(6), Fraction(11, 2), 2, False, True),  # decks that are no set may both be rounded up
    ],
)
def test_a_count_is_floor_or_ceiling_and_a_set_within_a_card(cards, target, decks, whole, passed):
    cards = Fraction(cards)
    assert Frequency("s", "", "v", cards, target, decks, whole, cards, HALF).passed is passed


def test_the_long_run_is_held_to_its_bar_only_where_something_is_dealt():
    one = Frequency("s", "", "v", Fraction(5), Fraction(5), 1, True, Fraction(28, 5), HALF)
    assert one.long_run_error == Fraction(3, 5)
    assert not one.passed
    assert replace(one, long_run_limit=None).passed
    assert replace(one, long_run_cards=Fraction(11, 2)).passed


def test_several_decks_are_a_set_if_they_are_all_of_it():
    decks = [dealt(SMALL, "a", number, 3) for number in (3, 1, 2)]
    spec = game(SMALL).deck()
    assert all(f.whole_set for f in frequencies(decks, spec))
    assert not any(f.whole_set for f in frequencies(decks[:2], spec))
    assert not any(f.whole_set for f in frequencies([*decks[:2], dealt(SMALL, "b", 2, 3)], spec))
    assert not any(f.whole_set for f in frequencies([*decks, decks[0]], spec))


@pytest.mark.parametrize("jokers", [1, 2, 3])
def test_the_long_run_is_that_of_decks_played_until_a_joker_comes_up(jokers):
    spec = game(SIXTY).deck()
    size, played = 9, RandomStream("played")
    faces = (
        *spec.playing_cards[:1] * jokers,
        *spec.playing_cards[1 : 1 + size - jokers],
    )  # the first card is a joker
    small = replace(spec, playing_cards=faces)
    drawn, cards = [0] * size, 0
    for _ in range(20000):
        for card in played.shuffle(range(size)):
            drawn[card] += 1
            cards += 1
            if card < jokers:
                break
    plain, joker = first_card_chances(small)
    assert (size - jokers) * plain + jokers * joker == 1
    for card, found in enumerate(drawn):
        assert abs(found / cards - float(joker if card < jokers else plain)) < 0.012
    for other in (replace(small, reshuffle="never"), replace(small, draw="with-replacement")):
        assert set(first_card_chances(other)) == {Fraction(1, size)}


@given(st.integers(2, 6), st.integers(8, 120), st.data())
def test_floor_or_ceiling_on_the_jokers_keeps_the_long_run_within_the_bar(jokers, size, data):
    spec = game(SIXTY).deck()
    faces = (*spec.playing_cards[:1] * jokers, *spec.playing_cards[1:2] * (size - jokers))
    small = replace(spec, playing_cards=faces)
    plain, joker = first_card_chances(small)
    cards = data.draw(st.integers(0, size))
    for on_jokers in {cards * jokers // size, -(-cards * jokers // size)}:
        long_run = size * (on_jokers * joker + (cards - on_jokers) * plain)
        assert abs(long_run - cards) < Fraction(size, jokers * (size + 1)) < long_run_limit(small) == HALF


def test_a_single_joker_has_the_least_bar_that_chance_leaves():
    spec = game(SIXTY).deck()
    alone = replace(spec, playing_cards=(*spec.playing_cards[:1], *spec.playing_cards[1:54]))
    assert long_run_limit(alone) == Fraction(54, 55)


@pytest.mark.parametrize("name", GAMES)
def test_jokers_hold_floor_or_ceiling_of_every_result_of_every_draw(name):
    made = read_game(name)
    spec = made.deck()
    jokers = spec.jokers()
    for seed in range(2):
        deck = generate(made, spec, f"jokers {seed}")
        for section in spec.sections:
            drawn = list(zip(*(section.results_of(c.sections[section.name]) for c in deck.cards), strict=True))
            for results in drawn if section.dealt_variables(spec.size) else ():
                for result in set(results):
                    share = Fraction(len(jokers) * results.count(result), spec.size)
                    assert abs([results[j] for j in jokers].count(result) - share) < 1
        assert all(f.passed for f in frequencies([deck], spec))


BARE = """\
game: {id: bare, title: Bare}
decks:
  main: {title: Main, cards: {low_jokers: [a], suits: [x, y], ranks: [1..12], high_jokers: [b]}}
sections:
  place:
    kind: stack
    title: Place
    height: 1
    standard_from_bottom: 1
    levels: [{place: low, weight: 3}, [{place: left, weight: 2}, {place: right, weight: 2}], {place: top, weight: 1}]
  marks: {kind: marks, title: Marks, count: 2, odds: 1/9}
"""


def test_over_many_seeds_every_result_is_on_its_share_of_cards_and_of_jokers():
    """Means over 300 decks; a standard error is below 0.03 cards, of jokers too."""
    made, seeds = game(BARE), 300
    spec, cards, jokers = made.deck(), {}, {}
    for seed in range(seeds):
        for card in generate(made, spec, str(seed)).cards:
            place, marks = card.sections["place"].standard_place, card.sections["marks"]
            for result in (place, *marks):
                cards[result] = cards.get(result, 0) + Fraction(1, seeds)
                if card.face.is_joker:
                    jokers[result] = jokers.get(result, 0) + Fraction(1, seeds)
    shares = {"low": 3, "left": 2, "right": 2, "top": 1}
    wanted = {place: Fraction(26 * share, 8) for place, share in shares.items()}
    wanted |= {mark: Fraction(26, 9) for mark in (1, 2)}
    for result, target in wanted.items():
        assert abs(cards[result] - target) < 0.07
        assert abs(jokers[result] - target / 13) < 0.07


@pytest.mark.parametrize("of", [1, 2, 3, 7, 12])
def test_every_whole_set_is_within_a_card(of):
    made = game(BARE)
    for seed in ("a", "b", "c"):
        decks = [generate(made, made.deck(), seed, number, of) for number in range(1, of + 1)]
        found = list(frequencies(decks, made.deck()))
        assert all(f.whole_set and abs(f.cards - f.target) * of < 1 for f in found)
        assert all(f.passed for deck in decks for f in frequencies([deck], made.deck()))
