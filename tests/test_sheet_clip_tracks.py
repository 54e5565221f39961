import itertools

import pytest
from sheet_fixtures import said, sheet, small_sheet

from deckgen.draw.drawing import Path
from deckgen.errors import Faults, LayoutError
from deckgen.sheet.canvas import Canvas
from deckgen.sheet.clip_tracks import CLIP, STRIP, draw_edges, places


def edges(tmp_path, *runs, count=2):
    text = "  - edges: {left: [" + ", ".join(runs) + "]}\n    rows:\n      - - width: 12"
    levels = "wound: [" + ", ".join(f"{{name: L{i}, minus: '-{i}'}}" for i in range(count)) + "]"
    return small_sheet(
        tmp_path,
        ("  - rows:\n      - - width: 12", text),
        ("wound: [{name: Light}, {name: Bad}]", levels),
    )


def test_places_are_the_levels_and_that_of_no_mark(tmp_path):
    made = edges(tmp_path, "{label: A, levels: wound}")
    canvas = Canvas(made.spec, made.theme, Faults())
    assert places(canvas, {"levels": "wound"}) == [("1", ""), ("2", "")]
    assert places(canvas, {"levels": "wound", "zero": "0", "note": "minus"}) == [
        ("0", ""),
        ("1", "-0"),
        ("2", "-1"),
    ]


def test_a_track_has_its_label_numbers_and_remarks(tmp_path):
    made = edges(tmp_path, "{label: Head wound, levels: wound, note: name, zero: Fit}")
    canvas = Canvas(made.spec, made.theme, Faults())
    draw_edges(canvas, made.spec.pages[0], made.paper)
    assert said(canvas) == ["Head", "wound", "Fit", "1", "L0", "2", "L1"]
    assert all(item.x < STRIP for item in canvas.pen.items if hasattr(item, "string"))


@pytest.mark.parametrize(("count", "fits"), [(32, True), (33, False)])
def test_places_are_as_near_as_clips_allow_and_not_nearer(tmp_path, count, fits):
    """277 mm of an A4 page, less 7 mm for the title: 32 places 8.4 mm apart."""
    made = edges(tmp_path, "{label: A, levels: wound}")
    spec = made.spec
    spec.levels["wound"] = tuple({"name": str(i)} for i in range(count))
    canvas = Canvas(spec, made.theme, Faults())
    if not fits:
        with pytest.raises(LayoutError, match=r"lie 8\.\d mm apart, too near for a clip"):
            draw_edges(canvas, spec.pages[0], made.paper)
        return
    draw_edges(canvas, spec.pages[0], made.paper)
    leaders = [
        item.segments[0][2]
        for item in canvas.pen.items
        if isinstance(item, Path) and item.segments[0][1] == 0.0
    ]
    assert len(leaders) == count
    assert min(b - a for a, b in itertools.pairwise(leaders)) >= CLIP


def test_the_right_edge_mirrors_the_left():
    made = sheet("rough-magic")
    canvas = Canvas(made.spec, made.theme, Faults())
    draw_edges(canvas, made.spec.pages[0], made.paper)
    starts = {
        item.segments[0][1] for item in canvas.pen.items if isinstance(item, Path) and len(item.segments) == 2
    }
    assert starts == {0.0, made.paper.width}
