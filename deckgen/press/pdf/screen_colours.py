"""Colours of the screen in a PDF: sRGB, and said to be, so that every viewer shows the same.

``/DefaultRGB`` in the resources of all that paints says what RGB means. A profile of one's own, of the published
figures of sRGB, takes a quarter of a kilobyte; viewers know it, and pass colours on as they are.
"""

from __future__ import annotations

import math
from struct import pack
from typing import TYPE_CHECKING

from reportlab.pdfbase.pdfdoc import PDFObjectReference

from deckgen.press.numbers import numbers
from deckgen.press.pdf.document import Array

if TYPE_CHECKING:
    from deckgen.draw.drawing import Ink
    from deckgen.press.pdf.document import Document

SPACE = "DefaultRGB"
"""What the resources call the colour space that stands for RGB."""
_WHITE = (63190, 65536, 54061)  # D50, in parts of 65536, as all that follows
_PRIMARIES = {"r": (28576, 14581, 912), "g": (25239, 46983, 6361), "b": (9375, 3972, 46787)}
_CURVE = (157286, 62119, 3417, 5072, 2651)  # 2.4, 1/1.055, 0.055/1.055, 1/12.92, 0.04045
_BLACK = (0, 0, 0, 1)


def screen_operator(ink: Ink, *, stroke: bool) -> str:
    """The operator that sets the colour of lines or fills to an ink's on a screen.

    What is printed with black alone is pure black, which printers set sharply, and what is printed with nothing is bare
    paper: both are grey to PDF, so that no printer mixes them.
    """
    if not ink.spot and (ink.cmyk == _BLACK or not any(ink.cmyk)):
        return f"{0 if any(ink.cmyk) else 1} {'G' if stroke else 'g'}"
    levels = (int(ink.screen[at : at + 2], 16) for at in (1, 3, 5))
    # Rounded up: some viewers cut 255 times this down to a whole number, others round it.
    shares = (math.ceil(1000 * level / 255) / 1000 for level in levels)
    return f"{numbers(shares)} {'RG' if stroke else 'rg'}"


def add_screen_space(document: Document) -> PDFObjectReference:
    """Add the colour space of screens to a file."""
    profile = document.stream({"N": 3, "Alternate": "/DeviceRGB"}, icc_profile())
    return document.add(Array(["/ICCBased", profile]))


def icc_profile() -> bytes:
    """The ICC profile of sRGB: IEC 61966-2-1, as ICC.1:2001-12 (version 4.0) writes it."""
    curve = b"para" + bytes(4) + pack(">HH", 3, 0) + _parts(*_CURVE)
    tags = {
        "desc": _text("sRGB"),
        "cprt": _text("CC0"),
        "wtpt": _xyz(_WHITE),
        **{f"{name}XYZ": _xyz(place) for name, place in _PRIMARIES.items()},
        **dict.fromkeys(("rTRC", "gTRC", "bTRC"), curve),
    }
    start = 128 + 4 + 12 * len(tags)
    body, places = b"", {}
    for content in tags.values():
        if content not in places:
            places[content] = start + len(body)
            body += content + bytes(-len(content) % 4)
    table = b"".join(
        name.encode() + pack(">II", places[content], len(content)) for name, content in tags.items()
    )
    head = pack(">I4xI", start + len(body), 0x04000000) + b"mntrRGB XYZ "
    head += pack(">6H", 2000, 1, 1, 0, 0, 0) + b"acsp"  # no clock
    head = head.ljust(68, b"\0") + _parts(*_WHITE)
    return head.ljust(128, b"\0") + pack(">I", len(tags)) + table + body


def _parts(*values: int) -> bytes:
    return pack(f">{len(values)}i", *values)


def _xyz(place: tuple[int, int, int]) -> bytes:
    return b"XYZ " + bytes(4) + _parts(*place)


def _text(text: str) -> bytes:
    encoded = text.encode("utf-16-be")
    return b"mluc" + bytes(4) + pack(">II4sII", 1, 12, b"enUS", len(encoded), 28) + encoded
