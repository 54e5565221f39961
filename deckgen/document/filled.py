"""Pages that are filled: parts in as few pages as possible, each in the largest type that fits on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import fsum

from deckgen.draw.blocks.flow import KeepTogether, Part, Strip, used_height
from deckgen.draw.geometry import Box

Block = Callable[[float], Sequence[Part]]
"""Parts that share a page, by the scale of their type."""

SMALLEST, LARGEST = 0.8, 1.5
_STEPS = 5  # bisections between them
_SMALL_STEP = 0.01


def fill_pages(
    blocks: Sequence[Block], room: Box, *, smallest: float = SMALLEST, largest: float = LARGEST
) -> list[KeepTogether]:
    """Return blocks as parts that fill pages with that ``room``: fewest pages, evenly, then the largest type."""

    @cache
    def height(index: int, scale: float) -> float:
        """Return the height in mm of a block below another."""
        return used_height([lambda _: [Strip(0.0)], *blocks[index](scale)], room.width)

    def fits(first: int, end: int, scale: float) -> bool:
        return fsum(height(i, scale) for i in range(first, end)) <= room.height

    @cache
    def best(first: int) -> tuple[int, float, tuple[int, ...]]:
        """Return (pages, height of the fullest, ends of pages) of the blocks from ``first``."""
        if first == len(blocks):
            return 0, 0.0, ()
        options = []
        for end in range(first + 1, len(blocks) + 1):
            if end > first + 1 and not fits(first, end, smallest):
                break
            count, fullest, ends = best(end)
            options.append(
                (count + 1, max(fullest, fsum(height(i, smallest) for i in range(first, end))), (end, *ends))
            )
        return min(options)

    pages, first = [], 0
    for end in best(0)[2]:
        low, high = smallest, largest
        if fits(first, end, high):
            low = high
        for _ in range(_STEPS if low < high else 0):
            middle = (low + high) / 2
            low, high = (middle, high) if fits(first, end, middle) else (low, middle)
        pages.append(KeepTogether(_page_parts(blocks[first:end], room, smallest, low)))
        first = end
    return pages


def _page_parts(blocks: Sequence[Block], room: Box, smallest: float, scale: float) -> tuple[Part, ...]:
    """Return a page's parts, smaller than ``scale`` where blocks below each other are higher than each alone."""
    parts = tuple(part for block in blocks for part in block(scale))
    if scale <= smallest or used_height(parts, room.width) <= room.height:
        return parts
    return _page_parts(blocks, room, smallest, max(smallest, scale - _SMALL_STEP))
