"""Joint distributions: the chances of results that have several parts, such as successes and a glitch, as fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from math import gcd
from typing import Literal

from deckgen.errors import GameError, Problem
from deckgen.language import gettext_noop
from deckgen.records import record

Scalar = int | str | bool
Outcome = tuple[Scalar, ...]
"""A result: one value for each part."""
MOST_STATES = 1_000_000
"""Most results that are computed together: of two expressions, or of dice with symbols."""
Kind = Literal["number", "word", "symbol", "mark"]
Way = Literal["exactly", "at least", "at most"]
WAYS: Sequence[Way] = (gettext_noop("exactly"), gettext_noop("at least"), gettext_noop("at most"))  # type: ignore[assignment]
"""The ways in which chances of a value are asked for."""


@record
class Part:
    """One part of a result: its name, and whether it is a number, a word, how often a symbol shows, or a mark.

    The values of a mark are False and True. ``words`` are all words that a word can be, from the worst to the best.
    """

    name: str
    kind: Kind = "number"
    words: tuple[str, ...] = ()

    @property
    def is_number(self) -> bool:
        """Whether its values are numbers, also how often a symbol shows."""
        return self.kind in ("number", "symbol")

    @property
    def has_order(self) -> bool:
        """Whether values can be more or less than others; not so marks, and words of which a result may have none."""
        return self.is_number or (self.kind == "word" and "" not in self.words)

    @property
    def ways(self) -> Sequence[Way]:
        """The ways in which chances of its values are asked for."""
        return WAYS if self.has_order else WAYS[:1]

    def as_number(self, value: Scalar) -> int:
        """Return a value as a number: a word's place among the words, 1 for a mark that a result has. Raises ValueError."""
        return self.words.index(value) if isinstance(value, str) else int(value)


@record
class Joint:
    """The exact chances of results: the weight of each outcome, in the order of outcomes, over ``denominator``.

    If there is no highest number, the weights are those up to some number, which is the first part or follows a word, and
    ``rest`` is the chance of more: ``beyond`` has its weights by the other parts. ``mean`` is the exact mean of the first
    part, also then; None if that is no number.
    """

    parts: tuple[Part, ...]
    weights: Mapping[Outcome, int]
    denominator: int
    mean: Fraction | None = None
    beyond: Mapping[Outcome, int] = field(default_factory=dict)

    @cached_property
    def rest(self) -> Fraction:
        """The chance of a higher number than any among the weights; 0 unless the results are endless."""
        return 1 - Fraction(sum(self.weights.values()), self.denominator)

    def chance(self, condition: Callable[[Outcome], bool]) -> Fraction:
        """Return the chance of the outcomes, without the rest, that meet a condition."""
        return Fraction(sum(weight for outcome, weight in self.weights.items() if condition(outcome)), self.denominator)

    def index(self, name: str = "") -> int:
        """Return the index of the part of that name, by default of the first. Raises ValueError if there is none."""
        return [part.name for part in self.parts].index(name) if name else 0

    @property
    def open_part(self) -> int:
        """The index of the number that has no highest value, if results are endless."""
        return int(self.parts[0].kind == "word")

    @property
    def highest(self) -> int:
        """The highest number among the weights."""
        return max(int(outcome[self.open_part]) for outcome in self.weights)

    def of_part(self, index: int) -> dict[Scalar, Fraction]:
        """Return the chances of one part's values alone, in order, without numbers above ``highest`` of an endless one."""
        weights = Counter[Scalar]()
        for outcome, weight in (self if index == self.open_part else close(self)).weights.items():
            weights[outcome[index]] += weight
        rank = _rank(self.parts[index])
        return {value: Fraction(weights[value], self.denominator) for value in sorted(weights, key=rank)}

    def measures(self, index: int, values: Iterable[Scalar]) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
        """Yield the chances of each value of a part, of it or more, and of it or less, as in ``WAYS``.

        ``values`` are in order, all that the part has and perhaps others; those above ``highest`` of an endless part have none.
        """
        exact, below = self.of_part(index), Fraction(0)
        for value in values:
            if self.rest and index == self.open_part and below == 1 - self.rest:
                return
            chance = exact.get(value, Fraction(0))
            yield chance, 1 - below, below + chance
            below += chance

    def numbers(self, index: int) -> dict[int, Fraction]:
        """Return the chances of one part's values as numbers, in order (see ``Part.as_number``)."""
        return {self.parts[index].as_number(value): chance for value, chance in self.of_part(index).items()}


NOTHING = Joint((), {(): 1}, 1)
"""A result without parts, with which others are combined if they are read anew."""


def joint(
    parts: Sequence[Part],
    weights: Mapping[Outcome, int],
    denominator: int,
    mean: Fraction | None = None,
    beyond: Mapping[Outcome, int] | None = None,
) -> Joint:
    """Return a joint distribution in lowest terms, outcomes in order, without those that never happen.

    ``mean`` is that of the first part; left out, it is computed, unless the outcomes are endless or no numbers. ``beyond``,
    left out, is what remains, if there is but one part.
    """
    remaining = denominator - sum(weights.values())
    if beyond is None:
        beyond = {(): remaining} if remaining and len(parts) == 1 else {}
    ranks = [_rank(part) for part in parts]
    if all(part.kind != "word" for part in parts):
        order = sorted(weights)
    else:
        order = sorted(weights, key=lambda outcome: [rank(value) for rank, value in zip(ranks, outcome, strict=True)])
    divisor = gcd(denominator, *weights.values(), *beyond.values())
    lowest = {outcome: weights[outcome] // divisor for outcome in order if weights[outcome]}
    beyond = {others: ways // divisor for others, ways in beyond.items() if ways}
    denominator //= divisor
    if mean is None and parts[0].is_number and not remaining:
        mean = Fraction(sum(int(outcome[0]) * weight for outcome, weight in lowest.items()), denominator)
    return Joint(tuple(parts), lowest, denominator, mean, beyond)


def close(result: Joint) -> Joint:
    """Return a result whose rest, if there is one, has the next number above ``highest``."""
    if not result.rest:
        return result
    index, number = result.open_part, result.highest + 1
    closed = {(*others[:index], number, *others[index:]): ways for others, ways in result.beyond.items()}
    return joint(result.parts, {**result.weights, **closed}, result.denominator, result.mean)


def reopen(result: Joint, number: int, mean: Fraction | None = None) -> Joint:
    """Return a result with a mean whose rest are all outcomes with that number or a higher one."""
    index = result.open_part
    weights = {outcome: ways for outcome, ways in result.weights.items() if int(outcome[index]) < number}
    beyond = Counter[Outcome]()
    for outcome in result.weights.keys() - weights:
        beyond[outcome[:index] + outcome[index + 1 :]] += result.weights[outcome]
    return joint(result.parts, weights, result.denominator, mean, beyond)


def combine(left: Joint, right: Joint, parts: Sequence[Part], read: Callable[[Outcome, Outcome], Outcome]) -> Joint:
    """Return the chances of what ``read`` returns for every two outcomes of results that are independent of each other.

    Of a word that is the first part, only the words that occur stay. Raises GameError for too many outcomes.
    """
    check_states(len(left.weights) * len(right.weights))
    names = [part.name for part in parts]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise refusal(twice, f"two parts of the result are called {twice}", "leave out one of them")
    weights = Counter[Outcome]()
    for first, ways in left.weights.items():
        for second, ways_second in right.weights.items():
            weights[read(first, second)] += ways * ways_second
    occurring = {outcome[0] for outcome in weights}
    words = tuple(word for word in parts[0].words if word in occurring)
    head = Part(parts[0].name, parts[0].kind, words)
    return joint((head, *parts[1:]), weights, left.denominator * right.denominator)


def check_states(number: int) -> None:
    """Raise GameError if that many results are too many to compute."""
    if number > MOST_STATES:
        message = f"{number:,} combinations are too many to compute (at most {MOST_STATES:,})"
        raise refusal("", message, "roll fewer dice together")


def refusal(path: str, message: str, remedy: str) -> GameError:
    """Return the error about a part of an expression."""
    return GameError(Problem("expression", None, path, message, remedy))


def _rank(part: Part) -> Callable[[Scalar], int]:
    """Return what sorts the values of a part: a number, or the place of a word among the words."""
    places = {word: place for place, word in enumerate(part.words)}
    return lambda value: places[value] if isinstance(value, str) else int(value)
