"""The printed table, read back: the PDF's words and where they stand, against deck.json."""

from collections import Counter
from functools import cache

import pypdfium2
import pytest
from table_decks import GAMES, flat, numbered, resized, shipped
from table_pdf import inside, words

from deckgen.card.layout import load_layout
from deckgen.document.poker import bands, table
from deckgen.document.poker.deck import poker_deck
from deckgen.document.results import AGAIN, FAILURE, is_constant, result_fields
from deckgen.draw.drawing import Path, Text
from deckgen.draw.fonts import PT, Fonts
from deckgen.draw.geometry import Box
from deckgen.errors import PressError
from deckgen.press.write import pages_pdf

ROWS = ["action-and-combat", "rough-magic"]
BANDS = [name for name in GAMES if name not in ROWS]
"""A card of these says more than a line of a page holds."""


@cache
def layout(name):
    return load_layout(name)


def made(given, paper, monkeypatch):
    """The drawings, and the pages of cards they were drawn by."""
    deck, game, spec = given
    drawn = []

    class Noted(bands.BandPage):
        def drawing(self):
            drawn.append(self)
            return super().drawing()

    monkeypatch.setattr(table, "BandPage", Noted)
    return table.conversion(deck, game, spec, layout(spec.layout), paper=paper), drawn


def read_back(given, paper, monkeypatch):
    """(card, section, column, row) → printed text, as a player finds it: by the names of row and column."""
    drawings, pages = made(given, paper, monkeypatch)
    found = {}
    for page, own in zip(pages, words(pages_pdf(drawings, title="t")), strict=False):
        assert page.panel.flat
        for _, row, band in page.bands():
            line = [w for w in own if band.y <= w.y < band.bottom]
            for side in (band.x, band.right - page.inset):
                named = inside(line, side, band.y, page.inset, band.height)
                assert named.split()[0] == row.short.split()[0]
                assert named.split()[-1] in {row.short.split()[-1], row.number}
            room = Box(band.x + page.inset, band.y, band.width - 2 * page.inset, band.height)
            for piece, box in page.panel.boxes(room):
                for column, (field, place) in enumerate(piece.places(box, band.height)):
                    key = (row.card.impulse, piece.section, field.column, field.row)
                    assert key not in found
                    found[key] = inside(line, place.x, band.y, place.width, band.height)
                    label = inside(own, place.x, page.top - 3.3, place.width, 3.2)
                    assert not piece.heads or label == piece.heads[column]
    return found


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", ROWS)
def test_every_number_on_paper_is_that_of_the_deck(name, paper, monkeypatch):
    deck, game, spec = shipped(name)
    found = read_back((deck, game, spec), paper, monkeypatch)
    own = {(f.section.name, f.column, f.row): f for f in result_fields(spec, game.words)}
    wanted = {}
    for card in deck.cards:
        for section, column, row, value, marks in flat(card, spec):
            if is_constant(spec.section(section)):
                continue
            result = own[section, column, row].read(card)
            assert (result.value, frozenset(result.marks)) == (value, marks)
            wanted[card.impulse, section, column, row] = result.text
    assert found == wanted


@pytest.mark.parametrize("count", [20, 55, 108, 200])
def test_decks_of_any_size_are_printed_whole(count, monkeypatch):
    given = resized("rough-magic", numbered(count))
    found = read_back(given, "a4", monkeypatch)
    assert len(found) == count * len([f for f in result_fields(given[2]) if not is_constant(f.section)])


@pytest.mark.parametrize("name", ROWS)
def test_marks_are_those_of_the_card(name, monkeypatch):
    """An open cell is bold, italic and on a plate; so is the face of a critical failure another."""
    (drawing, *_), (page,) = made(shipped(name), "a4", monkeypatch)
    texts = [item for item in drawing.items if isinstance(item, Text) and item.slot == "cell"]
    plates = [item for item in drawing.items if isinstance(item, Path)]
    for field in page.context.fields:
        for mark in (AGAIN, FAILURE):
            plate = page.context.marks[field.section.name].plates[mark]
            drawn = sum(t.typeface == plate.face and t.fill == plate.ink for t in texts)
            count = sum(mark in field.read(card).marks for card in page.context.deck.cards)
            assert drawn >= count
            if mark == AGAIN:
                assert plate.face == "bold-italic"
                assert sum(p.fill == plate.fill and (p.stroke or "") == plate.edge for p in plates) >= count


@pytest.mark.parametrize("name", GAMES)
def test_all_type_is_legible_and_on_the_paper(name, monkeypatch):
    drawings, _ = made(shipped(name), "letter", monkeypatch)
    for drawing in drawings:
        fonts = Fonts(drawing.style.fonts)
        for text in (item for item in drawing.items if isinstance(item, Text)):
            assert text.size >= 6.5 * PT - 1e-6
            wide = fonts.width(text.string, text.typeface, text.size)
            across, up = (0.0, wide) if text.angle else (wide, 0.0)
            assert text.x >= 4.2
            assert text.x + across <= drawing.width - 4.2
            assert text.y - up >= 4.2
            assert text.y <= drawing.height - 4.2


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", BANDS)
def test_much_is_told_in_bands_a_page_a_suit_and_the_jokers_on_the_first(name, paper, monkeypatch):
    given = shipped(name)
    drawings, _ = made(given, paper, monkeypatch)
    assert len(drawings) == 6
    deck, game, spec = given
    held = poker_deck(deck.cards, spec.playing_cards).blocks
    own = [f for f in result_fields(spec, game.words) if not is_constant(f.section)]
    for drawing, block in zip(drawings[:5], [held[-1], *held[:-1]], strict=True):
        texts = [item for item in drawing.items if isinstance(item, Text)]
        assert [t.string for t in texts if t.slot == "card"] == [row.short for row in block.rows]
        shown = Counter(t.string for t in texts if t.slot == "cell")
        said = (field.read(row.card).text for row in block.rows for field in own)
        assert shown == Counter(filter(None, said))
    for number, drawing in enumerate(drawings, 1):
        texts = [item.string for item in drawing.items if isinstance(item, Text)]
        assert f"page {number} of 6" in texts
    first = [item.string for item in drawings[0].items if isinstance(item, Text)]
    assert "With an ordinary poker deck" in first
    assert all(any(section.title in text for text in first) for section in spec.sections)


def test_a_page_of_lines_has_all_cards(monkeypatch):
    drawings, pages = made(shipped("rough-magic"), "a4", monkeypatch)
    assert len(drawings) == 2
    assert [len([r for b in p.blocks for r in b.rows]) for p in pages] == [54]


def test_the_same_deck_gives_the_same_bytes(monkeypatch):
    one, two = (pages_pdf(made(shipped("rough-magic"), "a4", monkeypatch)[0], title="t") for _ in "12")
    assert one == two
    document = pypdfium2.PdfDocument(one)
    assert len(document) == 2
    document.close()


def test_an_unknown_paper_is_refused(monkeypatch):
    with pytest.raises(PressError, match="there is no paper 'a9'"):
        made(shipped("rough-magic"), "a9", monkeypatch)
