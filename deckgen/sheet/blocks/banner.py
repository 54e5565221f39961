"""The banner at the top of a page: the game's name on its color, the character's name beside it."""

from __future__ import annotations

from collections.abc import Iterator

from deckgen.draw import geometry
from deckgen.draw.drawing import Segment
from deckgen.draw.geometry import Box
from deckgen.errors import Problems
from deckgen.records import record
from deckgen.sheet.blocks.base import LABEL, BlockKind, LaidOut, below, check_name
from deckgen.sheet.model import CARD_TITLE, SheetSpec
from deckgen.sheet.options import BlockOptions, Group, Height, Role
from deckgen.sheet.paper.canvas import Canvas, mark_outline, panel_outline, square
from deckgen.sources import YamlValue

_NARROW = 120  # mm: a banner of a card has only the name


@record(kw_only=True)
class BannerOptions(BlockOptions):
    """Options of a banner: ``of`` is the field for the name; ``title`` appears below or beside the game's.

    A narrow one, of a small card, has the name, or else the card's title, and the field ``role`` below it.
    """

    of: Group = ""
    role: Role = ""
    height: Height = 17.0


def _lay_out(canvas: Canvas, options: BannerOptions, width: float) -> LaidOut:
    """Return a banner ``height`` mm high; a narrow one with a name field has neither title nor ornament."""
    style = canvas.style

    def draw(box: Box) -> None:
        if (options.of or options.role) and width < _NARROW:
            if style.banner != style.ground:
                canvas.panel(box, style.banner, radius=style.radius * 2)
            _draw_narrow(canvas, options, box)
            return
        canvas.panel(box, style.banner, radius=style.radius * 2)
        if style.frame == "double":
            frame = panel_outline(box.inset(1), style.corner, style.radius * 1.6)
            canvas.pen.path(frame, None, style.banner_ink, 0.25)
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
            group, place = canvas.spec.groups[options.of], Box(x, y + LABEL, part, box.height - 5.6 - LABEL)
            canvas.words(group.label, Box(x, y, part, LABEL), "label")
            canvas.field(options.of, group.columns[0], place, group.label, style.heading_size * 1.6)

    return LaidOut(options.height, draw)


_NAME = 6.2  # the line with the name of a small card


def _draw_narrow(canvas: Canvas, options: BannerOptions, box: Box) -> None:
    """Draw a small card's name, large, its role below it, on as many lines as there is room for, and art beside them."""
    style, role = canvas.style, options.role
    high = min(_NAME, box.height)
    name = below(box, 0, high)
    if style.banner_art:
        name = name._replace(width=name.width - high)
        canvas.icon(style.banner_art, square(name.right + high / 2, name.cy, high))
    group, size, ink = canvas.spec.groups[options.of or role], style.heading_size * 1.25, style.banner_ink
    title = options.of or CARD_TITLE
    canvas.field(title, group.columns[0], name, group.label, size, role="title", ink=ink, wraps=True)
    if role:
        group = canvas.spec.groups[role]
        place, size = below(box, high, box.height - high), style.text_size
        wraps = place.height > 2 * canvas.theme.base.minimum
        canvas.field(role, group.columns[0], place, group.label, size, role="text", ink=ink, wraps=wraps)


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


def _check_role(options: BannerOptions, spot: YamlValue, spec: SheetSpec, problems: Problems) -> None:
    """Report a role that is not a single field."""
    if options.role:
        names = [group.name for group in spec.groups.values() if group.kind == "one"]
        check_name(spot.at("role"), options.role, names, "field", problems)


@record(kw_only=True)
class PortraitOptions(BlockOptions):
    """Options of a portrait in a frame, as large as fits; without a height it is as wide as its stack."""

    of: Group
    height: Height | None = None


_ASPECT = 5 / 6  # width to height, where a theme has no faces
_FRAME = 0.9  # around a portrait


def _lay_out_portrait(canvas: Canvas, options: PortraitOptions, width: float) -> LaidOut:
    """Return a portrait's box, of the shape of the theme's faces, with a frame of two lines."""
    style, people, group = canvas.style, canvas.theme.people, canvas.spec.groups[options.of]
    aspect = people.view.width / people.view.height if people else _ASPECT

    def draw(box: Box) -> None:
        room = box.inset(_FRAME)
        high = min(room.height, room.width / aspect)
        place = Box(room.cx - high * aspect / 2, room.cy - high / 2, high * aspect, high)
        canvas.pen.box(*place, style.tint)
        for out, line in ((0.25, 0.5), (0.75, 0.15)):
            canvas.pen.path(geometry.rectangle(*place.inset(-out)), None, style.accent, line, round=False)
        canvas.picture(group.name, place, group.label)

    return LaidOut(options.height or (width - 2 * _FRAME) / aspect + 2 * _FRAME, draw)


KINDS = (
    BlockKind("banner", BannerOptions, _lay_out, ("one",), check=_check_role, heading=False),
    BlockKind("portrait", PortraitOptions, _lay_out_portrait, ("one",), "picture", heading=False),
)
