import itertools
from dataclasses import replace

import pytest
from press_drawings import STYLE, rect
from sheet_fixtures import (
    EACH_CHARACTER,
    GAMES,
    PAPERS,
    character_file,
    person,
    said,
    sheet,
    small_sheet,
    told,
)

from deckgen.draw.drawing import Drawing, Path, Text, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import bounding_box
from deckgen.errors import LayoutError, Problems
from deckgen.sheet.blocks.fields import row_count
from deckgen.sheet.character import load_character
from deckgen.sheet.paper.canvas import FIELD, Canvas, Part, SlotRef
from deckgen.sheet.paper.pages import (
    CLIP,
    REACH,
    STRIP,
    clip_positions,
    continuation_page,
    draw_edges,
    list_blocks,
    split_for_tags,
)

PAGES = [(game, paper) for game in GAMES for paper in PAPERS]


@pytest.mark.parametrize(("game", "paper"), PAGES)
def test_everything_lies_on_the_paper_and_only_leaders_reach_its_edges(game, paper):
    made = sheet(game, paper)
    for template in made.blank:
        width, height = template.drawing.width, template.drawing.height
        assert (width, height) == (made.paper.width, made.paper.height)
        for item in template.drawing.items:
            if isinstance(item, Use):  # a drawing is as large as its longer side
                art = made.theme.art.drawings[item.symbol.removeprefix("art-")]
                half = max(map(abs, item.matrix[:4])) / 2 / max(art.width, art.height)
                left, right = item.matrix[4] - half * art.width, item.matrix[4] + half * art.width
                top, bottom = item.matrix[5] - half * art.height, item.matrix[5] + half * art.height
            elif isinstance(item, Path):
                box = bounding_box(item.segments).inset(-item.stroke_width / 2)
                left, top, right, bottom = box.x, box.y, box.right, box.bottom
            else:
                fonts = made.theme.base.fonts
                left, right = (
                    item.x,
                    item.x + fonts.width(item.string, item.typeface, item.size, item.spacing),
                )
                top, bottom = item.y - item.size, item.y
            leader = isinstance(item, Path) and item.fill is None and bottom - top < 1
            reach = -0.2 if leader else REACH - 0.2
            assert reach <= left <= right <= width - reach, item
            assert REACH <= top <= bottom <= height - REACH, item


@pytest.mark.parametrize(("game", "paper"), PAGES)
def test_text_is_at_least_7_points(game, paper):
    for template in sheet(game, paper).blank:
        sizes = [item.size / PT for item in template.drawing.items if isinstance(item, Text)]
        assert len(sizes) > 40
        assert min(sizes) >= 7 - 1e-6
        assert all(slot.size == 0 or slot.size / PT >= 7 for slot in template.slots)


@pytest.mark.parametrize(("game", "paper"), PAGES)
def test_slots_have_names_of_their_own_and_do_not_overlap(game, paper):
    slots = [slot for template in sheet(game, paper).blank for slot in template.slots]
    names = [slot.name for slot in slots]
    assert len(names) == len(set(names))
    assert all(slot.tip for slot in slots)
    for template in sheet(game, paper).blank:
        for i, one in enumerate(template.slots):
            for other in template.slots[i + 1 :]:
                a, b = one.box.inset(0.05), other.box.inset(0.05)
                apart = a.right <= b.x or b.right <= a.x or a.bottom <= b.y or b.bottom <= a.y
                assert apart, (one.name, other.name)


@pytest.mark.parametrize(("game", "paper"), PAGES)
def test_every_field_of_the_game_is_on_the_sheet(game, paper):
    made = sheet(game, paper)
    names = {slot.name for template in made.blank for slot in (*template.slots, *template.pictures)}
    room = {name: row_count(made.spec, options) for name, options in list_blocks(made.spec).items()}
    hidden = set()
    for group in made.spec.groups.values():
        for key, _ in group.entries(room.get(group.name)):
            for column in group.columns:
                name = ".".join(step for step in (group.name, key, column.name) if step)
                if column.type == "track":
                    assert {f"{name}.{i}" for i in range(1, column.most + 1)} <= names
                elif name not in names:
                    hidden.add(name)
    assert hidden <= {"face"}  # of others than heroes, who have a portrait


@pytest.mark.parametrize(("game", "paper"), PAGES)
def test_places_of_clips_are_wider_than_a_clip(game, paper):
    made = sheet(game, paper)
    page = made.blank[0]
    leaders = [
        item
        for item in page.drawing.items
        if isinstance(item, Path) and item.fill is None and len(item.segments) == 2
        and item.segments[0][1] in (0.0, made.paper.width) and item.segments[0][2] == item.segments[1][2]
    ]  # fmt: skip
    edges = made.spec.pages[0].edges
    for side, x in (("left", 0.0), ("right", made.paper.width)):
        if side not in edges:
            continue
        heights = sorted(leader.segments[0][2] for leader in leaders if leader.segments[0][1] == x)
        from deckgen.sheet.paper.canvas import Canvas  # noqa: PLC0415

        canvas = Canvas(made.spec, made.theme, None)
        assert len(heights) == sum(len(clip_positions(canvas, run)) for run in edges[side])
        assert min(b - a for a, b in itertools.pairwise(heights)) >= CLIP - 1e-6
        assert heights[0] > 10
        assert heights[-1] < made.paper.height - 10
    for slot in page.slots:  # nothing to fill in lies under a track
        assert slot.box.x >= (STRIP if "left" in edges else REACH) - 0.01
        assert slot.box.right <= made.paper.width - (STRIP if "right" in edges else REACH) + 0.01


@EACH_CHARACTER
@pytest.mark.parametrize("paper", PAPERS)
def test_shipped_characters_fit(game, path, paper):
    made = sheet(game, paper)
    assert len(made.drawings(person(path, game))) == len(made.spec.pages)


def test_long_lists_go_on_on_other_pages(tmp_path):
    made = small_sheet(tmp_path)
    skills = "\n".join(f"  - {{skill: Skill {i}, level: 1}}" for i in range(1, 81))
    hero = load_character(character_file(tmp_path, f"game: small\nname: Ada\nskills:\n{skills}\n"), made.spec)
    drawings = made.drawings(hero)
    said = [item.string for drawing in drawings for item in drawing.items if isinstance(item, Text)]
    assert len(drawings) > 2
    assert [text for text in said if text.startswith("Skill ")] == [f"Skill {i}" for i in range(1, 81)]
    names = [slot.name for template in made.pages(hero) for slot in template.slots if slot.name != "name"]
    assert len(names) == len(set(names))
    assert "skills.80.level" in names
    assert all(item.y < 297 - REACH for drawing in drawings for item in drawing.items if isinstance(item, Text))


def test_text_that_does_not_fit_names_its_line(tmp_path):
    made = small_sheet(tmp_path)
    file = character_file(
        tmp_path,
        f"game: small\nname: Ada\nskills:\n  - {{skill: {'W' * 40}, level: 1}}\n  - {{skill: {'Ŵ' * 40}}}\n",
    )
    hero = load_character(file, made.spec)
    problems = told(made.drawings, hero)
    assert [(line, path) for line, path, _ in problems] == [(4, "skills[0].skill"), (5, "skills[1].skill")]
    assert "does not fit on the sheet: 37 of its 40 letters do; shorten it" in problems[0][2]


def test_a_letter_the_face_lacks_is_told(tmp_path):
    made = small_sheet(tmp_path)
    hero = load_character(character_file(tmp_path, "game: small\nname: 李\n"), made.spec)
    ((line, path, what),) = told(made.drawings, hero)
    assert (line, path) == (2, "name")
    assert "U+674E 李 is in none of the fonts; use another letter" in what


def test_blocks_too_high_for_the_paper_are_told(tmp_path):
    assert "mm too high" in told(small_sheet, tmp_path, ("    rows: 3", "    rows: 60"))[0][2]


def test_clip_tracks_too_narrow_for_a_clip_are_told(tmp_path):
    edges = "  - edges: {left: [" + ", ".join(["{label: A, levels: wound}"] * 4) + "]}\n    rows:\n      - - width: 12"
    levels = "wound: [" + ", ".join(f"{{name: L{i}}}" for i in range(12)) + "]"
    problems = told(
        small_sheet,
        tmp_path,
        ("  - rows:\n      - - width: 12", edges),
        ("wound: [{name: Light}, {name: Bad}]", levels),
    )
    assert "too close for a clip" in problems[0][2]


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
    canvas = Canvas(made.spec, made.theme, Problems())
    assert clip_positions(canvas, {"levels": "wound"}) == [("1", ""), ("2", "")]
    assert clip_positions(canvas, {"levels": "wound", "zero": "0", "note": "minus"}) == [
        ("0", ""),
        ("1", "-0"),
        ("2", "-1"),
    ]


def test_a_track_has_its_label_numbers_and_remarks(tmp_path):
    made = edges(tmp_path, "{label: Head wound, levels: wound, note: name, zero: Fit}")
    canvas = Canvas(made.spec, made.theme, Problems())
    draw_edges(canvas, made.spec.pages[0], made.paper)
    assert said(canvas) == ["clip here", "Head", "wound", "Fit", "1", "L0", "2", "L1"]
    assert all(item.x < STRIP for item in canvas.pen.items if hasattr(item, "string"))


def test_a_track_says_what_a_clip_marks_on_it(tmp_path):
    runs = [
        "{label: A, levels: wound, says: Wound}",
        "{label: B, levels: wound}",
        "{label: C, levels: wound, says: Luck}",
    ]
    made = edges(tmp_path, ", ".join(runs))
    canvas = Canvas(made.spec, made.theme, Problems())
    draw_edges(canvas, made.spec.pages[0], made.paper)
    assert [word for word in said(canvas) if not word.isdigit()] == ["Wound", "A", "B", "Luck", "C"]


def test_a_run_is_plates_or_one_ribbon_with_a_swallowtail(tmp_path):
    """As many plates as places and one for the title; or one outline from the title to below the last place."""
    made = edges(tmp_path, "{label: A, levels: wound}")
    style = made.theme.style
    for shape, panels in (("plates", 1 + len(made.spec.levels["wound"])), ("ribbon", 2)):
        theme = replace(made.theme, style=replace(style, rail_shape=shape))
        canvas = Canvas(made.spec, theme, Problems())
        draw_edges(canvas, made.spec.pages[0], made.paper)
        filled = [item for item in canvas.pen.items if isinstance(item, Path) and item.fill is not None]
        boxes = [bounding_box(item.segments) for item in filled]
        assert len([box for box in boxes if box.width > 10]) == panels
        last = max(item.y for item in canvas.pen.items if isinstance(item, Text))
        if shape == "ribbon":
            assert max(box.bottom for box in boxes) > last + 5


@pytest.mark.parametrize(("count", "fits"), [(32, True), (33, False)])
def test_places_are_as_near_as_clips_allow_and_not_nearer(tmp_path, count, fits):
    """277 mm of an A4 page, less 7 mm for the title: 32 places 8.4 mm apart."""
    made = edges(tmp_path, "{label: A, levels: wound}")
    spec = made.spec
    spec.levels["wound"] = tuple({"name": str(i)} for i in range(count))
    canvas = Canvas(spec, made.theme, Problems())
    if not fits:
        with pytest.raises(LayoutError, match=r"are only 8\.\d mm apart, too close for a clip"):
            draw_edges(canvas, spec.pages[0], made.paper)
        return
    draw_edges(canvas, spec.pages[0], made.paper)
    leaders = [
        item.segments[0][2] for item in canvas.pen.items if isinstance(item, Path) and item.segments[0][1] == 0.0
    ]
    assert len(leaders) == count
    assert min(b - a for a, b in itertools.pairwise(leaders)) >= CLIP


def test_the_right_edge_mirrors_the_left():
    made = sheet("future-imperfect")
    canvas = Canvas(made.spec, made.theme, Problems())
    draw_edges(canvas, made.spec.pages[0], made.paper)
    starts = {item.segments[0][1] for item in canvas.pen.items if isinstance(item, Path) and len(item.segments) == 2}
    assert starts == {0.0, made.paper.width}


@pytest.mark.parametrize("game", GAMES)
def test_clip_tracks_say_what_they_are_for_within_what_printers_reach(game):
    made = sheet(game)
    runs = made.spec.pages[0].edges
    words = [item for item in made.blank[0].drawing.items if isinstance(item, Text)]
    left = [item for item in words if item.x < STRIP]
    right = [item for item in words if item.x > made.paper.width - STRIP]
    for side, edge, least in (("left", left, REACH), ("right", right, made.paper.width - STRIP)):
        if side not in runs:
            continue
        first = min(edge, key=lambda item: item.y)
        assert first.string == runs[side][0].get("says", "clip here")
        assert first.x > least


def test_a_place_without_room_is_told(tmp_path):
    wide = ("block: pips, of: luck", "block: pips, label_width: 1000, of: luck")
    assert "luck.1 has no room on page 1; give its block more room" in [
        what for *_, what in told(small_sheet, tmp_path, wide)
    ]


def test_a_list_that_no_page_has_room_to_go_on_with_is_told(tmp_path):
    made = small_sheet(tmp_path)
    options = list_blocks(made.spec)["skills"]
    theme = replace(made.theme, style=replace(made.theme.style, pitch=400.0))
    ((_, _, what),) = told(continuation_page, made.spec, theme, made.paper, options, 4, 2)
    assert what.startswith("no entry of skills fits")


# Pages are taken apart: art, runs of texts, and the tree of what is read.


def text(string):
    return Text(1, 1, string, "regular", 3, "#000000")


def page(*items):
    return Drawing(50, 50, 0, items, STYLE, "page")


def test_texts_lie_on_the_art_and_are_read_in_the_order_of_the_parts():
    panel, title, label, value = rect(1, 1, 5, 5), text("Title"), text("Label"), text("Value")
    place = SlotRef(FIELD, 0)
    art, words, tree = split_for_tags(
        page(label, panel, title, value),
        Part("Sect", [Part("H2", [2]), Part("P", [0]), place, Part("P", [3])]),
    )
    assert art.items == (panel,)
    assert words.runs == ((title,), (label,), (value,))
    assert tree == Part("Sect", [Part("H2", [0]), Part("P", [1]), place, Part("P", [2])])


def test_lines_that_follow_each_other_are_one_run():
    one, other, last = text("One"), text("Two"), text("Three")
    part = Part("P", [0, 2, SlotRef(FIELD, 3), 3])
    _, words, tree = split_for_tags(page(one, rect(1, 1, 5, 5), other, last), part)
    assert words.runs == ((one, other), (last,))
    assert tree.inside == [0, SlotRef(FIELD, 3), 1]


def test_texts_without_a_part_are_read_at_the_end():
    _, words, tree = split_for_tags(page(text("One"), text("Two"), text("Three")), Part("Sect", [Part("P", [1])]))
    assert [item.string for run in words.runs for item in run] == ["Two", "One", "Three"]
    assert tree.inside[-1] == Part("P", [1])
