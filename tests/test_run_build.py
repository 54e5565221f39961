from cli_fixtures import GAME

from deckgen.game import load
from deckgen.run.build import build
from deckgen.run.decks import SetPart


def test_nothing_is_left_of_a_build_that_stops(tmp_path):
    game = load(GAME)

    def progress(what):
        if "auditing" in what:
            raise KeyboardInterrupt

    try:
        build(game, game.decks[:1], SetPart("1"), "a4", tmp_path / "out", progress)
    except KeyboardInterrupt:
        assert list(tmp_path.iterdir()) == []
    else:
        raise AssertionError("it did not stop")


def test_files_are_told_in_order_and_are_there(tmp_path):
    game = load(GAME)
    files, doubts = build(game, game.decks[-1:], SetPart("1"), "letter", tmp_path / "out", lambda _: None)
    assert doubts == []
    assert files == sorted((tmp_path / "out").iterdir())
