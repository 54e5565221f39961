"""Playing a deck by chance, and comparing what its cells then average with the exact long-run means.

A task reads one cell: the top card's, and while that is open the next card's too. Cells have chains of
different lengths, so no single pile of cards could serve a task that reads them all; each cell is
therefore played by itself, as if every task read it, but all cells on the same shuffles.

Draws between two shuffles depend on each other. Shuffles do not, so the mean is a ratio of two sums
over shuffles (all totals over all tasks) and its standard error that of a ratio estimator.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import inf
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np

from deckgen.deck.audit.means import long_run_mean
from deckgen.deck.audit.playing import Play
from deckgen.deck.audit.verification import spec_of
from deckgen.deck.cards import Deck, canonical
from deckgen.deck.deal.random_stream import RandomStream
from deckgen.game.model import CellSpec, DeckSpec, Game
from deckgen.odds import describe, distribution
from deckgen.records import record

_FALSE_ALARM = 0.001  # the chance that a true deck fails, over all its cells together


@record
class CellPlay:
    """One cell's play: ``mean`` is all totals over all ``tasks``; ``error`` its standard error.

    ``error`` is 0 where chance has no part in the mean (a deck played to its end before each shuffle).
    """

    cell: CellSpec
    tasks: int
    mean: Fraction
    exact: Fraction
    error: float

    @property
    def z(self) -> float:
        """How many standard errors the mean is from the exact one."""
        off = self.mean - self.exact
        if not off:
            return 0.0
        return float(off) / self.error if self.error else inf if off > 0 else -inf

    def as_json(self) -> dict[str, Any]:
        """An entry of the simulation's JSON."""
        return {
            "section": self.cell.section,
            "column": self.cell.column,
            "row": self.cell.row,
            "roll": describe(self.cell.roll),
            "tasks": self.tasks,
            "mean": round(float(self.mean), 9),
            "long_run_mean": str(self.exact),
            "standard_error": round(self.error, 9),
            "z": _z_json(self.z),
        }


def _z_json(z: float) -> float | None:
    """JSON has no infinity: null where chance had no part and the mean differs all the same."""
    return round(z, 4) if abs(z) < inf else None


@record
class Simulation:
    """A deck played for about ``draws`` cards over ``shuffles`` shuffles."""

    deck: Deck
    spec: DeckSpec
    seed: str
    draws: int
    shuffles: int
    cells: tuple[CellPlay, ...]

    @property
    def bar(self) -> float:
        """|z| that some cell of a true deck passes with a chance of 1 in 1000 at most.

        By Bonferroni's inequality, which asks nothing of how cells depend on each other.
        """
        return NormalDist().inv_cdf(1 - _FALSE_ALARM / (2 * max(1, len(self.cells))))

    @property
    def largest(self) -> float:
        """The largest |z|."""
        return max((abs(c.z) for c in self.cells), default=0.0)

    @property
    def passed(self) -> bool:
        return self.largest <= self.bar

    def to_text(self) -> str:
        """A table for the terminal."""
        return "\n".join(_lines(self)) + "\n"

    def to_json(self) -> bytes:
        """Canonical JSON; exact numbers are strings such as ``21/5``."""
        return canonical(
            {
                "format": "deckgen-simulation/1",
                "deck": self.deck.id,
                "draw": self.spec.draw,
                "reshuffle": self.spec.reshuffle,
                "seed": self.seed,
                "draws": self.draws,
                "shuffles": self.shuffles,
                "cells": [c.as_json() for c in self.cells],
                "max_z": _z_json(self.largest),
                "bar_z": round(self.bar, 4),
                "passed": self.passed,
            }
        )


def simulate(
    deck: Deck,
    game: Game,
    draws: int,
    seed: str,
    path: Path | None = None,
    expected: Sequence[Fraction] | None = None,
) -> Simulation:
    """Play the deck by its draw model and its game's rule for shuffling, for about ``draws`` cards.

    ``expected``: a mean for each rolled cell in the order of the audit; by default the exact long-run
    means of the deck itself. Raises DeckError if the deck is not of the game.
    """
    spec = spec_of(deck, game, path or Path(f"deck {deck.number}"))
    rolled = [section for section in spec.sections if section.cells()]
    cells = [cell for section in rolled for cell in section.cells()]
    shown = [cards for section in rolled for cards in deck.cells(section)]
    exact = expected or [
        long_run_mean(cards, spec.jokers(), spec.draw, spec.reshuffle) + cell.roll.bonus
        for cell, cards in zip(cells, shown, strict=True)
    ]
    if not cells:
        return Simulation(deck, spec, seed, draws, 0, ())
    values = np.array([[cell.value for cell in cards] for cards in shown], dtype=np.int64).T
    again = np.array([[cell.again for cell in cards] for cards in shown]).T
    play = Play(values, again, spec, RandomStream("simulate", seed), draws)
    found = zip(cells, exact, play.results(), strict=True)
    plays = tuple(
        CellPlay(cell, tasks, mean + cell.roll.bonus, true, error)
        for cell, true, (tasks, mean, error) in found
    )
    return Simulation(deck, spec, seed, draws, play.cycles, plays)


def _lines(result: Simulation) -> Iterator[str]:
    deck, spec = result.deck, result.spec
    yield f"{deck.game}, {spec.title}, seed {deck.seed!r}, deck {deck.number} of {deck.of}"
    yield f"  {deck.id}"
    yield (
        f"Played about {result.draws} draws {spec.draw.replace('-', ' ')} over {result.shuffles}"
        f" {'tasks' if spec.reshuffle == 'every-draw' or spec.draw == 'with-replacement' else 'shuffles'},"
        f" seed {result.seed!r}; shuffling: {spec.reshuffle.replace('-', ' ')}"
    )
    yield ""
    yield f"{'cell':<18}{'dice':<38}{'tasks':>10}{'dice mean':>11}{'exact':>11}{'played':>11}{'error':>10}{'z':>8}"
    for c in result.cells:
        name = f"{c.cell.section} {c.cell.column}-{c.cell.row}"
        failed = "  FAILED" if abs(c.z) > result.bar else ""
        yield (
            f"{name:<18}{describe(c.cell.roll):<38}{c.tasks:>10}{float(distribution(c.cell.roll).mean):>11.5f}"
            f"{float(c.exact):>11.5f}{float(c.mean):>11.5f}{c.error:>10.5f}{c.z:>+8.2f}{failed}"
        )
    yield ""
    verdict = "passed" if result.passed else "FAILED"
    yield (
        f"Result: {verdict}; largest |z| {result.largest:.2f} of {len(result.cells)} cells (bar {result.bar:.2f},"
        " which chance alone passes in less than 1 of 1000 runs)"
    )
