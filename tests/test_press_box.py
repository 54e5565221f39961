import numpy as np
import pikepdf
import pytest
from hypothesis import given, strategies as st
from press_drawings import BLACK, RED, WHITE, card, drawing, pikes, raster, rect

from deckgen.draw.drawing import Path, Text
from deckgen.draw.paper import paper_named
from deckgen.errors import PressError
from deckgen.press.box import _outline, box, net_of
from deckgen.press.pdf import pdf

BACK = drawing(rect(-3.175, -3.175, 69.85, 95.25, fill=RED), Text(20, 40, "Deck", "bold", 6, WHITE))
A4 = paper_named("a4")


def test_the_box_holds_the_deck():
    net = net_of(BACK, 54, 0.3)
    assert net.wide > 63.5
    assert net.high > 88.9
    assert net.deep == pytest.approx(54 * 0.3 + 1)
    assert net_of(BACK, 54, 0.6).deep > net.deep


@given(st.integers(5, 120), st.floats(0.1, 0.8), st.floats(40, 120), st.floats(60, 150))
def test_the_outline_is_closed_and_within_its_size(count, stock, width, height):
    net = net_of(drawing(width=width, height=height), count, stock)
    segments = _outline(net)
    assert segments[0][0] == "M"
    assert segments[-1] == ("Z",)
    points = [(x, y) for _, *v in segments for x, y in zip(v[::2], v[1::2], strict=True)]
    xs, ys = zip(*points, strict=True)
    assert (min(xs), min(ys)) == pytest.approx((0, 0))
    assert (max(xs), max(ys)) == pytest.approx((net.width, net.height))
    panels = net.panels()
    assert panels["back"].width == panels["front"].width == net.wide
    assert panels["side"].width == panels["other side"].width == net.deep
    assert panels["other side"].right == pytest.approx(net.width)


def test_its_lines_are_on_a_plate_of_their_own_that_overprints():
    document = pikepdf.open(pikes(pdf(box(BACK, 54, A4, title="A deck"))))
    assert len(document.pages) == 1
    spaces = [str(space[1]) for space in document.pages[0].Resources.ColorSpace.values()]
    assert spaces == ["/Dieline"]
    assert any(bool(state.OP) for state in document.pages[0].Resources.ExtGState.values())


def test_art_covers_every_panel_and_no_glue():
    made = box(BACK, 54, A4)
    page = made.pages[0]
    shown = raster(pdf(made)) < 230
    net, (x, y) = net_of(BACK, 54), (page.trim.x, page.trim.y)
    for panel in net.panels().values():
        inner = panel.inset(1)
        rows = slice(round((y + inner.y) * 10), round((y + inner.bottom) * 10))
        columns = slice(round((x + inner.x) * 10), round((x + inner.right) * 10))
        assert shown[rows, columns].mean() > 0.95
    glue = shown[
        round((y + net.top + 20) * 10) : round((y + net.top + 60) * 10),
        round((x + 1) * 10) : round((x + 8) * 10),
    ]
    assert glue.mean() < 0.05


def test_words_stand_on_sides_and_lid_in_a_colour_that_shows():
    (ground, *_) = box(BACK, 54, A4, title="A deck").pages[0].placed
    texts = [item for item in ground.face.items if isinstance(item, Text)]
    assert sorted(text.string for text in texts) == ["54 cards", "A deck", "A deck", "A deck"]
    assert {text.fill for text in texts} == {WHITE}
    assert all(isinstance(item, Path | Text) for item in ground.face.items)


def test_a_thin_box_has_no_words_on_its_sides():
    (ground, *_) = box(BACK, 5, A4, title="A deck").pages[0].placed
    assert not [item for item in ground.face.items if isinstance(item, Text)]


def test_a_box_that_does_not_fit_is_refused():
    with pytest.raises(PressError, match="unfolded and does not fit on A4; take a larger paper"):
        box(BACK, 300, A4)


def test_two_runs_give_the_same_bytes():
    one, two = (pdf(box(card(), 54, A4)) for _ in range(2))
    assert one == two
    assert np.any(raster(one) < 100)
    assert BLACK
