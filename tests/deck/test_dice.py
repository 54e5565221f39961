"""Dice of several parts in situations: what steps come to, how likely it is, and cases whose cards show them."""

from fractions import Fraction

import pytest
from dice_plays import HEAD, MOVES, PROCEDURES, SECTIONS, dice_game
from game_files import write

from deckgen.deck.replay import replay
from deckgen.deck.situations import play
from deckgen.errors import GameError
from deckgen.game import read_game
from deckgen.game.cases import read_cases

CARDS = "[{tests: {move: partial, move.total: 8}}, {tests: {aim: fumble}}, {tests: {dare: none, dare.match: true}, signs: {omen.moon: 1}}]"


def game(folder, case):
    text = f"cases:\n  it: {{source: p. 1, text: Somebody acts., play: act, {case}}}\n"
    return read_game(write(folder, HEAD, SECTIONS + MOVES, PROCEDURES, it=text))


def test_a_condition_on_several_parts_has_the_chance_of_the_cards_that_show_them_together():
    game, spec, deck = dice_game()
    results = [card.sections["tests"]["dare"].outcome for card in deck.cards]
    shares = {
        "doubled": Fraction(sum(doubled for _, doubled in results), spec.size),
        "some": Fraction(sum(level != "none" and not doubled for level, doubled in results), spec.size),
        "none": Fraction(results.count(("none", False)), spec.size),
    }
    assert sum(shares.values()) == 1
    for card in deck.cards:
        others = [other for other in deck.cards if other is not card][:2]
        steps = {step.step.name: step for step in play(game.procedures[0], deck, spec, {}, [*others, card])}
        assert steps["dared"].chance == shares[steps["dared"].result.name]


def test_a_mark_counts_one_in_sums_and_a_natural_extreme_is_shown():
    game, spec, deck = dice_game()
    for card in deck.cards:
        result = card.sections["tests"]["strike"]
        (strike, *_) = play(game.procedures[1], deck, spec, {}, [card])
        total, natural = result.outcome
        success = "success" if total >= 12 else "failure"
        assert (strike.read_value.shown, strike.result.name, strike.margin) == (natural, natural or success, total - 12)
    for card in deck.cards:
        others = [other for other in deck.cards if other is not card][:2]
        steps = {step.step.name: step for step in play(game.procedures[0], deck, spec, {}, [*others, card])}
        doubled = card.sections["tests"]["dare"].part("match")
        assert (steps["matched"].total, steps["dared"].part("match")) == (int(doubled), doubled)
        assert steps["more"].total == 2 * others[0].sections["tests"]["move"].part("total") + 1


def test_parts_of_dice_are_found_on_cards_and_are_facts(tmp_path):
    facts = "{move: partial, move.result: partial, move.total: 8, move.read: move, aim.result: failure, place: null, dared.match: true, star.moon: 1, verdict: bad}"
    (found,) = replay(game(tmp_path, f"cards: {CARDS}, facts: {facts}"))
    assert found.deck is not None
    assert found.differences == (("verdict", "mixed"),)
    assert [card.sections["tests"]["dare"].part("match") for card in found.cards][2]


@pytest.mark.parametrize(
    ("card", "path", "message"),
    [
        ("{tests: partial}", "tests", '"tests" has several results a card'),
        ("{tests: {mve: partial}}", "tests.mve", '"tests" has no place "mve"'),
        ("{tests: {move: parts}}", "tests.move", "\"tests\" is never 'parts'"),
        ("{tests: {dare.match: 1}}", "tests.dare.match", '"tests" is never 1'),
        ("{tests: {move.total: full}}", "tests.move.total", "\"tests\" is never 'full'"),
    ],
)
def test_what_dice_never_show_is_reported(tmp_path, card, path, message):
    with pytest.raises(GameError) as caught:
        read_cases(game(tmp_path, f"cards: [{card}], facts: {{move: full}}"))
    (only,) = caught.value.problems
    assert (only.path, only.message) == (f"cases.it.cards[0].{path}", message)
