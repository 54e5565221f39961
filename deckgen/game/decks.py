"""The decks of a game: their cards, and the sections that they take."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from typing import Any

from deckgen.errors import Faults, nearest
from deckgen.game.faces import Face, faces
from deckgen.game.model import KINDS, AnySection, BoxWords, DeckSpec, DrawModel, Reshuffle
from deckgen.game.parts import Parts
from deckgen.game.resolutions import Resolution, resolutions
from deckgen.game.sections.base import DeckContext, Head
from deckgen.game.translation import Translation
from deckgen.sources import Spot

_LOOKS = frozenset({"title", "help", "labels", "printed", "attributes", "beyond", "marks"})
"""Fields that change what is printed about a section, not what is dealt."""


def decks(parts: Parts, words: Translation, faults: Faults) -> tuple[DeckSpec, ...]:
    """All decks of a game that are right; for the others, faults are added."""
    found = {name: _extended(name, parts, faults) for name in parts.of("decks")}
    made = [_deck(name, spots, parts, words, faults) for name, spots in found.items() if spots]
    whole = tuple(deck for deck in made if deck is not None)
    used = {each.name for deck in whole for each in deck.resolutions}
    for name, spot in parts.own("resolutions").items() if not faults else ():
        if name not in used:
            spot.blame(faults, "no deck has all of its sections", "name sections of one deck, or delete it")
    return whole


def _extended(name: str, parts: Parts, faults: Faults) -> list[Spot]:
    """The deck after those that it extends, the farthest first.

    Empty, with a fault added, if one is missing or they are a circle.
    """
    known = parts.names("decks")
    spots = [known[name]]
    while "extends" in spots[0].value:
        spot = spots[0].at("extends")
        if spot.value not in known:
            spot.blame(faults, f'there is no deck "{spot.value}"', nearest(spot.value, known))
            return []
        if ("decks", spot.value) in parts.broken:
            return []
        if known[spot.value] in spots:
            remedy = "delete one extends of the circle"
            spot.blame(faults, f'extending "{spot.value}" leads back to it', remedy)
            return []
        spots.insert(0, known[spot.value])
    return spots


def _deck(name: str, spots: list[Spot], parts: Parts, words: Translation, faults: Faults) -> DeckSpec | None:
    """The deck that ``spots`` describe: what one says wins over those before it."""
    said = {key: spot.at(key) for spot in spots for key in spot.value}
    replaced = [each for spot in spots if "instead" in spot.value for each in spot.at("instead").items()]
    instead = {str(each.path[-1]): each for each in replaced}
    chosen = _chosen(said.get("sections"), instead, parts, faults)
    made = faces(said["cards"], faults, words) if "cards" in said else None
    if made is None:
        return None
    plain = {key: spot.value for key, spot in said.items()}
    broken = frozenset(name for key, name in parts.broken if key == "columns")
    draw, reshuffle = plain.get("draw", "without-replacement"), plain.get("reshuffle", "jokers")
    deal = DeckContext(made, parts.of("columns"), broken, faults, words, draw)
    sound = parts.of("sections")
    built = {name: _section(name, sound[of], deal) for name, of in chosen.items() if of in sound}
    sections: tuple[AnySection, ...] = tuple(section for section in built.values() if section is not None)
    settled = tuple(resolutions(parts, built, deal))
    return DeckSpec(
        name=name,
        title=words.of(said["title"]),
        faces=made,
        draw=draw,
        reshuffle=reshuffle,
        sections=sections,
        layout=plain.get("layout", "poker"),
        sha256=_fingerprint(made, draw, reshuffle, sections, settled),
        resolutions=settled,
        reference_cards=_reference_cards(said.get("reference_cards"), parts, faults),
        box=box_words(words, parts.of("game").get("game"), *spots),
    )


def box_words(words: Translation, *spots: Spot | None) -> BoxWords:
    """What the last of ``spots`` that has words for a box says, field by field."""
    said = {
        key: each
        for spot in spots
        if spot is not None and "box" in spot.value
        for key, each in ((str(each.path[-1]), each) for each in spot.at("box").items())
    }
    return BoxWords(**{key: words.of(each) for key, each in said.items()})


def _reference_cards(said: Spot | None, parts: Parts, faults: Faults) -> tuple[tuple[str, int], ...]:
    known = parts.names("reference_cards")
    for each in said.items() if said else ():
        if each.path[-1] not in known:
            name = str(each.path[-1])
            each.blame(faults, f'there is no reference card "{name}"', nearest(name, known))
    return tuple(said.value.items()) if said else ()


def _section(name: str, spot: Spot, deal: DeckContext) -> AnySection | None:
    """The section ``name`` on the cards of a deck; None, with faults added, if it does not fit."""
    help_ = deal.words.of(spot.at("help")) if "help" in spot.value else ""
    said = spot.at("marks").items() if "marks" in spot.value else []
    marks = tuple((str(each.path[-1]), deal.words.of(each)) for each in said)
    head = Head(name=name, title=deal.words.of(spot.at("title")), help=help_, marks=marks)
    section = KINDS[spot.value["kind"]].from_yaml(head, spot, deal)
    known = section.marked(deal.faces) if section else ()
    for each in said if section else []:
        if each.path[-1] not in known:
            what = f'no card can have the mark "{each.path[-1]}" here'
            deal.blame(each, what, nearest(str(each.path[-1]), known) if known else "delete it")
    return section


def _chosen(listed: Spot | None, instead: dict[str, Spot], parts: Parts, faults: Faults) -> dict[str, str]:
    """By the name of a section on the card: the name of the one that says what it is.

    ``listed`` are the deck's sections, None for all; ``instead`` names those that stand in for others.
    """
    known = parts.names("sections")
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
    for name, spot in instead.items():
        if name not in names:
            spot.blame(faults, f'the deck has no section "{name}"', nearest(name, names))
        if spot.value not in known:
            spot.blame(faults, f'there is no section "{spot.value}"', nearest(spot.value, known))
    return {name: instead[name].value if name in instead else name for name in names}


def _fingerprint(
    faces: Sequence[Face],
    draw: DrawModel,
    reshuffle: Reshuffle,
    sections: Sequence[AnySection],
    settled: Sequence[Resolution],
) -> str:
    """SHA-256, as hex digits, of a deck's rules: the same for any order of sections and any words about them.

    A field that has its default is left out, so that a rule added later changes no older deck's hash; and
    so are resolutions, which dealing keeps close, where there are none.
    """
    rules = {
        "faces": [_plain(face) for face in faces],
        "draw": draw,
        "reshuffle": reshuffle,
        "sections": {section.name: _plain(section) for section in sections},
        **({"resolutions": {each.name: _plain(each) for each in settled}} if settled else {}),
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
