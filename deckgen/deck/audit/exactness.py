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
    size: int
    draw: DrawModel

    def denominator(self, open_cards: int) -> int:
        """Every mean of a deck with that many open cards is a multiple of 1 over this."""
        return mean_denominator(open_cards, self.size, self.draw)


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
        return Exactness(possible=True, reason="", size=size, draw=draw)
    products = [mean_denominator(k, size, draw) for k in range(size // 3 + 1 if explodes else 1)]
    low = size - size // 3
    what = f"m = {size}"
    if explodes and draw == "without-replacement":
        what = f"m(m+1) with m from {low} to {size - 1}, nor {size}"
    elif explodes:
        what = f"m from {low} to {size}"
    for prime, power in _prime_powers(wanted):
        if all(product % power for product in products):
            reason = (
                f"{power} = {prime}^{_exponent(prime, power)} divides the target's denominator, but no {what}"
            )
            return Exactness(possible=False, reason=reason, size=size, draw=draw)
    return Exactness(
        possible=False, reason=f"{wanted}, the target's denominator, divides no {what}", size=size, draw=draw
    )


def _prime_powers(number: int) -> list[tuple[int, int]]:
    """The prime powers whose product is ``number``, largest power first; any factor left over is last."""
    found = []
    rest, prime = number, 2
    while prime * prime <= rest and prime < 1000:
        power = 1
        while rest % prime == 0:
            rest //= prime
            power *= prime
        if power > 1:
            found.append((prime, power))
        prime += 1
    if rest > 1:
        found.append((rest, rest))
    return sorted(found, key=lambda pair: -pair[1])


def _exponent(prime: int, power: int) -> int:
    exponent = 0
    while power > 1:
        power //= prime
        exponent += 1
    return exponent
