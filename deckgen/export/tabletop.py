"""Virtual tabletops: sheets of faces and a saved object for Tabletop Simulator, a module for Foundry VTT.

Tabletop Simulator cuts a deck from its sheets. Source: its knowledge base, "Custom deck" and "Save file format". A
card's number is its sheet's key times 100 plus its index, row by row; the last cell of a sheet is the face that
other players see in a hand.

Foundry VTT: a folder to put among its modules, that offers the deck as a card stack preset, a JSON file which it
loads. Sources: "Introduction to module development"; its API, versions 13 and 14: ModuleManifestData, CONFIG.Cards
(``presets``), CardsData, CardData, CardFaceData. Sizes are whole squares of the grid. Documents have no ids: Foundry
gives new ones to each stack from the preset, so that cards of two of them can be in one hand.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from itertools import chain
from math import ceil
from typing import TYPE_CHECKING, Any

from deckgen import __version__
from deckgen.errors import PressError, Problem
from deckgen.press.pictures.png import MAX_PIXELS, encode_png, grid_rows, pngs, render_pixels

if TYPE_CHECKING:
    from deckgen.deck.cards import Deck
    from deckgen.draw.drawing import Drawing
    from deckgen.press.target import Target

_TRANSFORM = {"posX": 0.0, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0,
       "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}  # fmt: skip
_EMPTY_SAVE = {"SaveName": "", "GameMode": "", "Date": "", "Table": "", "Sky": "", "Note": "", "Rules": "",
           "XmlUI": "", "LuaScript": "", "LuaScriptState": ""}  # fmt: skip


def card_title(deck: Deck, index: int, front: Drawing | None = None) -> str:
    """Return a card's name for lists in programs; from index ``deck.size`` on a reference card's title, or Blank."""
    if index >= deck.size:
        return front.title if front and front.items else "Blank"
    card = deck.cards[index]
    return f"{card.impulse}: {card.face.name}"


def json_bytes(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()


def tabletop_files(
    fronts: Sequence[Drawing], back: Drawing, deck: Deck, target: Target, title: str, stem: str, url: str = ""
) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) of the files for Tabletop Simulator.

    They are ``stem-1.png`` and so on, ``stem-back.png`` and ``stem.json``. It loads pictures by full
    addresses: ``url`` is put before their names, a web address for all players or ``file:///`` and a folder
    for one. Raises PressError if a card does not fit in the target's pixels.
    """
    columns, rows = grid_shape(len(fronts), target)
    cell = card_pixels(fronts[0], columns, rows, target)
    dpi = round(cell[0] / fronts[0].width * 25.4)
    size = columns * rows - 1
    hidden = next(render_pixels([back], pixels=cell))
    white = hidden.copy()
    white.fill(255)
    sheets = [fronts[start : start + size] for start in range(0, len(fronts), size)]
    names = [f"{stem}-{number}.png" for number in range(1, len(sheets) + 1)]
    for name, faces in zip(names, sheets, strict=True):
        pictures = chain(render_pixels(faces, pixels=cell), [white] * (size - len(faces)), [hidden])
        yield name, encode_png(grid_rows(pictures, columns, rows), dpi)
    yield f"{stem}-back.png", encode_png([hidden], dpi)
    addresses = [url + name for name in names]
    saved = _saved_deck(deck, fronts, (columns, rows), title, addresses, f"{url}{stem}-back.png")
    yield f"{stem}.json", json_bytes({**_EMPTY_SAVE, "ObjectStates": [saved]})


def grid_shape(count: int, target: Target) -> tuple[int, int]:
    """Return (columns, rows) of a sheet: the target's, or as few rows (2 at least) as ``count`` + 1 cells need."""
    columns, rows, _ = target.grid
    return columns, min(rows, max(2, ceil((count + 1) / columns)))


def card_pixels(face: Drawing, columns: int, rows: int, target: Target) -> tuple[int, int]:
    """Return (width, height) of a card on a sheet. PressError below 1 pixel, or above MAX_PIXELS for the sheet."""
    max_pixels = target.grid[2]
    dpi = min(target.dpi, max_pixels // columns / face.width * 25.4, max_pixels // rows / face.height * 25.4)
    cell = round(face.width / 25.4 * dpi - 0.5), round(face.height / 25.4 * dpi - 0.5)
    if min(cell) < 1:
        message = f"{columns} × {rows} cards do not fit in {max_pixels} pixels"
        raise PressError(Problem(target.name, None, "grid", message, "use fewer columns or more pixels"))
    if (count := columns * rows * cell[0] * cell[1]) > MAX_PIXELS:
        message = f"{count:,} pixels are too many for one picture"
        raise PressError(Problem(target.name, None, "grid", message, "give grid fewer pixels"))
    return cell


def _saved_deck(
    deck: Deck, fronts: Sequence[Drawing], grid: tuple[int, int], title: str, sheets: Sequence[str], back: str
) -> dict[str, Any]:
    """Return the object of a deck, first card on top; ``sheets``, ``back``: addresses. GUIDs are from its id."""
    size = grid[0] * grid[1] - 1
    shared = {"BackURL": back, "NumWidth": grid[0], "NumHeight": grid[1]}
    kind = {"BackIsHidden": False, "UniqueBack": False, "Type": 0}
    custom = {str(key): {"FaceURL": sheet, **shared, **kind} for key, sheet in enumerate(sheets, 1)}
    numbers = [(place // size + 1) * 100 + place % size for place in range(len(fronts))]
    cards = [
        {
            **_save_object(deck, index, "Card", card_title(deck, index, fronts[index]), title),
            "CardID": number,
            "SidewaysCard": False,
            "CustomDeck": {str(number // 100): custom[str(number // 100)]},
        }
        for index, number in enumerate(numbers)
    ]
    deck_data = {"SidewaysCard": False, "DeckIDs": numbers, "CustomDeck": custom, "ContainedObjects": cards}
    return {**_save_object(deck, -1, "DeckCustom", title, deck.id), **deck_data}


def _save_object(deck: Deck, index: int, kind: str, title: str, about: str) -> dict[str, Any]:
    """Return what every saved object has; ``index``, -1 for the deck, makes its GUID."""
    guid = hashlib.sha256(f"{deck.id} {index}".encode()).hexdigest()[:6]
    return {"Name": kind, "GUID": guid, "Transform": _TRANSFORM, "Nickname": title, "Description": about}


# Foundry VTT

_COMPATIBILITY = {"minimum": "12"}
_ABOUT = (
    "A deck of cards made by deckgen. Activate this module in your world, choose Create Card Stack in the card stacks tab, "
    "then the type Deck and the preset {title}."
)
_FOUNDRY = "deck"  # file name of the stack and of its script
_WIDTH = 2  # squares, as Foundry's own cards
_EMPTY: dict[str, Any] = {"flags": {}, "system": {}}
_RANKS = {"A": 1, "J": 11, "Q": 12, "K": 13}


def module_id(deck: Deck) -> str:
    """Return the id of a deck's module, also its folder: small letters, digits and hyphens."""
    words = re.sub(r"[^a-z0-9]+", "-", f"deckgen {deck.game} {deck.deck}".lower())
    return f"{words.strip('-')}-{deck.short_id}"


def foundry_files(
    fronts: Sequence[Drawing], back: Drawing, deck: Deck, target: Target, title: str, url: str = ""
) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) of the files in a module's folder: manifest, stack, script, and an image per face.

    ``url``: put before the images' names if they are hosted elsewhere; "" if they stay in the module's folder.
    """
    folder = module_id(deck)
    module_path = f"modules/{folder}/"
    names = [f"cards/{number:02}.png" for number in range(len(fronts))]
    deck_label = f"{deck.seed}, {deck.number} of {deck.of}" if deck.of > 1 else deck.seed
    label = f"{title} ({deck_label})"  # so that decks of one kind differ in lists
    yield f"{folder}/module.json", json_bytes(_manifest(folder, label))
    yield f"{folder}/{_FOUNDRY}.js", _script(folder, label, f"{module_path}{_FOUNDRY}.json")
    stack = _stack(fronts, deck, title, [(url or module_path) + name for name in (*names, "cards/back.png")])
    yield f"{folder}/{_FOUNDRY}.json", json_bytes(stack)
    pictures = pngs([*fronts, back], target.dpi)
    for name, picture in zip([*names, "cards/back.png"], pictures, strict=True):
        yield f"{folder}/{name}", picture


def _manifest(identity: str, title: str) -> dict[str, Any]:
    """Return the module's manifest: ``identity`` is its id and folder, ``title`` is shown in lists."""
    return {
        "id": identity,
        "title": title,
        "description": _ABOUT.format(title=title.replace("&", "&amp;").replace("<", "&lt;")),  # it is HTML
        "version": __version__,
        "compatibility": _COMPATIBILITY,
        "authors": [{"name": "deckgen"}],
        "esmodules": [f"{_FOUNDRY}.js"],
    }


def _script(identity: str, title: str, source: str) -> bytes:
    """Return the JavaScript that adds the deck to the presets of the system; ``source``: path of the stack's JSON."""
    preset = json.dumps({"type": "deck", "label": title, "src": source})  # in ASCII, so that it is valid JavaScript
    return (
        'Hooks.once("init", () => {\n'
        "  CONFIG.Cards.presets ??= {};\n"
        f"  CONFIG.Cards.presets[{json.dumps(identity)}] = {preset};\n"
        "});\n"
    ).encode()


def _stack(fronts: Sequence[Drawing], deck: Deck, title: str, images: Sequence[str]) -> dict[str, Any]:
    """Return the document of the stack; ``images``: addresses, of each front and, last, of the back."""
    *faces, back_image = images
    ratio = fronts[0].height / fronts[0].width
    shape = {"width": _WIDTH, "height": max(1, round(_WIDTH * ratio)), "rotation": 0}
    return {
        "name": title,
        "type": "deck",
        "description": deck.id,
        "img": back_image,
        "cards": [
            _foundry_card(deck, index, fronts[index], image, back_image, shape) for index, image in enumerate(faces)
        ],
        **shape,
        "displayCount": False,
        "sort": 0,
        **_EMPTY,
    }


def _foundry_card(
    deck: Deck, index: int, front: Drawing, image: str, back: str, shape: dict[str, int]
) -> dict[str, Any]:
    """Return one card; its suit is "joker" or "blank" without one, its value that of its rank, or 0."""
    face = deck.cards[index].face if index < deck.size else None
    name, rank = card_title(deck, index, front), face.rank if face else ""
    return {
        "name": name,
        "type": "base",
        "suit": (face.suit if face else None) or ("joker" if face else "blank"),
        "value": int(rank) if rank.isdigit() else _RANKS.get(rank, 0),
        "description": "",
        "faces": [{"name": name, "text": "", "img": image}],
        "face": None,
        "back": {"name": "", "text": "", "img": back},
        "drawn": False,
        "origin": None,
        **shape,
        "sort": index,
        **_EMPTY,
    }
