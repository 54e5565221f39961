import pytest
from sheet_fixtures import GAMES, sheet, small, small_sheet, told

from deckgen.draw.drawing import Path, Text
from deckgen.draw.geometry import Box, bounding_box
from deckgen.errors import Problems
from deckgen.sheet.paper.canvas import Canvas, cartridge_body, mark_outline, panel_outline, square
from deckgen.sheet.paper.theme import load_sheet_theme

BOX = Box(10, 20, 6, 4)


def canvas_of(made):
    return Canvas(made.spec, made.theme, Problems())


@pytest.mark.parametrize("kind", ["square", "round", "cut", "notch"])
def test_corners_keep_the_box(kind):
    outline = panel_outline(BOX, kind, 1.0)
    box = bounding_box(outline)
    assert (box.x, box.y, box.width, box.height) == pytest.approx(tuple(BOX))
    at_corner = [values[-2:] for _, *values in outline if values].count([BOX.right, 20])
    assert bool(at_corner) == (kind == "square")


@pytest.mark.parametrize(("shape", "reach"), [("box", 2), ("circle", 2), ("diamond", 2), ("shield", 2), ("star", 2.3)])
def test_marks_stand_in_the_middle_of_their_box(shape, reach):
    box = bounding_box(mark_outline(shape, Box(8, 8, 4, 4)))
    assert box.cx == pytest.approx(10)
    assert 10 - reach <= box.x < box.right <= 10 + reach
    assert 10 - reach <= box.y < box.bottom <= 10 + reach


def test_a_cartridge_fills_its_box_and_its_case_has_room_for_a_number():
    box = Box(8, 8, 4, 9)
    outline = bounding_box(mark_outline("cartridge", box))
    assert (outline.x, outline.y, outline.right, outline.bottom) == pytest.approx((8, 8, 12, 17))
    inner = cartridge_body(box)
    assert box.y + 2 < inner.y < inner.bottom < box.bottom


def test_a_mark_is_an_outline_and_a_slot(tmp_path):
    canvas = canvas_of(small_sheet(tmp_path))
    canvas.checkbox("luck.1", square(10, 20, 4), "circle", "Luck: 1")
    canvas.checkbox("luck.2", square(15, 20, 4), "box", "Luck: 2", "#ffffff")
    ((first), (second)) = canvas.pen.items
    assert (first.stroke, second.fill) == (canvas.style.accent, "#ffffff")
    assert canvas.slots[0].box == Box(8, 18, 4, 4)
    assert [(slot.kind, slot.shape, slot.tip) for slot in canvas.slots] == [
        ("check", "circle", "Luck: 1"), ("check", "box", "Luck: 2"),
    ]  # fmt: skip


def test_entries_know_what_may_be_typed_into_them(tmp_path):
    made = small_sheet(tmp_path)
    canvas, groups = canvas_of(made), made.spec.groups
    for name in ("name", "age", "mood", "notes"):
        canvas.field(name, groups[name].columns[0], BOX, "tip")
    assert [(slot.kind, slot.most, slot.options) for slot in canvas.slots] == [
        ("text", 60, ()), ("text", 0, ()), ("choice", 0, ("Good", "Bad")), ("long", 400, ()),
    ]  # fmt: skip
    assert {slot.size for slot in canvas.slots} == {made.theme.style.value_size}
    canvas.field("age", groups["age"].columns[0], BOX, "tip", 5.0, 1.0)
    assert (canvas.slots[-1].size, canvas.slots[-1].align) == (5.0, 1.0)


def test_lines_and_words_take_the_themes_colors(tmp_path):
    canvas = canvas_of(small_sheet(tmp_path))
    canvas.underline(Box(1, 0, 2, 2), canvas.style.rule)
    canvas.words("Word", Box(0, 0, 40, 9))
    canvas.words("Label", Box(0, 0, 40, 9), "label")
    line, word, label = canvas.pen.items
    assert isinstance(line, Path)
    assert (line.stroke, line.stroke_width) == (canvas.style.line, canvas.style.rule)
    assert isinstance(word, Text)
    assert (word.fill, word.size) == (canvas.style.ink, canvas.style.text_size)
    assert (label.fill, label.typeface) == (canvas.style.soft, canvas.style.strong)


def test_text_that_does_not_fit_is_a_problem():
    made, problems = sheet("rough-magic"), Problems()
    canvas = Canvas(made.spec, made.theme, problems)
    canvas.words("far too long for this box", BOX)
    ((problem),) = problems
    assert "does not fit" in problem.message


def test_lines_of_text_are_no_wider_than_the_room(tmp_path):
    made = small_sheet(tmp_path)
    canvas, face = canvas_of(made), made.theme.style.face
    lines = canvas.wrap("Words go on in the next line, and averyveryverylongwordisbroken", 20, size=3.0)
    said = "".join(line.removesuffix("-") for line in lines).replace(" ", "")
    assert said == "Wordsgooninthenextline,andaveryveryverylongwordisbroken"
    assert any(line.endswith("-") for line in lines)  # a word too long is divided as in its language
    # A word that is broken at letters is measured letter by letter, without their kerning.
    assert all(made.theme.base.fonts.em_width(line, face) * 3.0 <= 20.1 for line in lines)
    assert canvas.wrap("a\nb", 20, size=3.0) == ["a", "b"]


def luminance(color):
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(share * c for share, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("game", GAMES)
def test_text_stands_out_from_what_is_behind_it(game):
    style = sheet(game).theme.style
    pairs = [(ink, ground) for ink in (style.ink, style.soft, style.accent) for ground in (style.paper, style.tint)]
    pairs += [(style.heading_ink, style.accent), (style.banner_ink, style.banner)]
    for ink, ground in pairs:
        assert contrast(ink, ground) >= 4.5, (ink, ground)


def test_games_look_different():
    assert len({sheet(game).theme.style for game in GAMES}) == len(GAMES)


def test_an_unknown_theme_is_told(tmp_path):
    ((line, path, what),) = told(small_sheet, tmp_path, ("theme: sheet", "theme: shiny"))
    assert (line, path) == (5, "theme")
    assert "choose from" in what


def test_small_cards_may_have_options_of_their_own():
    spec = sheet("west-that-wasnt").spec
    page, small = load_sheet_theme(spec).style, load_sheet_theme(spec, small=True).style
    assert page.face != small.face
    assert (page.accent, page.corner) == (small.accent, small.corner)


@pytest.mark.parametrize("theme", ["9" * 400, "../sheet", "../../../layouts.yaml", "/etc/hostname.yaml", "no.yaml"])
def test_a_theme_lies_with_the_game_or_ships(tmp_path, theme):
    spec = small(tmp_path, ("theme: sheet", f"theme: '{theme}'"))
    ((_, path, _),) = told(load_sheet_theme, spec)
    assert path == "theme"
