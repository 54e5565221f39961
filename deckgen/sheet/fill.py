"""Filling in: what a character puts into the slots of a page, as text drawn on it or as form fields."""

from __future__ import annotations

from dataclasses import dataclass

from deckgen.draw import geometry
from deckgen.draw.drawing import Item, Path, Text
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.text import wrap
from deckgen.errors import Faults, LayoutError
from deckgen.sheet.canvas import PAD, Count, SheetStyle, SheetTheme, Slot, mark, square
from deckgen.sheet.character import Character
from deckgen.sheet.pages import BlankPage

_QUOTED = 40  # letters of a value that a message shows


@dataclass(frozen=True)
class Filled:
    """A slot with its value: the lines of text where they stand (x, baseline; mm), or whether it is ticked."""

    slot: Slot
    value: str
    lines: tuple[Text, ...] = ()
    ticked: bool = False
    size: float = 0.0


def fill(
    template: BlankPage, theme: SheetTheme, character: Character | None, faults: Faults
) -> tuple[list[Filled], list[Item]]:
    """Every slot with its value, and what else the character puts on the page: the numbers of countdowns.

    The numbers' ``slot`` is the name of their mark. Text that does not fit is added to ``faults`` with its
    place in the character's file.
    """
    if character is None:
        return [Filled(slot, "", size=slot.size) for slot in template.slots], []
    marks = _marks(template, character)
    filled = [_fill(slot, theme, character, marks, faults) for slot in template.slots]
    pen = Pen(theme.base.fonts, theme.base.minimum, faults=Faults())
    names = {slot.box: slot.name for slot in template.slots} if template.counts else {}
    for count in template.counts:
        start = _start(character, count)
        if start is not None:
            pen.slot = names[count.box]
            _number(count, start, theme.style, pen)
    return filled, pen.items


def _start(character: Character, count: Count) -> int | None:
    text = character.texts.get(count.start, "")
    return int(text) if text.isdigit() else None


def _marks(template: BlankPage, character: Character) -> set[str]:
    """The names of the slots that are ticked."""
    ticked = {f"{name}.{i}" for name, number in character.marks.items() for i in range(1, number + 1)}
    for name in {count.name for count in template.counts}:
        own = [count for count in template.counts if count.name == name and not count.run]
        if not own:
            continue
        start, half = _start(character, own[0]), len(own) // 2
        taken = character.marks.get(name, 0)
        if start is not None and taken:
            order = [*range(1, min(start, half) + 1), *range(half + 1, 2 * half + 1)]
            ticked = {each for each in ticked if not each.startswith(f"{name}.")}
            ticked |= {f"{name}.{i}" for i in order[:taken]}
    return ticked


def _number(count: Count, start: int, style: SheetStyle, pen: Pen) -> None:
    """The number that a mark of a countdown stands for; marks beyond the start are struck out."""
    if count.run and start < count.number <= 2 * start:
        pen.box(*count.box.inset(style.edge / 2), style.tint)
        pen.text(
            str(count.number - start), count.box.inset(0.3), style.strong, style.label_size, style.accent
        )
        return
    if count.number > start:
        inner = count.box.inset(count.box.width * 0.16)
        pen.rule(inner.x, inner.bottom, inner.right, inner.y, style.line, style.edge)
        return
    string = str(-count.number if count.below else start - count.number).replace("-", "−")
    pen.text(string, count.box.inset(0.3), style.face, style.label_size, style.soft)


def _fill(slot: Slot, theme: SheetTheme, character: Character, marks: set[str], faults: Faults) -> Filled:
    """A slot with its value; what is wrong is told where it stands in the file, of derived ones by name."""
    if slot.kind == "check":
        return Filled(slot, "", ticked=slot.name in marks)
    value, spot = character.texts.get(slot.name, ""), character.spots.get(slot.name)
    filled, wrong = _set(slot, theme, value) if value else (Filled(slot, "", size=slot.size), [])
    for what, remedy in wrong:
        if spot is None:
            faults.add(character.file, None, slot.name, what, remedy)
        else:
            spot.blame(faults, what, remedy)
    return filled


def _set(slot: Slot, theme: SheetTheme, value: str) -> tuple[Filled, list[tuple[str, str]]]:
    """A slot with a text set in it, and what is wrong with that: what, and the remedy."""
    fonts, style, size = theme.base.fonts, theme.style, slot.size
    wrong: list[tuple[str, str]] = []
    # Never closed up, as text drawn once is: a viewer that sets the text anew does not either.
    pen = Pen(fonts, theme.base.minimum, tightest=0.0)
    pen.slot = slot.name
    try:
        fonts.em(value.replace("\n", " "), style.value_face)
    except LayoutError as error:
        return Filled(slot, "", size=size), [(fault.what, fault.remedy) for fault in error.faults]
    if slot.kind == "long":
        lines = wrap([(value, style.value_face)], size, slot.box.width - 2 * PAD, fonts)
        room = int(slot.box.height / slot.pitch + 0.01)
        if len(lines) > room:
            what = f"the text takes {len(lines)} lines, and there is room for {room}"
            wrong.append((what, "shorten it"))
        for number, line in enumerate(lines[:room], 1):
            base = slot.box.y + number * slot.pitch - 0.3 * size
            pen.runs(line, slot.box.x + PAD, base, size, style.value)
    else:
        fit = pen.text(value, slot.box.inset(PAD, 0), style.value_face, size, style.value, slot.align)
        size = fit.size
        if not fit.fits:
            short = value if len(value) < _QUOTED else f"{value[: _QUOTED - 1]}…"
            wrong.append((f"{short!r} does not fit on the sheet", "shorten it"))
    texts = tuple(item for item in pen.items if isinstance(item, Text))
    return Filled(slot, value, texts, size=size), wrong


def drawn(filled: Filled, theme: SheetTheme) -> list[Item]:
    """What a filled slot looks like without a form field."""
    if filled.slot.kind != "check":
        return list(filled.lines)
    return tick(filled.slot, theme) if filled.ticked else []


def tick(slot: Slot, theme: SheetTheme, box: Box | None = None) -> list[Item]:
    """A tick: a bold cross in a box, any other shape filled."""
    box = box or slot.box
    if slot.shape == "box":
        side = min(box.width, box.height)
        inner = square(box.cx, box.cy, side * 0.6)
        down = geometry.polygon([inner.x, inner.y, inner.right, inner.bottom], closed=False)
        up = geometry.polygon([inner.right, inner.y, inner.x, inner.bottom], closed=False)
        return [Path(down + up, None, theme.style.value, side * 0.17, round=True)]
    inset = box.width * (0.14 if slot.shape == "circle" else 0.17)
    return [Path(mark(slot.shape, box.inset(inset)), theme.style.value)]
