"""The widget of results that are looked for by name, such as Pistols: names on the left, large numbers on the right."""

from __future__ import annotations

from collections.abc import Sequence

from deckgen.card.widgets.base import Painter, Widget, keep_leading
from deckgen.card.widgets.cells import CellOptions, cell_looks, cell_marks, cells_painter
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.text import shorten, wrap
from deckgen.draw.theme import Color, FontFace, Length, Points
from deckgen.game.model import RollsSection
from deckgen.odds.mechanics import dice_name
from deckgen.records import record

_NAME, _DICE, _RULE = "semibold", "regular", 0.2  # typefaces, and mm of the line between columns
_SMALLEST_NAME = 7 * PT  # read at arm's length; longer names are on two lines, or cut off
_TIGHT = 1.02  # widths of its room that a line may have: its letters are set closer
_LEADING = 0.88  # sizes between the baselines of a name's two lines
_DICE_GAP = 0.24  # sizes of the name between its last baseline and its dice
_INSET = 0.25  # mm, of plates from the rows above and below
_INDENT = 0.6  # mm, of names from the beginning of their row, and from their number
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
    name_ink: Color = "ink"
    dice_size: Points = 6.2
    dice_ink: Color = "soft"
    columns: int = 1
    gap: Length = 1.4
    stripe: Color = "none"
    rule: Color = "none"


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
        pen.rule(x, box.y + 1, x, box.bottom - 1, options.rule, _RULE)
    boxes: dict[str, Box] = {}
    names = []
    for i, (label, roll) in enumerate(section.rolls):
        column, row = divmod(i, rows)
        x, y = box.x + column * (width + options.gap), box.y + row * height
        name_box = Box(x + _INDENT, y, width - options.number_width - 2 * _INDENT, height)
        lines, size = _name_lines(pen, options, section.printed_label(label), name_box)
        end = name_box.x + pen.width(lines[-1], _NAME, size) + options.dice_size / 2
        names.append((name_box, lines, size, dice_name(roll), end))
        boxes[label] = Box(name_box.right + _INDENT, y, options.number_width, height).inset(0, _INSET)
    _draw_names(pen, options, names)
    return cells_painter(options, boxes)


def _draw_names(pen: Pen, options: NamedOptions, names: Sequence[tuple[Box, Sequence[str], float, str, float]]) -> None:
    """Draw (box, lines, size in mm, dice, x behind the name): dice below one line, or behind, with room behind all or below any."""
    style, cap = (_DICE, options.dice_size, options.dice_ink), pen.cap(_NAME)
    step = pen.cap(_DICE) * options.dice_size + _DICE_GAP * options.name_size
    is_below = cap * options.name_size + step + _DICE_MARGIN <= names[0][0].height
    fits = [end + pen.width(dice, *style[:2]) <= box.right for box, *_, dice, end in names]
    for (box, lines, size, dice, end), is_room in zip(names, fits, strict=True):
        is_step, last = is_below and len(lines) == 1, (len(lines) - 1) * _LEADING * size
        y = box.cy + (cap * size - last - is_step * step) / 2
        for i, line in enumerate(lines):
            pen.line(line, box.x, y + i * _LEADING * size, _NAME, size, options.name_ink, room=box.width)
        if is_step or (is_room and (is_below or all(fits))):
            pen.line(dice, box.x if is_step else end, y + last + is_step * step, *style)


def _name_lines(pen: Pen, options: NamedOptions, name: str, box: Box) -> tuple[Sequence[str], float]:
    """Return a name's lines and the size of their type in mm: several if one has no room, cut off if they have none."""
    face, size = _NAME, min(_SMALLEST_NAME, options.name_size)
    fit = pen.fit(name, face, options.name_size, box.width, box.height)
    if fit.fits and fit.size >= size - 1e-9:
        return [name], fit.size
    width, pitch = box.width * _TIGHT, size * _LEADING
    for language in (None, pen.language):  # words are hyphenated only if they must be
        lines = [line.string for line in wrap([(name, face)], size, width, pen.fonts, language)]
        if all(line.endswith("-") or f"{line} " in name for line in lines[:-1]):
            break
    else:  # a word would be divided at any letter
        lines = [name]
    most = 1 + int((box.height - _MARGIN - pen.cap(face) * size) / pitch)
    lines = [*lines[: most - 1], *filter(None, [" ".join(lines[most - 1 :])])]
    return [shorten(line, face, size, width, pen.fonts) for line in lines], size


NAMED = Widget("named", NamedOptions, build_named, cell_marks, cell_looks)
