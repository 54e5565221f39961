"""Decks with sections of dice: each result is on the floor or the ceiling of its share, and exact over seeds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from dice_sections import LEVELS, SYMBOLS, TWO_DICE, section, with_section

from deckgen.deck.audit.auditor import audit
from deckgen.deck.cards import read_deck
from deckgen.deck.deal.generator import generate
from deckgen.game.model import DiceSection
from deckgen.game.sections.dice import DiceRoll
from deckgen.odds.evaluate import evaluate
from deckgen.odds.grammar import parse


@pytest.fixture
def dealt(tmp_path):
    game, spec = with_section(tmp_path, section(pool=TWO_DICE, level=LEVELS, symbols=SYMBOLS), "jokers")
    return game, spec, [generate(game, spec, "1", number, 12) for number in range(1, 13)]


def test_each_deck_has_the_floor_or_the_ceiling_of_each_share(dealt):
    _, spec, decks = dealt
    dice = spec.section("it")
    totals = [Counter() for _ in dice.rolls]
    for deck in decks:
        for total, outcomes, variable in zip(totals, deck.cells(dice), dice.dealt_variables(spec.size), strict=True):
            counts = Counter(outcomes)
            assert counts.total() == spec.size
            assert all(abs(counts[share.result] - share.cards) < 1 for share in variable.shares)
            total.update(counts)
    for total, variable in zip(totals, dice.dealt_variables(spec.size), strict=True):
        assert all(abs(total[share.result] - 12 * share.cards) < 1 for share in variable.shares)


def test_decks_are_read_back_and_audited(dealt, tmp_path):
    game, spec, decks = dealt
    path = tmp_path / "deck.json"
    path.write_bytes(decks[0].to_json())
    assert read_deck(path).check_against(spec).cards == decks[0].cards
    result = audit(decks, game)
    counted = {(f.place, f.value): f.target for f in result.frequencies if f.section == "it"}
    assert len(counted) == 10
    assert counted["level", "success"] == Fraction(29 * 22, 54)
    assert all(f.passed for f in result.frequencies)


def test_the_rest_of_endless_dice_is_dealt_by_the_seed(tmp_path):
    expression = parse("d4 open")
    roll = DiceRoll("d4 open", expression, evaluate(expression, Fraction(1, 3)))
    game, spec = with_section(tmp_path, DiceSection("it", "It", "", (("a", roll),)))
    highest, share = roll.joint.highest, roll.joint.rest * spec.size
    totals = []
    for number in range(1, 9):
        deck = generate(game, spec, "1", number, 8)
        assert deck == generate(game, spec, "1", number, 8)
        (tmp_path / "deck.json").write_bytes(deck.to_json())
        assert read_deck(tmp_path / "deck.json").check_against(spec).cards == deck.cards
        rest = [total for card in deck.cards if (total := card.sections["it"]["a"].part()) > highest]
        assert abs(len(rest) - share) < 1
        totals += rest
    assert len(totals) == 8 * share
    assert len(set(totals)) > 3
    assert not any(total % 4 == 0 for total in totals)  # no die ends on its highest number
