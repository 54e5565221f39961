"""What the page's scripts know of a deck: all of its cards, and the words that are printed; what the page holds against what was drawn, the audit's own numbers."""

import json
from functools import cache

import pytest
from page_decks import deck_of

from deckgen.deck.audit.auditor import audit
from deckgen.deck.cards import canonical_json
from deckgen.deck.deal.generator import generate
from deckgen.game import read_game, shipped_games
from deckgen.play.model import play_model

GAMES = tuple(sorted(shipped_games()))
FI, WEST, AC = "future-imperfect", "west-that-wasnt", "action-and-combat"


@cache
def model(name, code=None):
    game = read_game(name, code)
    spec = game.deck()
    return play_model(game, spec, deck_of(spec))


def section(name, wanted, code=None):
    return next(each for each in model(name, code)["sections"] if each["name"] == wanted)


@pytest.mark.parametrize("name", GAMES)
def test_cards_say_what_deck_json_says(name):
    game = read_game(name)
    dealt = json.loads(deck_of(game.deck()).to_json())
    found = json.loads(canonical_json(model(name)))
    assert [each["sections"] for each in found["cards"]] == [each["sections"] for each in dealt["cards"]]
    assert [each["name"] for each in found["cards"]] == [each["poker"]["name"] for each in dealt["cards"]]
    assert found["id"] == dealt["id"]


@pytest.mark.parametrize("name", GAMES)
def test_every_section_that_plays_read_is_there(name):
    known = {each["name"] for each in model(name)["sections"]}
    reads = [step["read"] for play in model(name)["plays"] for step in play["steps"]]
    assert {read["section"] for read in reads if read} <= known
    assert all(names for play in model(name)["plays"] for step in play["steps"] for _, names in step["when"])


def test_procedures_come_before_examples():
    kinds = [play["example"] for play in model(FI)["plays"]]
    assert kinds == sorted(kinds)


def test_words_are_printed_ones_and_labels_are_those_of_deck_json():
    german = model(FI, "de")
    assert (german["cards"][1]["name"], german["language"], german["decimal"]) == ("ace of clubs", "de", ",")
    assert "Kreuz" in german["cards"][1]["word"]
    assert section(FI, "causes", "de")["title"] != section(FI, "causes")["title"]
    assert [each["label"] for each in section(FI, "causes", "de")["columns"]] == ["I", "II", "III", "IV", "V"]


def test_places_and_outcomes_have_their_words():
    assert {"name": "left arm", "word": "left arm"} in section(WEST, "hit_location")["places"]
    toggle = {json.dumps(each["value"]): each["word"] for each in section(FI, "toggle")["outcomes"]}
    assert toggle.keys() == {"true", "false"}
    assert all(toggle.values())


def test_grids_say_how_pools_are_read():
    west, future, damage = section(WEST, "causes"), section(FI, "causes"), section(AC, "effects")
    assert (west["reads"], west["pooled"], west["failing"], west["beyond"]) == (
        "first-n",
        True,
        True,
        "draw-again",
    )
    assert (future["reads"], future["pooled"], future["failing"], future["beyond"]) == (
        "cell",
        True,
        False,
        "shift-right",
    )
    assert (damage["pooled"], damage["columns"][0]["sides"]) == (False, 6)


def test_extremes_tell_what_confirms_them():
    (act, *_) = section(AC, "causes")["rolls"]
    rule = act["extremes"]
    assert (rule["lowest"], rule["highest"], rule["marked"]) == (3, 18, [4, 17])
    assert act["dice"] == "3d6"


@pytest.mark.parametrize("name", GAMES)
def test_means_and_counts_are_those_of_the_audit(name):
    game = read_game(name)
    deck = generate(game, game.deck(), "42")
    sections = play_model(game, game.deck(), deck)["sections"]
    found = {section["name"]: [*map(audited, section["counted"])] for section in sections}
    wanted = audit([deck], game)
    cells = {cell.cell.section for cell in wanted.cells}
    for section in cells:
        means = [cell for cell in wanted.cells if cell.cell.section == section]
        assert found[section] == [[float(c.target), float(c.mean), float(c.long_run_mean)] for c in means]
    tables = {section.name for section in game.deck().sections if section.kind() == "table"}
    assert all(numbers == [None] * 3 for section in tables for numbers in found[section])
    for section in filter(found.get, found.keys() - cells - tables):  # what only jokers have is left out
        counted = [each for each in wanted.frequencies if each.section == section]
        assert sorted(row for row in found[section] if row[0] is not None) == sorted(
            [float(each.target), float(each.cards), float(each.long_run_cards)] for each in counted
        )


def audited(row):
    return [row["asked"], row["whole"], row["longRun"]]


@pytest.mark.parametrize("name", GAMES)
def test_every_deck_of_every_game_says_what_is_to_be_expected(name):
    game = read_game(name)
    for spec in game.decks:
        sections = play_model(game, spec, deck_of(spec))["sections"]
        assert sum(bool(section["counted"]) for section in sections) > len(sections) / 2
        for section in sections:
            for row in section["counted"]:
                assert len(row["values"]) == len(row["ends"]) == spec.size
