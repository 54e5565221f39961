import pytest
from cli_fixtures import GAME

from deckgen.errors import DeckgenError
from deckgen.run.sheets import content as written, read_characters, sheets, together
from deckgen.sheet.characters.files import starter
from deckgen.sheet.reader import load_sheet


@pytest.fixture(scope="module")
def spec():
    return load_sheet(GAME)


def test_characters_of_one_name_get_files_of_their_own(spec, tmp_path):
    paths = [tmp_path / each for each in ("one.yaml", "two.yaml")]
    for path in paths:
        path.write_text(starter(spec))
    people = read_characters(spec, paths, [])
    files = [file for file, _ in sheets(spec, people, "a4", print, flat=True, each=True)]
    assert len(set(files)) == 2
    assert files[1] == files[0].replace("-a4.pdf", "-2-a4.pdf") or "two" in files[1]


def test_without_characters_there_is_one_blank_sheet(spec):
    ((name, content),) = sheets(spec, (), "letter", print, flat=True, each=True)
    assert name == f"{GAME}-sheet-letter.pdf"
    assert written(content).startswith(b"%PDF")


def test_problems_of_all_files_are_told(spec, tmp_path):
    with pytest.raises(DeckgenError) as error:
        read_characters(spec, [tmp_path / "a.yaml", tmp_path / "b.yaml"], [tmp_path / "c.pdf"])
    assert {problem.file for problem in error.value.problems} == {
        str(tmp_path / n) for n in ("a.yaml", "b.yaml", "c.pdf")
    }


def test_several_texts_are_documents_of_one():
    assert together([("a", b"x: 1\n")]) == b"x: 1\n"
    assert together([("a", b"x: 1\n"), ("b", b"x: 2\n")]) == b"---\nx: 1\n---\nx: 2\n"
