"""docs/make-a-sheet.md tells of a sheet that can be drawn, and of all that places in drawings can say."""

import re
from pathlib import Path

import pytest
import yaml
from sheet_fixtures import from_text

from deckgen.draw import theme as themes
from deckgen.draw.paper import find_paper
from deckgen.files import shipped_path
from deckgen.run.validation import validate_game_or_file
from deckgen.sheet import faces
from deckgen.sheet.faces import load_people
from deckgen.sheet.paper import theme as art
from deckgen.sheet.paper.theme import load_sheet_theme
from deckgen.sheet.person import person_of
from deckgen.sheet.reader import load_sheet
from deckgen.sheet.sheet import blank_sheet
from deckgen.sheet.web.page import sheet_html

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "make-a-sheet.md").read_text(encoding="utf-8")
SHEET, THEME, BLOCK, TABLE, FIGHT = re.findall(r"^```yaml\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
SVG, PEOPLE = re.findall(r"^```xml\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)


@pytest.fixture
def game(tmp_path):
    """The game of the page, its theme in a folder beside the sheet."""
    folder = tmp_path / "ferry"
    look = folder / "sheet" / "look"
    look.mkdir(parents=True)
    (folder / "game.yaml").write_text("game: {id: ferry, title: The Night Ferry}\n", encoding="utf-8")
    (look / "ferry.yaml").write_text(THEME, encoding="utf-8")
    (look / "ferry.svg").write_text(SVG, encoding="utf-8")
    (folder / "sheet" / "sheet.yaml").write_text(SHEET, encoding="utf-8")
    return folder


def test_the_plain_sheet_can_be_drawn_and_computes(game):
    spec = load_sheet(game)
    assert blank_sheet(spec, find_paper("letter")).blank
    found = from_text(
        "game: ferry\nname: Ada\ntraits: {nerve: 3, wits: 2}\nluggage: [{item: Trunk, weight: 9}, {weight: 2}]\n",
        game / "ada.yaml",
        spec,
    )
    assert (found.texts["calm"], found.texts["load"]) == ("8", "11 kg")


def test_the_page_works_as_printed_with_the_theme_beside_the_sheet(game):
    folder = game / "sheet"
    (folder / "ferry.yaml").write_text(THEME, encoding="utf-8")
    (folder / "ferry.svg").write_text(SVG, encoding="utf-8")
    sheet = SHEET.replace("theme: sheet", "theme: ferry.yaml")
    assert sheet != SHEET
    (folder / "sheet.yaml").write_text(sheet, encoding="utf-8")
    validate_game_or_file(str(game), None, None)
    spec = load_sheet(game)
    assert load_sheet_theme(spec).style.heading == "tab"
    assert blank_sheet(spec, find_paper("a4")).blank


def test_the_faces_can_be_drawn(tmp_path):
    colors = dict.fromkeys(re.findall(r"#[0-9a-f]{6}", PEOPLE))
    inks = "".join(f'  c{i}: {{screen: "{color}", cmyk: [{i}, 0, 0, 0]}}\n' for i, color in enumerate(colors))
    (tmp_path / "people.svg").write_text(PEOPLE, encoding="utf-8")
    (tmp_path / "look.yaml").write_text(f"extends: sheet\npeople: people.svg\npalette:\n{inks}", encoding="utf-8")
    people = load_people(themes.load(tmp_path / "look.yaml", shipped_path("layouts") / "sheet", within=tmp_path))
    assert people.choose("Ada", "wolf").parts == ("part-body-fur", "part-head-wolf")


def test_the_drawing_takes_the_place_of_blocks(game):
    sheet = yaml.safe_load(SHEET)
    sheet["theme"] = "look/ferry.yaml"
    stack = sheet["pages"][0]["rows"][0][0]
    stack["blocks"] = [yaml.safe_load(BLOCK), *stack["blocks"][2:4]]
    (game / "sheet" / "sheet.yaml").write_text(yaml.safe_dump(sheet, sort_keys=False), encoding="utf-8")
    (page,) = blank_sheet(load_sheet(game), find_paper("a4")).blank
    assert [slot.name for slot in page.slots][:3] == ["name", "calm", "fright.1"]
    assert [picture.name for picture in page.pictures] == ["portrait"]


def test_the_character_goes_to_the_table(game):
    (game / "sheet" / "sheet.yaml").write_text(SHEET + TABLE, encoding="utf-8")
    spec = load_sheet(game)
    hero = "game: ferry\nname: Ada\ntraits: {nerve: 3, wits: 2}\nluggage: [{item: Trunk, weight: 9.5}]\n"
    person = person_of(spec, from_text(hero, game / "ada.yaml", spec))
    assert person["note"] == "Nerve 3, wits 2"
    assert person["presets"][1] == {"title": "Throw Trunk", "roll": "throw", "given": {"kilograms": 9}}
    assert person["tracks"]["fright"]["most"] == 5
    assert person["target"] == {"opponent": 3}


def test_the_view_for_fights_shows_tracks_and_lists(game):
    (game / "sheet" / "sheet.yaml").write_text(SHEET + FIGHT, encoding="utf-8")
    page = sheet_html(load_sheet(game)).decode()
    assert 'data-count="fright"' in page
    assert 'data-guns="luggage"' in page


def test_every_attribute_of_a_place_is_told():
    source = "".join(Path(module.__file__).read_text(encoding="utf-8") for module in (art, faces))
    assert set(re.findall(r'"(data-[a-z-]+)"', source)) == set(re.findall(r"`(data-[a-z-]+)[`=]", TEXT))
    assert " ".join(art.ROLES) in TEXT


def test_every_kind_of_heading_is_told():
    for path in (ROOT / "layouts" / "sheet").glob("*.yaml"):
        for kind in re.findall(r"heading: (\w+)", path.read_text(encoding="utf-8")):
            assert f"`{kind}`" in TEXT
