from dataclasses import replace

import pikepdf
import pytest
from press_drawings import BLACK, GOLD, RED, STYLE, book_of, deck, drawing, pikes, rect

from deckgen.draw.drawing import Text, Use
from deckgen.errors import PressError
from deckgen.press.imposition.finishes import add_finishes
from deckgen.press.imposition.impose import impose
from deckgen.press.options import Options
from deckgen.press.pdf.writer import write_pdf
from deckgen.press.target import load_target


def finished(foil=(), varnish=()):
    """The style of the drawings with colors of foil and varnish."""
    inks = {
        color: replace(ink, spot=None, finish="foil" if color in foil else "varnish" if color in varnish else "")
        for color, ink in STYLE.inks.items()
    }
    return replace(STYLE, inks=inks)


ITEMS = (
    rect(0, 0, 9, 9, fill=RED, stroke=GOLD, stroke_width=0.3),
    Text(1, 2, "x", "bold", 3, RED),
    Use("pip", fill=RED),
    Use("pair", fill=BLACK),
)


def face(*items, **colors):
    return replace(drawing(*items), style=finished(**colors))


def test_foil_has_a_plate_of_its_own_instead_of_inks():
    (made,) = add_finishes([face(*ITEMS, foil=[GOLD])], ["foil"])
    assert made.items == ITEMS
    assert made.style.inks[GOLD].spot == "Foil"
    assert made.style.inks[RED].spot is None


def test_a_color_keeps_the_name_of_its_own_spot_ink():
    style = finished(foil=[GOLD])
    style = replace(style, inks={**style.inks, GOLD: replace(style.inks[GOLD], spot="Copper")})
    (made,) = add_finishes([replace(drawing(*ITEMS), style=style)], ["foil"])
    assert made.style.inks[GOLD].spot == "Copper"


def test_varnish_is_over_its_color_and_over_all_else():
    (made,) = add_finishes([face(*ITEMS, varnish=[RED])], ["varnish"])
    assert made.items[:4] == ITEMS
    shape, text, pip, pair = made.items[4:]
    assert (shape.fill, shape.stroke, text.fill, pip.fill, pair.fill) == ("varnish", None, "varnish", "varnish", None)
    symbols = made.style.symbols
    assert [item.fill for item in symbols[pip.symbol].items] == [
        "inherit",
        None,
    ]  # the white of the pip is not varnished
    assert [item.fill for item in symbols[pair.symbol].items] == [None, "varnish"]  # one of both pips is red
    assert symbols[symbols[pair.symbol].items[0].symbol].items == ()


def test_only_the_finishes_that_are_asked_for_are_made():
    (made,) = add_finishes([face(*ITEMS, foil=[GOLD], varnish=[RED])], ["foil"])
    assert made.items == ITEMS
    assert {ink.spot for ink in made.style.inks.values()} == {None, "Foil"}


def test_a_theme_without_such_a_color_is_told():
    with pytest.raises(PressError, match=r"no color of the layout's theme is for varnish; name one"):
        list(add_finishes([face(*ITEMS, foil=[GOLD])], ["foil", "varnish"]))


def test_drawings_of_one_style_share_it():
    one = face(*ITEMS, foil=[GOLD])
    first, second = add_finishes([one, replace(one, title="other")], ["foil"])
    assert first.style is second.style


def test_a_press_file_has_the_plates():
    (made,) = add_finishes([face(*ITEMS, foil=[GOLD], varnish=[RED])], ["foil", "varnish"])
    with pikepdf.open(pikes(write_pdf(book_of(made)))) as pdf:
        spots = {str(o[1]) for o in pdf.objects if isinstance(o, pikepdf.Array) and len(o) and o[0] == "/Separation"}
    assert spots == {"/Foil", "/Varnish"}


@pytest.mark.parametrize(("name", "spot"), [("press", "Foil"), ("press-sheet", "Foil"), ("home", None)])
def test_print_shops_get_plates_and_homes_do_not(name, spot):
    style = finished(foil=[GOLD])
    faces = deck(2)
    fronts, back = [replace(front, style=style) for front in faces.fronts], replace(faces.back, style=style)
    book = impose(fronts, back, load_target(name), Options(finish=("foil",)))
    inks = [placed.face.style.inks for page in book.pages for placed in page.placed]
    assert {of_face[GOLD].spot for of_face in inks if GOLD in of_face} == {spot}
    assert book.overprint is None or book.overprint.black_text == 0.0 or spot is None
