"""How long programs are tried."""

from __future__ import annotations

_SHORT = 0.5
"""An effort that gives some solution of most programs."""


class Effort:
    """How long a program is tried at most, in CP-SAT's deterministic time; ``stopped`` by Ctrl-C, it is short."""

    def __init__(self, most: float) -> None:
        self.most, self.stopped = most, False

    def limit(self, share: float) -> float:
        """Return the effort for a program that takes a share of it."""
        return min(self.most * share, _SHORT) if self.stopped else self.most * share
