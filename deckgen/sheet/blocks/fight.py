"""Blocks for fights on a small card: tiles of values, attacks, wounds with penalties."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated

from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.errors import Problems
from deckgen.records import record
from deckgen.sheet import options as opt
from deckgen.sheet.blocks import base
from deckgen.sheet.blocks.base import LABEL, BlockKind, LaidOut, below, beside, divide_rows
from deckgen.sheet.blocks.parts import (
    Entry,
    Fields,
    Table,
    join_tip,
    level_rows,
    level_table,
    list_table,
    main_entries,
)
from deckgen.sheet.model import SheetSpec
from deckgen.sheet.paper.canvas import PAD, Canvas, mark_outline, square
from deckgen.sources import YamlValue

_APART = 0.8  # between tiles
_PAD = 0.9  # from a tile's edge to its words


@record(kw_only=True)
class TilesOptions(opt.BlockOptions):
    """Options of tiles: each shows an entry's main value, and in small letters its column ``second``."""

    of: opt.Groups
    abreast: Annotated[int, opt.Option("Tiles side by side.", {"type": "integer", "minimum": 1, "maximum": 12})] = 3
    above: Annotated[bool, opt.Option("Put labels above values, not beside them.", {"type": "boolean"})] = False
    second: Annotated[str, opt.Option("A column to show in small letters below the label.", opt.TEXT)] = ""
    short: opt.Short = field(default_factory=dict)
    pitch: opt.Pitch = 5.6


def _fit_label(canvas: Canvas, label: str, width: float) -> str:
    """Return a label shortened to fit into ``width`` mm; a full stop shows that it is cut."""
    short = label
    closer = 0.025 * canvas.style.label_size  # how far each letter may close up
    while canvas.width(short, "label") - closer * len(short) > width and len(short) > 2:  # a letter and the stop
        short = short.rstrip(".")[:-1].rstrip() + "."
    return short


def _check_columns(
    options: TilesOptions | AttacksOptions, spot: YamlValue, spec: SheetSpec, problems: Problems
) -> None:
    """Report options that name a column which a group lacks."""
    option_names = ("second",) if isinstance(options, TilesOptions) else ("name", "large")
    group_names = options.of if isinstance(options, TilesOptions) else (options.of,)
    for option in (option_name for option_name in option_names if option_name in spot.value):
        for group in group_names:
            column_names = [column.name for column in spec.groups[group].columns]
            base.check_name(spot.at(option), spot.value[option], column_names, "column", problems)


def _tiles(spec: SheetSpec, options: TilesOptions) -> Fields:
    return Fields([[(entry, entry.title, 0) for entry in main_entries(spec, options.of)]])


def _lay_out_tiles(canvas: Canvas, options: TilesOptions, width: float) -> LaidOut:
    """Return a tile for each entry of the groups, ``abreast`` in a line, ``pitch`` mm high with the gap."""
    tiles = main_entries(canvas.spec, options.of)
    lines = -(-len(tiles) // options.abreast)
    part = (width + _APART) / options.abreast

    def draw(box: Box) -> None:
        pitch = (box.height + _APART) / lines
        for i, entry in enumerate(tiles):
            row, column = divmod(i, options.abreast)
            place = Box(box.x + column * part, box.y + row * pitch, part - _APART, pitch - _APART)
            _draw_tile(canvas, options, place, entry)

    return LaidOut(options.pitch * lines - _APART, draw)


def _draw_tile(canvas: Canvas, options: TilesOptions, place: Box, entry: Entry) -> None:
    """Draw a tile: a label cut to fit, the value beside or below it, and the column ``second`` below the label."""
    style, label = canvas.style, options.short.get(entry.key or entry.group.name, entry.title)
    canvas.panel(place, style.tint, radius=min(style.radius, 0.9))
    room = place.inset(_PAD, 0.3)
    if options.above:
        room = place.inset(0.3)
        high = min(LABEL, room.height * 0.45)
        canvas.words(_fit_label(canvas, label, room.width), below(room, 0, high), "label", 0.5)
        base.put_field(canvas, entry, below(room, high, room.height - high), align=0.5)
        return
    # The label takes what it needs, the value the rest, which ends at the tile's right edge.
    least = canvas.width("3d10", "label") + 2 * PAD
    wide = min(canvas.width(label, "label"), room.width - least)
    words = beside(room, 0, wide + 0.01)
    if options.second:
        second = entry._replace(column=entry.group.column(options.second))
        words, lower = (beside(line, 0, wide + 0.01) for line in divide_rows(room, 2))
        canvas.field(second.name, second.column, lower.inset(-0.7, 0), entry.tip, style.label_size)
    canvas.words(_fit_label(canvas, label, wide), words, "label")
    base.put_field(canvas, entry, beside(room, wide, room.width - wide), align=1.0)


@record(kw_only=True)
class AttacksOptions(opt.ColumnOptions):
    """Options of attacks: the column ``name`` is above ``columns``, ``large`` at the right."""

    name: Annotated[str, opt.Option("The column that names an entry.", opt.TEXT)]
    large: Annotated[str, opt.Option("The column in large letters.", opt.TEXT)]
    size: Annotated[float, opt.Option("The size of the large letters, in points.", opt.SHARE)] = 14.0
    rows: opt.RowCount | None = None
    labels: opt.Labels = True
    head: Annotated[bool, opt.Option("Show what the name and the large column are called.", {"type": "boolean"})] = True
    large_width: Annotated[float, opt.Option("The room for the large column, in mm.", opt.SHARE)] = 15.0
    pitch: opt.Pitch = 8.0


def _attacks(spec: SheetSpec, options: AttacksOptions) -> Table:
    return list_table(spec.groups[options.of], {options.name: 2.0, **options.columns, options.large: 1.0})


def _lay_out_attacks(canvas: Canvas, options: AttacksOptions, width: float) -> LaidOut:
    """Return a plate for each row: the name above small columns, the large column in a box at the right."""
    group, style = canvas.spec.groups[options.of], canvas.style
    count = options.rows or group.rows
    named, large = group.column(options.name), group.column(options.large)
    right, head = options.large_width, LABEL if options.head else 0.0
    places = base.place_columns(options, group, width - right - 2 * _PAD, 1.0)

    def draw(box: Box) -> None:
        if options.head:
            heading = below(box, 0, LABEL)
            canvas.words(named.label, heading.inset(_PAD, 0), "label")
            canvas.words(large.label, beside(heading, width - right, right), "label", 0.5)
        for number, full_row in enumerate(divide_rows(base.box_below(box, head), count), 1):
            row, key = full_row._replace(height=full_row.height - _APART), f"{number:02}"
            canvas.panel(row, style.tint, radius=min(style.radius, 0.9))
            strong = beside(row, width - right, right).inset(0.5, 0.5)
            canvas.panel(strong, style.paper, style.accent, style.edge, radius=min(style.radius, 0.9))
            entry = Entry(group, key, large)
            hint = join_tip(entry.title, large.tip or large.label)
            canvas.field(entry.name, large, strong, hint, options.size * PT, 0.5)
            entry = Entry(group, key, named)
            upper = row.height * 0.52
            left = below(beside(row, _PAD - PAD, width - right - _PAD), 0.1, upper - 0.2)
            canvas.field(entry.name, named, left, entry.full_label, style.value_size * 0.9)
            for placed in places:
                part = below(beside(row, _PAD + placed.x, placed.width), upper, row.height - upper - 0.5)
                label = placed.column.label if options.labels else ""
                label_width = canvas.width(label, "label") if label else -PAD
                if label:
                    canvas.words(label, beside(part, 0, label_width + 0.01), "label")
                value = beside(part, label_width, part.width - label_width)
                base.put_cell(canvas, group, key, placed._replace(align=0.0), value, style.text_size)

    return LaidOut(head + options.pitch * count, draw)


_NAME, _BOXES = 2.95, 2.6  # a place's name, and the least height of the boxes of its wounds

_ABOVE_LINE = 6.4  # a line above the boxes
_WORD, _TICK = 4.5, 3.8  # the width from which a text is a word, and what its box has besides it
_BESIDE, _SHIELD = 1.6, 4.2  # between hit locations side by side, and the shield beside boxes


@record(kw_only=True)
class HitsOptions(opt.BlockOptions):
    """Options of hits: for each hit location a row of boxes with the ``note`` of their levels.

    Names are above the boxes, or beside them in a ``label_width``; ``show`` adds entries above the boxes. ``beside``
    names a field for a key, which is in a shield before the boxes.
    """

    of: opt.Group
    levels: opt.Levels
    note: Annotated[str, opt.Option("The entry of the levels in their boxes; default: their name.", opt.TEXT)] = "name"
    label_width: opt.LabelWidth = 0.0
    show: opt.LevelHeadings = field(default_factory=dict)
    short: opt.Short = field(default_factory=dict)
    across: Annotated[
        int, opt.Option("Hit locations side by side.", {"type": "integer", "minimum": 1, "maximum": 4})
    ] = 1
    beside: Annotated[
        Mapping[str, str],
        opt.Option("The full name of the field beside the boxes of each key.", opt.mapping_schema(opt.TEXT)),
    ] = field(default_factory=dict)
    pitch: opt.Pitch = 6.6


def _check_beside(options: HitsOptions, spot: YamlValue, spec: SheetSpec, problems: Problems) -> None:
    """Report fields beside boxes that the sheet lacks."""
    for key, name in options.beside.items():
        base.check_name(
            spot.at("beside", key), name, [field_name for field_name, _ in spec.fields()], "field", problems
        )


def _hits(spec: SheetSpec, options: HitsOptions) -> Table:
    tracks = ((entry, "box") for entry in main_entries(spec, [options.of]))
    return level_table(spec, options.levels, options.show, tracks)


def _lay_out_hits(canvas: Canvas, options: HitsOptions, width: float) -> LaidOut:
    """Return a row of boxes for each entry of a group, a box per level, below the levels' entries in ``show``."""
    tracks, levels = main_entries(canvas.spec, [options.of]), canvas.spec.levels[options.levels]
    level_texts = level_rows(canvas.spec, options.levels, options.show)
    head, lines = _ABOVE_LINE * len(options.show), -(-len(tracks) // options.across)
    cell = (width + _BESIDE) / options.across - _BESIDE
    before = options.label_width + (_SHIELD + 0.6 if options.beside else 0.0)
    box_texts = [level.get(options.note, level["name"]) if options.note else "" for level in levels]
    words = [canvas.width(text, "note") for text in box_texts]
    shares = [1.0] * len(levels) if max(words) < _WORD else [width + _TICK for width in words]
    places = base.divide_width(shares, cell - before, 0.4)

    def draw(box: Box) -> None:
        for i, (heading, cells) in enumerate(level_texts):
            band = below(box, i * _ABOVE_LINE, _ABOVE_LINE)
            canvas.words(heading, beside(below(band, 0, _NAME), before, cell - before), "label")
            for j, (text, level) in enumerate(zip(cells, levels, strict=True)):
                place = beside(below(band, _NAME, _ABOVE_LINE - _NAME - 0.4), before + places[j][0], places[j][1])
                _draw_level_text(canvas, text, place, join_tip(heading, level["name"]))
        rows = divide_rows(base.box_below(box, head), lines)
        for number, track in enumerate(tracks):
            line, column = divmod(number, options.across)
            draw_track(track, beside(rows[line], column * (cell + _BESIDE), cell))

    def draw_track(track: Entry, row: Box) -> None:
        label_width, title = options.label_width, options.short.get(track.key, track.title)
        boxes = beside(row, before, cell - before).inset(0, 0.3)
        if label_width:
            label_box = beside(row, 0, label_width - 0.6)
            canvas.words(_fit_label(canvas, title, label_box.width), label_box, "label")
        else:
            canvas.words(title, below(row, 0, _NAME - 0.5), "label")
            boxes = below(boxes._replace(y=row.y), _NAME, max(_BOXES, row.height - _NAME - 0.5))
        if track.key in options.beside:
            shield = square(row.x + label_width + _SHIELD / 2, boxes.cy, min(_SHIELD, boxes.height))
            canvas.pen.path(mark_outline("shield", shield), canvas.style.paper, canvas.style.accent, canvas.style.edge)
            armor = Entry(*canvas.spec.find_field(options.beside[track.key]))
            base.put_field(canvas, armor, shield.inset(-PAD + 0.3, 0.5), canvas.style.label_size, 0.5)
        for i, level in enumerate(levels):
            _draw_hit(canvas, track, i + 1, beside(boxes, *places[i]), box_texts[i], level["name"])

    return LaidOut(head + options.pitch * lines, draw)


def _draw_hit(canvas: Canvas, track: Entry, number: int, place: Box, box_text: str, level: str) -> None:
    """Draw a track's ``number``-th box with its text, before a word a smaller one to tick; ``level``: the tip."""
    style, high = canvas.style, place.height
    if canvas.width(box_text, "note") < _WORD:
        base.put_mark(canvas, track, number, place, "box", level)
        if box_text:
            canvas.words(box_text, place, "note", 0.5)
        return
    canvas.panel(place, style.paper, style.line, style.edge * 0.8, radius=min(style.radius, 0.6))
    side = min(high - 0.8, 2.3)
    base.put_mark(canvas, track, number, square(place.x + 0.4 + side / 2, place.cy, side), "box", level)
    canvas.words(box_text, beside(place, side + 0.7, place.width - side - 0.8), "note", 0.5)


def _draw_level_text(canvas: Canvas, cell: str | Entry, place: Box, hint: str) -> None:
    """Draw what is above the boxes: a word, or a computed field with the tooltip ``hint``."""
    style = canvas.style
    canvas.panel(place, style.tint, radius=min(style.radius, 0.6))
    if isinstance(cell, str):
        canvas.words(cell, place, "text", 0.5)
    else:
        base.put_field(canvas, cell._replace(hint=hint), place.inset(-0.5, 0), style.text_size, 0.5)


KINDS = (
    BlockKind("tiles", TilesOptions, _lay_out_tiles, ("one", "keys"), check=_check_columns, part=_tiles),
    BlockKind("attacks", AttacksOptions, _lay_out_attacks, ("rows",), check=_check_columns, part=_attacks),
    BlockKind("hits", HitsOptions, _lay_out_hits, ("one", "keys"), "track", check=_check_beside, part=_hits),
)
