"""A deck of events from a table, to which nothing is dealt, through every command."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from cli_fixtures import refused, run

from deckgen.deck.audit.verification import deck_of
from deckgen.deck.cards import read_deck
from deckgen.game import read_game
from deckgen.game.reader import printed_texts
from deckgen.play.model import play_model

FOLDER = Path(__file__).parent / "games" / "harbor"
CARDS = 38
"""The table's 30 rows with their copies."""


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A copy of the game, a deck of it, and everything that build makes."""
    folder = tmp_path_factory.mktemp("harbor")
    shutil.copytree(FOLDER, folder / "game")
    run("generate", folder / "game", "--seed", "tide", "-q", "-o", folder / "deck.json")
    run("build", folder / "game", "--seed", "tide", "-q", "-o", folder / "print")
    return folder


def command(place, name, *options):
    return (name, place / "deck.json", "--game", place / "game", *options)


def test_the_game_is_valid_and_its_deck_verifies(place):
    assert "warning" not in run("validate", place / "game").stderr
    assert "unchanged" in run(*command(place, "verify")).stderr
    cards = json.loads((place / "deck.json").read_bytes())["cards"]
    assert len(cards) == CARDS
    assert cards[0]["poker"] == {"name": "Squall off the Point", "rank": "1", "suit": "storm"}
    assert cards[0]["sections"]["gain"] is None
    assert cards[0]["sections"]["text"].startswith("Every ship at sea loses 1 {icon-crate}, or **2** {icon-crate}")


def test_the_audit_says_that_nothing_is_dealt(place):
    report = run(*command(place, "audit")).stdout
    assert report.endswith("\n\nResult: passed; nothing is dealt in this deck: each card is as the game has it\n")
    run(*command(place, "audit", "-q", "-o", place / "audit.json"))
    audit = json.loads((place / "audit.json").read_bytes())
    assert (audit["cells"], audit["frequencies"], audit["passed"]) == ([], [], True)


@pytest.mark.parametrize(
    ("name", "what"), [("table", "table for a poker deck"), ("odds", "odds table"), ("audit", "certificate")]
)
def test_there_is_no_page_about_odds(place, name, what):
    said = refused(*command(place, name, "-o", place / "none.pdf"))
    assert said.startswith(
        f"events: nothing is dealt in this deck, so there is no {what}: each card is as the game has"
    )
    assert not (place / "none.pdf").exists()


def test_build_leaves_these_pages_out(place):
    names = {path.name.removeprefix("harbor-events-tide-") for path in (place / "print").iterdir()}
    assert names == {
        "1-cards-a4.pdf", "1-play.html", "1-press.pdf", "1.json", "audit.json", "audit.txt", "harbor-events-map-a4.pdf",
    }  # fmt: skip


def test_the_press_file_has_every_card_and_its_words(place):
    pages = pypdfium2.PdfDocument(place / "print" / "harbor-events-tide-1-press.pdf")
    texts = [page.get_textpage().get_text_range().replace("\r\n", " ") for page in pages]
    assert len([text for text in texts if "Events · Salt Harbor" in text]) == CARDS
    (gale,) = [text for text in texts if "Equinox Gale" in text and "Albatross" not in text]
    assert "Ships at anchor in the Inner Basin are safe." in gale.replace("  ", " ")
    assert "**" not in "".join(texts)
    assert "{icon" not in "".join(texts)
    with pikepdf.open(place / "print" / "harbor-events-tide-1-press.pdf") as pdf:
        assert len(pdf.pages) >= CARDS


@pytest.mark.parametrize("name", ["map", "preview", "play", "box", "poster"])
def test_other_pages_are_made(place, name):
    game = () if name == "map" else ("--game", place / "game")
    out = {"preview": place / "look", "play": place / "page.html"}.get(name, place / f"{name}.pdf")
    source = place / "game" if name == "map" else place / "deck.json"
    run(name, source, *game, "-q", "-o", out)
    assert out.exists()


def test_the_play_page_has_the_words_without_markup(place):
    game = read_game(place / "game")
    model = play_model(game, game.deck(), deck_of(read_deck(place / "deck.json"), game))
    text, gain, _ = model["sections"]
    assert text["outcomes"][8]["word"].startswith("The price of spice falls by 2. The first captain")
    assert [outcome["word"] for outcome in gain["outcomes"]][:3] == ["", "+3 coin", "+1 crate"]


def test_foundry_has_names_and_words(place):
    run(*command(place, "render", "--target", "foundry", "-q", "-o", place / "foundry.zip"))
    with zipfile.ZipFile(place / "foundry.zip") as archive:
        (name,) = [name for name in archive.namelist() if name.endswith("deck.json")]
        cards = json.loads(archive.read(name))["cards"]
    assert len(cards) == CARDS
    assert "Every ship at sea loses 1 crate, or 2 crate if it carries" in cards[0]["faces"][0]["text"]


def test_a_run_of_it_says_nothing_about_unique_cards(place):
    run("batch", place / "game", "--count", "2", "--seed", "tide", "-q", "-o", place / "run")
    said = run("verify", place / "run", "--game", place / "game").stderr
    assert "2 decks of seed 'tide'" in said
    assert "alike" not in said


def test_a_text_that_does_not_fit_names_its_card_and_slot(place):
    game = shutil.copytree(FOLDER, place / "long")
    table = (game / "events.csv").read_text(encoding="utf-8")
    long = "Draw another event. It happens **twice**. " * 40
    (game / "events.csv").write_text(table.replace("Draw another event. It happens **twice**.", long), encoding="utf-8")
    (said,) = refused("validate", game).strip().splitlines()
    assert 'event.yaml: card "Rogue Wave", slot text: ' in said
    assert said.endswith("does not fit at 6.5 pt; enlarge the slot, or shorten the text")


def test_marks_of_another_section_are_named_in_texts(tmp_path):
    game = shutil.copytree(FOLDER, tmp_path / "game")
    table = (game / "events.csv").read_text(encoding="utf-8")
    (game / "events.csv").write_text(table.replace("*Blue fire,", "{mark.tide.valve} *Blue fire,"), encoding="utf-8")
    (said,) = refused("validate", game).strip().splitlines()
    assert said.startswith(f"{game}/events.csv:")
    assert 'row 8, column "flavor": no deck has a mark "tide.valve"; did you mean "' in said


def test_all_of_its_texts_can_be_translated():
    texts = printed_texts(FOLDER)
    assert texts["events.csv.Rogue Wave.text"] == "Draw another event. It happens **twice**."
    assert texts["events.csv.Rogue Wave.name"] == "Rogue Wave"
    assert not read_game(FOLDER).deck().is_dealt
