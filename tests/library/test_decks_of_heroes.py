"""The backs of heroes' own decks."""

from dataclasses import replace
from functools import cache

import pytest
from page_decks import deck_of, shipped_game
from page_marks import flat

import deckgen
from deckgen.draw.drawing import Text, Use
from deckgen.errors import LayoutError
from deckgen.library.decks import Deck

WEST = shipped_game("west-that-wasnt")


@cache
def hero_deck(face=None):
    """A hero's own deck with any numbers; ``face`` replaces that of the character."""
    josefina = WEST.folder / "characters" / "josefina-arroyo.yaml"
    game = deckgen.load_game(WEST.id).with_hero(josefina).data
    spec = game.decks[-1]
    assert spec.hero is not None
    if face is not None:
        spec = replace(spec, hero=replace(spec.hero, face=face))
    return Deck(game, spec, deck_of(spec))


def back(deck, **options):
    return deck.faces("west-hero", references=False, **options).back


def test_it_has_the_hero_in_inks_of_the_layout():
    drawing = back(hero_deck())
    names = [item for item in drawing.items if isinstance(item, Text) and item.string == "Josefina Arroyo"]
    assert len(names) == 2
    colors = {
        color for item in flat(drawing.items, drawing.style) for color in (item.fill, getattr(item, "stroke", None))
    }
    assert colors - {None, "inherit"} <= drawing.style.inks.keys()
    assert len(drawing.items) > len(back(hero_deck(), party_back=True).items) + 20  # the parts of a face


def test_a_party_has_the_back_of_the_deck_for_everybody():
    everybody = Deck(WEST, WEST.deck(), replace(deck_of(WEST.deck()), deck="action"))
    assert back(hero_deck(), party_back=True).items == back(everybody).items
    assert back(hero_deck(), party_back=True).items != back(hero_deck()).items


def test_a_face_of_other_parts_is_one_that_follows_from_the_name():
    assert back(hero_deck("robot antenna")).items == back(hero_deck("")).items
    assert back(hero_deck("man hat-bowler")).items != back(hero_deck("")).items


def test_a_layout_without_the_slots_has_its_usual_back():
    drawing = hero_deck().faces("west", references=False).back
    assert not [item for item in drawing.items if isinstance(item, Use) and item.symbol == "static-ribbon"]


def test_nobodys_own_deck_has_no_back_for_a_party():
    with pytest.raises(LayoutError, match=r"nobody's own deck.*; leave out --party-back"):
        back(Deck(WEST, WEST.deck(), deck_of(WEST.deck())), party_back=True)
