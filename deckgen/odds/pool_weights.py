"""In how many ways a pool gives each reading: its total or its successes, together with what marks look at.

Where the order of dice does not matter, the polynomials of the dice are multiplied. Where some are kept, dice are placed by value
from the end that is kept, and a case is closed as soon as all kept dice are placed: the others may fall as they like. Where equal
dice or those that are not kept matter, all dice are placed, value by value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from math import comb, prod
from sys import maxsize
from typing import NamedTuple

from deckgen.errors import GameError, Problem
from deckgen.odds.die_odds import DieOdds, Result
from deckgen.odds.packed import Packing
from deckgen.odds.pool import kept_places
from deckgen.odds.roll import Roll

_MOST_BITS = 20_000_000
"""The most bits of a polynomial; more take many seconds."""
_MOST_CASES = 250_000
"""The most cases that are looked at where all dice are placed, value by value; more take seconds."""
NATURAL = ("lowest", "", "highest")
Pool = Mapping[DieOdds, int]


class Reading(NamedTuple):
    """What the dice give, before the rules of the result, and without the bonus.

    ``total``: the total or the number of successes. ``ones`` and ``tops``: how many dice show 1, and their highest face, at
    first. ``natural``: index in ``NATURAL`` for the only die kept. ``equal``: whether two dice are equal. ``effect``: the sides
    of the largest die that is not kept. ``width``, ``height``: how many dice are in the set that counts, and their number; 0 if
    no two dice are equal. What nothing in the roll needs has its default.
    """

    total: int
    ones: int = 0
    tops: int = 0
    natural: int = 1
    equal: bool = False
    effect: int = 0
    width: int = 0
    height: int = 0


class _Term(NamedTuple):
    """A result of a die as a term of its polynomial.

    ``value`` is what it adds if it is kept, None if that is above the limit; ``kept`` how far that moves a term, and ``coefficient``
    its weight, moved by the marks of a die that is kept or not.
    """

    value: int | None
    kept: int
    coefficient: int


def weigh(pool: Pool, roll: Roll, limit: int | None, *, marks_alone: bool = False) -> tuple[dict[Reading, int], int]:
    """Return the weights of the readings with a total up to ``limit``, and the weight of all readings.

    ``limit`` is None for all of a roll that is not endless. ``marks_alone``: of all readings, above the limit too, each with
    a total of 0. Raises GameError if there are too many cases.
    """
    if roll.keep == "set" or not {"match", "effect"}.isdisjoint(roll.marks):
        return _place_all(pool, roll), prod(die.weight**count for die, count in pool.items())
    results, units = zip(*(die_results(die, roll, limit) for die in pool), strict=True)
    denominator = prod(map(pow, units, pool.values()))
    count = sum(pool.values())
    sizes = (
        count + 1 if _needs_ones(roll) else 1,
        count + 1 if "criticals" in roll.marks else 1,
        3 if "natural" in roll.marks else 1,
    )
    packing = Packing(sizes, (denominator.bit_length() + 7) // 8)
    values = [value for of_die in results for value, _, _ in of_die if value is not None and not marks_alone]
    low = min([0, *values])
    ascending, added = roll.keep == "lowest", len(kept_places(roll, count))
    most = added * (max([0, *values]) - low)
    if (most + 1) * prod(sizes) * packing.width * 8 > _MOST_BITS:
        raise too_many()
    terms = [
        _terms(die, of_die, packing, None if marks_alone else low) for die, of_die in zip(pool, results, strict=True)
    ]
    if added < count:
        polynomial = _place_kept([*pool.values()], terms, _placed_kept(roll, count), ascending=ascending)
    else:
        polynomial = 1
        for number, die_terms in zip(pool.values(), terms, strict=True):
            factor = sum(term.coefficient << term.kept for term in die_terms if term.value is not None)
            polynomial = packing.times_power(polynomial, factor, number, limit)
    weights = {}
    for (index, ones, tops, natural), weight in packing.terms(polynomial):
        total = index + added * low
        if limit is None or total <= limit:
            weights[Reading(total, ones, tops, natural if sizes[2] > 1 else 1)] = weight
    return weights, denominator


def too_many() -> GameError:
    """Return the error that a roll has too many results."""
    message = "these dice give too many different results to compute their odds"
    return GameError(Problem("roll", None, "dice", message, "roll fewer dice, or dice with fewer sides"))


def _placed_kept(roll: Roll, count: int) -> range:
    """Return the places of the dice that count in the order in which dice are placed: the lowest first if they are kept."""
    places = kept_places(roll, count)
    return range(count - places.stop, count - places.start) if roll.keep == "lowest" else places


def _needs_ones(roll: Roll) -> bool:
    marks = {"ones", "botch", "glitch", "hitches"}
    return roll.minus_ones or roll.critical_failure or not marks.isdisjoint(roll.marks)


def die_results(die: DieOdds, roll: Roll, limit: int | None) -> tuple[list[Result], int]:
    """Return the results of a die, of which a success adds 1 and others 0 if dice are counted, and the weight of all."""
    if roll.keep != "count":
        results, unit = die.results(maxsize if limit is None else limit)
        hitches = "hitches" in roll.marks
        return [(0 if hitches and face == 1 else value, face, weight) for value, face, weight in results], unit
    if roll.explode == "again":
        return die.results(1 if limit is None else limit, lambda face: int(roll.is_success(face)))
    beyond = max(roll.success_at or 0, roll.at_most or 0) + 1
    results, unit = die.results(beyond - 1)
    return [
        (int(roll.is_success(beyond if value is None else value)), face, weight) for value, face, weight in results
    ], unit


def _terms(die: DieOdds, results: Sequence[Result], packing: Packing, low: int | None) -> list[_Term]:
    """Return the terms of a die; those alike are one. ``low``: the value that moves no term, None if none does."""
    least, top = die.faces[0][0], die.faces[-1][0]
    ones, tops, naturals = (size > 1 for size in packing.sizes)
    weights: Counter[tuple[int | None, int, int]] = Counter()
    for value, face, weight in results:
        natural = (0 if face == least else 2 if face == top else 1) if naturals else 0
        aside = packing.shift((0, ones and face == 1, tops and face == top, 0))
        weights[value, aside, natural] += weight
    return [
        _Term(
            maxsize if value is None and low is None else value,
            packing.shift((0 if value is None or low is None else value - low, 0, 0, natural)),
            weight << aside,
        )
        for (value, aside, natural), weight in weights.items()
    ]


def _place_kept(numbers: list[int], terms: Sequence[Sequence[_Term]], places: range, *, ascending: bool) -> int:
    """Return the polynomial of a pool of which the dice in ``places`` are kept, the highest or lowest die being in place 0."""

    def rank(entry: tuple[int, _Term]) -> tuple[int, int]:
        index, term = entry
        value = maxsize if term.value is None else term.value
        return value if ascending else -value, index

    lower = [sum(term.coefficient for term in die_terms) for die_terms in terms]  # of dice that are not placed yet
    rows = {tuple(numbers): 1}  # by how many dice of each kind are not placed
    closed = 0
    for index, term in sorted(((i, term) for i, die_terms in enumerate(terms) for term in die_terms), key=rank):
        lower[index] -= term.coefficient
        moved: Counter[tuple[int, ...]] = Counter()
        for left, row in rows.items():
            placed, dice = sum(numbers) - sum(left), left[index]
            needed = places.stop - placed
            closing = (term.coefficient + lower[index]) ** dice if needed <= dice else 0
            for here in range(min(dice, needed - 1) + 1):
                factor = comb(dice, here) * term.coefficient**here
                if closing:
                    closing -= factor * lower[index] ** (dice - here)
                kept = len(range(max(placed, places.start), placed + here))
                if term.value is not None or not kept:
                    moved[(*left[:index], dice - here, *left[index + 1 :])] += row * factor << kept * term.kept
            if closing and term.value is not None:
                others = prod(ways**n for i, (ways, n) in enumerate(zip(lower, left, strict=True)) if i != index)
                closed += row * closing * others << len(range(max(placed, places.start), places.stop)) * term.kept
        rows = moved
    return closed


def _place_all(pool: Pool, roll: Roll) -> dict[Reading, int]:
    """Return the weights of the readings of dice without explosions, all of them placed, value by value."""
    kinds = [*pool]
    faces = [dict(die.faces) for die in kinds]
    ascending = roll.keep == "lowest"
    last = [die.faces[-1 if ascending else 0][0] for die in kinds]
    places = _placed_kept(roll, sum(pool.values()))
    rows: Mapping[tuple[tuple[int, ...], Reading], int] = {((*pool.values(),), Reading(0)): 1}
    cases = 0
    for value in sorted({face for weights in faces for face in weights}, reverse=not ascending):
        moved: Counter[tuple[tuple[int, ...], Reading]] = Counter()
        for (left, reading), ways in rows.items():
            first = sum(pool.values()) - sum(left)
            choices = (
                (n,) if value == end else range(n + 1) if value in weights else (0,)
                for n, end, weights in zip(left, last, faces, strict=True)
            )
            for here in product(*choices):
                factor = ways
                for n, number, weights in zip(left, here, faces, strict=True):
                    factor *= comb(n, number) * weights.get(value, 0) ** number
                after = tuple(n - number for n, number in zip(left, here, strict=True))
                kept = len(range(max(first, places.start), min(first + sum(here), places.stop)))
                cases += 1
                moved[after, _read(reading, roll, kinds, value, here, kept) if any(here) else reading] += factor
            if cases > _MOST_CASES:
                raise too_many()
        rows = moved
    result: Counter[Reading] = Counter()
    for (_, reading), ways in rows.items():
        result[reading] += ways
    return result


def _read(
    reading: Reading, roll: Roll, kinds: Sequence[DieOdds], value: int, here: Sequence[int], kept: int
) -> Reading:
    """Return a reading with the dice added that show a value: so many of each kind, of which ``kept`` are kept."""
    total, ones, tops, natural, equal, effect, width, height = reading
    count, marks = sum(here), roll.marks
    if roll.keep == "set":
        better = (value, count) > (height, width) if roll.tallest else (count, value) > (width, height)
        if count > 1 and better:
            width, height = count, value
    elif roll.keep == "count":
        total += count * roll.is_success(value)
    elif not (value == 1 and "hitches" in marks):
        total += kept * value
        if "effect" in marks and kept < count:  # of equal dice the smallest are kept
            effect = max(effect, *(die.sides for die, number in zip(kinds, here, strict=True) if number))
    if value == 1 and _needs_ones(roll):
        ones += count
    if "criticals" in marks:
        tops += sum(number for die, number in zip(kinds, here, strict=True) if value == die.faces[-1][0])
    if "natural" in marks and kept:
        die = next(die for die, number in zip(kinds, here, strict=True) if number)
        natural = 0 if value == die.faces[0][0] else 2 if value == die.faces[-1][0] else 1
    return Reading(total, ones, tops, natural, equal or ("match" in marks and count > 1), effect, width, height)
