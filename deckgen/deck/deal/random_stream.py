"""Seeded random bits whose stream is the same on every platform and version.

SHA-256 hashes words into a key; numpy guarantees PCG64's raw stream for a key. Nothing else of
numpy.random is used, because only raw streams are guaranteed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import TypeVar

import numpy as np
from numpy.random import PCG64
from numpy.typing import NDArray

_T = TypeVar("_T")
_BLOCK = 64


class RandomStream:
    """An endless stream of random numbers that depends on ``words`` alone."""

    def __init__(self, *words: str | int) -> None:
        self._key = hashlib.sha256(json.dumps(words).encode()).digest()  # unambiguous, whatever a seed holds
        self._words = chain.from_iterable(iter(lambda: self.raw(_BLOCK).tolist(), None))

    @cached_property
    def _source(self) -> PCG64:
        return PCG64(int.from_bytes(self._key, "big"))

    def raw(self, count: int) -> NDArray[np.uint64]:
        """Return the next ``count`` numbers of 64 random bits."""
        return np.asarray(self._source.random_raw(count), dtype=np.uint64)

    def integers(self, limit: int, shape: tuple[int, ...]) -> NDArray[np.int64]:
        """Return numbers in [0, limit), with a bias of at most limit / 2**63, for a search."""
        count = int(np.prod(shape))
        return ((self.raw(count) >> np.uint64(1)) % np.uint64(limit)).astype(np.int64).reshape(shape)

    def orderings(self, count: int, size: int) -> NDArray[np.int64]:
        """Return random orders of 0 ... ``size`` - 1, one a row."""
        return self.raw(count * size).reshape(count, size).argsort(axis=1, kind="stable")

    def below(self, limit: int) -> int:
        """Return a number, uniform in [0, limit), without bias, for any positive ``limit``."""
        bits = (limit - 1).bit_length()
        words = -(-bits // 64)
        while True:
            value = 0
            for _ in range(words):
                value = value << 64 | next(self._words)
            value >>= words * 64 - bits
            if value < limit:
                return value

    def shuffle(self, items: Sequence[_T]) -> list[_T]:
        """Return the items in a random order; every order is equally likely."""
        result, words = list(items), self._words
        for i in range(len(result) - 1, 0, -1):
            unused = 64 - i.bit_length()
            j = next(words) >> unused
            while j > i:  # below(i + 1), without its arithmetic for large limits
                j = next(words) >> unused
            result[i], result[j] = result[j], result[i]
        return result
