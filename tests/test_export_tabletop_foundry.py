import json
import re
from dataclasses import replace

from export_decks import small

from deckgen.export.tabletop import foundry
from deckgen.press.target import load_target

DECK, FACES = small()


def made():
    files = dict(foundry(FACES.fronts, FACES.back, DECK, load_target("foundry"), "A deck"))
    return files, json.loads(files["cards.json"])


def test_every_image_that_the_stack_names_is_there():
    files, stack = made()
    images = {face["img"] for card in stack["cards"] for face in card["faces"]}
    images |= {card["back"]["img"] for card in stack["cards"]} | {stack["img"]}
    assert images == set(files) - {"cards.json"}
    assert all(files[name].startswith(b"\x89PNG") for name in images)


def test_suit_and_value_are_the_poker_cards():
    _, stack = made()
    assert [(card["suit"], card["value"]) for card in stack["cards"]] == [
        ("joker", 0), ("clubs", 1), ("hearts", 10), ("spades", 13),
    ]  # fmt: skip
    assert [card["name"] for card in stack["cards"]][1] == "1: ace of clubs"


def test_ids_are_foundrys_and_always_the_same():
    _, stack = made()
    ids = [stack["_id"], *(card["_id"] for card in stack["cards"])]
    assert all(re.fullmatch(r"[A-Za-z0-9]{16}", identity) for identity in ids)
    assert len(set(ids)) == 5
    assert made()[1] == stack


def test_a_reference_card_and_a_blank_one_beyond_the_deck_count_nothing():
    reference = replace(FACES.fronts[0], title="Rules")
    fronts = (*FACES.fronts, reference, replace(FACES.back, items=()))
    files = dict(foundry(fronts, FACES.back, DECK, load_target("foundry"), "A deck"))
    *_, rules, last = json.loads(files["cards.json"])["cards"]
    assert (last["name"], last["suit"], last["value"]) == ("Blank", "blank", 0)
    assert (rules["name"], rules["suit"], rules["value"]) == ("Rules", "blank", 0)
