"""The tables of docs/deck-sizes.md are complete and within limits; they are measured by hand, with benchmarks/sizes.py."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from sizes import DICE, POOLS, SIZES

from deckgen.game.sections.base import default_tail_limit
from deckgen.odds import Roll, describe

PAGE = Path(__file__).resolve().parents[2] / "docs" / "deck-sizes.md"


@pytest.mark.parametrize("roll", [*DICE, *POOLS], ids=describe)
def test_every_roll_is_within_its_limit_in_every_size(roll: Roll) -> None:
    rows = [re.split(r" *\| *", line.strip("|\n ")) for line in PAGE.read_text(encoding="utf-8").splitlines()]
    (errors,) = [cells[1:] for cells in rows if cells[0] == describe(roll)]
    assert len(errors) == len(SIZES)
    assert all(Fraction(error.strip("*")) <= default_tail_limit(roll) for error in errors)


def test_there_are_ninety_six_single_dice() -> None:
    assert len(DICE) * len(SIZES) == 96
