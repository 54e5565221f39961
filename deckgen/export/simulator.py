"""Tabletop Simulator: sheets of faces, and a saved object whose deck cuts its cards from them.

Source: the simulator's knowledge base, "Custom deck" and "Save file format". A card's
number is its sheet's key times 100 plus its place, row by row; the last place of a sheet is the face
that other players see in a hand.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING, Any

from deckgen.errors import Fault, PressError
from deckgen.export.card_name import name_of

if TYPE_CHECKING:
    from deckgen.deck.cards import Deck
    from deckgen.draw.drawing import Drawing
    from deckgen.press.target import Target

_AT = {"posX": 0.0, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0,
       "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}  # fmt: skip


def simulator(
    fronts: Sequence[Drawing], back: Drawing, deck: Deck, target: Target, title: str, stem: str, url: str = ""
) -> Iterator[tuple[str, bytes]]:
    """Names and contents: ``stem-1.png`` and so on, ``stem-back.png`` and ``stem.json``.

    The simulator loads pictures by whole addresses: ``url`` stands before their names, a web address for
    all players or ``file:///`` and a folder for one. Raises PressError if a card cannot be shown in the
    target's pixels.
    """
    import numpy as np  # noqa: PLC0415

    from deckgen.press.png import packed, rasters  # noqa: PLC0415

    columns, rows = shape(len(fronts), target)
    cell = cell_of(fronts[0], columns, rows, target)
    dpi = round(cell[0] / fronts[0].width * 25.4)
    size = columns * rows - 1
    hidden = next(rasters([back], pixels=cell))
    sheets = [fronts[start : start + size] for start in range(0, len(fronts), size)]
    for number, faces in enumerate(sheets, 1):
        sheet = np.full((rows * cell[1], columns * cell[0], 3), 255, np.uint8)
        for place, picture in enumerate(rasters(faces, pixels=cell)):
            _put(sheet, picture, place, columns)
        _put(sheet, hidden, size, columns)
        yield f"{stem}-{number}.png", packed(sheet, dpi)
    yield f"{stem}-back.png", packed(hidden, dpi)
    names = [f"{url}{stem}-{number}.png" for number in range(1, len(sheets) + 1)]
    saved = saved_object(deck, len(fronts), (columns, rows), title, names, f"{url}{stem}-back.png")
    yield f"{stem}.json", (json.dumps(saved, ensure_ascii=False, indent=2) + "\n").encode()


def shape(count: int, target: Target) -> tuple[int, int]:
    """Columns and rows of a sheet: as few rows as ``count`` cards and the hidden face take."""
    columns, rows, _ = target.grid
    return columns, min(rows, max(2, ceil((count + 1) / columns)))


def cell_of(face: Drawing, columns: int, rows: int, target: Target) -> tuple[int, int]:
    """Whole pixels of a card, so that no card shows a line of its neighbour. Raises PressError for none."""
    most = target.grid[2]
    dpi = min(target.dpi, most // columns / face.width * 25.4, most // rows / face.height * 25.4)
    cell = round(face.width / 25.4 * dpi - 0.5), round(face.height / 25.4 * dpi - 0.5)
    if min(cell) < 1:
        what = f"{columns} × {rows} cards have no room in {most} pixels"
        raise PressError(Fault(target.name, None, "grid", what, "give grid fewer columns or more pixels"))
    return cell


def _put(sheet: Any, picture: Any, place: int, columns: int) -> None:
    high, wide, _ = picture.shape
    row, column = divmod(place, columns)
    sheet[row * high : (row + 1) * high, column * wide : (column + 1) * wide] = picture


def saved_object(
    deck: Deck, count: int, grid: tuple[int, int], title: str, sheets: Sequence[str], back: str
) -> dict[str, Any]:
    """The saved object of a deck whose first card lies on top. Its GUIDs come from the deck's id."""
    size = grid[0] * grid[1] - 1
    custom = {
        str(key): {
            "FaceURL": sheet,
            "BackURL": back,
            "NumWidth": grid[0],
            "NumHeight": grid[1],
            "BackIsHidden": False,
            "UniqueBack": False,
            "Type": 0,
        }
        for key, sheet in enumerate(sheets, 1)
    }
    numbers = [(place // size + 1) * 100 + place % size for place in range(count)]
    cards = [
        {
            "Name": "Card",
            "GUID": _guid(deck, index),
            "Transform": _AT,
            "Nickname": name_of(deck, index),
            "Description": title,
            "CardID": number,
            "SidewaysCard": False,
            "CustomDeck": {str(number // 100): custom[str(number // 100)]},
        }
        for index, number in enumerate(numbers)
    ]
    whole = {
        "Name": "DeckCustom",
        "GUID": _guid(deck, -1),
        "Transform": _AT,
        "Nickname": title,
        "Description": deck.id,
        "SidewaysCard": False,
        "DeckIDs": numbers,
        "CustomDeck": custom,
        "ContainedObjects": cards,
    }
    return {"SaveName": "", "GameMode": "", "Date": "", "Table": "", "Sky": "", "Note": "", "Rules": "",
            "XmlUI": "", "LuaScript": "", "LuaScriptState": "", "ObjectStates": [whole]}  # fmt: skip


def _guid(deck: Deck, index: int) -> str:
    return hashlib.sha256(f"{deck.id} {index}".encode()).hexdigest()[:6]
