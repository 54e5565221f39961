"""Widgets drawn in tests: into a box, in a plain look, with problems that must not happen."""

from __future__ import annotations

import dataclasses
from fractions import Fraction

from page_svg import FONTS

from deckgen.draw.drawing import Text
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.errors import Problems
from deckgen.game.model import Outcome

BOX = Box(0, 0, 30, 30)
TITLES = ("some", "Some", "")


def options_of(widget, **options):
    """Options with colors left as names but none, and sizes in mm, as a theme would make it."""
    fields = dataclasses.fields(widget.options)
    sizes = {f.name: f.default * PT for f in fields if f.type == "Points"}
    none = {f.name: "" for f in fields if f.type == "Color" and f.default == "none"}
    return dataclasses.replace(widget.options(**sizes, **none), **options)


def drawn(widget, section, value, box=BOX, **options):
    """What is the same on every card, and what is drawn for ``value``."""
    problems = Problems()
    pen = Pen(FONTS, 5.5 * PT, "theme", problems)
    painter = widget.build(section, box, options_of(widget, **options), pen)
    fixed, pen.items = pen.items, []
    painter(pen, value)
    assert not list(problems)
    return fixed, pen.items


def strings(items):
    return [item.string for item in items if isinstance(item, Text)]


def outcomes(*values):
    return tuple(Outcome(value, Fraction(1)) for value in values)
