"""The decks of all games as tabletops get them: 54 cards to draw from, rules beside them, everything in words."""

import csv
import io
import json
import zipfile
from dataclasses import replace
from functools import cache

import pytest
from export_decks import export

from deckgen import load_game
from deckgen.game import shipped_games
from deckgen.press.options import Options
from deckgen.press.target import load_target

GAMES = shipped_games()


@cache
def dealt(name, language=None):
    deck = load_game(name, language).deal(seed="tonight")
    return deck, deck.faces()


def files_of(name, target, folder, language=None, **options):
    """The files of a target by name, pictures as small as can be."""
    deck, faces = dealt(name, language)
    coarse = replace(load_target(target), dpi=36)
    (path,) = export(
        faces, deck.data, coarse, folder / "x.zip", Options(title="A deck", **options), describe=deck.describe
    )
    with zipfile.ZipFile(path) as archive:
        return {entry: archive.read(entry) for entry in archive.namelist()}


@pytest.mark.parametrize("name", GAMES)
def test_the_drawn_deck_of_foundry_has_the_cards_and_no_rules(tmp_path, name):
    deck, faces = dealt(name)
    stacks = {
        entry.rpartition("/")[2]: json.loads(content)
        for entry, content in files_of(name, "foundry", tmp_path).items()
        if entry.endswith(("deck.json", "references.json"))
    }
    drawn, rules = stacks["deck.json"], stacks["references.json"]
    assert len(drawn["cards"]) == deck.spec.size == 54
    assert [card["name"] for card in rules["cards"]] == [front.title for _, front in faces.references]
    assert "Seed tonight, deck 1 of 1" in drawn["description"]
    assert "joker" in drawn["description"]
    assert "sha256" not in json.dumps(stacks)
    assert all(f"Impulse: {at}<" in card["faces"][0]["text"] for at, card in enumerate(drawn["cards"]))


@pytest.mark.parametrize("name", GAMES)
def test_the_drawn_deck_of_tabletop_simulator_has_the_cards_and_no_rules(tmp_path, name):
    deck, faces = dealt(name)
    saved = json.loads(files_of(name, "tabletop-simulator", tmp_path)["cards.json"])
    drawn, rules = saved["ObjectStates"]
    assert len(drawn["DeckIDs"]) == len(drawn["ContainedObjects"]) == deck.spec.size == 54
    assert [card["Nickname"] for card in rules["ContainedObjects"]] == [front.title for _, front in faces.references]
    assert not set(drawn["DeckIDs"]) & set(rules["DeckIDs"])
    assert drawn["Transform"]["posX"] != rules["Transform"]["posX"]
    assert len({item["GUID"] for stack in (drawn, rules) for item in (stack, *stack["ContainedObjects"])}) == len(
        faces.all_fronts
    ) + len(saved["ObjectStates"])
    assert "Seed tonight" in drawn["Description"]
    assert drawn["ContainedObjects"][7]["Description"].startswith("Impulse: 7\n")


def test_one_reference_card_is_a_card_and_no_deck(tmp_path):
    deck, faces = dealt(GAMES[0])
    one = replace(faces, references=faces.references[:1])
    target = replace(load_target("tabletop-simulator"), dpi=36)
    (path,) = export(one, deck.data, target, tmp_path / "x.zip", Options(title="A deck"))
    saved = json.loads(zipfile.ZipFile(path).read("cards.json"))
    _, rules = saved["ObjectStates"]
    assert rules["Name"] == "CardCustom"
    assert "DeckIDs" not in rules
    assert str(rules["CardID"] // 100) in rules["CustomDeck"]


@pytest.mark.parametrize("name", GAMES)
def test_images_are_a_picture_a_card_a_sheet_and_a_list(tmp_path, name):
    deck, faces = dealt(name)
    files = files_of(name, "vtt-images", tmp_path, blanks=1)
    cards = [entry for entry in files if entry.startswith("cards/")]
    rules = [entry for entry in files if entry.startswith("reference/")]
    assert (len(cards), len(rules)) == (54, len(faces.references) + 1)
    assert set(files) == {*cards, *rules, "back.png", "sheet-1.png", "cards.csv"}
    head, *rows = csv.reader(io.StringIO(files["cards.csv"].decode()))
    assert [row[0] for row in rows] == cards
    assert head[:3] == ["file", "name", "Impulse"]
    assert [row[2] for row in rows] == [str(card.impulse) for card in deck.data.cards]
    assert all(len(row) == len(head) for row in rows)


def test_descriptions_are_in_the_games_language(tmp_path):
    saved = json.loads(files_of(GAMES[0], "tabletop-simulator", tmp_path, "de")["cards.json"])
    drawn, rules = saved["ObjectStates"]
    assert drawn["Description"].startswith("Seed tonight, Deck 1 von 1; gemischt nach")
    assert rules["Nickname"] == "A deck: Regelkarten"
