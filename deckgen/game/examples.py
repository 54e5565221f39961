"""Examples of play: situations that are told with a deck's own cards, step by step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from deckgen.game.values import Scalar

SUCCESS, FAILURE, CRITICAL, LOWEST, HIGHEST = "success", "failure", "critical_failure", "lowest", "highest"
"""Results that need no condition of their own: their names say when they hold."""
OVER, BUMPS, REST = "over", "bumps", "rest"
"""What a step comes to beside its total: by how much it beats its number, the bumps of that, what a division leaves."""


@dataclass(frozen=True)
class Term:
    """A number, or what an earlier ``step`` came to: its total, or a ``part`` of it, taken off if ``less``.

    ``label`` is printed beside it.
    """

    label: str = ""
    number: int = 0
    step: str = ""
    part: str = ""
    less: bool = False


Sum = tuple[Term, ...]


@dataclass(frozen=True)
class SituationRead:
    """What is read of a card's ``section``.

    Of a grid or a table a column and a row, of rolls a column, of marks the ``figures`` that stand there. ``up`` are
    the places from a stack's standard one. With ``reached`` the column of a table is the highest that this number
    reaches in its row. Of a grid, ``rows`` and ``columns`` are shifted down and to the right.
    """

    section: str
    column: str = ""
    row: str = ""
    figures: tuple[int, ...] = ()
    up: Sum = ()
    reached: Sum = ()
    rows: Sum = ()
    columns: Sum = ()


@dataclass(frozen=True)
class SituationResult:
    """What a step may come to, if its condition holds: the first of a step's results that fits is the one.

    ``least`` and ``most`` are of what a number is beaten by, or of the total where there is no number. ``values`` are
    of what a card shows, ``attribute`` is one of a stack's place. ``value`` replaces the total. ``ends`` the situation.
    """

    name: str
    text: str = ""
    least: int | None = None
    most: int | None = None
    values: tuple[Scalar, ...] | None = None
    attribute: str = ""
    value: Sum = ()
    ends: bool = False

    @property
    def bare(self) -> bool:
        """Whether it has no condition but its name."""
        return self.least is None and self.most is None and self.values is None and not self.attribute


@dataclass(frozen=True)
class SituationStep:
    """One step: what is read, what is made of it, what it is held against, and what comes of that.

    The total is what was read and ``add``, times ``times``, divided by ``divide`` (``up``: rounded up, not down), and
    at least or at most what is said. ``again``: on a card that shows this value of that section, another card is
    drawn and the same is added. ``levels`` names the total: entry n of a list. ``when`` names the results of earlier
    steps of which one must have come up.
    """

    name: str
    text: str = ""
    draws: bool = False
    read: SituationRead | None = None
    again: tuple[str, Scalar] | None = None
    add: Sum = ()
    times: int = 1
    divide: int = 1
    up: bool = False
    least: Sum = ()
    most: Sum = ()
    levels: tuple[Mapping[str, str | int], ...] = ()
    against: Sum = ()
    bump: int = 0
    results: tuple[SituationResult, ...] = ()
    when: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True)
class Situation:
    """A situation: what happens, and the steps that settle it. ``sections`` are all that it reads, ``decks`` where it fits."""

    name: str
    title: str
    story: str
    steps: tuple[SituationStep, ...]
    sections: frozenset[str]
    decks: tuple[str, ...] = ()
