"""Colour spaces of a PDF: which are inks, and how much of them a colour lays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pikepdf

_DEVICE = {
    "/DeviceGray": "gray",
    "/DeviceCMYK": "cmyk",
    "/DeviceRGB": "rgb",
    "/G": "gray",
    "/CMYK": "cmyk",
    "/RGB": "rgb",
}
_INDEPENDENT = {"/CalGray", "/CalRGB", "/Lab", "/ICCBased"}


@dataclass(frozen=True)
class Space:
    """``kind``: gray, cmyk, rgb, independent, spots or pattern; ``names`` of spots; ``base`` of what stands on one."""

    kind: str
    title: str
    names: tuple[str, ...] = ()
    base: Space | None = None

    def ink(self, values: Sequence[float]) -> float:
        """Per cent of all plates together; registration, which is on all plates to align them, counts none."""
        if self.kind == "gray" and values:
            return 100 * (1 - values[0])
        if self.kind == "cmyk" or (self.kind == "spots" and "/All" not in self.names):
            return 100 * sum(values)
        return 0.0

    def faults(self) -> list[str]:
        """What a shop that prints inks finds wrong with it."""
        if self.kind in {"rgb", "independent"}:
            return [f"{self.title} is not an ink"]
        return self.base.faults() if self.base else []


def space_of(thing: Any, resources: Any) -> Space:
    """The colour space that a name or array stands for; a name may be that of a resource."""
    if isinstance(thing, pikepdf.Name):
        spaces = resources.get("/ColorSpace", {}) if resources is not None else {}
        if str(thing) not in _DEVICE and thing in spaces:
            return space_of(spaces[thing], None)
        if thing == "/Pattern":
            return Space("pattern", "Pattern")
        return Space(_DEVICE.get(str(thing), "independent"), str(thing)[1:])
    if not isinstance(thing, pikepdf.Array) or not len(thing):
        return Space("independent", "an unknown colour space")
    kind = str(thing[0])
    if kind in _INDEPENDENT:
        return Space("independent", kind[1:])
    if kind in {"/Separation", "/DeviceN"}:
        names = (str(thing[1]),) if kind == "/Separation" else tuple(map(str, thing[1]))
        return Space("spots", kind[1:], names, space_of(thing[2], resources))
    if kind in {"/Indexed", "/I"}:
        return Space("indexed", "Indexed", (), space_of(thing[1], resources))
    if kind == "/Pattern":
        return Space("pattern", "Pattern", (), space_of(thing[1], resources) if len(thing) > 1 else None)
    return Space(_DEVICE.get(kind, "independent"), kind[1:])
