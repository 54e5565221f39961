import io
import json

import pikepdf
import pytest
from cli_fixtures import GAME, contents, deck_bytes, refused, run
from game_files import COLUMNS, DECK, GAME as SMALL, SECTIONS, write
from hero_games import write_hero, write_heroes
from PIL import Image
from pypdf import PdfReader

from deckgen.game import read_game


@pytest.mark.parametrize(("name", "start"), [("map.pdf", b"%PDF"), ("map.svg", b"<"), ("map.png", b"\x89PNG")])
def test_a_map_is_written_as_its_name_ends(tmp_path, name, start):
    result = run("map", GAME, "-o", tmp_path / name)
    assert result.stderr == f"wrote {tmp_path / name}\n"
    assert (tmp_path / name).read_bytes().startswith(start)


def test_a_map_on_stdout_is_a_pdf():
    assert run("map", GAME, "--paper", "letter", "-o", "-").stdout_bytes.startswith(b"%PDF")


def test_an_unknown_deck_or_paper_is_told():
    assert "no deck is called 'x'" in refused("map", GAME, "--deck", "x", "-o", "-")
    assert "no paper 'a9'" in refused("map", GAME, "--paper", "a9", "-o", "-")


def test_a_map_explains_a_hero_s_own_deck(tmp_path):
    game = write_heroes(tmp_path / "game")
    hero = write_hero(tmp_path / "ada.yaml", Aim="one", Run="three")
    told = run("map", game, "--character", hero, "-o", tmp_path / "map.svg").stderr
    assert "Ada" in (tmp_path / "map.svg").read_text(encoding="utf-8")
    assert told.count("\n") == 1
    assert "remove --deck" in refused("map", game, "--character", hero, "--deck", "main", "-o", "-", code=2)
    write_hero(hero)
    assert "the character has none of its results" in refused("map", game, "--character", hero, "-o", "-")


def test_a_map_is_explained_in_the_language_that_is_asked_for(tmp_path):
    run("map", GAME, "--language", "de", "-q", "-o", tmp_path / "map.svg")
    assert read_game(GAME, "de").deck().title in (tmp_path / "map.svg").read_text(encoding="utf-8")
    assert 'not translated to "fr"; choose from en, de' in refused("map", GAME, "--language", "fr", "-o", "-")


WITH_SCREEN = "rough-magic"


def test_a_screen_is_a_pdf(tmp_path):
    result = run("screen", WITH_SCREEN, "-o", tmp_path / "screen.pdf")
    assert result.stderr == f"wrote {tmp_path / 'screen.pdf'}\n"
    assert (tmp_path / "screen.pdf").read_bytes().startswith(b"%PDF")
    assert run("screen", WITH_SCREEN, "--paper", "letter", "-o", "-").stdout_bytes.startswith(b"%PDF")


def test_a_game_without_a_screen_and_an_unknown_deck_or_paper_are_told(tmp_path):
    folder = write(tmp_path, SMALL, COLUMNS, SECTIONS, DECK)
    assert "screen: the game has no screen; list its panels under screen:" in refused("screen", folder, "-o", "-")
    assert "no deck is called 'x'" in refused("screen", WITH_SCREEN, "--deck", "x", "-o", "-")
    assert "no paper 'a9'" in refused("screen", WITH_SCREEN, "--paper", "a9", "-o", "-")


TOKENS = "tokens:\n  coin: {title: Coin, count: 200, color: open, text: pays, size: 30}\n"


@pytest.fixture
def small(tmp_path):
    """A game of a user's own with 200 large tokens."""
    return write(tmp_path / "small", SMALL, COLUMNS, DECK, SECTIONS, TOKENS)


def words(pdf):
    return [page.extract_text() for page in PdfReader(pdf).pages]


@pytest.mark.parametrize("paper", ["a4", "letter", "universal"])
def test_all_tokens_of_a_game_fit_on_two_sheets(tmp_path, paper):
    out = tmp_path / "tokens.pdf"
    result = run("tokens", GAME, "--paper", paper, "-o", out)
    assert (result.stdout, result.stderr) == ("", f"wrote {out}\n")
    assert len(words(out)) == 2


def test_tokens_that_do_not_fit_go_on_over_sheets_with_backs_if_they_are_wanted(small, tmp_path):
    run("tokens", small, "-q", "-o", tmp_path / "t.pdf")
    fronts = words(tmp_path / "t.pdf")
    assert sum(page.count("pays") for page in fronts) == 200
    run("tokens", small, "--flip", "long-edge", "-q", "-o", tmp_path / "t.pdf")
    both = words(tmp_path / "t.pdf")
    assert len(both) == 2 * len(fronts)
    assert [page.count("pays") for page in both[::2]] == [page.count("pays") for page in fronts]
    assert not any("pays" in page for page in both[1::2])


def test_a_folder_gets_a_file_of_that_name_and_stdout_the_same_bytes(tmp_path):
    run("tokens", "rough-magic", "-q", "-o", tmp_path / "out")
    (name,) = contents(tmp_path / "out")
    assert name == "rough-magic-tokens-a4.pdf"
    assert run("tokens", "rough-magic", "-o", "-").stdout_bytes == contents(tmp_path / "out")[name]


def test_tokens_speak_the_language_that_is_asked_for(tmp_path):
    run("tokens", GAME, "--language", "de", "-q", "-o", tmp_path / "t.pdf")
    assert sum(page.count("Zielen") for page in words(tmp_path / "t.pdf")) == 12


def test_a_game_without_tokens_and_an_unknown_paper_are_told(tmp_path):
    plain = write(tmp_path / "plain", SMALL, COLUMNS, DECK, SECTIONS)
    assert "the game has no tokens; add them under tokens:" in refused("tokens", plain, "-o", "-")
    assert "paper 'a9'" in refused("tokens", GAME, "--paper", "a9", "-o", "-")


def test_validate_tells_tokens_that_cannot_be_drawn(small):
    write(small, **{"4": TOKENS.replace("open", "gold")})
    assert 'tokens.coin.color: the palette has no color "gold"' in refused("validate", small)


def test_a_token_that_is_no_token_is_told_with_its_line(small):
    write(small, **{"4": "tokens:\n  coin: {title: Coin, count: 0, color: open, mark: 12345, shape: oval}\n"})
    told = refused("tokens", small, "-o", "-")
    for path in ("tokens.coin.count", "tokens.coin.mark", "tokens.coin.shape"):
        assert f"4.yaml:2: {path}: " in told


@pytest.mark.finding("R11")
@pytest.mark.parametrize("command", ["tokens", "validate"])
def test_tokens_of_a_game_without_a_deck_are_told(tmp_path, command):
    game = write(tmp_path / "small", SMALL, TOKENS)
    assert "the game has no decks; add one" in refused(command, game)


def pages(path):
    with pikepdf.open(path) as document:
        return len(document.pages)


def test_a_deck_fits_on_one_sheet(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deck.json").write_bytes(deck_bytes())
    run("contact", "deck.json", "-q", "-o", "contact.pdf")
    assert pages("contact.pdf") == 1
    assert "decks of a run" in refused("contact", "deck.json", "--decks", "1-5", "-o", "x.pdf", code=2)


def test_templates_are_a_file_or_a_folder_with_the_cuts_of_each(tmp_path):
    assert run("templates", "west-that-wasnt", "-o", tmp_path / "t.pdf").stderr == f"wrote {tmp_path / 't.pdf'}\n"
    run("templates", "west-that-wasnt", "--only", "path", "--scale", "1:60", "-q", "-o", tmp_path / "path.dxf")
    assert (tmp_path / "path.dxf").read_bytes().startswith(b"  0\nSECTION")
    run("templates", "rough-magic", "-q", "-o", f"{tmp_path}/out/")
    names = [f"rough-magic-{name}.{kind}" for name in ("gauge", "grenade", "ranges") for kind in ("dxf", "svg")]
    assert sorted(contents(tmp_path / "out")) == sorted([*names, "rough-magic-templates-a4.pdf"])
    assert b"<title>Fragmentation grenade" in contents(tmp_path / "out")["rough-magic-grenade.svg"]


def test_templates_that_cannot_be_made_are_told(tmp_path):
    plain = write(tmp_path, SMALL, COLUMNS, SECTIONS, DECK)
    assert "the game has no templates; add them under templates:" in refused("templates", plain, "-o", "-")
    of_game = "templates", "rough-magic"
    assert 'no template "rangs"; did you mean "ranges"?' in refused(*of_game, "--only", "rangs", "-o", "-")
    assert "name a folder for a file of each" in refused(*of_game, "-o", tmp_path / "t.svg")
    assert "takes more than 9 sheets" not in refused(*of_game, "--scale", "1:1", "--paper", "a5", "-o", "-")
    assert "takes more than 9 sheets of A3" in refused(*of_game, "--scale", "1:1", "--paper", "a3", "-o", "-")
    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix != ".yaml") == []


def test_a_poster_is_one_sheet_of_any_paper(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deck.json").write_bytes(deck_bytes())
    run("poster", "deck.json", "-q")
    with pikepdf.open("poster.pdf") as document:
        assert [round(float(side) * 25.4 / 72) for side in document.pages[0].mediabox[2:]] == [420, 594]
    run("poster", "deck.json", "--paper", "10x12in", "--dpi", "40", "-q", "-o", "poster.png")
    assert Image.open(io.BytesIO((tmp_path / "poster.png").read_bytes())).size == (400, 480)


def test_a_mat_is_one_sheet_or_several_and_a_picture(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run("mat", GAME, "-q")
    run("mat", GAME, "--deck", "action_chapter_3", "--paper", "a2", "--tiled", "a4", "-q", "-o", "tiled.pdf")
    run("mat", GAME, "--paper", "12x18in", "--dpi", "40", "-q", "-o", "mat.png")
    with pikepdf.open("mat.pdf") as whole, pikepdf.open("tiled.pdf") as tiled:
        assert [round(float(side) * 25.4 / 72) for side in whole.pages[0].mediabox[2:]] == [420, 297]
        assert [round(float(side) * 25.4 / 72) for side in tiled.pages[0].mediabox[2:]] == [297, 210]
        assert (len(whole.pages), len(tiled.pages)) == (1, 4)
        assert tiled.Root.ViewerPreferences.PrintScaling == "/None"
    assert Image.open(io.BytesIO((tmp_path / "mat.png").read_bytes())).size == (720, 480)


def test_a_game_without_a_mat_and_paper_too_small_for_one_are_told(tmp_path):
    folder = write(tmp_path / "small", SMALL, COLUMNS, SECTIONS, DECK)
    assert "the game has no mat; say what has a place on it" in refused("mat", folder, "-o", tmp_path / "mat.pdf")
    assert "choose a larger paper" in refused("mat", GAME, "--paper", "a4", "-o", tmp_path / "mat.pdf")
    assert not (tmp_path / "mat.pdf").exists()


@pytest.mark.parametrize("given", ["0", "5-2", "a-b", "-3", "1-2-3"])
def test_decks_are_a_range(given):
    assert "is not a range of decks" in refused("contact", "run", f"--decks={given}", code=2)


def test_a_run_shows_the_first_cards_of_each_deck(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run("batch", "rough-magic", "--count", "3", "--seed", "s", "-q", "-o", "run")
    run("contact", "run", "--decks", "2-", "--columns", "3", "--language", "de", "-q", "-o", "all.pdf")
    assert pages("all.pdf") == 1
    made = run("contact", "run", "--decks", "1", "--columns", "4", "--dpi", "40", "--paper", "a3", "-o", "1.png")
    assert "wrote 1.png" in made.stderr
    assert Image.open(io.BytesIO((tmp_path / "1.png").read_bytes())).width == round(297 / 25.4 * 40)
    assert "asks for deck 9" in refused("contact", "run", "--decks", "9", "-o", "x.pdf")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DECKGEN_CONFIG", str(tmp_path / "config"))
    return tmp_path


def test_a_sheet_of_two_sides(folder):
    result = run("calibrate", "--paper", "letter", "-o", "sheet.pdf")
    assert (result.stdout, result.stderr) == ("", "wrote sheet.pdf\n")
    with pikepdf.open(folder / "sheet.pdf") as document:
        assert len(document.pages) == 2
        assert str(document.Root.ViewerPreferences.PrintScaling) == "/None"


def test_what_is_read_is_kept_and_moves_the_next_sheet(folder):
    run("calibrate", "-q", "-o", "before.pdf")
    run("calibrate", "--printer", "office", "--set", "0.5,-1", "--tilt", "1")
    kept = json.loads((folder / "config" / "printers.json").read_text())
    assert (kept["office"]["x"], kept["office"]["y"]) == (0.5, -1)
    assert kept["office"]["rotate"] == pytest.approx(0.41, abs=0.01)
    run("calibrate", "--printer", "office", "-q", "-o", "after.pdf")
    assert (folder / "before.pdf").read_bytes() != (folder / "after.pdf").read_bytes()
    run("calibrate", "--printer", "new", "-q", "-o", "new.pdf")
    assert (folder / "before.pdf").read_bytes() == (folder / "new.pdf").read_bytes()


@pytest.mark.parametrize("arguments", [[], ["--set", "1,2"], ["--printer", "office"], ["--set", "x", "-o", "a.pdf"]])
def test_a_call_that_says_too_little_is_refused(arguments):
    refused("calibrate", *arguments, code=2)


def test_what_is_no_error_of_a_printer_is_refused():
    assert "not plausible" in refused("calibrate", "--printer", "office", "--set", "500,0")
    assert "no second side" in refused("calibrate", "--flip", "none", "-o", "a.pdf")


@pytest.fixture
def box_folder(tmp_path, monkeypatch):
    (tmp_path / "deck.json").write_bytes(deck_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_for_a_print_shop_a_box_has_its_lines_on_a_plate_apart(box_folder):
    run("box", "deck.json", "--target", "press", "-o", "press.pdf")
    run("box", "deck.json", "-o", "home.pdf")
    with pikepdf.open(box_folder / "press.pdf") as document:
        (page,) = document.pages
        assert "/Dieline" in [str(space[1]) for space in page.Resources.ColorSpace.values()]
    with pikepdf.open(box_folder / "home.pdf") as document:
        assert list(document.pages[0].Resources.ColorSpace.keys()) == ["/DefaultRGB"]


@pytest.mark.usefixtures("box_folder")
def test_a_box_is_no_picture():
    assert "takes pictures" in refused("box", "deck.json", "--target", "foundry", "-o", "b.pdf")


def test_thicker_cards_and_more_decks_make_another_box_until_the_paper_is_too_small(box_folder):
    run("box", "deck.json", "--stock", "0.4", "-q")
    (name,) = contents(box_folder / "output")
    assert name.endswith("-box.pdf")
    run("box", "deck.json", "deck.json", "--language", "de", "-o", "two.pdf")
    assert contents(box_folder)["two.pdf"] != contents(box_folder / "output")[name]
    assert "too large for Letter" in refused("box", "deck.json", "--count", "500", "--paper", "letter", "-o", "b.pdf")


@pytest.mark.usefixtures("box_folder")
def test_decks_of_two_games_are_refused():
    run("generate", "rough-magic", "--seed", "1", "-o", "other.json")
    assert "make a box for each game" in refused("box", "deck.json", "other.json", "-o", "b.pdf")
