"""The columns of a conversion table: how wide each must be, and which go on which page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from deckgen.deck.cards import Card
from deckgen.document.marked_results import ResultStyles
from deckgen.document.results import Field, in_sections
from deckgen.draw.fonts import PT
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.text import wrap
from deckgen.errors import Fault, LayoutError
from deckgen.game.model import AnySection, GridSection, MarksSection, RollsSection, StackSection
from deckgen.records import record

SIZE = 6.8 * PT
"""The size at which columns are measured; what is left over makes them wider and their figures larger."""
GAP = 1.4
"""Between sections, in mm."""
TITLE_ROOM = 12.5
"""The longest line of a title that stands upright, in mm."""
_PAD = 1.25
_NARROW = 6.0  # mm, of a column whose label is short
_LINE = 2.7  # mm, of an upright title


@record
class Measured:
    """A field, what it needs at ``SIZE`` in mm, and its title if it stands upright over it."""

    field: Field
    width: float
    upright: tuple[str, ...] = ()


@record
class SectionColumns:
    """Neighbouring fields of one section on one page."""

    section: AnySection
    columns: tuple[Measured, ...]

    @property
    def width(self) -> float:
        """How wide they are together, in mm."""
        return sum(column.width for column in self.columns)

    @property
    def title(self) -> str:
        """The section's title; with its die if it is a grid of one column, with the first and last column of a part."""
        name = self.section.title
        if not isinstance(self.section, GridSection):
            return name
        own = [self.section.label(each) for each in dict.fromkeys(c.field.column for c in self.columns)]
        if len(self.section.columns) == 1:
            die = f"d{self.section.columns[0].sides}"
            return name if die in name.split() else f"{name} {die}"
        whole = len(own) == len(self.section.columns)
        return name if whole else f"{name} {own[0]}–{own[-1]}"

    @property
    def grouped(self) -> bool:
        """Whether several columns have headings of their own."""
        return len(self.groups()) > 1 and any(column.field.group for column in self.columns)

    def groups(self) -> list[tuple[str, list[Measured]]]:
        """Fields that share a heading."""
        return [
            (key[1], list(fs))
            for key, fs in groupby(self.columns, key=lambda c: (c.field.column, c.field.group))
        ]


def measure(
    fields: Iterable[Field],
    cards: Sequence[Card],
    marks: Mapping[str, ResultStyles],
    style: Stylesheet,
    *,
    even: bool = True,
) -> list[SectionColumns]:
    """The columns of each section, as wide as its longest entry anywhere in the deck needs.

    ``even``: those of a section are all as wide as the widest label, too; else each is as wide as its own.
    """
    found = [_section(own, cards, marks[own[0].section.name], style) for own in in_sections(fields)]
    return found if even else [_uneven(panel, style) for panel in found]


def _uneven(panel: SectionColumns, style: Stylesheet) -> SectionColumns:
    """The same columns, narrower where their labels are short."""
    labels = [style.fonts.width(c.field.label, "semibold", style.smallest) + _PAD for c in panel.columns]
    if not isinstance(panel.section, RollsSection) or len(labels) == 1:
        return panel
    columns = (
        replace(column, width=min(column.width, max(_NARROW, label)))
        for column, label in zip(panel.columns, labels, strict=True)
    )
    return SectionColumns(panel.section, tuple(columns))


def _section(
    fields: Sequence[Field], cards: Sequence[Card], marks: ResultStyles, style: Stylesheet
) -> SectionColumns:
    section, width_of, smallest = fields[0].section, style.fonts.width, style.smallest
    wordy = isinstance(section, StackSection) or any(len(f.read(cards[0]).text) > 3 for f in fields)
    results = {result for field in fields for result in map(field.read, cards) if result.text}
    size = smallest if wordy else SIZE
    widest = max((width_of(r.text, marks.style(r).face, size) for r in results), default=0.0)
    label = max(width_of(f.label, "semibold", smallest) for f in fields)
    width = max(widest + (1.9 if marks.mark else 0.0), label) + _PAD
    title = section.title
    if len(fields) == 1:
        broken = wrap([(title, "semibold")], smallest, TITLE_ROOM, style.fonts, language=style.language)
        lines = tuple(line.string for line in broken)
        return SectionColumns(section, (Measured(fields[0], max(width, len(lines) * _LINE + 0.5), lines),))
    width = max(width, 2.6 if isinstance(section, MarksSection) else 3.4)
    words = max(width_of(word, "bold", smallest) for word in title.split())
    width = max(width, (words + 1.0) / len(fields))
    if any(f.group for f in fields):
        group = max(width_of(f.group, "bold", smallest) for f in fields) + 1.0
        width = max(width, group / (len(fields) // len({f.column for f in fields})))
    return SectionColumns(section, tuple(Measured(field, width) for field in fields))


def pages(panels: Iterable[SectionColumns], room: float) -> list[list[SectionColumns]]:
    """Panels on as few pages as their order allows: each on the first page that has room for it.

    A section wider than a page is divided between its columns. Raises LayoutError for a column that is.
    """
    found: list[list[SectionColumns]] = []
    for panel in panels:
        for part in _parts(panel, room):
            page = next((p for p in found if _width(p) + GAP + part.width <= room), None)
            if page is None:
                found.append(page := [])
            page.append(part)
    return found


def _width(page: Sequence[SectionColumns]) -> float:
    return sum(p.width for p in page) + GAP * (len(page) - 1)


def _parts(panel: SectionColumns, room: float) -> list[SectionColumns]:
    if panel.width <= room:
        return [panel]
    groups = [list(columns) for _, columns in panel.groups()]
    if not any(column.field.group for column in panel.columns):
        groups = [[column] for column in panel.columns]
    widths = [sum(column.width for column in group) for group in groups]
    if max(widths) > room:
        what = f"a column of {max(widths):.0f} mm does not fit in the {room:.0f} mm of a page"
        remedy = "shorten its printed words, or take a larger paper"
        raise LayoutError(Fault("table", None, f"sections.{panel.section.name}", what, remedy))
    # In equal parts if it can be, so that no page holds a single column.
    fewest = min(len(groups), -(-int(sum(widths) * 1000) // int(room * 1000)))
    for count in range(fewest, len(groups) + 1):
        ends = [round(len(groups) * i / count) for i in range(count + 1)]
        parts = [
            SectionColumns(panel.section, tuple(column for group in groups[first:last] for column in group))
            for first, last in pairwise(ends)
        ]
        if all(part.width <= room for part in parts):
            break
    return parts
