"""Results of several parts: numbers, words on plates, symbols and marks as icons; the widget ``dice``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import fsum, inf

from deckgen.card.svg.parser import read_svg
from deckgen.card.template import compile_icons
from deckgen.card.widgets.base import MarkLook, MarkStyle, Painter, Widget, draw_cached, icon_name
from deckgen.card.widgets.mark_words import describe_icon, describe_look
from deckgen.draw.drawing import Path, Symbol
from deckgen.draw.fonts import Fonts
from deckgen.draw.geometry import Box, ellipse, transform_outline
from deckgen.draw.pen import Pen
from deckgen.draw.text import format_modifier, format_number
from deckgen.draw.theme import Color, FontFace, Length, Points
from deckgen.files import shipped_path
from deckgen.game.model import DiceResult, DiceSection
from deckgen.game.sections.dice import DICE_COUNTS, result_text
from deckgen.odds.joint import Part, Scalar
from deckgen.records import record

_MOST_REPEATED = 3
"""A symbol that shows more often has its number before it."""
_LEADING, _GAP, _BESIDE = 1.22, 0.4, 0.18
"""From line to line, between pieces of a result, and between a number and its icon or icons, in sizes."""
_ICON, _DISC = 0.8, 0.95
"""Height and width of an icon, and of a disc with letters, in sizes of the number beside it."""
_PLATE, _PAD = 1.3, 0.3
"""Height of a plate, and its margin left and right of a word, in sizes of the word."""
_STEP = 0.94
"""From one size that is tried to the next."""
_LABELS, _BEHIND_LABEL = 0.46, 2.2
"""The most of a slot's width that labels take, and the mm between the longest and the results."""
_FILLED = 0.84
"""How much of its height a sample fills."""
_SAMPLES: Mapping[str, Scalar] = {"total": 8, "height": 7, "effect": 8, "reversed": 45, "margin": 3}
"""Numbers in samples of parts."""


@record
class DiceOptions:
    """Rolls are below each other, labels at the left or, ``across``, side by side, labels in a band above.

    A number is ``size`` large; the numbers of a result's further parts are smaller, such as the total behind a band. A
    word is on a plate: ``low`` for the worst, ``high`` for the best, ``middle`` for those between; a ``disc`` has round
    ends. Symbols and marks, in ``icon_ink`` and ``mark_ink``, are the icons of their names, such as ``icon-botch``, of
    the layout or else of ``dice-icons.svg``; one without an icon is its letter on a disc, in ``letter_ink``. A roll that
    is alone has no label. ``align`` is the position of results: 0 left, 0.5 center. Results get smaller, and use more
    lines, rather than leave their room.
    """

    size: Points = 11.0
    face: FontFace = "bold"
    ink: Color = "ink"
    further_size: Points = 8.0
    further_face: FontFace = "regular"
    further_ink: Color = "ink"
    word_size: Points = 7.5
    low: MarkStyle = MarkStyle("semibold", "ink", "none", "ink")
    middle: MarkStyle = MarkStyle("semibold", "ink", "tint", "none")
    high: MarkStyle = MarkStyle("bold", "ink", "open", "ink")
    icon_ink: Color = "ink"
    mark_ink: Color = "alarm"
    letter_ink: Color = "paper"
    label_size: Points = 7.0
    label_face: FontFace = "semibold"
    label_ink: Color = "ink"
    label_height: Length = 2.8
    across: bool = False
    align: float = 0.0
    row_rule: Color = "none"
    radius: Length = 0.7
    edge: Length = 0.2


@record
class _Piece:
    """A number or words in ``lines``, on a plate if ``style`` has one, then ``count`` icons in ``ink``; ``size`` in mm.

    ``letters``: of discs in place of icons, "" if there is one.
    """

    lines: tuple[str, ...]
    size: float
    style: MarkStyle
    icon: str = ""
    count: int = 0
    ink: str = ""
    letters: str = ""

    @property
    def is_plate(self) -> bool:
        return bool(self.style.fill or self.style.edge)

    def broken(self) -> _Piece:
        """Return the piece with its words on two lines, as equally long as they can be."""
        words = " ".join(self.lines).split()
        breaks = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
        return replace(self, lines=min(breaks, key=lambda lines: max(map(len, lines)))) if breaks else self

    def height(self, scale: float) -> float:
        return self.size * scale * (max(1, len(self.lines)) + (_PLATE - 1 if self.is_plate else 0.0))

    def width(self, pen: Pen, scale: float) -> float:
        beside = _BESIDE * (max(0, self.count - 1) + bool(self.lines and self.count))
        return self._text_width(pen, scale) + (self.count + beside) * self._icon_side(scale)

    def _text_width(self, pen: Pen, scale: float) -> float:
        """Return the width of the text with the margins of its plate, 0 without text."""
        size = self._font_size(pen, scale)
        widths = [pen.fit(line, self.style.face, size, inf, inf).width for line in self.lines]
        return max(widths, default=0.0) + (2 * _PAD * size if self.is_plate else 0.0)

    def _font_size(self, pen: Pen, scale: float) -> float:
        return max(self.size * scale, min(pen.minimum, self.size))

    def _icon_side(self, scale: float) -> float:
        return self.size * scale * (_DISC if self.letters else _ICON)

    def draw(self, pen: Pen, options: DiceOptions, x: float, cy: float, scale: float) -> None:
        """Draw the piece from ``x`` on, about ``cy``."""
        style, size, side = self.style, self._font_size(pen, scale), self._icon_side(scale)
        box = Box(x, cy - self.height(scale) / 2, self._text_width(pen, scale), self.height(scale))
        if self.is_plate:
            plate, paint = box.inset(options.edge / 2), (style.fill, style.edge, options.edge)
            if style.shape == "disc":
                pen.box(*plate, *paint, radius=plate.height / 2)
            else:
                pen.panel(plate, options.radius, *paint)
        base = cy + (pen.cap(style.face) - len(self.lines) + 1) * size / 2
        for index, line in enumerate(self.lines):
            pen.line(line, box.cx, base + index * size, style.face, size, style.ink, 0.5)
        x += box.width + (_BESIDE * side if self.lines else 0.0)
        for _ in range(self.count):
            self._draw_icon(pen, options, x + side / 2, cy, side)
            x += side * (1 + _BESIDE)

    def _draw_icon(self, pen: Pen, options: DiceOptions, cx: float, cy: float, side: float) -> None:
        if pen.has_icon(self.icon):
            pen.icon(self.icon, cx, cy, side, self.ink)
        elif self.letters:
            pen.path(ellipse(cx, cy, side / 2), self.ink)
            size = side * min(0.76, 0.8 / max(0.5, pen.fit(self.letters, "bold", 1.0, inf, inf).width))
            pen.line(self.letters, cx, cy + pen.cap("bold") * size / 2, "bold", size, options.letter_ink, 0.5)
        else:
            paths = (item for item in _shipped_icons(pen.fonts)[self.icon].items if isinstance(item, Path))
            for path in paths:
                paint = path.fill and self.ink, path.stroke and self.ink, path.stroke_width * side
                outline = transform_outline(path.segments, (side, 0, 0, side, cx, cy))
                pen.path(outline, *paint, even_odd=path.even_odd)


@lru_cache(maxsize=4)
def _shipped_icons(fonts: Fonts) -> Mapping[str, Symbol]:
    """Return the icons of symbols and marks for layouts that have none, by name."""
    file = shipped_path("layouts") / "card" / "dice-icons.svg"
    return compile_icons(read_svg(file), file, fonts, lambda _: None)


def _has_icon(pen: Pen, name: str) -> bool:
    """Return whether the layout has an icon for a symbol or mark, or deckgen does."""
    return pen.has_icon(_icon(name)) or _icon(name) in _shipped_icons(pen.fonts)


def _icon(name: str) -> str:
    return icon_name("icon-", name)


@record
class DiceArtist:
    """Draws results of a section."""

    section: DiceSection
    options: DiceOptions

    def draw(self, pen: Pen, result: DiceResult, box: Box) -> None:
        """Draw a result in as large a size, and in as few lines, as fit into ``box``; report it if it does not fit."""
        options, scale = self.options, 1.0
        pieces = list(self.pieces(pen, [*zip(result.parts, result.outcome, strict=True)])) or [self._number("–")]
        least = min(1.0, pen.minimum / min(piece.size for piece in pieces)) if pen.minimum else 0.5
        while not (lines := _fit_lines(pen, pieces, scale, box)) and scale > least:
            scale = max(least, scale * _STEP)
        if not lines:
            pen.report_overflow(
                result_text(result.parts, result.outcome, self.section.printed_word), options.word_size * scale
            )
            lines = [pieces]
        pitches = _pitches(lines, scale)
        y = box.cy - fsum(pitches) / 2
        for line, pitch in zip(lines, pitches, strict=True):
            x = box.x + (box.width - _line_width(pen, line, scale)) * options.align
            for piece in line:
                piece.draw(pen, options, x, y + pitch / 2, scale)
                x += piece.width(pen, scale) + _gap(line, scale)
            y += pitch

    def pieces(self, pen: Pen, result: Sequence[tuple[Part, Scalar]]) -> Iterator[_Piece]:
        """Yield what a result shows, from the first part on: what it does not have is left out."""
        options, width = self.options, ""
        for index, (part, value) in enumerate(result):
            if part.name == "width":
                width = f"{value} × "
            elif index == 0 and part.kind == "word":
                yield self._word(part, str(value))
            elif isinstance(value, str) or part.kind == "mark":
                if value:
                    yield self._icons(pen, value if isinstance(value, str) else part.name, 1, options.mark_ink)
            elif part.kind == "symbol" or part.name in DICE_COUNTS:
                if value:
                    ink = options.icon_ink if part.kind == "symbol" else options.mark_ink
                    yield self._icons(pen, part.name, value, ink)
            elif index == 0 or width:
                yield _Piece((width + format_number(value),), options.size, MarkStyle(options.face, options.ink))
                width = ""
            else:
                text = {"effect": f"d{value}", "margin": format_modifier(value)}.get(part.name, format_number(value))
                has_icon = _has_icon(pen, part.name)
                yield replace(self._number(text), icon=_icon(part.name), count=int(has_icon), ink=options.mark_ink)

    def _number(self, text: str) -> _Piece:
        """Return the number of a further part."""
        return _Piece(
            (text,), self.options.further_size, MarkStyle(self.options.further_face, self.options.further_ink)
        )

    def _word(self, part: Part, word: str) -> _Piece:
        """Return the plate of a first part's word."""
        options, words = self.options, part.words
        lows = words[: words.index("failure") + 1] if "failure" in words else words[:1]
        style = options.high if word == words[-1] else options.low if word in lows else options.middle
        return _Piece((self.section.printed_word(word),), options.word_size, style)

    def _icons(self, pen: Pen, name: str, count: int, ink: str) -> _Piece:
        """Return a symbol or mark as often as it shows, or its number and one icon."""
        letters = "" if _has_icon(pen, name) else self._letters(pen, name)
        piece = replace(self._number(str(count)), icon=_icon(name), count=1, ink=ink, letters=letters)
        return replace(piece, lines=(), count=count) if count <= _MOST_REPEATED else piece

    def _letters(self, pen: Pen, name: str) -> str:
        """Return the first letter of a symbol's printed name, or more if another symbol without an icon begins so."""
        names = {part.name for _, roll in self.section.rolls for part in roll.joint.parts if part.kind == "symbol"}
        others = [self.section.printed_word(n) for n in names - {name} if not _has_icon(pen, n)]
        printed = self.section.printed_word(name)
        length = next((n for n in (1, 2) if not any(other.startswith(printed[:n]) for other in others)), 3)
        return printed[:length].title()


def _fit_lines(pen: Pen, pieces: Sequence[_Piece], scale: float, box: Box) -> list[list[_Piece]]:
    """Return the pieces in lines that fit into a box, words on one line or two; none if they do not fit."""
    for variant in (pieces, [piece.broken() for piece in pieces]):
        lines: list[list[_Piece]] = []
        for piece in variant:
            if lines and _line_width(pen, [*lines[-1], piece], scale) <= box.width:
                lines[-1].append(piece)
            else:
                lines.append([piece])
        widest = max(_line_width(pen, line, scale) for line in lines)
        if widest <= box.width + 1e-6 and fsum(_pitches(lines, scale)) <= box.height + 1e-6:
            return lines
    return []


def _pitches(lines: Sequence[Sequence[_Piece]], scale: float) -> list[float]:
    """Return the height of each line, with the space between it and others."""
    leading = 1 if len(lines) == 1 else _LEADING
    return [leading * max(piece.height(scale) for piece in line) for line in lines]


def _line_width(pen: Pen, pieces: Sequence[_Piece], scale: float) -> float:
    return fsum(piece.width(pen, scale) for piece in pieces) + _gap(pieces, scale) * (len(pieces) - 1)


def _gap(pieces: Sequence[_Piece], scale: float) -> float:
    """Return the space between pieces of a line."""
    return _GAP * scale * min(piece.size for piece in pieces)


def build_dice(section: DiceSection, box: Box, options: DiceOptions, pen: Pen) -> Painter:
    """Draw labels; return the painter of {label: DiceResult}."""
    labels = {key: section.printed_label(key) for key, _ in section.rolls}
    style, artist, boxes = (options.label_face, options.label_size, options.label_ink), DiceArtist(section, options), {}
    count, left, top = len(labels), 0.0, 0.0
    if options.across and count > 1:
        top = options.label_height
    elif count > 1:
        widest = max(pen.fit(label, *style[:2], inf, inf).width for label in labels.values())
        left = min(widest + _BEHIND_LABEL, _LABELS * box.width)
    for i, (key, label) in enumerate(labels.items()):
        if options.across:
            entry = Box(box.x + i * box.width / count, box.y, box.width / count, box.height).inset(0.4, 0)
            label_box = entry._replace(height=top)
        else:
            entry = Box(box.x, box.y + i * box.height / count, box.width, box.height / count)
            label_box = entry._replace(width=left - _BEHIND_LABEL / 2)
            if i:
                pen.rule(entry.x, entry.y, entry.right, entry.y, options.row_rule, 0.18)
        if count > 1:
            pen.text(label, label_box, *style, options.align if options.across else 0.0)
        boxes[key] = Box(entry.x + left, entry.y + top, entry.width - left, entry.height - top)

    @draw_cached
    def draw(pen: Pen, label: str, result: DiceResult) -> None:
        artist.draw(pen, result, boxes[label])

    def paint(pen: Pen, value: Mapping[str, DiceResult]) -> None:
        for label in boxes:
            draw(pen, label, value[label])

    return paint


def dice_looks(section: DiceSection, options: DiceOptions, pen: Pen) -> dict[str, MarkLook]:
    """Return the looks of the words of bands and levels, of symbols and marks, and of the numbers of further parts."""
    looks: dict[str, MarkLook] = {}
    for index, part in ((i, part) for _, roll in section.rolls for i, part in enumerate(roll.joint.parts)):
        first = Part("width" if part.name == "height" else ""), 2
        values: tuple[Scalar, ...] = part.words or (_SAMPLES.get(part.name, 1),)
        for value in values if index or part.kind != "number" else ():
            result: list[tuple[Part, Scalar]] = [first, (part, value)] if index else [(part, value)]
            *_, piece = DiceArtist(section, options).pieces(pen, result)
            looks.setdefault(value if isinstance(value, str) else part.name, _look(piece, options, pen))
    return looks


def _look(piece: _Piece, options: DiceOptions, pen: Pen) -> MarkLook:
    """Return the look of a piece: what it is in words, and what draws a sample of it."""
    phrase, icon = pen.language.phrase, describe_icon(pen.language, piece.icon)
    if piece.letters:
        words = phrase("disc with {letters}", letters=piece.letters)
    elif piece.count:
        words = phrase("{icon} with a number", icon=icon) if piece.lines else icon
    elif piece.is_plate:
        plain = MarkStyle(options.further_face, options.further_ink)
        words = describe_look(pen.language, phrase("“{words}”", words=piece.lines[0]), piece.style, plain)
    else:
        words = phrase("number") if piece.size == options.size else phrase("smaller number")
    height = piece.height(1.0) / _FILLED

    def draw(pen: Pen, box: Box) -> None:
        scale = box.height / height
        piece.draw(pen, options, box.cx - piece.width(pen, scale) / 2, box.cy, scale)

    return MarkLook(words, draw, piece.width(pen, 1.0) / height + 0.2)


WIDGET = Widget("dice", DiceOptions, build_dice, looks=dice_looks)
