import pytest

from deckgen.errors import GameError, LayoutError
from deckgen.game import load
from deckgen.run.starters import new_game, new_layout


def test_a_new_game_has_its_name_and_loads(tmp_path):
    files = new_game("mine", "rough-magic", tmp_path / "mine")
    assert all(file.is_file() for file in files)
    assert load(tmp_path / "mine").id == "mine"


@pytest.mark.parametrize(
    ("name", "like", "told"),
    [
        ("rough-magic", None, "a shipped game is called this"),
        ("mine", "rough-magik", 'did you mean "rough-magic"'),
        ("mine", None, "is there already"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_written(name, like, told, tmp_path):
    (tmp_path / "notes.txt").write_text("")
    with pytest.raises(GameError, match=told):
        new_game(name, like, tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]


def test_a_layout_that_is_there_is_left_alone(tmp_path):
    files = new_layout("mine", "west", tmp_path)
    before = [file.read_bytes() for file in files]
    with pytest.raises(LayoutError, match=r"mine\.svg: is there already"):
        new_layout("mine", "poker", tmp_path)
    assert [file.read_bytes() for file in files] == before
