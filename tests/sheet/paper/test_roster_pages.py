import pytest
from sheet_fixtures import EACH_CHARACTER, GAMES, PAPERS, load_character, person, sheet, small, told

from deckgen.draw.drawing import Path, Text
from deckgen.draw.paper import find_paper
from deckgen.files import shipped_path
from deckgen.sheet.characters.character_table import read_character_table
from deckgen.sheet.characters.files import to_yaml
from deckgen.sheet.paper.roster_pages import roster_drawings
from deckgen.sheet.paper.theme import load_sheet_theme
from deckgen.sheet.reader import load_sheet

ROSTER = """\
format: deckgen-roster/1
roster:
  columns:
    - {of: name, width: 3}
    - {of: age, width: 1, label: Years}
    - {of: lift, width: 1}
    - {of: traits, width: 2, short: {might: Mi}}
    - {of: skills, width: 3, most: 2, show: ["{skill}", "level {level}", "{double}"]}
    - {of: wounds, width: 3, across: 2}
    - {of: shock, width: 2, start: age}
"""


@pytest.fixture
def made(tmp_path):
    small(tmp_path)
    (tmp_path / "small" / "sheet" / "roster.yaml").write_text(ROSTER)
    return load_sheet(tmp_path / "small")


def people(folder, spec, *each):
    found = []
    for data in each:
        file = folder / "a.yaml"
        file.write_text(to_yaml({"game": "small", **data}))
        found.append(load_character(file, spec))
    return found


def texts(drawing):
    return [item.string for item in drawing.items if isinstance(item, Text)]


def pages(spec, found, paper="a4"):
    return roster_drawings(spec, load_sheet_theme(spec), find_paper(paper), found)


ADA = {
    "name": "Ada", "age": 7, "traits": {"might": "2d6", "wit": "d4"},
    "skills": [{"skill": "Swim", "level": 3}, {"skill": "Ride"}, {"skill": "Sing"}], "wounds": {"head": 2}, "shock": 3,
}  # fmt: skip


def test_a_row_says_what_its_columns_ask_for(tmp_path, made):
    (page,) = pages(made, people(tmp_path, made, ADA))
    said = texts(page)
    assert {
        "Name",
        "Years",
        "Ada",
        "7",
        "9 kg",
        "Mi 2d6 · Wit 1d4",
        "Swim",
        "level 3 · 6",
        "Ride",
        "and 1 more",
    } <= set(said)
    assert "Sing" not in said
    assert page.width > page.height


def test_boxes_are_as_many_as_the_levels_or_the_start_and_ticked_as_marked(tmp_path, made):
    (page,) = pages(made, people(tmp_path, made, ADA))
    (none,) = pages(made, people(tmp_path, made, {**ADA, "wounds": {"head": 0}, "shock": 0}))
    boxes = [item for item in none.items if isinstance(item, Path) and item.fill == load_sheet_theme(made).style.paper]
    assert len(boxes) >= 2 * 2 + 7
    strokes = [len([item for item in each.items if isinstance(item, Path)]) for each in (page, none)]
    assert strokes[0] - strokes[1] == 2 * (2 + 3)


def test_more_than_a_page_has_heads_on_each_and_every_character_once(tmp_path, made):
    found = people(tmp_path, made, *({"name": f"Nr {i}", "age": 7} for i in range(80)))
    every = pages(made, found)
    assert len(every) > 1
    assert all("Years" in texts(page) for page in every)
    assert f"Roster, page 2 of {len(every)}" in texts(every[1])
    names = [text for page in every for text in texts(page) if text.startswith("Nr ")]
    assert names == [person.name for person in found]
    upright = (
        (tmp_path / "small" / "sheet" / "roster.yaml").read_text().replace("  columns", "  landscape: false\n  columns")
    )
    (tmp_path / "small" / "sheet" / "roster.yaml").write_text(upright)
    page = pages(load_sheet(tmp_path / "small"), found)[0]
    assert page.width < page.height


def test_a_game_without_a_roster_is_told(tmp_path):
    spec = small(tmp_path)
    assert told(pages, spec, ()) == [(None, "", "the game has no roster; write roster.yaml beside its sheet.yaml")]


@EACH_CHARACTER
def test_shipped_characters_fit(game, path):
    for paper in PAPERS:
        assert pages(sheet(game).spec, [person(path, game)], paper)


@pytest.mark.parametrize("game", GAMES)
def test_shipped_tables_fit_on_rosters_and_their_rows_are_characters(game):
    (table,) = (shipped_path("data") / game / "characters").glob("*.csv")
    for code in ("en", "de"):
        spec = load_sheet(game, code)
        found = read_character_table(table, spec)
        assert len({person.name for person in found}) >= 8
        for paper in ("a4", "letter"):
            assert pages(spec, found, paper)


def test_copies_have_facts_once_and_names_and_tracks_each(tmp_path, made):
    guards = [{**ADA, "name": f"Guard {number}", "shock": number} for number in (1, 2, 3)]
    (page,) = pages(made, people(tmp_path, made, *guards, {**ADA, "name": "Guard 4", "age": 8}))
    said = texts(page)
    assert [said.count(word) for word in ("Guard 1", "Guard 3", "Swim", "Head")] == [1, 1, 2, 4]
    (apart,) = pages(made, people(tmp_path, made, *guards[:2], {**ADA, "name": "Watch 3"}))
    assert texts(apart).count("Swim") == 2


@pytest.mark.parametrize(("game", "table"), [("west-that-wasnt", "dry-ridge")])
def test_everybody_has_a_face(game, table):
    spec = load_sheet(game)
    found = read_character_table(shipped_path("data") / game / "characters" / f"{table}.csv", spec)
    fills = [{item.fill for item in page.items if isinstance(item, Path)} for page in pages(spec, found)]
    skins = {"#e0b088", "#c4895c", "#93603e", "#f0d2b3", "#643e29"}
    assert all(len(skins & page) > 1 for page in fills)


def test_an_unknown_face_is_told_at_its_line(tmp_path):
    spec, file = load_sheet("west-that-wasnt"), tmp_path / "ada.yaml"
    file.write_text("game: west-that-wasnt\nname: Ada\nface: wolf\n")
    ((line, path, said),) = told(pages, spec, [load_character(file, spec)])
    assert (line, path) == (3, "face")
    assert 'no face "wolf"' in said
