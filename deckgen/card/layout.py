"""Layouts: a compiled template, its theme, and the widget of every slot."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from deckgen.card.code import CODE_SLOT, read_code_options
from deckgen.card.patterns import Pattern, read_pattern
from deckgen.card.svg import parser
from deckgen.card.template import OUTLINE, Template, compile_art, compile_icons, compile_template, page_size
from deckgen.card.widgets import WIDGETS, default_widget
from deckgen.card.widgets.base import SectionMarks, Widget
from deckgen.draw import theme as themes
from deckgen.draw.drawing import Drawing, Item, Segment, Style, Symbol
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.draw.outline import shape_outline
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Color, FontFace, Icon, Length, Points, Theme
from deckgen.errors import LayoutError, Problem, Problems, suggest
from deckgen.files import shipped_path, shipped_themes
from deckgen.game.model import AnySection, DeckSpec, Game, PictureSection
from deckgen.records import record

PATTERN, CARTOUCHE = "pattern", "cartouche"
"""The slots of the pattern, by default the whole card with its bleed, and of the seed, which is there twice."""


@record
class BackOptions:
    """``emblem`` is the deck's; it is in the slot ``emblem`` of the back, and in ``front-emblem``.

    ``cartouche`` options are of the slot with the seed: its type, ground and the line around it.
    An ink that cannot be read on the ground is replaced.
    """

    ground: Color = "edge"
    emblem: Icon = ""
    emblem_ink: Color = "open"
    cartouche_ink: Color = "none"
    cartouche_fill: Color = "none"
    cartouche_edge: Color = "none"
    cartouche_line: Length = 0.25
    cartouche_radius: Length = 2
    cartouche_face: FontFace = "display"
    cartouche_size: Points = 8


@record(eq=False)
class Layout:
    """The look of cards or pages, equal only to itself; ``widgets``: widget and options of slots that name one.

    ``pattern`` is that of the back; None: its art is the same for all decks. ``art``: the SVG files that a deck's cards
    show as pictures, as names and heights of symbols that are 100 wide. ``outline`` is that of drawings.
    """

    name: str
    theme: Theme
    template: Template
    widgets: Mapping[str, tuple[Widget, Any]]
    back: BackOptions
    pattern: Pattern | None = None
    art: Mapping[str, tuple[str, float]] = field(default_factory=dict)
    outline: tuple[Segment, ...] = ()

    @property
    def shows_seed(self) -> bool:
        """True if the back depends on the deck's seed."""
        return self.pattern is not None or CARTOUCHE in self.template.boxes

    @property
    def is_shipped(self) -> bool:
        """True if it is part of deckgen."""
        return shipped_path("layouts") in self.theme.file.parents

    @property
    def shape(self) -> str:
        """The name of the cards' shape, as in a drawing."""
        return "path" if self.template.outline else self.theme.shape

    @property
    def sections_in_texts(self) -> frozenset[str]:
        """The names of all fields in strings: sections whose results text slots show, and fields such as ``deck``."""
        patterns = " ".join([*self.theme.strings.values(), *self.theme.jokers.values()])
        return frozenset(re.findall(r"\{([\w-]+)\}", patterns))

    def pen(self, game: Game, problems: Problems | None, minimum: float | None = None, **options: Any) -> Pen:
        """Return a pen for cards of a game; ``minimum`` size of text in mm, by default the theme's."""
        theme, min_size = self.theme, self.theme.minimum if minimum is None else minimum
        pen = Pen(theme.fonts, min_size, str(theme.file), problems, icons=self.template.icons, **options)
        pen.words, pen.language, pen.corners = game.words, game.language, theme.corners
        pen.trim, pen.bleed = Box(0, 0, self.template.width, self.template.height), self.template.bleed
        pen.art = self.art
        return pen

    def drawing(self, items: Iterable[Item], style: Style, title: str) -> Drawing:
        """Return a drawing of the template's size with these items."""
        page = self.template
        return Drawing(page.width, page.height, page.bleed, tuple(items), style, title, self.outline, self.shape)

    def widget(self, slot: str, section: AnySection | None, problems: Problems) -> tuple[Widget, Any]:
        """Return widget and options of a slot, by default of its section (None: the playing card); adds problems."""
        if slot in self.widgets:
            return self.widgets[slot]
        widget = WIDGETS[default_widget(section)]
        boxes = self.template.boxes.keys() | self.template.joker_boxes.keys()
        named = slot if slot in boxes else ""  # else options are of another widget, if a theme inherits them
        return widget, _read_widget_options(widget, named, self.theme, self.template.icons, problems)

    def marks(self, slot: str, section: AnySection | None, problems: Problems) -> SectionMarks:
        """Return how the widget of a slot marks values; None: the playing card."""
        widget, options = self.widget(slot, section, problems)
        return widget.marks(options)


def layout_names() -> tuple[str, ...]:
    """Return the names of the shipped card layouts."""
    return tuple(sorted(shipped_themes("card")))


def shipped_size(name: str) -> tuple[float, float, str]:
    """Return width and height of a shipped layout's cards, in mm, and their shape, without compiling its drawing."""
    theme = themes.load(shipped_themes("card")[name], shipped_path("layouts") / "card")
    root = parser.read_svg(theme.template)
    has_outline = any(node.id == OUTLINE for node in root.walk())
    return *page_size(root, theme.template), "path" if has_outline else theme.shape


def load_layout(
    name_or_path: str | Path, deck: str = "", within: Path | None = None, art_files: Collection[Path] = ()
) -> Layout:
    """Return the shipped layout of that name, or the one at a path (.svg or .yaml), for a deck ("": any).

    Files that it names must be in the folder ``within``, by default its own. ``art_files``: the SVG files that cards show
    as pictures, in the theme's colors. Raises LayoutError with every problem.
    """
    folder = shipped_path("layouts") / "card"
    path = Path(name_or_path)
    if path.suffix in (".svg", ".yaml"):
        file = path.with_suffix(".yaml")
    elif str(name_or_path) in layout_names():
        file = shipped_themes("card")[str(name_or_path)]
    else:
        otherwise = "give the path of an .svg with its theme beside it"
        remedy = suggest(str(name_or_path), layout_names(), listed=True, otherwise=otherwise)
        raise LayoutError(Problem(str(name_or_path), None, "", "there is no card layout of this name", remedy))
    theme = themes.load(file, folder, deck, within)
    # a path that the user gives may be a link to anywhere, files beside it may not
    svg = parser.read_svg(theme.template, within or (None if theme.template == path else file.parent))
    screens = theme.inks_by_screen()

    def ink(color: str) -> str | None:
        return theme.recolor.get(color) or (color if color in screens else None)

    shared = {path: parser.read_svg(path, within) for path in (theme.icons, theme.pictures) if path is not None}
    pictures = shared[theme.pictures] if theme.pictures else None
    template = compile_template(svg, theme.template, theme.fonts, ink, pictures, within)
    icons: dict[str, Symbol] = {}
    for path, root in shared.items():
        icons |= compile_icons(root, path, theme.fonts, ink)
    symbols, art, problems = dict[str, Symbol](), dict[str, tuple[str, float]](), Problems()
    for path in art_files:
        name = f"art-{len(art)}"
        try:
            symbols[name], height = compile_art(parser.read_svg(path), path, theme.fonts, ink)
            art[str(path)] = name, height
        except LayoutError as error:
            problems.extend(error)
    template = replace(template, icons={**icons, **template.icons, **symbols})
    for name in theme.widgets.keys() - WIDGETS.keys():
        message = f'there is no widget "{name}"'
        problems.add(theme.file, None, f"widgets.{name}", message, suggest(name, WIDGETS, listed=True))
    widgets = _read_widgets(theme, template, problems)
    back_options = {name: value for name, value in theme.back.items() if name != PATTERN}
    back = themes.read_options(BackOptions, back_options, theme, template.icons, problems, "back")
    pattern = read_pattern(theme.back[PATTERN], theme, problems) if PATTERN in theme.back else None
    if theme.code or CODE_SLOT in {*template.boxes, *template.joker_boxes}:
        read_code_options(theme, problems)
    outline = template.outline
    try:
        outline = outline or shape_outline(theme.shape, template.width, template.height, theme.corner)
    except ValueError as error:
        problems.add(file, None, "corner", str(error), "make it smaller, or the card larger")
    problems.raise_as(LayoutError)
    layout_name = str(name_or_path) if file.parent.name == "base" else file.stem
    return Layout(layout_name, theme, template, widgets, back, pattern, art, outline)


def layout_path(game: Game, spec: DeckSpec) -> str | Path:
    """Return the layout that the game chose: a shipped name, or the path of its file."""
    return game.folder / spec.layout if spec.layout.endswith((".svg", ".yaml")) else spec.layout


def art_files(spec: DeckSpec) -> list[Path]:
    """Return the SVG files that cards of a deck show as pictures."""
    sections = [section for section in spec.sections if isinstance(section, PictureSection)]
    files = [section.file_of(str(value)) for section in sections for value in section.values if value]
    return [file for file in dict.fromkeys(files) if file.suffix.lower() == ".svg"]


@lru_cache(maxsize=4)
def game_layout(game: Game, spec: DeckSpec) -> Layout:
    """Return the layout that the game chose for a deck. Raises LayoutError."""
    return load_layout(layout_path(game, spec), spec.name, game.folder, art_files(spec))


def _read_widget_options(
    widget: Widget, slot: str, theme: Theme, icons: Mapping[str, Symbol], problems: Problems
) -> Any:
    """Return the widget's options in a slot; problems are added."""
    options = theme.widget_options(widget.name, slot)
    return themes.read_options(widget.options, options, theme, icons, problems, f"slots.{slot}")


def _read_widgets(theme: Theme, template: Template, problems: Problems) -> dict[str, tuple[Widget, Any]]:
    """Return widgets and options by slot, for slots whose theme names one; add problems of slots and strings."""
    widgets: dict[str, tuple[Widget, Any]] = {}
    boxes, texts = {**template.boxes, **template.joker_boxes}, {**template.texts, **template.joker_texts}
    for name, options in theme.slots.items():
        if name not in boxes:
            if name in theme.inherited:
                continue
            remedy = suggest(name, sorted(boxes), otherwise=f'add a rect with the id "slot-{name}"')
            theme.slot_values[name].report(problems, f'the template has no slot "{name}"', remedy)
        elif "widget" in options:
            widget_name = options["widget"]
            if widget_name.value in WIDGETS:
                widget = WIDGETS[widget_name.value]
                widgets[name] = widget, _read_widget_options(widget, name, theme, template.icons, problems)
            else:
                remedy = suggest(str(widget_name.value), WIDGETS, listed=True)
                widget_name.report(problems, f'there is no widget "{widget_name.value}"', remedy)
    for name in {**theme.strings, **theme.jokers}:
        if name not in texts and name not in theme.inherited:
            remedy = f'add a text with the id "slot-{name}", or take the string out'
            problems.add(theme.file, None, f"strings.{name}", f'the template has no text slot "{name}"', remedy)
    for name, slot in dict.fromkeys((*template.texts.items(), *template.joker_texts.items())):
        if slot.size < theme.minimum - 1e-6:
            message = f"its type of {slot.size / PT:.4g} pt is below the theme's minimum of {theme.minimum / PT:g} pt"
            problems.add(template.file, None, f"slot-{name}", message, "make it larger")
    return widgets
