"""A blank page with what a character puts on it, as a tagged PDF wants it: art, words, and what is told of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from deckgen.draw.drawing import Item, Text
from deckgen.draw.geometry import Box
from deckgen.draw.paper import Paper
from deckgen.language import Language
from deckgen.press.pages import Page, Placed, PlacedPicture, Words
from deckgen.sheet.paper.canvas import SheetTheme
from deckgen.sheet.paper.fill import Filled, drawn
from deckgen.sheet.paper.pages import BlankPage
from deckgen.sheet.paper.tags import FIELD, PICTURE, Spoken, TagPlace, Told


class TaggedPage:
    """A page of a PDF in the making; ``language`` is that of what is said of ticks."""

    def __init__(self, theme: SheetTheme, language: Language) -> None:
        self._theme, self._language = theme, language
        self._placed: list[Placed | Words | PlacedPicture] = []
        self._runs = 0
        self.told: list[Told] = []

    def add(
        self,
        template: BlankPage,
        filled: Sequence[Filled],
        over: Sequence[Item],
        pictures: Mapping[int, PlacedPicture],
        at: tuple[float, float] = (0.0, 0.0),
        *,
        flat: bool,
    ) -> None:
        """Lay a page ``at`` (x, y), with what a character puts on it ``over`` it; values are drawn if it is ``flat``.

        ``pictures`` are by the numbers of their places.
        """
        blank, first = template.reading, self._runs
        words = blank.words if at == (0.0, 0.0) else replace(blank.words, x=at[0], y=at[1])
        window = Box(0, 0, template.drawing.width, template.drawing.height)
        art = tuple(item for item in over if not isinstance(item, Text))
        self._placed += [Placed(blank.art, *at, window), words]
        if art:
            self._placed.append(Placed(replace(blank.art, items=art), *at, window))
        self._runs += len(words.runs)
        spoken: defaultdict[TagPlace, list[Spoken]] = defaultdict(list)
        runs = []
        for place, tag, run, instead in (*_numbers(template, over), *(self._values(filled) if flat else ())):
            spoken[TagPlace(FIELD, place)].append(Spoken(tag, self._runs, instead))
            runs.append(run)
            self._runs += 1
        if runs:
            self._placed.append(replace(words, runs=tuple(runs)))
        for place, picture in pictures.items():
            box = picture.box
            self._placed.append(replace(picture, box=box._replace(x=box.x + at[0], y=box.y + at[1])))
            spoken[TagPlace(PICTURE, place)].append(Spoken("Figure", self._runs, picture.said))
            self._runs += 1
        self.told.append(Told(blank.tree, first, spoken))

    def _values(self, filled: Sequence[Filled]) -> Iterator[_Run]:
        for place, each in enumerate(filled):
            if each.ticked:
                said = self._language.phrase("{field}: ticked", field=each.slot.tip)
                yield place, "Figure", tuple(drawn(each, self._theme)), said
            elif each.lines:
                yield place, "P", each.lines, ""

    def page(self, paper: Paper) -> Page:
        """The page, as large as the paper."""
        whole = Box(0, 0, paper.width, paper.height)
        return Page(paper.width, paper.height, tuple(self._placed), trim=whole, tagged=True)


_Run = tuple[int, str, tuple[Item, ...], str]
"""The place of a field, a tag, what is drawn, and what is said instead of it."""


def _numbers(template: BlankPage, over: Sequence[Item]) -> Iterator[_Run]:
    """The numbers of countdowns, at their marks."""
    places = {slot.name: place for place, slot in enumerate(template.slots)} if over else {}
    for item in over:
        if isinstance(item, Text):
            yield places[item.slot], "P", (item,), ""
