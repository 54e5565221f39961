import json
from pathlib import Path

import jsonschema
import pytest
import yaml

import deckgen.press.target as module
from deckgen.errors import DeckgenError, PressError
from deckgen.press import load_target, targets
from deckgen.press.target import paper

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
    assert targets() == ("home", "press")
    for name in targets():
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
        ("papers: [a4, a0]\n", [(5, "papers[1]")]),
        (
            "slug: 2\ncrop: {ink: black, weight: 1pt, gap: 1, length: [3, 2]}\n",
            [(5, "slug"), (6, "crop.length")],
        ),
    ],
)
def test_every_fault_is_told_with_its_line(tmp_path, change, told):
    assert faults(tmp_path, SMALL + change) == told


def test_sheets_need_papers(tmp_path):
    assert faults(tmp_path, SMALL.replace("face", "sheet")) == [(3, "imposition")]


def test_an_unknown_name_is_refused_with_the_known_ones():
    with pytest.raises(PressError, match="home or press"):
        load_target("hoem")


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(DeckgenError, match=r"none\.yaml"):
        load_target(tmp_path / "none.yaml")


def test_papers_are_those_of_the_world():
    home = load_target("home")
    a4, letter = paper("a4", home), paper("letter", home)
    assert (a4.width, a4.height) == (210, 297)
    assert (letter.width, letter.height) == pytest.approx((215.9, 279.4))
    with pytest.raises(PressError, match="a4 or letter"):
        paper("a5", home)


def test_the_papers_file_has_nothing_that_is_not_read():
    data = yaml.safe_load((FOLDER.parent / "papers.yaml").read_text())
    assert {key for entry in data.values() for key in entry} == {"title", "width", "height", "margin"}
