import json
import os
from pathlib import Path

import jsonschema
import pytest
from icc_profiles import icc_profile

import deckgen.press.target as module
from deckgen.errors import DeckgenError, PressError
from deckgen.press.target import load_target, paper_for, target_names

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


def problems(tmp_path, text):
    with pytest.raises(PressError) as caught:
        load_target(written(tmp_path, text))
    return [(problem.line, problem.path) for problem in caught.value.problems]


def test_the_shipped_targets():
    assert set(target_names()) == {
        "avery-5168", "avery-l7165", "drivethrucards", "foundry", "home", "makeplayingcards", "onlinelabels-ol1025", "pdfvt", "press", "press-sheet", "printerstudio", "printninja", "rayfilm-2525k", "rayfilm-4040k", "tabletop-simulator", "thegamecrafter", "vtt-images",
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
        ("papers: [any, a4]\n", [(5, "papers[0]")]),
        ("papers: [a4, a0, 3x4]\n", [(5, "papers[1]"), (5, "papers[2]")]),
        (
            "slug: 2\ncrop: {ink: black, weight: 1pt, gap: 1, length: [3, 2]}\n",
            [(5, "slug"), (6, "crop.length")],
        ),
    ],
)
def test_every_problem_is_told_with_its_line(tmp_path, change, told):
    assert problems(tmp_path, SMALL + change) == told


def test_colors_are_inks_unless_they_are_those_of_screens(tmp_path):
    assert load_target(written(tmp_path, SMALL)).color == "cmyk"
    assert load_target(written(tmp_path, SMALL + "color: rgb\n")).color == "rgb"
    screens = {name for name in target_names() if load_target(name).color == "rgb"}
    assert screens == {"home", *(name for name in target_names() if load_target(name).labels)}


@pytest.mark.parametrize(
    ("key", "path"),
    [
        ("pdfx: x1a\ncondition: FOGRA39\n", "pdfx"),
        ("ink_limit: 240\n", "ink_limit"),
        ("overprint: {spots: true}\n", "overprint"),
        ("slug: 9\ncrop: {ink: registration, weight: 1pt, gap: 1, length: [3, 4]}\n", "crop.ink"),
    ],
)
def test_colors_of_screens_have_no_plates(tmp_path, key, path):
    assert [place for _, place in problems(tmp_path, SMALL + "color: rgb\n" + key)] == [path]


def test_sheets_have_any_paper_unless_the_target_says_which(tmp_path):
    sheets = SMALL.replace("face", "sheet")
    assert paper_for("12x18in", load_target(written(tmp_path, sheets))).height == pytest.approx(457.2)
    mine = load_target(written(tmp_path, sheets + "papers: [450x320, a3]\n"))
    assert mine.papers == ("320x450mm", "a3")
    assert paper_for("", mine).width == 320  # the first, if none is asked for
    with pytest.raises(PressError, match="choose 320x450mm or a3"):
        paper_for("a4", mine)


def test_an_unknown_name_is_refused_with_the_known_ones():
    with pytest.raises(PressError, match=r"did you mean \"home\""):
        load_target("hoem")


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(DeckgenError, match=r"none\.yaml"):
        load_target(tmp_path / "none.yaml")


def test_papers_are_those_of_the_world():
    home = load_target("home")
    a4, letter = paper_for("a4", home), paper_for("letter", home)
    assert (a4.width, a4.height) == (210, 297)
    assert (letter.width, letter.height) == pytest.approx((215.9, 279.4))
    with pytest.raises(PressError, match="a4, letter"):
        paper_for("a0", home)


X4 = SMALL + "pdfx: x4\ncondition: FOGRA39\n"
X1A = X4.replace("x4", "x1a")
PICTURES = SMALL.replace("face", "pictures") + "files: {front: 'c-{number}.png', back: b.png}\n"


def test_a_target_may_be_pdf_x(tmp_path):
    mine = load_target(written(tmp_path, SMALL + "pdfx: x1a\ncondition: CGATS TR 001\n"))
    assert mine.pdfx.standard == "x1a"
    assert "SWOP" in mine.pdfx.about
    assert mine.version == (1, 4)


def test_a_profile_lies_beside_its_target(tmp_path):
    (tmp_path / "mine.icc").write_bytes(icc_profile())
    for text, version in ((X4, (1, 6)), (X1A, (1, 4))):
        mine = load_target(written(tmp_path, text + "icc: mine.icc\n"))
        assert (mine.version, mine.pdfx.icc.content) == (version, icc_profile())
        assert mine.pdfx.registered
        own = load_target(written(tmp_path, text.replace("FOGRA39", "our press") + "icc: mine.icc\n"))
        assert (own.pdfx.condition, own.pdfx.about, own.pdfx.registered) == ("our press", "our press", False)


@pytest.mark.parametrize("name", ["FOGRA27", "FOGRA54", "CGATS21-2-CRPC6", "CGATS TR 001", "JC200103", "IFRA26"])
def test_conditions_are_known_by_the_names_of_the_registry(tmp_path, name):
    assert load_target(written(tmp_path, X1A.replace("FOGRA39", name))).pdfx.registered


@pytest.mark.parametrize(
    ("name", "meant"), [("Fogra39L", "FOGRA39"), ("GATS TR001", "CGATS TR 001"), ("FOGRA59", "FOGRA")]
)
def test_a_condition_that_the_registry_has_not_is_refused_without_its_profile(tmp_path, name, meant):
    with pytest.raises(PressError, match=f'did you mean "{meant}.*embed its profile'):
        load_target(written(tmp_path, X1A.replace("FOGRA39", name)))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (SMALL + "condition: FOGRA39\n", [(5, "condition")]),
        (SMALL + "pdfx: x1a\n", [(5, "pdfx")]),
        (SMALL + "pdfx: x1a\ncondition: nowhere\n", [(6, "condition")]),
        (X4 + 'version: "1.4"\n', [(7, "version")]),
        (X4 + "icc: none.icc\n", [(7, "icc")]),
        (X1A + "icc: none.icc\n", [(7, "icc")]),
        (SMALL + "other_sizes: true\n", [(5, "other_sizes")]),
        (SMALL + "sizes: [{name: a, trim: [9, 9], pixels: [9, 9]}]\n", [(5, "sizes[0].pixels")]),
        (SMALL + "color: rgb\ndieline: {corner: 3}\n", [(6, "dieline")]),
        (PICTURES + "dieline: {corner: 3}\n", [(6, "dieline")]),
        (SMALL.replace("face", "sheet") + "papers: [a4]\nsizes: [{name: a, trim: [9, 9]}]\n", [(6, "sizes")]),
        (
            PICTURES + "sizes:\n- {name: a, trim: [1in, 2in]}\n- {name: a, trim: [1in, 2in], pixels: [375, 670]}\n",
            [(8, "sizes[1].name"), (8, "sizes[1].pixels")],
        ),
        (SMALL.replace("face", "pictures") + "dpi: 300\n", [(3, "imposition")]),
        (
            SMALL.replace("face", "pictures") + "files: {front: card.png, back: card.png}\n",
            [(5, "files.back"), (5, "files.front")],
        ),
        (SMALL + "ink_limit: 500\n", [(5, "ink_limit")]),
    ],
)
def test_what_makes_no_sense_together_is_told(tmp_path, text, told):
    assert problems(tmp_path, text) == told


def test_a_profile_that_does_not_fit_is_refused(tmp_path):
    (tmp_path / "bad.icc").write_bytes(icc_profile(version=4))
    with pytest.raises(PressError, match=r"mine.yaml:7: icc: .*bad.icc has version 4"):
        load_target(written(tmp_path, X1A + "icc: bad.icc\n"))
    assert load_target(written(tmp_path, X4 + "icc: bad.icc\n")).pdfx.icc


def test_services_say_which_sizes_they_print():
    """Figures as they were found by 2026-10-04; see the comments of the targets."""
    known = {name: {size.name: size for size in load_target(name).sizes} for name in target_names()}
    pixels = {
        "thegamecrafter": {
            "poker": (825, 1125),
            "bridge": (750, 1125),
            "tarot": (900, 1500),
            "mini": (600, 825),
        },
        "makeplayingcards": {
            "poker": (822, 1122),
            "bridge": (747, 1122),
            "tarot": (897, 1497),
            "mini": (597, 822),
        },
    }
    for name, sizes in pixels.items():
        assert {size: known[name][size].pixels for size in sizes} == sizes
    for name in ("thegamecrafter", "makeplayingcards", "drivethrucards", "printninja"):
        assert {"poker", "tarot", "mini"} <= known[name].keys()
        tarot = known[name]["tarot"]
        assert (tarot.width, tarot.height) == (69.85, 120.65)
    assert not known["press"]


def test_the_shipped_profile_is_found_beside_its_targets_and_from_copies_of_them(tmp_path):
    for text in (X1A, X4):
        mine = load_target(written(tmp_path, text + "icc: fogra39.icc\n"))
        assert mine.pdfx.icc.content == (FOLDER / "fogra39.icc").read_bytes()
        assert b"FOGRA39" in mine.pdfx.icc.content
    (tmp_path / "fogra39.icc").write_bytes(icc_profile())
    assert load_target(written(tmp_path, X4 + "icc: fogra39.icc\n")).pdfx.icc.content == icc_profile()
    assert "zlib" in (FOLDER / "fogra39.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({}, []),
        ({"papers: [a4]": "papers: [a4, letter]"}, ["labels"]),
        ({"sheet": "face"}, ["labels"]),
        ({"first: [5, 10]": "first: [11, 22]"}, []),  # it ends with the paper
        ({"first: [5, 10]": "first: [11, 22.02]"}, ["labels.pitch"]),
        ({"pitch: [100, 69]": "pitch: [99, 68]"}, []),  # labels that touch
        ({"first: [5, 10]": "first: [5, 30]"}, ["labels.pitch"]),
        ({"size: [99, 68]": "size: [101, 70]"}, ["labels.size"]),
        ({"columns: 2": "columns: 0", "[5, 10]": "[5]"}, ["labels.columns", "labels.first"]),
    ],
)
def test_labels_lie_on_their_one_paper_and_not_on_each_other(tmp_path, change, told):
    places = "{columns: 2, rows: 4, first: [5, 10], pitch: [100, 69], size: [99, 68]}"
    text = SMALL.replace("face", "sheet") + f"papers: [a4]\nlabels: {places}\n"
    for old, new in change.items():
        text = text.replace(old, new)
    if told:
        assert sorted(place for _, place in problems(tmp_path, text)) == told
    else:
        assert load_target(written(tmp_path, text)).labels.pitch in {(100, 69), (99, 68)}


def test_pdf_x_may_have_sheets(tmp_path):
    text = SMALL.replace("face", "sheet") + "pdfx: x4\ncondition: FOGRA39\n"
    assert load_target(written(tmp_path, text)).pdfx.standard == "x4"
    assert problems(tmp_path, text.replace("sheet", "foundry")) == [(5, "pdfx")]


def test_every_shipped_target_of_pdf_x_4_embeds_its_profile():
    """PDF/X-4 asks for it; PDF/X-1a may name a registered condition alone."""
    standards = [target.pdfx for target in map(load_target, target_names()) if target.pdfx]
    assert {pdfx.standard for pdfx in standards} == {"x1a", "x4"}
    assert all(pdfx.icc for pdfx in standards if pdfx.standard == "x4")
    assert all(pdfx.registered for pdfx in standards)


@pytest.mark.finding("R14")
@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("/dev/zero", "/dev/zero is outside the folder"),
        ("../x.icc", "../x.icc is outside the folder"),
        ('"a\\0b"', "no file can have this name"),
        ("pipe", "pipe cannot be read (this is a pipe, not a file)"),
    ],
)
def test_a_profile_is_a_file_beside_the_target(tmp_path, name, what):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(PressError) as caught:
        load_target(written(tmp_path, X4 + f"icc: {name}\n"))
    (problem,) = caught.value.problems
    assert (problem.line, problem.path) == (7, "icc")
    assert what in problem.message


@pytest.mark.finding("R14")
def test_lengths_with_units_have_the_bounds_of_those_without(tmp_path):
    assert load_target(written(tmp_path, SMALL.replace("0.125in", "100mm"))).bleed == 100
    found = problems(tmp_path, SMALL.replace("0.125in", "9999in") + "sizes: [{name: A, trim: [20in, 2in]}]\n")
    assert found == [(4, "bleed"), (5, "sizes[0].trim[0]")]
