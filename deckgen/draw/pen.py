"""The pen that widgets draw with: it fits text into its room and collects the items of one face."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from deckgen.draw import geometry
from deckgen.draw.drawing import Item, Path, Segment, Text, Use
from deckgen.draw.fonts import PT, Fonts
from deckgen.draw.geometry import Box
from deckgen.errors import Faults, LayoutError
from deckgen.game.model import Face

TIGHTEST = -0.03
"""How far letters may close up before the size goes down, in em."""
_SLACK = 1e-6


class Fit(NamedTuple):
    """Size and spacing in mm of a string in its room, and how wide it is then."""

    size: float
    spacing: float
    width: float
    fits: bool


class Pen:
    """Draws one face at a time; ``card``, ``slot`` and ``face`` say where it is, for messages and icons.

    ``words`` are the game's printed words that belong to no section, ``icons`` the names of all symbols
    (None: not checked). A colour that is empty paints nothing.
    Text that overflows is a fault, unless ``allow_overflow``, and is drawn at the smallest size.
    """

    def __init__(
        self,
        fonts: Fonts,
        minimum: float,
        file: str,
        faults: Faults,
        *,
        allow_overflow: bool = False,
        icons: Collection[str] | None = None,
    ) -> None:
        self.items: list[Item] = []
        self.card, self.slot = "", ""
        self.face: Face | None = None
        self.words: Mapping[str, str] = {}
        self._fonts, self._minimum, self._file = fonts, minimum, file
        self._faults, self._overflow, self._icons = faults, allow_overflow, icons
        self._missing: set[str] = set()
        self._told: set[tuple[str, str]] = set()
        self._fits: dict[tuple[str, str, float, float, float], Fit] = {}

    def begin(self, card: str, face: Face | None) -> None:
        """Begin a new face with nothing on it."""
        self.items, self.card, self.face = [], card, face

    def fit(self, string: str, face: str, size: float, width: float, height: float) -> Fit:
        """The largest setting of ``string`` in ``width`` × ``height``: first closer, then smaller."""
        key = (string, face, size, width, height)
        found = self._fits.get(key)
        if found is None:
            found = self._fits[key] = self._fit(*key)
        return found

    def _fit(self, string: str, face: str, size: float, width: float, height: float) -> Fit:
        try:
            em, gaps, cap = self._fonts.em(string, face), max(0, len(string) - 1), self._fonts.cap(face)
        except LayoutError as error:  # a missing glyph: told with its place, once
            for fault in error.faults:
                self._faults.add(self._file, None, self._where(), fault.what, fault.remedy)
            return Fit(size, 0.0, 0.0, fits=True)
        largest = min(size, height / cap)
        if em * largest <= width + _SLACK:
            spacing = 0.0
        else:
            spacing = max(TIGHTEST, (width / largest - em) / gaps) if gaps else 0.0
            largest = min(largest, width / max(1e-9, em + gaps * spacing))
        fits = largest >= min(size, self._minimum) - _SLACK
        if not fits:
            largest, spacing = min(size, self._minimum), TIGHTEST
        spacing *= largest
        return Fit(largest, spacing, em * largest + gaps * spacing, fits)

    def text(
        self,
        string: str,
        box: Box,
        face: str,
        size: float,
        fill: str,
        align: float = 0.5,
    ) -> Fit:
        """A line centred vertically in ``box``; ``align``: 0 left, 0.5 centred, 1 right."""
        cap = self._fonts.cap(face)
        fit = self.fit(string, face, size, box.width, box.height)
        y = box.y + (box.height + cap * fit.size) / 2
        self._set(string, fit, (box.x + (box.width - fit.width) * align, y), face, fill)
        return fit

    def line(
        self, string: str, x: float, y: float, *, face: str, size: float, fill: str, align: float, room: float
    ) -> Fit:
        """A line on the baseline ``y``, its left edge, middle or right edge at ``x``."""
        fit = self.fit(string, face, size, room, size)
        self._set(string, fit, (x - fit.width * align, y), face, fill)
        return fit

    def _set(self, string: str, fit: Fit, place: tuple[float, float], face: str, fill: str) -> None:
        if not fit.fits and not self._overflow and (self.slot, string) not in self._told:
            self._told.add((self.slot, string))
            what = f"{string!r} does not fit at {fit.size / PT:.4g} pt"
            remedy = "enlarge the slot, shorten the text, or allow overflow"
            self._faults.add(self._file, None, self._where(), what, remedy)
        if string and fill:
            self.items.append(Text(*place, string, face, fit.size, fill, fit.spacing, 0.0, self.slot))

    def _where(self) -> str:
        return ", ".join(part for part in (self.card, f"slot {self.slot}") if part)

    def width(self, string: str, face: str, size: float) -> float:
        """Width in mm at ``size`` mm."""
        return self._fonts.em(string, face) * size

    def cap(self, face: str) -> float:
        """Height of capitals as a share of the font size."""
        return self._fonts.cap(face)

    def path(
        self,
        segments: tuple[Segment, ...],
        fill: str | None = None,
        stroke: str | None = None,
        width: float = 0.0,
    ) -> None:
        """An outline; its lines end and join round."""
        if fill or stroke:
            self.items.append(Path(segments, fill or None, stroke or None, width, round=True))

    def panel(
        self, box: Box, radius: float, fill: str | None = None, stroke: str | None = None, width: float = 0.0
    ) -> None:
        """A rectangle with round corners."""
        self.path(geometry.rectangle(*box, radius), fill, stroke, width)

    def icon(self, name: str, cx: float, cy: float, size: float, fill: str) -> None:
        """The template's symbol, its longer side ``size``, centred at (cx, cy)."""
        if self._icons is not None and name not in self._icons:
            self._miss(name)
            return
        self.items.append(Use(name, (size, 0.0, 0.0, size, cx, cy), fill))

    def has(self, name: str) -> bool:
        """Whether the template has a symbol of that name."""
        return self._icons is not None and name in self._icons

    def _miss(self, name: str) -> None:
        """Tell once that a symbol is missing."""
        if name not in self._missing:
            self._missing.add(name)
            what = f'there is no icon "{name}"'
            remedy = f'draw a symbol with the id "{name}" in the template or in the theme\'s icons'
            self._faults.add(self._file, None, self._where(), what, remedy)
