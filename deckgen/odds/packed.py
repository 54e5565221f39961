"""Polynomials with whole coefficients, packed into one integer each: sums and products take one operation.

The variables stand for what is read from dice (a total, how many show 1 ...), so a coefficient is in how many ways a result
comes about, and the product of two dice's polynomials is that of both dice. None is negative or above a known number, so each
has its slot of that many bytes (Kronecker's substitution).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod

from deckgen.records import record


@record
class Packing:
    """Polynomials in a first variable of any exponent and in others with exponents below ``sizes``.

    Every coefficient fits into ``width`` bytes.
    """

    sizes: tuple[int, ...]
    width: int

    def shift(self, exponents: tuple[int, ...]) -> int:
        """Return by how many bits the number of a term with these exponents is moved."""
        slot = exponents[0]
        for exponent, size in zip(exponents[1:], self.sizes, strict=True):
            slot = slot * size + exponent
        return slot * self.width * 8

    def times_power(self, polynomial: int, factor: int, power: int, limit: int | None) -> int:
        """Return a polynomial times a power of another, without terms whose first exponent is above ``limit``."""
        if limit is None:
            raised: int = factor**power
            return polynomial * raised
        mask = (1 << (limit + 1) * prod(self.sizes) * self.width * 8) - 1
        while power:
            if power % 2:
                polynomial = polynomial * factor & mask
            factor = factor * factor & mask
            power //= 2
        return polynomial

    def terms(self, polynomial: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield the exponents and the coefficient of each term of a polynomial."""
        width, block = self.width, prod(self.sizes)
        length = -(-polynomial.bit_length() // (8 * width * block)) or 1
        data = polynomial.to_bytes(length * block * width, "little")
        for slot, exponents in enumerate(product(range(length), *map(range, self.sizes))):
            if coefficient := int.from_bytes(data[slot * width : (slot + 1) * width], "little"):
                yield exponents, coefficient
