import pikepdf
import pytest
from preflight_files import good_file

from deckgen.preflight import preflight
from deckgen.preflight.small_text import Area, ground_at, small_text_findings

NAVY = {"C": 0.95, "M": 0.8, "Y": 0.4, "K": 0.25}
SQUARE = [(0, 0), (10, 0), (10, 10), (0, 10)]
HOLE = [(2, 2), (2, 8), (8, 8), (8, 2)]


def rules(size, plates, ground=None, *, thin_serif=False, overprints=False):
    found = small_text_findings(size, plates, ground or {}, thin_serif=thin_serif, overprints=overprints)
    return [name for name, _, _ in found]


@pytest.mark.parametrize(
    ("size", "plates", "expected"),
    [
        (7.0, {"C": 0.6, "M": 0.5, "Y": 0.0, "K": 0.2}, ["text.inks"]),
        (7.0, {"C": 0.6, "M": 0.0, "Y": 0.0, "K": 0.7}, []),
        (7.0, {"C": 0.01, "M": 0.03, "Y": 0.12, "K": 0.0}, ["text.inks"]),
        (8.0, {"C": 0.6, "M": 0.5, "Y": 0.4, "K": 0.2}, []),
        (4.0, {"C": 0.6, "M": 0.5, "Y": 0.4, "K": 0.2}, []),
        (6.0, {"Gold": 1.0}, []),
    ],
)
def test_small_text_is_in_two_inks_at_most(size, plates, expected):
    assert rules(size, plates) == expected


def test_light_text_leaves_holes_in_two_plates_at_most():
    paper, kept = dict.fromkeys("CMYK", 0.0), {"C": 0.0, "M": 0.0, "Y": 0.18, "K": 0.03}
    assert rules(6.8, paper, NAVY) == ["text.reversed"]
    assert rules(7.0, paper, NAVY) == []
    assert rules(6.8, kept, NAVY) == []
    assert rules(6.8, paper, {"C": 1.0, "M": 0.8, "Y": 0.1, "K": 0.0}) == []
    assert rules(8.0, paper, NAVY, thin_serif=True) == ["text.reversed"]
    assert rules(9.0, paper, NAVY, thin_serif=True) == []


def test_dark_text_and_text_that_overprints_leave_no_holes():
    assert rules(6.0, {"C": 0, "M": 0, "Y": 0, "K": 1}, NAVY) == []
    assert rules(6.0, {"K": 0.3}, NAVY, overprints=True) == []
    assert rules(6.0, {"K": 0.1}, {"C": 0.3, "M": 0.3, "Y": 0.3, "K": 0.0}) == ["text.reversed"]


def test_the_ground_is_what_was_painted_last_there():
    below, ring = Area([SQUARE], NAVY, False, (0, 0, 10, 10)), Area([SQUARE, HOLE], {"K": 1}, True, (0, 0, 10, 10))
    assert ground_at([], 5, 5) == {}
    assert ground_at([below, ring], 1, 5) == {"K": 1}
    assert ground_at([below, ring], 5, 5) == NAVY
    assert ground_at([ring, below], 1, 5) == NAVY
    assert ground_at([below], 11, 5) == {}
    assert Area([SQUARE, HOLE], NAVY, False, (0, 0, 10, 10)).covers(5, 5) is False  # the hole runs the other way
    assert Area([SQUARE], NAVY, False, (0, 0, 4, 4)).covers(5, 5) is False  # clipped


GROUND = b"0.9 0.8 0.4 0.3 k "
WHITE_TEXT = b" BT 0 0 0 0 k %s 6 Tf 90 90 Td (x) Tj ET"


@pytest.mark.parametrize(
    ("operators", "reversed_"),
    [
        (GROUND + b"80 80 40 30 re f", True),
        (GROUND + b"80 80 40 30 re n", False),
        (GROUND + b"10 80 40 30 re f", False),
        (GROUND + b"80 80 m 120 80 l 120 110 l 80 110 l h f", True),
        (GROUND + b"92 92 m 92 104 82 104 82 92 c 82 80 100 80 104 92 c h f*", True),
        (b"q 10 10 20 20 re W n " + GROUND + b"80 80 40 30 re f Q", False),
        (b"q 2 0 0 2 0 0 cm " + GROUND + b"40 40 20 20 re f Q", True),
        (GROUND + b"80 80 40 30 re f 0 0 0 0 k 88 88 9 9 re f", False),
        (GROUND + b"/FX Do", True),
    ],
)
def test_areas_below_text_are_found_in_pages_and_in_forms_on_each_page(tmp_path, operators, reversed_):
    path = good_file(tmp_path)
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        form = pikepdf.Stream(pdf, b"80 80 40 30 re f")
        form.Type, form.Subtype, form.BBox = pikepdf.Name.XObject, pikepdf.Name.Form, pikepdf.Array([0, 0, 200, 200])
        form = pdf.make_indirect(form)
        for number in (1, 3):
            page = pdf.pages[number]
            font = next(iter(page.obj.Resources.Font.keys()))
            page.obj.Resources.XObject = pikepdf.Dictionary(FX=form)
            page.contents_add(b"q 0 0 0 0 k 50 50 100 100 re f " + operators + WHITE_TEXT % font.encode() + b" Q")
        pdf.save(path)
    pages = [finding.page for finding in preflight(path).findings if finding.rule == "text.reversed"]
    assert pages == ([2, 4] if reversed_ else [])
