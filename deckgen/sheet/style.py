"""How a sheet looks: the options of its theme."""

from __future__ import annotations

from dataclasses import dataclass

from deckgen.draw import theme as themes
from deckgen.draw.drawing import Style
from deckgen.draw.theme import Colour, FontFace, Length, Points, Theme
from deckgen.errors import Fault, Faults, LayoutError
from deckgen.files import shipped
from deckgen.sheet.model import SheetSpec


@dataclass(frozen=True)
class SheetStyle:
    """Colours, faces, sizes and shapes.

    ``corner`` is square, round, cut or notch; ``heading`` bar, rule, centre or plate;
    ``frame`` none, line or double; ``ornament`` none, chevrons, diamonds, hatch or stars.
    """

    ink: Colour = "ink"
    soft: Colour = "soft"
    accent: Colour = "accent"
    second: Colour = "second"
    tint: Colour = "tint"
    line: Colour = "line"
    paper: Colour = "paper"
    value: Colour = "ink"
    banner: Colour = "accent"
    banner_ink: Colour = "paper"
    heading_ink: Colour = "paper"
    face: FontFace = "regular"
    strong: FontFace = "semibold"
    heading_face: FontFace = "bold"
    title_face: FontFace = "black"
    value_face: FontFace = "semibold"
    title_size: Points = 22.0
    heading_size: Points = 9.0
    label_size: Points = 7.0
    text_size: Points = 8.0
    value_size: Points = 9.5
    corner: str = "round"
    heading: str = "bar"
    frame: str = "line"
    ornament: str = "none"
    capitals: bool = True
    radius: Length = 1.0
    gap: Length = 3.0
    heading_height: Length = 5.2
    pitch: Length = 6.0
    rule: Length = 0.2
    edge: Length = 0.35


@dataclass(frozen=True)
class SheetTheme:
    """A theme of sheets, ready to draw with."""

    base: Theme
    style: SheetStyle
    drawing: Style


def load_sheet_theme(spec: SheetSpec) -> SheetTheme:
    """The theme that a sheet names: shipped, or a .yaml file beside sheet.yaml. Raises LayoutError."""
    folder = shipped("layouts") / "sheet"
    beside = spec.source.path.parent / spec.theme
    file = beside if spec.theme.endswith(".yaml") else folder / f"{spec.theme}.yaml"
    if not file.is_file():
        known = ", ".join(sorted(path.stem for path in folder.glob("*.yaml")))
        place = spec.source.line(("theme",))
        what = f'there is no theme of sheets "{spec.theme}"'
        raise LayoutError(Fault(str(spec.source.path), place, "theme", what, f"choose from {known}"))
    theme = themes.load(file, folder)
    faults = Faults()
    style = themes.resolve(SheetStyle, theme.slots.get("sheet", {}), theme, {}, faults, "slots.sheet")
    faults.raise_as(LayoutError)
    return SheetTheme(theme, style, Style(theme.fonts.files, theme.by_screen(), {}))
