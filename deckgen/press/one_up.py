"""Imposition: one face a page, with trim, bleed and marks, as print shops want it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from deckgen.draw.geometry import Box
from deckgen.errors import Fault, PressError
from deckgen.press import marks
from deckgen.press.pages import Page, Placed

if TYPE_CHECKING:
    from deckgen.draw.drawing import Drawing
    from deckgen.press.target import Target


def one_up_pages(fronts: Sequence[Drawing], back: Drawing, target: Target) -> Iterator[Page]:
    """A page for every face in the target's order. Raises PressError if a face has too little bleed."""
    for number, front in enumerate(fronts, 1):
        for side in target.order:
            if side == "front":
                yield _page(front, side, target, f"front {number}")
            elif target.backs == "each":
                yield _page(back, side, target, f"back {number}")
    if target.backs == "once" and "back" in target.order:
        yield _page(back, "back", target, "back")


def check_bleed(face: Drawing, target: Target, label: str = "card") -> None:
    """Raise PressError if a face has less bleed than the target wants."""
    if face.bleed < target.bleed - 0.001:
        what = f"the art reaches {face.bleed:g} mm beyond the trim, the target {target.name} wants {target.bleed:g} mm"
        raise PressError(Fault(face.title or label, None, "", what, "enlarge the bleed in the layout"))


def _page(face: Drawing, side: str, target: Target, label: str) -> Page:
    check_bleed(face, target, label)
    bleed, reach = target.bleed, target.bleed + target.slug
    width, height = face.width + 2 * reach, face.height + 2 * reach
    trim = Box(reach, reach, face.width, face.height)
    crop = target.crop
    drawn = None
    if crop is not None and side in crop.sides:
        start, length = bleed + crop.gap, min(crop.longest, target.slug - crop.gap)
        pen, sides = marks.marks_pen(), ((trim.x, trim.right), (trim.y, trim.bottom))
        around = {"starts": (start, start), "lengths": (length, length)}
        marks.crop_marks(pen, trim, *sides, **around, weight=crop.weight)
        drawn = marks.drawing(width, height, pen.items, crop.ink)
    window = Box(-bleed, -bleed, face.width + 2 * bleed, face.height + 2 * bleed)
    placed = Placed(face, reach, reach, window)
    return Page(width, height, (placed,), drawn, trim, trim.inset(-bleed), label)
