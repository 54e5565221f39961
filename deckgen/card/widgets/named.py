"""The widget of results that are looked for by name, such as Pistols: names on the left, large numbers on the right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deckgen.card.widgets.base import Painter, Widget, draw_cached, keep_leading
from deckgen.card.widgets.cells import CellOptions, cell_looks, cell_marks, draw_cell
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.text import shorten, wrap_to_lines
from deckgen.draw.theme import Color, FontFace, Length, Points
from deckgen.game.model import RollsSection
from deckgen.game.values import Cell, as_cell
from deckgen.odds.mechanics import dice_name
from deckgen.records import record

_SMALLEST_NAME = 7 * PT  # read at arm's length; longer names are on two lines, or cut off
_TIGHT = 1.03  # widths of a line's room: letters are set so much closer
_LEADING = 0.88  # sizes between the baselines of a name's two lines
_DICE_GAP = 0.24  # sizes of the name between its last baseline and its dice
_INSET = 0.25  # mm, of plates from the rows above and below
_INDENT = 0.6  # mm, of names from the beginning of their row
_MARGIN, _DICE_MARGIN = 0.35, 0.6  # mm, of a name, and of one with its dice, from the rows above and below


@record
class NamedOptions(CellOptions):
    """Rows are as high as the box allows, in ``columns`` from left to right; every second one has a ``stripe``.

    A number is in the last ``number_width`` of its row, and gets smaller rather than closer to the next than ``leading``,
    the least pitch in sizes. The roll's dice are below the name or, without the room, behind it.
    ``rule`` is the line between columns, ``gap`` the space there.
    """

    size: Points = 16.0
    face: FontFace = "black"
    leading: float = 0.86
    number_width: Length = 9.0
    name_size: Points = 7.6
    name_face: FontFace = "semibold"
    name_ink: Color = "ink"
    dice_size: Points = 6.2
    dice_face: FontFace = "regular"
    dice_ink: Color = "soft"
    columns: int = 1
    gap: Length = 1.4
    stripe: Color = "none"
    rule: Color = "none"
    rule_width: Length = 0.2


def build_named(section: RollsSection, box: Box, options: NamedOptions, pen: Pen) -> Painter:
    """Draw names and dice; return the painter of {label: number or Cell}."""
    columns = min(options.columns, len(section.rolls))
    rows = -(-len(section.rolls) // columns)
    width, height = (box.width - (columns - 1) * options.gap) / columns, box.height / rows
    options = keep_leading(options, height, "size")
    for row in range(1, rows, 2):
        pen.box(box.x, box.y + row * height, box.width, height, options.stripe)
    for column in range(1, columns):
        x = box.x + column * (width + options.gap) - options.gap / 2
        pen.rule(x, box.y + 1, x, box.bottom - 1, options.rule, options.rule_width)
    boxes: dict[str, Box] = {}
    names: list[tuple[Box, str, str]] = []
    for i, (label, roll) in enumerate(section.rolls):
        column, row = divmod(i, rows)
        x, y = box.x + column * (width + options.gap), box.y + row * height
        name_box = Box(x + _INDENT, y, width - options.number_width - _INDENT, height)
        names.append((name_box, section.printed_label(label), dice_name(roll)))
        boxes[label] = Box(name_box.right, y, options.number_width, height).inset(0, _INSET)
    _draw_names(pen, options, names)

    @draw_cached
    def draw(pen: Pen, label: str, cell: Cell) -> None:
        draw_cell(pen, options, cell, boxes[label])

    def paint(pen: Pen, value: Mapping[str, int | Cell]) -> None:
        for label in boxes:
            draw(pen, label, as_cell(value[label]))

    return paint


def _draw_names(pen: Pen, options: NamedOptions, names: Sequence[tuple[Box, str, str]]) -> None:
    """Draw (box, name, dice): names on one line or two, dice below them or, without the room, behind all of them or none."""
    face, dice_style = options.name_face, (options.dice_face, options.dice_size, options.dice_ink)
    cap, dice_height = pen.cap(face), pen.cap(options.dice_face) * options.dice_size
    settings = [_name_lines(pen, options, name, box) for box, name, _ in names]
    dice_widths = [pen.width(dice, *dice_style[:2]) + options.dice_size / 2 for _, _, dice in names]
    ends = [pen.width(lines[-1], face, size) for lines, size in settings]
    is_room_behind = all(end + dice <= box.width for end, dice, (box, *_) in zip(ends, dice_widths, names, strict=True))
    is_room_below = (
        cap * options.name_size + dice_height + _DICE_GAP * options.name_size + _DICE_MARGIN <= names[0][0].height
    )
    for (box, _, dice), (lines, size), end, dice_width in zip(names, settings, ends, dice_widths, strict=True):
        height, step = (cap + (len(lines) - 1) * _LEADING) * size, dice_height + _DICE_GAP * size
        is_below = is_room_below and height + step + _DICE_MARGIN <= box.height
        y = box.cy - (height + is_below * step) / 2 + cap * size
        for i, line in enumerate(lines):
            pen.line(line, box.x, y + i * size * _LEADING, face, size, options.name_ink, room=box.width)
        y += height - cap * size
        if is_below:
            pen.line(dice, box.x, y + step, *dice_style, room=box.width)
        elif (is_room_behind or is_room_below) and end + dice_width <= box.width:
            pen.line(dice, box.x + end + options.dice_size / 2, y, *dice_style)


def _name_lines(pen: Pen, options: NamedOptions, name: str, box: Box) -> tuple[Sequence[str], float]:
    """Return a name's lines and the size of their type in mm: two if one has no room, cut off if both have none."""
    face, size = options.name_face, min(_SMALLEST_NAME, options.name_size)
    fit = pen.fit(name, face, options.name_size, box.width, box.height)
    if fit.fits and fit.size >= size - 1e-9:
        return [name], fit.size
    width, is_room_for_two = box.width * _TIGHT, box.height >= (pen.cap(face) + _LEADING) * size + _MARGIN
    lines = wrap_to_lines(name, face, size, width, pen.fonts, 2) if is_room_for_two else [name]
    if " ".join(lines) != name:  # a word was divided
        lines = [name]
    return [shorten(line, face, size, width, pen.fonts) for line in lines], size


NAMED = Widget("named", NamedOptions, build_named, cell_marks, cell_looks)
