"""A drawing as PDF operators, in the drawing's own mm with y downwards.

The page that places it brings the matrix; so a face is written once, wherever it lies.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter
from typing import Protocol

from deckgen.draw.drawing import IDENTITY, Ink, Item, Path, Segment, Style, Text, Use
from deckgen.draw.fonts import read_font
from deckgen.draw.geometry import apply
from deckgen.press.numbers import number, numbers
from deckgen.records import record

_ADD_INK = "add it to the theme's palette with its CMYK, or use a colour that is there"
_MITER = 10  # the PDF default: how far a sharp corner may reach, in line widths, both sides together
_MOST = 1 << 14  # items that are remembered of a style
_INHERITS = itemgetter(6)
_OPERATORS = {"M": " m", "L": " l", "C": " c", "Z": "h"}


class Resources(Protocol):
    """How things are said that are no operators by themselves: by the names that a style gives them."""

    def miss(self, where: str, what: str, remedy: str) -> None:
        """Note what cannot be printed, once; it is reported when all pages are written."""

    def encode(self, path: str, string: str) -> list[tuple[str, str]]:
        """Split a string into runs of (name of a font of the file ``path``, the operator that shows them, kerned)."""

    def symbol(self, name: str) -> str:
        """The name of the form that holds a symbol."""

    def inherits(self, name: str) -> bool:
        """Whether a symbol takes a colour from where it is placed."""

    def colour(self, ink: Ink, where: str, *, stroke: bool) -> str:
        """The operator that sets the colour of lines or fills to an ink."""

    def overprints(self, ink: Ink, size: float | None) -> str | None:
        """The graphics state for an ink, for text of ``size`` mm or for shapes; None if it is always the same."""


@lru_cache(maxsize=1 << 12)  # the cards of a deck have most shapes in common
def outline(segments: tuple[Segment, ...]) -> str:
    """The operators of an outline, which is not painted yet."""
    return "\n".join([numbers(points, 4) + _OPERATORS[kind] for kind, *points in segments])


@lru_cache(maxsize=1 << 14)
def _step(thousandths: int) -> str:
    return number(thousandths / 1000)


@record(eq=False)
class Look:
    """What must be set before an item is painted: operators by what they set, and the names among them.

    ``after`` is the font that is set when the item is painted, if it is another.
    """

    sets: tuple[tuple[str, str], ...]
    names: frozenset[str]
    text: bool = False
    after: str = ""


class _State:
    """What is set at some place of the content, and ``ways`` from there: to each look what is said, and where it leads."""

    def __init__(self, known: Mapping[str, str], *, in_text: bool) -> None:
        self.known, self.in_text = known, in_text
        self.ways: dict[Look, tuple[str, _State]] = {}


@record(frozen=False)
class Used:
    """What the content of one stream or several has used: looks, and the strings that were shown, after their fonts' paths."""

    looks: set[Look] = field(default_factory=set)
    strings: set[tuple[str, str]] = field(default_factory=set)


_Known = tuple[Look, int, int, str, str, tuple[str, str] | None, bool]
"""What is kept of an item: its look; where its text begins, in thousandths of a mm, and the matrix if that is turned;
the operators that paint it; the string that it shows; whether it takes its colour from where it is placed."""


class Scribe:
    """Says items of one style as operators, and remembers how: an item that comes again, in another file, is known.

    An operator that sets what is set already is left out; which are, depends on the items before it in the same list alone.
    """

    def __init__(self, style: Style, resources: Resources) -> None:
        self._style, self._resources = style, resources
        self._known: dict[int, _Known] = {}
        self._kept: list[Item] = []  # keeps their ids: a key by value costs a run of decks 5 % of its time
        self._runs: dict[tuple[str, str], list[tuple[str, str]]] = {}
        self._looks: dict[tuple[object, ...], Look] = {}
        self._states: dict[tuple[object, ...], _State] = {}
        self._start = self._state({"stretch": "100 Tz"}, in_text=False)

    @property
    def is_full(self) -> bool:
        """Whether it remembers so much that it should make way for one that is new."""
        return max(len(self._kept), len(self._states)) > _MOST

    def operators(self, items: Sequence[Item], where: str, used: Used) -> str:
        """The operators that draw items, in one string whose characters are bytes.

        ``where`` names the drawing in messages. A screen colour without an ink is missed in the resources.
        """
        lines: list[str] = []
        found = self._found(items, where)
        if any(map(_INHERITS, found)):
            state = self._start
            for known in found:
                state = self._beside(known, state, used, lines)
        else:
            state = self._say(found, self._start, used, lines)
        self._end_text(state, lines)
        return "\n".join(lines)

    def tagged(self, runs: Iterable[Sequence[Item]], first: int, where: str, used: Used) -> str:
        """The operators that draw runs of items, each a marked-content sequence; they are numbered from ``first`` on."""
        lines: list[str] = []
        state = self._start
        for run, inside in enumerate(runs, first):
            lines.append(f"/P<</MCID {run}>>BDC")
            state = self._end_text(self._say(self._found(inside, where), state, used, lines), lines)
            lines.append("EMC")
        return "\n".join(lines)

    def inherits(self, items: Iterable[Item]) -> bool:
        """Whether any of the items takes its colour from the Use that places them."""
        return any(map(self._inherits, items))

    def _inherits(self, item: Item) -> bool:
        if isinstance(item, Use):
            return item.fill is None and self._resources.inherits(item.symbol)
        return item.fill == "inherit" or (isinstance(item, Path) and item.stroke == "inherit")

    def _beside(self, known: _Known, state: _State, used: Used, lines: list[str]) -> _State:
        """Draw an item among some that inherit their colour: one of its own must not reach those after it."""
        if _INHERITS(known):
            return self._say((known,), state, used, lines)
        state = self._end_text(state, lines)
        lines.append("q")
        self._end_text(self._say((known,), state, used, lines), lines)
        lines.append("Q")
        return state

    def _say(self, found: Iterable[_Known], state: _State, used: Used, lines: list[str]) -> _State:
        pen = None
        looks, strings, put = used.looks, used.strings, lines.append
        for look, x, y, turned, painted, shown, _ in found:
            looks.add(look)
            way = state.ways.get(look)
            if way is None:
                way = state.ways[look] = self._way(state, look)
            said, state = way
            if said:
                put(said)
            if shown is None:
                pen = None
                put(painted)
                continue
            strings.add(shown)
            if turned:
                put(turned)
                pen = None
            elif pen is None:
                put(f"1 0 0 -1 {_step(x)} {_step(y)} Tm")
                pen = x, y
            else:
                put(f"{_step(x - pen[0])} {_step(pen[1] - y)} Td")
                pen = x, y
            put(painted)
        return state

    # States

    def _end_text(self, state: _State, lines: list[str]) -> _State:
        if not state.in_text:
            return state
        lines.append("ET")
        return self._state(state.known, in_text=False)

    def _state(self, known: Mapping[str, str], *, in_text: bool) -> _State:
        key = (in_text, *sorted(known.items()))
        if key not in self._states:
            self._states[key] = _State(known, in_text=in_text)
        return self._states[key]

    def _way(self, state: _State, look: Look) -> tuple[str, _State]:
        """What is said to go from a state to a look, and what is set when its item is painted."""
        said = [("ET", "BT")[look.text]] if state.in_text != look.text else []
        said += [operator for key, operator in look.sets if state.known.get(key) != operator]
        known = {**state.known, **dict(look.sets)}
        if look.after:
            known["font"] = look.after
        return "\n".join(said), self._state(known, in_text=look.text)

    # Items

    def _found(self, items: Sequence[Item], where: str) -> list[_Known]:
        """How items are said, found out now if need be."""
        found = [*map(self._known.get, map(id, items))]
        return [known or self._learn(item, where) for known, item in zip(found, items, strict=True)]

    def _learn(self, item: Item, where: str) -> _Known:
        if isinstance(item, Text):
            known = self._text(item, where)
        elif isinstance(item, Use):
            known = self._use(item, where)
        else:
            known = self._path(item, where)
        self._kept.append(item)
        self._known[id(item)] = known
        return known

    def _look(self, sets: Mapping[str, str], *names: str, text: bool = False, after: str = "") -> Look:
        named = (said[1:].partition(" ")[0] for said in (*sets.values(), after) if said[:1] == "/")
        return Look(tuple(sets.items()), frozenset((*names, *named)), text, after)

    def _colour(self, colour: str, where: str, *, stroke: bool) -> str:
        ink = self._style.inks.get(colour)
        if ink is None:
            self._resources.miss(where, f"the colour {colour} has no ink", _ADD_INK)
            return ""
        return self._resources.colour(ink, where, stroke=stroke)

    def _overprint(self, colour: str | None, size: float | None = None) -> dict[str, str]:
        """Whether a colour prints over its ground. What inherits its colour keeps what its Use has set."""
        ink = self._style.inks.get(colour or "")
        name = None if ink is None else self._resources.overprints(ink, size)
        return {"overprint": f"/{name} gs"} if name else {}

    def _text(self, text: Text, where: str) -> _Known:
        shown = self._style.fonts[text.face], text.string
        runs = self._runs.get(shown)
        if runs is None:
            runs = self._runs[shown] = self._resources.encode(*shown)
        key = (Text, text.fill, text.size, text.spacing, text.stretch, *[font for font, _ in runs])
        look = self._looks.get(key)
        if look is None:
            look = self._looks[key] = self._text_look(text, [font for font, _ in runs], where)
        painted = runs[0][1] if runs else ""
        for (before, _), (font, operator) in pairwise(runs):
            again = "" if font == before else f"/{font} {number(text.size)} Tf\n"
            painted += f"\n{again}{operator}"
        x, y = round(1000 * round(text.x, 3)), round(1000 * round(text.y, 3))
        turned = ""
        if text.angle:
            turn = math.radians(text.angle)
            cos, sin = math.cos(turn), math.sin(turn)
            turned = f"{numbers((cos, sin, sin, -cos), 5)} {_step(x)} {_step(y)} Tm"
        return look, x, y, turned, painted, shown, text.fill == "inherit"

    def _text_look(self, text: Text, fonts: Sequence[str], where: str) -> Look:
        sets: dict[str, str] = {}
        if text.fill != "inherit":
            sets = self._overprint(text.fill, text.size)
            sets["fill"] = self._colour(text.fill, where, stroke=False)
        sets["spacing"] = f"{number(text.spacing)} Tc"
        sets["stretch"] = f"{number(100 * text.stretch)} Tz"
        set_fonts = [f"/{font} {number(text.size)} Tf" for font in fonts]
        if not set_fonts:
            return self._look(sets, text=True)
        sets["font"] = set_fonts[0]
        return self._look(sets, *fonts, text=True, after=set_fonts[-1])

    def _use(self, use: Use, where: str) -> _Known:
        name = self._resources.symbol(use.symbol)
        key = (Use, use.fill, name)
        look = self._looks.get(key)
        if look is None:
            sets = {"stretch": "100 Tz"}  # the symbol's own text begins with it
            if use.fill is not None:
                sets |= self._overprint(use.fill)
                sets["fill"] = self._colour(use.fill, where, stroke=False)
                sets["stroke"] = self._colour(use.fill, where, stroke=True)
            look = self._looks[key] = self._look(sets, name)
        matrix = "" if use.matrix == IDENTITY else f"{numbers(use.matrix, 5)} cm "
        return look, 0, 0, "", f"q {matrix}/{name} Do Q", None, self._inherits(use)

    def _path(self, path: Path, where: str) -> _Known:
        filled, stroked = path.fill is not None, path.stroke is not None
        key = (Path, path.fill, path.stroke, path.stroke_width, path.dash, path.round)
        look = self._looks.get(key)
        if look is None:
            look = self._looks[key] = self._path_look(path, where)
        paint = ("B" if stroked else "f") if filled else "S" if stroked else "n"
        paint += "*" if filled and path.even_odd else ""
        painted = f"{outline(path.segments)}\n{paint}" if path.segments else paint
        return look, 0, 0, "", painted, None, self._inherits(path)

    def _path_look(self, path: Path, where: str) -> Look:
        sets: dict[str, str] = {}
        for colour in (path.fill, path.stroke):  # the stroke's counts where both are painted
            sets |= self._overprint(colour)
        if path.fill not in {None, "inherit"}:
            sets["fill"] = self._colour(path.fill or "", where, stroke=False)
        if path.stroke is not None:
            if path.stroke != "inherit":
                sets["stroke"] = self._colour(path.stroke, where, stroke=True)
            sets["width"] = f"{number(path.stroke_width, 4)} w"
            sets["dash"] = f"[{numbers(path.dash)}] 0 d"
            sets["round"] = "1 J 1 j" if path.round else "0 J 0 j"
        return self._look(sets)


def extent_of(items: Iterable[Item], style: Style) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of a box that holds all items; of control points, so it may be a bit large."""
    points = [point for item in items for point in _corners(item, style)]
    if not points:
        return 0.0, 0.0, 0.0, 0.0
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _corners(item: Item, style: Style) -> list[tuple[float, float]]:
    if isinstance(item, Path):
        return _path(item)
    if isinstance(item, Text):
        return _text(item, style)
    left, top, right, bottom = extent_of(style.symbols[item.symbol].items, style)
    return [apply(item.matrix, x, y) for x in (left, right) for y in (top, bottom)]


def _path(path: Path) -> list[tuple[float, float]]:
    reach = 0.0 if path.stroke is None else path.stroke_width * (1 if path.round else _MITER) / 2
    xs = [x for _, *values in path.segments for x in values[::2]]
    ys = [y for _, *values in path.segments for y in values[1::2]]
    return [(min(xs) - reach, min(ys) - reach), (max(xs) + reach, max(ys) + reach)] if xs else []


def _text(text: Text, style: Style) -> list[tuple[float, float]]:
    font = read_font(style.fonts[text.face])
    width = sum(map(font.width, text.string)) / 1000 * text.size
    width = (width + text.spacing * len(text.string)) * text.stretch
    turn = math.radians(text.angle)
    cos, sin = math.cos(turn), math.sin(turn)
    em = text.size  # letters may lean and hang out of their advance, by less than an em
    corners = [(x, y) for x in (-em, width + em) for y in (-1.5 * em, em)]
    return [(text.x + cos * x - sin * y, text.y + sin * x + cos * y) for x, y in corners]
