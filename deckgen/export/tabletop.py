"""Tabletop Simulator: sheets of faces, and the saved object that cuts a deck from them.

Source: its knowledge base, "Custom deck" and "Save file format". A card's number is its sheet's key times 100 plus its place, row by row; the
last place of a sheet is the face that other players see in a hand.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from itertools import chain
from math import ceil
from typing import TYPE_CHECKING, Any

from deckgen.errors import Fault, PressError
from deckgen.press.pictures.png import MOST_PIXELS, grid_rows, packed, rasters

if TYPE_CHECKING:
    from deckgen.deck.cards import Deck
    from deckgen.draw.drawing import Drawing
    from deckgen.press.target import Target

_AT = {"posX": 0.0, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0,
       "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}  # fmt: skip
_AROUND = {"SaveName": "", "GameMode": "", "Date": "", "Table": "", "Sky": "", "Note": "", "Rules": "",
           "XmlUI": "", "LuaScript": "", "LuaScriptState": ""}  # fmt: skip


def name_of(deck: Deck, index: int, front: Drawing | None = None) -> str:
    """What programs list the card at that place as; beyond the deck's cards are reference cards, then blank ones."""
    if index >= deck.size:
        return front.title if front and front.items else "Blank"
    card = deck.cards[index]
    return f"{card.impulse}: {card.face.name}"


def json_bytes(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()


def simulator(
    fronts: Sequence[Drawing], back: Drawing, deck: Deck, target: Target, title: str, stem: str, url: str = ""
) -> Iterator[tuple[str, bytes]]:
    """Names and contents: ``stem-1.png`` and so on, ``stem-back.png`` and ``stem.json``.

    The simulator loads pictures by whole addresses: ``url`` stands before their names, a web address for
    all players or ``file:///`` and a folder for one. Raises PressError if a card cannot be shown in the
    target's pixels.
    """
    columns, rows = shape(len(fronts), target)
    cell = cell_of(fronts[0], columns, rows, target)
    dpi = round(cell[0] / fronts[0].width * 25.4)
    size = columns * rows - 1
    hidden = next(rasters([back], pixels=cell))
    white = hidden.copy()
    white.fill(255)
    sheets = [fronts[start : start + size] for start in range(0, len(fronts), size)]
    names = [f"{stem}-{number}.png" for number in range(1, len(sheets) + 1)]
    for name, faces in zip(names, sheets, strict=True):
        pictures = chain(rasters(faces, pixels=cell), [white] * (size - len(faces)), [hidden])
        yield name, packed(grid_rows(pictures, columns, rows), dpi)
    yield f"{stem}-back.png", packed([hidden], dpi)
    addresses = [url + name for name in names]
    saved = _saved(deck, fronts, (columns, rows), title, addresses, f"{url}{stem}-back.png")
    yield f"{stem}.json", json_bytes({**_AROUND, "ObjectStates": [saved]})


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
    if (count := columns * rows * cell[0] * cell[1]) > MOST_PIXELS:
        what = f"{count:,} pixels are too many for a picture"
        raise PressError(Fault(target.name, None, "grid", what, "give grid fewer pixels"))
    return cell


def _saved(
    deck: Deck, fronts: Sequence[Drawing], grid: tuple[int, int], title: str, sheets: Sequence[str], back: str
) -> dict[str, Any]:
    """The object of a deck whose first card lies on top. Its GUIDs come from the deck's id."""
    size = grid[0] * grid[1] - 1
    shared = {"BackURL": back, "NumWidth": grid[0], "NumHeight": grid[1]}
    kind = {"BackIsHidden": False, "UniqueBack": False, "Type": 0}
    custom = {str(key): {"FaceURL": sheet, **shared, **kind} for key, sheet in enumerate(sheets, 1)}
    numbers = [(place // size + 1) * 100 + place % size for place in range(len(fronts))]
    cards = [
        {
            **_object(deck, index, "Card", name_of(deck, index, fronts[index]), title),
            "CardID": number,
            "SidewaysCard": False,
            "CustomDeck": {str(number // 100): custom[str(number // 100)]},
        }
        for index, number in enumerate(numbers)
    ]
    whole = {"SidewaysCard": False, "DeckIDs": numbers, "CustomDeck": custom, "ContainedObjects": cards}
    return {**_object(deck, -1, "DeckCustom", title, deck.id), **whole}


def _object(deck: Deck, index: int, kind: str, title: str, about: str) -> dict[str, Any]:
    guid = hashlib.sha256(f"{deck.id} {index}".encode()).hexdigest()[:6]
    return {"Name": kind, "GUID": guid, "Transform": _AT, "Nickname": title, "Description": about}
