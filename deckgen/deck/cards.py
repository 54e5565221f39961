"""A dealt deck, the values on its cards typed, and its canonical JSON: written, and read for a game."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from deckgen.errors import DeckError, Problem, Problems
from deckgen.game.model import AnySection, CardValue, Cell, DeckSpec, Face, GridSection
from deckgen.game.values import json_text
from deckgen.reading import DECK, parse_json, read_bytes
from deckgen.records import record

FORMAT = "deckgen-deck/1"
_SHORT_ID_DIGITS = 12  # digits of an id
_AGAIN = "generate the deck again"
LARGEST_SET = 100_000
"""So many decks a set has at most."""
LONGEST_SEED = 200
"""So many letters a seed has at most."""
_GENERATOR = re.compile(r"deckgen [0-9A-Za-z.+!-]{1,40}")


@record
class Card:
    """One card: its impulse (place in the deck, 0 first), its poker face, the values of its sections."""

    impulse: int
    face: Face
    sections: Mapping[str, CardValue]


@record
class DeckFacts:
    """Deck ``number`` of a set of ``of`` decks, dealt from ``seed`` by the game whose hash is ``spec_sha256``."""

    generator: str
    game: str
    deck: str
    spec_sha256: str
    seed: str
    number: int
    of: int
    draw: str

    def _json_without_id(self, cards: Iterable[tuple[Face, Any]]) -> dict[str, Any]:
        """The JSON without the id, for cards of which each has a face and sections as JSON."""
        card_list = []
        for impulse, (face, sections) in enumerate(cards):
            poker = {"rank": face.rank, "suit": face.suit, "name": face.name}
            card_list.append({"impulse": impulse, "poker": poker, "sections": sections})
        return {"format": FORMAT, **self._facts(), "size": len(card_list), "cards": card_list}

    def _facts(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in DeckFacts.__dataclass_fields__}


@record
class Deck(DeckFacts):
    """A deck and its cards in the order of impulse."""

    cards: tuple[Card, ...]

    @property
    def size(self) -> int:
        return len(self.cards)

    @cached_property
    def id(self) -> str:
        """SHA-256 of the canonical JSON without the id."""
        return f"sha256:{hashlib.sha256(self._canonical_json({})).hexdigest()}"

    @property
    def short_id(self) -> str:
        """The first digits of the id, one of 2^48, which people can compare."""
        return self.id.removeprefix("sha256:")[:_SHORT_ID_DIGITS]

    def cells(self, section: AnySection) -> list[tuple[Cell, ...]]:
        """What every cell of a rolled section shows, in the section's order of cells: by card, card 0 first."""
        if section.name not in self._cells:
            cells_by_card = (section.drawn(card.sections[section.name]) for card in self.cards)
            self._cells[section.name] = list(zip(*cells_by_card, strict=True))
        return self._cells[section.name]

    @cached_property
    def _cells(self) -> dict[str, list[tuple[Cell, ...]]]:
        """By section, what was asked for already."""
        return {}

    @cached_property
    def audit_cache(self) -> dict[object, Any]:
        """What was found out about the deck, by what found it; nothing of it refers to the deck."""
        return {}

    def columns(self, grid: GridSection) -> dict[str, list[tuple[Cell, ...]]]:
        """By column: every card's cells, row 1 first."""
        cells, rows = self.cells(grid), grid.rows
        return {
            column.label: list(zip(*cells[i * rows : (i + 1) * rows], strict=True))
            for i, column in enumerate(grid.columns)
        }

    def to_json(self) -> bytes:
        """Canonical JSON: sorted keys, UTF-8, newline at the end."""
        return self._canonical_json({"id": self.id})

    @cached_property
    def texts(self) -> tuple[Mapping[str, str], ...]:
        """By card and section: its value in canonical JSON."""
        names = sorted(self.cards[0].sections) if self.cards else []
        return tuple({name: json_text(card.sections[name]) for name in names} for card in self.cards)

    @cached_property
    def _cards(self) -> str:
        """All cards in canonical JSON, which the id and the file share."""
        return ",".join(map(_card_text, self.cards, self.texts))

    def _canonical_json(self, extra_facts: Mapping[str, str]) -> bytes:
        """The canonical JSON of the deck, of whose keys "cards" comes first, and of what belongs to it."""
        facts = canonical_json({"format": FORMAT, **self._facts(), "size": self.size, **extra_facts})
        return b'{"cards":[%b],%b' % (self._cards.encode(), facts[1:])


@record
class DeckFile(DeckFacts):
    """A deck.json as it was read: the face of every card, and its sections in JSON, which no game has checked."""

    path: Path
    cards: tuple[tuple[Face, Mapping[str, Any]], ...]

    @cached_property
    def id(self) -> str:
        """The id that the contents should have."""
        return _hash_id(self._json_without_id(self.cards))

    def check_against(self, spec: DeckSpec) -> Deck:
        """The deck with the values of its cards as ``spec`` has them. Raises DeckError if it cannot have them."""
        problems = Problems()
        if len(self.cards) != spec.size:
            message = f"has {len(self.cards)} cards, the game {spec.size}"
            problems.add(self.path, None, "size", message, _AGAIN)
        cards = []
        for impulse, (face, sections) in enumerate(self.cards):
            values: dict[str, CardValue] = {}
            for section in spec.sections:
                key_path = f"cards[{impulse}].sections.{section.name}"
                if section.name not in sections:
                    problems.add(self.path, None, key_path, "is missing", _AGAIN)
                    continue
                try:
                    values[section.name] = section.read(sections[section.name])
                except ValueError:
                    problems.add(self.path, None, key_path, "is not what this section can be", _AGAIN)
            cards.append(Card(impulse, face, values))
        problems.raise_as(DeckError)
        deck = Deck(**self._facts(), cards=tuple(cards))
        vars(deck)["id"] = self.id  # need not be reckoned again
        return deck


def _card_text(card: Card, sections: Mapping[str, str]) -> str:
    listed = ",".join([f"{json_text(name)}:{text}" for name, text in sections.items()])
    return f'{{"impulse":{card.impulse},"poker":{_face_text(card.face)},"sections":{{{listed}}}}}'


@lru_cache(maxsize=1024)
def _face_text(face: Face) -> str:
    return json_text({"rank": face.rank, "suit": face.suit, "name": face.name})


def canonical_json(value: Any) -> bytes:
    """JSON with sorted keys and no spaces that depend on anything, in UTF-8, newline at the end."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return text.encode() + b"\n"


def _hash_id(body: Mapping[str, Any]) -> str:
    return "sha256:" + hashlib.sha256(canonical_json(body)).hexdigest()


def read_deck(path: Path, *, allow_changed: bool = False) -> DeckFile:
    """Read a deck.json. Raises DeckError if it is none, or if its id shows that it was changed.

    ``changed`` accepts a deck whose id does not fit, for telling where it was changed.
    """
    content = read_bytes(path, DeckError, DECK, "name a deck.json written by deckgen generate")
    deck, claimed_id = _parse(content, path)
    if claimed_id != deck.id and not allow_changed:
        message = f"the deck's id is not that of its contents ({deck.id})"
        remedy = "it was changed after it was dealt: deckgen verify says where; generate it again"
        raise DeckError(Problem(str(path), None, "id", message, remedy))
    return deck


def _parse(content: bytes, path: Path) -> tuple[DeckFile, str]:
    """The deck and the id that the file claims."""
    data = parse_json(content, path, DeckError, _AGAIN)
    problems = Problems()
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        problems.add(path, None, "format", f"is not a deck of format {FORMAT}", _AGAIN)
        problems.raise_as(DeckError)
    for key, expected_type in _TYPE_BY_KEY.items():
        value = data.get(key)
        if not isinstance(value, expected_type) or isinstance(value, bool):
            problems.add(path, None, key, f"must be {expected_type.__name__}", _AGAIN)
    problems.raise_as(DeckError)
    if not 1 <= data["number"] <= data["of"] <= LARGEST_SET:
        message = (
            f"must be from 1 to the {LARGEST_SET:,} decks that a set has at most, and number not above it"
        )
        problems.add(path, None, "of", message, _AGAIN)
    if len(data["seed"]) > LONGEST_SEED:
        problems.add(path, None, "seed", f"has more than {LONGEST_SEED} letters", _AGAIN)
    if not _GENERATOR.fullmatch(data["generator"]):
        problems.add(path, None, "generator", "must be deckgen and its version", _AGAIN)
    problems.raise_as(DeckError)
    cards = [_parse_card(item, i, problems, path) for i, item in enumerate(data["cards"])]
    if len(cards) != data["size"]:
        problems.add(path, None, "size", f"says {data['size']}, but there are {len(cards)} cards", _AGAIN)
    problems.raise_as(DeckError)
    facts = {name: data[name] for name in DeckFacts.__dataclass_fields__}
    return DeckFile(**facts, path=path, cards=tuple(card for card in cards if card is not None)), data["id"]


_TYPE_BY_KEY = {
    "id": str, "generator": str, "game": str, "deck": str, "spec_sha256": str, "seed": str,
    "number": int, "of": int, "size": int, "draw": str, "cards": list,
}  # fmt: skip


def _parse_card(
    item: Any, index: int, problems: Problems, path: Path
) -> tuple[Face, Mapping[str, Any]] | None:
    match item:
        case {
            "impulse": int(impulse),
            "poker": {"rank": str(rank), "suit": str() | None as suit, "name": str(name)},
            "sections": dict(sections),
        } if type(impulse) is int and impulse == index:
            return Face(rank, suit, name), sections
    message = "must have its place as impulse, a poker face and sections"
    problems.add(path, None, f"cards[{index}]", message, _AGAIN)
    return None
