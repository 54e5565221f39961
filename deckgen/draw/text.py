"""Text by the fonts' own metrics: broken into lines, fitted into its room, shortened.

A break function decides where a line may end: ``at_spaces`` for words, ``anywhere`` for codes. Whoever adds
hyphenation adds a third.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from deckgen.draw.fonts import Fonts

TIGHTEST = -0.03
"""How far letters may close up before the size goes down, in em."""
_SLACK = 1e-6

Run = tuple[str, str]
"""A string and its face."""

Breaks = Callable[[str], Sequence[str]]
"""Cuts a string where a line may end; pieces of white space stand between two lines and are then left out."""


class Line(NamedTuple):
    """One line: its runs, neighbours of one face joined, and its width in mm."""

    runs: tuple[Run, ...]
    width: float

    @property
    def string(self) -> str:
        """What it says, whatever the faces."""
        return "".join(text for text, _ in self.runs)


def at_spaces(string: str) -> Sequence[str]:
    """Lines end at spaces."""
    return re.findall(r"\s+|\S+", string)


def anywhere(string: str) -> Sequence[str]:
    """Lines end at any letter, once they are full."""
    return [string] if string else []


def wrap(
    runs: Iterable[Run], size: float, width: float, fonts: Fonts, breaks: Breaks = at_spaces
) -> list[Line]:
    r"""Lines of at most ``width`` mm; a piece that is too long for a line is broken at any letter.

    ``\n`` begins a line. Raises LayoutError for a character that the face lacks.
    """
    lines: list[list[Run]] = [[]]
    used = 0.0
    for word, gap in _words(runs, breaks):
        if gap is None:
            lines.append([])
            used = 0.0
            continue
        wide = sum(fonts.width(text, face, size) for text, face in word)
        space = fonts.width(" ", gap, size) if lines[-1] and gap else 0.0
        if lines[-1] and used + space + wide > width + _SLACK:
            lines.append([])
            used = space = 0.0
        if space:
            lines[-1].append((" ", gap))
        letters = [(letter, face) for text, face in word for letter in text]
        for text, face in word if wide <= width else letters:
            part = fonts.width(text, face, size)
            if wide > width and lines[-1] and used + space + part > width + _SLACK:
                lines.append([])
                used = space = 0.0
            lines[-1].append((text, face))
            used += space + part
            space = 0.0
    return [_line(line, size, fonts) for line in lines]


def _words(runs: Iterable[Run], breaks: Breaks) -> Iterator[tuple[list[Run], str | None]]:
    """Words, each as runs that no space parts, with the face of the space before; None: a new line."""
    word: list[Run] = []
    gap = ""
    for string, face in runs:
        for piece in breaks(string):
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


def _line(runs: Iterable[Run], size: float, fonts: Fonts) -> Line:
    joined = [("".join(text for text, _ in own), face) for face, own in groupby(runs, key=itemgetter(1))]
    return Line(tuple(joined), sum(fonts.width(text, face, size) for text, face in joined))


class Fit(NamedTuple):
    """Size and spacing in mm of a string in its room, and how wide it is then."""

    size: float
    spacing: float
    width: float
    fits: bool


def fit(
    run: Run, fonts: Fonts, size: float, width: float, height: float, minimum: float, tightest: float
) -> Fit:
    """The largest setting of a string in ``width`` × ``height`` mm: first closer, then smaller.

    Letters close up by ``tightest`` em at most, and are ``minimum`` mm at least: what is still too wide
    does not fit. Raises LayoutError for a character that the face lacks.
    """
    string, face = run
    em, gaps = fonts.em(string, face), max(0, len(string) - 1)
    largest = min(size, height / fonts.cap(face))
    if em * largest <= width + _SLACK:
        spacing = 0.0
    else:
        spacing = max(tightest, (width / largest - em) / gaps) if gaps else 0.0
        largest = min(largest, width / max(1e-9, em + gaps * spacing))
    fits = largest >= min(size, minimum) - _SLACK
    if not fits:
        largest, spacing = min(size, minimum), tightest
    spacing *= largest
    return Fit(largest, spacing, em * largest + gaps * spacing, fits)


def shorten(text: str, face: str, size: float, room: float, fonts: Fonts) -> str:
    """Text in one line no wider than ``room`` mm: its end gives way to "…", down to one letter."""
    while len(text) > 1 and fonts.width(text, face, size) > room:
        text = text.rstrip("…")[:-1] + "…"
    return text


def known(text: str, face: str, fonts: Fonts, missing: str = "") -> str:
    """Text a user chose freely (a seed), with ``missing``, or an escape, for each letter the face lacks."""
    return "".join(c if fonts.has(c, face) else missing or c.encode("unicode_escape").decode() for c in text)


def figure(value: int) -> str:
    """A number: ``2``, ``0``, ``−1`` with a true minus."""
    return str(value).replace("-", "−")


def signed(value: int) -> str:
    """A modifier: ``+2``, ``0``, ``−1`` with a true minus."""
    return f"+{value}" if value > 0 else f"−{-value}" if value else "0"
