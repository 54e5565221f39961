"""In decks of which sizes the rolls of a game can average exactly what the dice do."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from deckgen.deck.audit.means import exactness
from deckgen.deck.solve.cells import mean_denominator
from deckgen.game.model import CellSpec, DeckSpec, DrawModel
from deckgen.odds import Roll, distribution
from deckgen.records import record

LARGEST_DECK = 200
"""The largest deck that is thought of, in cards."""


@record
class InexactRoll:
    """A roll whose mean no deck of this size has: its cells, without its bonus, and the reason.

    ``sizes`` are those nearest to this one, at most one below and one above, in which all rolls are exact that
    are so in any deck; if there are none, those in which this roll is. None are told for a roll that is in no
    deck of up to ``LARGEST_DECK`` cards, nor for the highest or lowest of several dice: their means have large
    denominators, and hardly any size serves two of them.
    """

    roll: Roll
    cells: tuple[CellSpec, ...]
    reason: str
    sizes: tuple[int, ...]


def inexact_rolls(spec: DeckSpec) -> list[InexactRoll]:
    """The rolls that are not exact in a deck of this size, each once."""
    cells: dict[Roll, list[CellSpec]] = {}
    for cell in (cell for section in spec.sections for cell in section.cells()):
        cells.setdefault(cell.roll.unmodified, []).append(cell)
    why = {roll: exactness(roll, spec.size, spec.draw) for roll in cells}
    wrong = [roll for roll in cells if not why[roll].possible]
    mendable = {roll: sizes for roll in wrong if not _kept(roll) and (sizes := exact_sizes(roll, spec.draw))}
    common: frozenset[int] = frozenset()
    if mendable:
        every = (exact_sizes(roll, spec.draw) for roll in cells if not _kept(roll))
        common = frozenset.intersection(*(sizes for sizes in every if sizes))
    least = len(spec.jokers()) + 1
    near = {
        roll: _nearest(common, spec.size, least) or _nearest(own, spec.size, least)
        for roll, own in mendable.items()
    }
    return [InexactRoll(roll, tuple(cells[roll]), why[roll].reason, near.get(roll, ())) for roll in wrong]


def _kept(roll: Roll) -> bool:
    return len(roll.dice) > 1 and roll.keep in {"highest", "lowest"}


@lru_cache(maxsize=4096)
def exact_sizes(roll: Roll, draw: DrawModel) -> frozenset[int]:
    """The sizes of decks, up to ``LARGEST_DECK``, that can average a roll exactly; see ``exactness``."""
    wanted = distribution(roll).mean.denominator
    if wanted > LARGEST_DECK * (LARGEST_DECK + 1):  # more than any product of a number of cards and the next
        return frozenset()
    return frozenset(
        size
        for size in range(2, LARGEST_DECK + 1)
        if any(
            mean_denominator(k, size, draw) % wanted == 0 for k in range(size // 3 + 1 if roll.endless else 1)
        )
    )


def _nearest(sizes: Iterable[int], size: int, least: int) -> tuple[int, ...]:
    """The next size below, not under ``least``, and the next above."""
    known = sorted(sizes)
    return (*[n for n in known if least <= n < size][-1:], *[n for n in known if n > size][:1])
