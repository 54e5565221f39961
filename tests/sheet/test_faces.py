"""Faces: the same name has the same face, people of a group differ, and a wrong drawing is reported at its line."""

import re
from itertools import combinations

import pytest
from sheet_fixtures import told

from deckgen.draw import theme as themes
from deckgen.draw.drawing import IDENTITY
from deckgen.files import shipped_path
from deckgen.library.sheets import Sheet
from deckgen.sheet.faces import load_people, split_copy
from deckgen.sheet.formula import FormulaError
from deckgen.sheet.paper.portraits import choose_face
from deckgen.sheet.paper.theme import load_sheet_theme

SHEETS = shipped_path("layouts") / "sheet"
GAMES = {
    "west-that-wasnt": "dry-ridge",
    "rough-magic": "drowned-bell",
    "action-and-combat": "tether-station",
    "future-imperfect": "quill-station",
}
PEOPLE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" data-kinds="woman man" data-shared="body">
<symbol id="part-body-coat" viewBox="0 0 10 10"><rect x="1" y="6" width="8" height="4" fill="#1f3d5a"/></symbol>
<symbol id="part-body-gown" viewBox="0 0 10 10"><rect x="2" y="6" width="6" height="4" fill="#1f3d5a"/></symbol>
<symbol id="part-head-round" viewBox="0 0 10 10"><circle cx="5" cy="4" r="3" fill="#eaf0f5"/></symbol>
<symbol id="part-head-long" viewBox="0 0 10 10"><ellipse cx="5" cy="4" rx="2" ry="3" fill="#eaf0f5"/></symbol>
<symbol id="part-beard-none" viewBox="0 0 10 10" data-for="man" data-weight="2"/>
<symbol id="part-beard-full" viewBox="0 0 10 10" data-for="man"><rect x="4" y="5" width="2" height="2" fill="#1f3d5a"/></symbol>
<symbol id="part-hat-crown" viewBox="0 0 10 10" data-weight="0"><rect x="3" y="0" width="4" height="2" fill="#1f3d5a"/></symbol>
<symbol id="part-hat-none"/>
<symbol id="part-body-fur" data-for="wolf"/>
<symbol id="part-head-wolf" data-for="wolf"><path d="M3 2 L7 2 L5 7 Z" fill="#1f3d5a"/></symbol>
<rect id="head" x="2" y="0" width="6" height="7" fill="none"/>
<g id="colors-skin"><g><rect fill="#eaf0f5"/></g><g><rect fill="#c2ccd6"/></g></g>
</svg>"""
THEME = """palette:
  accent: {screen: "#1f3d5a", cmyk: [80, 50, 30, 40]}
  tint: {screen: "#eaf0f5", cmyk: [8, 3, 2, 0]}
  line: {screen: "#c2ccd6", cmyk: [22, 12, 10, 0]}
people: people.svg
extends: sheet
"""


def people_of(folder, svg=PEOPLE):
    (folder / "people.svg").write_text(svg, encoding="utf-8")
    (folder / "look.yaml").write_text(THEME, encoding="utf-8")
    return load_people(themes.load(folder / "look.yaml", SHEETS, within=folder))


@pytest.fixture
def people(tmp_path):
    return people_of(tmp_path)


@pytest.mark.parametrize("name", ["Ada Ruiz", "Анна Петровна", "李小龍", "", "🐺", "x" * 200, "Deputy 2"])
def test_the_same_name_has_the_same_face(people, tmp_path, name):
    face = people.choose(name)
    assert face == people_of(tmp_path).choose(name)
    assert people.items(face, IDENTITY)
    assert face == people.choose(f" {name.upper()}  ")


def test_a_face_does_not_change_with_the_version(people):
    """Known faces: what pages for the browser choose, too; a change would give everybody another face."""
    assert people.choose("Ada Ruiz") == (
        ("part-body-gown", "part-head-long", "part-beard-full", "part-hat-none"),
        (("#eaf0f5", "#c2ccd6"),),
    )


def test_copies_share_their_dress_and_differ_in_the_rest(people):
    one, two = (people.choose(f"Deputy {number}", "man") for number in (1, 2))
    body, head = one.parts[:2]
    assert body == two.parts[0]
    assert head != two.parts[1]
    assert split_copy(" Deputy  12") == ("deputy", 12)
    assert split_copy("Nine 1234") == ("nine 1234", 0)


def test_kinds_have_their_own_parts(people):
    assert not any("beard" in part for part in people.choose("Ada", "woman").parts)
    assert people.choose("Ada", "wolf").parts == ("part-body-fur", "part-head-wolf")
    names = [people.choose(f"Somebody {letter}").parts for letter in "abcdefgh"]
    assert any(len(parts) == 4 for parts in names)
    assert any(len(parts) == 3 for parts in names)


def test_a_face_names_parts_and_only_then_those_without_weight(people):
    assert people.choose("Ada", "woman, hat-crown").parts[-1] == "part-hat-crown"
    assert all("part-hat-crown" not in people.choose(f"Ada {number}").parts for number in range(40))


def test_an_unknown_face_is_refused_with_a_remedy(people):
    with pytest.raises(FormulaError, match='no face "wulf"') as error:
        people.choose("Ada", "wulf")
    assert "wolf" in error.value.remedy


def test_colors_are_those_of_the_theme(people):
    fills = {item.fill for number in range(9) for item in people.items(people.choose(f"Ada {number}"), IDENTITY)}
    assert fills == {"#1f3d5a", "#eaf0f5", "#c2ccd6"}


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        (
            '<symbol id="part-head-wolf" data-for="wolf">',
            '<symbol id="part-nose-wolf" data-for="wolf">',
            "category head",
        ),
        ("part-body-fur", "part-tail-fur", "category body"),
        (' data-kinds="woman man"', "", "no kind of people"),
        (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"',
            '<svg xmlns="http://www.w3.org/2000/svg"',
            "no viewBox",
        ),
        ('id="part-hat-none"', 'id="part-hat"', "no name of a part"),
        ('id="part-hat-none"', 'id="part-hat-none" viewBox="0 0 9 9"', "viewBox is not that"),
        ('data-weight="2"', 'data-weight="often"', "data-weight is 'often'"),
        ('width="8" height="4"', 'width="12" height="4"', "beyond the viewBox"),
        ('cx="5" cy="4" r="3" fill="#eaf0f5"', 'cx="5" cy="4" r="3" fill="#123456"', "not in the theme's palette"),
        ('<g><rect fill="#c2ccd6"/></g>', '<g><rect fill="#c2ccd6"/><rect fill="#1f3d5a"/></g>', "set of 2 colors"),
        ('<g><rect fill="#c2ccd6"/></g>', '<g><rect fill="#123456"/></g>', "has the color #123456"),
    ],
)
def test_what_is_wrong_with_a_drawing_is_told_in_its_file(tmp_path, old, new, what):
    assert old in PEOPLE
    ((line, _, said),) = told(people_of, tmp_path, PEOPLE.replace(old, new))
    assert what in said
    assert line


@pytest.mark.parametrize(("game", "table"), GAMES.items())
def test_all_of_a_shipped_roster_differ(game, table):
    sheet = Sheet.load(game)
    people = load_sheet_theme(sheet.spec).people
    if people is None:
        pytest.skip("the game has no faces yet")
    characters = sheet.read(shipped_path("data") / game / "characters" / f"{table}.csv")
    faces = {}
    for character in characters:
        face = choose_face(people, character, None)
        parts = [part for part in face.parts if not re.match("part-ground", part)]
        faces[character.name] = {*parts, *(new for _, new in face.recolor)}
    for (one, face), (other, other_face) in combinations(faces.items(), 2):
        assert len(face ^ other_face) >= 6, (one, other)


def test_a_face_names_a_set_of_colors(people):
    looks = {people.choose(f"Ada {number}", "skin-2").recolor for number in range(9)}
    assert looks == {(("#eaf0f5", "#c2ccd6"),)}
    assert people.choose("Ada 3", "skin-1").recolor == (("#eaf0f5", "#eaf0f5"),)
