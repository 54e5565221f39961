"""Decks for the page room's tests: any values a card may show, without solving what exact odds need."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import yaml

import deckgen
from deckgen.card.layout import Layout, layout_names, load_layout
from deckgen.deck.cards import Card, Deck
from deckgen.files import shipped_path
from deckgen.game import read_game, shipped_games
from deckgen.game.model import (
    AnySection,
    Cell,
    DeckSpec,
    DistributionSection,
    FixedSection,
    Game,
    GridSection,
    MarksSection,
    OrdinalSection,
    RollsSection,
    StackSection,
    StackValue,
    TableSection,
    TextSection,
)


@cache
def shipped_game(name: str = "future-imperfect") -> Game:
    return read_game(name)


@cache
def shipped_layout(name: str) -> Layout:
    return load_layout(name)


@cache
def shown() -> dict[str, str]:
    """Every shipped card layout, but those of heroes, with the game it is for: the one whose layout it is, or extends."""
    chosen = {deck.layout: name for name in shipped_games() for deck in shipped_game(name).decks}
    names = [name for name in layout_names() if not name.startswith("base/") and not name.endswith("-hero")]
    return {name: chosen[_base(name)] for name in names}


@cache
def measured() -> dict[tuple[str, str], Game]:
    """The game of each shipped layout and deck; of the layouts of heroes' decks, those of all shipped characters."""
    games = {
        (name, spec.name): shipped_game(game) for name, game in shown().items() for spec in shipped_game(game).decks
    }
    for name in shipped_games():
        for file in sorted((shipped_game(name).folder / "characters").glob("*.yaml")):
            if (rules := shipped_game(name).hero_deck) and rules.layout.endswith("-hero"):
                game = deckgen.load_game(name).with_hero(file).data
                games[rules.layout, game.decks[-1].name] = game
    return games


def _base(layout: str) -> str:
    theme = yaml.safe_load((shipped_path("layouts") / "card" / f"{layout}.yaml").read_text(encoding="utf-8"))
    said = theme.get("extends", [])
    others = [name for name in ([said] if isinstance(said, str) else said) if name in layout_names()]
    return _base(others[0]) if others else layout


_DEALT: dict[tuple[int, int, int, int], tuple[DeckSpec, Deck]] = {}
"""The decks that were made, by the ids of their kinds and what else was asked; the kind stays, and so its id."""


def deck_of(spec: DeckSpec, seed: int = 1, number: int = 1, of: int = 2) -> Deck:
    key = (id(spec), seed, number, of)
    if key not in _DEALT:
        _DEALT[key] = spec, _dealt(spec, seed, number, of)
    return _DEALT[key][1]


def _dealt(spec: DeckSpec, seed: int, number: int, of: int) -> Deck:
    rng = random.Random(seed)  # noqa: S311 (only test data)
    cards = tuple(
        Card(i, face, {section.name: value_of(section, spec, i, rng) for section in spec.sections})
        for i, face in enumerate(spec.playing_cards)
    )
    return Deck("test", "test", spec.name, spec.sha256, str(seed), number, of, spec.draw, cards)


def value_of(section: AnySection, spec: DeckSpec, impulse: int, rng: random.Random) -> Any:
    match section:
        case GridSection():
            return {column.label: _cells(section, column.sides, rng) for column in section.columns}
        case RollsSection():
            return {label: sum(rng.randint(1, die) for die in roll.dice) for label, roll in section.rolls}
        case DistributionSection() | TextSection():
            return rng.choice([outcome.value for outcome in section.outcomes])
        case FixedSection():
            return section.values[impulse]
        case StackSection():
            names = [place.name for place in section.locations()]
            return StackValue(tuple(rng.choice(names) for _ in range(section.height)), section.standard)
        case MarksSection():
            return tuple(i for i in range(1, section.count + 1) if rng.random() < 0.3)
        case TableSection():
            return {
                label: tuple(number + rng.choice((-1, 0, 1)) for number in base)
                for label, base in zip(section.columns, section.base, strict=True)
            }
        case OrdinalSection():
            return _ordinal(section, spec, impulse)


def _cells(grid: GridSection, sides: int, rng: random.Random) -> tuple[Cell, ...]:
    cells = []
    for row in range(1, grid.rows + 1):
        rolls = [rng.randint(1, sides) for _ in range(row)]
        value = sum(rolls) if grid.keep == "sum" else max(rolls)
        failure = value == 1 and grid.critical_failure
        again = not failure and rng.random() < 0.2
        cells.append(Cell(value, again, failure))
    return tuple(cells)


def _ordinal(section: OrdinalSection, spec: DeckSpec, impulse: int) -> int | None:
    face = spec.playing_cards[impulse]
    if section.source == "impulse":
        return impulse
    if section.source == "suit":
        suits = sorted({f.suit for f in spec.playing_cards if f.suit})
        return suits.index(face.suit) + 1 if face.suit else None
    return (impulse + 3) // 4
