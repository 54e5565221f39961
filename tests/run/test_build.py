import pikepdf
import pytest
from card_files import card_game
from cli_fixtures import GAME
from page_svg import page
from pictures import encoded, photo

from deckgen.errors import DeckgenWarning
from deckgen.library.choices import DeckSelection
from deckgen.library.games import load_game
from deckgen.run import build as module
from deckgen.run.build import build


def test_nothing_is_left_of_a_build_that_stops(tmp_path):
    game = load_game(GAME)

    def progress(what):
        if "auditing" in what:
            raise KeyboardInterrupt

    try:
        build(game, (), DeckSelection("1"), "a4", tmp_path / "out", progress)
    except KeyboardInterrupt:
        assert list(tmp_path.iterdir()) == []
    else:
        raise AssertionError("it did not stop")


@pytest.fixture
def few(monkeypatch):
    """What a build begins with is all that it makes of a deck."""
    steps = [step for step in module.STEPS if step.make in (module._decks, module._cards)]
    monkeypatch.setattr(module, "STEPS", steps)


@pytest.mark.usefixtures("few")
def test_files_are_told_in_order_and_are_there(tmp_path):
    game = load_game(GAME)
    part, out = DeckSelection("1"), tmp_path / "out"
    built = build(game, game.decks[-1:], part, "letter", out, lambda _: None, references=False, colophon=True)
    assert built.errors == []
    with pikepdf.open(built.press) as press:
        assert len(press.pages) == 2 * (game.data.decks[-1].size + 1)
    assert built.files == sorted((tmp_path / "out").iterdir())
    assert {built.cards, built.press, built.play} < set(built.files)


@pytest.mark.usefixtures("few")
def test_what_to_begin_with_is_of_the_first_deck_that_was_made(tmp_path):
    game = load_game(GAME)
    second = DeckSelection("1", 2, (2,))
    built = build(game, game.decks[-1:], second, "a4", tmp_path, lambda _: None)
    stem = f"{GAME}-{game.decks[-1]}-1-2"
    assert [built.cards, built.press, built.play] == [
        tmp_path / f"{stem}{ending}" for ending in ("-cards-a4.pdf", "-press.pdf", "-play.html")
    ]
    assert {built.cards, built.press, built.play} < set(built.files)


def test_a_picture_that_no_print_shop_takes_leaves_out_the_file_for_one_alone(tmp_path):
    row = ("One", "coarse.png")
    folder = card_game(tmp_path / "omens", ("name", "art"), row, yaml="sections:\n  art: {kind: picture, title: Art}\n")
    (folder / "coarse.png").write_bytes(encoded(photo()))
    (folder / "card.svg").write_bytes(page('<rect id="slot-art" width="50" height="70"/>'))
    (folder / "card.yaml").write_text("extends: poker\nslots:\n  art: {widget: picture}\n")
    text = (folder / "game.yaml").read_text().replace("events.csv}", "events.csv, layout: card.svg}")
    (folder / "game.yaml").write_text(text)
    with pytest.warns(DeckgenWarning, match="coarse.png has only"):
        built = build(load_game(folder), (), DeckSelection("1"), "a4", tmp_path / "out", lambda _: None, jobs=1)
    (error,) = built.errors
    assert "coarse.png has only" in error.message
    assert built.cards.is_file()
    assert not built.press.exists()
