"""Decks of every shipped game for the table room's tests, and what their cards say, taken from deck.json alone."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from page_decks import deck_of

from deckgen.deck.cards import Card, Deck
from deckgen.game import read_game, shipped_games
from deckgen.game.model import (
    Cell,
    DeckSpec,
    FixedSection,
    Game,
    GridSection,
    MarksSection,
    OrdinalSection,
    PlayingCard,
    RollsSection,
    StackSection,
    TableSection,
)

GAMES = tuple(sorted(shipped_games()))


@cache
def shipped(name: str) -> tuple[Deck, Game, DeckSpec]:
    """A deck of a shipped game with values of no meaning: no solving."""
    game = read_game(name)
    spec = game.deck()
    return deck_of(spec), game, spec


def resized(name: str, faces: tuple[PlayingCard, ...]) -> tuple[Deck, Game, DeckSpec]:
    """A deck of a shipped game with other cards."""
    deck, game, spec = shipped(name)
    small = replace(spec, playing_cards=faces)
    fixed = tuple(
        replace(s, values=tuple(s.values[0] for _ in faces)) if isinstance(s, FixedSection) else s
        for s in spec.sections
    )
    small = replace(small, sections=fixed)
    cards = tuple(Card(i, face, deck.cards[i % deck.size].sections | _own(small, i)) for i, face in enumerate(faces))
    return replace(deck, cards=cards), game, small


def _own(spec: DeckSpec, impulse: int) -> dict[str, int | None]:
    return {s.name: impulse if s.source == "impulse" else None for s in spec.sections if isinstance(s, OrdinalSection)}


def numbered(count: int) -> tuple[PlayingCard, ...]:
    return tuple(PlayingCard(str(n), None, str(n)) for n in range(1, count + 1))


def _marks(section: GridSection, cell: Cell) -> frozenset[str]:
    if section.pools() and section.critical_failure and cell == Cell(1):
        return frozenset({"towards_failure"})
    return frozenset(key for key in ("again", "critical_failure") if getattr(cell, key))


def flat(card: Card, spec: DeckSpec) -> list[tuple[str, str, str, object, frozenset[str]]]:
    """(section, column, row, value, marks) of everything on a card, written down without the table room's help."""
    found = []
    for section in spec.sections:
        value = card.sections[section.name]
        match section:
            case GridSection():
                for column in section.columns:
                    for row, cell in enumerate(value[column.label], 1):
                        found.append((section.name, column.label, str(row), cell.value, _marks(section, cell)))
            case RollsSection():
                found += [(section.name, label, "", value[label], frozenset()) for label, _ in section.rolls]
            case TableSection():
                found += [
                    (section.name, column, row, value[column][i], frozenset())
                    for column in section.columns
                    for i, row in enumerate(section.rows)
                ]
            case StackSection():
                attributes = {place.name: place.attributes for place in section.locations()}
                for i, name in enumerate(value.places):
                    marks = {"standard"} if i == value.standard else set()
                    found.append((section.name, "", str(i + 1), name, frozenset(marks | set(attributes[name]))))
            case MarksSection():
                found += [
                    (section.name, "", str(i), i in value, frozenset({"marked"} if i in value else ()))
                    for i in range(1, section.count + 1)
                ]
            case _:
                found.append((section.name, "", "", value, frozenset()))
    return found
