"""Lines to write on: one field for a long text."""

from __future__ import annotations

from dataclasses import dataclass

from deckgen.draw.geometry import Box
from deckgen.sheet.blocks.base import BlockKind, LaidOut
from deckgen.sheet.canvas import Canvas
from deckgen.sheet.options import BlockOptions, Group, Height, Pitch


@dataclass(frozen=True, kw_only=True)
class NotesOptions(BlockOptions):
    """Options of notes; ``pitch`` is the distance of lines, which grows until they fill the height."""

    of: Group
    height: Height = 20.0
    pitch: Pitch = 5.4


def _lay_out(canvas: Canvas, options: NotesOptions, width: float) -> LaidOut:  # noqa: ARG001 (all blocks have the same)
    def draw(box: Box) -> None:
        group = canvas.spec.groups[options.of]
        count = max(1, int(box.height / options.pitch + 0.01))
        pitch = box.height / count
        for row in range(1, count + 1):
            y = box.y + row * pitch
            # Dotted: a viewer that sets the text anew keeps its own distance of lines.
            canvas.line(box.x, y, box.right, y, 0.25, canvas.look.line, (0.25, 1.0))
        column = group.columns[0]
        canvas.long(options.of, box, column.tip or group.label, column.most, pitch)

    return LaidOut(options.height, draw)


KIND = BlockKind("notes", NotesOptions, _lay_out, ("one",), "long")
