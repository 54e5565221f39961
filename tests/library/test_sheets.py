import pytest
from cli_fixtures import GAME

from deckgen.errors import DeckgenError
from deckgen.library.sheets import Sheet, join_yaml
from deckgen.sheet.characters.files import starter_yaml


@pytest.fixture(scope="module")
def sheet():
    return Sheet.load(GAME)


def test_characters_of_one_name_get_files_of_their_own(sheet, tmp_path):
    paths = [tmp_path / each for each in ("one.yaml", "two.yaml")]
    for path in paths:
        path.write_text(starter_yaml(sheet.spec))
    files = [name for name, _ in sheet.fill_each(paths, flat=True)]
    assert len(set(files)) == 2
    assert files[1] == files[0].replace("-a4.pdf", "-2-a4.pdf") or "two" in files[1]


def test_without_characters_there_is_one_blank_sheet(sheet):
    letter = Sheet(sheet.spec, "letter")
    ((name, content),) = letter.fill_each((), flat=True)
    assert name == f"{GAME}-sheet-letter.pdf"
    assert content == letter.pdf(flat=True)
    assert content.startswith(b"%PDF")


def test_problems_of_all_files_are_told(sheet, tmp_path):
    with pytest.raises(DeckgenError) as error:
        sheet.read_files([tmp_path / "a.yaml", tmp_path / "b.yaml"], [tmp_path / "c.pdf"])
    assert {problem.file for problem in error.value.problems} == {
        str(tmp_path / n) for n in ("a.yaml", "b.yaml", "c.pdf")
    }


def test_several_texts_are_documents_of_one():
    assert join_yaml([("a", b"x: 1\n")]) == b"x: 1\n"
    assert join_yaml([("a", b"x: 1\n"), ("b", b"x: 2\n")]) == b"---\nx: 1\n---\nx: 2\n"
