import pikepdf
import pytest
from cli_fixtures import contents, deck_bytes, refused, run


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "deck.json").write_bytes(deck_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_for_a_print_shop_a_box_has_its_lines_on_a_plate_apart(folder):
    run("box", "deck.json", "--target", "press", "-o", "press.pdf")
    run("box", "deck.json", "-o", "home.pdf")
    with pikepdf.open(folder / "press.pdf") as document:
        (page,) = document.pages
        assert "/Dieline" in [str(space[1]) for space in page.Resources.ColorSpace.values()]
    with pikepdf.open(folder / "home.pdf") as document:
        assert list(document.pages[0].Resources.ColorSpace.keys()) == ["/DefaultRGB"]


@pytest.mark.usefixtures("folder")
def test_a_box_is_no_picture():
    assert "takes pictures" in refused("box", "deck.json", "--target", "foundry", "-o", "b.pdf")


def test_thicker_cards_and_more_decks_make_another_box_until_the_paper_is_too_small(folder):
    run("box", "deck.json", "--stock", "0.4", "-q")
    (name,) = contents(folder / "output")
    assert name.endswith("-box.pdf")
    run("box", "deck.json", "deck.json", "--language", "de", "-o", "two.pdf")
    assert contents(folder)["two.pdf"] != contents(folder / "output")[name]
    assert "does not fit on Letter" in refused(
        "box", "deck.json", "--count", "500", "--paper", "letter", "-o", "b.pdf"
    )


@pytest.mark.usefixtures("folder")
def test_decks_of_two_games_are_refused():
    run("generate", "rough-magic", "--seed", "1", "-o", "other.json")
    assert "make a box for each game" in refused("box", "deck.json", "other.json", "-o", "b.pdf")
