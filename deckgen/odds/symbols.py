"""Dice with symbols: how often each symbol shows, after some take each other off."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import prod

from deckgen.odds.joint import Joint, Outcome, Part, check_states, joint, refusal
from deckgen.odds.roll import Roll

_BITS = 32  # of a number of symbols, in a whole number that holds all of them
_ZERO = 1 << (_BITS - 1)


def count_symbols(roll: Roll) -> Joint:
    """Return the joint chances of the numbers of all symbols, net of those that cancel each other.

    The order of symbols is that of the pairs that cancel, then of the faces. Raises GameError for rolls that do more than
    count symbols, and for too many dice.
    """
    paired = [symbol for pair in roll.cancel for symbol in pair]
    _check(roll, paired)
    faces = [[face for face in die.faces if isinstance(face, tuple)] for die in roll.special]
    shown = dict.fromkeys(symbol for of_die in faces for face in of_die for symbol in face)
    # Of a pair only the difference is a number, to which the second adds -1.
    places = {symbol: (index // 2, -1 if index % 2 else 1) for index, symbol in enumerate(paired)}
    single = [symbol for symbol in shown if symbol not in places]
    places |= {symbol: (index, 1) for index, symbol in enumerate(single, len(roll.cancel))}
    units = {symbol: sign << (_BITS * index) for symbol, (index, sign) in places.items()}
    states, work = Counter({sum(_ZERO << (_BITS * index) for index in {index for index, _ in places.values()}): 1}), 0
    for of_die in faces:
        changes = Counter(sum(units[symbol] for symbol in face) for face in of_die)
        work += len(states) * len(changes)
        check_states(work)
        sums = Counter[int]()
        for state, ways in states.items():
            for change, count in changes.items():
                sums[state + change] += ways * count
        states = sums
    parts = [Part(symbol, "symbol") for symbol in places if symbol in shown]

    def net(state: int, symbol: str) -> int:
        index, sign = places[symbol]
        return max(sign * (((state >> (_BITS * index)) & (2 * _ZERO - 1)) - _ZERO), 0)

    weights = Counter[Outcome]()
    for state, ways in states.items():
        weights[tuple(net(state, part.name) for part in parts)] += ways
    return joint(parts, weights, prod(len(die.faces) for die in roll.special))


def _check(roll: Roll, paired: list[str]) -> None:
    """Raise GameError for a roll that does more than count symbols."""
    message = remedy = ""
    if replace(roll, special=(), cancel=(), keep="sum") != Roll(()):
        message, remedy = "dice with symbols are only counted", "leave out other dice and other rules"
    elif any(isinstance(face, int) for die in roll.special for face in die.faces):
        message, remedy = "some faces are numbers", "give each face its symbols, or none"
    elif not any(face for die in roll.special for face in die.faces):
        message, remedy = "no face shows a symbol", "give at least one face a symbol"
    elif len({*paired}) < len(paired):
        message, remedy = "a symbol is cancelled twice", "name each symbol in one pair"
    if message:
        raise refusal("symbols", message, remedy)
