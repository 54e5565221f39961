"""Style sheets of documents: a theme's options for pages, texts, tables and plots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import Path
from typing import TypeVar

from deckgen.draw import theme as themes
from deckgen.draw.drawing import Ink, Style, Symbol
from deckgen.draw.fonts import Fonts
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Color, FontFace, Icon, Length, Points, Theme, fixed
from deckgen.errors import LayoutError, Problem, Problems, suggest
from deckgen.files import shipped_path, shipped_themes
from deckgen.language import Language
from deckgen.records import record

_Part = TypeVar("_Part")

STYLES = ("kicker", "title", "lead", "heading", "subheading", "text", "small", "code")
"""Kinds of text in documents; each is a slot of the theme."""


@record
class PageStyle:
    """Margins of pages, and the running head and foot within them."""

    left: Length = 17
    right: Length = 17
    top: Length = 24
    bottom: Length = 21
    head: Length = 14
    """From the paper's upper edge to the baseline of the running head; the foot is as far from the lower."""
    size: Points = fixed(7.5)
    ink: Color = fixed("soft")
    rule: Color = "rule"
    weight: Length = 0.2


@record
class MastheadStyle:
    """The head of a document's first page: a band with its titles, or only these without a ``height``.

    The band has the theme's corners and begins ``rise`` mm above the text area. ``spine`` is a bar at its
    left, ``inner`` a thin line within its edge. ``art`` is a symbol at its right, with a longer side of
    ``art_size``; ``corner_art`` is in every corner.
    """

    height: Length = 0.0
    rise: Length = 0.0
    fill: Color = "none"
    edge: Color = "none"
    edge_width: Length = 0.3
    inner: Color = "none"
    inner_gap: Length = 0.9
    corner: Length = 2.5
    spine: Color = "none"
    spine_width: Length = 3.0
    pad: Length = 5.0
    size: Points = 24.0
    ink: Color = "ink"
    kicker_face: FontFace = "semibold"
    kicker_size: Points = fixed(9.0)
    kicker_ink: Color = "accent"
    art: Icon = ""
    art_size: Length = 20.0
    art_inset: Length = 0.0
    corner_art: Icon = ""
    corner_size: Length = 2.0


@record
class FrameStyle:
    """The border of pages to frame: a band, ``margin`` mm from the paper's edge, that wears the theme's back pattern.

    ``second`` is the ink of the second band of seals. The symbol ``stud`` is all along the band, about ``stud_gap`` mm
    apart, every other one half as large. ``art`` is the symbol of the picture at the head, and on the booklet's cover,
    by default the masthead's.
    """

    margin: Length = 8.0
    width: Length = 14.0
    art: Icon = ""
    ground: Color = "none"
    edge: Color = "accent"
    edge_width: Length = 0.7
    line: Color = "accent"
    corner: Length = 5.0
    second: Color = "alarm"
    stud: Icon = ""
    stud_size: Length = 3.0
    stud_gap: Length = 12.0
    stud_ink: Color = "second"


TONE_INKS = {
    "good": Ink("good", "#1d7a46", (0.82, 0.22, 0.9, 0.12)),
    "mixed": Ink("mixed", "#9a5b00", (0.22, 0.62, 1.0, 0.18)),
}
"""The inks of good and mixed results; bad ones have the theme's alarm. Their signs differ, too."""


@record
class TextStyle:
    """One kind of text. ``leading``: line height divided by the size.

    ``before``, ``after``: space around it. The symbol ``mark`` is before the first line, as high as its
    capitals, a ``rule`` below the last. Not options of themes: ``align`` (0: left, 1: right), and the color of
    symbols in the text, none for that of the text.
    """

    face: FontFace = "regular"
    size: Points = 9.0
    ink: Color = "ink"
    leading: float = 1.35
    before: Length = 0.0
    after: Length = 0.0
    mark: Icon = ""
    mark_ink: Color = "accent"
    rule: Color = "none"
    rule_weight: Length = 0.3
    align: float = fixed(0.0)
    icon_ink: Color = fixed("none")


@record
class TableStyle:
    """Tables. ``head_fill`` is a band behind the heads, whose text has the color ``head_ink``.

    Not options of themes: ``pad``, the space on each side of a column; ``row``, the height of a row of one
    line; ``divides``: words may be hyphenated if the table is too wide.
    """

    size: Points = 7.4
    ink: Color = fixed("ink")
    soft: Color = fixed("soft")
    alarm: Color = fixed("alarm")
    row: Length = fixed(4.0)
    pad: Length = fixed(1.2)
    zebra: Color = "zebra"
    head_size: Points = 7.0
    head_ink: Color = "accent"
    head_fill: Color = "none"
    group_size: Points = fixed(8.4)
    group_ink: Color = "accent"
    group_fill: Color = "tint"
    rule: Color = "accent"
    hair: Color = "rule"
    weight: Length = fixed(0.3)
    before: Length = fixed(2.0)
    after: Length = fixed(2.5)
    divides: bool = fixed(True)


@record
class PlotStyle:
    """Plots. Lines, dots and bars differ in shape, not only in color."""

    title_size: Points = fixed(7.4)
    size: Points = fixed(6.5)
    ink: Color = fixed("soft")
    axis: Color = fixed("rule")
    line: Color = "open"
    dot: Color = "ink"
    bar: Color = "accent"


@record
class Stylesheet:
    """The look and language of a document: ``texts`` by STYLES, ``shared`` fonts, inks and symbols."""

    theme: Theme
    shared: Style
    page: PageStyle
    texts: Mapping[str, TextStyle]
    table: TableStyle
    plot: PlotStyle
    language: Language = field(default_factory=Language)
    masthead: MastheadStyle = field(default_factory=MastheadStyle)
    frame: FrameStyle = field(default_factory=FrameStyle)

    @property
    def fonts(self) -> Fonts:
        return self.theme.fonts

    @property
    def min_text_size(self) -> float:
        """The theme's least font size, in mm."""
        return self.theme.minimum

    def color(self, name: str) -> str:
        return self.theme.color(name)

    def pen(self, slot: str = "") -> Pen:
        """Return a pen with an empty page, ``slot`` in its messages; it makes wide text smaller, but not closer."""
        icons = self.shared.symbols
        pen = Pen(self.fonts, self.min_text_size, tightest=0.0, icons=icons)
        pen.slot, pen.language, pen.corners = slot, self.language, self.theme.corners
        return pen


def load_stylesheet(
    name_or_path: str | Path = "base/1",
    language: Language | None = None,
    symbols: Callable[[Theme], Mapping[str, Symbol]] = lambda _: {},
    within: Path | None = None,
) -> Stylesheet:
    """Return the shipped style sheet of that name, or the one in the YAML file at that path.

    ``language`` (default: English) is for hyphens and phrases. ``symbols`` returns the drawings of a theme. Files
    named in it must be in the folder ``within``, by default its own. Raises LayoutError with every problem.
    """
    shipped, path = shipped_themes("document"), Path(name_or_path)
    file = path if path.suffix in (".yaml", ".yml") else shipped.get(str(name_or_path), path)
    if not file.is_file():
        remedy = f"choose {', '.join(shipped)}, or give the path of a theme"
        raise LayoutError(Problem(str(name_or_path), None, "", "there is no document look of this name", remedy))
    theme = themes.load(file, shipped_path("layouts") / "document", within=within)
    problems = Problems()
    for name, slot in theme.slot_values.items():
        if name not in (part_names := ("page", "masthead", "frame", "table", "plot", *STYLES)):
            slot.report(problems, f'documents have no part "{name}"', suggest(name, part_names))

    icons = symbols(theme)

    def read_part(part_type: type[_Part], name: str) -> _Part:
        return themes.read_options(part_type, theme.slots.get(name, {}), theme, icons, problems, f"slots.{name}")

    stylesheet = Stylesheet(
        theme,
        theme.style(icons),
        read_part(PageStyle, "page"),
        {name: read_part(TextStyle, name) for name in STYLES},
        read_part(TableStyle, "table"),
        read_part(PlotStyle, "plot"),
        language or Language(),
        read_part(MastheadStyle, "masthead"),
        read_part(FrameStyle, "frame"),
    )
    problems.raise_as(LayoutError)
    return stylesheet
