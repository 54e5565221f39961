"""Situations that are settled with a deck's own cards, step by step: examples of play, and procedures that ask first."""

from __future__ import annotations

from collections.abc import Mapping

from deckgen.game.values import Scalar
from deckgen.records import record

SUCCESS, FAILURE, CRITICAL, LOWEST, HIGHEST = "success", "failure", "critical_failure", "lowest", "highest"
"""Results that need no condition of their own: their names say when they hold."""
OVER, BUMPS, REST = "over", "bumps", "rest"
"""What a step comes to beside its total: by how much it beats its number, the bumps of that, what a division leaves."""


@record
class Term:
    """A number, or what an earlier ``step`` came to: its total, or a ``part`` of it, taken off if ``less``.

    ``step`` may be an ask: what was answered, or with ``part`` a fact of the choice.

    ``label`` is printed beside it; if an ask has none, that of the ask or of what was chosen is.
    """

    label: str = ""
    number: int = 0
    step: str = ""
    part: str = ""
    less: bool = False


Sum = tuple[Term, ...]

CELL, ROW, FIGURES, NUMBER, CHOICE = "cell", "row", "figures", "number", "choice"
"""What may be asked for: where a card is read, a number, or one of several things."""
COLUMN = "column"
"""With ROW, the facts of a cell that is asked for: which column and which row of the grid it is in."""
LEAST, MOST = -999, 999
"""The bounds of a number that is asked for, where none are said."""


@record
class AskChoice:
    """One thing to choose: its ``name`` in the game's files, its printed ``label``, what it counts, and ``facts`` of it."""

    name: str
    label: str
    number: int
    facts: Mapping[str, str | int]


@record
class Ask:
    """What must be known before a procedure is played, and what counts if nobody says.

    ``kind`` is CELL (a cell or pool of the grid ``section``, or one of its rolls), ROW (of a table), FIGURES (of marks),
    NUMBER (from ``least`` to ``most``; ``choices`` are named ones) or CHOICE. ``default`` is a label, a row, figures, a
    number or the name of a choice. ``more``: it matters seldom.
    """

    name: str
    label: str
    kind: str
    default: str | int | tuple[int, ...]
    section: str = ""
    choices: tuple[AskChoice, ...] = ()
    least: int = LEAST
    most: int = MOST
    help: str = ""
    more: bool = False


@record
class SituationRead:
    """What is read of a card's ``section``.

    Of a grid or a table a column and a row, of rolls a column, of marks the ``figures`` that stand there. ``up`` are
    the places from a stack's standard one. With ``reached`` the column of a table is the highest that this number
    reaches in its row. Of a grid, ``rows`` and ``columns`` are shifted down and to the right. ``ask`` is the name of the
    ask that says column and row, or figures; these hold its default then.
    """

    section: str
    column: str = ""
    row: str = ""
    figures: tuple[int, ...] = ()
    up: Sum = ()
    reached: Sum = ()
    rows: Sum = ()
    columns: Sum = ()
    ask: str = ""


@record
class SituationResult:
    """What a step may come to, if its condition holds: the first of a step's results that fits is the one.

    ``least`` and ``most`` are of what a number is beaten by, or of the total where there is no number. ``values`` are
    of what a card shows, ``attribute`` is one of a stack's place. ``value`` replaces the total. ``ends`` the situation.
    """

    name: str
    text: str = ""
    least: Sum | None = None
    most: Sum | None = None
    values: tuple[Scalar, ...] | None = None
    attribute: str = ""
    value: Sum = ()
    ends: bool = False

    @property
    def bare(self) -> bool:
        """Whether it has no condition but its name."""
        return self.least is None and self.most is None and self.values is None and not self.attribute


@record
class SituationStep:
    """One step: what is read, what is made of it, what it is held against, and what comes of that.

    The total is what was read and ``add``, times ``times``, divided by ``divide`` (each 1 if nothing is said, and never
    less; ``up``: rounded up, not down), and at least or at most what is said. ``again``: on a card that shows this value of that section, another card is
    drawn and the same is added. ``levels`` names the total: entry n of a list. ``when`` names the results of earlier
    steps, or choices of asks, of which one must have come up. What is ``quiet`` is reckoned, and not told.
    """

    name: str
    text: str = ""
    draws: bool = False
    read: SituationRead | None = None
    again: tuple[str, Scalar] | None = None
    add: Sum = ()
    times: Sum = ()
    divide: Sum = ()
    up: bool = False
    least: Sum = ()
    most: Sum = ()
    levels: tuple[Mapping[str, str | int], ...] = ()
    against: Sum = ()
    bump: int = 0
    results: tuple[SituationResult, ...] = ()
    when: tuple[tuple[str, tuple[str, ...]], ...] = ()
    quiet: bool = False


@record
class Situation:
    """A situation: what happens, and the steps that settle it. ``sections`` are all that it reads, ``decks`` where it fits.

    A procedure has ``asks``, and so settles any situation of its kind.
    """

    name: str
    title: str
    story: str
    steps: tuple[SituationStep, ...]
    sections: frozenset[str]
    decks: tuple[str, ...] = ()
    asks: tuple[Ask, ...] = ()
