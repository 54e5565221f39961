import json
from fractions import Fraction

import pytest
from deck_games import SHIPPED, SIXTY, SMALL, dealt, game, shipped

from deckgen.deck.audit.auditor import audit
from deckgen.deck.cells import multiset
from deckgen.deck.deal.generator import generate
from deckgen.game.model import StackSection
from deckgen.odds import distribution


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    """One cache for all tests here, none of the user's."""
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "solutions"))


def test_sixty_cards_of_dice_that_nobody_sells_pass_the_audit():
    decks = [dealt(SIXTY, "any", number, 2) for number in (1, 2)]
    for found in (audit(decks[:1], game(SIXTY)), audit(decks, game(SIXTY))):
        assert [(c.cell, c.problems) for c in found.cells if c.problems] == []
        assert [f for f in found.frequencies if not f.passed] == []
        assert found.independence.passed
        assert found.balance.passed
        assert found.passed


def test_a_deck_depends_on_its_seed_and_number_alone():
    one = dealt(SMALL, "one")
    assert generate(game(SMALL), game(SMALL).deck(), "one").to_json() == one.to_json()
    assert dealt(SMALL, "one", 1, 5).cards == one.cards
    assert dealt(SMALL, "one", 2, 5).cards != one.cards
    assert dealt(SMALL, "two").cards != one.cards


def test_a_seed_is_dealt_as_before():
    """If this changes, old seeds give other decks: say so in the changelog, and give the new numbers here."""
    cards = json.loads(dealt(SMALL, "pinned").to_json())["cards"]
    printed = [
        [card["sections"]["hit"]["X"][row]["value"] for row in (0, 1)] + [card["sections"]["side"]]
        for card in cards[:5]
    ]
    assert printed == PINNED


PINNED = [[1, 2, "tails"], [7, 7, "tails"], [3, 5, "tails"], [8, 8, "heads"], [3, 6, "tails"]]


def test_every_deck_of_a_set_holds_the_mean_that_its_number_asks_for():
    decks = [dealt(SHIPPED, "set", number, 3) for number in (1, 2, 3)]
    for section in shipped().deck().sections:
        if section.name != "causes":
            continue
        for cell in section.cells():
            mean = Fraction(0)
            for deck in decks:
                cells = [card.sections["causes"][cell.column][cell.row - 1] for card in deck.cards]
                mean += multiset(cells).mean("without-replacement") / 3
            least = min(multiset(cells).plain_cards for _ in (0,))
            # a whole unit of one deck, over the decks of the set
            assert abs(mean - distribution(cell.roll).mean) < Fraction(1, 3 * least * (least + 1))


def test_rising_columns_rise_on_every_card():
    for card in dealt(SIXTY, "any").cards:
        for rows in card.sections["force"].values():
            values = [cell.value for cell in rows]
            assert values == sorted(values)


def test_neighbors_in_a_stack_are_of_the_next_levels():
    stack = game(SIXTY).deck().section("place")
    assert isinstance(stack, StackSection)
    level = {place.name: i for i, places in enumerate(stack.levels) for place in places}
    for card in dealt(SIXTY, "any").cards:
        pile = card.sections["place"]
        middle = level[pile.standard_place]
        wanted = [min(max(middle + 1 - i, 0), 2) for i in range(3)]
        assert [level[name] for name in pile.places] == wanted


def test_what_follows_from_the_card_itself():
    cards = dealt(SIXTY, "any").cards
    fool, first, king = cards[0].sections, cards[1].sections, cards[-1].sections
    assert [fool[name] for name in ("order", "suit", "rank", "shuffle")] == [0, None, 0, True]
    assert [first[name] for name in ("order", "suit", "rank", "shuffle")] == [1, 1, 1, False]
    assert [king[name] for name in ("order", "suit", "rank", "shuffle")] == [59, None, 20, True]


def test_a_game_without_rolled_cells_is_dealt():
    text = "game: {id: bare, title: Bare}\ndecks:\n  main: {title: Main, cards: {numbered: 20}}\n"
    text += "sections:\n  order: {kind: ordinal, title: Order, source: impulse}\n"
    deck = dealt(text, "any")
    assert [card.sections for card in deck.cards] == [{"order": i} for i in range(20)]
    assert audit([deck], game(text)).passed


TURNS = """\
game: {id: turns, title: Turns}
decks:
  main: {title: Main, cards: {numbered: 54}}
sections:
  scale:
    kind: distribution
    title: Scale
    outcomes: [{each: 1..4, weight: 1}, {each: 5..8, weight: 3}]
  place:
    kind: stack
    title: Place
    height: 1
    standard_from_bottom: 1
    levels:
      - [{place: left leg, odds: 2/20}, {place: right leg, odds: 2/20}]
      - {place: belly, odds: 5/20}
      - {place: vitals, odds: 1/20}
      - [{place: left arm, odds: 2/20}, {place: right arm, odds: 2/20}]
      - {place: chest, odds: 5/20}
      - {place: head, odds: 1/20}
"""


def test_values_of_a_scale_are_rounded_in_its_order_and_places_in_any():
    both, sides = set(), set()
    for seed in range(60):
        cards = dealt(TURNS, str(seed)).cards
        scale = [card.sections["scale"] for card in cards]
        for most in range(1, 9):
            weight = min(most, 4) + 3 * max(0, most - 4)
            assert abs(sum(value <= most for value in scale) - Fraction(54 * weight, 16)) < 1
        places = [card.sections["place"].standard_place for card in cards]
        both.add((places.count("head"), places.count("vitals")))
        sides.add(places.count("left arm") + places.count("right arm"))
    assert both == {(3, 3), (3, 2), (2, 3), (2, 2)}  # in the order of the body they would always be alike
    assert sides == {10, 11}
