"""A dealt deck and its canonical JSON."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deckgen.errors import DeckError, Fault, told_as
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


def read(path: Path) -> Deck:
    """Read a deck.json. Raises DeckError if it is no deck, or if its id shows that it was changed."""
    with told_as(DeckError, path, "name a deck.json written by deckgen generate"):
        content = path.read_bytes()
    return parse(content, path)


def parse(content: bytes, path: Path) -> Deck:
    """The deck in ``content``; ``path`` is only for messages."""
    raise NotImplementedError  # written in the deck room


__all__ = ["FORMAT", "Card", "Deck", "DeckError", "Fault", "canonical", "parse", "read"]
