import io
import json
import re
from dataclasses import replace

import numpy as np
import pytest
from export_decks import small
from PIL import Image
from press_drawings import card

from deckgen.document.deck_text import DeckText
from deckgen.errors import PressError
from deckgen.export.tabletop import card_pixels, grid_shape, tabletop_files
from deckgen.press.pictures.png import render_pixels
from deckgen.press.target import load_target

TARGET = load_target("tabletop-simulator")
COARSE = replace(TARGET, dpi=60)


def made(count, target=COARSE):
    deck, faces = small(count)
    files = dict(tabletop_files(faces.fronts, faces.back, deck, target, "A deck", "deck", DeckText()))
    pictures = {name: np.asarray(Image.open(io.BytesIO(data))) for name, data in files.items() if name[-4:] == ".png"}
    return deck, faces, pictures, json.loads(files["deck.json"])


@pytest.mark.parametrize("count", [3, 54, 75])
def test_the_rectangle_of_a_card_shows_that_card(count):
    _, faces, pictures, saved = made(count)
    (whole,) = saved["ObjectStates"]
    assert len(whole["DeckIDs"]) == len(whole["ContainedObjects"]) == count
    for index, number in enumerate(whole["DeckIDs"]):
        key, place = divmod(number, 100)
        custom = whole["CustomDeck"][str(key)]
        sheet = pictures[custom["FaceURL"]]
        high, wide = sheet.shape[0] / custom["NumHeight"], sheet.shape[1] / custom["NumWidth"]
        assert (high, wide) == (int(high), int(wide))
        row, column = divmod(place, custom["NumWidth"])
        shown = sheet[int(row * high) : int((row + 1) * high), int(column * wide) : int((column + 1) * wide)]
        if index % 9 == 0 or index > count - 4:
            (alone,) = render_pixels([faces.fronts[index]], pixels=(int(wide), int(high)))
            assert (shown == alone).all()


def test_the_last_place_is_the_back():
    _, _, pictures, saved = made(54)
    custom = saved["ObjectStates"][0]["CustomDeck"]["1"]
    sheet, back = pictures[custom["FaceURL"]], pictures[custom["BackURL"]]
    high, wide, _ = back.shape
    assert (sheet[-high:, -wide:] == back).all()
    assert custom["BackIsHidden"] is False
    assert custom["NumWidth"] * custom["NumHeight"] > 54


def test_sheets_keep_to_the_simulators_size():
    for count in (54, 69):
        columns, rows = grid_shape(count, TARGET)
        cell = card_pixels(card(), columns, rows, TARGET)
        assert columns * cell[0] <= 4096
        assert rows * cell[1] <= 4096
        assert cell[0] / cell[1] == pytest.approx(63.5 / 88.9, abs=0.003)
    assert grid_shape(54, TARGET) == (10, 6)
    assert grid_shape(200, TARGET) == (10, 7)


def test_cards_are_named_and_numbered_without_chance():
    _, _, _, saved = made(4)
    assert made(4)[3] == saved
    (whole,) = saved["ObjectStates"]
    assert [entry["Nickname"] for entry in whole["ContainedObjects"]][:2] == [
        "0: red joker",
        "1: ace of clubs",
    ]
    assert (whole["Name"], whole["Nickname"], whole["Description"]) == ("DeckCustom", "A deck", "")
    identities = [whole["GUID"], *(entry["GUID"] for entry in whole["ContainedObjects"])]
    assert all(re.fullmatch(r"[0-9a-f]{6}", identity) for identity in identities)
    assert len(set(identities)) == 5


def test_too_few_pixels_are_refused():
    with pytest.raises(PressError, match="do not fit in"):
        card_pixels(card(), 10, 7, replace(TARGET, grid=(10, 7, 9)))


def test_too_many_pixels_are_refused():
    """A target is a file that anybody may send."""
    large = replace(TARGET, dpi=1200, grid=(10, 7, 16384))
    assert card_pixels(card(), 10, 1, large) == (1637, 2293)
    with pytest.raises(PressError, match="are too many for one picture"):
        card_pixels(card(), 10, 7, large)


def test_pictures_are_named_by_whole_addresses_if_these_are_known():
    deck, faces = small(2)
    files = dict(
        tabletop_files(faces.fronts, faces.back, deck, COARSE, "A deck", "deck", DeckText(), "https://example.org/")
    )
    custom = json.loads(files["deck.json"])["ObjectStates"][0]["CustomDeck"]["1"]
    assert (custom["FaceURL"], custom["BackURL"]) == (
        "https://example.org/deck-1.png", "https://example.org/deck-back.png",
    )  # fmt: skip
