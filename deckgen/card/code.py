"""QR codes on cards (ISO/IEC 18004): their text, and how they are drawn.

Error correction M, the smallest version that holds the text; the quiet zone is part of the slot.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from deckgen.deck.cards import Deck
from deckgen.draw import theme as themes
from deckgen.draw.contrast import contrast, luminance
from deckgen.draw.drawing import Item, Path as Outline, Segment
from deckgen.draw.geometry import Box, rectangle
from deckgen.draw.theme import Color, Theme
from deckgen.errors import LayoutError, Problem, Problems, suggest
from deckgen.records import record

CODE_SLOT = "code"
"""The name of the slot."""
QUIET = 4
"""Modules of ground on each side.

Asked for by Denso Wave, who made the code (denso-wave.com/qrcode/qrgene4-e.html, read in November 2026), and,
as others cite it, by ISO/IEC 18004:2015, 6.3.8; we have not read the standard.
"""
MIN_MODULE = 0.4
"""The smallest module, in mm: 5 dots at 300 dpi, readable in pictures of that. Our limit, no standard's."""
_CONTRAST = 4.5
"""Least contrast of ink and ground; more than readers need, because paper is not white, nor ink black."""
_FIELD = re.compile(r"\{([^{}]*)\}")
_LONGEST = {"deck": "100000", "of": "100000", "serial": "100000", "id": "0" * 12}
"""The longest value of each field."""
_ALPHANUMERIC = re.compile(r"[0-9A-Z $%*+./:-]+")
_HAIR = 1e-6
_MAX_BYTES = 2000
"""Bytes; the largest symbols hold some more."""

Modules = tuple[tuple[bool, ...], ...]
"""By row, whether each module is dark."""


@record
class CodeOptions:
    """QR codes. `pattern` may have the deck's `{id}`, `{deck}`, `{of}`, `{serial}`; `{ID}` gives capitals."""

    pattern: str = "deckgen:{id}"
    ink: Color = "ink"
    ground: Color = "paper"


def read_code_options(theme: Theme, problems: Problems) -> CodeOptions | None:
    """Return the theme's options for codes; None, with problems, for unknown fields or too little contrast."""
    own_problems = Problems()
    options = themes.read_options(CodeOptions, theme.code, theme, {}, own_problems, "code")
    for name in _FIELD.findall(options.pattern):
        if name.lower() not in _LONGEST or name not in (name.lower(), name.upper()):
            message, remedy = f"a code has no field {{{name}}}", suggest(name, _LONGEST, listed=True)
            own_problems.add(theme.file, None, "code.pattern", message, remedy)
    if not options.pattern.strip():
        remedy = "write the text of the code, such as deckgen:{id}"
        own_problems.add(theme.file, None, "code.pattern", "is empty", remedy)
    ink, ground = options.ink, options.ground
    if not own_problems and not (
        ink and ground and contrast(ink, ground) >= _CONTRAST and luminance(ink) < luminance(ground)
    ):
        message = f"readers need a dark ink on a light ground, with a contrast of {_CONTRAST}:1 at least"
        own_problems.add(theme.file, None, "code.ink", message, "choose such colors for ink: and ground:")
    problems.extend(LayoutError(own_problems))
    return None if own_problems else options


def deck_numbers(deck: Deck) -> dict[str, str]:
    """Return the fields that identify a deck within its set: deck, of, serial, id."""
    number, set_size = deck.number, deck.of
    return {"deck": str(number), "of": str(set_size), "serial": serial_number(number, set_size), "id": deck.short_id}


def serial_number(number: int, set_size: int) -> str:
    """Return ``number`` with as many digits as the last number of the set."""
    return str(number).zfill(len(str(set_size)))


def code_text(pattern: str, deck: Deck) -> str:
    return _fill_pattern(pattern, deck_numbers(deck))


def longest_text(pattern: str) -> str:
    """Return the longest text that the code of any deck can have."""
    return _fill_pattern(pattern, _LONGEST)


def _fill_pattern(pattern: str, fields: dict[str, str]) -> str:
    values = fields | {name.upper(): value.upper() for name, value in fields.items()}
    return _FIELD.sub(lambda match: values[match[1]], pattern)


def min_code_size(text: str) -> float:
    """Return the least size of a slot, in mm, for a code of ``text``; infinity if no code holds it."""
    rows = qr_modules(text)
    return math.inf if rows is None else (len(rows) + 2 * QUIET) * MIN_MODULE


@lru_cache(maxsize=64)
def draw_code(text: str, options: CodeOptions, box: Box, file: Path) -> tuple[Item, ...]:
    """Return the ground, a square in the middle of ``box``, and the code. Raises LayoutError if it is too small."""
    side, room, rows = min(box.width, box.height), min_code_size(text), qr_modules(text)
    if rows is None or room > side + _HAIR:
        size = len(text.encode())
        message = f"a QR code of {size} bytes does not fit in {side:.1f} mm: its modules would be below {MIN_MODULE} mm"
        remedy = "shorten code: pattern: in the theme"
        if rows is not None:
            remedy = f"make the slot {room:.1f} mm wide and high at least, or {remedy}"
        raise LayoutError(Problem(str(file), None, f"slot-{CODE_SLOT}", message, remedy))
    ground = _ground(options.ground, box)
    x, y, module = box.cx - side / 2, box.cy - side / 2, side / (len(rows) + 2 * QUIET)
    dark = _outline(rows, x + QUIET * module, y + QUIET * module, module)
    return ground, Outline(dark, options.ink, solid=True)


@lru_cache(maxsize=16)
def _ground(fill: str, box: Box) -> Item:
    """Return the ground, the same item for all decks."""
    side = min(box.width, box.height)
    return Outline(rectangle(box.cx - side / 2, box.cy - side / 2, side, side), fill)


@lru_cache(maxsize=16)
def qr_modules(text: str) -> Modules | None:
    """Return the QR symbol of a text; None if no symbol holds it."""
    from reportlab.graphics.barcode import qrencoder  # noqa: PLC0415  (slow to import; few cards have a code)

    if len(text.encode()) > _MAX_BYTES:
        return None
    data = qrencoder.QR8bitByte(text)
    if text.isdecimal() and text.isascii():
        data = qrencoder.QRNumber(text)
    elif _ALPHANUMERIC.fullmatch(text):
        data = qrencoder.QRAlphaNum(text)
    code = qrencoder.QRCode(None, qrencoder.QRErrorCorrectLevel.M)
    code.addData(data)
    code.make()
    return tuple(tuple(map(bool, row)) for row in code.modules)


def _outline(rows: Modules, x: float, y: float, module: float) -> tuple[Segment, ...]:
    """Return rectangles around dark modules of ``module`` mm from (x, y): runs in a row, with equal runs below."""
    segments: list[Segment] = []
    starts: dict[tuple[int, int], int] = {}
    for number, row in enumerate((*rows, ())):
        runs = _runs(row)
        for run in [run for run in starts if run not in runs]:
            top, (first, last) = starts.pop(run), run
            size = (last - first) * module, (number - top) * module
            segments += rectangle(x + first * module, y + top * module, *size)
        for run in runs:
            starts.setdefault(run, number)
    return tuple(segments)


def _runs(row: Sequence[bool]) -> list[tuple[int, int]]:
    """Return (start, end) of the runs of dark modules in a row, from 0; the end is excluded."""
    edges = [i for i, (a, b) in enumerate(zip((False, *row), (*row, False), strict=True)) if a != b]
    return list(zip(edges[::2], edges[1::2], strict=True))
