"""A dealt deck with typed card values, and its canonical JSON: writing it, and reading it for a game."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from deckgen.errors import DeckError, Problem, Problems
from deckgen.game.model import AnySection, CardValue, Cell, DeckSpec, GridSection, PlayingCard
from deckgen.game.values import json_text
from deckgen.reading import DECK, parse_json, read_bytes
from deckgen.records import record

FORMAT = "deckgen-deck/1"
_SHORT_ID_DIGITS = 12  # digits of an id
_AGAIN = "generate the deck again"
_RULINGS, _HERO = "rulings", "hero"
LARGEST_SET = 100_000
"""Largest number of decks in a set."""
LONGEST_SEED = 200
"""Largest number of characters in a seed."""
_GENERATOR = re.compile(r"deckgen [0-9A-Za-z.+!-]{1,40}")


@record
class Card:
    """One card: its impulse (index in the deck), its playing card, and its values by section."""

    impulse: int
    face: PlayingCard
    sections: Mapping[str, CardValue]


@record
class DeckFacts:
    """What identifies a deck: deck ``number`` of a set of ``of``, dealt from ``seed``.

    ``spec_sha256`` is the hash of the game data that it was dealt from, ``rulings`` are the choices by ruling
    that differ from those of the game. ``hero`` is what makes it a hero's own deck, as ``Hero.to_json``.
    """

    generator: str
    game: str
    deck: str
    spec_sha256: str
    seed: str
    number: int
    of: int
    draw: str
    rulings: Mapping[str, str] = field(kw_only=True, default_factory=dict)
    hero: Mapping[str, Any] = field(kw_only=True, default_factory=dict)

    def _json_without_id(self, cards: Iterable[tuple[PlayingCard, Any]]) -> dict[str, Any]:
        """Return the JSON without the id, for cards given as (playing card, sections as JSON)."""
        card_list = []
        for impulse, (face, sections) in enumerate(cards):
            poker = {"rank": face.rank, "suit": face.suit, "name": face.name}
            card_list.append({"impulse": impulse, "poker": poker, "sections": sections})
        return {"format": FORMAT, **self._facts(), "size": len(card_list), "cards": card_list}

    def _facts(self) -> dict[str, Any]:
        """Return the identifying facts by name, without cards, and without rulings and a hero if there are none."""
        facts = {name: getattr(self, name) for name in DeckFacts.__dataclass_fields__}
        return {name: fact for name, fact in facts.items() if fact or name not in (_RULINGS, _HERO)}


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
        """First 12 digits of the id, short enough to compare by eye."""
        return self.id.removeprefix("sha256:")[:_SHORT_ID_DIGITS]

    def cells(self, section: AnySection) -> list[tuple[Cell, ...]]:
        """Return what each cell of a section, in its order, shows on every card: [cell][card]; cached."""
        if section.name not in self._cells:
            cells_by_card = (section.results_of(card.sections[section.name]) for card in self.cards)
            self._cells[section.name] = list(zip(*cells_by_card, strict=True))
        return self._cells[section.name]

    @cached_property
    def _cells(self) -> dict[str, list[tuple[Cell, ...]]]:
        """Cache of ``cells``, by section name."""
        return {}

    @cached_property
    def audit_cache(self) -> dict[object, Any]:
        """Cached audit results, by auditor; they must not refer to the deck."""
        return {}

    def columns(self, grid: GridSection) -> dict[str, list[tuple[Cell, ...]]]:
        """Return {column label: cells by card}; a card's cells are in the order of rows."""
        cells, rows = self.cells(grid), grid.rows
        return {
            column.label: list(zip(*cells[i * rows : (i + 1) * rows], strict=True))
            for i, column in enumerate(grid.columns)
        }

    def to_json(self) -> bytes:
        """Return canonical JSON: sorted keys, UTF-8, newline at the end."""
        return self._canonical_json({"id": self.id})

    @cached_property
    def texts(self) -> tuple[Mapping[str, str], ...]:
        """The values of each card in canonical JSON, by section name."""
        names = sorted(self.cards[0].sections) if self.cards else []
        return tuple({name: json_text(card.sections[name]) for name in names} for card in self.cards)

    @cached_property
    def _cards(self) -> str:
        """All cards in canonical JSON, shared by the id and the file."""
        return ",".join(map(_card_text, self.cards, self.texts))

    def _canonical_json(self, extra_facts: Mapping[str, str]) -> bytes:
        """Return the canonical JSON of the deck with extra facts; relies on "cards" being its first key."""
        facts = canonical_json({"format": FORMAT, **self._facts(), "size": self.size, **extra_facts})
        return b'{"cards":[%b],%b' % (self._cards.encode(), facts[1:])


@record
class DeckFile(DeckFacts):
    """A deck.json as read: playing cards, and sections in JSON that no game has checked."""

    path: Path
    cards: tuple[tuple[PlayingCard, Mapping[str, Any]], ...]

    @cached_property
    def id(self) -> str:
        """The id computed from the contents; the file may claim another."""
        return _hash_id(self._json_without_id(self.cards))

    def check_against(self, spec: DeckSpec) -> Deck:
        """Return the deck with typed values; playing cards are not compared. Raises DeckError if it does not fit."""
        problems = Problems()
        if len(self.cards) != spec.size:
            message = f"has {len(self.cards)} cards, but the game's deck has {spec.size}"
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
                    values[section.name] = section.parse_value(sections[section.name])
                except ValueError:
                    problems.add(self.path, None, key_path, "is not a value of this section", _AGAIN)
            cards.append(Card(impulse, face, values))
        problems.raise_as(DeckError)
        deck = Deck(**self._facts(), cards=tuple(cards))
        vars(deck)["id"] = self.id  # already computed
        for section in spec.sections:
            for cell, shown in zip(section.cells(), deck.cells(section) if section.cells() else (), strict=True):
                if all(result.again for result in shown):
                    key_path = f"sections.{section.name}.{cell.column}"
                    problems.add(self.path, None, key_path, f"has only open cards in row {cell.row}", _AGAIN)
        problems.raise_as(DeckError)
        return deck


def _card_text(card: Card, sections: Mapping[str, str]) -> str:
    """Return a card in canonical JSON; ``sections`` are its values as JSON texts."""
    listed = ",".join([f"{json_text(name)}:{text}" for name, text in sections.items()])
    return f'{{"impulse":{card.impulse},"poker":{_face_text(card.face)},"sections":{{{listed}}}}}'


@lru_cache(maxsize=1024)
def _face_text(face: PlayingCard) -> str:
    return json_text({"rank": face.rank, "suit": face.suit, "name": face.name})


def canonical_json(value: Any) -> bytes:
    """Return JSON in UTF-8 with sorted keys, fixed separators, and a newline at the end."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return text.encode() + b"\n"


def _hash_id(body: Mapping[str, Any]) -> str:
    return "sha256:" + hashlib.sha256(canonical_json(body)).hexdigest()


def read_deck(path: Path, *, allow_changed: bool = False) -> DeckFile:
    """Read a deck.json. Raises DeckError if it is invalid or, unless ``allow_changed``, if its id shows a change."""
    content = read_bytes(path, DeckError, DECK, "name a deck.json written by deckgen generate")
    deck, claimed_id = _parse(content, path)
    if claimed_id != deck.id and not allow_changed:
        message = f"the id does not fit the deck's contents ({deck.id})"
        remedy = "the file was changed: run deckgen verify to see where, or generate it again"
        raise DeckError(Problem(str(path), None, "id", message, remedy))
    return deck


def _parse(content: bytes, path: Path) -> tuple[DeckFile, str]:
    """Return the deck and the id that the file claims. Raises DeckError if its contents are invalid."""
    data = parse_json(content, path, DeckError, _AGAIN)
    problems = Problems()
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        problems.add(path, None, "format", f"is not a deck of format {FORMAT}", _AGAIN)
        problems.raise_as(DeckError)
    for key, expected_type in _TYPE_BY_KEY.items():
        value = data.get(key)
        if not isinstance(value, expected_type) or isinstance(value, bool):
            problems.add(path, None, key, f"must be {expected_type.__name__}", _AGAIN)
    if not are_rulings(data.get(_RULINGS, {})):
        problems.add(path, None, _RULINGS, "must be texts by name", _AGAIN)
    if not isinstance(data.get(_HERO, {}), dict):
        problems.add(path, None, _HERO, "must be a mapping", _AGAIN)
    problems.raise_as(DeckError)
    if not 1 <= data["number"] <= data["of"] <= LARGEST_SET:
        message = f"must be from 1 to {LARGEST_SET:,}, and number must not be above it"
        problems.add(path, None, "of", message, _AGAIN)
    if len(data["seed"]) > LONGEST_SEED:
        problems.add(path, None, "seed", f"is longer than {LONGEST_SEED} characters", _AGAIN)
    if not _GENERATOR.fullmatch(data["generator"]):
        problems.add(path, None, "generator", "must be deckgen and its version", _AGAIN)
    problems.raise_as(DeckError)
    cards = [_parse_card(item, i, problems, path) for i, item in enumerate(data["cards"])]
    if len(cards) != data["size"]:
        problems.add(path, None, "size", f"is {data['size']}, but there are {len(cards)} cards", _AGAIN)
    problems.raise_as(DeckError)
    facts = {name: data[name] for name in DeckFacts.__dataclass_fields__ if name in data}
    return DeckFile(**facts, path=path, cards=tuple(card for card in cards if card is not None)), data["id"]


_TYPE_BY_KEY = {
    "id": str, "generator": str, "game": str, "deck": str, "spec_sha256": str, "seed": str,
    "number": int, "of": int, "size": int, "draw": str, "cards": list,
}  # fmt: skip


def are_rulings(value: object) -> bool:
    """Return whether a value from JSON can be choices by ruling."""
    return isinstance(value, dict) and all(isinstance(choice, str) for choice in value.values())


def _parse_card(item: Any, index: int, problems: Problems, path: Path) -> tuple[PlayingCard, Mapping[str, Any]] | None:
    """Return a card's playing card and sections, or None, with a problem, if it is not card ``index`` in JSON."""
    match item:
        case {
            "impulse": int(impulse),
            "poker": {"rank": str(rank), "suit": str() | None as suit, "name": str(name)},
            "sections": dict(sections),
        } if type(impulse) is int and impulse == index:
            return PlayingCard(rank, suit, name), sections
    message = "must have its index as impulse, a playing card as poker, and sections"
    problems.add(path, None, f"cards[{index}]", message, _AGAIN)
    return None
