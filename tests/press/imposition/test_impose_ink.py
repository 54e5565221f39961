from dataclasses import replace

from press_drawings import BLACK, GOLD, RED, STYLE, WHITE, book_of, card, drawing, raster, rect

from deckgen.draw.drawing import Ink, Text, Use
from deckgen.press.imposition.impose import save_ink
from deckgen.press.pdf.writer import write_pdf


def light(*items):
    return next(save_ink([drawing(*items)]))


def test_heavy_fills_become_outlines():
    (item,) = light(rect(0, 0, 9, 9, fill=RED)).items
    assert (item.fill, item.stroke) == (WHITE, BLACK)
    assert item.stroke_width >= 0.25
    (spot,) = light(rect(0, 0, 9, 9, fill=GOLD)).items
    assert spot.fill == WHITE


def test_what_only_its_fill_says_stays_filled():
    code = rect(0, 0, 9, 9, fill=RED, solid=True)
    assert light(code).items == (replace(code, fill=BLACK),)


def test_light_fills_stay_as_they_are():
    item = rect(0, 0, 9, 9, fill=WHITE)
    assert light(item).items == (item,)


def test_paper_is_bare_and_small_tints_stay():
    inks = {
        "#f4e6c8": Ink("paper", "#f4e6c8", (0.04, 0.09, 0.24, 0)),
        "#fcf5e4": Ink("cream", "#fcf5e4", (0, 0.03, 0.12, 0)),
    }
    style = replace(STYLE, inks={**STYLE.inks, **inks})
    items = rect(-3, -3, 69, 94, fill="#f4e6c8"), rect(9, 9, 9, 9, fill="#f4e6c8"), rect(9, 9, 9, 9, fill="#fcf5e4")
    (made,) = save_ink([replace(drawing(*items), style=style)])
    assert [item.fill for item in made.items] == [WHITE, "#f4e6c8", WHITE]


def test_a_gray_that_is_dark_enough_stays():
    gray = "#515151"
    style = replace(STYLE, inks={**STYLE.inks, gray: Ink("gray", gray, (0, 0, 0, 0.82))})
    text = Text(1, 2, "x", "bold", 3, gray)
    (made,) = save_ink([replace(drawing(text), style=style)])
    assert made.items == (text,)


def test_text_and_lines_are_black_and_keep_their_places():
    made = light(Text(1, 2, "x", "bold", 3, WHITE), rect(0, 0, 9, 9, stroke=GOLD, stroke_width=0.2, dash=(1, 1)))
    assert made.items == (
        Text(1, 2, "x", "bold", 3, BLACK),
        rect(0, 0, 9, 9, stroke=BLACK, stroke_width=0.2, dash=(1, 1)),
    )


def test_icons_are_outlined_in_black_and_stay_shared():
    one, two = save_ink(drawing(Use("pip", fill=RED)) for _ in range(2))
    assert one.style is two.style is not STYLE
    assert one.items[0].fill == BLACK
    pip = one.style.symbols["pip"].items[0]
    assert (pip.fill, pip.stroke) == (WHITE, "inherit")


def test_it_saves_ink_and_still_shows_everything():
    face = drawing(rect(-3, -3, 70, 95, fill=RED), Text(5, 20, "White", "bold", 9, WHITE))
    dark, pale = (raster(write_pdf(book_of(shown))) for shown in (face, *save_ink([face])))
    assert (pale < 128).mean() < 0.1 < (dark < 200).mean()
    assert (pale < 128).sum() > 500
    assert write_pdf(book_of(*save_ink([card()])))
