import io

import pikepdf
import pypdf
import pytest
from press_drawings import drawing

from deckgen.draw.drawing import Text
from deckgen.errors import PressError
from deckgen.press.options import Options
from deckgen.press.write import tokens_pdf


def chips(size, count):
    chip = drawing(width=size, height=size, bleed=1, title="chip")
    return (chip,) * count, (chip,) * count


def pages(*sizes, **options):
    with pikepdf.open(io.BytesIO(tokens_pdf(sizes, Options(**options)))) as document:
        return [page.Contents.read_bytes().count(b" re W n") for page in document.pages]


def test_sizes_have_sheets_of_their_own_fronts_before_backs():
    assert pages(chips(25, 5), chips(30, 2)) == [5, 5, 2, 2]


def test_each_token_has_its_own_back():
    fronts, backs = (
        [drawing(Text(5, 12, f"{side}{n}", "bold", 5, "#000000"), width=25, height=25, bleed=1) for n in range(3)]
        for side in ("front", "back")
    )
    document = pypdf.PdfReader(io.BytesIO(tokens_pdf([(fronts, backs)], Options())))
    front, back = (page.extract_text() for page in document.pages)
    assert all(f"front{n}" in front and f"back{n}" in back for n in range(3))


def test_a_player_may_want_fronts_alone():
    assert pages(chips(25, 5), chips(30, 2), flip="none") == [5, 2]


def test_tokens_lie_apart_so_that_colors_do_not_run_into_each_other_unless_another_gutter_is_asked_for():
    near, usual, far = (sum(pages(chips(20, 150), flip="none", **g)[:1]) for g in ({"gutter": 0}, {}, {"gutter": 8}))
    assert near > usual > far


def test_a_token_too_large_for_the_paper_is_refused():
    with pytest.raises(PressError, match="does not fit"):
        tokens_pdf([chips(400, 1)], Options())
