"""Drawings as PDF operators, in the drawing's mm with y downwards, and what fonts, symbols and inks are called in them.

The page that places a drawing brings the matrix; so a face is written once, wherever it lies. A style has the same names
in every file, so that operators once written are remembered. A file numbers its styles, in the order in which its pages
show them, and so keeps apart what is of the same name.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from itertools import groupby, pairwise
from operator import itemgetter
from typing import NamedTuple, TypeVar

from deckgen.draw.drawing import IDENTITY, Ink, Item, Path, Segment, Style, Text, Use
from deckgen.draw.geometry import apply_matrix
from deckgen.draw.truetype import kerning, read_font
from deckgen.press.numbers import format_number, format_numbers
from deckgen.press.pdf.fonts import encode_runs
from deckgen.press.target import Overprint
from deckgen.records import record

K = TypeVar("K")
V = TypeVar("V")
_BLACK = (0, 0, 0, 1)
_ADD_INK = "add it to the theme's palette with its CMYK, or use a color that is there"
_MITER = 10  # the PDF default: how far a sharp corner may reach, in line widths, both sides together
_MOST = 1 << 14  # items that are remembered of a style
_OPERATORS = {"M": " m", "L": " l", "C": " c", "Z": "h"}
_KEPT = 16  # vocabularies of styles that were written last


@lru_cache(maxsize=1 << 12)  # the cards of a deck have most shapes in common
def outline(segments: tuple[Segment, ...]) -> str:
    """The operators of an outline, which is not painted yet."""
    return "\n".join([format_numbers(points, 4) + _OPERATORS[kind] for kind, *points in segments])


@lru_cache(maxsize=1 << 14)
def _step(thousandths: int) -> str:
    return format_number(thousandths / 1000)


def screen_operator(ink: Ink, *, stroke: bool) -> str:
    """The operator that sets the color of lines or fills to an ink's on a screen.

    What is printed with black alone is pure black, which printers set sharply, and what is printed with nothing is bare
    paper: both are gray to PDF, so that no printer mixes them.
    """
    if not ink.spot and (ink.cmyk == _BLACK or not any(ink.cmyk)):
        return f"{0 if any(ink.cmyk) else 1} {'G' if stroke else 'g'}"
    levels = (int(ink.screen[at : at + 2], 16) for at in (1, 3, 5))
    # Rounded up: some viewers cut 255 times this down to a whole number, others round it.
    shares = (math.ceil(1000 * level / 255) / 1000 for level in levels)
    return f"{format_numbers(shares)} {'RG' if stroke else 'rg'}"


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
    """What is set at some place of the content, and ``ways`` from there: to each look the operators, and where they lead."""

    def __init__(self, known: Mapping[str, str], *, in_text: bool) -> None:
        self.known, self.in_text = known, in_text
        self.ways: dict[Look, tuple[str, _State]] = {}


@record(frozen=False)
class Used:
    """What the content of one stream or several has used: looks, and the strings that were shown, after their fonts' paths."""

    looks: set[Look] = field(default_factory=set)
    strings: set[tuple[str, str]] = field(default_factory=set)


class _Drawn(NamedTuple):
    """An item as operators.

    Text begins at (x, y), in thousandths of a mm, with the matrix ``turned`` if it is; ``shown`` is its string, after the
    path of its font. ``inherits``: it takes its color from where it is placed. The item is there so that its id, by which it
    is remembered, stays its own: a key by value costs a run of decks 5 % of its time.
    """

    item: Item
    look: Look
    painted: str
    inherits: bool
    x: int = 0
    y: int = 0
    turned: str = ""
    shown: tuple[str, str] | None = None


@record
class Inking:
    """How colors become operators: as inks, or as screens show them; what is more ink than a target allows; what overprints."""

    color: str = "rgb"
    limit: float | None = None
    overprint: Overprint | None = None


@record
class SharedForm:
    """What a symbol is as a form: its operators, its box, what they use."""

    content: str
    box: tuple[float, ...]
    used: Used


@record
class Letters:
    path: str
    page: int


Meaning = Letters | SharedForm | Ink | bool
"""What a name stands for: letters, a symbol, a spot ink, or whether what follows overprints."""


class Vocabulary:
    """The names of one style, which is the ``place``-th of its file, and the operators of its items.

    It remembers the operators of each item: an item that comes again, in another file, is known. An operator that sets
    what is set already is left out; which are, depends on the items before it in the same list alone.

    ``missed`` are problems of what was written: where, what, and what to do. A vocabulary that has any is not used again.
    """

    def __init__(self, style: Style, inking: Inking, place: int) -> None:
        self.style, self.inking = style, inking
        self.missed: list[tuple[str, str, str]] = []
        self.meanings: dict[str, Meaning] = {}
        self._end = f"-{place}" if place else ""
        self._fonts = {path: f"F{index}" for index, path in reversed([*enumerate(style.fonts.values())])}
        self._forms = {symbol: f"X{index}{self._end}" for index, symbol in enumerate(style.symbols)}
        self._spots = {
            (ink.spot, ink.cmyk): f"S{index}{self._end}"
            for index, ink in reversed([*enumerate(style.inks.values())])
            if ink.spot
        }
        self._inheriting: dict[str, bool] = {}
        self._drawn: dict[int, _Drawn] = {}
        self._runs: dict[tuple[str, str], list[tuple[str, str]]] = {}
        self._looks: dict[tuple[object, ...], Look] = {}
        self._states: dict[tuple[object, ...], _State] = {}
        self._start = self._state({"stretch": "100 Tz"}, in_text=False)

    @property
    def is_full(self) -> bool:
        """Whether it remembers so much that it should make way for one that is new."""
        return max(len(self._drawn), len(self._states)) > _MOST

    def operators(self, items: Sequence[Item], where: str, used: Used) -> str:
        """The operators that draw items, in one string whose characters are bytes.

        ``where`` names the drawing in messages. A screen color without an ink is missed in the resources.
        """
        lines: list[str] = []
        drawn, state = self._draw(items, where), self._start
        if any(item.inherits for item in drawn):
            for item in drawn:
                state = self._write_beside(item, state, used, lines)
        else:
            state = self._write(drawn, state, used, lines)
        self._end_text(state, lines)
        return "\n".join(lines)

    def tagged(self, runs: Iterable[Sequence[Item]], first: int, where: str, used: Used) -> str:
        """The operators that draw runs of items, each a marked-content sequence; they are numbered from ``first`` on."""
        lines: list[str] = []
        state = self._start
        for run, inside in enumerate(runs, first):
            lines.append(f"/P<</MCID {run}>>BDC")
            state = self._end_text(self._write(self._draw(inside, where), state, used, lines), lines)
            lines.append("EMC")
        return "\n".join(lines)

    def _inherits(self, item: Item) -> bool:
        """Whether an item takes its color from the Use that places it."""
        if not isinstance(item, Use):
            return item.fill == "inherit" or (isinstance(item, Path) and item.stroke == "inherit")
        if item.symbol not in self._inheriting:
            self._inheriting[item.symbol] = any(map(self._inherits, self.style.symbols[item.symbol].items))
        return item.fill is None and self._inheriting[item.symbol]

    def _write_beside(self, drawn: _Drawn, state: _State, used: Used, lines: list[str]) -> _State:
        """Write an item among some that inherit their color: a color of its own must not reach those after it."""
        if drawn.inherits:
            return self._write((drawn,), state, used, lines)
        state = self._end_text(state, lines)
        lines.append("q")
        self._end_text(self._write((drawn,), state, used, lines), lines)
        lines.append("Q")
        return state

    def _write(self, items: Iterable[_Drawn], state: _State, used: Used, lines: list[str]) -> _State:
        pen = None
        looks, strings, put = used.looks, used.strings, lines.append
        for _, look, painted, _, x, y, turned, shown in items:
            looks.add(look)
            operators, state = state.ways.get(look) or state.ways.setdefault(look, self._way(state, look))
            if operators:
                put(operators)
            if shown is not None:
                strings.add(shown)
                if turned:
                    put(turned)
                elif pen is None:
                    put(f"1 0 0 -1 {_step(x)} {_step(y)} Tm")
                else:
                    put(f"{_step(x - pen[0])} {_step(pen[1] - y)} Td")
            put(painted)
            pen = None if shown is None or turned else (x, y)
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
        """What leads from a state to a look, and what is set when its item is painted."""
        operators = [("ET", "BT")[look.text]] if state.in_text != look.text else []
        operators += [operator for key, operator in look.sets if state.known.get(key) != operator]
        known = {**state.known, **dict(look.sets)}
        if look.after:
            known["font"] = look.after
        return "\n".join(operators), self._state(known, in_text=look.text)

    # Items

    def _draw(self, items: Sequence[Item], where: str) -> list[_Drawn]:
        known = map(self._drawn.get, map(id, items))
        return [drawn or self._learn(item, where) for drawn, item in zip(known, items, strict=True)]

    def _learn(self, item: Item, where: str) -> _Drawn:
        if isinstance(item, Text):
            drawn = self._text(item, where)
        else:
            drawn = self._use(item, where) if isinstance(item, Use) else self._path(item, where)
        self._drawn[id(item)] = drawn
        return drawn

    def _look(self, sets: Mapping[str, str], *names: str, text: bool = False, after: str = "") -> Look:
        named = (
            operator[1:].partition(" ")[0] for operator in (*sets.values(), after) if operator[:1] == "/"
        )
        return Look(tuple(sets.items()), frozenset((*names, *named)), text, after)

    def _colors(
        self, where: str, fill: str | None, stroke: str | None = None, size: float | None = None
    ) -> dict[str, str]:
        """What sets colors, and whether they print over their ground: the stroke's counts where both are painted.

        What inherits its color keeps what its Use has set.
        """
        sets: dict[str, str] = {}
        for key, color in (("fill", fill), ("stroke", stroke)):
            if color is None or color == "inherit":
                continue
            ink = self.style.inks.get(color)
            if ink is None:
                self.miss(where, f"the color {color} has no ink", _ADD_INK)
                continue
            if name := self.overprints(ink, size):
                sets["overprint"] = f"/{name} gs"
            sets[key] = self.color(ink, where, stroke=key == "stroke")
        return sets

    def _text(self, text: Text, where: str) -> _Drawn:
        shown = self.style.fonts[text.typeface], text.string
        runs = self._runs.get(shown) or self._runs.setdefault(shown, self.encode(*shown))
        fonts = [font for font, _ in runs]
        key = (Text, text.fill, text.size, text.spacing, text.stretch, *fonts)
        look = self._looks.get(key) or self._looks.setdefault(key, self._text_look(text, fonts, where))
        painted = runs[0][1] if runs else ""
        for (before, _), (font, operator) in pairwise(runs):
            again = "" if font == before else f"/{font} {format_number(text.size)} Tf\n"
            painted += f"\n{again}{operator}"
        x, y = round(1000 * round(text.x, 3)), round(1000 * round(text.y, 3))
        turned = ""
        if text.angle:
            turn = math.radians(text.angle)
            cos, sin = math.cos(turn), math.sin(turn)
            turned = f"{format_numbers((cos, sin, sin, -cos), 5)} {_step(x)} {_step(y)} Tm"
        return _Drawn(text, look, painted, self._inherits(text), x, y, turned, shown)

    def _text_look(self, text: Text, fonts: Sequence[str], where: str) -> Look:
        sets = self._colors(where, text.fill, size=text.size)
        sets["spacing"] = f"{format_number(text.spacing)} Tc"
        sets["stretch"] = f"{format_number(100 * text.stretch)} Tz"
        set_fonts = [f"/{font} {format_number(text.size)} Tf" for font in fonts]
        if not set_fonts:
            return self._look(sets, text=True)
        sets["font"] = set_fonts[0]
        return self._look(sets, *fonts, text=True, after=set_fonts[-1])

    def _use(self, use: Use, where: str) -> _Drawn:
        name = self.symbol(use.symbol)
        key = (Use, use.fill, name)
        look = self._looks.get(key)
        if look is None:
            stretch = {"stretch": "100 Tz"}  # the symbol's own text begins with it
            look = self._looks[key] = self._look(stretch | self._colors(where, use.fill, use.fill), name)
        matrix = "" if use.matrix == IDENTITY else f"{format_numbers(use.matrix, 5)} cm "
        return _Drawn(use, look, f"q {matrix}/{name} Do Q", self._inherits(use))

    def _path(self, path: Path, where: str) -> _Drawn:
        filled, stroked = path.fill is not None, path.stroke is not None
        key = (Path, path.fill, path.stroke, path.stroke_width, path.dash, path.round)
        look = self._looks.get(key) or self._looks.setdefault(key, self._path_look(path, where))
        paint = ("B" if stroked else "f") if filled else "S" if stroked else "n"
        paint += "*" if filled and path.even_odd else ""
        painted = f"{outline(path.segments)}\n{paint}" if path.segments else paint
        return _Drawn(path, look, painted, self._inherits(path))

    def _path_look(self, path: Path, where: str) -> Look:
        sets = self._colors(where, path.fill, path.stroke)
        if path.stroke is not None:
            sets["width"] = f"{format_number(path.stroke_width, 4)} w"
            sets["dash"] = f"[{format_numbers(path.dash)}] 0 d"
            sets["round"] = "1 J 1 j" if path.round else "0 J 0 j"
        return self._look(sets)

    # Names

    def miss(self, where: str, what: str, remedy: str) -> None:
        """Note what cannot be printed, once."""
        if all(what != told for _, told, _ in self.missed):
            self.missed.append((where, what, remedy))

    def encode(self, path: str, string: str) -> list[tuple[str, str]]:
        """A string in as many pieces as it has fonts: (name of a font, the operator that shows it, kerned)."""
        characters = read_font(path).characters
        for character in string:
            if ord(character) not in characters:
                what = f"the font has no character {character!r} (U+{ord(character):04X})"
                self.miss(path, what, "use another font or an icon")
        moves = kerning(path, string)
        if not moves:
            return [(self._font(path, page), f"({shown}) Tj") for page, shown in encode_runs(string)]
        runs: list[tuple[str, str]] = []
        start = 0
        for end, move in enumerate(moves, 1):
            if move or end == len(string):
                runs += [
                    (self._font(path, page), f"({shown})") for page, shown in encode_runs(string[start:end])
                ]
                runs += [(runs[-1][0], format_number(-1000 * move, 1))] if move else []
                start = end
        return [
            (font, f"[{''.join([part for _, part in parts])}] TJ")
            for font, parts in groupby(runs, key=itemgetter(0))
        ]

    def _font(self, path: str, page: int) -> str:
        name = f"{self._fonts[path]}{f'.{page}' if page else ''}{self._end}"
        self.meanings[name] = Letters(path, page)
        return name

    def symbol(self, name: str) -> str:
        """The name of the form that holds a symbol."""
        called = self._forms[name]
        if called not in self.meanings:
            items, used = self.style.symbols[name].items, Used()
            content = self.operators(items, name, used)
            self.meanings[called] = SharedForm(content, extent_of(items, self.style), used)
        return called

    def color(self, ink: Ink, where: str, *, stroke: bool) -> str:
        """The operator that sets the color of lines or fills to an ink.

        An ink that is more than the printing condition bears is noted; registration is meant to be all of it.
        """
        if self.inking.color == "rgb":
            return screen_operator(ink, stroke=stroke)
        most, laid = self.inking.limit, 100 * sum(ink.cmyk)
        if most is not None and ink.spot is None and laid > most + 0.01:
            what = f"the palette's color {ink.name} ({ink.screen}) lays {laid:.4g} % of ink, the target takes {most:g} %"
            remedy = "lower its CMYK values in the theme: black instead of cyan, magenta and yellow"
            self.miss(where, what, remedy)
        if ink.spot:
            name = self._spots[ink.spot, ink.cmyk]
            self.meanings[name] = ink
            return f"/{name} CS 1 SCN" if stroke else f"/{name} cs 1 scn"
        return f"{format_numbers(ink.cmyk)} {'K' if stroke else 'k'}"

    def overprints(self, ink: Ink, size: float | None) -> str | None:
        """The graphics state for an ink, for text of ``size`` mm or for shapes; None if it is always the same."""
        wanted = self.inking.overprint
        if wanted is None or not (wanted.spots or wanted.black_text):
            return None
        small = size is not None and size <= wanted.black_text and ink.cmyk == _BLACK
        over = (wanted.spots and ink.spot not in {None, "All"}) or (small and ink.spot is None)
        name = "GO" if over else "GK"
        self.meanings[name] = over
        return name


def recalled(known: dict[K, V], key: K, make: Callable[[], V], most: int) -> V:
    """Return what is known by a key, or is made now; what was not asked for longest goes where there is too much."""
    value = known[key] = known.pop(key, None) or make()
    if len(known) > most:
        del known[next(iter(known))]
    return value


_recent: dict[tuple[Style, Inking, int], Vocabulary] = {}


def vocabulary(style: Style, inking: Inking, place: int) -> Vocabulary:
    key = (style, inking, place)
    remembered = _recent.get(key)
    if remembered is not None and (remembered.missed or remembered.is_full):
        del _recent[key]
    return recalled(_recent, key, lambda: Vocabulary(*key), _KEPT)


def extent_of(items: Iterable[Item], style: Style) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of a box that holds all items; of control points, so it may be a bit large."""
    points = [point for item in items for point in _corners(item, style)]
    if not points:
        return 0.0, 0.0, 0.0, 0.0
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _corners(item: Item, style: Style) -> list[tuple[float, float]]:
    if isinstance(item, Text):
        return _text_corners(item, style)
    if isinstance(item, Path):
        reach = 0.0 if item.stroke is None else item.stroke_width * (1 if item.round else _MITER) / 2
        xs = [x for _, *values in item.segments for x in values[::2]]
        ys = [y for _, *values in item.segments for y in values[1::2]]
        return [(min(xs) - reach, min(ys) - reach), (max(xs) + reach, max(ys) + reach)] if xs else []
    left, top, right, bottom = extent_of(style.symbols[item.symbol].items, style)
    return [apply_matrix(item.matrix, x, y) for x in (left, right) for y in (top, bottom)]


def _text_corners(text: Text, style: Style) -> list[tuple[float, float]]:
    font = read_font(style.fonts[text.typeface])
    width = sum(map(font.width, text.string)) / 1000 * text.size
    width = (width + text.spacing * len(text.string)) * text.stretch
    turn = math.radians(text.angle)
    cos, sin = math.cos(turn), math.sin(turn)
    em = text.size  # letters may lean and hang out of their advance, by less than an em
    corners = [(x, y) for x in (-em, width + em) for y in (-1.5 * em, em)]
    return [(text.x + cos * x - sin * y, text.y + sin * x + cos * y) for x, y in corners]
