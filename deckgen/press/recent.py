"""A memory of bounded size."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """What was asked for last: so many things as ``most``."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K, make: Callable[[], V]) -> V:
        """What is held under a key, or else what is made now."""
        if key in self._held:
            self._held.move_to_end(key)
            return self._held[key]
        made = self._held[key] = make()
        if len(self._held) > self._most:
            self._held.popitem(last=False)
        return made

    def forget(self, key: K) -> None:
        """Forget what is held under a key, if anything is."""
        self._held.pop(key, None)
