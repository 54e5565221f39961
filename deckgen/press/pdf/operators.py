"""Drawings as PDF operators, in the drawing's mm with y downwards, and their resource names.

The page that places a drawing adds the matrix, so a face is written once for all its placements. A style has
the same names in every file, so its operators are cached across files. A file numbers its styles in the order
in which its pages show them, so that names differ between styles.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import lru_cache
from itertools import groupby, pairwise
from math import fsum
from operator import itemgetter
from typing import NamedTuple

from deckgen.draw.drawing import IDENTITY, Gradient, Ink, Item, Path, Picture, Segment, Style, Text, Use
from deckgen.draw.geometry import apply_matrix, compose, item_outline
from deckgen.draw.raster import Raster
from deckgen.draw.shaping import INVISIBLE
from deckgen.draw.truetype import kerning, read_font
from deckgen.press.images import scale_factor
from deckgen.press.numbers import format_number, format_numbers
from deckgen.press.pdf.fonts import CLUSTERS, cluster_token, encode_clusters, encode_runs, has_clusters
from deckgen.press.target import Overprint
from deckgen.records import record

_BLACK = (0, 0, 0, 1)
_ADD_INK = "add it to the theme's palette with its CMYK values, or use a palette color"
_SMALL = 8.01 * 25.4 / 72  # mm, 8 pt: smaller text has an ink's mix for small text
_MITER = 10  # the PDF default: how far a sharp corner may reach, in line widths, both sides together
_MAX_CACHED_ITEMS = 1 << 14  # cached items of a style
_OPERATORS = {"M": "%.4f %.4f m", "L": "%.4f %.4f l", "C": "%.4f %.4f %.4f %.4f %.4f %.4f c", "Z": "h"}
_ZEROS = re.compile(r"\.0{4}(?= )|0{1,3}(?= )")  # at the end of a number with four decimals
_MINUS_ZERO = re.compile(r"(?<!\S)-0(?= )")
_MAX_STYLES = 16  # cached styles


@lru_cache(maxsize=1 << 12)  # the cards of a deck share most shapes
def path_operators(segments: tuple[Segment, ...]) -> str:
    """Return the path construction operators of an outline, without painting it; numbers as in ``format_numbers``."""
    operators = "\n".join([_OPERATORS[segment[0]] for segment in segments])
    written = _ZEROS.sub("", operators % tuple([number for segment in segments for number in segment[1:]]))
    return _MINUS_ZERO.sub("0", written) if "-0 " in written else written


def _clip(outline: tuple[Segment, ...], *, even_odd: bool = False) -> str:
    """Return the operators that clip what follows to an outline; "" for none."""
    return f"{path_operators(outline)}\n{'W*' if even_odd else 'W'} n\n" if outline else ""


@lru_cache(maxsize=1 << 14)
def _mm(thousandths: int) -> str:
    return format_number(thousandths / 1000)


def screen_operator(ink: Ink, *, stroke: bool) -> str:
    """Return the operator that sets the color of lines or fills to an ink's screen color.

    Ink of only black is pure black, which printers set sharply, and no ink is bare paper: both are gray to
    PDF, so that no printer mixes them.
    """
    if not ink.spot and (ink.cmyk == _BLACK or not any(ink.cmyk)):
        return f"{0 if any(ink.cmyk) else 1} {'G' if stroke else 'g'}"
    return f"{format_numbers(screen_shares(ink))} {'RG' if stroke else 'rg'}"


def screen_shares(ink: Ink) -> tuple[float, ...]:
    """Return the red, green and blue of an ink's screen color, from 0 to 1."""
    levels = (int(ink.screen[start : start + 2], 16) for start in (1, 3, 5))
    # Rounded up: some viewers cut 255 times this down to a whole number, others round it.
    return tuple(math.ceil(1000 * level / 255) / 1000 for level in levels)


@record(eq=False)
class RequiredState:
    """Settings required before an item is painted: operators by setting, and the resource names in them.

    ``font_after``: the operator of the font that is set once the item is painted, if that is another.
    """

    settings: tuple[tuple[str, str], ...]
    names: frozenset[str]
    in_text: bool = False
    font_after: str = ""


class _GraphicsState:
    """Current settings in a content stream; ``transitions``: required state → operators, and the state after them."""

    def __init__(self, values: Mapping[str, str], *, in_text: bool) -> None:
        self.values, self.in_text = values, in_text
        self.transitions: dict[RequiredState, tuple[str, _GraphicsState]] = {}


@record(frozen=False)
class UsedResources:
    """What content streams have used: required states, and shown strings as (font path, string)."""

    required: set[RequiredState] = field(default_factory=set)
    strings: set[tuple[str, str]] = field(default_factory=set)


class _ItemOperators(NamedTuple):
    """An item as operators.

    Text begins at (x, y), in thousandths of a mm, or at ``text_matrix`` if it is turned. ``inherits``: the
    color comes from where the item is placed. The item is kept so that its id, the cache key, stays valid: a
    key by value costs a run of decks 5 % of its time.
    """

    item: Item
    required: RequiredState
    paint: str
    inherits: bool
    x: int = 0
    y: int = 0
    text_matrix: str = ""
    font_and_string: tuple[str, str] | None = None


@record
class ColorRules:
    """How colors become operators: ``color`` rgb or cmyk, the ink limit (percent), and what overprints.

    By the PDF/X ``standard`` x1a nothing may let the ground through; by x4 what is not printed is in its own layers.
    """

    color: str = "rgb"
    ink_limit: float | None = None
    overprint: Overprint | None = None
    standard: str = ""


@record
class FormXObject:
    """A symbol as reusable content: its operators, its box, and the resources they use."""

    content: str
    box: tuple[float, ...]
    used: UsedResources


@record
class FontPage:
    """One font page (see ``fonts``) of the font file ``path``, or its ``CLUSTERS``."""

    path: str
    page: int


@record
class Shading:
    """A gradient's axis, and its stops as (offset, components of the file's colors)."""

    axis: tuple[float, ...]
    stops: tuple[tuple[float, tuple[float, ...]], ...]


@record
class ScaledPicture:
    """A picture, ``factor`` times smaller."""

    raster: Raster
    factor: int


@record
class ProcessingStep:
    """A layer for what is not printed but done to the print: ``group`` and ``kind`` (or "") of ISO 19593-1:2018."""

    group: str
    kind: str = ""


_CREASING = ProcessingStep("Structural", "Creasing")
_STEPS = {
    "Dieline": ProcessingStep("Structural", "Cutting"),
    "foil": ProcessingStep("Structural", "FoilStamping"),
    "Varnish": ProcessingStep("Varnish"),
}  # by the name of a plate, or an ink's finish
Resource = FontPage | FormXObject | Ink | bool | float | Shading | ScaledPicture | ProcessingStep
"""What a resource name refers to: font page, symbol, spot ink, whether painting overprints, opacity, art, or a layer."""


class ResourceNames:
    """Resource names of one style, and the operators of its items, cached by item; ``style_index``: in its file.

    An operator that would repeat the setting by the items before it in the same list is left out. ``problems``: of
    items written so far, as (subject, message, remedy). An object with any is not used again.
    """

    def __init__(self, style: Style, color_rules: ColorRules, style_index: int) -> None:
        self.style, self.color_rules = style, color_rules
        self.problems: list[tuple[str, str, str]] = []
        self.resources: dict[str, Resource] = {}
        self._suffix = f"-{style_index}" if style_index else ""
        self._font_names = {path: f"F{index}" for index, path in reversed([*enumerate(style.fonts.values())])}
        self._form_names = {symbol: f"X{index}{self._suffix}" for index, symbol in enumerate(style.symbols)}
        self._spot_names = {
            (ink.spot, ink.cmyk): f"S{index}{self._suffix}"
            for index, ink in reversed([*enumerate(style.inks.values())])
            if ink.spot
        }
        self._inheriting: dict[str, bool] = {}
        self._operators_by_id: dict[int, _ItemOperators] = {}
        self._runs_by_text: dict[tuple[str, str], list[tuple[str, str]]] = {}
        self._required_by_key: dict[tuple[object, ...], RequiredState] = {}
        self._states_by_key: dict[tuple[object, ...], _GraphicsState] = {}
        self._start = self._state({"stretch": "100 Tz"}, in_text=False)

    @property
    def is_full(self) -> bool:
        """Whether so much is cached that a new object should replace this one."""
        return max(len(self._operators_by_id), len(self._states_by_key)) > _MAX_CACHED_ITEMS

    def operators(self, items: Sequence[Item], title: str, used: UsedResources) -> str:
        """Return items as operators, one byte a character; add what they use to ``used``. Problems name ``title``."""
        lines: list[str] = []
        drawn, state = self._item_operators(items, title), self._start
        if any(item.inherits for item in drawn):
            for item in drawn:
                state = self._write_isolated(item, state, used, lines)
        else:
            state = self._write(drawn, state, used, lines)
        self._end_text(state, lines)
        return "\n".join(lines)

    def tagged_operators(self, runs: Iterable[Sequence[Item]], first_mcid: int, title: str, used: UsedResources) -> str:
        """Return runs as ``operators`` does, each a marked-content sequence, numbered from ``first_mcid``."""
        lines: list[str] = []
        state = self._start
        for mcid, run in enumerate(runs, first_mcid):
            lines.append(f"/P<</MCID {mcid}>>BDC")
            state = self._end_text(self._write(self._item_operators(run, title), state, used, lines), lines)
            lines.append("EMC")
        return "\n".join(lines)

    def _inherits(self, item: Item) -> bool:
        """Return whether an item takes its color from the Use that places it."""
        if isinstance(item, Gradient | Picture):
            return False
        if not isinstance(item, Use):
            return item.fill == "inherit" or (isinstance(item, Path) and item.stroke == "inherit")
        if item.symbol not in self._inheriting:
            self._inheriting[item.symbol] = any(map(self._inherits, self.style.symbols[item.symbol].items))
        return item.fill is None and self._inheriting[item.symbol]

    def _write_isolated(
        self, drawn: _ItemOperators, state: _GraphicsState, used: UsedResources, lines: list[str]
    ) -> _GraphicsState:
        """Write an item between items that inherit their color, so that its own color does not reach those."""
        if drawn.inherits:
            return self._write((drawn,), state, used, lines)
        state = self._end_text(state, lines)
        lines.append("q")
        self._end_text(self._write((drawn,), state, used, lines), lines)
        lines.append("Q")
        return state

    def _write(
        self, items: Iterable[_ItemOperators], state: _GraphicsState, used: UsedResources, lines: list[str]
    ) -> _GraphicsState:
        """Append the items' operators to ``lines``, and what they need to ``used``; return the state after them."""
        pen_position = None
        all_required, strings, append = used.required, used.strings, lines.append
        for _, required, paint, _, x, y, text_matrix, font_and_string in items:
            all_required.add(required)
            operators, state = state.transitions.get(required) or state.transitions.setdefault(
                required, self._transition(state, required)
            )
            if operators:
                append(operators)
            if font_and_string is not None:
                strings.add(font_and_string)
                if text_matrix:
                    append(text_matrix)
                elif pen_position is None:
                    append(f"1 0 0 -1 {_mm(x)} {_mm(y)} Tm")
                else:
                    append(f"{_mm(x - pen_position[0])} {_mm(pen_position[1] - y)} Td")
            append(paint)
            pen_position = None if font_and_string is None or text_matrix else (x, y)
        return state

    # States

    def _end_text(self, state: _GraphicsState, lines: list[str]) -> _GraphicsState:
        """Append the end of the text object to ``lines``, if one is open; return the state after it."""
        if not state.in_text:
            return state
        lines.append("ET")
        return self._state(state.values, in_text=False)

    def _state(self, values: Mapping[str, str], *, in_text: bool) -> _GraphicsState:
        """Return the state with these settings, the same object each time."""
        key = (in_text, *sorted(values.items()))
        if key not in self._states_by_key:
            self._states_by_key[key] = _GraphicsState(values, in_text=in_text)
        return self._states_by_key[key]

    def _transition(self, state: _GraphicsState, required: RequiredState) -> tuple[str, _GraphicsState]:
        """Return the operators to a required state, "" for none, and the state after the item is painted."""
        operators = [("ET", "BT")[required.in_text]] if state.in_text != required.in_text else []
        operators += [operator for key, operator in required.settings if state.values.get(key) != operator]
        values = {**state.values, **dict(required.settings)}
        if required.font_after:
            values["font"] = required.font_after
        return "\n".join(operators), self._state(values, in_text=required.in_text)

    # Items

    def _item_operators(self, items: Sequence[Item], title: str) -> list[_ItemOperators]:
        cached = map(self._operators_by_id.get, map(id, items))
        return [drawn or self._convert(item, title) for drawn, item in zip(cached, items, strict=True)]

    def _convert(self, item: Item, title: str) -> _ItemOperators:
        """Return an item as operators, cached by its id."""
        match item:
            case Text():
                drawn = self._convert_text(item, title)
            case Use():
                drawn = self._convert_use(item, title)
            case Path():
                drawn = self._convert_path(item, title)
            case Gradient():
                drawn = self._convert_gradient(item, title)
            case Picture():
                drawn = self._convert_picture(item, title)
        if step := self._step(item):
            name = f"L{step.kind or step.group}"
            self.resources[name] = step
            required = replace(drawn.required, names=drawn.required.names | {name})
            drawn = drawn._replace(required=required, paint=f"/OC /{name} BDC\n{drawn.paint}\nEMC")
        self._operators_by_id[id(item)] = drawn
        return drawn

    def _step(self, item: Item) -> ProcessingStep | None:
        """Return what a finisher does where an item is, by its spot ink; None for print, and in files without layers."""
        if self.color_rules.standard != "x4" or not isinstance(item, (Path, Text, Use)):
            return None
        colors = [item.fill, item.stroke] if isinstance(item, Path) else [item.fill]
        inks = [ink for color in colors if color and (ink := self.style.inks.get(color)) and ink.spot]
        step = next((_STEPS.get(ink.spot or "") or _STEPS.get(ink.finish) for ink in inks), None)
        is_fold = step is _STEPS["Dieline"] and isinstance(item, Path) and item.dash
        return _CREASING if is_fold else step

    def _required_state(
        self, settings: Mapping[str, str], *names: str, in_text: bool = False, font_after: str = ""
    ) -> RequiredState:
        names_set = (
            operator[1:].partition(" ")[0] for operator in (*settings.values(), font_after) if operator[:1] == "/"
        )
        return RequiredState(tuple(settings.items()), frozenset((*names, *names_set)), in_text, font_after)

    def _color_settings(
        self, title: str, fill: str | None, stroke: str | None = None, size: float | None = None
    ) -> dict[str, str]:
        """Return operators by setting: colors (none if inherited), overprint (the stroke's). Reports missing inks."""
        settings: dict[str, str] = {}
        for key, color in (("fill", fill), ("stroke", stroke)):
            if color is None or color == "inherit":
                continue
            ink = self.style.inks.get(color)
            if ink is None:
                self.report(title, f"the color {color} has no ink", _ADD_INK)
                continue
            if size is not None and size < _SMALL and ink.small is not None:
                ink = replace(ink, cmyk=ink.small)
            if name := self.overprint_state(ink, size):
                settings["overprint"] = f"/{name} gs"
            settings[key] = self.color_operator(ink, title, stroke=key == "stroke")
        return settings

    def _convert_text(self, text: Text, title: str) -> _ItemOperators:
        """Return a text as operators: its runs of font pages from (x, y), or from a matrix if it is turned."""
        font_and_string = self.style.fonts[text.typeface], text.string
        runs = self._runs_by_text.get(font_and_string) or self._runs_by_text.setdefault(
            font_and_string, self.encode(*font_and_string)
        )
        fonts = [font for font, _ in runs]
        key = (Text, text.fill, text.size, text.spacing, text.stretch, *fonts)
        required = self._required_by_key.get(key) or self._required_by_key.setdefault(
            key, self._required_by_text(text, fonts, title)
        )
        paint = runs[0][1] if runs else ""
        for (previous_font, _), (font, operator) in pairwise(runs):
            set_font = "" if font == previous_font else f"/{font} {format_number(text.size)} Tf\n"
            paint += f"\n{set_font}{operator}"
        x, y = round(1000 * round(text.x, 3)), round(1000 * round(text.y, 3))
        text_matrix = ""
        if text.angle:
            turn = math.radians(text.angle)
            cos, sin = math.cos(turn), math.sin(turn)
            text_matrix = f"{format_numbers((cos, sin, sin, -cos), 5)} {_mm(x)} {_mm(y)} Tm"
        return _ItemOperators(text, required, paint, self._inherits(text), x, y, text_matrix, font_and_string)

    def _required_by_text(self, text: Text, fonts: Sequence[str], title: str) -> RequiredState:
        """Return a text's required state: color, spacing, stretch, first of ``fonts`` (names), last after it."""
        settings = self._color_settings(title, text.fill, size=text.size)
        settings["spacing"] = f"{format_number(text.spacing)} Tc"
        settings["stretch"] = f"{format_number(100 * text.stretch)} Tz"
        set_fonts = [f"/{font} {format_number(text.size)} Tf" for font in fonts]
        if not set_fonts:
            return self._required_state(settings, in_text=True)
        settings["font"] = set_fonts[0]
        return self._required_state(settings, *fonts, in_text=True, font_after=set_fonts[-1])

    def _convert_use(self, use: Use, title: str) -> _ItemOperators:
        """Return the operators that place a symbol's form XObject under the matrix of its use."""
        name = self.form_name(use.symbol)
        key = (Use, use.fill, name)
        required = self._required_by_key.get(key)
        if required is None:
            stretch = {"stretch": "100 Tz"}  # the symbol's own text begins with it
            required = self._required_by_key[key] = self._required_state(
                stretch | self._color_settings(title, use.fill, use.fill), name
            )
        matrix = "" if use.matrix == IDENTITY else f"{format_numbers(use.matrix, 5)} cm "
        return _ItemOperators(use, required, f"q {_clip(use.clip)}{matrix}/{name} Do Q", self._inherits(use))

    def _convert_path(self, path: Path, title: str) -> _ItemOperators:
        """Return a path as operators that fill it, stroke it, both, or neither."""
        filled, stroked = path.fill is not None, path.stroke is not None
        key = (Path, path.fill, path.stroke, path.stroke_width, path.dash, path.round)
        required = self._required_by_key.get(key) or self._required_by_key.setdefault(
            key, self._required_by_path(path, title)
        )
        operator = ("B" if stroked else "f") if filled else "S" if stroked else "n"
        operator += "*" if filled and path.even_odd else ""
        paint = f"{path_operators(path.segments)}\n{operator}" if path.segments else operator
        if name := self._opacity_state(path.opacity, "an area or line", title, reported=path.opacity < 1):
            required = self._required_state(dict(required.settings), *required.names, name)
            paint = f"q /{name} gs\n{paint}\nQ"
        return _ItemOperators(path, required, paint, self._inherits(path))

    def _required_by_path(self, path: Path, title: str) -> RequiredState:
        """Return a path's required state: its colors and, if it has a stroke, width, dashes and ends."""
        settings = self._color_settings(title, path.fill, path.stroke)
        if path.stroke is not None:
            settings["width"] = f"{format_number(path.stroke_width, 4)} w"
            settings["dash"] = f"[{format_numbers(path.dash)}] 0 d"
            settings["round"] = "1 J 1 j" if path.round else "0 J 0 j"
        return self._required_state(settings)

    def _convert_gradient(self, gradient: Gradient, title: str) -> _ItemOperators:
        """Return a gradient as operators that paint a shading within its outline. Reports stops in spot inks."""
        stops, settings = list[tuple[float, tuple[float, ...]]](), dict[str, str]()
        for offset, color in gradient.stops:
            settings |= self._color_settings(title, color)
            ink = self.style.inks.get(color)
            if ink is None:
                continue  # reported already
            if ink.spot and self.color_rules.color == "cmyk":
                message = f"a gradient cannot run to {ink.name}, which is the spot ink {ink.spot}"
                self.report(title, message, "give its stops colors of CMYK inks")
            stops.append((offset, ink.cmyk if self.color_rules.color == "cmyk" else screen_shares(ink)))
        name = self._art_name("H", Shading(gradient.axis, tuple(stops)))
        settings.pop("fill", None)
        matrix = f"{format_numbers(gradient.matrix, 5)} cm"
        paint = f"q {_clip(gradient.segments, even_odd=gradient.even_odd)}{matrix} /{name} sh Q"
        return _ItemOperators(gradient, self._required_state(settings, name), paint, inherits=False)

    def _convert_picture(self, picture: Picture, title: str) -> _ItemOperators:
        """Return the operators that place a picture's image XObject. Reports what shows through it in opaque files."""
        raster = picture.raster
        name = self._art_name("P", ScaledPicture(raster, scale_factor(picture)))
        see_through = picture.opacity < 1 or raster.has_alpha
        state = self._opacity_state(picture.opacity, f"the picture {raster.name}", title, reported=see_through)
        matrix = format_numbers(compose(picture.matrix, (1, 0, 0, -1, 0, 1)), 5)
        set_state = f"/{state} gs " if state else ""
        paint = f"q {_clip(picture.clip)}{set_state}{matrix} cm /{name} Do Q"
        names = filter(None, (name, state))
        return _ItemOperators(picture, self._required_state({}, *names), paint, inherits=False)

    def _opacity_state(self, opacity: float, subject: str, title: str, *, reported: bool) -> str:
        """Return the name of a graphics state for an opacity, "" if it is 1. If asked, reports it in opaque files."""
        if reported and self.color_rules.standard == "x1a":
            message = f"{subject} lets its ground through, which PDF/X-1a does not allow"
            self.report(title, message, "choose a PDF/X-4 target, or flatten the art")
        if opacity == 1:
            return ""
        name = f"A{round(1000 * opacity)}"
        self.resources[name] = round(opacity, 3)
        return name

    # Names

    def report(self, subject: str, message: str, remedy: str) -> None:
        """Record a problem, once."""
        if all(message != reported for _, reported, _ in self.problems):
            self.problems.append((subject, message, remedy))

    def encode(self, path: str, string: str) -> list[tuple[str, str]]:
        """Return a string as (font name, operator with kerning) per font page. Reports letters the font lacks."""
        characters = read_font(path).characters | INVISIBLE
        for character in string:
            if ord(character) not in characters:
                message = f"the font has no character {character!r} (U+{ord(character):04X})"
                self.report(path, message, "use another font or an icon")
        if has_clusters(path, string):
            return [(self._font_name(path, CLUSTERS), encode_clusters(path, string, cluster_token))]
        moves = kerning(path, string)
        if not moves:
            return [(self._font_name(path, page), f"({encoded}) Tj") for page, encoded in encode_runs(string)]
        runs: list[tuple[str, str]] = []
        start = 0
        for end, move in enumerate(moves, 1):
            if move or end == len(string):
                runs += [
                    (self._font_name(path, page), f"({encoded})") for page, encoded in encode_runs(string[start:end])
                ]
                runs += [(runs[-1][0], format_number(-1000 * move, 1))] if move else []
                start = end
        return [
            (font, f"[{''.join([part for _, part in parts])}] TJ") for font, parts in groupby(runs, key=itemgetter(0))
        ]

    def _font_name(self, path: str, page: int) -> str:
        """Return the resource name of a font page, and add it to the resources."""
        name = f"{self._font_names[path]}{f'.{page}' if page > 0 else '.g' if page else ''}{self._suffix}"
        self.resources[name] = FontPage(path, page)
        return name

    def _art_name(self, prefix: str, art: Shading | ScaledPicture) -> str:
        """Return a resource name that is the same for equal art in all files, and add the art to the resources."""
        name = prefix + hashlib.sha256(repr(art).encode()).hexdigest()[:12]
        self.resources[name] = art
        return name

    def form_name(self, symbol: str) -> str:
        """Return the name of the form XObject that holds a symbol; the form is built once."""
        name_in_file = self._form_names[symbol]
        if name_in_file not in self.resources:
            items, used = self.style.symbols[symbol].items, UsedResources()
            content = self.operators(items, symbol, used)
            self.resources[name_in_file] = FormXObject(content, bounds_of(items, self.style), used)
        return name_in_file

    def color_operator(self, ink: Ink, title: str, *, stroke: bool) -> str:
        """Return the operator that sets an ink. Reports an ink above the limit; not registration, which is all inks."""
        if self.color_rules.color == "rgb":
            return screen_operator(ink, stroke=stroke)
        ink_limit, ink_percent = self.color_rules.ink_limit, 100 * fsum(ink.cmyk)
        if ink_limit is not None and ink.spot is None and ink_percent > ink_limit + 0.01:
            message = f"the palette's color {ink.name} ({ink.screen}) needs {ink_percent:.4g} % of ink, the target allows {ink_limit:g} %"
            remedy = "lower its CMYK values in the theme: black instead of cyan, magenta and yellow"
            self.report(title, message, remedy)
        if ink.spot:
            name = self._spot_names[ink.spot, ink.cmyk]
            self.resources[name] = ink
            return f"/{name} CS 1 SCN" if stroke else f"/{name} cs 1 scn"
        return f"{format_numbers(ink.cmyk)} {'K' if stroke else 'k'}"

    def overprint_state(self, ink: Ink, size: float | None) -> str | None:
        """Return the name of an ink's graphics state, in text of ``size`` mm or shapes (None); None: not needed."""
        overprint = self.color_rules.overprint
        if overprint is None or not (overprint.spots or overprint.black_text):
            return None
        is_small = size is not None and size <= overprint.black_text and ink.cmyk == _BLACK
        overprints = (overprint.spots and ink.spot not in {None, "All"}) or (is_small and ink.spot is None)
        name = "GO" if overprints else "GK"
        self.resources[name] = overprints
        return name


_recent_names = lru_cache(_MAX_STYLES)(ResourceNames)


def cached_resource_names(style: Style, color_rules: ColorRules, index: int) -> ResourceNames:
    """Return the names of a style, cached by all three parameters; new ones if those are full or have problems."""
    names = _recent_names(style, color_rules, index)
    if names.problems or names.is_full:
        _recent_names.cache_clear()
    return _recent_names(style, color_rules, index)


def bounds_of(items: Iterable[Item], style: Style) -> tuple[float, float, float, float]:
    """Return left, top, right, bottom (mm) of a box that holds all items, control points included; zeros for none."""
    points = [point for item in items for point in _outer_points(item, style)]
    if not points:
        return 0.0, 0.0, 0.0, 0.0
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _outer_points(item: Item, style: Style) -> list[tuple[float, float]]:
    """Return points, in mm, whose bounding box holds an item and its line; none for an empty path."""
    if isinstance(item, Text):
        return _text_points(item, style)
    if isinstance(item, Use):
        left, top, right, bottom = bounds_of(style.symbols[item.symbol].items, style)
        return [apply_matrix(item.matrix, x, y) for x in (left, right) for y in (top, bottom)]
    reach = 0.0
    if isinstance(item, Path) and item.stroke is not None:
        reach = item.stroke_width * (1 if item.round else _MITER) / 2
    xs = [x for _, *values in item_outline(item) for x in values[::2]]
    ys = [y for _, *values in item_outline(item) for y in values[1::2]]
    return [(min(xs) - reach, min(ys) - reach), (max(xs) + reach, max(ys) + reach)] if xs else []


def _text_points(text: Text, style: Style) -> list[tuple[float, float]]:
    """Return the corners of a box that holds a text, even letters that lean out of their advance."""
    font = read_font(style.fonts[text.typeface])
    width = fsum(cluster.width for cluster, _ in font.clusters(text.string)) / 1000 * text.size
    width = (width + text.spacing * len(text.string)) * text.stretch
    angle = math.radians(text.angle)
    cos, sin = math.cos(angle), math.sin(angle)
    em = text.size  # letters may lean and hang out of their advance, by less than an em
    corners = [(x, y) for x in (-em, width + em) for y in (-1.5 * em, em)]
    return [(text.x + cos * x - sin * y, text.y + sin * x + cos * y) for x, y in corners]
