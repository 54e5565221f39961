"""Templates: measured in the PDF, in the cuts, and what no scale or paper can hold."""

import io
import math
import re
from functools import cache
from itertools import pairwise

import pikepdf
import pytest
from pdf_paths import lines

from deckgen.document.pages import document_style
from deckgen.document.templates import scale_mm, template_book, template_cuts
from deckgen.draw.drawing import Text
from deckgen.draw.fonts import PT
from deckgen.errors import PressError
from deckgen.game import read_game, shipped_games
from deckgen.press.imposition.cut import cut_dxf, cut_svg
from deckgen.press.pdf.writer import write_pdf

CUT = 0.3  # mm, the width of outlines
EXACT = 0.03  # mm, between a curve and its circle, and of rounded coordinates
TEMPLATES = [(name, template.name) for name in shipped_games() for template in read_game(name).templates]


@cache
def sheets(game_name, name, scale, paper="a4", language=None):
    game = read_game(game_name, language)
    template = next(t for t in game.templates if t.name == name)
    book = template_book(game, [template], scale, paper)
    return template, book, template_cuts(book)


def measured(book):
    """The lines of each page of the book's PDF."""
    with pikepdf.open(io.BytesIO(write_pdf(book))) as document:
        return [lines(page) for page in document.pages]


def outline_of(page):
    """The line to cut along: of those as wide, the largest."""
    return max((line for line in page if abs(line.width - CUT) < 0.01), key=lambda line: line.box[2] - line.box[0])


@pytest.mark.parametrize("scale", ["1:100", "0.4in"])
@pytest.mark.parametrize(("game", "name"), TEMPLATES)
def test_every_sheet_has_the_size_of_its_scale(game, name, scale):
    template, book, _ = sheets(game, name, scale)
    mm = scale_mm(scale, template.unit)
    reach = max([template.reach, *(at for at, _ in template.marks)]) * mm
    for page in measured(book):
        left, top, right, bottom = outline_of(page).box
        match template.kind:
            case "arc":
                tip, *ends = sorted(outline_of(page).along, key=lambda point: -point[1])
                assert all(math.dist(tip, end) == pytest.approx(reach, abs=EXACT) for end in ends)
                turns = [math.degrees(math.atan2(x - tip[0], tip[1] - y)) for x, y in ends]
                assert (min(turns), max(turns)) == pytest.approx(
                    (-template.degrees / 2, template.degrees / 2), abs=0.02
                )
            case "rings" | "clock":
                assert (right - left, bottom - top) == pytest.approx((2 * reach, 2 * reach), abs=EXACT)
                middle = (left + right) / 2, (top + bottom) / 2
                around = [{round(math.dist(middle, point), 1) for point in line.along} for line in page]
                rings = [radii.pop() for radii in around if len(radii) == 1]
                for at, _ in template.marks:
                    assert min(abs(ring - at * mm) for ring in rings) <= 0.05
            case "bands":
                assert (right - left, bottom - top) == pytest.approx((reach, template.width * mm), abs=EXACT)
            case "gauge":
                assert right - left == pytest.approx(reach, abs=EXACT)
                ticks = sorted(line.points[0][0] - left for line in page if is_tick(line))
                wanted = [n * mm for n in range(1, int(template.reach) + 1)] if mm > 1 else []
                assert all(min(abs(tick - at) for tick in ticks) < EXACT for at in wanted)


def is_tick(line):
    left, top, right, bottom = line.box
    return right - left < 1e-6 and 1 < bottom - top < 3


@pytest.mark.parametrize(("game", "name"), TEMPLATES)
def test_cuts_are_where_the_sheet_is_printed_or_of_the_whole(game, name):
    template, book, cuts = sheets(game, name, "1:100")
    mm = scale_mm("1:100", template.unit)
    svg, dxf = cut_svg(cuts, template.title).decode(), cut_dxf(cuts).decode()
    assert f'width="{cuts.width:g}mm"' in re.sub(r"(\.\d*?)0+mm", r"\1mm", svg)
    xs = [float(x) for x in re.findall(r"^ 10\n(-?[\d.]+)$", dxf, re.MULTILINE)]
    if len(book.pages) == 1:
        assert (cuts.width, cuts.height) == (book.pages[0].width, book.pages[0].height)
        printed = [line for line in measured(book)[0] if line.width == pytest.approx(CUT, abs=0.01)]
        left = min(line.box[0] for line in printed if line.box[2] - line.box[0] > 30)
        assert min(x for x in xs if x) == pytest.approx(left, abs=0.1)
    else:
        assert template.kind != "gauge" or cuts.width == pytest.approx(template.reach * mm)
        assert max(xs) == pytest.approx(cuts.width, abs=0.06)


def test_small_templates_are_printed_as_often_as_a_sheet_holds_them():
    _, book, cuts = sheets("action-and-combat", "jump", "1:100")
    assert len(book.pages[0].placed) - 2 == len(cuts.outlines) > 3
    boxes = [(part.y, part.y + part.face.height) for part in book.pages[0].placed[2:]]
    assert all(below[0] - above[1] > 4 for above, below in pairwise(boxes))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("game", "name"), TEMPLATES)
def test_type_can_be_read_and_is_inside_the_outline(game, name, language):
    template, book, _ = sheets(game, name, "1:100", language=language)
    face = book.pages[0].placed[2].face
    texts = [item for item in face.items if isinstance(item, Text)]
    assert min(text.size for text in texts) >= 6.5 * PT - 1e-6
    assert any(text.string == template.title for text in texts)
    pen = document_style(read_game(game, language)).pen()
    for text in texts:
        assert -0.01 <= text.x <= face.width
        assert 0 < text.y <= face.height
        assert text.angle or text.x + pen.width(text.string, text.typeface, text.size) < face.width


def test_what_no_paper_holds_is_told_with_the_largest_scale_that_fits():
    game = read_game("rough-magic")
    with pytest.raises(PressError) as caught:
        template_book(game, game.templates, "1:2", "a4")
    told = [str(problem) for problem in caught.value.problems]
    assert len(told) == len(game.templates)
    for template, line in zip(game.templates, told, strict=True):
        assert f"{template.title} takes more than 9 sheets of A4" in line
        largest = re.search(r"choose 1:(\d+) or smaller", line)[1]
        book = template_book(game, [template], f"1:{largest}", "a4")
        assert len(book.pages) <= 9
        with pytest.raises(PressError, match="more than 9"):
            template_book(game, [template], f"1:{int(largest) - 1}", "a4")


def test_what_is_too_small_to_read_is_told_with_the_smallest_scale():
    game = read_game("future-imperfect")
    with pytest.raises(PressError) as caught:
        template_book(game, game.templates, "0.1mm", "a3")
    for template, problem in zip(game.templates, caught.value.problems, strict=True):
        smallest = re.search(r"too small to read; choose (1:\d+) or larger", str(problem))[1]
        assert template_book(game, [template], smallest, "a3")


@pytest.mark.parametrize("scale", ["", "60", "1:0", "0mm", "2:3", "1:1e3", "nan", "25 yd", "1:-5", "1mm2"])
def test_no_scale_is_told(scale):
    with pytest.raises(PressError, match="is no scale; write 1:60"):
        scale_mm(scale, "m")


def test_a_scale_is_a_ratio_or_the_length_of_a_unit():
    assert scale_mm("1:60", "ft") == pytest.approx(5.08)
    assert scale_mm("1 in", "m") == pytest.approx(25.4)
    assert scale_mm("2.5cm", "ft") == pytest.approx(25)


def test_the_same_input_gives_the_same_bytes():
    game = read_game("west-that-wasnt")
    first, second = (write_pdf(template_book(game, game.templates, "1:60", "letter")) for _ in range(2))
    assert first == second
