"""Small text that no press registers: in several inks, or light on several, whose plates it leaves holes in.

A letter is as sharp as its plates fit, within 0.1 mm. Text is judged by its size on the page and by the area that was
painted last at its middle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from deckgen.draw.outline import Point, covers
from deckgen.records import record

_LEAST = 5.05  # points: smaller text is part of a picture
_INKS_SIZE, _LIGHT_SIZE, _SERIF_SIZE = 7.95, 6.95, 8.95  # points, but for rounding
_MOST_INKS = 2
_TRACE, _HOLE, _LIGHTER = 0.005, 0.25, 0.5  # shares of ink: less is none; leaves a visible hole; of a light text
_REMEDY = "print it in black, or black and one more ink"


@record
class Area:
    """A filled area: outlines of straight lines, in points of the page, and the share of each ink in it."""

    outlines: Sequence[Sequence[Point]]
    plates: Mapping[str, float]
    even_odd: bool
    box: tuple[float, float, float, float]

    def covers(self, x: float, y: float) -> bool:
        """Return whether a point is inside, and not clipped."""
        left, bottom, right, top = self.box
        if not (left <= x <= right and bottom <= y <= top):
            return False
        return covers(self.outlines, x, y, even_odd=self.even_odd)


def ground_at(areas: Sequence[Area], x: float, y: float) -> Mapping[str, float]:
    """Return the inks of the last area that covers a point; none on bare paper."""
    for area in reversed(areas):
        left, bottom, right, top = area.box
        if left <= x <= right and bottom <= y <= top and area.covers(x, y):
            return area.plates
    return {}


def small_text_findings(
    size: float, plates: Mapping[str, float], ground: Mapping[str, float], *, thin_serif: bool, overprints: bool
) -> Iterator[tuple[str, str, str]]:
    """Yield (rule, message, remedy) for text of ``size`` points in ``plates`` on a ``ground``: shares by ink."""
    if size < _LEAST:
        return
    inks = [name for name, share in plates.items() if share > _TRACE]
    if size < _INKS_SIZE and len(inks) > _MOST_INKS:
        percents = " ".join(f"{100 * share:.0f}" for share in plates.values())
        yield "text.inks", f"text of {size:.1f} pt is printed in {len(inks)} inks ({percents})", _REMEDY
    if size >= (_SERIF_SIZE if thin_serif else _LIGHT_SIZE) or plates.get("K", 0) >= _LIGHTER:
        return
    holes = [
        name
        for name, share in ground.items()
        if share - plates.get(name, 0) >= _HOLE and not (overprints and name not in inks)
    ]
    if len(holes) > _MOST_INKS and sum(ground.values()) - sum(plates.values()) >= _LIGHTER:
        kind = "thin light text" if thin_serif else "light text"
        message = f"{kind} of {size:.1f} pt leaves holes in {len(holes)} inks ({', '.join(holes)})"
        yield "text.reversed", message, "enlarge it, or give it a ground of at most two inks"
