import json
from pathlib import Path

import jsonschema
import pytest

import deckgen.press.target as module
from deckgen.errors import DeckgenError, PressError
from deckgen.press.target import load_target, paper, target_names

FOLDER = Path(module.__file__).parent / "targets"
SCHEMA = FOLDER / "target.schema.json"
SMALL = """\
format: deckgen-target/1
title: Mine
imposition: face
bleed: 0.125in
"""


def written(tmp_path, text):
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def faults(tmp_path, text):
    with pytest.raises(PressError) as caught:
        load_target(written(tmp_path, text))
    return [(fault.line, fault.path) for fault in caught.value.faults]


def test_the_shipped_targets():
    assert set(target_names()) == {
        "drivethrucards", "foundry", "home", "makeplayingcards", "press", "press-sheet", "printninja",
        "tabletop-simulator", "thegamecrafter",
    }  # fmt: skip
    for name in target_names():
        assert load_target(name).name == name


def test_the_schema_is_one_and_explains_every_key():
    schema = json.loads(SCHEMA.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    assert all("description" in entry for entry in schema["properties"].values())


@pytest.mark.parametrize("name", ["home", "press"])
def test_a_shipped_target_copied_to_a_folder_is_the_same(tmp_path, name):
    path = tmp_path / f"{name}.yaml"
    path.write_bytes((FOLDER / f"{name}.yaml").read_bytes())
    assert load_target(path) == load_target(name)


def test_lengths_may_have_units_and_the_rest_has_defaults(tmp_path):
    mine = load_target(written(tmp_path, SMALL))
    assert mine.name == "mine"
    assert mine.bleed == pytest.approx(3.175)
    assert (mine.crop, mine.order, mine.backs, mine.version) == (None, ("front", "back"), "each", (1, 4))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("bleeed: 3\n", [(5, "bleeed")]),
        ("slug: 3cm\n", [(5, "slug")]),
        ("order: [back]\nversion: 1.4\n", [(5, "order"), (6, "version")]),
        ("papers: [a4, a0, 3x4]\n", [(5, "papers[1]"), (5, "papers[2]")]),
        (
            "slug: 2\ncrop: {ink: black, weight: 1pt, gap: 1, length: [3, 2]}\n",
            [(5, "slug"), (6, "crop.length")],
        ),
    ],
)
def test_every_fault_is_told_with_its_line(tmp_path, change, told):
    assert faults(tmp_path, SMALL + change) == told


def test_colours_are_inks_unless_they_are_those_of_screens(tmp_path):
    assert load_target(written(tmp_path, SMALL)).colour == "cmyk"
    assert load_target(written(tmp_path, SMALL + "colour: rgb\n")).colour == "rgb"
    assert {name for name in target_names() if load_target(name).colour == "rgb"} == {"home"}


@pytest.mark.parametrize(
    ("key", "path"),
    [
        ("pdfx: x1a\ncondition: FOGRA39\n", "pdfx"),
        ("ink_limit: 240\n", "ink_limit"),
        ("overprint: {spots: true}\n", "overprint"),
        ("slug: 9\ncrop: {ink: registration, weight: 1pt, gap: 1, length: [3, 4]}\n", "crop.ink"),
    ],
)
def test_colours_of_screens_have_no_plates(tmp_path, key, path):
    assert [place for _, place in faults(tmp_path, SMALL + "colour: rgb\n" + key)] == [path]


def test_sheets_have_any_paper_unless_the_target_says_which(tmp_path):
    sheets = SMALL.replace("face", "sheet")
    assert paper("12x18in", load_target(written(tmp_path, sheets))).height == pytest.approx(457.2)
    mine = load_target(written(tmp_path, sheets + "papers: [450x320, a3]\n"))
    assert mine.papers == ("320x450mm", "a3")
    assert paper("", mine).width == 320  # the first, if none is asked for
    with pytest.raises(PressError, match="choose 320x450mm or a3"):
        paper("a4", mine)


def test_an_unknown_name_is_refused_with_the_known_ones():
    with pytest.raises(PressError, match=r"did you mean \"home\""):
        load_target("hoem")


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(DeckgenError, match=r"none\.yaml"):
        load_target(tmp_path / "none.yaml")


def test_papers_are_those_of_the_world():
    home = load_target("home")
    a4, letter = paper("a4", home), paper("letter", home)
    assert (a4.width, a4.height) == (210, 297)
    assert (letter.width, letter.height) == pytest.approx((215.9, 279.4))
    with pytest.raises(PressError, match="a4, letter"):
        paper("a0", home)


X4 = SMALL + "pdfx: x4\ncondition: FOGRA39\n"
PROFILE = bytes(12) + b"prtrCMYKLab " + bytes(12) + b"acsp" + bytes(88)


def test_a_target_may_be_pdf_x(tmp_path):
    mine = load_target(written(tmp_path, SMALL + "pdfx: x1a\ncondition: CGATS TR 001\n"))
    assert mine.pdfx.standard == "x1a"
    assert "SWOP" in mine.pdfx.about
    assert mine.version == (1, 4)


def test_a_profile_lies_beside_its_target(tmp_path):
    (tmp_path / "mine.icc").write_bytes(PROFILE)
    mine = load_target(written(tmp_path, X4.replace("FOGRA39", "house") + "icc: mine.icc\n"))
    assert (mine.version, mine.pdfx.icc) == ((1, 6), tmp_path / "mine.icc")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (SMALL + "condition: FOGRA39\n", [(5, "condition")]),
        (SMALL + "pdfx: x1a\n", [(5, "pdfx")]),
        (SMALL + "pdfx: x1a\ncondition: nowhere\n", [(6, "condition")]),
        (X4 + 'version: "1.4"\n', [(7, "version")]),
        (X4 + "icc: none.icc\n", [(7, "icc")]),
        (X4.replace("x4", "x1a") + "icc: none.icc\n", [(7, "icc")]),
        (SMALL.replace("face", "pictures") + "dpi: 300\n", [(3, "imposition")]),
        (
            SMALL.replace("face", "pictures") + "files: {front: card.png, back: card.png}\n",
            [(5, "files.back"), (5, "files.front")],
        ),
        (SMALL + "ink_limit: 500\n", [(5, "ink_limit")]),
    ],
)
def test_what_makes_no_sense_together_is_told(tmp_path, text, told):
    assert faults(tmp_path, text) == told


@pytest.mark.parametrize(
    ("content", "told"),
    [(b"no profile", "not an ICC profile"), (PROFILE.replace(b"prtrCMYK", b"mntrRGB "), "profile of RGB")],
)
def test_a_profile_that_is_not_for_printing_is_refused(tmp_path, content, told):
    (tmp_path / "bad.icc").write_bytes(content)
    with pytest.raises(PressError, match=told):
        load_target(written(tmp_path, X4 + "icc: bad.icc\n"))
