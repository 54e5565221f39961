"""Reports on the dice of a game as they are solved: which audits will fail, what is exact where, and what is proven."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from deckgen.deck.solve.effort import Effort
from deckgen.deck.solve.plan import Proof, proofs, solved_cells
from deckgen.deck.solve.store import THOROUGH, SolutionStore, game_store, locked_store
from deckgen.errors import Problem, format_count
from deckgen.game.model import DeckSpec, Game
from deckgen.game.solved_cells import report_cells

_PROVEN, _NEAR = 10, 100
"""A column whose cost is so much above its proven minimum is optimal, or nearly so; in 1/1000 card."""
_MEANING = (
    "proven: no eight decks that share their open numbers are nearer to the dice, if the numbers after an open card are"
    " taken to have the odds of dice"
)


class SolvingReport(NamedTuple):
    """Warnings about cells whose audits will fail; notes on cells that are exact over a set only, and on proofs."""

    warnings: list[Problem]
    notes: list[str]


def thorough_effort() -> Effort:
    """Return the effort for a lock file, which stops when it is told to."""
    return Effort(THOROUGH)


def report_deck(game: Game, spec: DeckSpec, store: SolutionStore | None = None) -> SolvingReport:
    """Return the report on a deck's cells, as far as they are solved: in the game's lock file, or in another store."""
    return SolvingReport(*report_cells(game, spec, [*solved_cells(spec, store or game_store(game))]))


def report_lock(game: Game, content: bytes) -> SolvingReport:
    """Return the report on all decks of a game by the content of a lock file, with notes on what is proven."""
    store = locked_store(content)
    reports = [report_deck(game, spec, store) for spec in game.decks]
    columns = {proof.key: proof for spec in game.decks for proof in proofs(spec, store)}
    return SolvingReport(
        [*dict.fromkeys(warning for report in reports for warning in report.warnings)],
        [*proof_notes([*columns.values()]), *dict.fromkeys(note for report in reports for note in report.notes)],
    )


def proof_notes(columns: Sequence[Proof]) -> list[str]:
    """Return how many columns are proven optimal, or nearly, and the others by name with both figures."""
    others = [column for column in columns if column.cost - column.bound > _NEAR]
    optimal = sum(column.cost - column.bound <= _PROVEN for column in columns)
    counts = [
        (optimal, "proven optimal"),
        (len(columns) - optimal - len(others), "within 0.1 card of the proven minimum"),
    ]
    counted = ", ".join(f"{count} {words}" for count, words in counts if count)
    return [
        f"{format_count(len(columns), 'column')}: {counted or 'none near its proven minimum'}",
        *(
            f"  {name}: a set of decks is {cost / 1000:.2f} card off the dice, and at least {bound / 1000:.2f} is proven"
            for _, name, cost, bound in others
        ),
        *([_MEANING] if columns else []),
    ]
