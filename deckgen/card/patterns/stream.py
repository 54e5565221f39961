"""Numbers that follow from a text: the same on every machine and in every version of Python."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
_BYTES = 7  # of one number: 56 bits, of which a float keeps 53


class Stream:
    """An endless stream of numbers that follow from ``text``."""

    def __init__(self, text: str) -> None:
        self._hash = hashlib.shake_256(text.encode("utf-8", "surrogatepass"))
        self._bytes, self._position = b"", 0

    def share(self) -> float:
        """Return the next number, from 0 to 1 without 1."""
        start, self._position = self._position, self._position + _BYTES
        if self._position > len(self._bytes):
            self._bytes = self._hash.digest(max(1024, 2 * self._position))
        return (int.from_bytes(self._bytes[start : self._position], "big") >> 3) / 2**53

    def number(self, low: float, high: float) -> float:
        """Return the next number, from ``low`` to ``high``."""
        return low + (high - low) * self.share()

    def whole(self, low: int, high: int) -> int:
        """Return the next whole number, from ``low`` to ``high``, both included."""
        return low + int((high - low + 1) * self.share())

    def even(self, counts: tuple[int, int]) -> int:
        """Return the next even number in a range, both ends included; of a range without one, the one above it."""
        low, high = counts
        half = -(-low // 2)
        return 2 * self.whole(half, max(half, high // 2))

    def pick(self, choices: Sequence[T]) -> T:
        return choices[self.whole(0, len(choices) - 1)]

    def sign(self) -> int:
        """Return -1 or 1."""
        return 1 if self.share() < 0.5 else -1
