"""Decks of the shipped games as arrays, read from their JSON without deckgen's code, and dealt by running deckgen."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from dice_rules import Floats, Roll, best_by_choice, card_tails, sum_of_dice

PER_SET = 8
ROW = 0  # as many dice as the row's number


def sizes(*numbers: int) -> dict[str, int]:
    return {str(number): number for number in numbers}


GAMES: dict[str, tuple[tuple[str, str, int, dict[str, int]], ...]] = {
    "future-imperfect": (
        ("causes", "choice", ROW, {"I": 4, "II": 6, "III": 8, "IV": 10, "V": 12}),
        ("effects", "open", ROW, {str(number): 2 * number + 2 for number in range(1, 8)}),
        ("burst", "plain", 1, sizes(3, 5, 10)),
    ),
    "action-and-combat": (
        ("causes", "plain", 3, {"Act": 6, "Resist": 6}),
        ("effects", "penetrating", ROW, {"Damage": 6}),
        ("burst", "plain", 1, sizes(2, 3, 4, 5, 6, 8, 10)),
        ("die", "plain", 1, {"1d6": 6}),
        ("die", "plain", 2, {"2d6": 6}),
        ("initiative", "plain", 3, {"3d6": 6}),
    ),
    "rough-magic": (
        (
            "causes",
            "plain",
            2,
            dict.fromkeys(("Brawn", "Agility", "Reason", "Perception", "Will", "Power", "Opponent"), 6),
        ),
        ("die", "plain", 1, {"1d6": 6}),
        ("initiative", "plain", 2, {"2d6": 6}),
    ),
    "west-that-wasnt": (
        ("causes", "pool", 1, sizes(4, 6, 8, 10, 12)),  # 3d8 is the highest of the first three cells of column 8
        ("effects", "open", ROW, sizes(4, 6, 8, 10, 12)),
        ("burst", "plain", 1, sizes(2, 3, 6)),
        ("unintended_targets", "plain", 1, {"1st": 6, "2nd": 6, "3rd": 6}),
    ),
}
"""Rolled cells of each game: section, kind of dice, number of dice, and sides by column."""


class Cell(NamedTuple):
    """One rolled cell. Cells with the same ``group`` are dealt together."""

    name: str
    group: str
    row: int
    roll: Roll
    kind: str
    dice: int
    sides: int


def cells_of(game: str, cards: Sequence[dict[str, Any]]) -> Iterator[tuple[Cell, list[dict[str, int]]]]:
    """Yield a game's rolled cells, each with its JSON by card."""
    for section, kind, number, columns in GAMES[game]:
        for column, sides in columns.items():
            values = [card["sections"][section][column] for card in cards]
            grid = isinstance(values[0], list)
            for row, by_card in enumerate(zip(*values, strict=True) if grid else [values], 1):
                dice = number or row
                roll = best_by_choice(dice, sides) if kind == "choice" else sum_of_dice(kind, dice, sides)
                name = f"{section} {column}"
                group = f"{name}-{row}" if kind in {"choice", "pool"} else name
                cell = Cell(f"{name}-{row}" if grid else name, group, row, roll, kind, dice, sides)
                yield cell, [value if isinstance(value, dict) else {"value": value} for value in by_card]


class Decks:
    """Decks of one game as arrays by deck, cell and card."""

    def __init__(self, game: str, paths: Iterable[Path]) -> None:
        decks = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
        cards = decks[0]["cards"]
        self.game, self.generator, self.count, self.size = game, decks[0]["generator"], len(decks), len(cards)
        self.distinct = len({json.dumps(deck["cards"], sort_keys=True) for deck in decks})
        self.on_jokers = np.array([card["poker"]["rank"] == "joker" for card in cards])
        self.suits = np.array([card["poker"]["suit"] or "" for card in cards])
        by_deck = [list(cells_of(game, deck["cards"])) for deck in decks]
        self.cells = [cell for cell, _ in by_deck[0]]

        def read(key: str) -> Any:
            return np.array([[[value.get(key, 0) for value in values] for _, values in deck] for deck in by_deck])

        self.values, self.opened = read("value"), read("again").astype(bool)
        self.failing, self.confirmed = read("critical_failure"), read("confirm").any(axis=(0, 2))
        self.plain_cards = (~self.opened).sum(axis=2)
        self.multisets = [
            [
                (tuple(sorted(numbers[~opened].tolist())), tuple(sorted(numbers[opened].tolist())))
                for numbers, opened in zip(*deck, strict=True)
            ]
            for deck in zip(self.values, self.opened, strict=True)
        ]
        self.means = [[mean_of_cards(*multiset) for multiset in deck] for deck in self.multisets]
        self.targets = np.array([float(cell.roll.mean) for cell in self.cells])
        self.totals = self.values + self.opened * self.targets[:, None]  # those that a card promises, on average

    @cached_property
    def deck_errors(self) -> Floats:
        """Tail errors by deck and cell."""
        return np.array([self.errors([deck]) for deck in range(self.count)])

    @cached_property
    def joint_errors(self) -> Floats:
        """Tail errors of all decks together, by cell."""
        return self.errors(range(self.count))

    def errors(self, decks: Sequence[int], *, explain: bool = True) -> Floats:
        """Return by cell the tail error of decks drawn from in turn.

        ``explain``: differences that follow from rounded numbers of critical failures do not count.
        """
        return np.array([self._error(index, decks, explain) for index in range(len(self.cells))])

    def _error(self, index: int, decks: Sequence[int], explain: bool) -> float:
        roll = self.cells[index].roll
        error = sum(card_tails(*self.multisets[deck][index]) for deck in decks) / len(decks) - roll.tails
        if roll.failing and explain:
            failing, dice = self.failing[decks, index].mean(), float(roll.failing)
            explained = (dice - failing) / (1 - dice) * roll.tails
            error -= np.clip(error, np.minimum(explained, 0), np.maximum(explained, 0))
            error[:2] = 0
        if self.confirmed[index]:  # a second card confirms the lowest and the highest total
            error[[self.cells[index].dice + 1, self.cells[index].dice * self.cells[index].sides]] = 0
        return float(np.abs(error).max()) * self.size


def mean_of_cards(plain: Sequence[int], opened: Sequence[int]) -> Fraction:
    """Return the mean total: an open card comes before all plain ones with chance 1/(plain cards + 1)."""
    return Fraction(sum(plain), len(plain)) + Fraction(sum(opened), len(plain) + 1)


def deal(folder: Path, games: Sequence[str], seeds: int, sets: int, jobs: int) -> None:
    """Run deckgen for the decks that ``folder`` lacks: GAME/seeds/SEED.json and GAME/sets/SEED/*.json."""
    numbers = {f"seeds/{seed}.json": (seed, 1) for seed in range(1, seeds + 1)}
    numbers |= {f"sets/{seed}": (seed, PER_SET) for seed in range(1, sets + 1)}
    calls = [
        [game, "--seed", str(seed), "--decks", str(decks), "-o", str(folder / game / path)]
        for game in games
        for path, (seed, decks) in numbers.items()
        if not (folder / game / path).exists()
    ]
    command = [sys.executable, "-m", "deckgen", "generate", "-q"]
    with ThreadPoolExecutor(jobs) as executor:
        list(executor.map(lambda call: subprocess.run([*command, *call], check=True), calls))
