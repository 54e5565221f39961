"""Themes: the palette, the fonts, and the widget of every slot with its options.

Looks that last are shipped as ``base/1``: their files never change, so that what extends them never does.
"""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from deckgen.draw.drawing import FINISHES, Ink, Style, Symbol
from deckgen.draw.fonts import PT, Fonts, cached_fonts, font_files, packaged_file, packaged_typefaces
from deckgen.draw.geometry import Corners
from deckgen.draw.truetype import read_font
from deckgen.errors import LayoutError, Problems, suggest
from deckgen.reach import OutOfReachError, real_path, resolve_named
from deckgen.records import record
from deckgen.sources import YamlFile, YamlValue, check_schema, read_yaml

SCHEMA = Path(__file__).with_name("theme.schema.json")
_MERGED = ("palette", "fonts", "strings", "jokers", "back", "panels", "code", "slots")

Color = str
"""An option: the name of a palette color, or none; read as a screen value, "" for none."""
Points = float
"""An option in points, at least 1 and the theme's minimum; read as mm."""
Length = float
"""An option in mm."""
FontFace = str
"""An option: the name of a typeface of the theme."""
Icon = str
"""An option: the name of a symbol of the template; "" for none."""
Counts = tuple[int, int]
"""An option: the least and the greatest of a count that follows from the deck, as ``[34, 60]``."""

Options = TypeVar("Options")
_BOUNDS = {"Points": (1, 1000), "Length": (0, 1000), "float": (-10, 10), "int": (1, 100), "Counts": (1, 1000)}
"""Least and greatest values of options; a length whose default is negative may be negative."""
_COLOR_FALLBACKS = {"paper": "white", "edge": "ground", "steel": "soft", "bright": "ground_ink"}
"""Colors that replace default colors which a palette lacks."""


def fixed(default: Any) -> Any:
    """Return a field of an options record that no theme can set; it always has this default."""
    return dataclasses.field(default=default, metadata={"fixed": True})


def bounded(default: Any, low: float, high: float) -> Any:
    """Return a field of an options record: a number, length or counts from ``low`` to ``high``."""
    return dataclasses.field(default=default, metadata={"bounds": (low, high)})


@record
class Theme:
    """A theme with all that it extends.

    ``slots`` (slot → option, ``open.fill`` for that of a mark), ``back``, ``panels`` and ``code`` are unchecked
    options; ``slot_values`` are the slots in the YAML, ``widgets`` options by widget, which those of a slot override. ``minimum`` (of text) and ``safe`` (zone) are in mm.
    ``strings`` (and ``jokers``, which win on jokers): the patterns of text slots. ``corners`` are those of panels.
    ``decks`` names the decks for which the file itself has options, ``deck_options`` are those of all, its own last. ``recolor`` maps the template's colors to this theme's
    colors of the same names. ``icons`` is an SVG of symbols for widgets, ``pictures`` one of symbols that the
    template's art may place, ``people`` one of the parts that faces are built from, ``without`` the sections that the
    layout omits on purpose. Sizes and lengths are multiplied by ``enlarge``. ``inherited`` are slots and strings that the
    template need not have, because they come from an extended theme, or are for all decks while this deck has its
    own template. ``shape`` of cards and radius of its ``corner`` (mm). ``shorter`` maps a text slot and its string to shorter ones, used where the first has no room.
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
    slot_values: Mapping[str, YamlValue]
    back: Mapping[str, YamlValue]
    panels: Mapping[str, YamlValue]
    code: Mapping[str, YamlValue]
    recolor: Mapping[str, str]
    widgets: Mapping[str, Mapping[str, YamlValue]]
    icons: Path | None = None
    pictures: Path | None = None
    people: Path | None = None
    corners: Corners = "round"
    decks: tuple[str, ...] = ()
    without: frozenset[str] = frozenset()
    enlarge: float = 1.0
    inherited: frozenset[str] = frozenset()
    shorter: Mapping[tuple[str, str], tuple[str, ...]] = dataclasses.field(default_factory=dict)
    shape: str = "rect"
    corner: float = 0.0
    deck_options: Mapping[str, Sequence[YamlValue]] = dataclasses.field(default_factory=dict)

    def color(self, name: str) -> str:
        """Return the screen value of a color. Raises KeyError if the palette lacks it."""
        return self.inks[name].screen

    def color_or(self, name: str, otherwise: str = "") -> str:
        """Return the screen value of a color, or ``otherwise`` if the palette lacks it."""
        return self.inks[name].screen if name in self.inks else otherwise

    def widget_options(self, widget: str, slot: str) -> dict[str, YamlValue]:
        """Return the options of a slot that has this widget: all such slots', then its own."""
        return {**self.widgets.get(widget, {}), **self.slots.get(slot, {})}

    def inks_by_screen(self) -> dict[str, Ink]:
        """Return the inks by screen value (``#rrggbb``)."""
        return {ink.screen: ink for ink in self.inks.values()}

    def style(self, symbols: Mapping[str, Symbol]) -> Style:
        """Return the style of drawings with this theme and these symbols."""
        return Style(self.fonts.files, self.inks_by_screen(), symbols)


def load(file: Path, shipped: Path, deck: str = "", within: Path | None = None) -> Theme:
    """Return the theme in ``file``; themes that it extends are beside it or in the folder ``shipped``.

    Options for the ``deck`` of that name come before all others. Files that themes name must be in the folder
    ``within``, by default in their own. Raises LayoutError with every problem.
    """
    return _Loader(file, shipped, within).theme(deck)


class _Loader:
    """Reads a theme and all it extends."""

    def __init__(self, file: Path, shipped: Path, within: Path | None) -> None:
        self.file, self.shipped, self.within, self.problems = file, shipped, within, Problems()
        self.sources: list[YamlFile] = []  # the theme itself first
        self._add_file(file)
        self.problems.raise_as(LayoutError)
        self.merged: dict[str, dict[str, YamlValue]] = {part: {} for part in _MERGED}
        self.options: dict[str, dict[str, dict[str, YamlValue]]] = {"slots": {}, "widgets": {}}
        self.settings: dict[str, YamlValue] = {}

    def theme(self, deck: str) -> Theme:
        """Return the theme with the options of the deck ``deck`` ("": of none) on top. Raises LayoutError."""
        sources, merged = self.sources[::-1], self.merged
        palettes: dict[Path, Mapping[str, YamlValue]] = {}
        deck_options: dict[str, list[YamlValue]] = {}
        for source in sources:
            self._merge(source.at())
            palettes[source.path] = dict(merged["palette"])
            for name in source.data.get("decks", {}):
                deck_options.setdefault(name, []).append(source.at("decks", name))
        for layer in deck_options.get(deck, ()):
            self._merge(layer)
        deck_templates = [layer for layer in reversed(deck_options.get(deck, ())) if "template" in layer.value]
        inks = _read_inks(merged["palette"], self._finishes(), self.problems, self.file)
        template, palette_file = self._template([*deck_templates, *(source.at() for source in self.sources)])
        icons = None
        if value := self.settings.get("icons"):  # beside the theme that names it, else shipped
            icons, shipped_icons = self._path(value) or value.source.path, self.shipped / str(value.value)
            icons = shipped_icons if shipped_icons.is_file() and not icons.is_file() else icons
        pictures, people = self.settings.get("pictures"), self.settings.get("people")
        recolored = [palettes[value.source.path] for value in (pictures, people) if value]
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
            float(self._setting("minimum", 5.5)) * PT,
            float(self._setting("safe", 3)),
            {name: patterns[0] for name, patterns in strings.items()},
            {name: patterns[0] for name, patterns in jokers.items()},
            self.options["slots"],
            merged["slots"],
            merged["back"],
            merged["panels"],
            merged["code"],
            {
                value.value["screen"]: inks[name].screen
                for palette in (*recolored, palettes[palette_file])
                for name, value in palette.items()
            },
            self.options["widgets"],
            icons,
            self._path(pictures) if pictures else None,
            self._path(people) if people else None,
            self._setting("corners", "round"),
            tuple(self.sources[0].data.get("decks", {})),
            frozenset(self._setting("without", ())),
            float(self._setting("enlarge", 1)),
            # options of another theme, or of all decks while this one has its own template
            frozenset(
                name
                for name, value in {**merged["slots"], **merged["strings"], **merged["jokers"]}.items()
                if value.source.path != self.file or (deck_templates and "decks" not in value.path)
            ),
            {
                (name, first): tuple(alternatives)
                for name, (first, *alternatives) in (*strings.items(), *jokers.items())
                if alternatives
            },
            self._setting("shape", "rect"),
            float(self._setting("corner", 0)),
            deck_options,
        )

    def _add_file(self, file: Path, outer: tuple[Path, ...] = ()) -> None:
        """Add a theme's file, then its bases, the last first; report those missing, or in ``outer``: they extend it."""
        source = read_yaml(file, LayoutError, self.within)
        self.sources.append(source)
        if check_schema(source, SCHEMA, self.problems) or "extends" not in source.data:
            return
        bases = source.at("extends")
        for base in reversed([bases] if isinstance(bases.value, str) else bases.items()):
            reach_problems = Problems()
            candidates = [base.resolve_file(reach_problems, name := f"{base.value}.yaml", self.within)]
            with suppress(OutOfReachError):
                candidates.append(resolve_named(name, self.shipped))
            files = [real_path(candidate) for candidate in candidates if candidate and candidate.is_file()]
            base_file = next((file for file in files if file == files[-1] or self._may_be_theme(file)), None)
            if base_file is None and reach_problems:
                self.problems.extend(LayoutError(reach_problems))
            elif base_file is None or base_file in (*outer, real_path(file)):
                message = f'extends "{base.value}", which {"extends this theme" if base_file else "does not exist"}'
                base.report(self.problems, message, "name a theme beside this file or a shipped one")
            elif base_file not in [source.path for source in self.sources]:  # its options have priority
                self._add_file(base_file, (*outer, real_path(file)))

    def _may_be_theme(self, file: Path) -> bool:
        """Return whether a file is not of another kind by its ``format``, as a game's ``sheet/sheet.yaml`` is."""
        data = read_yaml(file, LayoutError, self.within).data
        return not isinstance(data, dict) or "format" not in data

    def _merge(self, options: YamlValue) -> None:
        """Add a theme's or deck's options; each replaces the one of its name that was added before."""
        for key in options.value:
            section = options.at(key)
            if key in _MERGED:
                self.merged[key] |= {name: section.at(name) for name in section.value}
            if key in self.options:
                for name in section.value:
                    self.options[key].setdefault(name, {}).update(_slot_options(section.at(name)))
            elif key not in _MERGED:
                self.settings[key] = section

    def _setting(self, key: str, default: Any) -> Any:
        return self.settings[key].value if key in self.settings else default

    def _finishes(self) -> dict[str, str]:
        """Return finishes by the color's name; report colors that the palette lacks."""
        finishes: dict[str, str] = {}
        for finish in FINISHES:
            named = self.settings.get(finish)
            for value in () if named is None else [named] if isinstance(named.value, str) else named.items():
                finishes[value.value] = finish
                if value.value not in self.merged["palette"]:
                    message = f'the palette has no color "{value.value}"'
                    value.report(self.problems, message, suggest(value.value, self.merged["palette"]))
        return finishes

    def _path(self, name: YamlValue) -> Path | None:
        """Return the path of a file that a theme names; None, with a problem, if it is missing or out of reach."""
        return name.resolve_file(self.problems, within=self.within)

    def _template(self, layers: list[YamlValue]) -> tuple[Path, Path]:
        """Return the SVG and the theme with its palette: of the first layer that names one or has one beside it."""
        for layer in layers:
            path = layer.source.path
            if "template" in layer.value:
                return self._path(layer.at("template")) or path, path
            beside = path.with_suffix(".svg")
            if beside.is_file():
                return beside, path
        return self.file.with_suffix(".svg"), layers[-1].source.path

    def _fonts(self) -> Fonts:
        """Return the fonts of the theme, the same object for the same files; missing files are reported."""
        shipped, fallbacks = packaged_typefaces(), self.settings.get("fallbacks")
        files = {
            typeface: packaged_file(name.value) if name.value in shipped else self._font(name)
            for typeface, name in self.merged["fonts"].items()
        }
        fallback_files = [self._font(name, fallback=True) for name in fallbacks.items()] if fallbacks else ()
        return cached_fonts(tuple(font_files(files, fallback_files).items()))

    def _font(self, name: YamlValue, *, fallback: bool = False) -> str:
        """Return a font's path, "" if out of reach; report a missing file, and a ``fallback`` that cannot be read."""
        path = self._path(name)
        if path is None:
            return ""
        shipped_font = self.shipped.parent / "fonts" / str(name.value)
        if not path.is_file() and shipped_font.is_file():
            path = shipped_font
        file = str(real_path(path))
        if not path.is_file():
            message = f"there is no font file {name.value}"
            name.report(self.problems, message, "give its path relative to the theme, or a face of Source Sans Pro")
        elif fallback:
            try:
                read_font(file)
            except LayoutError as error:
                for problem in error.problems:
                    name.report(self.problems, problem.message, problem.remedy)
        return file


def _slot_options(slot: YamlValue) -> Iterator[tuple[str, YamlValue]]:
    """Yield names and values of a slot's options; those of a mark separately, as ``open.fill``."""
    for name, value in slot.value.items():
        if isinstance(value, Mapping):
            yield from ((f"{name}.{part}", slot.at(name, part)) for part in value)
        else:
            yield name, slot.at(name)


def _read_mix(percents: Sequence[float]) -> tuple[float, float, float, float]:
    cyan, magenta, yellow, black = (share / 100 for share in percents)
    return cyan, magenta, yellow, black


def _read_inks(
    palette: Mapping[str, YamlValue], finishes: Mapping[str, str], problems: Problems, file: Path
) -> dict[str, Ink]:
    """Return the inks by color name; report colors of one screen value with different inks.

    A color without a mix for small text takes that of another of its screen value, and one from a theme that ``file``
    extends all inks of the color of ``file`` with its screen value.
    """
    small_mixes = {
        color.value["screen"]: _read_mix(color.value["small"]) for color in palette.values() if "small" in color.value
    }
    inks: dict[str, Ink] = {}
    by_screen: dict[str, Ink] = {}
    for name, color in sorted(palette.items(), key=lambda entry: entry[1].source.path != file):
        value, small = color.value, small_mixes.get(color.value["screen"])
        ink = Ink(name, value["screen"], _read_mix(value["cmyk"]), value.get("spot"), finishes.get(name, ""), small)
        other = by_screen.setdefault(ink.screen, ink)
        if replace(other, name=name) != ink:
            if color.source.path != file:
                ink = replace(other, name=name)
            else:
                message = f'has the screen color {ink.screen} of "{other.name}" but other inks'
                color.report(problems, message, "change one screen value a little, or make the inks the same")
        inks[name] = ink
    return {name: inks[name] for name in palette}


def read_options(
    options_type: type[Options],
    options: Mapping[str, YamlValue],
    theme: Theme,
    icons: Mapping[str, Any],
    problems: Problems,
    key_path: str,
) -> Options:
    """Return a record of ``options_type``, fields read by their annotations; wrong and missing ones have defaults.

    Adds unknown options, colors, typefaces and icons (keys of ``icons``), and sizes below the minimum to
    ``problems``; ``key_path`` is where the options are in the theme. A size that is a default, or another theme's, is
    raised to the minimum.
    """
    fields = dict(option_fields(options_type))
    metadata = {field.name: field.metadata for field in dataclasses.fields(options_type)}  # type: ignore[arg-type]
    all_bounds = {name: facts["bounds"] for name, facts in metadata.items() if "bounds" in facts}
    settable = [*settable_fields(options_type)]
    for name, spot in options.items():
        if name not in settable and name != "widget":
            spot.report(problems, f'there is no option "{name}" here', suggest(name, settable, listed=True))
    values = {}
    for name, (option_type, default) in fields.items():
        option = options.get(name)
        raw = raw_option(option, option_type, default, theme)
        try:
            bounds = all_bounds.get(name) or _BOUNDS.get(option_type)
            values[name] = _read_option(option_type, raw, default, theme, icons, bounds)
        except ValueError as error:
            values[name] = raw_option(None, option_type, default, theme)
            remedy = "change the option, or add what it names"
            if option is None:
                problems.add(theme.file, None, f"{key_path}.{name}", f"left out, and {error}", remedy)
            else:
                option.report(problems, str(error), remedy)
    marks: dict[str, dict[str, Any]] = {}
    for name, value in values.items():
        mark, _, part = name.rpartition(".")
        marks.setdefault(mark, {})[part] = value
    plain = marks.pop("", {})
    return options_type(**plain, **{m: replace(getattr(options_type, m), **p) for m, p in marks.items()})


def raw_option(option: YamlValue | None, option_type: str, default: Any, theme: Theme) -> Any:
    """Return an option as YAML would have it, or its default: a color of the palette, a size above the minimum."""
    raw = default if option is None else option.value
    is_from_elsewhere = option is None or option.source.path != theme.file
    if option_type == "Points" and is_from_elsewhere and isinstance(raw, int | float):
        return max(raw, theme.minimum / PT / theme.enlarge)
    is_missing = option is None and option_type == "Color" and raw not in theme.inks
    return _COLOR_FALLBACKS.get(raw, raw) if is_missing else raw


def settable_fields(options_type: Any) -> dict[str, tuple[str, Any]]:
    """Return (type, default) of the options that a theme can set, by name."""
    fixed = {field.name for field in dataclasses.fields(options_type) if "fixed" in field.metadata}
    return {name: field for name, field in option_fields(options_type) if name not in fixed}


def option_fields(options_type: Any, mark: str = "") -> Iterator[tuple[str, tuple[str, Any]]]:
    """Yield (name, (type, default)) of a record's options; ``mark``: prefix of those of a mark, as in ``open.fill``."""
    for field in dataclasses.fields(options_type):
        default = getattr(options_type, field.name, field.default)
        if dataclasses.is_dataclass(default):
            yield from option_fields(default, f"{field.name}.")
        else:
            yield mark + field.name, (str(field.type), default)


def _read_option(
    option_type: str,
    raw: Any,
    default: Any,
    theme: Theme,
    icons: Mapping[str, Any],
    bounds: tuple[float, float] | None,
) -> Any:
    """Return ``raw`` as number, counts or mm, screen color ("": none), bool or text. Raises ValueError if it is wrong."""
    if bounds:
        return (
            _read_counts(raw, *bounds)
            if option_type == "Counts"
            else _read_number(option_type, raw, default, theme, *bounds)
        )
    if option_type.startswith("Literal["):
        choices = ast.literal_eval(option_type.removeprefix("Literal"))
        if raw not in choices:
            raise ValueError(f"{raw!r} is none of {', '.join(choices)}")
        return raw
    expected_type = bool if option_type == "bool" else str
    if not isinstance(raw, expected_type):
        raise ValueError(f"{raw!r} is not {'true or false' if option_type == 'bool' else 'a text'}")  # noqa: TRY004 (bad data)
    if option_type == "Color":
        if raw == "none":
            return ""
        if raw not in theme.inks:
            raise ValueError(f"the palette has no color {raw!r}")
        return theme.color(str(raw))
    if option_type == "FontFace" and raw not in theme.fonts.files:
        raise ValueError(f"the fonts have no face {raw!r}")
    if option_type == "Icon" and raw and raw not in icons:
        raise ValueError(f"the template has no symbol {raw!r}")
    return raw


def _read_counts(raw: Any, low: float, high: float) -> Counts:
    """Return the ends of a range of counts. Raises ValueError unless they are two, the lower first."""
    is_range = isinstance(raw, list | tuple) and len(raw) == 2 and all(type(end) is int for end in raw)
    if not is_range or not low <= raw[0] <= raw[1] <= high:
        raise ValueError(f"{raw!r} is not a range of whole numbers from {low} to {high}, such as [{low}, {high}]")
    return raw[0], raw[1]


def _read_number(option_type: str, raw: Any, default: float, theme: Theme, low: float, high: float) -> float:
    """Return a number, sizes and lengths (< 0 only if ``default`` is) in mm × ``enlarge``. Raises ValueError."""
    if not isinstance(raw, int | float) or isinstance(raw, bool):
        raise ValueError(f"{raw!r} is not a number")  # noqa: TRY004 (bad data)
    if default < 0:
        low = -high
    if not low <= raw <= high or (option_type == "int" and raw != int(raw)):
        raise ValueError(f"{raw!r} is not a {'whole ' * (option_type == 'int')}number from {low} to {high}")
    if option_type == "int":
        return int(raw)
    if option_type == "float":
        return float(raw)
    size = raw * theme.enlarge
    if option_type == "Length":
        return size
    if size * PT < theme.minimum - 1e-9:
        raise ValueError(f"{size:g} pt is below the minimum of {theme.minimum / PT:g} pt")
    return size * PT
