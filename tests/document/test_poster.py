"""The poster: every face once, none over another, none over the border; type that can be read."""

from dataclasses import replace
from itertools import combinations

import pytest
from page_decks import shipped_layout
from table_decks import GAMES, numbered, resized, shipped

from deckgen.card.faces import draw_faces
from deckgen.document.poster import poster
from deckgen.draw.drawing import Text
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.draw.paper import find_paper
from deckgen.errors import PressError


def poster_of(name, paper, deck_game_spec=None):
    deck, game, spec = deck_game_spec or shipped(name)
    layout = shipped_layout(spec.layout)
    return poster(deck, game, spec, layout, draw_faces(layout, game, spec, deck), paper=paper), deck


@pytest.mark.parametrize("paper", ["a2", "letter", "24x18in"])
@pytest.mark.parametrize("name", GAMES)
def test_every_face_and_the_back_are_within_the_border_and_apart(name, paper):
    page, deck = poster_of(name, paper)
    sheet = find_paper(paper)
    assert (page.width, page.height) == (sheet.width, sheet.height)
    _, *placed = page.placed
    assert len(placed) == deck.size + 1
    boxes = [Box(i.x, i.y, i.face.width * i.scale, i.face.height * i.scale) for i in placed]
    edge = 20 * min(sheet.width, sheet.height) / 210
    for box in boxes:
        assert box.x > edge
        assert box.y > edge
        assert box.right < sheet.width - edge
        assert box.bottom < sheet.height - edge
    for one, other in combinations(boxes, 2):
        apart_x = one.right < other.x or other.right < one.x
        assert apart_x or one.bottom < other.y or other.bottom < one.y


@pytest.mark.parametrize("name", GAMES)
def test_type_can_be_read_and_names_game_deck_and_seed(name):
    page, deck = poster_of(name, "a2")
    texts = [item for item in page.placed[0].face.items if isinstance(item, Text)]
    assert min(text.size for text in texts) >= 6.5 * PT - 1e-6
    printed = " ".join(text.string for text in texts)
    assert deck.seed in printed
    assert deck.short_id in printed


def test_a_style_without_a_masthead_has_a_band_all_the_same():
    deck, game, spec = shipped("rough-magic")
    page, _ = poster_of("rough-magic", "a3", (deck, replace(game, look="plain"), spec))
    texts = [item for item in page.placed[0].face.items if isinstance(item, Text)]
    assert game.title in {text.string for text in texts}


def test_faces_that_show_nothing_are_refused():
    with pytest.raises(PressError, match="larger paper"):
        poster_of("rough-magic", "a5", resized("rough-magic", numbered(400)))
