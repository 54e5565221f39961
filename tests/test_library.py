"""The library: what ``import deckgen`` gives, and that docs/library.md and its notebook run."""

import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest
from cli_fixtures import run

import deckgen
from deckgen.errors import DeckgenWarning

DOCS = Path(__file__).parent.parent / "docs"
HERO = {"name": "Mara"}
GAME = "rough-magic"


@pytest.fixture(scope="module")
def game():
    return deckgen.load_game(GAME)


@pytest.fixture(scope="module")
def deck(game):
    return game.deal(seed="42")


def cells(name: str) -> list[str]:
    text = (DOCS / name).read_text(encoding="utf-8")
    if name.endswith(".md"):
        return re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return ["".join(cell["source"]) for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]


@pytest.mark.parametrize("name", ["library.md", "library.ipynb"])
def test_what_the_documents_show_runs(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = {}
    for cell in cells(name):
        exec(cell, found)  # noqa: S102 (ours)
    assert {"deck", "deckgen"} <= found.keys()


def test_what_the_documents_promise_is_so(tmp_path, monkeypatch):
    """Comments that show a value are that value."""
    monkeypatch.chdir(tmp_path)
    found, checked = {}, 0
    for cell in cells("library.md"):
        exec(cell, found)  # noqa: S102 (ours)
        for code, value in re.findall(r"^(\S.*?)  # ('.*'|<.*>|\(.*\)|Fraction\(.*\))$", cell, re.MULTILINE):
            assert repr(eval(code, found)) == value  # noqa: S307 (ours)
            checked += 1
    assert checked >= 4


def test_every_name_is_there():
    for name in deckgen.__all__:
        assert getattr(deckgen, name)
    assert {"load_game", "Game", "Deck", "Audit", "Document", "Sheet", "DeckgenError"} <= set(dir(deckgen))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        deckgen.nothing  # noqa: B018


def test_importing_costs_next_to_nothing():
    code = "import sys, deckgen; print(len([name for name in sys.modules if name.startswith('deckgen')]))"
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout == "1\n"


def test_a_deck_is_that_of_the_command_line(deck, tmp_path):
    assert deck.to_json() == run("generate", GAME, "--seed", "42", "-q", "-o", "-").stdout_bytes
    path = deck.save(tmp_path / "deck.json")
    again = deckgen.load_deck(path)
    assert again.to_json() == deck.to_json()
    for document, call in (
        (again.render(paper="letter"), ("render", path, "--paper", "letter", "--format", "pdf")),
        (again.table(), ("table", path, "--format", "pdf")),
        (again.audit().certificate(), ("audit", path, "--format", "pdf")),
    ):
        assert document.pdf() == run(*call, "-q", "-o", "-").stdout_bytes


def test_short_reprs(game, deck):
    things = [game, deck, deck[14], deck.audit(), deck.table(), game.sheet(), deckgen.odds.highest(3, 10)]
    for thing in things:
        assert re.fullmatch(r"<[A-Z].{1,120}>", repr(thing))
    assert repr(deck) == "<Deck rough-magic/action, seed '42': 54 cards>"


def test_cards_of_a_deck(deck):
    assert len(deck) == len(list(deck)) == 54
    assert [card.impulse for card in deck] == list(range(54))
    assert deck[-1].impulse == 53
    assert deck[14]._repr_svg_() == deck[14].svg()
    assert deck[14].svg().startswith("<?xml") or deck[14].svg().startswith("<svg")
    assert dict(deck[14].results) == json.loads(deck.to_json())["cards"][14]["sections"]
    with pytest.raises(IndexError):
        deck[54]


def test_an_audit_is_shown_and_kept(game, deck):
    audit = deck.audit()
    assert audit.passed is audit.to_dict()["passed"] is True
    assert "passed" in audit._repr_html_()
    assert audit.certificate().content("text").decode() == audit.to_text()
    assert len(game.audit(game.deal_set(seed="1", decks=2)).to_dict()["decks"]) == 2


def test_dice_alone():
    dice = deckgen.odds.total(2, 6, bonus=1)
    assert (dice.mean, dice.table()[0][0], dice.table()[-1]) == (8, 3, (13, dice.tail(13)))
    assert deckgen.odds.successes(4, 6, at=5).maximum == 4
    assert deckgen.odds.lowest(2, 20).mean < deckgen.odds.highest(2, 20).mean
    assert "<table>" in deckgen.odds.highest(3, 10, open_ended=True)._repr_html_()
    for wrong in (lambda: deckgen.odds.total(0, 6), lambda: deckgen.odds.highest(2, 6, explode="x")):
        with pytest.raises(deckgen.DeckgenError):
            wrong()


WRONG = {
    "game": lambda _: deckgen.load_game("rough-magik"),
    "language": lambda _: deckgen.load_game(GAME, "xx"),
    "deck": lambda made: made.game.deal("magic"),
    "long seed": lambda made: made.game.deal(seed="x" * 201),
    "half a character": lambda made: made.game.deal(seed="\ud800"),
    "number": lambda made: made.game.deal(seed="1", number=3, of=2),
    "no decks": lambda made: made.game.deal_set(seed="1", decks=0),
    "file": lambda _: deckgen.load_deck("nothing.json"),
    "target": lambda made: made.deck.render(target="pres"),
    "option": lambda made: made.deck.render(papper="a4"),
    "paper": lambda made: made.deck.render(paper="a99").pdf(),
    "flip": lambda made: made.deck.render(flip="over").pdf(),
    "layout": lambda made: made.deck.render(layout="pokr"),
    "card": lambda made: made.deck.render(card=99).content("svg"),
    "many pictures": lambda made: made.deck.render().content("svg"),
    "format": lambda made: made.deck.table().content("docx"),
    "no suffix": lambda made: made.deck.table().save("nowhere"),
    "odds of a deck": lambda made: made.game.odds("magic"),
    "character": lambda made: made.game.sheet().fill({"nmae": "Mara"}),
    "small cards": lambda made: made.game.sheet().cards(size="huge").pdf(),
    "sheet paper": lambda made: made.game.sheet(paper="a99").pdf(),
}


@pytest.mark.parametrize("call", WRONG.values(), ids=WRONG)
def test_bad_input_is_an_error_with_problems(game, deck, call, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(deckgen.DeckgenError) as error:
        call(SimpleNamespace(game=game, deck=deck))
    assert all(problem.message and problem.remedy for problem in error.value.problems)
    assert error.value.problems
    assert list(tmp_path.iterdir()) == []
    assert capsys.readouterr() == ("", "")


def test_problems_name_the_place(game, tmp_path):
    (tmp_path / "hero.yaml").write_text("game: rough-magic\nnmae: Mara\n")
    with pytest.raises(deckgen.DeckgenError) as error:
        game.sheet().fill(tmp_path / "hero.yaml")
    _, problem = error.value.problems
    assert (problem.file, problem.line, problem.path) == (str(tmp_path / "hero.yaml"), 2, "nmae")
    assert "name" in problem.remedy


def test_a_sheet_is_blank_or_filled_with_values_or_files(game, tmp_path):
    sheet = game.sheet()
    assert sheet.pdf() == run("sheet", GAME, "-q", "-o", "-").stdout_bytes
    filled = sheet.fill(HERO).save(tmp_path / "mara.pdf")
    (again,) = sheet.read(filled)
    assert again.name == "Mara"
    assert sheet.fill(again, HERO).content("html").count(b"<html") == 1
    assert sheet.fill(HERO, flat=True).pdf() != sheet.fill(HERO).pdf()


def test_threads_get_what_one_thread_gets(game):
    def make(seed):
        deck = game.deal(seed=seed)
        return deck.to_json(), deck.render().pdf(), deck.audit().to_json(), deck[3].svg()

    seeds = ["a", "b", "c", "d"]
    alone = list(map(make, seeds))
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(make, seeds)) == alone


def test_a_folder_is_allowed_in_its_block_and_thread_alone(tmp_path):
    from deckgen.reach import may_be_read  # noqa: PLC0415

    file, here = tmp_path / "art" / "file", tmp_path / "game"
    with deckgen.allow_reading(tmp_path / "art"), ThreadPoolExecutor(1) as pool:
        assert may_be_read(file, here)
        assert not pool.submit(may_be_read, file, here).result()
    assert not may_be_read(file, here)


def test_a_damaged_cache_is_a_warning():
    assert issubclass(DeckgenWarning, UserWarning)
