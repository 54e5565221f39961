"""The decks of a game: their cards, and the sections that they take."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from fractions import Fraction
from typing import Any

from deckgen.errors import Faults, nearest
from deckgen.game.context import DeckContext
from deckgen.game.faces import Face, faces
from deckgen.game.model import KINDS, AnySection, DeckSpec, DrawModel, Reshuffle
from deckgen.game.parts import Parts
from deckgen.game.translation import Translation
from deckgen.sources import Spot

_LOOKS = frozenset({"title", "help", "printed", "attributes"})
"""Fields that change what is printed about a section, not what is dealt."""


def decks(parts: Parts, words: Translation, faults: Faults) -> tuple[DeckSpec, ...]:
    """All decks of a game that are right; for the others, faults are added."""
    found = (_found(name, parts, faults) for name in parts.of("decks"))
    made = [_deck(deck, parts, words, faults) for deck in found if deck is not None]
    return tuple(deck for deck in made if deck is not None)


@dataclass(frozen=True)
class _Found:
    """A deck and, in their order, those that it extends: what one does not say, the next one does."""

    name: str
    spots: tuple[Spot, ...]

    def at(self, key: str) -> Spot | None:
        """What the deck, or the nearest it extends, says for a key."""
        return next((spot.at(key) for spot in self.spots if key in spot.value), None)

    def get(self, key: str, default: Any) -> Any:
        """The plain value of a key."""
        spot = self.at(key)
        return default if spot is None else spot.value

    def instead(self) -> dict[str, Spot]:
        """By section: the name of the one that the deck takes in its place."""
        farthest_first = [spot.at("instead") for spot in reversed(self.spots) if "instead" in spot.value]
        return {str(each.path[-1]): each for taken in farthest_first for each in taken.items()}


def _found(name: str, parts: Parts, faults: Faults) -> _Found | None:
    """The deck with all that it extends; None, with a fault added, if one is missing or it is a circle."""
    known = parts.names("decks")
    spots = [known[name]]
    while "extends" in spots[-1].value:
        spot = spots[-1].at("extends")
        if spot.value not in known:
            spot.blame(faults, f'there is no deck "{spot.value}"', nearest(spot.value, known))
            return None
        if ("decks", spot.value) in parts.broken:
            return None
        if known[spot.value] in spots:
            spot.blame(
                faults, f'extending "{spot.value}" leads back to it', "delete one extends of the circle"
            )
            return None
        spots.append(known[spot.value])
    return _Found(name, tuple(spots))


def _deck(deck: _Found, parts: Parts, words: Translation, faults: Faults) -> DeckSpec | None:
    chosen = _chosen(deck, parts, faults)
    cards = deck.at("cards")
    made = None if cards is None else faces(cards, faults, words)
    if made is None:
        return None
    broken = frozenset(name for key, name in parts.broken if key == "columns")
    draw, reshuffle = deck.get("draw", "without-replacement"), deck.get("reshuffle", "jokers")
    deal = DeckContext(made, parts.of("columns"), broken, faults, words, draw)
    sound = parts.of("sections")
    built = (_section(name, sound[source], deal) for name, source in chosen.items() if source in sound)
    sections: tuple[AnySection, ...] = tuple(section for section in built if section is not None)
    return DeckSpec(
        name=deck.name,
        title=words.of(deck.spots[0].at("title")),
        faces=made,
        draw=draw,
        reshuffle=reshuffle,
        sections=sections,
        layout=deck.get("layout", "poker"),
        sha256=_fingerprint(made, draw, reshuffle, sections),
    )


def _section(name: str, spot: Spot, deal: DeckContext) -> AnySection | None:
    """The section ``name`` on the cards of a deck; None, with faults added, if it does not fit."""
    help_ = deal.words.of(spot.at("help")) if "help" in spot.value else ""
    head = {"name": name, "title": deal.words.of(spot.at("title")), "help": help_}
    return KINDS[spot.value["kind"]].from_yaml(head, spot, deal)


def _chosen(deck: _Found, parts: Parts, faults: Faults) -> dict[str, str]:
    """By the name of a section on the card: the name of the one that says what it is."""
    known = parts.names("sections")
    listed = deck.at("sections")
    if listed is None:
        # Sections that stand in for others are no sections of their own.
        others = {
            source for spot in parts.of("decks").values() for source in spot.get("instead", {}).values()
        }
        names = sorted(name for name in known if name not in others)
    else:
        names = listed.value
        for each in listed.items():
            if each.value not in known:
                each.blame(faults, f'there is no section "{each.value}"', nearest(each.value, known))
    instead = deck.instead()
    for name, spot in instead.items():
        if name not in names:
            spot.blame(faults, f'the deck has no section "{name}"', nearest(name, names))
        if spot.value not in known:
            spot.blame(faults, f'there is no section "{spot.value}"', nearest(spot.value, known))
    return {name: instead[name].value if name in instead else name for name in names}


def _fingerprint(
    faces: Sequence[Face], draw: DrawModel, reshuffle: Reshuffle, sections: Sequence[AnySection]
) -> str:
    """SHA-256, as hex digits, of a deck's rules: the same for any order of sections and any words about them.

    A field that has its default is left out, so that a rule added later changes no older deck's hash.
    """
    rules = {
        "faces": [_plain(face) for face in faces],
        "draw": draw,
        "reshuffle": reshuffle,
        "sections": {section.name: _plain(section) for section in sections},
    }
    text = json.dumps(rules, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if not is_dataclass(value):
        return value
    kept = {
        field.name: _plain(getattr(value, field.name))
        for field in fields(value)
        if field.name not in _LOOKS and not _is_default(field.default, getattr(value, field.name))
    }
    return {"kind": type(value).__name__.removesuffix("Section"), **kept}


def _is_default(default: Any, value: Any) -> bool:
    return default is not MISSING and default == value
