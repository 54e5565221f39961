"""Faces of characters without a portrait: busts built from parts of one drawing, chosen by the character's name.

Symbols ``part-CATEGORY-NAME`` of a theme's ``people`` file share one viewBox; a bust has one of each category, in the
order in which the file first names these. ``data-for`` lists the kinds of people that a part is for, by default all
kinds in ``data-kinds`` of the root, one of which a name gets by chance; other kinds, such as a wolf, have only parts
that name them. A part of ``data-weight`` 3 is chosen three times as often, one of 0 only where it is named. Groups ``colors-NAME`` hold sets of colors,
each a group of shapes: the parts are drawn in those of the first set, a face may have any. Copies of one character, whose names
end in numbers, share the categories and colors in ``data-shared`` and differ in the rest. A rect ``head`` is the part
of the viewBox that small faces show.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from deckgen.card.svg import css, shapes
from deckgen.card.svg.compiler import Compiler, view_box
from deckgen.card.svg.parser import Node, parse_svg
from deckgen.draw.drawing import IDENTITY, Drawing, Item, Matrix, Path as Outline, Style
from deckgen.draw.fonts import Fonts
from deckgen.draw.geometry import Box, bounding_box, compose
from deckgen.draw.theme import Theme
from deckgen.errors import LayoutError, Problems, suggest
from deckgen.reading import SVG, read_bytes
from deckgen.records import record
from deckgen.sheet.formula import FormulaError

FACE = "face"
"""The text field that names a face: a kind of people, or parts."""
_PART, _COLORS, _HEAD = "part-", "colors-", "head"
_NEEDED = ("head", "body")
"""Categories of which every kind of people has a part."""
_COPY = re.compile(r"(.*\S) ([0-9]{1,3})")
_NEAR = 0.51  # units that a part may reach beyond the viewBox: half a line
_MOST_WEIGHT = 20


@record
class FacePart:
    """A part: its symbol, its category, the kinds of people it is for (none: all usual ones), and how often."""

    node: Node
    category: str
    name: str
    kinds: tuple[str, ...]
    weight: int


class Face(NamedTuple):
    """The choices for a face: ids of parts in drawing order, and new colors by those of the file."""

    parts: tuple[str, ...]
    recolor: tuple[tuple[str, str], ...]


@record(eq=False)
class People:
    """The parts of a theme's faces: ``colors`` are sets by name, ``usual`` the kinds that names get by chance."""

    file: Path
    view: Box
    head: Box
    parts: Mapping[str, Sequence[FacePart]]
    colors: Mapping[str, Sequence[tuple[str, ...]]]
    usual: tuple[str, ...]
    shared: frozenset[str]
    draw: Callable[[Node, Mapping[str, str], Matrix], tuple[Item, ...]]

    @property
    def kinds(self) -> list[str]:
        """The kinds of people and creatures that a face may be."""
        named = (kind for part in self._all_parts() for kind in part.kinds)
        return list(dict.fromkeys((*self.usual, *named)))

    def _all_parts(self) -> Iterator[FacePart]:
        return (part for parts in self.parts.values() for part in parts)

    def parts_for(self, category: str, kind: str) -> list[FacePart]:
        """Return the parts of a category that a kind of people may have."""
        usual = kind in self.usual
        parts = self.parts.get(category, ())
        return [part for part in parts if part.weight and (kind in part.kinds or (usual and not part.kinds))]

    def choose(self, name: str, face: str = "") -> Face:
        """Return the face of a name; ``face``: its kind, ids of parts without "part-", colors. Raises FormulaError."""
        by_id = {f"{part.category}-{part.name}": part for part in self._all_parts()}
        sets_by_id = {
            f"{name}-{i}": (name, i - 1) for name, sets in self.colors.items() for i in range(1, len(sets) + 1)
        }
        kind = ""
        wanted: dict[str, FacePart] = {}
        colors: dict[str, int] = {}
        for word in face.replace(",", " ").split():
            if word in self.kinds:
                kind = word
            elif word in by_id:
                wanted[by_id[word].category] = by_id[word]
            elif word in sets_by_id:
                colors.update([sets_by_id[word]])
            else:
                raise FormulaError(f'there is no face "{word}"', suggest(word, [*self.kinds, *by_id, *sets_by_id]))
        base, number = split_copy(name)
        kind = kind or self.usual[_pick(f"{base}|kind", number, [(usual, 1) for usual in self.usual])]
        parts = []
        for category in self.parts:
            choices = self.parts_for(category, kind)
            if category in wanted or choices:
                nth = 0 if category in self.shared else number
                weights = [(part.name, part.weight) for part in choices]
                parts.append(wanted.get(category) or choices[_pick(f"{base}|{category}", nth, weights)])
        recolor: list[tuple[str, str]] = []
        for color_name, sets in self.colors.items():
            nth = 0 if color_name in self.shared else number
            chosen = _pick(f"{base}|{color_name}", nth, [(str(i), 1) for i in range(len(sets))])
            recolor += zip(sets[0], sets[colors.get(color_name, chosen)], strict=True)
        return Face(tuple(part.node.id for part in parts), tuple(recolor))

    def drawing(self, face: Face, style: Style) -> Drawing:
        """Return a bust as a drawing as large as the viewBox."""
        return Drawing(self.view.width, self.view.height, 0.0, self.items(face, IDENTITY), style, "face")

    def items(self, face: Face, matrix: Matrix) -> tuple[Item, ...]:
        """Return a bust's items, placed by a matrix; without it the viewBox begins at the origin."""
        return _draw_face(self, face, matrix)

    def bust(self, face: Face, box: Box) -> tuple[Item, ...]:
        """Return a bust's items without its ground, as large as ``box`` allows, at its foot."""
        parts = tuple(part for part in face.parts if not part.startswith(f"{_PART}ground-"))
        scale = min(box.width / self.view.width, box.height / self.view.height)
        x, y = box.cx - scale * self.view.width / 2, box.bottom - scale * self.view.height
        return self.items(face._replace(parts=parts), (scale, 0, 0, scale, x, y))


@lru_cache(maxsize=256)  # one face may be on a card, in a roster and on a sheet
def _draw_face(people: People, face: Face, matrix: Matrix) -> tuple[Item, ...]:
    nodes = {part.node.id: part.node for parts in people.parts.values() for part in parts}
    recolor = dict(face.recolor)
    return tuple(item for name in face.parts for item in people.draw(nodes[name], recolor, matrix))


def split_copy(name: str) -> tuple[str, int]:
    """Return a name as faces follow from it, and its number among copies, 0 without one: "Deputy 2" is of "deputy"."""
    folded = " ".join(unicodedata.normalize("NFC", name).lower().split())
    copy = _COPY.fullmatch(folded)
    return (copy[1], int(copy[2])) if copy else (folded, 0)


def _pick(seed: str, number: int, choices: Sequence[tuple[str, int]]) -> int:
    """Return the index of the choice for the ``number``-th copy; (name, weight). Copies take all in turn, shuffled."""
    entries = [(index, f"{name}|{i}") for index, (name, weight) in enumerate(choices) for i in range(weight)]
    turn, place = divmod(number, len(entries))
    return sorted(entries, key=lambda entry: _hash(f"{seed}|{turn}|{entry[1]}"))[place][0]


def _hash(text: str) -> int:
    """Return 32 bits that depend on all of a text: FNV-1a, with the last steps of MurmurHash3."""
    value = 0x811C9DC5
    for byte in text.encode("utf-8", "replace"):
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        value = ((value ^ (value >> shift)) * factor) & 0xFFFFFFFF
    return value ^ (value >> 16)


def load_people(theme: Theme) -> People | None:
    """Return the parts of a theme's faces, None if it names no file. Raises LayoutError with every problem."""
    if theme.people is None:
        return None
    content = read_bytes(theme.people, LayoutError, SVG, "name an SVG file that is there")
    inks = frozenset(theme.inks_by_screen())
    return _read_people(content, theme.people, inks, tuple(theme.recolor.items()), tuple(theme.fonts.files.items()))


@lru_cache(maxsize=4)
def _read_people(
    content: bytes,
    file: Path,
    inks: frozenset[str],
    recolor: tuple[tuple[str, str], ...],
    fonts: tuple[tuple[str, str], ...],
) -> People:
    """Return the parts in an SVG file, which may use these inks. Raises LayoutError with every problem."""
    root, problems, palette = parse_svg(content, file), Problems(), dict(recolor)

    def report(node: Node, message: str, remedy: str) -> None:
        problems.add(file, node.line, node.id or f"<{node.tag}>", message, remedy)

    def ink(color: str) -> str | None:
        color = palette.get(color, color)
        return color if color in inks else None

    view = view_box(root)
    if view is None:
        report(root, "the file has no viewBox", 'add viewBox="0 0 WIDTH HEIGHT", that of all its parts')
        raise LayoutError(problems)

    recolored: dict[str, str] = {}  # of the part that is drawn

    def paint(color: str) -> str | None:
        printed = ink(color)
        return recolored.get(printed, printed) if printed else None

    compiler = Compiler(root, Fonts(dict(fonts)), paint, report)

    def draw(node: Node, recolor: Mapping[str, str], matrix: Matrix = IDENTITY) -> tuple[Item, ...]:
        recolored.clear()
        recolored.update(recolor)
        style = compiler.style(node, css.ROOT)
        place = compose(matrix, (1.0, 0.0, 0.0, 1.0, -view.x, -view.y))
        children = ((child, compiler.style(child, style)) for child in node.children)
        return tuple(item for child, child_style in children for item in compiler.compile(child, child_style, place))

    parts: dict[str, list[FacePart]] = {}
    for node in root.walk():
        if node.tag == "symbol" and node.id.startswith(_PART):
            category, _, name = node.id.removeprefix(_PART).partition("-")
            if not category or not name:
                report(node, "this is no name of a part", "write part-CATEGORY-NAME, such as part-hat-bowler")
            elif view_box(node) not in (None, view):
                report(node, "its viewBox is not that of the file", "draw all parts on one canvas")
            else:
                parts.setdefault(category, []).append(_read_part(node, category, name, report))
                _check_items(node, view, draw(node, {}), report)
    colors = _read_colors(root, ink, report)
    usual = tuple(root.attributes.get("data-kinds", "").split())
    shared = frozenset(root.attributes.get("data-shared", "").split())
    head = next((_rect(node, view) for node in root.walk() if node.tag == "rect" and node.id == _HEAD), None)
    people = People(file, view, head or Box(0, 0, view.width, view.height), parts, colors, usual, shared, draw)
    _check_people(people, root, report)
    problems.raise_as(LayoutError)
    return people


def _read_part(node: Node, category: str, name: str, report: css.Report) -> FacePart:
    """Return a part's options; report a weight that is not a number from 0 to 20."""
    written = node.attributes.get("data-weight", "1")
    weight = int(written) if written.isascii() and written.isdigit() and len(written) < len("100") else -1
    if not 0 <= weight <= _MOST_WEIGHT:
        report(node, f"data-weight is {written!r}", f"write a number from 0 to {_MOST_WEIGHT}")
    return FacePart(node, category, name, tuple(node.attributes.get("data-for", "").split()), weight)


def _check_items(node: Node, view: Box, items: Iterable[Item], report: css.Report) -> None:
    """Report items that are no shapes, and a part that reaches beyond the viewBox."""
    room = Box(0, 0, view.width, view.height).inset(-_NEAR)
    for item in items:
        if not isinstance(item, Outline):
            report(node, "holds a text or another symbol", "draw its shapes")
            continue
        box = bounding_box(item.segments)
        if not (room.x <= box.x and room.y <= box.y and box.right <= room.right and box.bottom <= room.bottom):
            report(node, "reaches beyond the viewBox", "draw it within: nothing cuts it off on a card")
            return


def _read_colors(root: Node, ink: Callable[[str], str | None], report: css.Report) -> dict[str, list[tuple[str, ...]]]:
    """Return the sets of colors by name, as printed; report sets of another length, and colors that the palette lacks."""
    colors: dict[str, list[tuple[str, ...]]] = {}
    for node in root.walk():
        if node.tag != "g" or not node.id.startswith(_COLORS):
            continue
        sets = colors.setdefault(node.id.removeprefix(_COLORS), [])
        for child in node.children:
            fills = [shape.attributes["fill"].lower() for shape in child.walk() if "fill" in shape.attributes]
            printed = [ink(color) or color for color in fills]
            for color in fills:
                if ink(color) is None:
                    report(child, f"has the color {color}, which is not in the theme's palette", "add it there")
            if not fills or (sets and len(fills) != len(sets[0])):
                report(child, f"is a set of {len(fills)} colors", "give all sets as many colors as the first one")
            else:
                sets.append(tuple(printed))
        if not sets:
            report(node, "has no set of colors", "add groups of shapes, each filled with the colors of a set")
            del colors[node.id.removeprefix(_COLORS)]
    return colors


def _rect(node: Node, view: Box) -> Box:
    """Return the box of a rect, relative to the viewBox."""
    x, y, width, height = (shapes.parse_length(node.attributes.get(key, "0")) for key in ("x", "y", "width", "height"))
    return Box(x - view.x, y - view.y, width, height)


def _check_people(people: People, root: Node, report: css.Report) -> None:
    """Report kinds that are missing, and kinds without a part of a needed category."""
    if not people.usual:
        report(root, "names no kind of people", 'add data-kinds="woman man" to the svg element')
        return
    for kind in people.kinds:
        for category in _NEEDED:
            if not people.parts_for(category, kind):
                message = f'the kind "{kind}" has no part of the category {category}'
                report(root, message, f'draw a symbol part-{category}-NAME with data-for="{kind}"')
