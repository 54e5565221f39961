"""A dealt deck and its canonical JSON."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deckgen.errors import DeckError, Fault, Faults, told_as
from deckgen.game.model import Face

FORMAT = "deckgen-deck/1"


@dataclass(frozen=True)
class Card:
    """One card: its impulse (place in the deck, 0 first), its poker face, its sections as in deck.json."""

    impulse: int
    face: Face
    sections: Mapping[str, Any]


@dataclass(frozen=True)
class Deck:
    """Deck ``number`` of a set of ``of`` decks, dealt from ``seed`` by the game whose hash is ``spec_sha256``."""

    generator: str
    game: str
    deck: str
    spec_sha256: str
    seed: str
    number: int
    of: int
    draw: str
    cards: tuple[Card, ...]

    @property
    def size(self) -> int:
        return len(self.cards)

    @property
    def id(self) -> str:
        """SHA-256 of the canonical JSON without the id."""
        return _id(self._body())

    def _body(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "generator": self.generator,
            "game": self.game,
            "deck": self.deck,
            "spec_sha256": self.spec_sha256,
            "seed": self.seed,
            "number": self.number,
            "of": self.of,
            "size": self.size,
            "draw": self.draw,
            "cards": [
                {
                    "impulse": card.impulse,
                    "poker": {"rank": card.face.rank, "suit": card.face.suit, "name": card.face.name},
                    "sections": dict(card.sections),
                }
                for card in self.cards
            ],
        }

    def to_json(self) -> bytes:
        """Canonical JSON: sorted keys, UTF-8, newline at the end."""
        body = self._body()
        return canonical({**body, "id": _id(body)})


def canonical(value: Any) -> bytes:
    """JSON with sorted keys and no spaces that depend on anything, in UTF-8, newline at the end."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return text.encode() + b"\n"


def _id(body: Mapping[str, Any]) -> str:
    return "sha256:" + hashlib.sha256(canonical(body)).hexdigest()


def read_deck(path: Path, *, changed: bool = False) -> Deck:
    """Read a deck.json. Raises DeckError if it is none, or if its id shows that it was changed.

    ``changed`` accepts a deck whose id does not fit, for telling where it was changed.
    """
    with told_as(DeckError, path, "name a deck.json written by deckgen generate"):
        content = path.read_bytes()
    deck, identity = _parse(content, path)
    if identity != deck.id and not changed:
        what = f"the deck's id is not that of its contents ({deck.id})"
        remedy = "it was changed after it was dealt: deckgen verify says where; generate it again"
        raise DeckError(Fault(str(path), None, "id", what, remedy))
    return deck


def _parse(content: bytes, path: Path) -> tuple[Deck, str]:
    """The deck and the id that the file claims. What is on the cards is checked against the game later."""
    remedy = "generate the deck again"
    try:
        data = json.loads(content)
    except UnicodeDecodeError as error:
        raise DeckError(Fault(str(path), None, "", "is not UTF-8", remedy)) from error
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        raise DeckError(Fault(str(path), line, "", f"is not JSON ({error})", remedy)) from error
    faults = Faults()
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        faults.add(path, None, "format", f"is not a deck of format {FORMAT}", remedy)
        faults.raise_as(DeckError)
    for key, kind in _KEYS.items():
        if not _is(data.get(key), kind):
            faults.add(path, None, key, f"must be {kind.__name__}", remedy)
    try:
        canonical(data)
    except UnicodeEncodeError:
        faults.add(path, None, "", "holds half of a character pair, which is no text", remedy)
    faults.raise_as(DeckError)
    cards = [_card(item, i, faults, path) for i, item in enumerate(data["cards"])]
    if len(cards) != data["size"]:
        faults.add(path, None, "size", f"says {data['size']}, but there are {len(cards)} cards", remedy)
    faults.raise_as(DeckError)
    deck = Deck(
        generator=data["generator"],
        game=data["game"],
        deck=data["deck"],
        spec_sha256=data["spec_sha256"],
        seed=data["seed"],
        number=data["number"],
        of=data["of"],
        draw=data["draw"],
        cards=tuple(card for card in cards if card is not None),
    )
    return deck, data["id"]


_KEYS = {
    "id": str,
    "generator": str,
    "game": str,
    "deck": str,
    "spec_sha256": str,
    "seed": str,
    "number": int,
    "of": int,
    "size": int,
    "draw": str,
    "cards": list,
}


def _is(value: Any, kind: type) -> bool:
    return isinstance(value, kind) and not (kind is int and isinstance(value, bool))


def _card(item: Any, place: int, faults: Faults, path: Path) -> Card | None:
    match item:
        case {
            "impulse": int(impulse),
            "poker": {"rank": str(rank), "suit": str() | None as suit, "name": str(name)},
            "sections": dict(sections),
        } if impulse == place:
            return Card(impulse, Face(rank, suit, name), sections)
    what = "must have its place as impulse, a poker face and sections"
    faults.add(path, None, f"cards[{place}]", what, "generate the deck again")
    return None
