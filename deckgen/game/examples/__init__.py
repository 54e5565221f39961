"""Situations that are settled with a deck's own cards, step by step: examples of play, and procedures that ask first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from deckgen.game.decode import Printed
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

Up = bool
Attribute = str
Values = tuple[Scalar, ...]
Again = tuple[str, Scalar]
"""A section and a value of it: on a card that shows this, another card is drawn and the same is added."""
Levels = tuple[Mapping[str, str | int], ...]
"""The facts of every entry of a list; entry n names a total of n."""
Conditions = tuple[tuple[str, tuple[str, ...]], ...]
"""Earlier steps, or asks of choices, and their results or choices, of which one must have come up."""

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
    """What must be known before a procedure is played, and the default answer.

    ``kind`` is CELL (a cell or pool of the grid ``section``, or one of its rolls), ROW (of a table), FIGURES (of marks),
    NUMBER (from ``least`` to ``most``; ``choices`` are named ones) or CHOICE. ``default`` is a label, a row, figures, a
    number or the name of a choice.
    """

    name: str
    label: Printed = field(metadata={"maxLength": 40})
    """What is asked for, in a word or two."""
    kind: str
    default: str | int | tuple[int, ...]
    section: str = ""
    choices: tuple[AskChoice, ...] = ()
    least: int = field(default=LEAST, metadata={"minimum": LEAST, "maximum": MOST})
    """The least number."""
    most: int = field(default=MOST, metadata={"minimum": LEAST, "maximum": MOST})
    """The largest number."""
    help: Printed = field(default="", metadata={"maxLength": 160})
    """A line on what it is, where that is not plain."""
    more: bool = False
    """true: it matters seldom, and is asked for last."""


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
    """What a step may come to, if its condition holds: the first of a step's results that fits is the one."""

    name: str
    text: Printed = field(default="", metadata={"maxLength": 300})
    """What happens then; {NAME} is what an earlier step, or this one, comes to."""
    least: Sum | None = None
    """What the number must be beaten by (below 0: missed by at most), or the least total where there is no number."""
    most: Sum | None = None
    """The same at most."""
    values: Values | None = field(default=None, metadata={"key": "is"})
    """What the card must show, or a list of which it must show one."""
    attribute: Attribute = field(default="", metadata={"key": "has"})
    """An attribute that the place of a stack must have."""
    value: Sum = ()
    """What the step then comes to."""
    ends: bool = field(default=False, metadata={"key": "end"})
    """true: the situation ends here."""

    @property
    def is_unconditional(self) -> bool:
        """Whether it has no condition but its name."""
        return self.least is None and self.most is None and self.values is None and not self.attribute


Results = tuple[SituationResult, ...]


@record
class SituationStep:
    """One step: what is read, what is made of it, what it is held against, and what comes of that."""

    name: str
    text: Printed = field(default="", metadata={"maxLength": 90})
    """Who does what: a few words over the picture."""
    draws: bool = field(default=False, metadata={"key": "draw"})
    """true: a new card, and the task before is over. The first step always draws one; others read on from the same card."""
    read: SituationRead | None = None
    again: Again | None = None
    add: Sum = ()
    """What is added to what was read, or added up where nothing is read."""
    times: Sum = ()
    """By how much the sum is multiplied, at least 1."""
    divide: Sum = ()
    """By how much it is divided then, at least 1."""
    up: Up = field(default=False, metadata={"key": "round"})
    least: Sum = ()
    """The total is at least this."""
    most: Sum = ()
    """The total is at most this."""
    levels: Levels = ()
    against: Sum = ()
    """The number that must be reached."""
    bump: int = field(default=0, metadata={"minimum": 1, "maximum": 99})
    """Each so many that the number is beaten by is a bump."""
    results: Results = ()
    when: Conditions = ()
    quiet: bool = False
    """true: it is computed, and its numbers are not shown."""


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
