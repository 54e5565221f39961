import pytest
from page_svg import compiled, static

from deckgen.draw.geometry import bounding_box
from deckgen.errors import LayoutError

SQUARE = 'd="M1 1H3V3H1Z"'


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ('<path id="bad" d="M0 0H1V1Z" style="filter:url(#f)"/>', "filter"),
        ('<path id="bad" d="M0 0H1V1Z" mask="url(#m)"/>', "mask"),
        ('<g id="bad" clip-path="url(#c)"><path d="M0 0H1V1Z"/></g>', "clip path"),
        ('<g id="bad" style="mix-blend-mode:multiply"><path d="M0 0H1V1Z"/></g>', "blend mode"),
        ('<g id="bad" opacity="0.5"><path d="M0 0H1V1Z"/></g>', "opacity 0.5"),
        ('<path id="bad" d="M0 0H1V1Z" stroke="#000" style="fill:#000;opacity:.5"/>', "one opacity"),
        ('<path id="bad" d="M0 0H1V1Z" fill-opacity="half"/>', "fill-opacity 'half'"),
        ('<g id="bad" opacity=".5"><path d="M0 0H1V1Z"/></g>', "has opacity .5"),
        ('<text id="bad" fill-opacity=".5">x</text>', "fill-opacity"),
        ('<image id="bad" href="data:image/png;base64,AA=="/>', "not a readable PNG"),
        (
            '<image id="bad" href="https://example.org/a.png" width="9" height="9"/>',
            "https://example.org/a.png: No such",
        ),
        ('<image id="bad" href="../../a.png" width="9" height="9"/>', "is outside the folder"),
        ('<use id="bad" href="other.svg#x"/>', "refers to 'other.svg#x'"),
        ('<use id="bad" xlink:href="http://example.org/a.svg#x"/>', "refers to"),
        ('<use id="bad" href="#gone"/>', "refers to '#gone'"),
        ('<path id="bad" d="M0 0H1V1Z" fill="url(#g)"/>', "gradient"),
        ('<path id="bad" d="M0 0H1V1Z" fill="#badbad"/>', "not in the theme's palette"),
        ('<path id="bad" d="M0 0 H"/>', "wrong numbers"),
        ('<path id="bad" d="M0 0H1" transform="spin(1)"/>', "transform"),
        ('<rect id="bad" width="50%" height="2"/>', "length '50%'"),
        ('<foreignObject id="bad"/>', "foreignObject"),
        ('<text id="bad" transform="scale(1 2)">x</text>', "stretched"),
        ('<text id="bad" dx="1 2">x</text>', "dx"),
        ('<polygon id="bad" points="1 2 3"/>', "pairs"),
        ('<path id="bad" d="M0 0H1" stroke="#000" style="marker-end:url(#m)"/>', "marker"),
        ('<script id="bad">x</script>', "script"),
        ('<svg id="bad" x="3"><path d="M0 0H1"/></svg>', "element svg"),
        ('<text id="bad" font-size="2em">x</text>', "length '2em'"),
        ('<text id="bad">龍</text>', "龍 is in none of the fonts"),
        ('<g><path d="M0 0H1V1Z" id="p"/></g><use id="bad" href="#p" x="5%"/>', "length '5%'"),
        ('<path id="bad" d="M0 0 A1e300 1e300 0 0 1 1e308 9"/>', "impossibly far"),
        ('<path id="bad" d="M0 0H1"/><path id="bad" d="M0 0H1"/>', "another element has this id"),
    ],
)
def test_what_cannot_be_printed_is_refused_with_its_id(body, what):
    with pytest.raises(LayoutError) as caught:
        static(body)
    (problem,) = caught.value.problems
    assert what in problem.message
    assert problem.path == "bad"
    assert problem.line == 1
    assert problem.remedy


def test_all_problems_are_told_at_once():
    with pytest.raises(LayoutError) as caught:
        static('<image id="a"/><path id="b" d="M0 0H1" fill="#badbad"/><g id="c" filter="url(#f)"/>')
    assert [problem.path for problem in caught.value.problems] == ["a", "b", "c"]


def test_what_lies_around_static_art_must_be_printable_too():
    with pytest.raises(LayoutError) as caught:
        compiled(f'<g id="around" opacity="0.5"><g id="static"><path {SQUARE}/></g></g>')
    assert [problem.path for problem in caught.value.problems] == ["around"]
    assert compiled('<g id="around" opacity="0.5"><rect id="slot-a" width="1" height="1"/></g>').boxes


def test_layers_by_name_guides_and_slots():
    template = compiled(
        f'<g inkscape:groupmode="layer" id="layer1" inkscape:label="static"><path {SQUARE}/></g>'
        f'<g id="layer2" inkscape:label="static-jokers" style="display:none"><path {SQUARE}/></g>'
        '<g id="layer3" inkscape:label="guides"><image id="photo"/></g>'
        '<g id="layer4" inkscape:label="slots" transform="translate(1,2)">'
        '<rect id="slot-causes" x="1" y="1" width="20" height="10" transform="scale(2)" fill="#badbad"/>'
        '<text id="slot-title" font-size="3" fill="#112233"><tspan x="4" y="5" style="font-weight:bold">T</tspan></text></g>'
    )
    assert (template.width, template.height, template.bleed) == pytest.approx((50, 70, 3))
    assert {name: len(items) for name, items in template.groups.items()} == {"static": 1, "static-jokers": 1}
    assert template.boxes == {"causes": (3, 4, 40, 20)}
    title = template.texts["title"]
    assert (title.x, title.y, title.size, title.face, title.fill) == (5, 7, 3, "bold", "#112233")


@pytest.mark.parametrize(
    ("body", "path"),
    [
        (f'<path id="stray" {SQUARE}/>', "stray"),
        ('<rect id="slot-a" width="5" height="5" transform="rotate(10)"/>', "slot-a"),
        ('<rect id="slot-a" width="0" height="5"/>', "slot-a"),
        ('<circle id="slot-a" r="5"/>', "slot-a"),
        ('<text id="slot-a" transform="rotate(10)">x</text>', "slot-a"),
    ],
)
def test_bad_slots_and_stray_art_are_refused(body, path):
    with pytest.raises(LayoutError) as caught:
        compiled(body)
    assert {problem.path for problem in caught.value.problems} == {path}


@pytest.mark.parametrize(
    "size",
    [
        'width="56mm" height="76mm"',
        'width="100%" height="76mm" viewBox="-3 -3 56 76"',
        'width="56mm" height="60mm" viewBox="-3 -3 56 76"',
        'width="56mm" height="76mm" viewBox="-3 -1 56 76"',
        'width="56mm" height="76mm" viewBox="3 3 56 76"',
        'width="56mm" height="76mm" viewBox="-30 -30 56 76"',
    ],
)
def test_a_page_without_clear_measures_is_refused(size):
    with pytest.raises(LayoutError):
        static("", size=size)


def test_other_units_and_scales_come_out_in_mm():
    template = static(
        f'<path {SQUARE} stroke="#000" stroke-width="1"/>',
        size='width="5.6cm" height="76mm" viewBox="-30 -30 560 760"',
    )
    (item,) = template.groups["static"]
    assert template.bleed == pytest.approx(3)
    assert bounding_box(item.segments) == pytest.approx((0.1, 0.1, 0.2, 0.2))
    assert item.stroke_width == pytest.approx(0.1)


def test_jokers_have_the_slots_of_all_cards_but_for_their_own():
    made = compiled(
        '<g id="slots"><rect id="slot-a" width="4" height="5"/><rect id="slot-b" width="4" height="5"/>'
        '<text id="slot-t" y="9">x</text></g>'
        '<g id="slots-jokers"><rect id="joker-slot-a" x="2" width="3" height="3"/>'
        '<rect id="joker-slot-b" width="0" height="0"/><rect id="joker-slot-c" width="1" height="1"/>'
        '<text id="joker-slot-t" y="19">x</text></g>'
    )
    assert set(made.boxes) == {"a", "b"}
    assert {name: box.width for name, box in made.joker_boxes.items()} == {"a": 3, "c": 1}
    assert (made.texts["t"].y, made.joker_texts["t"].y) == (9, 19)


def test_a_slot_without_area_is_refused_but_where_it_leaves_one_out():
    with pytest.raises(LayoutError, match="slot-a: a slot has no area"):
        compiled('<rect id="slot-a" width="0" height="5"/>')


def test_a_text_slot_may_read_upwards_in_several_spaced_lines():
    text = 'id="slot-t" x="4" y="30" transform="rotate(-90 4 30)" data-lines="2" letter-spacing="0.3" font-size="3"'
    slot = compiled(f'<text {text} font-family="display">x</text>').texts["t"]
    assert (slot.x, slot.y, slot.upward, slot.lines) == (pytest.approx(4), pytest.approx(30), True, 2)
    assert (slot.spacing, slot.face) == (pytest.approx(0.3), "display")
    with pytest.raises(LayoutError, match="upward"):
        compiled('<text id="slot-t" transform="rotate(90)">x</text>')


@pytest.mark.finding("R1")
@pytest.mark.parametrize(
    ("slot", "what"),
    [
        ('<rect id="slot-a" x="1e309" y="1" width="5" height="5"/>', "has the length '1e309'"),
        ('<rect id="slot-a" x="1" y="1" width="5" height="1e300"/>', "has the length"),
        ('<g transform="scale(1e200)"><rect id="slot-a" width="5" height="5"/></g>', "impossibly far"),
        ('<rect id="slot-a" transform="scale(1e400)" width="5" height="5"/>', "impossibly far"),
        ('<text id="slot-a" x="1e309">x</text>', "has the length '1e309'"),
        ('<text id="slot-a" font-size="0">x</text>', "has the font-size 0"),
        ('<text id="slot-a" font-size="-3">x</text>', "has the font-size -3"),
        ('<text id="slot-a" data-width="-3">x</text>', "has the data-width '-3'"),
        ('<text id="slot-a" data-lines="0">x</text>', "data-lines '0'"),
        ('<text id="slot-a" data-lines="999999999">x</text>', "data-lines '999999999'"),
        ('<text id="slot-a" letter-spacing="1e99">x</text>', "has the length"),
    ],
)
def test_slots_have_numbers_that_can_be_printed(slot, what):
    with pytest.raises(LayoutError) as caught:
        compiled(slot)
    (problem,) = caught.value.problems
    assert what in problem.message


@pytest.mark.finding("R5")
@pytest.mark.parametrize("scale", [1000, 0.01])
def test_a_page_that_is_no_card_is_refused(scale):
    size = f'width="{56 * scale}mm" height="{76 * scale}mm" viewBox="-3 -3 56 76"'
    with pytest.raises(LayoutError, match=r"the page is .* mm large; draw one with sides of 10 to 500 mm"):
        compiled("", size=size)


@pytest.mark.finding("R12")
@pytest.mark.parametrize(
    ("style", "what"),
    [
        ("stroke:#000;stroke-dasharray:-1 2", "has the dashes"),
        ("stroke:#000;stroke-width:-1", "has the stroke-width"),
        ("stroke:#000;stroke-width:1e6", "impossibly far"),
    ],
)
def test_lines_that_cannot_be_drawn_are_refused(style, what):
    with pytest.raises(LayoutError, match=what):
        static(f'<path d="M0 0H9" style="{style}"/>')


def test_what_is_seen_from_the_side_is_not_there():
    symbol = '<defs><symbol id="s" viewBox="0 0 1 1"><path d="M0 0H1V1Z"/></symbol></defs>'
    flat = '<use href="#s" width="5" height="5" transform="scale(0 1)"/><use href="#s" width="0" height="5"/>'
    assert compiled(f'{symbol}<g id="static">{flat}</g>').groups == {"static": ()}
    (line,) = static('<path d="M0 0H9" style="stroke:#000;stroke-dasharray:0 0;fill:none"/>').groups["static"]
    assert line.dash == ()


SHIELD = '<path id="outline" d="M25 0 L50 20 L45 60 L25 70 L5 60 L0 20 Z"/>'


def test_an_outline_is_read_in_mm_of_the_card_and_is_no_art():
    template = compiled(f'<g transform="scale(1 .5)">{SHIELD.replace("M25 0", "M24 2")}</g>')
    assert template.outline[0] == ("M", 24, 1)
    assert template.groups == {}
    assert compiled("").outline == ()


@pytest.mark.parametrize(
    ("body", "what"),
    [
        (SHIELD.replace("Z", ""), "the outline is open"),
        (SHIELD.replace("L50 20", "L51 20"), "the outline reaches 1.0 mm beyond the card"),
        (SHIELD.replace("L45 60 L25 70 L5 60", "L5 60 L45 60"), "the outline crosses itself near"),
        (SHIELD.replace("Z", "Z M20 20 h9 v9 h-9 Z"), "the outline has 2 parts"),
        ('<rect id="outline" x="20" width="2" height="50"/>', "the outline has sides 2.0 mm apart near"),
        ('<rect id="outline" width="50%" height="50"/>', "length '50%'"),
        (f'<g id="static">{SHIELD}</g>', "is no shape in a layer of its own"),
        (f'<g id="guides">{SHIELD}</g>', "is no shape in a layer of its own"),
        ('<g id="outline"/>', "is no shape in a layer of its own"),
        ('<path id="outline" d="M0 0 A1e300 1e300 0 0 1 1e308 9"/>', "impossibly far"),
    ],
)
def test_an_outline_that_no_die_can_cut_is_one_error_with_its_line_and_id(body, what):
    with pytest.raises(LayoutError) as caught:
        compiled(f"\n{body}")
    problem = caught.value.problems[0]
    assert what in problem.message
    assert (problem.path, problem.line) == ("outline", 2)
    assert problem.remedy
