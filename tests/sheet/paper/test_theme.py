import pytest
from art_fixtures import ART, art_sheet
from sheet_fixtures import told

from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box


def test_drawings_have_a_size_and_slots(tmp_path):
    art = art_sheet(tmp_path).theme.art
    assert set(art.symbols) == {"art-poster", "corner"}
    assert set(art.drawings) == {"poster"}  # what is not called art- is an icon
    poster = art.drawings["poster"]
    assert (poster.width, poster.height) == (40, 20)
    name = poster.slots["name"]
    assert (name.box, name.align, name.size, name.label) == (
        Box(2, 4, 20, 5),
        0.5,
        pytest.approx(14 * PT),
        "above",
    )
    assert poster.slots["face"].shape == "ellipse"
    assert poster.slots["cry"].ink == "#1f3d5a"
    assert [slot.box.x for slot in poster.marks("head")] == [24, 30]
    assert poster.marks("luck") == []


def test_slots_are_measured_from_the_corner_of_the_view(tmp_path):
    svg = ART.replace('id="art-poster" viewBox="0 0 40 20"', 'id="art-poster" viewBox="1 2 40 20"')
    assert art_sheet(tmp_path, svg=svg).theme.art.drawings["poster"].slots["name"].box.x == 1


def test_slots_are_not_drawn(tmp_path):
    assert len(art_sheet(tmp_path).theme.art.symbols["art-poster"].items) == 1


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('data-align="center"', 'data-align="middle"', "data-align is 'middle'"),
        ('data-label="left"', 'data-label="over"', "data-label is 'over'"),
        ('data-shape="ellipse"', 'data-shape="star"', "data-shape is 'star'"),
        ('data-ink="accent"', 'data-ink="pink"', "no color 'pink'"),
        ('x="2" y="4" width="20"', 'x="2" y="4" width="0"', "no area"),
        ('x="2" y="4"', 'transform="scale(2)" x="2" y="4"', "without a transform"),
        ('data-size="14"', 'data-size="big"', "not a number"),
        ('<symbol id="art-poster" viewBox="0 0 40 20">', '<symbol id="art-poster">', "no viewBox"),
        ("#eaf0f5", "#123456", "not in the theme's palette"),
    ],
)
def test_what_is_wrong_with_a_drawing_is_told_in_its_file(tmp_path, old, new, what):
    assert old in ART
    ((line, _, said),) = told(lambda: art_sheet(tmp_path, svg=ART.replace(old, new)))
    assert what in said
    assert line
