"""Columns told apart by tinted stripes, and thin lines between rows and below heads, as all tables of figures have them."""

from __future__ import annotations

from deckgen.draw.geometry import Box, rectangle
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Colour, Length
from deckgen.records import record


@record
class RulingOptions:
    """``stripe`` lies under every other column from head to foot, ``row_rule`` parts the rows, ``head_rule`` them from the heads.

    ``pad`` is the least room left and right of figures, which get closer and smaller before they get nearer to the next column.
    """

    stripe: Colour = "none"
    row_rule: Colour = "none"
    row_rule_width: Length = 0.25
    head_rule: Colour = "none"
    head_rule_width: Length = 0.3
    pad: Length = 0.0


@record
class Ruled:
    """A table in ``box`` whose first column of figures begins at ``left``, its first row at ``top``."""

    box: Box
    left: float
    top: float
    columns: int
    rows: int

    @property
    def width(self) -> float:
        """That of a column."""
        return (self.box.right - self.left) / self.columns

    @property
    def height(self) -> float:
        """That of a row."""
        return (self.box.bottom - self.top) / self.rows

    def cell(self, column: int, row: int) -> Box:
        """The whole of a cell."""
        return Box(self.left + column * self.width, self.top + row * self.height, self.width, self.height)

    def draw_stripes(self, pen: Pen, options: RulingOptions, *, heads: bool) -> None:
        """The stripes, up to the top of the ``heads`` or only of the rows."""
        above = self.box.y if heads else self.top
        for column in range(1, self.columns, 2):
            x = self.left + column * self.width
            pen.path(rectangle(x, above, self.width, self.box.bottom - above), options.stripe)

    def draw_rules(self, pen: Pen, options: RulingOptions) -> None:
        """The lines, over the stripes."""
        for row in range(1, self.rows):
            self._rule(pen, self.top + row * self.height, options.row_rule, options.row_rule_width)
        if self.top > self.box.y:
            self._rule(pen, self.top, options.head_rule, options.head_rule_width)

    def _rule(self, pen: Pen, y: float, ink: str, width: float) -> None:
        pen.rule(self.box.x, y, self.box.right, y, ink, width)
