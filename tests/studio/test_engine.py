"""The engine of the studio: each item is what a command makes, and what is wrong comes back as data."""

import json
import zipfile
from xml.etree import ElementTree as ET

import pytest
from cli_fixtures import run
from html_pages import play_model
from hypothesis import HealthCheck, given, settings, strategies as st

from deckgen import load_game
from deckgen.files import shipped_path
from deckgen.studio.engine import ITEMS, OWN, answer

CHOICE = {"game": "rough-magic", "seed": "tonight"}


def ask(folder, do, **request):
    """The answer to a request, as the page gets it."""
    return json.loads(json.dumps(answer({"do": do, **request}, folder)))


def make(folder, item, **choice):
    """The files of an item by their names; there is no problem."""
    made = ask(folder, "make", item=item, choice={**CHOICE, **choice})
    assert made["problems"] == []
    contents = {file["name"]: (folder / file["name"]).read_bytes() for file in made["files"]}
    assert [file["size"] for file in made["files"]] == list(map(len, contents.values()))
    return contents


@pytest.fixture(scope="module")
def deck(tmp_path_factory):
    folder = tmp_path_factory.mktemp("deck")
    run("generate", "rough-magic", "--seed", "tonight", "-q", "-o", folder / "deck.json")
    return folder / "deck.json"


@pytest.mark.parametrize(
    ("choice", "options"),
    [
        ({}, []),
        ({"printer": "turn", "paper": "letter"}, ["--order", "fronts-then-backs", "--paper", "letter"]),
        ({"printer": "fold", "ink": "light"}, ["--flip", "gutterfold", "--ink", "light"]),
        ({"printer": "fronts", "gutter": 2}, ["--flip", "none", "--gutter", "2"]),
        ({"bleed": 1.5, "offset": [0.5, -1]}, ["--bleed", "1.5", "--back-offset", "0.5,-1"]),
        ({"language": "de"}, ["--language", "de"]),
    ],
)
def test_cards_are_those_of_the_command(tmp_path, deck, choice, options):
    (content,) = make(tmp_path, "cards", **choice).values()
    run("render", deck, *options, "-q", "-o", tmp_path / "cards.pdf")
    assert content == (tmp_path / "cards.pdf").read_bytes()


@pytest.mark.parametrize(
    ("item", "command"),
    [
        ("play", ["play", "DECK"]), ("table", ["table", "DECK"]),
        ("odds", ["odds", "DECK"]), ("box", ["box", "DECK"]), ("examples", ["examples", "rough-magic", "DECK"]),
        ("screen", ["screen", "rough-magic"]), ("tokens", ["tokens", "rough-magic"]), ("rulings", ["rulings", "rough-magic"]),
        ("press", ["render", "DECK", "--target", "press"]), ("certificate", ["audit", "DECK"]), ("audit", ["audit", "DECK"]),
    ],
)  # fmt: skip
def test_other_items_are_those_of_their_commands(tmp_path, deck, item, command):
    ((name, content),) = make(tmp_path, item).items()
    out = tmp_path / f"out.{name.rpartition('.')[2]}"
    run(*(str(deck) if word == "DECK" else word for word in command), "-q", "-o", out)
    assert content == out.read_bytes()


def test_sheets_are_for_paper_and_screen_blank_or_filled(tmp_path):
    blank = make(tmp_path, "sheet")
    assert list(blank) == ["rough-magic-sheet-a4.pdf", "rough-magic-sheet.html"]
    filled = make(tmp_path, "sheet", people=["Quillon Dray", "Nobody"])
    assert list(filled) == list(blank)
    assert all(filled[name] != blank[name] for name in blank)
    assert filled == make(tmp_path, "sheet", people=["Quillon Dray"])


def test_the_sheet_and_the_page_to_play_know_each_other_if_both_are_made(tmp_path):
    chosen = {"people": ["Quillon Dray"], "items": ["play", "sheet"]}
    ((name, page),) = make(tmp_path, "play", **chosen).items()
    (person,) = play_model(page.decode())["people"]
    assert (person["name"], person["from"]) == ("Quillon Dray", "rough-magic-sheet.html")
    sheet = make(tmp_path, "sheet", **chosen)[person["from"]].decode()
    assert f'data-table="{name}"' in sheet
    alone = make(tmp_path, "sheet", people=chosen["people"], items=["sheet"])[person["from"]].decode()
    assert "data-table" not in alone[: alone.index("<head>")]
    assert play_model(make(tmp_path, "play", people=chosen["people"], items=["play"])[name].decode())["people"] == []


def test_a_set_that_the_game_names_and_several_decks(tmp_path):
    named = make(tmp_path, "play", set="First set")
    assert list(named) == ["rough-magic-action-core-game-1-play.html"]
    assert [name[-11:-5] for name in make(tmp_path, "play", decks=2)] == ["1-play", "2-play"]


def test_every_item_that_a_game_has_can_be_made(tmp_path):
    facts = json.loads(json.dumps(ask(tmp_path, "game", zip=_own_zip(tmp_path))))["game"]
    assert set(facts["items"]) <= set(ITEMS)
    assert {"cards", "play", "map"} <= set(facts["items"])
    assert "sheet" not in facts["items"]  # the starter has none


def _own_zip(folder, damage=lambda text: text):
    """A zip of the starter in the folder; its name."""
    run("new", "my-game", "-q", "-o", folder / "mine")
    with zipfile.ZipFile(folder / "mine.zip", "w") as archive:
        for path in sorted((folder / "mine").iterdir()):
            archive.writestr(f"mine/{path.name}", damage(path.read_text(encoding="utf-8")))
    return "mine.zip"


def test_a_picture_of_each_side_of_a_sheet(tmp_path):
    sides = {}
    for side in ("front", "back"):
        shown = ask(tmp_path, "sheet", choice={**CHOICE, "paper": "letter"}, number=99, side=side)
        root = ET.fromstring(shown["svg"])  # noqa: S314  ours
        assert (shown["width"], shown["height"], root.get("width")) == (215.9, 279.4, "215.9mm")
        assert (shown["sheets"], shown["number"], shown["sides"]) == (7, 7, 2)
        sides[side] = shown["svg"]
    assert sides["front"] != sides["back"]
    folded = ask(tmp_path, "sheet", choice={**CHOICE, "printer": "fold"}, side="back")
    assert (folded["sides"], folded["number"]) == (1, 1)


def test_someones_own_game_is_read_from_a_zip_and_made(tmp_path):
    shown = ask(tmp_path, "game", zip=_own_zip(tmp_path))
    assert shown["problems"] == []
    assert (shown["game"]["id"], shown["game"]["title"]) == (OWN, "My Game")
    assert '[data-game="own"]' in shown["css"]
    assert shown["cover"].startswith("<svg")
    assert shown["files"] == sorted(path.name for path in (tmp_path / "mine").iterdir())
    (content,) = make(tmp_path, "cards", game=OWN).values()
    run("generate", tmp_path / "mine", "--seed", "tonight", "-q", "-o", tmp_path / "d.json")
    run("render", tmp_path / "d.json", "--game", tmp_path / "mine", "-q", "-o", tmp_path / "d.pdf")
    assert content == (tmp_path / "d.pdf").read_bytes()


def test_what_is_wrong_with_it_has_its_lines_and_the_word(tmp_path):
    shown = ask(tmp_path, "game", zip=_own_zip(tmp_path, lambda text: text.replace("explode: open", "explode: opne")))
    assert shown["game"] is None
    first, second = shown["problems"]
    assert (first["file"], first["mark"], first["remedy"]) == ("causes.yaml", "opne", 'did you mean "open"?')
    numbers, texts = zip(*first["lines"], strict=True)
    assert numbers == (first["line"] - 1, first["line"], first["line"] + 1)
    assert "explode: opne" in texts[1]
    assert second["file"] == "effects.yaml"
    assert str(tmp_path) not in json.dumps(shown)


def test_a_mended_game_is_read_again(tmp_path):
    ask(tmp_path, "game", zip=_own_zip(tmp_path))
    before = make(tmp_path, "cards", game=OWN)
    game = tmp_path / OWN / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8").replace("My Game", "Our Game"), encoding="utf-8")
    assert ask(tmp_path, "game")["game"]["title"] == "Our Game"
    assert make(tmp_path, "cards", game=OWN) != before


@pytest.mark.parametrize(
    ("request_data", "said"),
    [
        (None, ""), ([], ""), ({}, "do"), ({"do": "delete"}, "not one of the values"),
        ({"do": "make", "item": "crads", "choice": CHOICE}, "there is no item 'crads'"),
        ({"do": "make", "item": "cards", "choice": {"game": "../../etc"}}, "there is no game '../../etc'"),
        ({"do": "make", "item": "cards", "choice": {**CHOICE, "deck": "none"}}, "no deck is called 'none'"),
        ({"do": "make", "item": "cards", "choice": {**CHOICE, "seed": "x" * 300}}, ""),
        ({"do": "make", "item": "cards", "choice": {**CHOICE, "paper": "napkin"}}, "napkin"),
        ({"do": "make", "item": "cards", "choice": {**CHOICE, "language": "xx"}}, "xx"),
        ({"do": "make", "item": "cards", "choice": {**CHOICE, "set": "none"}}, "no set is called 'none'"),
        ({"do": "make", "item": "cards", "choice": {**CHOICE, "bleed": 1e9}}, ""),
        ({"do": "sheet", "choice": {**CHOICE, "printer": "3d"}}, "not one of the values"),
        ({"do": "game", "zip": "../../../etc/passwd"}, "this is no zip that can be read"),
        ({"do": "game"}, ""),
        ({"do": "proof", "proof": "x"}, "the link is damaged"),
    ],
)  # fmt: skip
def test_bad_requests_are_told_and_write_nothing(tmp_path, request_data, said):
    shown = json.loads(json.dumps(answer(request_data, tmp_path)))
    assert shown["problems"]
    assert any(said in problem["message"] + problem["path"] for problem in shown["problems"])
    assert list(tmp_path.iterdir()) == []
    assert str(shipped_path("data")) not in json.dumps(shown)


def test_the_same_choice_makes_the_same_files(tmp_path):
    first, second = (make(tmp_path / name, "cards") for name in "ab")
    assert first == second
    assert load_game("rough-magic").deal(seed="tonight").stem in next(iter(first))


_ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10**9) | st.floats(allow_nan=True) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
_NAMES = st.sampled_from(
    ["rough-magic", OWN, "action", "de", "a4", "light", "fold", "First set", "../x", "\0", "ß" * 99]
)
_CHOICES = st.dictionaries(
    st.sampled_from(
        [
            "game",
            "deck",
            "seed",
            "set",
            "decks",
            "paper",
            "ink",
            "printer",
            "language",
            "layout",
            "bleed",
            "gutter",
            "offset",
            "people",
            "items",
        ]
    ),
    _NAMES | _ANYTHING,
)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    do=st.sampled_from(["make", "sheet", "game", "proof"]),
    more=st.fixed_dictionaries(
        {},
        optional={
            "item": st.sampled_from(["map", "rulings", "audit"]) | _ANYTHING,
            "number": _ANYTHING,
            "zip": _NAMES,
            "proof": _NAMES,
            "choice": _CHOICES,
        },
    ),
)
def test_whatever_is_asked_is_answered(tmp_path, do, more):
    """A request that nobody foresaw is answered with problems, or with files; nothing is raised."""
    shown = json.loads(json.dumps(answer({"do": do, **more}, tmp_path)))
    assert isinstance(shown["problems"], list)
    for problem in shown["problems"]:
        assert problem["message"]
