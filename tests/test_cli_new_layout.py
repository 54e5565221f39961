import pytest
from cli_fixtures import contents, refused, run

from deckgen.card.layout import load_layout


def test_a_new_layout_is_two_files_that_are_valid(tmp_path):
    result = run("new-layout", "my-card", "--from", "west", "-o", tmp_path / "art")
    files = [tmp_path / "art" / name for name in ("my-card.svg", "my-card.yaml")]
    assert result.stderr.splitlines() == [f"wrote {file}" for file in files]
    assert sorted(contents(tmp_path / "art")) == ["my-card.svg", "my-card.yaml"]
    assert load_layout(files[0]).name == "my-card"
    assert run("validate", files[0]).stderr == f"{files[0]}: nothing wrong\n"


def test_files_that_are_there_are_left_alone(tmp_path):
    (tmp_path / "my-card.yaml").write_text("mine", encoding="utf-8")
    assert "my-card.yaml: is there already" in refused("new-layout", "my-card", "-o", tmp_path)
    assert contents(tmp_path) == {"my-card.yaml": b"mine"}


@pytest.mark.parametrize(
    "call", [["new-layout", "My Card"], ["new-layout", "../x"], ["new-layout", "x", "-o", "-"]]
)
def test_what_is_no_name_or_folder_is_a_wrong_call(call):
    assert "Error: " in refused(*call, code=2)


def test_an_unknown_layout_to_begin_with_is_told():
    assert 'did you mean "poker"?' in refused("new-layout", "x", "--from", "pokr")


def test_a_layout_that_is_there_is_left_alone(tmp_path):
    run("new-layout", "mine", "--from", "west", "-o", tmp_path)
    before = contents(tmp_path)
    assert "mine.svg: is there already" in refused("new-layout", "mine", "-o", tmp_path)
    assert contents(tmp_path) == before
