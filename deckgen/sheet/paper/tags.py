"""What a page tells readers that see nothing: headings, texts and fields, in the order of filling in.

A canvas notes parts while it is drawn on; of these a PageReading makes what a tagged PDF wants: the art, the
texts as runs, and the tree of parts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import NamedTuple

from deckgen.draw.drawing import Drawing, Text
from deckgen.press.pages import Words
from deckgen.records import record

CELLS = frozenset({"TH", "TD"})
"""Tags of parts that may be empty."""
TEXTS = frozenset({"H1", "H2", "P"}) | CELLS
"""Tags of parts that hold text; others hold parts."""
FIELD = "Form"
"""The tag of a field."""
PICTURE = "Figure"
"""The tag of a picture that a character brings."""


class TagPlace(NamedTuple):
    """Where a character puts something: the ``number``-th slot of a page, or its place for a picture."""

    tag: str
    number: int


@record(frozen=False)
class Part:
    """A part of a page: its tag in PDF, and what is inside, in the order of reading; texts by their numbers among the page's items."""

    tag: str
    inside: list[Part | TagPlace | int] = field(default_factory=list)


class TagNode(NamedTuple):
    """A part as it is written: its tag, and inside it other parts, places and the numbers of runs."""

    tag: str
    inside: tuple[TagNode | TagPlace | int, ...]


@record
class PageReading:
    """A page taken apart: its ``art``, the ``words`` that lie on it, and the tree of what is read."""

    art: Drawing
    words: Words
    tree: TagNode


class Spoken(NamedTuple):
    """What a character puts at a place: a tag, the number of the run with it, and what is said instead, if anything."""

    tag: str
    run: int
    instead: str = ""


@record
class Told:
    """A tree, the number of its first run, and what a character puts at its places."""

    tree: TagNode
    first: int
    spoken: Mapping[TagPlace, Sequence[Spoken]]


@record
class ReadPage:
    """What is told of a page; ``owner`` tells the pages of several characters apart, ``name`` is the character's."""

    told: tuple[Told, ...]
    owner: int = 0
    name: str = ""


def read(drawing: Drawing, page: Part) -> PageReading:
    """Take a page apart. Texts that belong to no part are read at the end."""
    runs: list[list[int]] = []
    tree = _node(page, runs)
    told = {place for run in runs for place in run}
    texts = {place for place, item in enumerate(drawing.items) if isinstance(item, Text)}
    rest = _node(Part("P", [*sorted(texts - told)]), runs)
    if rest.inside:
        tree = TagNode(tree.tag, (*tree.inside, rest))
    art = tuple(item for item in drawing.items if not isinstance(item, Text))
    words = tuple(tuple(drawing.items[place] for place in run) for run in runs)
    return PageReading(replace(drawing, items=art), Words(words, drawing.style, drawing.title), tree)


def _node(part: Part, runs: list[list[int]]) -> TagNode:
    """A part whose texts are runs: those that follow each other are one."""
    inside: list[TagNode | TagPlace | int] = []
    for each in part.inside:
        if isinstance(each, Part):
            inside.append(_node(each, runs))
        elif isinstance(each, TagPlace):
            inside.append(each)
        elif inside and isinstance(inside[-1], int):
            runs[-1].append(each)
        else:
            runs.append([each])
            inside.append(len(runs) - 1)
    return TagNode(part.tag, tuple(inside))
