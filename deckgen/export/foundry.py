"""Foundry VTT: a module, a folder to put among its modules, that offers the deck wherever card stacks are made.

Sources: its article "Introduction to module development"; its API, versions 13 and 14: ModuleManifestData,
CONFIG.Cards (``presets``), CardsData, CardData and CardFaceData. A preset names a JSON file, which is fetched and made a stack.
Widths and heights are whole squares of the grid. Documents have no ids: Foundry gives each stack that is made of the preset new ones,
so that cards of two of them may lie in one hand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from deckgen import __version__
from deckgen.export.tabletop import json_bytes, name_of
from deckgen.press.pictures.png import pngs

if TYPE_CHECKING:
    from deckgen.deck.cards import Deck
    from deckgen.draw.drawing import Drawing
    from deckgen.press.target import Target

_COMPATIBILITY = {"minimum": "12"}
_ABOUT = (
    "A deck of cards made by deckgen. Switch this module on in your world, choose Create Card Stack in the tab of card stacks, "
    "and there the type Deck and the preset {title}."
)
_STEM = "deck"  # of the stack and of the script that offers it
_WIDTH = 2  # squares, as Foundry's own cards
_EMPTY: dict[str, Any] = {"flags": {}, "system": {}}
_RANKS = {"A": 1, "J": 11, "Q": 12, "K": 13}


def module_id(deck: Deck) -> str:
    """What the module of a deck is called, and its folder: small letters, digits and hyphens."""
    words = re.sub(r"[^a-z0-9]+", "-", f"deckgen {deck.game} {deck.deck}".lower())
    return f"{words.strip('-')}-{deck.short_id}"


def foundry(
    fronts: Sequence[Drawing], back: Drawing, deck: Deck, target: Target, title: str, url: str = ""
) -> Iterator[tuple[str, bytes]]:
    """Names and contents of the module's folder: its manifest, the stack, what offers it, and an image a face.

    Images are named by where the module will lie, or by ``url`` if they are put elsewhere.
    """
    folder = module_id(deck)
    place = f"modules/{folder}/"
    names = [f"cards/{number:02}.png" for number in range(len(fronts))]
    label = f"{title} ({_which(deck)})"
    yield f"{folder}/module.json", json_bytes(_manifest(folder, label))
    yield f"{folder}/{_STEM}.js", _script(folder, label, f"{place}{_STEM}.json")
    stack = _stack(fronts, deck, title, [(url or place) + name for name in (*names, "cards/back.png")])
    yield f"{folder}/{_STEM}.json", json_bytes(stack)
    pictures = pngs([*fronts, back], target.dpi)
    for name, picture in zip([*names, "cards/back.png"], pictures, strict=True):
        yield f"{folder}/{name}", picture


def _which(deck: Deck) -> str:
    """What tells decks of one kind apart where they are listed beside each other."""
    return f"{deck.seed}, {deck.number} of {deck.of}" if deck.of > 1 else deck.seed


def _manifest(identity: str, title: str) -> dict[str, Any]:
    return {
        "id": identity,
        "title": title,
        "description": _ABOUT.format(title=_plain(title)),
        "version": __version__,
        "compatibility": _COMPATIBILITY,
        "authors": [{"name": "deckgen"}],
        "esmodules": [f"{_STEM}.js"],
    }


def _script(identity: str, title: str, source: str) -> bytes:
    """Adds the deck to the presets, beside those that the system has or has left."""
    preset = json.dumps({"type": "deck", "label": title, "src": source})  # in ASCII: it is JavaScript, too
    return (
        'Hooks.once("init", () => {\n'
        "  CONFIG.Cards.presets ??= {};\n"
        f"  CONFIG.Cards.presets[{json.dumps(identity)}] = {preset};\n"
        "});\n"
    ).encode()


def _plain(text: str) -> str:
    """A text for a field that Foundry shows as HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _stack(fronts: Sequence[Drawing], deck: Deck, title: str, images: Sequence[str]) -> dict[str, Any]:
    """The document of the stack; the last of ``images`` is the back."""
    *faces, behind = images
    ratio = fronts[0].height / fronts[0].width
    shape = {"width": _WIDTH, "height": max(1, round(_WIDTH * ratio)), "rotation": 0}
    return {
        "name": title,
        "type": "deck",
        "description": deck.id,
        "img": behind,
        "cards": [
            _card(deck, index, fronts[index], image, behind, shape) for index, image in enumerate(faces)
        ],
        **shape,
        "displayCount": False,
        "sort": 0,
        **_EMPTY,
    }


def _card(
    deck: Deck, index: int, front: Drawing, image: str, back: str, shape: dict[str, int]
) -> dict[str, Any]:
    """One card; suit and value are those of the poker card, a joker counts nothing."""
    face = deck.cards[index].face if index < deck.size else None
    name, rank = name_of(deck, index, front), face.rank if face else ""
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
