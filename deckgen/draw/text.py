"""Words: text broken into lines by the font's own metrics."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from deckgen.draw.drawing import Item, Text
from deckgen.draw.flow import Flowable, Strip
from deckgen.draw.fonts import Fonts
from deckgen.draw.stylesheet import Stylesheet

Run = tuple[str, str]
"""A string and its face."""

_PIECES = re.compile(r"\s+|\S+")


class Line(NamedTuple):
    """One line: its runs, neighbours of one face joined, and its width in mm."""

    runs: tuple[Run, ...]
    width: float


def wrap(runs: Iterable[Run], size: float, width: float, fonts: Fonts) -> list[Line]:
    r"""Lines of at most ``width`` mm, broken at spaces; a word that is too long for a line, at any letter.

    ``\n`` begins a line. Raises LayoutError for a character that the face lacks.
    """
    lines: list[list[Run]] = [[]]
    used = 0.0
    for word, gap in _words(runs):
        if gap is None:
            lines.append([])
            used = 0.0
            continue
        wide = sum(fonts.width(text, face, size) for text, face in word)
        space = fonts.width(" ", gap, size) if lines[-1] and gap else 0.0
        if lines[-1] and used + space + wide > width + 1e-6:
            lines.append([])
            used = space = 0.0
        if space:
            lines[-1].append((" ", gap))
        for text, face in word if wide <= width else _letters(word):
            part = fonts.width(text, face, size)
            if wide > width and lines[-1] and used + space + part > width + 1e-6:
                lines.append([])
                used = space = 0.0
            lines[-1].append((text, face))
            used += space + part
            space = 0.0
    return [_line(line, size, fonts) for line in lines]


def _words(runs: Iterable[Run]) -> Iterator[tuple[list[Run], str | None]]:
    """Words, each as runs that no space parts, with the face of the space before; None: a new line."""
    word: list[Run] = []
    gap = ""
    for string, face in runs:
        for piece in _PIECES.findall(string):
            if piece.strip():
                word.append((piece, face))
                continue
            if word:
                yield word, gap
            word, gap = [], face
            for _ in range(piece.count("\n")):
                yield [], None
    if word:
        yield word, gap


def _letters(word: Iterable[Run]) -> list[Run]:
    return [(letter, face) for text, face in word for letter in text]


def _line(runs: Sequence[Run], size: float, fonts: Fonts) -> Line:
    joined: list[Run] = []
    for text, face in runs:
        if joined and joined[-1][1] == face:
            joined[-1] = (joined[-1][0] + text, face)
        else:
            joined.append((text, face))
    return Line(tuple(joined), sum(fonts.width(text, face, size) for text, face in joined))


def set_line(
    line: Line, x: float, y: float, size: float, ink: str, fonts: Fonts, *, slot: str = ""
) -> Iterator[Item]:
    """The texts of a line that begins at x on the baseline y."""
    for text, face in line.runs:
        yield Text(x, y, text, face, size, ink, slot=slot)
        x += fonts.width(text, face, size)


def paragraph(
    look: Stylesheet, text: str | Sequence[Run], style: str = "text", *, keep: bool = False
) -> Flowable:
    """Text in one of the look's styles; runs may have faces of their own (``""``: the style's).

    A heading stays with what follows, as does what is to ``keep``; of other text no page begins or
    ends with a single line.
    """
    kind = look.texts[style]
    runs = [(text, kind.face)] if isinstance(text, str) else [(t, face or kind.face) for t, face in text]
    keep = keep or style.endswith("heading")

    def block(width: float) -> list[Strip]:
        lines = wrap(runs, kind.size, width, look.fonts)
        height = kind.size * kind.leading
        # Capitals stand in the middle of their line.
        base = (height + look.fonts.cap(kind.face) * kind.size) / 2
        last = len(lines) - 1
        return [
            Strip(
                height,
                tuple(set_line(line, 0, base, kind.size, kind.ink, look.fonts, slot=style)),
                before=0.0 if i else kind.before,
                after=kind.after if i == last else 0.0,
                keep=keep or (last > 0 and i in {0, last - 1}),
            )
            for i, line in enumerate(lines)
        ]

    return block


def known(text: str, face: str, fonts: Fonts) -> str:
    """Text a user chose freely (a seed), with what the face cannot show written as its escape."""
    from deckgen.draw.fonts import ttfont  # noqa: PLC0415 (only for such text)

    glyphs = ttfont(fonts.files[face]).face.charToGlyph
    return "".join(c if glyphs.get(ord(c)) else c.encode("unicode_escape").decode() for c in text)
