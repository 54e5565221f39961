"""Virtual tabletops: sheets of faces and a saved object for Tabletop Simulator, a module for Foundry VTT, pictures.

Reference cards are never part of the deck that is drawn from: they are a stack of their own.

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
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import chain
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple

from deckgen import __version__
from deckgen.document.deck_text import NOTHING
from deckgen.document.spreadsheet import csv_bytes
from deckgen.errors import PressError, Problem
from deckgen.press.pictures.png import MAX_PIXELS, encode_png, grid_rows, pngs, render_pixels

if TYPE_CHECKING:
    from deckgen.deck.cards import Deck
    from deckgen.document.deck_text import DeckText
    from deckgen.draw.drawing import Drawing
    from deckgen.press.target import Target

_TRANSFORM = {"posX": 0.0, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0,
       "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}  # fmt: skip
_SHAPES = {"rect": 0, "path": 1, "hex": 3, "round": 4}  # CustomDeck's Type: 0 has round corners, 1 has none
_EMPTY_SAVE = {"SaveName": "", "GameMode": "", "Date": "", "Table": "", "Sky": "", "Note": "", "Rules": "",
           "XmlUI": "", "LuaScript": "", "LuaScriptState": ""}  # fmt: skip


def card_title(deck: Deck, index: int, front: Drawing | None = None) -> str:
    """Return a card's name for lists in programs; from index ``deck.size`` on a reference card's title, or Blank."""
    if index >= deck.size:
        return front.title if front and front.items else "Blank"
    card = deck.cards[index]
    return f"{card.impulse}: {card.face.name}"


def card_lines(text: DeckText, index: int) -> list[str]:
    """Return what a card shows, a line per section; nothing for cards beyond the deck."""
    values = text.cards[index] if index < len(text.cards) else {}
    return [f"{title}: {words}" for title, words in values.items() if words != NOTHING]


class Stack(NamedTuple):
    """A stack of cards, each card as the tabletop has it; ``name`` is that of its file."""

    name: str
    title: str
    about: str
    cards: Sequence[dict[str, Any]]


def split_stacks(deck: Deck, title: str, text: DeckText, cards: Sequence[dict[str, Any]]) -> list[Stack]:
    """Return the deck that is drawn from, and a stack of the cards beyond it if there are any."""
    references = Stack("references", f"{title}: {text.references_title}", text.references, cards[deck.size :])
    return [Stack("deck", title, text.deck, cards[: deck.size]), *([references] if references.cards else [])]


def json_bytes(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()


def tabletop_files(
    fronts: Sequence[Drawing],
    back: Drawing,
    deck: Deck,
    target: Target,
    title: str,
    stem: str,
    text: DeckText,
    url: str = "",
) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) of the files for Tabletop Simulator.

    They are ``stem-1.png`` and so on, ``stem-back.png`` and ``stem.json``. It loads pictures by full
    addresses: ``url`` is put before their names, a web address for all players or ``file:///`` and a folder
    for one. Fronts after the deck's are a stack of their own. Raises PressError if a card does not fit in the
    target's pixels.
    """
    names = []
    for name, picture in sheet_files(fronts, back, target, stem):
        names.append(name)
        yield name, picture
    grid = grid_shape(len(fronts), target)
    saved = _saved_stacks(deck, fronts, grid, title, [url + name for name in names], text)
    yield f"{stem}.json", json_bytes({**_EMPTY_SAVE, "ObjectStates": saved})


def sheet_files(fronts: Sequence[Drawing], back: Drawing, target: Target, stem: str) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content): sheets of fronts, ``stem-1.png`` and so on, the back in their last cells; and the back."""
    columns, rows = grid_shape(len(fronts), target)
    cell = card_pixels(fronts[0], columns, rows, target)
    dpi = round(cell[0] / fronts[0].width * 25.4)
    size = columns * rows - 1
    hidden = next(render_pixels([back], pixels=cell))
    white = hidden.copy()
    white.fill(255)
    for number, start in enumerate(range(0, len(fronts), size), 1):
        faces = fronts[start : start + size]
        pictures = chain(render_pixels(faces, pixels=cell), [white] * (size - len(faces)), [hidden])
        yield f"{stem}-{number}.png", encode_png(grid_rows(pictures, columns, rows), dpi)
    yield f"{stem}-back.png", encode_png([hidden], dpi)


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


def _saved_stacks(
    deck: Deck, fronts: Sequence[Drawing], grid: tuple[int, int], title: str, addresses: Sequence[str], text: DeckText
) -> list[dict[str, Any]]:
    """Return the objects of the deck, first card on top, and beside it of the other fronts, face up.

    ``addresses``: of the sheets and, last, of the back. GUIDs are from the deck's id.
    """
    size, (*sheets, back) = grid[0] * grid[1] - 1, addresses
    shared = {"BackURL": back, "NumWidth": grid[0], "NumHeight": grid[1]}
    kind = {"BackIsHidden": False, "UniqueBack": False, "Type": _SHAPES[fronts[0].shape]}
    custom = {str(key): {"FaceURL": sheet, **shared, **kind} for key, sheet in enumerate(sheets, 1)}
    cards = [
        {
            **_save_object(deck, index, "Card", card_title(deck, index, front), "\n".join(card_lines(text, index))),
            "CardID": number,
            "SidewaysCard": False,
            "CustomDeck": {str(number // 100): custom[str(number // 100)]},
        }
        for index, front in enumerate(fronts)
        for number in [(index // size + 1) * 100 + index % size]
    ]

    saved = []
    for number, stack in enumerate(split_stacks(deck, title, text, cards), 1):
        ids = [card["CardID"] for card in stack.cards]
        deck_data = {"SidewaysCard": False, "DeckIDs": ids, "CustomDeck": custom, "ContainedObjects": stack.cards}
        saved.append({**_save_object(deck, -number, "DeckCustom", stack.title, stack.about), **deck_data})
        if len(ids) == 1:
            saved[-1] = {**stack.cards[0], "Name": "CardCustom"}
    for pile in saved[1:]:
        pile["Transform"] = {**_TRANSFORM, "posX": 4.0, "rotZ": 0.0}
    return saved


def _save_object(deck: Deck, index: int, kind: str, title: str, about: str) -> dict[str, Any]:
    """Return what every saved object has; ``index``, below 0 for a stack, makes its GUID."""
    guid = hashlib.sha256(f"{deck.id} {index}".encode()).hexdigest()[:6]
    return {"Name": kind, "GUID": guid, "Transform": _TRANSFORM, "Nickname": title, "Description": about}


# Foundry VTT

_COMPATIBILITY = {"minimum": "12"}
_ABOUT = (
    "A deck of cards made by deckgen. Activate this module in your world, choose Create Card Stack in the card stacks tab, "
    "then the type Deck and the preset {title}."
)
_SCRIPT = "deck.js"
_WIDTH = 2  # squares, as Foundry's own cards
_EMPTY: dict[str, Any] = {"flags": {}, "system": {}}
_RANKS = {"A": 1, "J": 11, "Q": 12, "K": 13}


def module_id(deck: Deck) -> str:
    """Return the id of a deck's module, also its folder: small letters, digits and hyphens."""
    return f"{_file_name(f'deckgen {deck.game} {deck.deck}')}-{deck.short_id}"


def _file_name(words: str) -> str:
    """Return words as small letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")


def foundry_files(
    fronts: Sequence[Drawing], back: Drawing, deck: Deck, target: Target, title: str, text: DeckText, url: str = ""
) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) of the files in a module's folder: manifest, script, stacks, and an image per face.

    ``url``: put before the images' names if they are hosted elsewhere; "" if they stay in the module's folder.
    Fronts after the deck's are a stack of their own.
    """
    folder = module_id(deck)
    module_path = f"modules/{folder}/"
    names = [f"cards/{number:02}.png" for number in range(len(fronts))]
    images = [(url or module_path) + name for name in (*names, "cards/back.png")]
    deck_label = f"{deck.seed}, {deck.number} of {deck.of}" if deck.of > 1 else deck.seed
    cards = [_foundry_card(deck, index, front, images, text) for index, front in enumerate(fronts)]
    stacks = split_stacks(deck, title, text, cards)
    labels = [f"{stack.title} ({deck_label})" for stack in stacks]  # so that decks of one kind differ in lists
    yield f"{folder}/module.json", json_bytes(_manifest(folder, labels[0]))
    presets = {}
    for stack, label in zip(stacks, labels, strict=True):
        name = folder if stack.name == "deck" else f"{folder}-{stack.name}"
        presets[name] = {"type": "deck", "label": label, "src": f"{module_path}{stack.name}.json"}
    yield f"{folder}/{_SCRIPT}", _script(presets)
    for stack in stacks:
        yield f"{folder}/{stack.name}.json", json_bytes(_foundry_stack(stack, images[-1]))
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
        "esmodules": [_SCRIPT],
    }


def _script(presets: Mapping[str, Mapping[str, str]]) -> bytes:
    """Return the JavaScript that adds presets of stacks to those of the system."""
    lines = "".join(  # in ASCII, so that it is valid JavaScript
        f"  CONFIG.Cards.presets[{json.dumps(name)}] = {json.dumps(preset)};\n" for name, preset in presets.items()
    )
    return f'Hooks.once("init", () => {{\n  CONFIG.Cards.presets ??= {{}};\n{lines}}});\n'.encode()


def _foundry_stack(stack: Stack, image: str) -> dict[str, Any]:
    """Return the document of a stack of cards; ``image``: address of its back."""
    shape = {key: stack.cards[0][key] for key in ("width", "height", "rotation")}
    about = {"name": stack.title, "type": "deck", "description": escape(stack.about), "img": image}
    return {**about, "cards": stack.cards, **shape, "displayCount": False, "sort": 0, **_EMPTY}


def _foundry_card(deck: Deck, index: int, front: Drawing, images: Sequence[str], text: DeckText) -> dict[str, Any]:
    """Return one card; its suit is "joker" or "blank" without one, its value that of its rank, or 0.

    ``images``: addresses, of each front and, last, of the back.
    """
    face = deck.cards[index].face if index < deck.size else None
    name, rank = card_title(deck, index, front), face.rank if face else ""
    words = "".join(f"<p>{escape(line)}</p>" for line in card_lines(text, index))
    return {
        "name": name,
        "type": "base",
        "suit": (face.suit if face else None) or ("joker" if face else "blank"),
        "value": int(rank) if rank.isdigit() else _RANKS.get(rank, 0),
        "description": "",
        "faces": [{"name": name, "text": words, "img": images[index]}],
        "face": None,
        "back": {"name": "", "text": "", "img": images[-1]},
        "drawn": False,
        "origin": None,
        "width": _WIDTH,
        "height": max(1, round(_WIDTH * front.height / front.width)),
        "rotation": 0,
        "sort": index,
        **_EMPTY,
    }


# Pictures for any tabletop


def image_files(
    fronts: Sequence[Drawing], back: Drawing, deck: Deck, target: Target, names: Sequence[str], text: DeckText
) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content): pictures of the deck's fronts, of other fronts by ``names``, of the back; a sheet; a list.

    The sheet has the deck's fronts, and the back in its last cell; the list has their names and values as CSV.
    """
    cards = [f"cards/{card.impulse:02}-{_file_name(card.face.name)}.png" for card in deck.cards]
    references = [f"reference/{number}-{_file_name(name)}.png" for number, name in enumerate(names, 1)]
    yield from zip([*cards, *references, "back.png"], pngs([*fronts, back], target.dpi), strict=True)
    yield from list(sheet_files(fronts[: deck.size], back, target, "sheet"))[:-1]
    lines = [(name, card_title(deck, index), *text.cards[index].values()) for index, name in enumerate(cards)]
    yield "cards.csv", csv_bytes([("file", "name", *text.cards[0]), *lines])
