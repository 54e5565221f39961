"""Filling in: a character's values in the fields of a page, drawn as text or as form fields."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from deckgen.draw import geometry
from deckgen.draw.drawing import Item, Path, Text
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.draw.paper import Paper
from deckgen.draw.pen import Pen
from deckgen.draw.text import Squeezed, squeeze, wrap
from deckgen.errors import LayoutError, Problems
from deckgen.language import Language, set_quotes
from deckgen.press.pages import Page, PlacedFace, PlacedPicture, TaggedText
from deckgen.records import record
from deckgen.sheet.character import Character
from deckgen.sheet.paper.canvas import (
    FIELD,
    PAD,
    PICTURE,
    CountdownMark,
    Part,
    Slot,
    SlotRef,
    cartridge_body,
    mark_outline,
    square,
)
from deckgen.sheet.paper.pages import BlankPage
from deckgen.sheet.paper.portraits import choose_face
from deckgen.sheet.paper.theme import SheetStyle, SheetTheme

_QUOTED = 40  # letters of a value that a message shows
_STEP = 0.25 * PT  # from one size of long texts to the next
_LEADING = 1.25
"""Distance of lines as a share of the size, where ruled lines do not suffice; viewers use the same."""
_SHORTEN = "shorten it"
_LONG = 10  # digits of a number that no countdown starts from

Report = Callable[[str, str], None]
"""Takes an error in a value, and the remedy."""


@record
class FilledField:
    """A slot with its value: lines of text, or whether it is ticked; ``size``: mm of letters set by a viewer."""

    slot: Slot
    value: str
    lines: tuple[Text, ...] = ()
    ticked: bool = False
    size: float = 0.0


def fill_page(
    template: BlankPage, theme: SheetTheme, character: Character | None, problems: Problems
) -> tuple[list[FilledField], list[Item]]:
    """Return every slot with its value, empty without a character, and the numbers that countdowns draw.

    The numbers' ``slot`` is the name of their mark. Text that does not fit is reported at its location in the file.
    """
    if character is None:
        return [FilledField(slot, "", size=slot.size) for slot in template.slots], []
    if any(slot.name not in character.pictures for slot in template.pictures):
        choose_face(theme.people, character, problems)
    marks = _ticked_names(template, character, problems)
    filled = [_fill_slot(slot, theme, character, marks, problems) for slot in template.slots]
    pen = Pen(theme.base.fonts, theme.base.minimum, problems=Problems())
    names = {slot.box: slot.name for slot in template.slots} if template.counts else {}
    for count in template.counts:
        start = _countdown_start(character, count)
        if start is not None:
            pen.slot = names[count.box]
            _draw_number(count, start, theme.style, pen)
    return filled, pen.items


def _countdown_start(character: Character, count: CountdownMark) -> int | None:
    """Return the number that a countdown starts from; None if its field holds no number."""
    text = character.texts.get(count.start, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < _LONG else None


def _ticked_names(template: BlankPage, character: Character, problems: Problems) -> set[str]:
    """Return the names of ticked slots; report marks for which a countdown has no room."""
    ticked = {f"{name}.{i}" for name, number in character.marks.items() for i in range(1, number + 1)}
    for name in {count.name for count in template.counts}:
        countdown = [count for count in template.counts if count.name == name and not count.run]
        if not countdown:
            continue
        start, half = _countdown_start(character, countdown[0]), len(countdown) // 2
        marked = character.marks.get(name, 0)
        if start is not None and marked:
            order = [*range(1, min(start, half) + 1), *range(half + 1, 2 * half + 1)]
            ticked = {mark_name for mark_name in ticked if not mark_name.startswith(f"{name}.")}
            ticked |= {f"{name}.{i}" for i in order[:marked]}
            if marked > len(order):
                message, spot = (
                    f"the countdown from {start} has only {len(order)} marks",
                    character.locations.get(name),
                )
                if spot is not None:
                    spot.report(problems, message, "remove some")
    return ticked


def _draw_number(count: CountdownMark, start: int, style: SheetStyle, pen: Pen) -> None:
    """Draw the number of a mark whose countdown begins at ``start``; strike out marks beyond it."""
    room = cartridge_body(count.box) if count.shape == "cartridge" else count.box
    if count.run and start < count.number <= 2 * start:
        if count.shape == "box":
            pen.box(*count.box.inset(style.edge / 2), style.below)
        else:
            pen.path(mark_outline(count.shape, count.box), style.below, style.accent, style.edge * 0.8)
        pen.text(str(count.number - start), room.inset(0.3), style.strong, style.label_size, style.accent)
        return
    if count.number > start:
        inner = count.box.inset(count.box.width * 0.16)
        pen.rule(inner.x, inner.bottom, inner.right, inner.y, style.line, style.edge)
        return
    string = str(-count.number if count.below else start - count.number).replace("-", "−")
    pen.text(string, room.inset(0.3), style.face, style.label_size, style.soft)


def value_typeface(slot: Slot, theme: SheetTheme) -> str:
    """Return the typeface of a slot's value."""
    return slot.typeface or theme.style.value_face


def _fill_slot(slot: Slot, theme: SheetTheme, character: Character, marks: set[str], problems: Problems) -> FilledField:
    """Return a slot with its value, a check ticked if in ``marks``; report errors at its location, or by name."""
    if slot.kind == "check":
        return FilledField(slot, "", ticked=slot.name in marks)
    value, report = character.texts.get(slot.name, ""), partial(character.report, problems, slot.name)
    fonts, line = theme.base.fonts, (value.replace("\n", " "), value_typeface(slot, theme))
    try:
        fonts.em_width(*line)
        if emoji := next((part for part, typeface in fonts.runs(*line) if fonts.is_colored(typeface)), ""):
            report(f"{emoji} is a picture, which no field can have", "write it in letters")
            value = ""
    except LayoutError as error:
        for problem in error.problems:
            report(problem.message, problem.remedy)
        value = ""
    if not value:
        return FilledField(slot, "", size=slot.size)
    filled = (_set_long if slot.kind == "long" else _set_line)(slot, theme, set_quotes(value), report)
    return replace(filled, value=value)  # what is read back


def _set_line(slot: Slot, theme: SheetTheme, value: str, report: Report) -> FilledField:
    """Return a line of text, narrowed, then made smaller if too wide; ``size`` fits without narrowing, for viewers."""
    fonts, typeface, room = theme.base.fonts, value_typeface(slot, theme), slot.box.inset(PAD, 0)
    fit = _squeezed(slot, theme, value)
    wide = fonts.em_width(value, typeface) * fit.size * fit.stretch
    x = room.x + (room.width - wide) * slot.align
    y = room.y + (room.height + fonts.cap(typeface) * fit.size) / 2
    if not fit.fits:
        short = value if len(value) < _QUOTED else f"{value[: _QUOTED - 1]}…"
        count = letters_that_fit(slot, theme, value)
        report(f"{short!r} does not fit on the sheet: {count} of its {len(value)} letters do", _SHORTEN)
    lines = _texts(theme, slot, value, x, y, fit.size, fit.stretch)
    return FilledField(slot, value, lines, size=fit.size * fit.stretch)


def _set_long(slot: Slot, theme: SheetTheme, value: str, report: Report) -> FilledField:
    """Return a long text: on the ruled lines if there is room, else smaller, at last with closer lines."""
    size, pitch, lines, room = slot.size, slot.pitch, [""], 0
    for size, pitch in _settings(slot, theme):
        lines, room = _wrapped(slot, theme, value, size), int(slot.box.height / pitch + 0.01)
        if len(lines) <= room:
            break
    else:
        message = f"the text takes {len(lines)} lines, and there is room for {room}"
        report(f"{message}: {len(' '.join(lines[:room]))} of its {len(value)} letters fit", _SHORTEN)
    texts: list[Text] = []
    for number, line in enumerate(lines[:room], 1):
        y = slot.box.y + number * pitch - 0.3 * size
        texts += _texts(theme, slot, line, slot.box.x + PAD, y, size) if line else ()
    return FilledField(slot, value, tuple(texts), size=size)


def _settings(slot: Slot, theme: SheetTheme) -> Iterator[tuple[float, float]]:
    """Yield the (size, line distance) in mm to try for a long text: smaller letters on its lines, then closer lines."""
    least = min(slot.size, theme.base.minimum)
    sizes = [slot.size - i * _STEP for i in range(int((slot.size - least) / _STEP) + 1)] + [least]
    yield from ((size, slot.pitch) for size in sizes if slot.pitch)
    yield from ((size, _LEADING * size) for size in sizes if not slot.pitch or _LEADING * size < slot.pitch)


def letters_that_fit(slot: Slot, theme: SheetTheme, text: str) -> int:
    """Return how many letters of a text, from its first, fit into a slot at the smallest size."""
    if slot.kind == "long":
        *_, (size, pitch) = _settings(slot, theme)
        lines, room = _wrapped(slot, theme, text, size), int(slot.box.height / pitch + 0.01)
        return len(text) if len(lines) <= room else len(" ".join(lines[:room]))
    counts = range(1, len(text) + 1)
    return bisect_left(counts, 1, key=lambda count: not _squeezed(slot, theme, text[:count]).fits)


def _squeezed(slot: Slot, theme: SheetTheme, value: str) -> Squeezed:
    """Return the size and stretch at which a line fits in its slot; ``fits`` is False if none is small enough."""
    fonts, typeface = theme.base.fonts, value_typeface(slot, theme)
    size = min(slot.size, slot.box.height / fonts.cap(typeface))
    return squeeze(fonts.em_width(value, typeface), size, slot.box.width - 2 * PAD, theme.base.minimum)


def _wrapped(slot: Slot, theme: SheetTheme, value: str, size: float) -> list[str]:
    run = (value, value_typeface(slot, theme))
    return [line.string for line in wrap([run], size, slot.box.width - 2 * PAD, theme.base.fonts)]


def _texts(
    theme: SheetTheme, slot: Slot, value: str, x: float, y: float, size: float, stretch: float = 1.0
) -> tuple[Text, ...]:
    """Return a line from ``x`` on the baseline ``y``: a text for each typeface it needs, with the slot's name."""
    texts = []
    for part, typeface in theme.base.fonts.runs(value, value_typeface(slot, theme)):
        texts.append(Text(x, y, part, typeface, size, slot.ink or theme.style.ink, slot=slot.name, stretch=stretch))
        x += theme.base.fonts.em_width(part, typeface) * size * stretch
    return tuple(texts)


def draw_value(filled: FilledField, theme: SheetTheme) -> list[Item]:
    """Return a value's lines, or its tick; nothing for a mark that is not ticked."""
    if filled.slot.kind != "check":
        return list(filled.lines)
    return draw_tick(filled.slot, theme) if filled.ticked else []


def draw_tick(slot: Slot, theme: SheetTheme, box: Box | None = None) -> list[Item]:
    """Return a tick in ``box``, None: the slot's: a bold cross in a mark of shape box; other shapes are filled."""
    box = box or slot.box
    if slot.shape == "box":
        side = min(box.width, box.height)
        inner = square(box.cx, box.cy, side * 0.6)
        down = geometry.polygon([inner.x, inner.y, inner.right, inner.bottom], closed=False)
        up = geometry.polygon([inner.right, inner.y, inner.x, inner.bottom], closed=False)
        return [Path(down + up, None, theme.style.ink, side * 0.17, round=True)]
    inset = box.width * {"circle": 0.14, "cartridge": 0.09}.get(slot.shape, 0.17)
    return [Path(mark_outline(slot.shape, box.inset(inset)), theme.style.ink)]


# Filled pages for tagged PDFs: art, words and tags


class TaggedContent(NamedTuple):
    """Content that a character adds to a slot: its tag, the index of its run, and alternative text."""

    tag: str
    run: int
    alt_text: str = ""


class TaggedTree(NamedTuple):
    """The tags of a page, the index of its first run, and the content that a character adds to its slots."""

    tree: Part
    first_run: int
    content_by_slot: Mapping[SlotRef, Sequence[TaggedContent]]


class TaggedPage:
    """A page to fill; ``owner``: number of the character called ``name``; ``language``: of alternative texts."""

    def __init__(self, theme: SheetTheme, language: Language, owner: int = 0, name: str = "") -> None:
        self._theme, self._language = theme, language
        self.owner, self.name = owner, name
        self._placed: list[PlacedFace | TaggedText | PlacedPicture] = []
        self._runs = 0
        self.trees: list[TaggedTree] = []

    def add(
        self,
        template: BlankPage,
        filled: Sequence[FilledField],
        over: Sequence[Item],
        pictures: Mapping[int, PlacedPicture | PlacedFace],
        at: tuple[float, float] = (0.0, 0.0),
        *,
        flat: bool,
    ) -> None:
        """Add a page ``at`` (x, y) mm, drawings ``over`` it, its ``pictures`` by index; if ``flat``, its values."""
        first = self._runs
        words = template.words if at == (0.0, 0.0) else replace(template.words, x=at[0], y=at[1])
        window = Box(0, 0, template.drawing.width, template.drawing.height)
        art = tuple(item for item in over if not isinstance(item, Text))
        self._placed += [PlacedFace(template.art, *at, window), words]
        if art:
            self._placed.append(PlacedFace(replace(template.art, items=art), *at, window))
        self._runs += len(words.runs)
        content_by_slot: defaultdict[SlotRef, list[TaggedContent]] = defaultdict(list)
        runs: list[tuple[Item, ...]] = []

        def put(slot_index: SlotRef, tag: str, alt_text: str = "") -> None:
            content_by_slot[slot_index].append(TaggedContent(tag, self._runs, alt_text))
            self._runs += 1

        names = {slot.name: slot_index for slot_index, slot in enumerate(template.slots)} if over else {}
        for number in (item for item in over if isinstance(item, Text)):
            put(SlotRef(FIELD, names[number.slot]), "P")
            runs.append((number,))
        for slot_index, value in enumerate(filled if flat else ()):
            if value.ticked:
                description = self._language.phrase("{field}: ticked", field=value.slot.tip)
                put(SlotRef(FIELD, slot_index), "Figure", description)
            elif value.lines:
                put(SlotRef(FIELD, slot_index), "H1" if value.slot.heading else "P")
            runs += [tuple(draw_value(value, self._theme))] if value.ticked or value.lines else []
        if runs:
            self._placed.append(replace(words, runs=tuple(runs)))
        for slot_index, picture in pictures.items():
            if isinstance(picture, PlacedFace):  # decoration
                self._placed.append(replace(picture, x=picture.x + at[0], y=picture.y + at[1]))
                continue
            box = picture.box
            self._placed.append(replace(picture, box=box._replace(x=box.x + at[0], y=box.y + at[1])))
            put(SlotRef(PICTURE, slot_index), "Figure", picture.alt_text)
        self.trees.append(TaggedTree(template.tree, first, content_by_slot))

    def page(self, paper: Paper) -> Page:
        page_box = Box(0, 0, paper.width, paper.height)
        return Page(paper.width, paper.height, tuple(self._placed), trim=page_box, tagged=True)
