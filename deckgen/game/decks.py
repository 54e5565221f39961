"""The decks of a game: their cards, and the sections that they take."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from typing import Any

from deckgen.errors import Problems, suggest
from deckgen.game.faces import PlayingCard, read_playing_cards
from deckgen.game.model import KINDS, AnySection, BoxWords, DeckSpec, DrawModel, Reshuffle
from deckgen.game.parts import GameEntries
from deckgen.game.resolutions import Reaching, Resolution, Showing, read_resolutions
from deckgen.game.sections.base import DeckContext, Head
from deckgen.game.sections.distribution import DistributionSection, TextSection
from deckgen.game.sections.fixed import FixedSection, OrdinalSection
from deckgen.game.sections.grid import Column, GridSection
from deckgen.game.sections.marks import MarksSection
from deckgen.game.sections.rolls import RollsSection
from deckgen.game.sections.shares import Outcome
from deckgen.game.sections.stack import HitLocation, StackSection
from deckgen.game.sections.table import TableSection
from deckgen.game.translation import Translation
from deckgen.odds.roll import Roll
from deckgen.sources import YamlValue

_NOT_HASHED = frozenset({"title", "help", "labels", "printed", "attributes", "beyond", "marks"})
"""Fields that change what is printed about a section, not what is dealt."""
_HASH_NAMES = {
    PlayingCard: "Face",
    Outcome: "Outcome",
    Roll: "Roll",
    Column: "Column",
    HitLocation: "Place",
    Resolution: "Resolution",
    Reaching: "Reaching",
    Showing: "Showing",
    OrdinalSection: "Ordinal",
    TableSection: "Table",
    DistributionSection: "Distribution",
    FixedSection: "Fixed",
    RollsSection: "Rolls",
    GridSection: "Grid",
    StackSection: "Stack",
    MarksSection: "Marks",
    TextSection: "Text",
}
"""What each class of a deck's rules is called in its hash: these must never change, whatever the class is called."""


def read_decks(parts: GameEntries, words: Translation, problems: Problems) -> tuple[DeckSpec, ...]:
    """All decks of a game that are right; for the others, problems are added."""
    extended = {name: _extended_chain(name, parts, problems) for name in parts.valid("decks")}
    read = (_read_deck(name, spots, parts, words, problems) for name, spots in extended.items() if spots)
    specs = tuple(deck for deck in read if deck is not None)
    used = {each.name for deck in specs for each in deck.resolutions}
    for name, spot in parts.local("resolutions").items() if not problems else ():
        if name not in used:
            spot.report(
                problems, "no deck has all of its sections", "name sections of one deck, or delete it"
            )
    return specs


def _extended_chain(name: str, parts: GameEntries, problems: Problems) -> list[YamlValue]:
    """The deck after those that it extends, the farthest first.

    Empty, with a problem added, if one is missing or they are a circle.
    """
    known = parts.all_of("decks")
    spots = [known[name]]
    while "extends" in spots[0].value:
        spot = spots[0].at("extends")
        if not spot.check_name(known, problems, "there is no deck") or ("decks", spot.value) in parts.broken:
            return []
        if known[spot.value] in spots:
            remedy = "delete one extends of the circle"
            spot.report(problems, f'extending "{spot.value}" leads back to it', remedy)
            return []
        spots.insert(0, known[spot.value])
    return spots


def _read_deck(
    name: str, spots: list[YamlValue], parts: GameEntries, words: Translation, problems: Problems
) -> DeckSpec | None:
    """The deck that ``spots`` describe: what one says wins over those before it."""
    at = {key: spot.at(key) for spot in spots for key in spot.value}
    instead = {each.name: each for spot in spots for each in spot.items("instead")}
    sources = _source_names(at.get("sections"), instead, parts, problems)
    cards = read_playing_cards(at["cards"], problems, words) if "cards" in at else None
    if cards is None:
        return None
    plain = {key: spot.value for key, spot in at.items()}
    draw, reshuffle = plain.get("draw", "without-replacement"), plain.get("reshuffle", "jokers")
    columns = dict.fromkeys(parts.all_of("columns")) | parts.valid("columns")
    deal = DeckContext(cards, columns, problems, words, draw)
    sound = parts.valid("sections")
    read = {
        name: _read_section(name, sound[source], deal) for name, source in sources.items() if source in sound
    }
    sections: tuple[AnySection, ...] = tuple(section for section in read.values() if section is not None)
    settled = tuple(read_resolutions(parts, read, deal))
    references = at["reference_cards"].items() if "reference_cards" in at else []
    for each in references:
        each.check_name(parts.all_of("reference_cards"), problems, "there is no reference card", each.name)
    return DeckSpec(
        name=name,
        title=words.text(at["title"]),
        faces=cards,
        draw=draw,
        reshuffle=reshuffle,
        sections=sections,
        layout=plain.get("layout", "poker"),
        sha256=_fingerprint(cards, draw, reshuffle, sections, settled),
        resolutions=settled,
        reference_cards=tuple((each.name, each.value) for each in references),
        box=read_box_words(words, parts.valid("game").get("game"), *spots),
    )


def read_box_words(words: Translation, *spots: YamlValue | None) -> BoxWords:
    """What the last of ``spots`` that has words for a box says, field by field."""
    lines = {each.name: each for spot in spots if spot is not None for each in spot.items("box")}
    return BoxWords(**{key: words.text(each) for key, each in lines.items()})


def _read_section(name: str, spot: YamlValue, deal: DeckContext) -> AnySection | None:
    """The section ``name`` on the cards of a deck; None, with problems added, if it does not fit."""
    texts = spot.items("marks")
    marks = tuple((each.name, deal.words.text(each)) for each in texts)
    head = Head(
        name=name, title=deal.words.text(spot, "title"), help=deal.words.text(spot, "help"), marks=marks
    )
    section = KINDS[spot.value["kind"]].from_yaml(head, spot, deal)
    known = section.possible_marks(deal.playing_cards) if section else ()
    for each in texts if section else []:
        if each.name not in known:
            remedy = suggest(each.name, known) if known else "delete it"
            deal.report(each, f'no card can have the mark "{each.name}" here', remedy)
    return section


def _source_names(
    listed: YamlValue | None, instead: dict[str, YamlValue], parts: GameEntries, problems: Problems
) -> dict[str, str]:
    """By the name of a section on the card: the name of the one that says what it is.

    ``listed`` are the deck's sections, None for all; ``instead`` names those that stand in for others.
    """
    known = parts.all_of("sections")
    if listed is None:
        # Sections that stand in for others are no sections of their own.
        others = {
            source for spot in parts.valid("decks").values() for source in spot.get("instead", {}).values()
        }
        names = sorted(name for name in known if name not in others)
    else:
        names = listed.value
        for each in listed.items():
            each.check_name(known, problems, "there is no section")
    for name, spot in instead.items():
        spot.check_name(names, problems, "the deck has no section", name)
        spot.check_name(known, problems, "there is no section")
    return {name: instead[name].value if name in instead else name for name in names}


def _fingerprint(
    faces: Sequence[PlayingCard],
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
        "faces": [_hashable_rules(face) for face in faces],
        "draw": draw,
        "reshuffle": reshuffle,
        "sections": {section.name: _hashable_rules(section) for section in sections},
        **({"resolutions": {each.name: _hashable_rules(each) for each in settled}} if settled else {}),
    }
    text = json.dumps(rules, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _hashable_rules(value: Any) -> Any:
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, tuple):
        return [_hashable_rules(each) for each in value]
    if not is_dataclass(value):
        return value
    rules = {
        field.name: _hashable_rules(getattr(value, field.name))
        for field in fields(value)
        if field.name not in _NOT_HASHED
        and (field.default is MISSING or field.default != getattr(value, field.name))
    }
    return {"kind": _HASH_NAMES[type(value)], **rules}
