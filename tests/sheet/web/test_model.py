"""What the scripts of a page know: made from the sheet's own model."""

import json
import re
from base64 import b64encode

from art_fixtures import art_spec, portrait
from PIL import Image
from sheet_fixtures import small

from deckgen.sheet.character import load_character
from deckgen.sheet.reader import load_sheet
from deckgen.sheet.web.model import SCRIPTS, blocks, slug, typed_fields, web_model


def written(folder, text):
    file = folder / "hero.yaml"
    file.write_text(f"game: small\n{text}", encoding="utf-8")
    return file


def test_every_group_and_column_is_there(tmp_path):
    spec = small(tmp_path)
    model = web_model(spec, ())
    assert json.loads(json.dumps(model)) == model
    told = {(group["name"], column["name"]) for group in model["groups"] for column in group["columns"]}
    assert told == {(group.name, column.name) for group in spec.groups.values() for column in group.columns}


def test_countdowns_know_where_they_start():
    starts = web_model(load_sheet("future-imperfect"), ())["starts"]
    assert starts["ct_lost"] == {"of": "ct", "run": False}
    assert {"of": "ct", "run": True} in web_model(load_sheet("west-that-wasnt"), ())["starts"].values()


def test_characters_bring_what_is_written_and_no_computed_values(tmp_path):
    spec = small(tmp_path)
    file = written(tmp_path, "name: Ada\nage: 3\noverrides: {lift: 7}\n")
    person = load_character(file, spec)
    fields = typed_fields(spec, person)
    assert fields["name"] == "Ada"
    assert fields["age"] == "3"
    assert fields["overrides.lift"] == "7"
    assert "lift" not in fields
    first, second = web_model(spec, (person, person))["given"]
    assert (first["id"], second["id"]) == ("ada", "ada-2")
    assert first["version"] == second["version"]
    file.write_text(file.read_text().replace("age: 3", "age: 4"))
    assert web_model(spec, (load_character(file, spec),))["given"][0]["version"] != first["version"]


def test_pictures_come_scaled_down(tmp_path):
    spec = art_spec(tmp_path)
    hero = written(tmp_path, "name: Ada\nface: face.png\n")
    Image.effect_noise((1600, 2000), 99).save(tmp_path / "face.png")
    address = typed_fields(spec, load_character(hero, spec))["face"]
    assert address.startswith("data:image/jpeg;base64,")
    assert len(address) < 200_000
    small_one = portrait(tmp_path).read_bytes()
    address = typed_fields(spec, load_character(hero, spec))["face"]
    assert address == f"data:image/png;base64,{b64encode(small_one).decode()}"


def test_blocks_are_those_of_all_pages(tmp_path):
    spec = small(tmp_path)
    assert next(block.kind for block in blocks(spec)) == spec.pages[0].rows[0][0].blocks[0].kind


def test_names_become_plain():
    assert slug("Łucja Ōe — the 2nd!") == "ucja-oe-the-2nd"
    assert slug("龍") == ""


def test_scripts_say_everything_in_the_language_of_the_sheet_and_fill_the_same_fields():
    english = web_model(load_sheet("rough-magic"), ())["words"]
    german = web_model(load_sheet("rough-magic", "de"), ())["words"]
    asked = {text for path in SCRIPTS.glob("*.js") for text in re.findall(r"\bsay\((?!text)(.)", path.read_text())}
    assert asked == {'"'}  # every phrase stands where it is said
    assert not english
    assert len(german) > 40
    for text, phrase in german.items():
        assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", phrase)), text
