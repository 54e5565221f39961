"""A picture a face, named as a print-on-demand service wants it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from deckgen.press.one_up import check_bleed
from deckgen.press.png import pngs

if TYPE_CHECKING:
    from deckgen.draw.drawing import Drawing
    from deckgen.press.target import Target


def pictures(fronts: Sequence[Drawing], back: Drawing, target: Target) -> Iterator[tuple[str, bytes]]:
    """Names and contents: fronts by number from 1, then the back, once or for every front.

    Raises PressError if a face has less bleed than the target wants.
    """
    for face in (*fronts, back):
        check_bleed(face, target)
    digits = len(str(len(fronts)))
    numbers = [f"{number:0{digits}}" for number in range(1, len(fronts) + 1)]
    *shown, behind = pngs([*fronts, back], target.dpi, bleed=target.bleed)
    for number, picture in zip(numbers, shown, strict=True):
        yield target.files[0].format(number=number), picture
    for name in dict.fromkeys(target.files[1].format(number=number) for number in numbers):
        yield name, behind
