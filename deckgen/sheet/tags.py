"""What a page tells readers that see nothing: headings, texts and fields, in the order of filling in.

A canvas notes parts while it is drawn on; of these a Reading makes what a tagged PDF wants: the art, the
texts as runs, and the tree of parts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from deckgen.draw.drawing import Drawing, Text
from deckgen.press.pages import Words

TEXTS = frozenset({"H1", "H2", "P", "TH", "TD"})
"""Tags of parts that hold text; others hold parts."""
FIELD = "Form"
"""The tag of a field."""


@dataclass
class Part:
    """A part of a page: its tag in PDF, and what is inside, in the order of reading.

    A text's number is its place among the items of the page, that in a ``Form`` is the place of its slot.
    """

    tag: str
    inside: list[Part | int] = field(default_factory=list)


class Node(NamedTuple):
    """A part as it is written: its tag, and inside it other parts and the numbers of runs, or of one slot."""

    tag: str
    inside: tuple[Node | int, ...]


@dataclass(frozen=True)
class Reading:
    """A page taken apart: its ``art``, the ``words`` that lie on it, and the tree of what is read."""

    art: Drawing
    words: Words
    tree: Node


def read(drawing: Drawing, page: Part) -> Reading:
    """Take a page apart. Texts that belong to no part are read at the end."""
    runs: list[list[int]] = []
    tree = _node(page, runs)
    told = {place for run in runs for place in run}
    texts = {place for place, item in enumerate(drawing.items) if isinstance(item, Text)}
    rest = _node(Part("P", sorted(texts - told)), runs)
    if rest.inside:
        tree = Node(tree.tag, (*tree.inside, rest))
    art = tuple(item for item in drawing.items if not isinstance(item, Text))
    words = tuple(tuple(drawing.items[place] for place in run) for run in runs)
    return Reading(replace(drawing, items=art), Words(words, drawing.style, drawing.title), tree)


def _node(part: Part, runs: list[list[int]]) -> Node:
    """A part whose texts are runs: those that follow each other are one."""
    inside: list[Node | int] = []
    for each in part.inside:
        if isinstance(each, Part):
            inside.append(_node(each, runs))
        elif part.tag == FIELD:
            inside.append(each)
        elif inside and isinstance(inside[-1], int):
            runs[-1].append(each)
        else:
            runs.append([each])
            inside.append(len(runs) - 1)
    return Node(part.tag, tuple(inside))
