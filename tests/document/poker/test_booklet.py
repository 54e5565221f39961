from collections import Counter
from functools import cache

import pypdfium2
import pytest
from page_decks import shipped_layout
from table_decks import GAMES, numbered, resized, shipped
from table_pdf import words

from deckgen.document.poker.booklet import booklet
from deckgen.document.poker.deck import poker_deck
from deckgen.document.results import is_constant, result_fields
from deckgen.draw.drawing import Text
from deckgen.draw.fonts import PT
from deckgen.press.write import booklet_sides, folded_pdf


@cache
def drawn(name, paper="a4"):
    deck, game, spec = shipped(name)
    return booklet(deck, game, spec, shipped_layout(spec.layout), paper=paper)


def test_folded_sheets_have_all_pages_in_order():
    assert booklet_sides(4) == [(3, 0), (1, 2)]
    assert booklet_sides(8) == [(7, 0), (1, 6), (5, 2), (3, 4)]
    for count in (4, 8, 12, 40):
        sides = booklet_sides(count)
        assert sorted(n for side in sides for n in side) == list(range(count))
        # what lies back to back is one leaf: its two numbers are neighbors
        for front, back in zip(sides[::2], sides[1::2], strict=True):
            assert front[1] + 1 == back[0]
            assert front[0] - 1 == back[1]
            assert sum(front) == sum(back) == count - 1


def test_a_number_of_pages_that_does_not_fold_is_refused():
    with pytest.raises(ValueError, match="6"):
        booklet_sides(6)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", GAMES)
def test_every_panel_says_all_that_its_card_says(name, paper):
    deck, game, spec = shipped(name)
    own = [f for f in result_fields(spec, game.words) if not is_constant(f.section)]
    pages = drawn(name, paper)
    assert len(pages) % 4 == 0
    cells = Counter(t.string for p in pages for t in p.items if isinstance(t, Text) and t.slot == "cell")
    wanted = Counter(r.text for card in deck.cards for f in own for r in (f.read(card),) if r.text)
    assert cells == wanted
    named = [t.string for p in pages for t in p.items if isinstance(t, Text) and t.slot == "card"]
    assert named == [row.short for row in poker_deck(deck.cards, spec.playing_cards).rows()]


def test_results_stand_in_the_panel_of_their_card():
    """Cell for cell in the order in which a panel is drawn: the same for all cards, and read from the PDF."""
    deck, game, spec = shipped("future-imperfect")
    pages = drawn("future-imperfect")
    effects = spec.section("effects")
    held = poker_deck(deck.cards, spec.playing_cards).rows()
    texts = words(folded_pdf(pages, paper="a4", title="t"))
    assert len(texts) == len(pages) // 2
    at = 0
    for page in pages[1:-1]:
        items = [t for t in page.items if isinstance(t, Text)]
        starts = [i for i, t in enumerate(items) if t.slot == "card"]
        for start, end in zip(starts, [*starts[1:], len(items)], strict=True):
            row = held[at]
            assert items[start].string == row.short
            shown = Counter(t.string for t in items[start:end] if t.slot == "cell")
            said = Counter(
                r.text
                for f in result_fields(spec, game.words)
                if not is_constant(f.section)
                for r in (f.read(row.card),)
                if r.text
            )
            assert shown == said
            at += 1
    assert at == deck.size
    assert effects


@pytest.mark.parametrize("name", GAMES)
def test_nine_to_twelve_panels_a_page_in_legible_type(name):
    pages = drawn(name)
    assert len(pages) == 8
    for page in pages:
        for text in (t for t in page.items if isinstance(t, Text)):
            assert text.size >= 6.5 * PT - 1e-6
            assert 4.2 <= text.y <= page.height - 4.2


def test_other_sizes_are_padded_with_pages_for_notes():
    deck, game, spec = resized("rough-magic", numbered(30))
    pages = booklet(deck, game, spec, shipped_layout(spec.layout))
    assert len(pages) % 4 == 0
    content = folded_pdf(pages, paper="a4", title="t")
    document = pypdfium2.PdfDocument(content)
    assert len(document) == len(pages) // 2
    assert [round(side * 25.4 / 72) for side in document[0].get_size()] == [297, 210]
    document.close()
