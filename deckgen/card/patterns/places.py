"""Places of single things on a pattern."""

from __future__ import annotations

import math
from collections.abc import Sequence

from deckgen.draw.geometry import Box


class Places:
    """Where planets, stars and stones are, each twice by half a turn: none is on another, or under what is ``covered``."""

    def __init__(self, covered: Sequence[Box]) -> None:
        self._taken: list[tuple[float, float, float]] = []
        self._covered = covered

    def take(self, x: float, y: float, radius: float) -> bool:
        """Return whether there is room for a disc and its twin; take it."""
        if math.hypot(x, y) < radius or any(
            math.hypot(sign * x - p, sign * y - q) < radius + r for p, q, r in self._taken for sign in (-1, 1)
        ):
            return False
        for box in self._covered:
            for p, q in ((x, y), (-x, -y)):
                if box.x - radius < p < box.right + radius and box.y - radius < q < box.bottom + radius:
                    return False
        self._taken.append((x, y, radius))
        return True
