"""All kinds of blocks on sheets, by their names in sheet.yaml.

Each module lists its kinds in ``KINDS``; the schema, the reader and the checks of sheets read this map.
After a change of options ``make docs`` rewrites the schema.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from deckgen.draw.geometry import Box
from deckgen.sheet.blocks import banner, drawing, fields, fight, grid, reading, tracks
from deckgen.sheet.blocks.base import (
    BELOW,
    BlockKind,
    LaidOut,
    draw_heading,
    draw_spine,
    spine_length,
)
from deckgen.sheet.options import BlockOptions
from deckgen.sheet.paper.canvas import Canvas

_MODULES = (banner, drawing, fields, fight, grid, reading, tracks)
KINDS: Mapping[str, BlockKind] = MappingProxyType({kind.name: kind for module in _MODULES for kind in module.KINDS})


def lay_out(canvas: Canvas, kind: str, options: BlockOptions, width: float) -> LaidOut:
    """Return a block at ``width`` mm with its heading, a ``spine`` at the left if high enough. Raises LayoutError."""
    title = options.title
    if not title or not KINDS[kind].heading:
        return KINDS[kind].lay_out(canvas, options, width)
    if canvas.style.heading == "spine":
        pad = canvas.style.spine_pad
        narrow = KINDS[kind].lay_out(canvas, options, width - canvas.style.spine_width - 2 * pad)
        height, length = narrow.height + 2 * pad, spine_length(canvas, title)
        if height >= length or canvas.style.spine_size:  # on a small card
            return LaidOut(max(height, length), _headed(canvas, title, draw_spine, narrow))
    inner = KINDS[kind].lay_out(canvas, options, width)
    height = canvas.style.heading_height + BELOW + inner.height
    return LaidOut(height, _headed(canvas, title, draw_heading, inner))


def _headed(
    canvas: Canvas, title: str, heading: Callable[[Canvas, str, Box], Box], inner: LaidOut
) -> Callable[[Box], None]:
    """Return a function that draws ``title`` with ``heading``, and the block in the box that this returns."""

    def draw(box: Box) -> None:
        with canvas.tagged("H2"):
            body_box = heading(canvas, title, box)
        inner.draw(body_box)

    return draw
