"""Whether values as long as a sheet promises fit where it shows them: on its pages, continuations and cards."""

from __future__ import annotations

from collections.abc import Iterator

from deckgen.draw.paper import paper_named
from deckgen.errors import Faults, GameError
from deckgen.sheet.blocks.fields import row_count
from deckgen.sheet.character import MOST_ROWS
from deckgen.sheet.model import FieldColumn, SheetSpec
from deckgen.sheet.paper.canvas import Slot
from deckgen.sheet.paper.fill import letters_that_fit
from deckgen.sheet.paper.pages import BlankPage, card, continuation, lists, templates
from deckgen.sheet.paper.theme import SheetTheme, load_sheet_theme
from deckgen.sheet.sheet import SIZES

PAPERS = ("a4", "letter")
"""What lengths are promised for."""
_WIDE = "Wigwam Mammoth Commonwealth Hammock Womanhood Mammon Swamp Moonbeam "
"""Ordinary words whose letters are wide: a text with as many letters needs no more room."""


def wide_words(count: int) -> str:
    """A text of so many letters, as wide as ordinary words get."""
    return (_WIDE * (count // len(_WIDE) + 1))[:count]


def check_lengths(spec: SheetSpec) -> None:
    """Check that everything fits that a sheet lets characters have. Raises GameError with every fault, LayoutError."""
    columns = dict(spec.fields(dict.fromkeys(spec.groups, MOST_ROWS)))
    faults = Faults()
    least: dict[FieldColumn, tuple[int, str]] = {}
    for where, theme, page in _everywhere(spec):
        for slot in page.slots:
            column = columns.get(slot.name)
            if column is None or column.derived or slot.kind == "check":
                continue
            if column.type in ("text", "long"):
                fits = letters_that_fit(slot, theme, wide_words(column.most))
                if fits < least.get(column, (column.most, ""))[0]:
                    least[column] = fits, f"{slot.name} ({where})"
            else:
                _check_values(column, slot, theme, where, faults)
    for column, (fits, where) in least.items():
        spot = column.spot.at("most") if "most" in column.spot.value else column.spot
        what = f"{column.most} letters are promised, and {fits} wide ones fit in {where}"
        spot.blame(faults, what, f"write most: {fits}, or give it more room")
    faults.raise_as(GameError)


def _check_values(column: FieldColumn, slot: Slot, theme: SheetTheme, where: str, faults: Faults) -> None:
    texts: list[str] = []
    if column.type == "choice":
        texts = [column.called(option) for option in column.options]
    elif column.type == "number":
        texts = [str(column.least).replace("-", "−"), str(column.most)]
    elif column.type == "dice":
        texts = [f"{column.most}{die}" for die in column.options]
    for text in texts:
        if letters_that_fit(slot, theme, text) < len(text):
            column.spot.blame(faults, f"{text!r} does not fit in {slot.name} ({where})", "give it more room")


def _everywhere(spec: SheetSpec) -> Iterator[tuple[str, SheetTheme, BlankPage]]:
    """All pages of a sheet, with their theme and what they are called."""
    theme = load_sheet_theme(spec)
    for name in PAPERS:
        paper = paper_named(name)
        for number, page in enumerate(templates(spec, theme, paper), 1):
            yield f"page {number}, {name}", theme, page
        for group, options in lists(spec).items():
            page, _ = continuation(spec, theme, paper, options, row_count(spec, options) + 1, 1)
            yield f"continuation of {group}, {name}", theme, page
    if spec.npc:
        small = load_sheet_theme(spec, small=True)
        for name in PAPERS:
            for size, kind in SIZES.items():
                page = card(spec, small, *kind.on(paper_named(name)), kind.margin)
                yield f"{size} card, {name}", small, page
