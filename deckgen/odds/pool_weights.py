"""In how many ways a pool gives each reading: its total or its successes, together with what marks look at.

Where the order of dice does not matter, the polynomials of the dice are multiplied. Where some are kept, dice are placed by value
from the end that is kept, and a case is closed as soon as all kept dice are placed: the others may fall as they like. Where equal
dice or those that are not kept matter, all dice are placed, value by value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import comb, prod
from sys import maxsize
from typing import NamedTuple

from deckgen.errors import GameError, Problem
from deckgen.odds.die_odds import DieOdds, Result
from deckgen.odds.packed import Packing
from deckgen.odds.roll import Roll

MOST_WORK = 3_000_000_000
"""The most bits that are added and multiplied for one roll; more take many seconds."""
_MOST_BITS = 20_000_000
"""The most bits of a polynomial; more take many seconds."""
_MOST_CASES = 90_000
"""The most cases that are looked at where all dice are placed, value by value; more take over a second."""
_MOST_ADDED = 30_000_000_000
"""The most bits of all polynomials that are added where some dice are kept; more take many seconds."""
NATURAL = ("lowest", "", "highest")
Pool = Mapping[DieOdds, int]


class Reading(NamedTuple):
    """What the dice give, before the rules of the result, and without the bonus.

    ``total``: the total or the number of successes. ``ones`` and ``tops``: how many dice show 1, and their highest face, at
    first. ``natural``: index in ``NATURAL`` for the only die kept. ``equal``: whether two dice are equal. ``effect``: the sides
    of the largest die that is not kept. ``width``, ``height``: how many dice are in the set that counts, and their number; 0 if
    no two dice are equal; or how many numbers follow each other in the longest run, and the highest of them. ``run``, ``last``:
    how long the run is that ends with the number placed last. What nothing in the roll needs has its default.
    """

    total: int
    ones: int = 0
    tops: int = 0
    natural: int = 1
    equal: bool = False
    effect: int = 0
    width: int = 0
    height: int = 0
    run: int = 0
    last: int = 0


_Placing = tuple[tuple[int, ...], tuple[int, ...], int, int]
"""How many dice of each kind are left, show a value, how many show it in all, and in how many ways."""


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

    ``limit`` is None for all of a roll that is not endless. With ``marks_alone`` all readings have the total 0, also those above
    the limit. Raises GameError if there are too many cases.
    """
    if _places_all(roll):
        return _place_all(pool, roll), prod(die.weight**count for die, count in pool.items())
    packing, polynomial, least, denominator = _multiply(pool, roll, limit, marks_alone=marks_alone)
    weights = {}
    for (index, ones, tops, natural), weight in packing.terms(polynomial):
        if limit is None or index + least <= limit:
            weights[Reading(index + least, ones, tops, natural if packing.sizes[2] > 1 else 1)] = weight
    return weights, denominator


def _places_all(roll: Roll) -> bool:
    """Return whether equal dice, or those that are not kept, matter."""
    return roll.keep in ("set", "run") or not {"match", "effect"}.isdisjoint(roll.marks)


def _multiply(pool: Pool, roll: Roll, limit: int | None, *, marks_alone: bool) -> tuple[Packing, int, int, int]:
    """Return the polynomial of a pool and its packing, the total of its lowest term, and the weight of all readings."""
    results, units = zip(*(die_results(die, roll, limit) for die in pool), strict=True)
    denominator = prod(map(pow, units, pool.values()))
    count, criticals, natural = roll.size, "criticals" in roll.marks, "natural" in roll.marks
    sizes = (1 + count * _needs_ones(roll), 1 + count * criticals, 1 + 2 * natural)
    packing = Packing(sizes, (denominator.bit_length() + 7) // 8)
    values = [value for of_die in results for value, _, _ in of_die if value is not None]
    low = min([0, *values])
    ascending, added = roll.keep == "lowest", len(roll.places)
    most = added * (max([0, *values]) - low)
    if (most + 1) * prod(sizes) * packing.width * 8 > _MOST_BITS:
        raise too_many()
    terms = [_terms(die, of_die, packing, low) for die, of_die in zip(pool, results, strict=True)]
    if marks_alone:
        moved = packing.shift((1, 0, 0, 0))
        terms = [
            [t._replace(value=maxsize if t.value is None else t.value, kept=t.kept % moved) for t in of_die]
            for of_die in terms
        ]
    if added < count:
        places, kinds = _placed_kept(roll), len(terms)
        cases = comb(places.stop - 1 + kinds, kinds) * (places.stop + 1) * sum(map(len, terms))
        if cases * (most + 1) * prod(sizes) * packing.width * 4 > _MOST_ADDED:
            raise too_many()
        polynomial = _place_kept([*pool.values()], terms, places, ascending=ascending)
    else:
        polynomial = 1
        for number, die_terms in zip(pool.values(), terms, strict=True):
            factor = sum(term.coefficient << term.kept for term in die_terms if term.value is not None)
            polynomial = packing.times_power(polynomial, factor, number, limit)
    return packing, polynomial, added * low, denominator


def too_many() -> GameError:
    """Return the error that a roll has too many results."""
    message = "these dice give too many different results to compute their odds"
    return GameError(Problem("roll", None, "dice", message, "roll fewer dice, or dice with fewer sides"))


def _placed_kept(roll: Roll) -> range:
    """Return the places of the dice that count in the order in which dice are placed: the lowest first if they are kept."""
    return range(roll.kept) if roll.keep == "lowest" else roll.places


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
    totals = ((beyond if value is None else value, face, weight) for value, face, weight in results)
    return [(int(roll.is_success(total)), face, weight) for total, face, weight in totals], unit


def _terms(die: DieOdds, results: Sequence[Result], packing: Packing, low: int) -> list[_Term]:
    """Return the terms of a die; those alike are one."""
    least, top = die.faces[0][0], die.faces[-1][0]
    ones, tops, naturals = (size > 1 for size in packing.sizes)
    weights: Counter[tuple[int | None, int, int]] = Counter()
    for value, face, weight in results:
        natural = (0 if face == least else 2 if face == top else 1) if naturals else 0
        aside = packing.shift((0, ones and face == 1, tops and face == top, 0))
        weights[value, aside, natural] += weight
    return [
        _Term(value, packing.shift((0 if value is None else value - low, 0, 0, natural)), weight << aside)
        for (value, aside, natural), weight in weights.items()
    ]


def _place_kept(numbers: list[int], terms: Sequence[Sequence[_Term]], places: range, *, ascending: bool) -> int:
    """Return the polynomial of a pool of which the dice in ``places`` are kept, the highest or lowest die being in place 0."""

    def rank(entry: tuple[int, _Term]) -> int:
        value = maxsize if entry[1].value is None else entry[1].value
        return value if ascending else -value

    entries = sorted(((i, term) for i, of_die in enumerate(terms) for term in of_die), key=rank)
    lower = [sum(term.coefficient for term in of_die) for of_die in terms]  # of dice that are not placed yet
    rows = {tuple(numbers): 1}  # by how many dice of each kind are not placed
    closed = work = 0
    for index, term in entries:
        if work > MOST_WORK:
            raise too_many()
        lower[index] -= term.coefficient
        moved: Counter[tuple[int, ...]] = Counter()
        for left, row in rows.items():
            placed, dice = sum(numbers) - sum(left), left[index]
            needed = places.stop - placed
            work += row.bit_length() * min(dice + 1, needed) // 2  # moving bits is half the work of multiplying them
            closing = (term.coefficient + lower[index]) ** dice if needed <= dice else 0
            for here in range(min(dice, needed - 1) + 1):
                factor = comb(dice, here) * term.coefficient**here
                if closing:
                    closing -= factor * lower[index] ** (dice - here)
                kept = max(0, here - max(0, places.start - placed))
                if term.value is not None or not kept:
                    moved[(*left[:index], dice - here, *left[index + 1 :])] += row * factor << kept * term.kept
            if closing and term.value is not None:
                others = prod(ways**n for i, (ways, n) in enumerate(zip(lower, left, strict=True)) if i != index)
                closed += row * closing * others << (places.stop - max(placed, places.start)) * term.kept
        rows = moved
    return closed


def _place_all(pool: Pool, roll: Roll) -> dict[Reading, int]:
    """Return the weights of the readings of dice without explosions, all of them placed, value by value."""
    kinds, faces, ascending = [*pool], [dict(die.faces) for die in pool], roll.keep == "lowest"
    last = [die.faces[-1 if ascending else 0][0] for die in kinds]
    places, alone = _placed_kept(roll), roll.keep == "set" and not roll.marks
    rows, cases = Counter({((*pool.values(),), Reading(0)): 1}), 0
    for value in sorted({face for weights in faces for face in weights}, reverse=not ascending):
        moved = Counter[tuple[tuple[int, ...], Reading]]()
        ways_to_place: dict[tuple[int, ...], list[_Placing]] = {}
        for (left, reading), ways in rows.items():
            if left not in ways_to_place:
                ways_to_place[left] = [*_placings(left, faces, value, last)]
            first = roll.size - sum(left)
            cases += len(ways_to_place[left])
            for after, here, number, factor in ways_to_place[left]:
                kept = len(range(max(first, places.start), min(first + number, places.stop)))
                same = not number or (number == 1 and alone)
                read = reading if same else _read(reading, roll, kinds, value, here, kept)
                moved[after, read] += ways * factor
            if cases > _MOST_CASES:
                raise too_many()
        rows = moved
    result = Counter[Reading]()
    for (_, reading), ways in rows.items():
        result[reading] += ways
    return result


def _placings(
    left: tuple[int, ...], faces: Sequence[Mapping[int, int]], value: int, last: Sequence[int]
) -> Iterator[_Placing]:
    """Yield the ways in which dice that are left show a value; those for which it is the ``last`` one all do."""
    choices = (
        (n,) if value == end else range(n + 1) if value in weights else (0,)
        for n, end, weights in zip(left, last, faces, strict=True)
    )
    for here in product(*choices):
        factor = 1
        for n, number, weights in zip(left, here, faces, strict=True):
            factor *= comb(n, number) * weights.get(value, 0) ** number
        yield tuple(n - number for n, number in zip(left, here, strict=True)), here, sum(here), factor


def _read(
    reading: Reading, roll: Roll, kinds: Sequence[DieOdds], value: int, here: Sequence[int], kept: int
) -> Reading:
    """Return a reading with the dice added that show a value: so many of each kind, of which ``kept`` are kept."""
    total, ones, tops, natural, equal, effect, width, height, run, last = reading
    count, marks = sum(here), roll.marks
    shown = [(die, number) for die, number in zip(kinds, here, strict=True) if number]
    if roll.keep == "run":  # values fall
        run, last = run + 1 if last == value + 1 else 1, value
        width, height = max((width, height), (run, value + run - 1))
    elif roll.keep == "set":
        if count > 1:  # one die is no set
            pairs = (width, height), (count, value)
            width, height = max(pairs, key=lambda pair: pair[::-1]) if roll.tallest else max(pairs)
    elif roll.keep == "count":
        total += count * roll.is_success(value)
    elif not (value == 1 and "hitches" in marks):
        total += kept * value
        if "effect" in marks and kept < count:  # of equal dice the smallest are kept
            effect = max(effect, *(die.sides for die, _ in shown))
    if "criticals" in marks:
        tops += sum(number for die, number in shown if value == die.faces[-1][0])
    if "natural" in marks and kept:
        faces = shown[0][0].faces
        natural = 0 if value == faces[0][0] else 2 if value == faces[-1][0] else 1
    ones += count if value == 1 and _needs_ones(roll) else 0
    equal = equal or ("match" in marks and count > 1)
    return Reading(total, ones, tops, natural, equal, effect, width, height, run, last)
