"""Whether a deck is shaped as its game says, and is what its seed deals."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckgen.deck.cards import Deck
from deckgen.errors import DeckError, Fault, Faults
from deckgen.game.model import (
    AnySection,
    DeckSpec,
    DistributionSection,
    FixedSection,
    Game,
    GridSection,
    Keep,
    MarksSection,
    OrdinalSection,
    RollsSection,
    StackSection,
    TableSection,
    TextSection,
)

if TYPE_CHECKING:
    from deckgen.deck.solve.store import Progress


def spec_of(deck: Deck, game: Game, path: Path) -> DeckSpec:
    """The spec in ``game`` that the deck was dealt from, its cards being shaped as the spec says.

    Raises DeckError if the deck is another game's, was dealt from other data, or has cards that the
    game cannot have.
    """
    faults = Faults()
    name = str(path)
    if deck.game != game.id:
        what = f"was dealt by the game {deck.game}, not {game.id}"
        raise DeckError(Fault(name, None, "game", what, "name its game's folder with --game"))
    try:
        spec = game.deck(deck.deck)
    except KeyError:
        known = ", ".join(d.name for d in game.decks)
        what = f"{game.id} has no deck {deck.deck!r}"
        raise DeckError(Fault(name, None, "deck", what, f"it has {known}")) from None
    if deck.spec_sha256 != spec.sha256:
        what = f"was dealt from other data than {game.id} has now"
        raise DeckError(Fault(name, None, "spec_sha256", what, "generate it again"))
    again = "generate the deck again"
    if deck.size != spec.size:
        faults.add(name, None, "size", f"has {deck.size} cards, the game {spec.size}", again)
    for card in deck.cards:
        for section in spec.sections:
            where = f"cards[{card.impulse}].sections.{section.name}"
            if section.name not in card.sections:
                faults.add(name, None, where, "is missing", again)
            elif not _shaped(section, card.sections[section.name]):
                faults.add(name, None, where, "is not what this section can be", again)
    faults.raise_as(DeckError)
    return spec


_ANY_NUMBER = 10_000
"""More than any cell shows: what is higher was not dealt, and would only make the audit slow."""


def _shaped(section: AnySection, value: Any) -> bool:
    match section:
        case GridSection():
            return _keys(value, [c.label for c in section.columns]) and all(
                isinstance(rows, list)
                and len(rows) == section.rows
                and all(_cell(cell, _least(section.keep)) for cell in rows)
                for rows in value.values()
            )
        case RollsSection():
            return _keys(value, [label for label, _ in section.rolls]) and all(
                _whole(value[label]) and _least(roll.keep) <= value[label] < _ANY_NUMBER
                for label, roll in section.rolls
            )
        case StackSection():
            names = [place.name for place in section.places()]
            return (
                _keys(value, ["stack", "standard"])
                and isinstance(value["stack"], list)
                and len(value["stack"]) == section.height
                and all(entry in names for entry in value["stack"])
                and value["standard"] == section.standard
            )
        case MarksSection():
            return isinstance(value, list) and all(_whole(i) and 1 <= i <= section.count for i in value)
        case TableSection():
            return _keys(value, section.columns) and all(
                isinstance(rows, list) and len(rows) == len(section.rows) and all(map(_whole, rows))
                for rows in value.values()
            )
        case DistributionSection() | TextSection() | FixedSection():
            return any(type(o.value) is type(value) and o.value == value for o in section.outcomes)
        case OrdinalSection():
            return value is None or _whole(value)


def _keys(value: Any, keys: Any) -> bool:
    return isinstance(value, dict) and set(value) == set(keys)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _least(keep: Keep) -> int:
    """The least number that is printed: a count of successes may be none."""
    return 0 if keep == "count" else 1


def _cell(cell: Any, least: int) -> bool:
    return (
        isinstance(cell, dict)
        and _whole(cell.get("value"))
        and least <= cell["value"] < _ANY_NUMBER
        and set(cell) <= {"value", "again", "critical_failure"}
        and all(cell.get(mark, True) is True for mark in ("again", "critical_failure"))
    )


def verify(deck: Deck, game: Game, path: Path, progress: Progress | None = None) -> list[Fault]:
    """Deal the deck again from its seed; one fault for every place where it differs, none if it is true.

    Raises DeckError if the game is not the one that the deck was dealt from.
    """
    from deckgen.deck.deal.generator import generate  # noqa: PLC0415 (numpy, which checking a shape does without)

    spec = spec_of(deck, game, path)
    true = generate(game, spec, deck.seed, deck.number, deck.of, progress)
    faults = []
    if deck.draw != true.draw:
        faults.append(_differs(path, "draw", deck.draw, true.draw))
    for card, fresh in zip(deck.cards, true.cards, strict=True):
        for where, had, wanted in _differences(card.sections, fresh.sections, ""):
            faults.append(_differs(path, f"card {card.impulse} ({fresh.face.name}){where}", had, wanted))
        if card.face != fresh.face:
            faults.append(_differs(path, f"card {card.impulse}, poker", card.face.name, fresh.face.name))
    return faults


def _differs(path: Path, where: str, had: Any, wanted: Any) -> Fault:
    what = f"is {had!r}, its seed deals {wanted!r}"
    return Fault(str(path), None, where, what, "the deck was changed, or dealt by another deckgen")


def _differences(had: Any, wanted: Any, where: str) -> Iterator[tuple[str, Any, Any]]:
    """Where two values differ, as deep as possible; rows of lists count from 1, as on the card."""
    if isinstance(had, dict) and isinstance(wanted, dict):
        for key in sorted({*had, *wanted}):
            yield from _differences(had.get(key), wanted.get(key), f"{where}, {key}")
    elif isinstance(had, list) and isinstance(wanted, list) and len(had) == len(wanted):
        for i, (one, other) in enumerate(zip(had, wanted, strict=True), start=1):
            yield from _differences(one, other, f"{where} {i}")
    elif had != wanted or type(had) is not type(wanted):
        yield where, had, wanted
