"""Places of results: every one of a card's value is found, and what stands there."""

import pytest
from page_decks import deck_of, shipped_game

from deckgen.game.model import Cell, GridSection, MarksSection, StackValue
from deckgen.game.value_paths import value_at, value_paths

GAMES = ("action-and-combat", "future-imperfect", "rough-magic", "west-that-wasnt")


@pytest.mark.parametrize("game", GAMES)
def test_every_place_of_every_section_holds_one_result(game):
    spec = shipped_game(game).deck()
    card = deck_of(spec).cards[20]
    for section in spec.sections:
        value = card.sections[section.name]
        places = value_paths(section, value)
        assert len(places) == len(set(places))
        for place in places:
            found = value_at(section, value, place)
            assert isinstance(found, Cell | int | str)
            assert isinstance(found, Cell) or not isinstance(section, GridSection)


def test_places_are_the_keys_and_indexes_that_lead_to_them():
    spec = shipped_game().deck()
    card = deck_of(spec).cards[7]
    causes, stack = card.sections["causes"], card.sections["hit_location"]
    places = value_paths(spec.section("causes"), causes)
    assert places[:2] == [("I", 0), ("I", 1)]
    assert value_at(spec.section("causes"), causes, ("II", 3)) == causes["II"][3]
    assert isinstance(stack, StackValue)
    assert value_paths(spec.section("hit_location"), stack) == [(0,), (1,), (2,), (3,)]
    assert value_at(spec.section("hit_location"), stack, (1,)) == stack.places[1]


def test_marks_have_a_place_for_each_figure_marked_or_not():
    spec = shipped_game().deck()
    section = spec.section("unintended_targets")
    assert isinstance(section, MarksSection)
    assert value_paths(section, (2,)) == [(number,) for number in range(1, section.count + 1)]
    assert (value_at(section, (2,), (2,)), value_at(section, (2,), (3,))) == (True, False)


def test_a_section_of_one_value_has_no_place_but_the_whole():
    spec = shipped_game().deck()
    assert value_paths(spec.section("impulse"), 7) == []
    assert value_at(spec.section("impulse"), 7, ()) == 7
