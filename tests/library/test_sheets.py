from io import BytesIO

import pytest
from cli_fixtures import GAME
from page_decks import deck_of, shipped_game
from PIL import Image
from pypdf import PdfReader

from deckgen.errors import DeckgenError, PressError
from deckgen.files import shipped_path
from deckgen.game import shipped_games
from deckgen.library.decks import Deck
from deckgen.library.sheets import Sheet, join_yaml
from deckgen.preflight import preflight
from deckgen.press.target import load_target
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


def test_blank_cards_fill_the_page(sheet):
    ((width, height),) = {page_size(page) for page in PdfReader(BytesIO(sheet.cards(size="poker").content())).pages}
    assert (width, height) == (595, 842)
    text = PdfReader(BytesIO(sheet.cards(size="poker").content())).pages[0].extract_text()
    one = PdfReader(BytesIO(sheet.cards({"name": "Ada"}, size="poker").content())).pages[0].extract_text()
    assert text.count("Torso") == 9 * one.count("Torso") > 0


def page_size(page):
    return round(page.mediabox.width), round(page.mediabox.height)


@pytest.fixture(scope="module")
def deck():
    game = shipped_game(GAME)
    return Deck(game, game.deck(), deck_of(game.deck()))


@pytest.mark.parametrize("code", [None, "de"])
@pytest.mark.parametrize("game", shipped_games())
def test_cards_of_all_rosters_pass_for_a_print_shop(tmp_path, game, code):
    (table,) = (shipped_path("data") / game / "characters").glob("*.csv")
    found, made = shipped_game(game), Sheet.load(game, code)
    back = Deck(found, found.deck(), deck_of(found.deck()))
    file = tmp_path / "cards.pdf"
    file.write_bytes(made.print_cards(table, back=back, target="press").content())
    report = preflight(file, load_target("press"))
    assert report.passed, report.to_text()
    assert len(PdfReader(file).pages) == 2 * len(made.read(table))


def test_turn_and_posse_cards_are_printed_with_a_back(sheet, deck):
    (table,) = (shipped_path("data") / GAME / "characters").glob("*.csv")
    for size in ("turn", "posse"):
        pages = PdfReader(BytesIO(sheet.print_cards(table, back=deck, size=size).content())).pages
        texts = [page.extract_text() for page in pages[::2]]
        assert len(pages) % 2 == 0
        assert any("×" in text for text in texts) == (size == "posse")
    with pytest.raises(DeckgenError, match="nothing for turn cards"):
        sheet.cards({"name": "Ada"}, size="turn")


def test_a_portrait_is_printed_at_home_and_refused_on_plates(tmp_path, sheet, deck):
    Image.new("RGB", (1, 1), "#804020").save(tmp_path / "ada.png")
    (tmp_path / "ada.yaml").write_text(f"game: {GAME}\nname: Ada\nportrait: ada.png\n", encoding="utf-8")
    pages = PdfReader(BytesIO(sheet.print_cards(tmp_path / "ada.yaml", back=deck).content())).pages
    assert [len(page.images) for page in pages] == [1, 0]
    with pytest.raises(PressError, match="Ada has a portrait in screen colors") as error:
        sheet.print_cards(tmp_path / "ada.yaml", back=deck, target="press").content()
    assert error.value.problems[0].file.endswith("ada.yaml")


def test_a_back_is_of_the_same_game_and_size(sheet, deck):
    other = next(name for name in shipped_games() if name != GAME)
    with pytest.raises(PressError, match=f"deck of {GAME}"):
        Sheet.load(other).print_cards(back=deck)
    with pytest.raises(PressError, match="takes pictures"):
        sheet.print_cards(back=deck, target="makeplayingcards")
