import pytest
from page_decks import shipped_layout
from table_decks import GAMES, shipped

from deckgen.card.layout import load_layout
from deckgen.document.marked_results import result_legend, result_styles, with_card_style
from deckgen.document.poker.deck import PokerCard
from deckgen.document.poker.frame import BINDING, OUTER, Frame, legend_block, short_name, table_context
from deckgen.draw.contrast import MIN_TEXT_CONTRAST, contrast
from deckgen.draw.drawing import Text
from deckgen.draw.fonts import PT
from deckgen.draw.stylesheet import load_stylesheet
from deckgen.errors import PressError


def setting(name="future-imperfect", paper="a4"):
    deck, game, spec = shipped(name)
    return table_context(deck, game, spec, shipped_layout(spec.layout), paper)


def test_margins_are_mirrored_for_two_sided_sheets():
    own = setting()
    odd, even = (Frame(own, (), (), number, 2) for number in (1, 2))
    assert (odd.left, own.paper.width - odd.right) == pytest.approx((BINDING, OUTER))
    assert (even.left, own.paper.width - even.right) == pytest.approx((OUTER, BINDING))


def test_the_legend_is_of_what_is_on_the_page_and_takes_its_room():
    own = setting()
    all_, none = (Frame(own, names, (), 1, 1) for names in ([s.name for s in own.spec.sections], []))
    assert len(all_.legend.entries) == len(own.legend)
    assert all_.foot < none.foot


@pytest.mark.parametrize("name", ["future-imperfect", "rough-magic"])
def test_titles_of_any_length_stay_on_the_page_beside_the_deck(name):
    own = setting(name)
    frame = Frame(own, (), (), 1, 1)
    for title in ("Hearts", "A very long title " * 6):
        pen = own.style.pen()
        frame.title(pen, title)
        texts = [item for item in pen.items if isinstance(item, Text)]
        ends = [text.x + own.style.fonts.width(text.string, text.typeface, text.size) for text in texts]
        assert max(ends) <= frame.right + 1e-6
        assert ends[0] <= texts[-1].x


def test_heads_are_read_on_their_ground():
    for name in ("future-imperfect", "west-that-wasnt", "action-and-combat", "rough-magic"):
        assert contrast(*setting(name).head) >= MIN_TEXT_CONTRAST
        assert contrast(setting(name).suit_ink("hearts"), "#ffffff") >= MIN_TEXT_CONTRAST


def test_an_unknown_paper_is_refused():
    with pytest.raises(PressError, match="there is no paper 'a9'"):
        setting(paper="a9")


def test_cards_without_a_suit_have_their_number():
    card = setting().deck.cards[0]
    assert short_name(PokerCard(card, "red joker", "red", "red joker")) == "red"
    assert short_name(PokerCard(card, "red joker", "red", "red joker", "53")) == "red 53"
    assert short_name(PokerCard(card, "31", "31", "31", "31")) == "31"


@pytest.mark.parametrize("across", [1, 3])
@pytest.mark.parametrize("name", GAMES)
def test_every_entry_is_said_whole_in_the_room_that_is_told(name, across):
    _, game, spec = shipped(name)
    layout = load_layout(spec.layout)
    style = with_card_style(load_stylesheet(), layout)
    entries = result_legend(layout, game, spec, result_styles(layout, spec, style))
    block = legend_block(style, entries, 7 * PT, 150, across)
    pen = style.pen("legend")
    block.draw(pen, 20, 30, "#000000")
    words = [item for item in pen.items if isinstance(item, Text)]
    said = "".join(text.string for text in words).replace(" ", "")
    for entry in entries:
        assert entry.look.replace(" ", "") in said
        assert entry.meaning.replace(" ", "") in said
    for text in words:
        assert 30 <= text.y <= 30 + block.height
        assert text.x >= 20
        assert text.x + style.fonts.width(text.string, text.typeface, text.size) <= 170 + 1e-6


def test_nothing_takes_no_room():
    block = legend_block(load_stylesheet(), [], 2.0, 100, 3)
    pen = load_stylesheet().pen()
    block.draw(pen, 0, 0, "#000000")
    assert block.height == 0
    assert not pen.items
