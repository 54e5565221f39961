"""Foundry VTT: a stack of cards as its ``Cards`` document, and an image a face.

Source: Foundry's API, version 14, CardsData, CardData and CardFaceData.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from deckgen.export.card_name import name_of
from deckgen.press.png import pngs

if TYPE_CHECKING:
    from deckgen.deck.cards import Deck
    from deckgen.draw.drawing import Drawing
    from deckgen.press.target import Target

_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_RANKS = {"A": 1, "J": 11, "Q": 12, "K": 13}


def foundry(
    fronts: Sequence[Drawing], back: Drawing, deck: Deck, target: Target, title: str, url: str = ""
) -> Iterator[tuple[str, bytes]]:
    """Names and contents: ``cards.json``, and images in ``cards/``, for a folder of the user's data.

    ``url`` stands before the names of images in the document: that folder's path, or a web address.
    """
    names = [f"cards/{number:02}.png" for number in range(len(fronts))]
    shown = [url + name for name in names]
    document = stack(deck, shown, url + "cards/back.png", title, (fronts[0].width, fronts[0].height))
    yield "cards.json", (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode()
    yield from zip([*names, "cards/back.png"], pngs([*fronts, back], target.dpi), strict=True)


def stack(
    deck: Deck, fronts: Sequence[str], back: str, title: str, size: tuple[float, float]
) -> dict[str, Any]:
    """The document; suit and value are those of the poker card. Its ids come from the deck's."""
    width = 2  # in squares of the grid, as Foundry's own cards
    shape = {"width": width, "height": round(width * size[1] / size[0], 2), "rotation": 0}
    return {
        "_id": _id(deck, "stack"),
        "name": title,
        "type": "deck",
        "description": deck.id,
        "img": back,
        "cards": [_card(deck, index, image, back, shape) for index, image in enumerate(fronts)],
        **shape,
        "displayCount": False,
        "sort": 0,
        "flags": {},
        "system": {},
    }


def _card(deck: Deck, index: int, image: str, back: str, shape: dict[str, float]) -> dict[str, Any]:
    face = deck.cards[index].face if index < deck.size else None
    name = name_of(deck, index)
    return {
        "_id": _id(deck, f"card {index}"),
        "name": name,
        "type": "base",
        "suit": (face.suit if face else None) or ("joker" if face else "blank"),
        "value": _value(face.rank) if face else 0,
        "description": "",
        "faces": [{"name": name, "text": "", "img": image}],
        "face": None,
        "back": {"name": "", "text": "", "img": back},
        "drawn": False,
        "origin": None,
        **shape,
        "sort": index,
        "flags": {},
        "system": {},
    }


def _value(rank: str) -> int:
    """What the poker card counts; a joker counts nothing."""
    return int(rank) if rank.isdigit() else _RANKS.get(rank, 0)


def _id(deck: Deck, what: str) -> str:
    """Sixteen letters and digits, as Foundry's ids are."""
    number = int.from_bytes(hashlib.sha256(f"{deck.id} {what}".encode()).digest(), "big")
    letters = []
    for _ in range(16):
        number, rest = divmod(number, len(_LETTERS))
        letters.append(_LETTERS[rest])
    return "".join(letters)
