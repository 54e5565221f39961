"""Themes: the palette, the faces, and which widget with which options draws each slot."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from deckgen.draw.drawing import Ink, Style, Symbol
from deckgen.draw.fonts import PT, Fonts, cached_fonts, font_files, packaged_file, packaged_typefaces
from deckgen.draw.geometry import Corners
from deckgen.draw.truetype import read_font
from deckgen.errors import LayoutError, Problems, suggest
from deckgen.reach import OutOfReachError, real_path, resolve_named
from deckgen.records import record
from deckgen.sources import YamlFile, YamlValue, check_schema, read_yaml

SCHEMA = Path(__file__).with_name("theme.schema.json")
_MERGED = ("palette", "fonts", "strings", "jokers", "back", "panels", "code")

Color = str
"""An option that names a color of the palette, or none; read, it is a screen value, empty for none."""
Points = float
"""An option in points, at least 1 and the theme's minimum; read, it is in mm."""
Length = float
"""An option in mm."""
FontFace = str
"""An option that names a face of the theme."""
Icon = str
"""An option that names a symbol of the template; empty for none."""

Options = TypeVar("Options")
_BOUNDS = {"Points": (1, 1000), "Length": (0, 1000), "float": (-10, 10), "int": (1, 100)}
"""The least and the most that options can be; lengths whose default is negative may be so."""
_OTHERWISE = {"paper": "white", "edge": "ground", "steel": "soft", "bright": "ground_ink"}
"""What takes the place of colors that are the default of some options, in palettes that lack them."""


def fixed(default: Any) -> Any:
    """A field of a record of options that no theme can set; ``resolve`` reads its default as if a theme had."""
    return dataclasses.field(default=default, metadata={"fixed": True})


@record
class Theme:
    """A theme with everything it extends. ``slots``, ``back``, ``panels`` and ``code`` hold options not yet checked.

    ``minimum`` and ``safe`` are in mm. ``corners`` are those of the panels that widgets draw. ``decks`` names the decks
    of games for which it says something of their own. ``recolor`` maps the colors of the template to those of this
    theme, which may have other values under the same names. ``icons`` is an SVG of symbols that templates
    share, ``without`` the sections that the layout leaves out on purpose. Options that are
    sizes or lengths are multiplied by ``enlarge``. ``inherited`` are the slots and strings that only a theme
    it extends speaks of, or that are said of all decks where the deck has a template of its own: that need not have them.
    ``shorter`` has, by a text slot and its string, the strings that may stand there instead where that has no room.
    """

    file: Path
    template: Path
    inks: Mapping[str, Ink]
    fonts: Fonts
    minimum: float
    safe: float
    strings: Mapping[str, str]
    jokers: Mapping[str, str]
    slots: Mapping[str, Mapping[str, YamlValue]]
    slot_spots: Mapping[str, YamlValue]
    back: Mapping[str, YamlValue]
    panels: Mapping[str, YamlValue]
    code: Mapping[str, YamlValue]
    recolor: Mapping[str, str]
    icons: Path | None = None
    corners: Corners = "round"
    decks: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()
    enlarge: float = 1.0
    inherited: frozenset[str] = frozenset()
    shorter: Mapping[tuple[str, str], tuple[str, ...]] = dataclasses.field(default_factory=dict)

    def color(self, name: str) -> str:
        """The screen value of a color; raises KeyError if the palette lacks it."""
        return self.inks[name].screen

    def color_or(self, name: str, otherwise: str = "") -> str:
        """The screen value of a color, or another if the palette lacks it."""
        return self.inks[name].screen if name in self.inks else otherwise

    def by_screen(self) -> dict[str, Ink]:
        """The inks by screen value, as a drawing's style wants them."""
        return {ink.screen: ink for ink in self.inks.values()}

    def style(self, symbols: Mapping[str, Symbol]) -> Style:
        """What drawings share that are made with this theme and these symbols."""
        return Style(self.fonts.files, self.by_screen(), symbols)


def load(file: Path, shipped: Path, deck: str = "", within: Path | None = None) -> Theme:
    """The theme in ``file``; themes it extends are looked for beside it, then in the folder ``shipped``.

    What themes say of the ``deck`` of that name goes before all else. Files that they name lie in the folder ``within``,
    or that of their own. Raises LayoutError with every problem.
    """
    return _Loader(file, shipped, within).theme(deck)


class _Loader:
    """Reads a theme and all it extends."""

    def __init__(self, file: Path, shipped: Path, within: Path | None) -> None:
        self.file, self.shipped, self.within, self.problems = file, shipped, within, Problems()
        self.chain: list[YamlFile] = []  # the theme itself first
        self._extend(file)
        self.problems.raise_as(LayoutError)
        self.merged: dict[str, dict[str, YamlValue]] = {part: {} for part in _MERGED}
        self.slots: dict[str, dict[str, YamlValue]] = {}
        self.slot_spots: dict[str, YamlValue] = {}
        self.single: dict[str, YamlValue] = {}

    def theme(self, deck: str) -> Theme:
        """The theme for the deck of a game. Raises LayoutError with every problem."""
        sources, merged = self.chain[::-1], self.merged
        palettes: dict[Path, Mapping[str, YamlValue]] = {}
        for source in sources:
            self._take(source.at())
            palettes[source.path] = dict(merged["palette"])
        of_deck = [source.at("decks", deck) for source in sources if deck in source.data.get("decks", {})]
        for said in of_deck:
            self._take(said)
        dressed = [said for said in reversed(of_deck) if "template" in said.value]
        inks = _inks(merged["palette"], self.problems)
        template, owner = self._template([*dressed, *(source.at() for source in self.chain)])
        icons = None
        if spot := self.single.get(
            "icons"
        ):  # beside the theme that names it, else a shipped one of that name
            icons, ours = self._path(spot) or spot.source.path, self.shipped / str(spot.value)
            icons = ours if ours.is_file() and not icons.is_file() else icons
        strings, jokers = (
            {name: [s.value] if isinstance(s.value, str) else s.value for name, s in merged[part].items()}
            for part in ("strings", "jokers")
        )
        fonts = self._fonts()
        self.problems.raise_as(LayoutError)
        return Theme(
            self.file,
            template,
            inks,
            fonts,
            float(self._value("minimum", 5.5)) * PT,
            float(self._value("safe", 3)),
            {name: patterns[0] for name, patterns in strings.items()},
            {name: patterns[0] for name, patterns in jokers.items()},
            self.slots,
            self.slot_spots,
            merged["back"],
            merged["panels"],
            merged["code"],
            {spot.value["screen"]: inks[name].screen for name, spot in palettes[owner].items()},
            icons,
            self._value("corners", "round"),
            frozenset(name for source in sources for name in source.data.get("decks", {})),
            frozenset(self._value("without", ())),
            float(self._value("enlarge", 1)),
            # what another theme says, or what is said of all decks where this one has a template of its own
            frozenset(
                name
                for name, spot in {**self.slot_spots, **merged["strings"], **merged["jokers"]}.items()
                if spot.source.path != self.file or (dressed and "decks" not in spot.path)
            ),
            {
                (name, first): tuple(others)
                for name, (first, *others) in (*strings.items(), *jokers.items())
                if others
            },
        )

    def _extend(self, file: Path, outer: tuple[Path, ...] = ()) -> None:
        """Add a theme's file and all it extends, itself first; of several that it extends the last goes before the others."""
        source = read_yaml(file, LayoutError, self.within)
        self.chain.append(source)
        if check_schema(source, SCHEMA, self.problems) or "extends" not in source.data:
            return
        spot = source.at("extends")
        for each in reversed([spot] if isinstance(spot.value, str) else spot.items()):
            own = Problems()
            places = [each.resolve_file(own, name := f"{each.value}.yaml", self.within)]
            with suppress(OutOfReachError):
                places.append(resolve_named(name, self.shipped))
            found = next((real_path(place) for place in places if place and place.is_file()), None)
            if found is None and own:
                self.problems.extend(LayoutError(own))
            elif found is None or found in (*outer, real_path(file)):
                what = f'extends "{each.value}", which {"extends this theme" if found else "does not exist"}'
                each.report(self.problems, what, "name a theme beside this file or a shipped one")
            elif found not in [
                source.path for source in self.chain
            ]:  # what it says first goes before all else
                self._extend(found, (*outer, real_path(file)))

    def _take(self, said: YamlValue) -> None:
        """Take over what a theme says, in place of what those said that were taken before."""
        for key in said.value:
            spot = said.at(key)
            if key in _MERGED:
                self.merged[key] |= {name: spot.at(name) for name in spot.value}
            elif key == "slots":
                for name in spot.value:
                    self.slot_spots[name] = spot.at(name)
                    self.slots.setdefault(name, {}).update(_options(spot.at(name)))
            else:
                self.single[key] = spot

    def _value(self, key: str, default: Any) -> Any:
        return self.single[key].value if key in self.single else default

    def _path(self, spot: YamlValue) -> Path | None:
        return spot.resolve_file(self.problems, within=self.within)

    def _template(self, said: list[YamlValue]) -> tuple[Path, Path]:
        """The SVG to use, and the theme file that it was drawn with, from what themes say, the first before the others."""
        for spot in said:
            path = spot.source.path
            if "template" in spot.value:
                return self._path(spot.at("template")) or path, path
            beside = path.with_suffix(".svg")
            if beside.is_file():
                return beside, path
        return self.file.with_suffix(".svg"), said[-1].source.path

    def _fonts(self) -> Fonts:
        shipped, fallbacks = packaged_typefaces(), self.single.get("fallbacks")
        files = {
            face: packaged_file(spot.value) if spot.value in shipped else self._font(spot)
            for face, spot in self.merged["fonts"].items()
        }
        spare = [self._font(spot, fallback=True) for spot in fallbacks.items()] if fallbacks else ()
        return cached_fonts(tuple(font_files(files, spare).items()))

    def _font(self, spot: YamlValue, *, fallback: bool = False) -> str:
        """The file of a font. A fallback is asked for only when a letter is missing: so it is read now."""
        path = self._path(spot)
        if path is None:
            return ""
        file = str(real_path(path))
        if not path.is_file():
            what = f"there is no font file {spot.value}"
            spot.report(
                self.problems, what, "give its path relative to the theme, or a face of Source Sans Pro"
            )
        elif fallback:
            try:
                read_font(file)
            except LayoutError as error:
                for problem in error.problems:
                    spot.report(self.problems, problem.message, problem.remedy)
        return file


def _options(said: YamlValue) -> Iterator[tuple[str, YamlValue]]:
    """The options of a slot by name; those of a mark are ``open.fill``, so that each is taken over on its own."""
    for name, value in said.value.items():
        if isinstance(value, Mapping):
            yield from ((f"{name}.{part}", said.at(name, part)) for part in value)
        else:
            yield name, said.at(name)


def _inks(palette: Mapping[str, YamlValue], problems: Problems) -> dict[str, Ink]:
    inks: dict[str, Ink] = {}
    by_screen: dict[str, tuple[str, Ink]] = {}
    for name, spot in palette.items():
        cyan, magenta, yellow, black = (share / 100 for share in spot.value["cmyk"])
        ink = Ink(name, spot.value["screen"], (cyan, magenta, yellow, black), spot.value.get("spot"))
        other, same = by_screen.setdefault(ink.screen, (name, ink))
        if (same.cmyk, same.spot) != (ink.cmyk, ink.spot):
            what = f'has the screen color {ink.screen} of "{other}" but other inks'
            spot.report(problems, what, "change one screen value a little, or make the inks the same")
        inks[name] = ink
    return inks


def resolve(
    kind: type[Options],
    options: Mapping[str, YamlValue],
    theme: Theme,
    icons: Mapping[str, Any],
    problems: Problems,
    where: str,
) -> Options:
    """The dataclass ``kind`` of a theme's options, each read as its field's annotation says.

    Unknown options, colors, faces and icons and sizes below the minimum are added to ``problems``;
    ``where`` is the options' place in the theme. A size left out is never below the minimum.
    """
    fields = dict(option_fields(kind))
    unset = {field.name for field in dataclasses.fields(kind) if field.metadata}  # type: ignore[arg-type]
    known = [name for name in fields if name not in unset]
    for name, spot in options.items():
        if name not in known and name != "widget":
            spot.report(problems, f'there is no option "{name}" here', suggest(name, known, listed=True))
    values = {}
    for name, (taken, usual) in fields.items():
        option, default = options.get(name), usual
        if option is None and taken == "Points":
            default = max(default, theme.minimum / PT / theme.enlarge)
        if option is None and taken == "Color" and default not in theme.inks:
            default = _OTHERWISE.get(default, default)
        try:
            given = default if option is None else option.value
            values[name] = _value(taken, given, usual, theme, icons)
        except ValueError as error:
            values[name] = default
            remedy = "change the option, or add what it names"
            if option is None:
                problems.add(theme.file, None, f"{where}.{name}", f"left out, and {error}", remedy)
            else:
                option.report(problems, str(error), remedy)
    marks: dict[str, dict[str, Any]] = {}
    for name, value in values.items():
        mark, _, part = name.rpartition(".")
        marks.setdefault(mark, {})[part] = value
    plain = marks.pop("", {})
    return kind(**plain, **{mark: replace(getattr(kind, mark), **parts) for mark, parts in marks.items()})


def option_fields(kind: Any, mark: str = "") -> Iterator[tuple[str, tuple[str, Any]]]:
    """The options of a dataclass by name, each with its type and default; those of a mark, a dataclass too, as ``open.fill``."""
    for field in dataclasses.fields(kind):
        default = getattr(kind, field.name, field.default)
        if dataclasses.is_dataclass(default):
            yield from option_fields(default, f"{field.name}.")
        else:
            yield mark + field.name, (str(field.type), default)


def _value(kind: str, raw: Any, default: Any, theme: Theme, icons: Mapping[str, Any]) -> Any:
    """An option's value; raises ValueError saying what is wrong with it."""
    if kind in _BOUNDS:
        return _number(kind, raw, default, theme)
    if kind.startswith("Literal["):
        choices = ast.literal_eval(kind.removeprefix("Literal"))
        if raw not in choices:
            raise ValueError(f"{raw!r} is none of {', '.join(choices)}")
        return raw
    wanted = bool if kind == "bool" else str
    if not isinstance(raw, wanted):
        raise ValueError(f"{raw!r} is not {'true or false' if kind == 'bool' else 'a text'}")  # noqa: TRY004 (bad data)
    if kind == "Color":
        if raw == "none":
            return ""
        if raw not in theme.inks:
            raise ValueError(f"the palette has no color {raw!r}")
        return theme.color(str(raw))
    if kind == "FontFace" and raw not in theme.fonts.files:
        raise ValueError(f"the fonts have no face {raw!r}")
    if kind == "Icon" and raw and raw not in icons:
        raise ValueError(f"the template has no symbol {raw!r}")
    return raw


def _number(kind: str, raw: Any, default: float, theme: Theme) -> float:
    """A number, in mm if it is a size; sizes and lengths are enlarged as the theme says."""
    if not isinstance(raw, int | float) or isinstance(raw, bool):
        raise ValueError(f"{raw!r} is not a number")  # noqa: TRY004 (bad data)
    low, high = _BOUNDS[kind]
    if default < 0:
        low = -high
    if not low <= raw <= high or (kind == "int" and raw != int(raw)):
        raise ValueError(f"{raw!r} is not a {'whole ' * (kind == 'int')}number from {low} to {high}")
    if kind == "int":
        return int(raw)
    if kind == "float":
        return float(raw)
    size = raw * theme.enlarge
    if kind == "Length":
        return size
    if size * PT < theme.minimum - 1e-9:
        raise ValueError(f"{size:g} pt is below the minimum of {theme.minimum / PT:g} pt")
    return size * PT
