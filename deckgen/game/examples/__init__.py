"""Situations that a deck's own cards decide, step by step: examples of play, and procedures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import Any

from deckgen.game.decode import Printed
from deckgen.game.values import Scalar
from deckgen.records import record

SUCCESS, FAILURE, CRITICAL, LOWEST, HIGHEST = "success", "failure", "critical_failure", "lowest", "highest"
"""Results that need no condition in a game's files: their names are the condition."""
SHOWN = (CRITICAL, LOWEST, HIGHEST)
"""What cards may show besides a value: a critical failure, or a named total."""
GOOD, BAD, MIXED, INFO = "good", "bad", "mixed", "info"
TONES = (GOOD, BAD, MIXED, INFO)
"""How a result is for the one who acts; INFO: neither good nor bad. Its text is under the key of this name."""


def overall_tone(tones: Iterable[str]) -> str:
    """Return the tone of all together, information aside: theirs if it is the same, else MIXED; INFO of none."""
    verdicts = {tone for tone in tones if tone not in ("", INFO)}
    return MIXED if len(verdicts) > 1 else min(verdicts, default=INFO)


NAMED_TONES = {SUCCESS: GOOD, HIGHEST: GOOD, FAILURE: BAD, CRITICAL: BAD, LOWEST: BAD}
"""The tones of results that may be a text alone, by their names."""
OVER, BUMPS, REMAINDER = "over", "bumps", "rest"
"""Values of a step besides its total: the margin over its number, bumps, and the remainder of a division."""


@record
class Term:
    """A number, or what an earlier ``step`` yielded: its total, or a ``part`` of it; subtracted if ``less``.

    ``step`` may be an ask: its answer, or with ``part`` a fact of the choice. ``label`` is printed beside it;
    for an ask without one, the label of the ask or of the choice.
    """

    label: str = ""
    number: int = 0
    step: str = ""
    part: str = ""
    less: bool = False


Sum = tuple[Term, ...]

Up = bool
Values = tuple[Scalar, ...]
Parts = tuple[tuple[str, Values], ...]
"""Parts of a result of dice by name, each with the values of which it must be one."""
Again = tuple[str, Scalar]
"""A section and one of its values: a card that shows it has another card drawn and added."""
Levels = tuple[Mapping[str, str | int], ...]
"""The facts of every entry of a list; entry n belongs to a total of n."""
Conditions = tuple[tuple[str, tuple[str, ...]], ...]
"""Names of earlier steps, or of asks with choices, each with the results or choices of which one must have occurred."""

CELL, ROW, FIGURES, NUMBER, CHOICE = "cell", "row", "figures", "number", "choice"
"""What may be asked for: where a card is read, a number, or one of several choices."""
COLUMN = "column"
"""With ROW, facts of a cell that is asked for: its column and row in the grid."""
LEAST, MOST = -999, 999
"""The default bounds of a number that is asked for."""


@record
class AskChoice:
    """One choice: its ``name`` in the game's files, printed ``label``, number, and further ``facts``."""

    name: str
    label: str
    number: int
    facts: Mapping[str, str | int]


@record
class Ask:
    """A question before a procedure is played, and its default answer.

    ``kind`` is CELL (a cell or pool of the grid ``section``, or one of its rolls), ROW (of a table), FIGURES
    (of marks), NUMBER (from ``least`` to ``most``; ``choices`` are named ones) or CHOICE. ``default`` is a
    label, a row, figures, a number or a choice's name. With ``when`` it is asked once the cards are seen,
    if these steps came to these results.
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
    """A line of explanation, if needed."""
    more: bool = False
    """true: it is rarely needed, and asked last."""
    when: Conditions = ()


@record
class SituationRead:
    """What is read in a ``section`` of a card.

    In a grid or table a ``column`` and ``row``, in rolls a ``column``, in marks the ``figures``, in a stack
    the hit location ``up`` from the standard one. Of dice the ``column`` is their label, the ``row`` a
    part of their result, "" the first; later steps may name all ``parts``. With ``reached`` the column of a table is the highest whose
    number this one reaches in the row. ``rows`` and ``columns`` shift a grid's cell down and to the right.
    ``ask`` names the ask that decides column and row, or figures; these then hold its default.
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
    parts: tuple[str, ...] = ()


@record
class SituationResult:
    """A possible result of a step; the first of its results whose condition holds counts.

    ``text`` is a fact, ``tone`` how it is for the one who acts, of TONES; both are "" for a result without text.
    """

    name: str
    text: Printed = ""
    tone: str = ""
    least: Sum | None = None
    """The least margin over the number (below 0: missed by at most), or without a number the least total."""
    most: Sum | None = None
    """The largest such margin or total."""
    values: Values | None = field(default=None, metadata={"key": "is"})
    """What the card must show, or a list of possible values."""
    parts: Parts = ()  # what further parts of dice must be
    value: Sum = ()
    """The value of the step then."""
    ends: bool = field(default=False, metadata={"key": "end"})
    """true: the situation ends here."""
    shown: str = ""  # one of SHOWN that the cards must show

    @property
    def is_unconditional(self) -> bool:
        """Whether it has no condition besides its name."""
        return self.least is None and self.most is None and self.values is None and not self.shown and not self.parts


Results = tuple[SituationResult, ...]


def explicit_results(results: Results, against: Sum) -> Results:
    """Return results with conditions in place of the names that stand for one.

    Where there is a number to reach, ``against``, success and failure come last for totals that no other result fits.
    """
    bounds = {SUCCESS: {"least": (Term(),)}, FAILURE: {"most": (Term(number=-1),)}} if against else {}
    conditions: dict[str, dict[str, Any]] = {**bounds, **{name: {"shown": name} for name in SHOWN}}
    explicit = [
        replace(result, **conditions.get(result.name, {})) if result.is_unconditional else result for result in results
    ]
    known = [(result.name, result.least, result.most) for result in explicit]
    others = (SituationResult(name, **conditions[name]) for name in bounds)
    return (*explicit, *(other for other in others if (other.name, other.least, other.most) not in known))


@record
class SituationStep:
    """One step: what is read, what is computed from it, what it is compared with, and the results."""

    name: str
    text: Printed = field(default="", metadata={"maxLength": 90})
    """Who does what: a few words above the picture."""
    draws: bool = field(default=False, metadata={"key": "draw"})
    """true: draw a new card; the task before is over. The first step always draws one."""
    read: SituationRead | None = None
    again: Again | None = None
    add: Sum = ()
    """What is added to the number read, or added up if nothing is read."""
    times: Sum = ()
    """The factor that the sum is multiplied by, at least 1."""
    divide: Sum = ()
    """The number that it is then divided by, at least 1."""
    up: Up = field(default=False, metadata={"key": "round"})
    least: Sum = ()
    """The total is at least this."""
    most: Sum = ()
    """The total is at most this."""
    levels: Levels = ()
    against: Sum = ()
    """The number to reach."""
    bump: int = field(default=0, metadata={"minimum": 1, "maximum": 99})
    """How much over the number counts as one bump."""
    results: Results = ()
    when: Conditions = ()
    quiet: bool = False
    """true: it is computed without showing its numbers."""

    @property
    def result_names(self) -> list[str]:
        """The names of its possible results."""
        return [*dict.fromkeys(result.name for result in self.results)]

    @property
    def parts(self) -> list[str]:
        """The names of its values besides its total."""
        values = {OVER: self.against, BUMPS: self.bump, REMAINDER: self.divide}
        levels, read = self.levels[:1], self.read.parts if self.read else ()
        return [
            *(part for part, has_it in values.items() if has_it),
            *(fact for level in levels for fact in level),
            *read,
        ]


TARGET, SELF = "target", "self"
"""Whom a next roll or a note is about: the one who was acted on, or the one who acted."""
Answers = Mapping[str, Sum | str]
"""Answers by ask: a label or a choice's name, or a number, such as what asks and steps of the procedure before came to."""
Places = tuple[str, ...]
"""Steps that read a hit location, and asks of which each choice with a number names one; the first that is known."""


@record
class NextRoll:
    """A procedure that follows by the rules; ``of`` is TARGET or SELF."""

    roll: str
    """The procedure to go on with."""
    of: str
    """Who rolls: the target, or self, the one who acted."""
    when: Conditions = ()
    """Steps or asks with the result or choice, or a list of them, of which one must have come up."""
    asks: Answers = field(default_factory=dict)
    """Answers by ask: a number, a choice, a place, or asks and steps of this procedure, whose number finds the choice."""
    card: str = ""
    """The step whose card is read again; a new one is drawn if left out."""


@record
class TrackNote:
    """What may be noted on a track of a person's sheet; ``on`` is TARGET or SELF."""

    on: str
    """Whose sheet it is: that of the target, or of self, the one who acted."""
    track: str
    """A track among the fields of the game's sheet."""
    add: Sum
    """How many marks are added, or taken away if below 0."""
    at: Places = ()
    """The step that reads the hit location whose track it is, or an ask that names one; or a list, the first that is known."""
    when: Conditions = ()
    """Steps or asks with the result or choice, or a list of them, of which one must have come up."""


@record
class Forecast:
    """What the odds of a procedure show: ``rows`` of answers, and a column for each outcome, level and what is beside them.

    Of ``outcomes`` the first whose conditions hold counts, else the level of the step ``levels``, by its number. Each of
    ``beside`` counts whatever else happens, as does each of ``then``: steps of a procedure that the target plays next. Columns
    are printed names; ``asks`` are answers in all rows.
    """

    rows: tuple[Mapping[str, Any], ...]
    asks: Mapping[str, Any]
    outcomes: tuple[tuple[str, Conditions], ...]
    levels: str = ""
    level_names: tuple[str, ...] = ()
    beside: tuple[tuple[str, Conditions], ...] = ()
    then: tuple[tuple[str, str, Conditions], ...] = ()
    """Printed name, procedure, and the conditions on its steps."""

    @property
    def columns(self) -> list[str]:
        """The names of all columns, in order."""
        return [*(name for name, _ in self.outcomes), *self.level_names, *self.besides]

    @property
    def besides(self) -> list[str]:
        """The names of the columns that count whatever else happens."""
        return [*(name for name, _ in self.beside), *(name for name, _, _ in self.then)]


@record
class Situation:
    """What happens, and the steps that decide it.

    ``sections`` are all that it reads, ``decks`` those that it is for. A procedure has ``asks``, and so covers any
    situation of its kind; ``place`` is where the target is hit, ``next`` and ``notes`` are what may follow, and ``turn``
    are the steps that say when somebody acts, in one round or (``turn_stays``) in all that follow. ``forecast`` is what
    its odds show, None without.
    """

    name: str
    title: str
    story: str
    steps: tuple[SituationStep, ...]
    sections: frozenset[str]
    decks: tuple[str, ...] = ()
    asks: tuple[Ask, ...] = ()
    place: Places = ()
    next: tuple[NextRoll, ...] = ()
    notes: tuple[TrackNote, ...] = ()
    turn: tuple[str, ...] = ()
    turn_stays: bool = False
    forecast: Forecast | None = None


def step_terms(step: SituationStep) -> list[Term]:
    """Return all terms of a step."""
    read, bounds = step.read, [bound for result in step.results for bound in (result.least, result.most, result.value)]
    sums = [step.add, step.times, step.divide, step.least, step.most, step.against, *bounds]
    sums += [read.up, read.reached, read.rows, read.columns] if read else []
    return [term for terms in sums for term in terms or ()]


def forecast_rolls(situation: Situation, forecast: Forecast) -> list[NextRoll]:
    """Return the rolls of the target after a procedure that its forecast goes on to."""
    rolls = [roll for _, roll, _ in forecast.then]
    return [follower for follower in situation.next if follower.of == TARGET and follower.roll in rolls]


def situations_after(forecast: Forecast, by_name: Mapping[str, Situation]) -> dict[int, Situation]:
    """Return those procedures ``by_name`` that are in ``then``, by the number of their column, with a forecast of it alone."""
    return {
        number: replace(by_name[roll], place=(), next=(), notes=(), forecast=Forecast(({},), {}, ((name, conditions),)))
        for number, (name, roll, conditions) in enumerate(forecast.then, len(forecast.columns) - len(forecast.then))
        if roll in by_name
    }


def placed_notes(situation: Situation) -> list[TrackNote]:
    """Return what may be noted at the place where the target is hit."""
    return [note for note in situation.notes if note.on == TARGET and note.at]


def live_steps(situation: Situation, forecast: Forecast) -> list[SituationStep]:
    """Return the steps on which a forecast depends, in their order."""
    needed = {forecast.levels, *situation.place}
    if followers := forecast_rolls(situation, forecast):
        notes = placed_notes(situation)
        sums = [answer for follower in followers for answer in follower.asks.values() if not isinstance(answer, str)]
        needed |= {term.step for terms in (*sums, *(note.add for note in notes)) for term in terms}
        needed |= {
            name for when in (*(roll.when for roll in followers), *(note.when for note in notes)) for name, _ in when
        }
    needed |= {name for _, conditions in (*forecast.outcomes, *forecast.beside) for name, _ in conditions}
    steps = []
    for step in reversed(situation.steps):
        if step.name in needed or any(result.ends for result in step.results):
            needed |= {name for name, _ in step.when} | {term.step for term in step_terms(step)}
            steps.append(step)
    return steps[::-1]
