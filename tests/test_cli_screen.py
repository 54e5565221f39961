from cli_fixtures import refused, run
from game_files import COLUMNS, DECK, GAME, SECTIONS, write

WITH_SCREEN = "rough-magic"


def test_a_screen_is_a_pdf(tmp_path):
    result = run("screen", WITH_SCREEN, "-o", tmp_path / "screen.pdf")
    assert result.stderr == f"wrote {tmp_path / 'screen.pdf'}\n"
    assert (tmp_path / "screen.pdf").read_bytes().startswith(b"%PDF")
    assert run("screen", WITH_SCREEN, "--paper", "letter", "-o", "-").stdout_bytes.startswith(b"%PDF")


def test_a_game_without_a_screen_and_an_unknown_deck_or_paper_are_told(tmp_path):
    folder = write(tmp_path, GAME, COLUMNS, SECTIONS, DECK)
    assert "screen: the game has no screen; say under screen:" in refused("screen", folder, "-o", "-")
    assert "no deck is called 'x'" in refused("screen", WITH_SCREEN, "--deck", "x", "-o", "-")
    assert "no paper 'a9'" in refused("screen", WITH_SCREEN, "--paper", "a9", "-o", "-")
