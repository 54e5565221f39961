"""Bands of cards: every result is in its place, and one page says all of a suit."""

from collections import Counter
from itertools import pairwise

import pytest
from page_decks import shipped_layout
from table_decks import shipped

from deckgen.document.poker.bands import BandPage, fit_bands
from deckgen.document.poker.frame import TOP, table_context
from deckgen.document.results import Result
from deckgen.draw.drawing import Path, Text
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, bounding_box
from deckgen.errors import LayoutError

GAMES = ["future-imperfect", "west-that-wasnt"]
LINES = ["action-and-combat", "rough-magic"]
"""A card of these fits on a line."""


def page(name, paper="a4", suit=0, number=2):
    deck, game, spec = shipped(name)
    context = table_context(deck, game, spec, shipped_layout(spec.layout), paper)
    return BandPage(fit_bands(context), context.poker.blocks[suit : suit + 1], number, 6, (suit, 4))


def page_of_lines(name, paper="a4"):
    deck, game, spec = shipped(name)
    context = table_context(deck, game, spec, shipped_layout(spec.layout), paper)
    return BandPage(fit_bands(context), context.poker.blocks, 1, 2)


def cells(texts, box):
    return [text for text in texts if box.x - 0.1 <= text.x <= box.right and box.y < text.y <= box.bottom + 0.1]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", GAMES)
def test_every_result_stands_in_its_place(name, paper):
    own = page(name, paper)
    texts = [item for item in own.drawing().items if isinstance(item, Text) and item.slot == "cell"]
    assert len(list(own.bands())) == 13
    for _, row, band in own.bands():
        inner = Box(band.x + 14.6, band.y, band.width - 14.6, band.height)
        told = Counter()
        for piece, box in own.panel.boxes(inner):
            for field, place in piece.places(box, own.panel.line(band.height)):
                result = field.read(row.card)
                shown = [text.string for text in cells(texts, place)]
                if result.text:
                    assert result.text in shown
                told[result.text] += bool(result.text)
        drawn = Counter(text.string for text in cells(texts, band))
        assert drawn == +told
        wanted: list[Result] = [field.read(row.card) for field in own.context.fields]
        assert +told == Counter(result.text for result in wanted if result.text)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", GAMES)
def test_bands_are_one_shelf_of_legible_type_between_the_margins(name, paper):
    own = page(name, paper)
    assert own.panel.shelves == 1
    assert own.panel.type.size >= 7 * PT
    assert own.looks.fitting >= 13
    *_, (_, _, last) = own.bands()
    assert last.bottom <= own.frame.foot + 1e-6
    assert own.looks.head_height > 0
    for text in (item for item in own.drawing().items if isinstance(item, Text)):
        assert text.size >= 6.5 * PT - 1e-6


@pytest.mark.parametrize(("suit", "red"), [(0, False), (1, True), (2, True), (3, False)])
def test_red_suits_are_red_and_others_black(suit, red):
    own = page("future-imperfect", suit=suit)
    ink = own.context.suit_ink(own.blocks[0].suit)
    fills = [item.fill for item in own.drawing().items if isinstance(item, Path)]
    assert fills.count(ink) >= 13
    assert (ink == own.context.style.color("ink")) != red


def test_thumb_tabs_of_pages_stand_below_each_other():
    """Each on the page's outer edge, none beside another."""
    found = []
    for suit in range(4):
        own = page("future-imperfect", suit=suit, number=2 + suit)
        ink = own.context.suit_ink(own.blocks[0].suit)
        width = own.context.paper.width
        boxes = [bounding_box(i.segments) for i in own.drawing().items if isinstance(i, Path) and i.fill == ink]
        (tab,) = (box for box in boxes if box.x == 0 or abs(box.right - width) < 1e-6)
        found.append((tab.y, tab.bottom))
    assert found == sorted(found)
    assert all(one[1] <= other[0] + 1e-6 for one, other in pairwise(found))


def test_the_order_of_columns_is_that_of_the_card():
    own = page("future-imperfect")
    chart = next(each.piece for each in own.panel.placed if each.piece.section == "initiative")
    assert chart.heads == ("4", "3", "2", "1")


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", LINES)
def test_lines_of_all_cards_lie_between_head_and_foot_in_large_type(name, paper):
    own = page_of_lines(name, paper)
    assert own.panel.flat
    assert own.panel.type.size >= 8.5 * PT
    bands = [band for _, _, band in own.bands()]
    assert len(bands) == 54
    assert bands[0].y == own.top
    assert bands[-1].bottom <= own.frame.foot + 1e-6
    assert all(one.bottom <= other.y + 1e-6 for one, other in pairwise(bands))
    for band in bands[:1]:
        inner = Box(band.x + own.inset, band.y, band.width - 2 * own.inset, band.height)
        boxes = [box for _, box in own.panel.boxes(inner)]
        assert all(one.right + 1.4 <= other.x + 1e-6 for one, other in pairwise(boxes))
        assert boxes[-1].right <= inner.right + 1e-6


@pytest.mark.parametrize("name", LINES)
def test_titles_and_labels_lie_within_the_head(name):
    own = page_of_lines(name)
    fonts = own.context.style.fonts
    titles = {each.piece.title for each in own.panel.placed}
    texts = [i for i in own.drawing().items if isinstance(i, Text) and i.string in titles and i.typeface == "bold"]
    assert {text.string for text in texts} == titles
    upright = [text for text in texts if text.angle]
    assert upright
    for text in upright:
        assert text.y - fonts.width(text.string, text.typeface, text.size) >= TOP
    assert all(text.y <= own.top for text in texts)


def test_names_of_red_suits_are_red_at_both_ends_of_their_lines():
    own = page_of_lines("rough-magic")
    texts = [item for item in own.drawing().items if isinstance(item, Text) and item.string == "10"]
    inks = [text.fill for text in texts if text.typeface == "bold" and text.slot != "cell"]
    red, black = own.context.suit_ink("hearts"), own.context.suit_ink("spades")
    assert (inks.count(red), inks.count(black)) == (4, 4)


def test_a_suit_takes_several_pages_where_the_paper_is_small():
    deck, game, spec = shipped("future-imperfect")
    context = table_context(deck, game, spec, shipped_layout(spec.layout), "a5")
    bands = fit_bands(context)
    assert not bands.panel.flat
    assert 1 < bands.fitting < 13
    assert bands.panel.least * bands.fitting < context.paper.height


def test_what_fits_on_no_page_is_refused():
    deck, game, spec = shipped("future-imperfect")
    context = table_context(deck, game, spec, shipped_layout(spec.layout), "60x80mm")
    with pytest.raises(LayoutError, match="results of one card do not fit on a page"):
        fit_bands(context)
