"""The audit of resolutions: chances by hand, the long run, and what fails."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from deck_games import game

from deckgen.deck.audit.auditor import audit
from deckgen.deck.audit.dealing import deal_auditor
from deckgen.deck.audit.report import as_json, text
from deckgen.deck.cards import Card
from deckgen.deck.deal.generator import generate

COINS = """\
game: {id: coins, title: Coins}
decks:
  main: {title: Main, cards: {low_jokers: [a], suits: [x], ranks: [1..22], high_jokers: [b]}}
sections:
  one: {kind: distribution, title: One, outcomes: [{value: true, odds: 1/2}, {value: false, odds: 1/2}]}
  two: {kind: distribution, title: Two, outcomes: [{value: true, odds: 1/3}, {value: false, odds: 2/3}]}
resolutions:
  both: {title: Both coins, conditions: {one: true, two: true}}
"""


def deck_with(both, jokers=0):
    """A deck of 24 on which so many cards show both, ``jokers`` of them jokers."""
    made = game(COINS)
    deck = generate(made, made.deck(), "a")
    wild = [0, 23][:jokers]
    chosen = [*wild, *range(1, 1 + both - jokers)]
    cards = tuple(Card(c.impulse, c.face, {"one": c.impulse in chosen, "two": c.impulse in chosen}) for c in deck.cards)
    return replace(deck, cards=cards)


def found(*decks):
    spec = game(COINS).deck()
    first, *others = (deal_auditor(spec).audit_deal(deck) for deck in decks)
    for other in others:
        first = first.joined(other, keep_all=True)
    (one,) = first.resolutions
    return one


def test_the_chance_is_that_of_the_cards_and_in_the_long_run_jokers_count_more():
    own = found(deck_with(5, jokers=1))
    assert (own.dice, own.one_draw) == (Fraction(1, 6), Fraction(5, 24))
    # 4 of 25 and a joker of 3/50: before the first of two jokers lies a third of the others
    assert own.long_run == Fraction(4, 25) + Fraction(3, 50)
    assert (own.error, own.long_run_error) == (1, Fraction(24 * 22, 100) - 4)


@pytest.mark.parametrize(
    ("both", "jokers", "passed"),
    [(4, 0, True), (3, 0, False), (5, 0, True), (5, 1, False), (4, 2, True), (6, 0, False)],
)
def test_a_card_is_the_bar_in_one_draw_and_in_the_long_run(both, jokers, passed):
    """Four cards are meant; the long run of three is 2.88, of five with a joker 5.28."""
    assert found(deck_with(both, jokers)).passed is passed


def test_decks_are_judged_by_their_mean_together():
    assert found(deck_with(3), deck_with(5)).one_draw == Fraction(1, 6)
    assert found(deck_with(2), deck_with(6)).passed


def test_text_and_json_say_it_and_a_miss_fails_the_audit():
    good, bad = deck_with(4), deck_with(7)
    own = audit([good], game(COINS))
    body = json.loads(as_json(own))["resolutions"]
    assert body == [
        {
            "name": "both",
            "dice": "1/6",
            "one_draw": "1/6",
            "long_run": "4/25",
            "off_cards": 0.0,
            "long_run_off_cards": -0.16,
            "bar_cards": 1.0,
            "passed": True,
        }
    ]
    (line,) = [line for line in text(own).splitlines() if line.startswith("Both coins")]
    assert line.split()[-6:] == ["16.67", "16.67", "+0.00", "16.00", "-0.16", "1.00"]
    wrong = audit([bad], game(COINS))
    assert not wrong.resolutions[0].passed
    assert not wrong.passed
    assert any(line.startswith("Both coins") and line.endswith("FAILED") for line in text(wrong).splitlines())


def test_what_fails_in_resolutions_alone_fails_the_audit():
    own = audit([generate(game(COINS), game(COINS).deck(), "b")], game(COINS))
    assert own.passed
    missed = replace(own.resolutions[0], one_draw=own.resolutions[0].dice + Fraction(25, 24 * 24))
    assert not replace(own, resolutions=(missed,)).passed
