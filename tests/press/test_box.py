from dataclasses import replace

import numpy as np
import pikepdf
import pytest
from hypothesis import given, strategies as st
from press_drawings import BLACK, GOLD, RED, STYLE, WHITE, pikes, raster, rect

from deckgen.draw.drawing import Drawing
from deckgen.draw.paper import find_paper
from deckgen.errors import PressError
from deckgen.press.box import _cut_outline, box_book, fitting_net, largest_card, net_for
from deckgen.press.pdf.writer import write_pdf
from deckgen.press.target import Overprint, load_target

POKER = (63.5, 88.9)
A4, LETTER = find_paper("a4"), find_paper("letter")
COLORS = {"front": RED, "back": RED}


def faces(net):
    """Every face black but front and back, with a white mark in its upper left corner."""
    made = {}
    for name, (width, height) in net.sizes().items():
        ground = rect(-4, -4, width + 8, height + 8, fill=COLORS.get(name, BLACK))
        made[name] = Drawing(width, height, 4.0, (ground, rect(1, 1, 4, 2, fill=WHITE)), STYLE)
    return made


def made(net, paper=A4, target="press"):
    return box_book(faces(net), net, load_target(target), paper, title="Box")


def test_the_box_holds_the_deck():
    net = net_for(POKER, [54], 0.3)
    assert net.front_width > 63.5
    assert net.front_height > 88.9
    assert net.depth == pytest.approx(54 * 0.3 + 1)
    assert net_for(POKER, [54], 0.6).depth > net.depth
    assert net_for(POKER, [54, 54], 0.3).depth > 2 * 54 * 0.3 + 1


def test_cards_of_several_sizes_are_turned_to_lie_alike():
    assert largest_card([POKER, (70.0, 120.0)]) == largest_card([(70.0, 120.0), POKER]) == (70.0, 120.0)
    assert largest_card([POKER, (88.9, 63.5)]) == POKER
    assert largest_card([(88.9, 63.5), (44.0, 67.0)]) == (88.9, 63.5)
    assert largest_card([(70.0, 70.0), POKER]) == (70.0, 88.9)


@given(
    st.integers(5, 120), st.floats(0.1, 0.8), st.floats(40, 120), st.floats(60, 150), st.booleans(),
)  # fmt: skip
def test_the_outline_is_closed_and_within_its_size(count, stock, width, height, glued):
    net = net_for((width, height), [count], stock, glued=glued)
    segments = _cut_outline(net)
    assert segments[0][0] == "M"
    assert segments[-1] == ("Z",)
    points = [(x, y) for _, *v in segments for x, y in zip(v[::2], v[1::2], strict=True)]
    xs, ys = zip(*points, strict=True)
    assert (min(xs), min(ys)) == pytest.approx((0, 0))
    assert max(xs) == pytest.approx(net.width)
    assert max(ys) <= net.height + 1e-9
    boxes = {panel.face: panel.box for panel in net.panels()}
    assert boxes["back"].width == boxes["front"].width == net.front_width
    assert boxes["left"].width == boxes["right"].width == net.depth
    assert boxes["right"].right == pytest.approx(net.width)


def test_what_is_folded_meets_with_its_words_upright():
    """The back is left of the front with a side between; lid and floor hang on the back, so they stand on their heads."""
    panels = {panel.face: panel for panel in net_for(POKER, [54]).panels()}
    order = [panels[name].box.x for name in ("back", "left", "front", "right")]
    assert order == sorted(order)
    assert panels["lid"].box.x == panels["back"].box.x == panels["floor"].box.x
    assert panels["tuck"].box.bottom == panels["lid"].box.y
    assert panels["lid"].box.bottom == panels["back"].box.y
    assert panels["floor"].box.y == panels["back"].box.bottom
    turned = {name for name, panel in panels.items() if panel.turned}
    assert {"lid", "tuck", "floor"} <= turned
    assert not {"front", "back", "left", "right"} & turned


def test_turned_faces_are_printed_upside_down():
    net = net_for(POKER, [54])
    book = made(net)
    shown, (x, y) = raster(write_pdf(book)), (book.pages[0].trim.x, book.pages[0].trim.y)
    for panel in net.panels():
        if panel.face not in {"front", "back", "lid", "tuck", "floor"}:
            continue
        at = panel.box.right - 3, panel.box.bottom - 2
        mark = at if panel.turned else (panel.box.x + 3, panel.box.y + 2)
        other = (panel.box.x + 3, panel.box.y + 2) if panel.turned else at
        assert shown[round((y + mark[1]) * 10), round((x + mark[0]) * 10)] > 250, panel.face
        assert shown[round((y + other[1]) * 10), round((x + other[0]) * 10)] < 240, panel.face


def test_its_lines_are_on_a_plate_of_their_own_that_overprints():
    net = net_for(POKER, [54])
    document = pikepdf.open(pikes(write_pdf(made(net))))
    assert len(document.pages) == 1
    spaces = [str(space[1]) for space in document.pages[0].Resources.ColorSpace.values()]
    assert spaces == ["/Dieline"]
    assert any(bool(state.OP) for state in document.pages[0].Resources.ExtGState.values())


@pytest.mark.parametrize("glued", [False, True])
def test_art_covers_every_panel_and_no_glue(glued):
    net = net_for(POKER, [54], glued=glued)
    book = made(net)
    page = book.pages[0]
    shown = raster(write_pdf(book)) < 230
    x, y = page.trim.x, page.trim.y
    for panel in net.panels():
        inner = panel.box.inset(1)
        rows = slice(round((y + inner.y) * 10), round((y + inner.bottom) * 10))
        columns = slice(round((x + inner.x) * 10), round((x + inner.right) * 10))
        assert shown[rows, columns].mean() > 0.9
    glue = shown[
        round((y + net.lid_length + 20) * 10) : round((y + net.lid_length + 60) * 10),
        round((x + 1) * 10) : round((x + 8) * 10),
    ]
    assert glue.mean() < 0.05


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_boxes_for_one_two_and_three_decks_fit_on_common_paper(paper):
    """The floor of the deepest is glued, which takes less paper."""
    nets = [fitting_net(POKER, [58] * decks, paper) for decks in (1, 2, 3)]
    assert [net.glued for net in nets] == [False, False, True]
    for net in nets:
        page = made(net, paper).pages[0]
        assert page.trim.x >= paper.margin
        assert page.trim.y >= paper.margin
        assert page.trim.right <= page.width - paper.margin
        assert page.trim.bottom <= page.height - paper.margin


def test_a_box_that_does_not_fit_is_refused_with_what_would():
    with pytest.raises(PressError, match=r"unfolded, too large for A4; use .*thinner stock"):
        fitting_net(POKER, [300], A4)
    with pytest.raises(PressError, match=r"larger paper .*a3"):
        fitting_net(POKER, [54] * 5, A4)
    net = net_for(POKER, [500] * 2, 3.0)
    with pytest.raises(PressError, match=r"larger than a PDF page can be; use thinner stock"):
        box_book({}, net, load_target("press"), title="Box")


def test_for_a_print_shop_the_page_is_as_large_as_it_must_be_and_says_so():
    """Three decks, too; the target has 1/8 in of bleed and 1/4 in beyond it."""
    press = load_target("press")
    net = net_for(POKER, [58] * 3, bleed=press.bleed)
    book = box_book(faces(net), net, press, title="Box")
    document = pikepdf.open(pikes(write_pdf(book)))
    (page,) = document.pages
    media, trim, bleed = ([float(v) * 25.4 / 72 for v in page[name]] for name in ("/MediaBox", "/TrimBox", "/BleedBox"))
    assert (trim[2] - trim[0], trim[3] - trim[1]) == pytest.approx((net.width, net.height), abs=1e-3)
    assert bleed == pytest.approx([trim[0] - 3.175, trim[1] - 3.175, trim[2] + 3.175, trim[3] + 3.175], abs=1e-3)
    assert media == pytest.approx([0, 0, net.width + 19.05, net.height + 19.05], abs=1e-3)
    assert (document.pdf_version, str(document.docinfo.GTS_PDFXVersion)) == ("1.4", "PDF/X-1a:2003")
    states = page.Resources.ExtGState.values()
    assert any(bool(state.OP) and bool(state.op) for state in states)


@pytest.mark.parametrize("glued", [False, True])
def test_art_bleeds_over_every_cut_but_that_of_the_glue(glued):
    """Beside each panel there is another, the glue, or 3 mm of art: a little off a cut nothing is white."""
    net = net_for(POKER, [58], glued=glued, bleed=3.0)
    book = box_book(faces(net), net, load_target("press"), title="Box")
    shown = raster(write_pdf(book)) < 230
    x, y = book.pages[0].trim.x, book.pages[0].trim.y
    for panel in net.panels():
        near = panel.box.inset(-2.7)
        ring = [
            (near.x, panel.box.cy),
            (near.right, panel.box.cy),
            (panel.box.cx, near.y),
            (panel.box.cx, near.bottom),
        ]
        if panel.face == "back":
            ring = ring[1:]  # beside it is the glue
        for across, down in ring:
            assert shown[round((y + down) * 10), round((x + across) * 10)], (panel.face, across, down)


def test_lines_overprint_though_the_target_lets_nothing_else():
    net, plain = net_for(POKER, [54]), replace(load_target("press"), overprint=Overprint())
    document = pikepdf.open(pikes(write_pdf(box_book(faces(net), net, plain, title="Box"))))
    assert any(bool(state.OP) for state in document.pages[0].Resources.ExtGState.values())


def test_spot_inks_keep_their_plates_on_a_box():
    net = net_for(POKER, [54])
    gilded = faces(net)
    front = gilded["front"]
    gilded["front"] = replace(front, items=(*front.items, rect(20, 20, 10, 10, fill=GOLD)))
    document = pikepdf.open(pikes(write_pdf(box_book(gilded, net, load_target("press"), title="Box"))))
    spaces = document.pages[0].Resources.ColorSpace.values()
    assert {str(space[1]) for space in spaces} == {"/Gold Foil", "/Dieline"}


def test_two_runs_give_the_same_bytes():
    one, two = (write_pdf(made(net_for(POKER, [54]))) for _ in range(2))
    assert one == two
    assert np.any(raster(one) < 100)
