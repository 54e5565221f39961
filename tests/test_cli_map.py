import pytest
from cli_fixtures import GAME, refused, run

from deckgen.game import load


@pytest.mark.parametrize(
    ("name", "start"), [("map.pdf", b"%PDF"), ("map.svg", b"<"), ("map.png", b"\x89PNG")]
)
def test_a_map_is_written_as_its_name_ends(tmp_path, name, start):
    result = run("map", GAME, "-o", tmp_path / name)
    assert result.stderr == f"wrote {tmp_path / name}\n"
    assert (tmp_path / name).read_bytes().startswith(start)


def test_a_map_on_stdout_is_a_pdf():
    assert run("map", GAME, "--paper", "letter", "-o", "-").stdout_bytes.startswith(b"%PDF")


def test_an_unknown_deck_or_paper_is_told():
    assert "no deck is called 'x'" in refused("map", GAME, "--deck", "x", "-o", "-")
    assert "no paper 'a9'" in refused("map", GAME, "--paper", "a9", "-o", "-")


def test_a_map_is_explained_in_the_language_that_is_asked_for(tmp_path):
    run("map", GAME, "--language", "de", "-q", "-o", tmp_path / "map.svg")
    assert load(GAME, "de").deck().title in (tmp_path / "map.svg").read_text(encoding="utf-8")
    assert 'not translated to "fr"; choose from en, de' in refused("map", GAME, "--language", "fr", "-o", "-")
