import re
from dataclasses import replace
from itertools import permutations

from hypothesis import given, strategies as st
from press_drawings import BLACK, GOLD, RED, STYLE, SYMBOLS, rect

from deckgen.draw.drawing import Symbol, Text, Use
from deckgen.press.pdf.operators import ColorRules, ResourceNames, UsedResources, cached_resource_names
from deckgen.press.target import Overprint

PRINT = ColorRules("cmyk", 300.0, Overprint(4.2, spots=True))


class Plain(ResourceNames):
    """A vocabulary that names things by themselves."""

    def __init__(self, style=STYLE, *, overprint=False):
        super().__init__(style, ColorRules(), 0)
        self.overprint = overprint

    def lines(self, *items):
        return self.operators(items, "card 7", UsedResources()).split("\n")

    def overprint_state(self, ink, size):
        return f"{ink.name}-{size or 'shape'}" if self.overprint else None

    def encode(self, _path, string):
        return [("F1", f"({string}) Tj")]

    def form_name(self, name):
        return name

    def color_operator(self, ink, _drawing_name, *, stroke):
        return f"{ink.name} {'S' if stroke else 's'}"


def drawn(*items):
    return Plain().lines(*items)


def test_a_path_is_filled_by_its_own_rule_in_its_own_ink():
    square = rect(1, 2, 3, 4, fill=RED, even_odd=True)
    assert drawn(square) == ["red s", "1 2 m", "4 2 l", "4 6 l", "1 6 l", "h", "f*"]


def test_small_text_takes_the_mix_for_small_text_and_nothing_else_does():
    ink = replace(STYLE.inks[RED], small=(0, 1, 0, 0.35))
    names = ResourceNames(replace(STYLE, inks={**STYLE.inks, RED: ink}), PRINT, 0)
    small, large = (Text(1, 2, "a", "regular", points * 25.4 / 72, RED) for points in (8, 8.1))
    lines = names.operators([small, large, rect(0, 0, 1, 1, fill=RED)], "card", UsedResources()).split("\n")
    assert [line for line in lines if line.endswith(" k")] == ["0 1 0 0.35 k", "0 0.9 0.9 0.4 k"]
    screen = ResourceNames(names.style, ColorRules(), 0).operators([small], "card", UsedResources())
    assert screen.count(" rg") == 1


def test_a_line_says_width_dash_and_ends_once():
    lines = [rect(0, y, 1, 1, stroke=BLACK, stroke_width=0.25, dash=(2, 1), round=True) for y in (0, 5)]
    made = drawn(*lines)
    assert made[:4] == ["black S", "0.25 w", "[2 1] 0 d", "1 J 1 j"]
    assert [made.count(operator) for operator in ("0.25 w", "[2 1] 0 d", "S")] == [1, 1, 2]


def test_texts_follow_each_other_in_one_block_without_repeats():
    made = drawn(Text(1, 2, "a", "regular", 3, BLACK), Text(4, 1.5, "b", "regular", 3, BLACK))
    assert made == [
        "BT", "black s", "0 Tc", "/F1 3 Tf", "1 0 0 -1 1 2 Tm", "(a) Tj", "3 0.5 Td", "(b) Tj", "ET",
    ]  # fmt: skip


def test_a_turned_text_is_turned_clockwise_and_spaced():
    made = drawn(Text(1, 2, "a", "regular", 3, BLACK, spacing=0.2, angle=90))
    assert "0 1 1 0 1 2 Tm" in made
    assert "0.2 Tc" in made


def test_condensed_text_does_not_condense_what_comes_after_it():
    narrow = Text(1, 2, "a", "regular", 3, BLACK, stretch=0.85)
    made = drawn(narrow, replace(narrow, string="b"), Text(4, 2, "c", "regular", 3, BLACK))
    assert [line for line in made if line.endswith("Tz")] == ["85 Tz", "100 Tz"]
    assert made.index("100 Tz") < made.index("(c) Tj")
    made = drawn(narrow, Use("pip", fill=RED))
    assert made.index("100 Tz") < next(i for i, line in enumerate(made) if line.endswith("Do Q"))


@given(st.lists(st.tuples(st.floats(-99, 99), st.floats(-99, 99)), min_size=1, max_size=60))
def test_steps_between_texts_do_not_drift(places):
    made = drawn(*(Text(x, y, "a", "regular", 3, BLACK) for x, y in places))
    x, y = map(float, re.fullmatch(r"1 0 0 -1 (\S+) (\S+) Tm", made[4]).groups())
    for line in made:
        if step := re.fullmatch(r"(\S+) (\S+) Td", line):
            x, y = x + float(step[1]), y - float(step[2])
    assert abs(x - places[-1][0]) < 0.001
    assert abs(y - places[-1][1]) < 0.001


def test_a_shape_is_filled_and_its_edge_drawn_at_once():
    made = drawn(rect(0, 0, 1, 1, fill=GOLD, stroke=GOLD, stroke_width=1))
    assert {"gold s", "gold S"} < set(made)
    assert made[-1] == "B"


def test_a_use_hands_its_color_to_fills_and_lines():
    made = drawn(Use("pip", (2, 0, 0, 2, 30, 40), RED))
    assert made == ["red s", "red S", "q 2 0 0 2 30 40 cm /pip Do Q"]


def test_in_a_symbol_a_color_of_its_own_does_not_reach_the_parts_that_inherit():
    made = drawn(*SYMBOLS["pip"].items)
    colors = [line for line in made if re.search(r" [sS]$", line)]
    assert colors == ["white s"]
    at = made.index("white s")
    assert "q" in made[:at]
    assert made.index("Q") == made.index("f", at) + 1


def test_art_with_colors_of_its_own_leaves_the_texts_around_it_in_one_block():
    style = replace(STYLE, symbols={"art": Symbol((rect(0, 0, 1, 1, fill=RED),))})
    items = (Use("art"), *(Text(1, y, "a", "regular", 3, BLACK) for y in (1, 5)))
    made = Plain(style).lines(*items)
    assert [made.count(operator) for operator in ("BT", "q /art Do Q")] == [1, 1]


def test_art_that_inherits_nothing_to_inherit_is_not_painted_like_its_neighbor():
    made = drawn(Text(1, 1, "a", "regular", 3, RED), Use("pip"))
    assert made.index("Q") < made.index("q /pip Do Q")


def test_every_color_without_an_ink_is_missed():
    resources = Plain()
    resources.lines(rect(0, 0, 1, 1, fill="#123456", stroke="#654321"))
    assert [(where, what) for where, what, _ in resources.problems] == [
        ("card 7", "the color #123456 has no ink"),
        ("card 7", "the color #654321 has no ink"),
    ]


def test_text_and_shapes_say_whether_they_overprint_once_until_it_changes():
    items = (
        Text(1, 1, "a", "regular", 3, BLACK),
        Text(1, 5, "b", "regular", 3, BLACK),
        rect(0, 0, 1, 1, fill=RED),
        Use("pip", fill=RED),
    )
    made = Plain(overprint=True).lines(*items)
    states = [line for line in made if line.endswith(" gs")]
    assert states == ["/black-3 gs", "/red-shape gs"]
    assert made.index("/red-shape gs") < made.index("red s")


def test_what_was_said_before_does_not_change_what_is_said():
    items = [rect(0, 0, 1, 1, fill=RED), Text(1, 1, "a", "regular", 3, BLACK), Use("pip", fill=RED)]
    items.append(Text(9, 4, "b", "regular", 3, BLACK, angle=40))
    used, plain = UsedResources(), Plain()
    for order in permutations(items):
        assert plain.lines(*order) == drawn(*order)
    plain.operators(items, "", used)
    assert {string for _, string in used.strings} == {"a", "b"}
    assert {name for required in used.required for name in required.names} == {"F1", "pip"}


def test_names_come_from_the_style_whatever_was_said_before():
    one, other = (cached_resource_names(replace(STYLE, inks=dict(STYLE.inks)), PRINT, 0) for _ in "ab")
    said = [
        one.form_name("pip"),
        one.color_operator(STYLE.inks[GOLD], "", stroke=True),
        one.encode(STYLE.fonts["bold"], "a"),
    ]
    other.encode(STYLE.fonts["regular"], "λ")
    other.form_name("pair")
    assert said[::-1] == [
        other.encode(STYLE.fonts["bold"], "a"),
        other.color_operator(STYLE.inks[GOLD], "", stroke=True),
        other.form_name("pip"),
    ]


def test_two_styles_of_a_file_have_no_name_in_common():
    words = [cached_resource_names(STYLE, PRINT, place) for place in (0, 1)]
    for each in words:
        each.operators(STYLE.symbols["pair"].items, "", UsedResources())
        each.color_operator(STYLE.inks[GOLD], "", stroke=False)
        each.encode(STYLE.fonts["bold"], "aλ")
    first, second = (each.resources.keys() - {"GO", "GK"} for each in words)
    assert len(first) == len(second) >= 4
    assert not first & second


def test_one_that_missed_something_is_not_used_again():
    words = cached_resource_names(STYLE, PRINT, 7)
    assert cached_resource_names(STYLE, PRINT, 7) is words
    words.operators([replace(STYLE.symbols["pip"].items[1], fill="#123456")], "card 1", UsedResources())
    assert [what for _, what, _ in words.problems] == ["the color #123456 has no ink"]
    assert cached_resource_names(STYLE, PRINT, 7) is not words
    assert cached_resource_names(STYLE, PRINT, 7).overprint_state(STYLE.inks[BLACK], 3) == "GO"
