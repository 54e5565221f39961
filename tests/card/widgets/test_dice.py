from dataclasses import replace

import pytest
from dice_sections import GLITCH, LEVELS, SYMBOLS, TWO_DICE, section
from page_svg import FONTS
from widget_drawing import drawn, options_of, strings

from deckgen.card.widgets import sample_values
from deckgen.card.widgets.base import MarkStyle
from deckgen.card.widgets.dice import WIDGET, DiceArtist
from deckgen.draw.drawing import Path, Text, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, bounding_box
from deckgen.draw.pen import Pen
from deckgen.draw.text import text_box
from deckgen.errors import Problems
from deckgen.game.values import DiceResult
from deckgen.odds.joint import Part, joint

ICONS = ("icon-success", "icon-glitch", "icon-critical-glitch", "icon-ones", "icon-reversed")
BAND = Part("level", "word", ("miss", "partial", "full"))
TEST = Part("level", "word", ("fumble", "failure", "success", "critical success"))
BOX = Box(0, 0, 40, 5)


def result(*pairs):
    return DiceResult(tuple(value for _, value in pairs), tuple(part for part, _ in pairs))


def one_roll(*results):
    """A section with a roll that has these results."""
    return section(roll=joint(results[0].parts, {one.outcome: 1 for one in results}, len(results)))


def shown(value, box=BOX, **options):
    """What is drawn of a result, and the problems."""
    problems = Problems()
    pen = Pen(FONTS, 6 * PT, "theme", problems, icons=ICONS)
    DiceArtist(one_roll(value), options_of(WIDGET, **options)).draw(pen, value, box)
    return pen.items, list(problems)


def icons(items):
    return [item.symbol for item in items if isinstance(item, Use)]


@pytest.mark.parametrize(("value", "texts", "symbols"), [
    (result((Part("total"), -7)), ["−7"], []),
    (result((Part("successes"), 0), (Part("botch", "mark"), True)), ["0"], []),
    (result((Part("successes"), 2), (Part("botch", "mark"), False)), ["2"], []),
    (result((Part("successes"), 0), (GLITCH, "critical glitch")), ["0"], ["icon-critical-glitch"]),
    (result((Part("successes"), 2), (Part("ones"), 3)), ["2"], ["icon-ones"] * 3),
    (result((Part("successes"), 2), (Part("ones"), 4)), ["2", "4"], ["icon-ones"]),
    (result((BAND, "partial"), (Part("total"), 8)), ["partial", "8"], []),
    (result((TEST, "success"), (Part("margin"), 3)), ["success", "+3"], []),
    (result((TEST, "failure"), (Part("margin"), -12)), ["failure", "−12"], []),
    (result((Part("width"), 2), (Part("height"), 7)), ["2 × 7"], []),
    (result((Part("total"), 14), (Part("effect"), 8), (Part("hitches"), 0)), ["14", "d8"], []),
    (result((Part("total"), 54), (Part("reversed"), 45)), ["54", "45"], ["icon-reversed"]),
    (result((Part("success", "symbol"), 2), (Part("threat", "symbol"), 0)), [], ["icon-success"] * 2),
    (result((Part("success", "symbol"), 5), (Part("storm", "symbol"), 1)), ["5", "S"], ["icon-success"]),
    (result((Part("success", "symbol"), 0)), ["–"], []),
])  # fmt: skip
def test_all_parts_that_a_result_has_are_shown_in_their_order(value, texts, symbols):
    items, problems = shown(value)
    assert (strings(items), icons(items), problems) == (texts, symbols, [])


def test_words_from_worst_to_best_differ_in_their_plates():
    def plate(part, word):
        (drawn_plate, _), _ = shown(result((part, word)))
        return drawn_plate.fill, drawn_plate.stroke

    options = options_of(WIDGET)
    low, middle, high = (
        (style.fill or None, style.edge or None) for style in (options.low, options.middle, options.high)
    )
    assert [plate(BAND, word) for word in BAND.words] == [low, middle, high]
    assert [plate(TEST, word) for word in TEST.words] == [low, low, middle, high]
    assert plate(Part("level", "word", ("hit",)), "hit") == high


def test_a_plate_may_have_round_ends():
    value, style = result((BAND, "miss")), MarkStyle("bold", "ink", "red", "", "disc")
    (round_plate, _), _ = shown(value, low=style)
    (plate, _), _ = shown(value, low=replace(style, shape="plate"))
    assert round_plate != plate
    assert bounding_box(round_plate.segments) == pytest.approx(bounding_box(plate.segments))


def within(items, box):
    for item in items:
        around = text_box(item, FONTS) if isinstance(item, Text) else None
        around = bounding_box(item.segments) if isinstance(item, Path) else around
        if isinstance(item, Use):
            side = item.matrix[0]
            around = Box(item.matrix[4] - side / 2, item.matrix[5] - side / 2, side, side)
        assert box.x - 1e-6 <= around.x
        assert around.right <= box.right + 1e-6
        assert box.y - 1e-6 <= around.y
        assert around.bottom <= box.bottom + 1e-6


@pytest.mark.parametrize("align", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("box", [Box(3, 2, 40, 5), Box(3, 2, 14, 10), Box(3, 2, 22, 4)])
def test_results_use_more_lines_or_smaller_type_rather_than_leave_their_room(box, align):
    many = result((Part("success", "symbol"), 3), (Part("advantage", "symbol"), 4), (Part("threat", "symbol"), 2))
    critical = result((TEST, "critical success"))
    for value in (many, critical, result((TEST, "success"), (Part("margin"), 3), (Part("botch", "mark"), True))):
        items, problems = shown(value, box, align=align)
        assert not problems
        within(items, box)
        assert all(item.size >= 6 * PT - 1e-9 for item in items if isinstance(item, Text) and len(item.string) > 1)


def test_words_of_a_plate_break_where_two_lines_fit():
    items, _ = shown(result((TEST, "critical success")), Box(0, 0, 13, 9))
    assert strings(items) == ["critical", "success"]


def test_a_result_without_room_is_reported():
    _, problems = shown(result((TEST, "critical success")), Box(0, 0, 8, 4))
    assert [problem.message for problem in problems] == ["'critical success' does not fit at 6 pt"]


def test_symbols_without_an_icon_have_letters_that_tell_them_apart():
    value = result(*((Part(name, "symbol"), 1) for name in ("success", "thunder", "tempest", "storm")))
    items, _ = shown(value)
    assert strings(items) == ["Th", "Te", "S"]  # success has an icon


def test_symbols_and_marks_that_a_layout_does_not_draw_have_shipped_icons():
    (text, skull), _ = shown(result((Part("successes"), 0), (Part("botch", "mark"), True)), mark_ink="red")
    assert (text.string, skull.fill, skull.even_odd) == ("0", "red", True)
    (check,), _ = shown(result((Part("failure", "symbol"), 1)), icon_ink="blue")
    assert (check.fill, check.stroke) == (None, "blue")
    assert check.stroke_width == pytest.approx(4 / 24 * bounding_box(check.segments).width * 24 / 15.2)


VALUE = {
    "attack": result((Part("successes"), 2), (GLITCH, "")),
    "skill": result((LEVELS.parts[0], "failure")),
    "story": result((SYMBOLS.parts[0], 2), (SYMBOLS.parts[1], 1)),
}
THREE = section(attack=TWO_DICE, skill=LEVELS, story=SYMBOLS)


def test_rolls_are_below_each_other_or_side_by_side_with_their_labels():
    labels, results = drawn(WIDGET, THREE, VALUE)
    assert strings(labels) == ["attack", "skill", "story"]
    assert len({text.x for text in labels}) == 1
    assert strings(results) == ["2", "failure"]
    labels, _ = drawn(WIDGET, THREE, VALUE, Box(0, 0, 60, 10), across=True)
    assert len({text.y for text in labels}) == 1
    ruled, _ = drawn(WIDGET, THREE, VALUE, row_rule="rule")
    assert sum(isinstance(item, Path) for item in ruled) == 2


def test_a_roll_that_is_alone_has_no_label_and_all_the_room():
    alone = section(skill=LEVELS)
    labels, (plate, _) = drawn(WIDGET, alone, {"skill": VALUE["skill"]}, align=0.5)
    assert labels == []
    assert bounding_box(plate.segments).cx == pytest.approx(15)


def test_samples_show_the_longest_results_of_every_roll():
    samples = sample_values(THREE)
    assert all(sample.keys() == VALUE.keys() for sample in samples)
    assert {sample["skill"].outcome for sample in samples} == {("failure",), ("success",)}
    assert samples[0]["story"].outcome == (2, 1)


def test_every_mark_has_a_look_that_legends_can_draw():
    pen = Pen(FONTS, 0.0, icons=ICONS)
    black = {name: MarkStyle("bold", "#000000", "", "#000000") for name in ("low", "high")}
    looks = WIDGET.looks(THREE, options_of(WIDGET, further_ink="#000000", **black), pen)
    assert set(THREE.possible_marks(())) <= looks.keys()
    assert looks["glitch"].words == "exclamation mark"
    assert looks["threat"].words == "two arrowheads down"
    assert looks["failure"].words.startswith("framed")
    for name in THREE.possible_marks(()):
        pen.begin("")
        box = Box(2, 2, looks[name].width * 5, 5)
        looks[name].draw(pen, box)
        within(pen.items, box)
