"""The widget of results that are looked for by name."""

import pytest
from page_svg import FONTS
from widget_drawing import TITLES, drawn, strings

from deckgen.card.widgets.named import NAMED
from deckgen.draw.drawing import Path, Text
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.game.model import RollsSection
from deckgen.game.values import Cell
from deckgen.odds import parse_dice

SIZES = {"size": 16 * PT, "leading": 0.86, "number_width": 9.0, "gap": 1.4, "face": "bold", "name_ink": "ink"}
HIGH, LOW = 8.0, 4.0  # mm a row: with room for dice below a name, and without


def section(*names):
    rolls = tuple((name, parse_dice(f"{i}d6")) for i, name in enumerate(names, 1))
    return RollsSection(*TITLES, rolls=rolls)


def card(names, width=30.0, pitch=HIGH, rows=None, **options):
    """Texts that all cards share, and those of a card on which the nth result is n."""
    rows = rows or len(names)
    values = {name: i for i, name in enumerate(names, 1)}
    fixed, items = drawn(NAMED, section(*names), values, Box(0, 0, width, rows * pitch), **SIZES | options)
    return fixed, [item for item in items if isinstance(item, Text)]


@pytest.mark.parametrize(("columns", "rows"), [(1, 5), (2, 3), (9, 1)])
def test_columns_are_read_downward_and_numbers_are_right_of_their_names(columns, rows):
    names = ["Ride", "Swim", "Draw", "Hide", "Look"]
    fixed, numbers = card(names, 140.0, rows=rows, columns=columns)
    placed = {item.string: item for item in fixed if isinstance(item, Text)}
    assert strings(numbers) == ["1", "2", "3", "4", "5"]
    for i, (name, number) in enumerate(zip(names, numbers, strict=True)):
        assert number.x > placed[name].x
        assert number.y == pytest.approx((i % rows + 0.5) * HIGH, abs=HIGH / 2)
        assert [other for other in names if placed[other].x > placed[name].x] == names[(i // rows + 1) * rows :]


@pytest.mark.parametrize(
    ("width", "pitch", "below", "behind"),
    [(30.0, HIGH, True, False), (40.0, LOW, False, True), (22.0, LOW, False, False)],
)
def test_dice_are_below_names_or_behind_all_or_nowhere(width, pitch, below, behind):
    fixed, _ = card(["Ride", "Marksman"], width, pitch)
    by_string = {item.string: item for item in fixed if isinstance(item, Text)}
    assert ("2d6" in by_string) == (below or behind)
    for name, dice in (("Ride", "d6"), ("Marksman", "2d6")):
        if below or behind:
            assert (by_string[dice].y > by_string[name].y) == below
            assert (by_string[dice].x > by_string[name].x + 3) == behind


def test_a_long_name_is_on_two_lines_or_cut_off_and_never_below_7_pt():
    name = "Double-barrelled shotgun"
    for pitch, lines in ((HIGH, 2), (LOW, 1)):
        fixed, _ = card([name, "Ride"], 30.0, pitch)
        texts = [item for item in fixed if isinstance(item, Text) and item.typeface == "semibold"]
        assert len(texts) == lines + 1
        assert texts[0].string == "Double-barrelled" if lines == 2 else texts[0].string.endswith("…")
        for text in texts:
            assert text.size >= 7 * PT - 0.01
            assert FONTS.width(text.string, "semibold", text.size) + len(text.string) * text.spacing <= 30 - 9 + 0.01
    for word, end in (("Unfathomably", "-"), ("X" * 20, "…")):
        fixed, _ = card([word, "Ride"], 24.0)  # divided between syllables alone
        assert strings(fixed)[0].endswith(end)


@pytest.mark.parametrize("pitch", [LOW, 4.5, HIGH])
def test_numbers_get_smaller_rather_than_close(pitch):
    _, numbers = card(["Ride", "Swim"], pitch=pitch)
    assert numbers[0].size == pytest.approx(min(16 * PT, pitch / 0.86))


def test_every_second_row_is_striped_across_all_columns_and_marks_have_plates():
    fixed, _ = card(list("abcdef"), 40.0, rows=3, columns=2, stripe="tint", rule="rule")
    (stripe,) = [item for item in fixed if isinstance(item, Path) and item.fill == "tint"]
    assert {y for _, *xy in stripe.segments for y in xy[1::2]} == {HIGH, 2 * HIGH}
    assert [item.stroke for item in fixed if isinstance(item, Path) and item.stroke] == ["rule"]
    values = {"a": Cell(6, again=True), "b": Cell(1, critical_failure=True)}
    _, items = drawn(NAMED, section("a", "b"), values, Box(0, 0, 30, 16), **SIZES)
    assert [type(item) for item in items] == [Path, Text, Path, Text]
    assert strings(items) == ["6", "CF"]
