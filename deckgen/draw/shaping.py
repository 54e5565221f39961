"""Scripts that letters in a row would show wrongly: which they are, their order in a line, and where lines break."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from unicodedata import bidirectional, category

Run = tuple[str, str]
"""A string and its typeface."""
_SHAPED = re.compile(
    "[\u0300-\u036f\u0590-\u109f\u1100-\u11ff\u1700-\u18af\u1900-\u1cff\u1dc0-\u1dff\u200c-\u200f\u202a-\u202e\u2066-\u2069"
    "\u20d0-\u20ff\u2e80-\ua4cf\ua800-\ud7ff\uf900-\ufaff\ufb1d-\ufefe\uff00-\uffef\U00010800-\U0003ffff]"
)
"""Letters that HarfBuzz sets: those that join, move or go from right to left, and those of fonts too large for codes of a byte."""
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]")
_STRONG = {"L": False, "R": True, "AL": True}
_DIRECTIONS = (*range(0x200E, 0x2010), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""Characters that only give a direction."""
INVISIBLE = frozenset({0x200C, 0x200D, *_DIRECTIONS, *range(0xFE00, 0xFE10)})
"""Characters that no font must have: they join or part letters, choose their look, or give a direction."""
_JOINERS = dict.fromkeys((0x200C, 0x200D, *range(0xFE00, 0xFE10)), "\u0300")
"""As marks, which stay with their letter: the algorithm leaves joiners out."""
_DIRECTION_MARKS = "\u200e", "\u200f"
_OPENING, _CLOSING = (
    "（「『【〔［｛〈《｟",
    "、。，．・：；？！）」』】〕］｝〉》｠々ー…‥〜ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ",
)
_IDEOGRAPHIC = "\u2e80-\u2fff\u3007\u3031-\u30fe\u3100-\u9fff\uf900-\ufaff\uff21-\uff9d\U00020000-\U0003ffff"
_IDEOGRAPH = re.compile(f"[{_IDEOGRAPHIC}]")
_BREAKS = re.compile(
    rf"(?<![{_OPENING}“‘(\[{{])(?![{_CLOSING}”’)\]}}.,:;!?%])(?:(?<=[{_IDEOGRAPHIC}{_CLOSING}])|(?=[{_IDEOGRAPHIC}{_OPENING}]))"
)
"""Where lines of Chinese and Japanese may break: anywhere but before closing and after opening punctuation."""


def is_shaped(string: str) -> bool:
    """Return whether HarfBuzz has to set a string: not if each letter stands beside the one before it."""
    return not string.isascii() and _SHAPED.search(string) is not None


def count_gaps(string: str) -> int:
    """Return between how many letters of a string space may be added or taken: none where letters join."""
    return 0 if is_shaped(string) else max(0, len(string) - 1)


def has_ideographs(string: str) -> bool:
    """Return whether a string has letters of Chinese or Japanese."""
    return not string.isascii() and _IDEOGRAPH.search(string) is not None


def has_right_to_left(string: str) -> bool:
    """Return whether a string has letters that are read from right to left."""
    return not string.isascii() and _RIGHT_TO_LEFT.search(string) is not None


def is_right_to_left(string: str) -> bool:
    """Return whether a line or paragraph begins at the right: if its first letter with a direction does."""
    if not has_right_to_left(string):
        return False
    return next((_STRONG[kind] for kind in map(bidirectional, string) if kind in _STRONG), False)


def split_breaks(word: str) -> list[str]:
    """Return the parts of a word between which a line may break without a hyphen."""
    return [part for part in _BREAKS.split(word) if part] if has_ideographs(word) else [word]


def can_break(before: str, after: str) -> bool:
    """Return whether a line may break between two strings that no space parts."""
    return len(split_breaks(before[-1:] + after[:1])) > 1


def split_clusters(string: str) -> list[str]:
    """Return the letters of a string, each with the marks and joiners after it that must stay with it."""
    if not is_shaped(string):
        return [*string]
    clusters: list[str] = []
    for char in string:
        is_joined = category(char)[0] == "M" or ord(char) in INVISIBLE or "\U0001f3fb" <= char <= "\U0001f3ff"
        if clusters and (is_joined or clusters[-1][-1] in "\u200d\u094d"):
            clusters[-1] += char
        else:
            clusters.append(char)
    return clusters


def keep_direction(line: Sequence[Run], paragraph: str) -> Sequence[Run]:
    """Return a paragraph's line, with a mark of the paragraph's direction before it if it would seem to have another."""
    is_rtl = is_right_to_left(paragraph)
    if not line or is_right_to_left("".join(map(itemgetter(0), line))) == is_rtl:
        return line
    (string, typeface), *others = line
    return [(_DIRECTION_MARKS[is_rtl] + string, typeface), *others]


def mirror(letters: str) -> str:
    """Return letters as they look between letters from right to left: brackets are those of the other side."""
    from bidi.algorithm import MIRRORED  # noqa: PLC0415 (few texts need it)

    mirrored: str = MIRRORED.get(letters, letters)
    return mirrored


def order_runs(runs: Iterable[Run]) -> tuple[Run, ...]:
    """Return a line's runs from left to right, by the Unicode Bidirectional Algorithm; each has one direction.

    The letters of a run are in the order in which they are read. Signs alone between letters from right to left are
    in that in which they are seen.
    """
    runs = tuple(runs)
    text = "".join(map(itemgetter(0), runs))
    if not has_right_to_left(text):
        return runs
    from bidi import algorithm  # noqa: PLC0415 (few texts need it)

    storage, is_rtl = algorithm.get_empty_storage(), is_right_to_left(text)
    storage |= {"base_level": int(is_rtl), "base_dir": "LR"[is_rtl]}
    algorithm.get_embedding_levels(text.translate(_JOINERS), storage)
    typefaces = (typeface for string, typeface in runs for _ in string)
    for index, (char, typeface) in enumerate(zip(storage["chars"], typefaces, strict=True)):
        char["index"], char["typeface"] = index, typeface
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    _resolve_brackets(storage["chars"], "LR"[is_rtl])
    algorithm.resolve_neutral_types(storage, debug=False)
    algorithm.resolve_implicit_levels(storage, debug=False)
    algorithm.reorder_resolved_levels(storage, debug=False)
    ordered: list[Run] = []
    for (level, typeface), group in groupby(storage["chars"], key=itemgetter("level", "typeface")):
        seen = [text[char["index"]] for char in group]
        if level % 2 == 0 or _RIGHT_TO_LEFT.search("".join(seen)):
            string = "".join(seen[:: -1 if level % 2 else 1])
        else:
            string = "".join(map(mirror, seen))
        string = string.translate(dict.fromkeys(_DIRECTIONS))
        if string:
            ordered.append((string, typeface))
    return tuple(ordered)


def _resolve_brackets(chars: Sequence[dict[str, str]], base: str) -> None:
    """Give paired brackets their direction, by rule N0 of the algorithm; python-bidi has the rules of before 2013.

    ``base`` is the paragraph's direction, L or R.
    """
    kinds = [{"L": "L", "R": "R", "EN": "R", "AN": "R"}.get(char["type"], "") for char in chars]
    opened, pairs = list[int](), list[tuple[int, int]]()
    for end, char in enumerate(chars):
        if category(char["ch"]) == "Ps":
            opened.append(end)
        start = next((index for index in reversed(opened) if mirror(chars[index]["ch"]) == char["ch"]), None)
        if start is not None:
            del opened[opened.index(start) :]
            pairs.append((start, end))
    for start, end in sorted(pairs):
        inside = {*kinds[start:end]} - {""}
        if inside:
            before = next(filter(None, reversed(kinds[:start])), base)
            kinds[start] = kinds[end] = chars[start]["type"] = chars[end]["type"] = base if base in inside else before
