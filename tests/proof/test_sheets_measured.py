"""Every text of every sheet and card is read against what lies under it: a contrast of 4.5 to 1, as viewers show the inks."""

from dataclasses import replace
from functools import cache

import numpy as np
import pypdfium2
import pytest
from page_marks import contrast, text_box
from press_drawings import book_of
from sheet_fixtures import CHARACTERS, GAMES, person, sheet

from deckgen.draw.drawing import Drawing, Path, Text
from deckgen.draw.geometry import rectangle
from deckgen.errors import Problems
from deckgen.press.pdf.writer import write_pdf
from deckgen.sheet.cards import deal_cards
from deckgen.sheet.paper.fill import draw_value, fill_page
from deckgen.sheet.paper.pages import card_page
from deckgen.sheet.paper.theme import load_sheet_theme
from deckgen.sheet.sheet import SIZES

DPI = 150
READ = 4.5
SHARE = 0.08
"""Of a text's box: less is a line that crosses it, or the edge of something."""


@cache
def faces(game):
    """The theme and every page and card of a game's first character."""
    made = sheet(game)
    hero = person(next(path for other, path in CHARACTERS if other == game), game)
    small = load_sheet_theme(made.spec, small=True)
    cards = [
        card_page(made.spec, small, *SIZES[kind].on_paper(made.paper), SIZES[kind].margin, card.rows, card.label)
        for kind in SIZES
        for card in deal_cards(made.spec, [hero], kind)
    ]
    themed = [*((page, made.theme) for page in made.pages(hero)), *((page, small) for page in cards)]
    return [(page, theme, *fill_page(page, theme, hero, Problems())) for page, theme in themed]


def raster(drawing):
    (page,) = pypdfium2.PdfDocument(write_pdf(book_of(drawing)))
    return page.render(scale=DPI / 72).to_numpy()[..., 2::-1]


def color_of(pixel):
    return "#" + "".join(f"{value:02x}" for value in pixel)


@cache
def shown(game):
    """What a viewer makes of each screen color."""
    style = sheet(game).theme.drawing
    inks = [screen for screen, ink in style.inks.items() if ink.spot is None]
    swatches = [Path(rectangle(10 * i, 0, 10, 10), screen) for i, screen in enumerate(inks)]
    picture = raster(Drawing(10.0 * len(inks), 10, 0, tuple(swatches), style))
    middle = picture.shape[0] // 2
    return {screen: color_of(picture[middle, int((10 * i + 5) * DPI / 25.4)]) for i, screen in enumerate(inks)}


def grounds(picture, box):
    """The colors under a box that take more than a sliver of it."""
    (x, y), (right, bottom) = (
        (int(v * DPI / 25.4) for v in ends) for ends in ((box.x, box.y), (box.right, box.bottom))
    )
    pixels = picture[max(0, y) : bottom + 1, max(0, x) : right + 1].reshape(-1, 3)
    found, counts = np.unique(pixels, axis=0, return_counts=True)
    return [color_of(pixel) for pixel, count in zip(found, counts, strict=True) if count > SHARE * len(pixels)]


def _middle(box):
    """Where a value begins and ends, within any frame."""
    return box.inset(min(1.3, box.width / 4), box.height / 5)


def weak(game):
    """Every text that is not read, with its color, the ground's, and the contrast."""
    found = set()
    for page, theme, filled, over in faces(game):
        art = [item for item in over if not isinstance(item, Text)]
        picture = raster(replace(page.art, bleed=0.0, items=(*page.art.items, *art)))
        values = [item for each in filled for item in draw_value(each, theme)]
        texts = [item for item in (*page.drawing.items, *over, *values) if isinstance(item, Text)]
        places = [(item.string, item.fill, text_box(item, theme.base.fonts)) for item in texts]
        places += [
            (f"value of {slot.name}", slot.ink or theme.style.ink, _middle(slot.box))
            for slot in page.slots if slot.kind != "check"
        ]  # fmt: skip
        for what, fill_color, box in places:
            for ground in grounds(picture, box):
                ratio = contrast(shown(game)[fill_color], ground)
                if ratio < READ:
                    found.add((page.drawing.title, what, fill_color, ground, round(ratio, 2)))
    return sorted(found)


@pytest.mark.parametrize("game", GAMES)
def test_every_text_is_read_against_its_ground(game):
    assert weak(game) == []


def test_pale_words_are_found():
    game = GAMES[0]
    page, theme, *_ = faces(game)[0]
    pale = min(shown(game), key=lambda screen: contrast(shown(game)[screen], "#ffffff"))
    picture = raster(replace(page.art, items=()))
    box = text_box(Text(20, 20, "Pale", "regular", 4, pale), theme.base.fonts)
    (ground,) = grounds(picture, box)
    assert contrast(shown(game)[pale], ground) < READ
