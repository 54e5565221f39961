import pytest
from sheet_fixtures import GAMES, small, small_sheet, told
from table_files import xlsx

from deckgen.sheet.characters import character_table
from deckgen.sheet.characters.character_table import read_character_table, starter_csv
from deckgen.sheet.reader import load_sheet


def people(folder, text, *changes, code=None):
    file = folder / "people.csv"
    file.write_text(text, encoding="utf-8")
    return read_character_table(file, small(folder, *changes, code=code))


def problems(folder, text, *changes):
    file = folder / "people.csv"
    file.write_text(text, encoding="utf-8")
    return told(read_character_table, file, small(folder, *changes))


def test_a_row_is_a_character(tmp_path):
    heads = (
        "name,Age,traits.might,Traits: Wit,skills.Swim,skills.1.skill,skills.01.level,wounds.head,luck,overrides.lift"
    )
    one, other = people(tmp_path, f"{heads}\nAda,06,2d6,d4,3,Ride,1,2,4,12\nBob,,,,,,,,,\n")
    assert (one.name, one.texts["age"], one.texts["traits.might"], one.texts["traits.wit"]) == (
        "Ada",
        "6",
        "2d6",
        "1d4",
    )
    assert [one.texts[f"skills.{row}.skill"] for row in ("01", "02")] == ["Ride", "Swim"]
    assert (one.texts["skills.02.double"], one.texts["lift"]) == ("6", "12")
    assert (one.marks["wounds.head"], one.marks["luck"]) == (2, 4)
    assert (other.texts["name"], other.rows["skills"]) == ("Bob", 0)


def test_several_of_a_kind(tmp_path, monkeypatch):
    found = people(tmp_path, "copies,name\n3,Guard\n,Boss\n")
    assert [person.name for person in found] == ["Guard 1", "Guard 2", "Guard 3", "Boss"]
    assert problems(tmp_path, "copies,name\nmany,Guard\n") == [
        (2, "copies", "'many' is not a number of characters; write 1 to 999")
    ]
    assert character_table.MOST_CHARACTERS == 10_000
    monkeypatch.setattr(character_table, "MOST_CHARACTERS", 10)  # which are made sooner
    assert len(people(tmp_path, "copies,name\n" + "5,Guard\n" * 2)) == 10
    ((_, path, what),) = problems(tmp_path, "copies,name\n" + "5,Guard\n" * 2 + "1,Boss\n")
    assert (path, what) == (
        "copies",
        "there are more than 10 characters; split the table into several files",
    )


def test_printed_labels_name_fields_where_only_one_has_them(tmp_path):
    (one,) = people(tmp_path, "NAME,might,Skills 2: Level,skills 2: skill\nAda,2d6,3,Swim\n")
    assert (one.texts["traits.might"], one.texts["skills.01.skill"]) == ("2d6", "Swim")
    two = ("{might: Might, wit: Wit}", "{might: Might, wit: Name}")
    (one,) = people(tmp_path, "Name,Traits: Name\nAda,2d6\n", two)
    assert (one.texts["name"], one.texts["traits.wit"]) == ("Ada", "2d6")


def test_an_entry_may_have_a_name_and_a_speciality(tmp_path):
    text = "name,traits.dexterity,skills.Shooting/Pistols,skills.Shooting/Pistols.trait\nAda,3d8,2,dexterity\n"
    file = tmp_path / "people.csv"
    file.write_text(text)
    (one,) = read_character_table(file, load_sheet("west-that-wasnt"))
    texts = {name.rpartition(".")[2]: text for name, text in one.texts.items() if name.startswith("skills.01")}
    assert (texts["skill"], texts["specialization"], texts["level"], texts["reading"]) == (
        "Shooting",
        "Pistols",
        "2",
        "3d8",
    )


def test_what_is_wrong_with_the_head_is_told(tmp_path):
    text = "name,wagge,age,Age,lift,,game\nAda,1,2,3,4,5,small,8\n"
    assert problems(tmp_path, text) == [
        (1, "column B", 'the sheet has no field "wagge"; did you mean "age"?'),
        (1, "column D", '"Age" is the same field as column C; keep one of the two'),
        (1, "column E", '"lift" is computed from other values; remove the column, or call it overrides.lift'),
        (
            2,
            "",
            "the row has more cells than the 7 of the head; put texts with separators into quotation marks",
        ),
        (2, "column F", "the column has no head; name its field in the first row"),
    ]
    assert problems(tmp_path, "age\n3\n") == [
        (1, "", 'there is no column "name"; add it: every character must have it')
    ]
    assert problems(tmp_path, "name\n") == [(None, "", "there is no character below the head; write one in each row")]


def test_what_is_wrong_with_a_character_is_told_by_row_and_column(tmp_path):
    text = "name;Age;traits.might;skills.Swim;game\nAda;x;2d7;9;\n;3;;;\nBob;3;;;large\n"
    assert problems(tmp_path, text) == [
        (2, "Age", "'x' is not a number; write digits, without quotes or a unit"),
        (2, "skills.Swim", "9 is not possible here; write 0 to 4"),
        (2, "traits.might", "the game has no d7 here; use d4, d6"),
        (3, "", "name is missing; add name: ..."),
        (
            4,
            "game",
            "this is a character of 'large', not of 'small'; draw it with the sheet of large, or change the game",
        ),
    ]


def test_a_spreadsheet_is_read_alike(tmp_path):
    file = tmp_path / "people.xlsx"
    file.write_bytes(xlsx(["name", "age"], ["Ada", 6]))
    (one,) = read_character_table(file, small(tmp_path))
    assert one.texts["age"] == "6"


@pytest.mark.parametrize("code", [None, "de"])
@pytest.mark.parametrize("game", GAMES)
def test_a_new_table_can_be_read_at_once(tmp_path, game, code):
    spec = load_sheet(game, code)
    file = tmp_path / "people.csv"
    file.write_bytes(starter_csv(spec))
    assert len(read_character_table(file, spec)) == 1


def test_a_table_of_many_wrong_heads_is_told_shortly(tmp_path):
    heads = ",".join(f"what{i}" for i in range(900))
    told_ = problems(tmp_path, f"name,{heads}\nAda\n")
    assert len(told_) == 21
    assert "there are 880 more unknown heads, from column V on" in " ".join(what for *_, what in told_)


def test_columns_without_a_head_are_told_once(tmp_path):
    assert len(problems(tmp_path, "name,\n" + "Ada,x\n" * 50)) == 1


@pytest.mark.finding("R21")
def test_a_letter_that_no_font_has_is_told_where_it_stands_in_the_table(tmp_path):
    made = small_sheet(tmp_path)
    (tmp_path / "people.csv").write_text("name,age\nAda,1\nAda漢,3\n", encoding="utf-8")
    _, person = read_character_table(tmp_path / "people.csv", made.spec)
    ((line, path, what),) = told(made.drawings, person)
    assert (line, path) == (3, "name")
    assert what.startswith("U+6F22 漢 is in none of the fonts")
