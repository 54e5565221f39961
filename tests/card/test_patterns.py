"""All kinds of patterns: the same turned, the same again, another for another text; and bad options."""

import dataclasses
import hashlib
import io
import math

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from PIL import Image

from deckgen.card.layout import load_layout
from deckgen.card.patterns import KINDS, draw_pattern, options_of
from deckgen.draw.drawing import Drawing, Path, Style
from deckgen.draw.geometry import Box, rectangle
from deckgen.errors import LayoutError
from deckgen.press.pdf.operators import path_operators
from deckgen.press.pictures.png import png

GROUND = "#ffffff"
CARD = Box(-3.175, -3.175, 69.85, 95.25)
INKS = ("ink", "inner_ink", "rosette_ink", "index_ink", "mark_ink", "ring_ink", "bold_ink", "stone_ink", "star_ink")
kinds = pytest.mark.parametrize("name", KINDS)


def pattern(name, **options):
    kind = options_of(name)()
    inks = {field: "#000000" for field in INKS if hasattr(kind, field)}
    inks |= {
        field: color
        for field, color in (("body_ink", "#802020"), ("light", "#c0c0c0"), ("planet_ink", "#606060"))
        if hasattr(kind, field)
    }
    return options_of(name)(**{**inks, **options})


def raster(paths, dpi=100):
    drawing = Drawing(63.5, 88.9, 3.175, (Path(rectangle(*CARD), GROUND), *paths), Style({}, {}, {}))
    return np.asarray(Image.open(io.BytesIO(png(drawing, dpi))).convert("L"), dtype=float)


@kinds
@settings(max_examples=8, deadline=None)
@given(text=st.text(max_size=30))
def test_half_a_turn_changes_nothing(name, text):
    picture = raster(draw_pattern(pattern(name), text, CARD, GROUND))
    difference = np.abs(picture - picture[::-1, ::-1])
    assert difference.max() < 80
    assert difference.mean() < 2
    assert picture.std() > 10  # there is something on it


@kinds
@settings(max_examples=10, deadline=None)
@given(text=st.text(max_size=30))
def test_a_text_has_one_pattern(name, text):
    draw_pattern.cache_clear()
    paths = draw_pattern(pattern(name), text, CARD, GROUND)
    draw_pattern.cache_clear()
    assert draw_pattern(pattern(name), text, CARD, GROUND) == paths


@kinds
def test_other_texts_have_others_and_it_is_seen(name):
    pictures = [raster(draw_pattern(pattern(name), f"action/{seed}", CARD, GROUND), 60) for seed in range(6)]
    for index, one in enumerate(pictures):
        for other in pictures[index + 1 :]:
            assert np.mean(np.abs(one - other) > 24) > 0.02


@kinds
def test_it_is_small(name):
    for text in ("action/42", "action/1887", "action/dry ridge"):
        content = "\n".join(path_operators(path.segments) for path in draw_pattern(pattern(name), text, CARD, GROUND))
        assert len(content) <= 60_000


@kinds
def test_it_fills_the_card_to_its_edges(name):
    """A quarter of the strip along the edges has no empty square of 18 mm."""
    picture = raster(draw_pattern(pattern(name), "action/42", CARD, GROUND), 50) < 250
    rows, columns = (size // 4 for size in picture.shape)
    empty = sum(not picture[i * rows :, j * columns :][:rows, :columns].any() for i in range(4) for j in range(4))
    assert empty <= 1


def test_patterns_differ_in_gray_from_afar():
    """Shrunk to 14 × 20 points, as over the table, no two kinds are alike."""
    small = {}
    for name in KINDS:
        picture = Image.fromarray(raster(draw_pattern(pattern(name), "action/42", CARD, GROUND)).astype("uint8"))
        values = np.asarray(picture.resize((14, 20), Image.Resampling.BOX), dtype=float)
        small[name] = (values - values.mean()) / values.std()
    for one in KINDS:
        for other in KINDS:
            if one < other:
                assert abs(np.mean(small[one] * small[other])) < 0.75, (one, other)


THEME = """
palette: {{ink: {{screen: "#203040", cmyk: [60, 40, 20, 60]}}}}
back: {{ground: none, emblem_ink: none, pattern: {pattern}}}
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9"/>'


def load(tmp_path, options):
    (tmp_path / "plain.svg").write_text(SVG, encoding="utf-8")
    (tmp_path / "plain.yaml").write_text(THEME.format(pattern=options), encoding="utf-8")
    return load_layout(tmp_path / "plain.svg")


def test_a_theme_sets_kind_and_options(tmp_path):
    pattern = load(tmp_path, "{kind: guilloche, ink: ink, inner_ink: ink, rosette_ink: none, waves: [12, 12]}").pattern
    assert pattern == options_of("guilloche")(ink="#203040", inner_ink="#203040", rosette_ink="", waves=(12, 12))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("{kind: swirl}", "swirl"),
        ("{ink: ink}", "kind"),
        ("{kind: sand, ink: ink, stone_ink: ink, waves: [2, 4]}", 'there is no option "waves" here'),
        ("{kind: sand, ink: blue, stone_ink: ink}", "the palette has no color 'blue'"),
        ("{kind: sand, ink: ink, stone_ink: ink, width: 40}", "40 is not a number from 0.09 to 1"),
        (
            "{kind: sand, ink: ink, stone_ink: ink, ripples: [10, 9000]}",
            "[10, 9000] is not a range of whole numbers from 6 to 120, such as [6, 120]",
        ),
        ("{kind: sand, ink: ink, stone_ink: ink, ripples: [20, 10]}", "is not a range of whole numbers from 6 to 120"),
        ("{kind: sand, ink: ink, stone_ink: ink, ripples: 20}", "is not a range of whole numbers from 6 to 120"),
    ],
)
def test_bad_options_are_reported_with_line_and_remedy(tmp_path, options, message):
    with pytest.raises(LayoutError) as error:
        load(tmp_path, options)
    text = str(error.value)
    assert message in text
    assert "plain.yaml:3" in text
    assert ";" in text


def test_an_unknown_kind_is_answered_with_the_kinds(tmp_path):
    with pytest.raises(LayoutError, match=r"guilloche.*contours.*orrery"):
        load(tmp_path, "{kind: swirl}")


def extremes(kind):
    """Options of a kind at their least or greatest values."""
    bounds = {field.name: field for field in dataclasses.fields(kind()) if "bounds" in field.metadata}
    ends = {name: st.sampled_from(field.metadata["bounds"]) for name, field in bounds.items()}
    ranged = {name for name, field in bounds.items() if str(field.type) == "Counts"}
    return st.fixed_dictionaries(
        {name: end.map(lambda n: (n, n)) if name in ranged else end for name, end in ends.items()}
    )


@kinds
@pytest.mark.parametrize("box", [CARD, Box(0, 0, 10, 10), Box(-3, -3, 126, 76), Box(0, 0, 297, 420)])
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_extreme_options_break_nothing(name, box, data):
    options = data.draw(extremes(options_of(name)))
    paths = draw_pattern(pattern(name, **options), data.draw(st.text(max_size=9)), box, GROUND)
    numbers = [number for path in paths for _, *numbers in path.segments for number in numbers]
    assert all(map(math.isfinite, numbers))
    assert max(map(abs, numbers), default=0) < 5000
    assert all(path.stroke_width >= 0.09 for path in paths if path.stroke)


def test_a_seed_keeps_its_pattern(golden):
    """Decks are printed again years later: whoever changes a generator changes all backs."""
    lines = []
    for name in KINDS:
        paths = draw_pattern(pattern(name), "action/42", CARD, GROUND)
        content = "\n".join(path_operators(path.segments) for path in paths)
        lines.append(f"{name} {len(paths)} {hashlib.sha256(content.encode()).hexdigest()[:16]}\n")
    golden("patterns.txt", "".join(lines))
