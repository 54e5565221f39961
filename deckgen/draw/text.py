"""Text measured by its fonts: broken into lines, fitted into boxes, shortened.

Lines break at spaces but for those that hold words together, those of a code anywhere. Words that do not fit are hyphenated by language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, groupby, pairwise, takewhile
from math import fsum
from operator import itemgetter
from typing import NamedTuple

from deckgen.draw.drawing import Text
from deckgen.draw.fonts import Fonts
from deckgen.draw.geometry import Box
from deckgen.draw.shaping import (
    Run,
    can_break,
    count_gaps,
    has_right_to_left,
    is_right_to_left,
    is_shaped,
    keep_direction,
    split_breaks,
    split_clusters,
)
from deckgen.language import ORIGINAL, Language

TIGHTEST = -0.03
"""Least letter spacing before the font size goes down, in em."""
_SLACK = 1e-6
_LONGEST = 1000  # letters, more than any line has
_FULL_ENOUGH = 2 / 3
"""A line that is less full is filled with a part of the next word."""
_PIECES = {False: re.compile(r"[^\S\xa0\u202f]+|[\S\xa0\u202f]+"), True: re.compile(r"(?s).+")}
"""Words and spaces of a text, or of a code, by whether it is a code."""
_LETTERS, _JOINT = re.compile(r"[^\W\d_]{5,}"), re.compile(r"(?<=\w)[-–/](?=\w)")


class Line(NamedTuple):
    """One line: its runs, their size in mm and their fonts.

    ``indent``: mm from the left, of a line that begins at the right.
    """

    runs: tuple[Run, ...]
    size: float
    fonts: Fonts
    indent: float = 0.0

    @property
    def width(self) -> float:
        return _runs_width(self.runs, self.size, self.fonts)

    @property
    def string(self) -> str:
        return "".join(text for text, _ in self.runs)


def wrap(
    runs: Iterable[Run],
    size: float,
    width: float,
    fonts: Fonts,
    language: Language | None = None,
    *,
    code: bool = False,
) -> list[Line]:
    r"""Return the text in lines of at most ``width`` mm; ``\n`` begins a line, but not in a ``code``.

    Words that are too long for a line are hyphenated if ``language`` is given, else broken at any letter, like
    all text of a ``code``. In languages other than English, whose words are short, a word is also hyphenated
    if the line before it would be less than two thirds full. Raises LayoutError for a missing glyph.
    """
    runs = tuple(runs)
    lines: list[list[Run]] = [[]]
    used = 0.0
    for word_runs, gap, ems in _measured_words(runs, fonts, code=code):
        if gap is None:
            lines.append([])
            used = 0.0
            continue
        word: Sequence[Run] = word_runs
        while word:
            word_width = fsum([em * size for em in ems]) if word is word_runs else _runs_width(word, size, fonts)
            space = fonts.em_width(" ", gap) * size if lines[-1] and gap else 0.0
            room = width - used - space + _SLACK
            part, remainder = word, word[:0]
            if word_width > room:
                is_early = language is not None and language.code != ORIGINAL and used < _FULL_ENOUGH * width
                hyphenated = (
                    language and (word_width > width or is_early) and _hyphenate(word, size, room, fonts, language)
                )
                part, remainder = hyphenated or (
                    _split_to_fit(word, size, room, fonts) if not lines[-1] else ([], word)
                )
            if part:
                lines[-1] += [(" ", gap), *part] if space else part
                used += space + (word_width if part is word else _runs_width(part, size, fonts))
            if remainder:
                lines.append([])
                used = 0.0
            word = remainder
    joined = [tuple(_join_runs(line)) for line in lines]
    paragraph = "".join([string for string, _ in runs])
    if not has_right_to_left(paragraph):
        return [Line(line, size, fonts) for line in joined]
    side = width if is_right_to_left(paragraph) else 0.0
    turned = [_join_runs(keep_direction(line, paragraph)) for line in joined]
    return [Line(tuple(line), size, fonts, max(0.0, side - _runs_width(line, size, fonts))) for line in turned]


def wrap_to_lines(string: str, typeface: str, size: float, width: float, fonts: Fonts, max_lines: int) -> Sequence[str]:
    """Return a string in at most ``max_lines`` lines; all that remains is in the last, even if it is too wide."""
    lines = [line.string for line in wrap([(string, typeface)], size, width, fonts)]
    return [*lines[: max_lines - 1], " ".join(lines[max_lines - 1 :])] if len(lines) >= max_lines else lines


def word_parts(word: str, language: Language) -> list[str]:
    """Return the parts into which a word may be hyphenated, hyphens included."""
    ends = [(0, ""), *_word_breaks(word, language), (len(word), "")]
    return [word[first:end] + hyphen for (first, _), (end, hyphen) in pairwise(ends)]


def _runs_width(word: Sequence[Run], size: float, fonts: Fonts) -> float:
    return fsum([fonts.em_width(text, typeface) * size for text, typeface in word])


def _hyphenate(
    word: Sequence[Run], size: float, room: float, fonts: Fonts, language: Language
) -> tuple[list[Run], list[Run]] | None:
    """Return as many syllables as fit with a hyphen, and the remainder; None if not even one fits."""
    string = "".join(text for text, _ in word)
    least, _ = _split_at(word, 3)
    if _runs_width(least, size, fonts) > room:  # before syllables, which take time
        return None
    for end, hyphen in reversed(_word_breaks(string, language)):
        part, remainder = _split_at(word, end)
        if hyphen:
            part.append((hyphen, part[-1][1]))
        if max(_runs_width(runs, size, fonts) for runs in (part, _join_runs(part))) <= room:
            return part, remainder
    return None


def _word_breaks(word: str, language: Language) -> list[tuple[int, str]]:
    """Return (index, hyphen) of breaks in a word, sorted: "-" to add between syllables, "" where it has a hyphen."""
    breaks = [(joint.end(), "") for joint in _JOINT.finditer(word)]
    for letters in _LETTERS.finditer(word):
        end = letters.start()
        for syllable in language.syllables(letters[0])[:-1]:
            end += len(syllable)
            breaks.append((end, "-"))
    return sorted(breaks)


def _split_to_fit(word: Sequence[Run], size: float, room: float, fonts: Fonts) -> tuple[list[Run], list[Run]]:
    """Return as many letters of a word as fit, at least one, and the remainder."""
    letters = [(letter, typeface) for text, typeface in word for letter in split_clusters(text)]
    widths = accumulate(fonts.width(letter, typeface, size) for letter, typeface in letters)
    count = max(1, sum(1 for _ in takewhile(lambda used: used <= room, widths)))
    return letters[:count], letters[count:]


def _split_at(word: Sequence[Run], end: int) -> tuple[list[Run], list[Run]]:
    """Return the first ``end`` letters of a word, and the remainder."""
    letters = [(letter, typeface) for text, typeface in word for letter in text]
    return letters[:end], letters[end:]


@lru_cache(maxsize=1 << 12)  # text that does not fit is tried in other sizes and widths
def _measured_words(
    runs: tuple[Run, ...], fonts: Fonts, *, code: bool
) -> list[tuple[list[Run], str | None, list[float]]]:
    """Return (word, typeface of the space before it, widths in ems of its runs) for ``_split_words``."""
    return [(word, gap, [fonts.em_width(*run) for run in word]) for word, gap in _split_words(runs, fonts, code=code)]


def _split_words(runs: Sequence[Run], fonts: Fonts, *, code: bool) -> Iterator[tuple[list[Run], str | None]]:
    """Yield (word, typeface of the space before it or ""), ([], None) per new line; code runs stay whole."""
    word: list[Run] = []
    gap = ""
    plain = code or not any(is_shaped(string) for string, _ in runs)
    for string, typeface in runs:
        for piece in _PIECES[code].findall(string):
            if piece.strip():
                for part in (piece,) if plain else split_breaks(piece):
                    if word and not plain and can_break(word[-1][0], part):
                        yield word, gap
                        word, gap = [], ""
                    word.append((part, fonts.typeface_for(part, typeface)))
                continue
            if word:
                yield word, gap
            # A space after letters of another script is of their font, with which it is one run.
            is_theirs = not plain and word and is_shaped(word[-1][0]) and not fonts.is_colored(word[-1][1])
            word, gap = [], word[-1][1] if is_theirs else typeface
            for _ in range(piece.count("\n")):
                yield [], None
    if word:
        yield word, gap


def _join_runs(runs: Iterable[Run]) -> list[Run]:
    """Return the runs with neighbors of one typeface joined."""
    return [("".join([text for text, _ in group]), face) for face, group in groupby(runs, key=itemgetter(1))]


class Fit(NamedTuple):
    """Size, letter spacing and width of a fitted string in mm, and whether it fits."""

    size: float
    spacing: float
    width: float
    fits: bool


@lru_cache(1 << 14)  # decks with free texts have any number
def fit(
    string: str,
    typeface: str,
    fonts: Fonts,
    size: float,
    width: float,
    height: float,
    minimum: float,
    tightest: float,
) -> Fit:
    """Return the largest setting of a string in ``width`` × ``height`` mm: first closer, then smaller than ``size``.

    Letters close up by ``tightest`` em (<= 0) at most and are at least ``minimum`` mm large; text that is still too
    wide does not fit, and is returned so set. Raises LayoutError for a missing glyph.
    """
    em_width, gaps = fonts.em_width(string, typeface), count_gaps(string)
    largest = min(size, height / fonts.height(string, typeface))
    if em_width * largest <= width + _SLACK:
        spacing = 0.0
    else:
        spacing = max(tightest, (width / largest - em_width) / gaps) if gaps and largest > 0 else 0.0
        largest = min(largest, width / max(1e-9, em_width + gaps * spacing))
    fits = largest >= min(size, minimum) - _SLACK
    if not fits:
        largest, spacing = min(size, minimum), 0.0 if is_shaped(string) else tightest
    spacing *= largest
    return Fit(largest, spacing, em_width * largest + gaps * spacing, fits)


NARROWEST = 0.82
"""Least width of letters before the font size goes down, as a share of their normal width."""


class Squeezed(NamedTuple):
    """Size of a string in mm, the width of its letters as a share of normal, and whether it fits."""

    size: float
    stretch: float
    fits: bool


def squeeze(em_width: float, size: float, width: float, minimum: float) -> Squeezed:
    """Return the setting of ``em_width`` ems in ``width`` mm: narrower letters, then smaller, to ``minimum`` mm."""
    stretch = width / max(1e-9, em_width * size)
    if stretch >= NARROWEST - _SLACK:
        return Squeezed(size, min(1.0, stretch), fits=True)
    smaller = size * stretch / NARROWEST
    return Squeezed(max(smaller, min(size, minimum)), NARROWEST, fits=smaller >= min(size, minimum) - _SLACK)


def shorten(text: str, typeface: str, size: float, room: float, fonts: Fonts) -> str:
    """Return the text, its end replaced by "…" so that it is at most ``room`` mm wide, or one letter."""
    if len(text) > _LONGEST:  # no letter is so narrow
        widths = accumulate(fonts.width(letter, typeface, size) for letter in text)
        text = text[: 1 + sum(1 for _ in takewhile(lambda used: used < 2 * room, widths))]
    while len(text) > 1 and fonts.width(text, typeface, size) > room:
        text = text.rstrip("…")[:-1] + "…"
    return text


def replace_missing(text: str, typeface: str, fonts: Fonts, missing: str = "") -> str:
    r"""Return text with ``missing``, or an escape (``\u1234``), for each letter that the typeface lacks."""
    return "".join(c if fonts.can_show(c, typeface) else missing or c.encode("unicode_escape").decode() for c in text)


def text_box(text: Text, fonts: Fonts) -> Box:
    """Return the box from a line's baseline to the top of its capitals; turned text runs upward."""
    width = fonts.width(text.string, text.typeface, text.size) + text.spacing * len(text.string)
    height = fonts.cap(text.typeface) * text.size
    if text.angle:
        return Box(text.x - height, text.y - width, height, width)
    return Box(text.x, text.y - height, width, height)


def format_number(value: int) -> str:
    """Return a number with a true minus: ``2``, ``0``, ``−1``."""
    return str(value).replace("-", "−")


def format_modifier(value: int) -> str:
    """Return a number with its sign: ``+2``, ``0``, ``−1`` with a true minus."""
    return f"+{value}" if value > 0 else f"−{-value}" if value else "0"


def whole_percent(chance: Fraction) -> str:
    """Return a chance in whole per cent without the sign: ``–`` (never), ``<1``, ``1`` to ``99``, ``>99``, ``100``."""
    n, d = chance.numerator, chance.denominator
    if n in (0, d):
        return "100" if n else "–"
    percent = (200 * n + d) // (2 * d)
    return "<1" if percent == 0 else ">99" if percent == 100 else str(percent)
