from dataclasses import replace
from itertools import permutations

import pytest
from page_decks import deck_of, shipped_game
from pypdf import PdfReader

from deckgen.errors import PressError
from deckgen.library.boxes import box_book as box
from deckgen.library.decks import Deck
from deckgen.preflight import preflight
from deckgen.press.pdf.writer import write_pdf
from deckgen.press.target import load_target


def dealt(name="future-imperfect", decks=1):
    game = shipped_game(name)
    return [Deck(game, game.deck(), deck_of(game.deck(), number=n + 1, of=decks)) for n in range(decks)]


@pytest.mark.parametrize(
    ("name", "decks"),
    [
        ("future-imperfect", 1),
        ("future-imperfect", 3),
        ("west-that-wasnt", 3),
        ("action-and-combat", 2),
        ("rough-magic", 1),
    ],
)
def test_boxes_are_clean_for_any_print_shop_and_say_what_is_in_them(tmp_path, name, decks):
    held = dealt(name, decks)
    file = tmp_path / "box.pdf"
    file.write_bytes(write_pdf(box(held, None, "a4", "press")))
    report = preflight(file, load_target("press"))
    assert report.passed, report.to_text()
    assert "PDF/X-1a" in report.rules
    (page,) = PdfReader(file).pages
    text = page.extract_text()
    assert held[0].spec.title.split()[0].lower() in text.lower()
    first = held[0].spec.box.blurb.split()[:2]
    assert " ".join(first) in text


@pytest.mark.parametrize("layout", ["tarot", "poker-light"])
def test_other_layouts_have_boxes_too(tmp_path, layout):
    file = tmp_path / "box.pdf"
    file.write_bytes(write_pdf(box(dealt(), layout, "a4", "press")))
    assert preflight(file).passed


def test_a_box_is_as_large_as_its_largest_deck_in_any_order():
    """The tarot deck is wider and higher; the sum of both makes the box deep, and the larger one's look is on it."""
    (held,) = dealt()
    tarot = Deck(held.game, replace(held.spec, layout="tarot"), held.data)
    books = [box(order, None, "a4", "press") for order in permutations([held, tarot])]
    sizes = {(book.pages[0].width, book.pages[0].height) for book in books}
    assert len(sizes) == 1
    assert sizes == {(page.width, page.height) for page in box([tarot, tarot], None, "a4", "press").pages}
    fronts = [next(p.face for p in book.pages[0].placed if p.face.title == "box, front") for book in books]
    assert {(front.width, front.height) for front in fronts} == {(71.5, 121.5)}
    assert fronts[0].items == fronts[1].items


def test_reference_cards_and_a_colophon_card_need_room():
    held = dealt(decks=2)
    cards = held[0].spec.size + len(held[0].game.reference_cards_for(held[0].spec))
    deep = [box(held, None, "a4", "press", count=count).pages[0].trim.width for count in (cards, cards + 1)]
    assert box(held, None, "a4", "press").pages[0].trim.width == deep[0]
    assert box(held, None, "a4", "press", colophon_card=True).pages[0].trim.width == deep[1] > deep[0]


def test_sleeved_decks_need_more_room_until_the_paper_is_too_small():
    thin, thick = (box(dealt(), None, "letter", stock=stock).pages[0].trim for stock in (0.31, 0.6))
    assert thick.width > thin.width + 30
    with pytest.raises(PressError, match="too large for Letter"):
        box(dealt(), None, "letter", count=500)
