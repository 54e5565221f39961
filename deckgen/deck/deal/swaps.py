"""The search of arranging and pairing: swaps of what two seats have that lower the cost.

All swaps of two seats are compared at once. Of those that gain, the best are taken that share no seat, and of
these, the best first, as many as together cost least: that is computed exactly, because the gain of a swap
depends on others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]


class SwapUnit(Protocol):
    """Items that seats may swap."""

    def gains(self) -> NDArray[np.float64]:
        """Return the cost of the swap of any two seats, seats × seats: below 0 if it gains, 0 if it is not allowed."""

    def costs(self, orders: Ints) -> NDArray[np.float64]:
        """Return the cost of each of ``orders``; ``orders[i][seat]`` is the seat whose items ``seat`` gets."""


def better_order(unit: SwapUnit) -> Ints | None:
    """Return an order that costs less than the present one, or None if no swap gains.

    It says whose items each seat gets.
    """
    gains = unit.gains()
    size = len(gains)
    partners = gains.argmin(axis=1)
    seats = np.arange(size, dtype=np.int64)
    least = gains[seats, partners]
    order, swap_index, swaps = seats.copy(), np.full(size, size, dtype=np.int64), 0
    partner, gain, free = partners.tolist(), least.tolist(), [True] * size
    for seat in least.argsort(kind="stable").tolist():
        partner_seat = partner[seat]
        if gain[seat] >= 0:
            break
        if free[seat] and free[partner_seat]:
            free[seat] = free[partner_seat] = False
            order[seat], order[partner_seat] = partner_seat, seat
            swap_index[seat] = swap_index[partner_seat] = swaps
            swaps += 1
    if not swaps:
        return None
    # no swap, the best, the best two ...
    orders = np.where(np.arange(swaps + 1, dtype=np.int64)[:, None] > swap_index, order, seats)
    best = int(unit.costs(orders).argmin())
    return orders[best] if best else None
