"""The exact odds of a roll."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import count, takewhile

from deckgen.odds import totals
from deckgen.odds.mechanics import check_roll, describe
from deckgen.odds.roll import Roll
from deckgen.records import record

_SHORTEST_TABLE = 64
"""Single tails are read from a table of this length, doubled as often as needed."""


@record
class Distribution:
    """The exact distribution of the total of ``roll``, bonus included.

    ``maximum`` is None if dice explode, unless they are counted. ``critical_failure`` is the probability
    of one, or 0; a critical failure counts as a total of 1, to which the bonus is added.
    """

    roll: Roll
    mean: Fraction
    minimum: int
    maximum: int | None
    critical_failure: Fraction

    def __hash__(self) -> int:
        """Hash the roll alone, because it determines all other fields."""
        return hash(self.roll)

    def __repr__(self) -> str:
        return f"<Distribution of {describe(self.roll)}: mean {float(self.mean):.6g}>"

    def _repr_html_(self) -> str:
        """Return ``table()`` as HTML, for notebooks."""
        rows = (f"<tr><td>{t}</td><td>{chance}</td><td>{float(chance):.2%}</td></tr>" for t, chance in self.table())
        head = "<tr><th>total or more</th><th>chance</th><th></th></tr>"
        return f"<table><caption>{repr(self)[1:-1]}</caption>{head}{''.join(rows)}</table>"

    def table(self, least: Fraction = Fraction(1, 1000)) -> list[tuple[int, Fraction]]:
        """Return (total, exact chance of it or more), from the minimum up to where the chance is below ``least``."""
        tails = ((total, self.tail(total)) for total in count(self.minimum))
        return list(takewhile(lambda row: row[1] >= least and row[1] > 0, tails))

    @cached_property
    def least_safe(self) -> int:
        """Lowest total of a roll that is no critical failure, without the bonus."""
        natural = distribution(self.roll.unmodified)
        if not natural.critical_failure:
            return natural.minimum
        safe = 1 - natural.critical_failure
        return next(t for t in count(1) if natural.tail(t + 1) < safe)

    def tail(self, t: int) -> Fraction:
        """Return P(total >= t), for any t, bonus included."""
        if t <= self.minimum:
            return Fraction(1)
        if self.maximum is not None and t > self.maximum:
            return Fraction(0)
        natural = t - self.roll.bonus
        if natural < 0:
            ways, denominator = totals.chances(self.roll.unmodified, None)
            return 1 - Fraction(sum(ways[total] for total in ways if total < natural), denominator)
        numerators, denominator = _counts(self.roll.unmodified, max(_SHORTEST_TABLE, 1 << (natural - 1).bit_length()))
        return Fraction(numerators[natural], denominator)

    def tails(self, limit: int) -> tuple[Fraction, ...]:
        """Return P(total >= t), t = 0..``limit``, bonus included, as fractions."""
        return tails(self.roll, limit)

    def tails_float(self, limit: int) -> Sequence[float]:
        """Return P(total >= t), t = 0..``limit``, bonus included, as floats, each rounded once."""
        numerators, denominator = self.tail_counts(limit)
        return [numerator / denominator for numerator in numerators]

    def tail_counts(self, limit: int) -> tuple[Sequence[int], int]:
        """Return P(total >= t), t = 0..``limit``, bonus included: numerators, denominator. Faster than ``tails``."""
        return _tail_counts(self.roll, limit)


@lru_cache(maxsize=256)
def tails(roll: Roll, limit: int) -> tuple[Fraction, ...]:
    """Return P(total >= t), t = 0..``limit``, of a roll; half the time of ``distribution(roll).tails``."""
    numerators, denominator = _tail_counts(roll, limit)
    return tuple(Fraction(numerator, denominator) for numerator in numerators)


def _tail_counts(roll: Roll, limit: int) -> tuple[Sequence[int], int]:
    """Return P(total >= t), t = 0..``limit``, of a roll: numerators, denominator. Raises GameError."""
    natural, denominator = _counts(roll.unmodified, max(limit - roll.bonus, 0))
    counts = [natural[max(t - roll.bonus, 0)] for t in range(limit + 1)] if roll.bonus else natural
    return counts, denominator


@lru_cache(maxsize=4096)
def distribution(roll: Roll) -> Distribution:
    """Return the distribution of a roll. Raises GameError for a roll without exact odds.

    Of a pool of which the highest die is kept, ``roll.maxima`` decides which exploding dice are rolled on (see
    ``deckgen.odds.choice``), of others all. Marks change nothing, but hitches do, as these dice are not kept.
    """
    check_roll(roll, mean=True)
    least, most = totals.ends(roll)
    maximum = None if most is None else most + roll.bonus
    return Distribution(roll, totals.mean(roll) + roll.bonus, least + roll.bonus, maximum, totals.failure_chance(roll))


@lru_cache(maxsize=256)
def _counts(roll: Roll, limit: int) -> tuple[Sequence[int], int]:
    """Return P(total >= t), t = 0..``limit``, of a roll without bonus: numerators, denominator. Raises GameError."""
    check_roll(roll)
    return totals.tails(roll, limit)
