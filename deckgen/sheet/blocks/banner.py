"""The banner at the top of a page: the game's name on its color, the character's name beside it."""

from __future__ import annotations

from collections.abc import Iterator

from deckgen.draw import geometry
from deckgen.draw.drawing import Segment
from deckgen.draw.geometry import Box
from deckgen.records import record
from deckgen.sheet.blocks.base import LABEL, BlockKind, LaidOut, below
from deckgen.sheet.options import BlockOptions, Group, Height
from deckgen.sheet.paper.canvas import Canvas, mark_outline, panel_outline, square

_NARROW = 120  # mm: a banner of a card has only the name


@record(kw_only=True)
class BannerOptions(BlockOptions):
    """Options of a banner: ``of`` is the field for the name; ``title`` appears below or beside the game's."""

    of: Group = ""
    height: Height = 17.0


def _lay_out(canvas: Canvas, options: BannerOptions, width: float) -> LaidOut:
    """Return a banner ``height`` mm high; a narrow one with a name field has it below its title, and no ornament."""
    style = canvas.style

    def draw(box: Box) -> None:
        canvas.panel(box, style.banner, radius=style.radius * 2)
        narrow = bool(options.of) and width < _NARROW
        if style.frame == "double" and not narrow:
            frame = panel_outline(box.inset(1), style.corner, style.radius * 1.6)
            canvas.pen.path(frame, None, style.banner_ink, 0.25)
        if narrow:
            _draw_narrow(canvas, options, box)
            return
        split = width * 0.42
        with canvas.tagged("H1"):
            _draw_titles(canvas, options, box, split)
        for outline in _ornament(style.ornament, Box(box.x + split - 12, box.y, 12, box.height)):
            canvas.pen.path(outline, style.second)
        if style.banner_art:
            canvas.icon(style.banner_art, square(box.x + split - 7, box.cy, box.height - 2))
        if options.of:
            x, y, part = box.x + split + 3, box.y + 2.6, width - split - 7
            canvas.panel(Box(x - 1, box.y + 2, part + 2, box.height - 4), style.paper)
            canvas.words(canvas.spec.groups[options.of].label, Box(x, y, part, LABEL), "label")
            _add_name_field(canvas, options.of, Box(x, y + LABEL, part, box.height - 5.6 - LABEL), 1.6)

    return LaidOut(options.height, draw)


_GAME = 3.8  # the line with the game's name


def _draw_narrow(canvas: Canvas, options: BannerOptions, box: Box) -> None:
    """Draw the game's name on a line above the character's."""
    style, spec = canvas.style, canvas.spec
    if style.frame == "double":
        frame = panel_outline(box.inset(0.15), style.corner, style.radius * 2)
        canvas.pen.path(frame, None, style.banner_ink, 0.3, round=False)
    line = below(box, 0.45, _GAME).inset(2.4, 0)
    title = spec.title.upper() if style.capitals else spec.title
    with canvas.tagged("H1"):
        canvas.words(title, line, "title", size=min(style.title_size, style.label_size * 1.14))
        if options.title:
            canvas.words(options.title, line, "strong", 1.0, style.banner_ink, style.label_size)
    room = Box(box.x + 1, box.y + _GAME + 0.4, box.width - 2, box.height - _GAME - 1.4)
    canvas.panel(room, style.paper)
    _add_name_field(canvas, options.of, room.inset(0.4, 0), 1.25)


def _add_name_field(canvas: Canvas, field: str, box: Box, size: float) -> None:
    """Add the field for the name, ``size`` times as large as a heading."""
    group = canvas.spec.groups[field]
    canvas.field(field, group.columns[0], box, group.label, canvas.style.heading_size * size)


def _draw_titles(canvas: Canvas, options: BannerOptions, box: Box, split: float) -> None:
    """Draw the game's title left of ``split`` mm, the banner's below it, or at the right if it names no field."""
    style, spec = canvas.style, canvas.spec
    title = spec.title.upper() if style.capitals else spec.title
    below = options.title or spec.name
    left = Box(box.x + 5, box.y + 2, split - 20, box.height - 4)
    if options.of:
        upper = Box(left.x, left.y, left.width, left.height * 0.62)
        lower = Box(left.x, upper.bottom, left.width, left.height - upper.height)
        canvas.words(title, upper, "title")
        canvas.words(below, lower, "strong", 0.0, style.banner_ink, style.text_size * 1.1)
    else:
        right = Box(box.x + split + 2, box.y, box.width - split - 7, box.height)
        canvas.words(title, left, "title", size=style.title_size * 0.7)
        canvas.words(below, right, "strong", 1.0, style.banner_ink, style.heading_size * 1.15)


def _ornament(kind: str, box: Box) -> Iterator[tuple[Segment, ...]]:
    """Yield the outlines of an ornament in a box 12 mm wide; nothing for "none"."""
    match kind:
        case "chevrons":
            y, s = box.cy, box.height * 0.3
            for x in (box.x, box.x + 3, box.x + 6):
                a = x + 1.4
                points = [x, y - s, a, y - s, a + s * 0.6, y, a, y + s, x, y + s, x + s * 0.6, y]
                yield geometry.polygon(points)
        case "hatch":
            slant = box.height * 0.3
            for i in range(4):
                x = box.x + i * 2.6
                a = x + 1.4
                yield geometry.polygon([x + slant, box.y, a + slant, box.y, a, box.bottom, x, box.bottom])
        case "diamonds":
            for share, size in ((0.22, 2.2), (0.5, 3.6), (0.78, 2.2)):
                yield mark_outline("diamond", square(box.cx + 1, box.y + box.height * share, size))


KINDS = (BlockKind("banner", BannerOptions, _lay_out, ("one",), heading=False),)
