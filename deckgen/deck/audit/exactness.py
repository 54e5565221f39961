"""Whether a deck can average a roll exactly, and if not, the proof in one line."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from deckgen.deck.solve.cells import mean_denominator
from deckgen.deck.solve.request import Request
from deckgen.game.model import DrawModel
from deckgen.odds import Roll, distribution


@dataclass(frozen=True)
class Exactness:
    """``possible``: some number of open cards lets the mean be the target; else ``reason`` says why not."""

    possible: bool
    reason: str


@lru_cache(maxsize=4096)
def exactness(roll: Roll, size: int, draw: DrawModel) -> Exactness:
    """Whether some deck of ``size`` cards averages the roll exactly.

    A deck with m plain cards averages multiples of 1/(m(m+1)) (1/m with replacement). It can be exact
    if the target's denominator divides that for some m. If it does not, some prime power of the
    denominator divides no such product, or no single m serves all its prime powers.
    """
    dice = distribution(roll)
    explodes = dice.maximum is None
    wanted = dice.mean.denominator
    request = Request(roll, size, draw)
    if request.scaled_target(request.open_counts()[0][0]).denominator == 1:
        return Exactness(possible=True, reason="")
    products = [mean_denominator(k, size, draw) for k in range(size // 3 + 1 if explodes else 1)]
    low = size - size // 3
    what = f"m = {size}"
    if explodes and draw == "without-replacement":
        what = f"m(m+1) with m from {low} to {size - 1}, nor {size}"
    elif explodes:
        what = f"m from {low} to {size}"
    for prime, exponent in _factors(wanted):
        power = prime**exponent
        if all(product % power for product in products):
            reason = f"{power} = {prime}^{exponent} divides the target's denominator, but no {what}"
            return Exactness(possible=False, reason=reason)
    return Exactness(possible=False, reason=f"{wanted}, the target's denominator, divides no {what}")


def _factors(number: int) -> list[tuple[int, int]]:
    """Primes and their exponents, the largest power first; a factor without a prime below 1000 counts as one."""
    found = []
    rest, prime = number, 2
    while prime * prime <= rest and prime < 1000:
        exponent = 0
        while rest % prime == 0:
            rest //= prime
            exponent += 1
        if exponent:
            found.append((prime, exponent))
        prime += 1
    if rest > 1:
        found.append((rest, 1))
    return sorted(found, key=lambda pair: -(pair[0] ** pair[1]))
