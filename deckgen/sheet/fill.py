"""Filling in: what a character puts into the slots of a page, as text drawn on it or as form fields."""

from __future__ import annotations

from dataclasses import dataclass

from deckgen.draw import geometry
from deckgen.draw.drawing import Item, Path, Text
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.text import wrap
from deckgen.errors import Faults, LayoutError
from deckgen.sheet.canvas import PAD, Count, Slot, mark
from deckgen.sheet.character import Character
from deckgen.sheet.pages import BlankPage
from deckgen.sheet.style import SheetTheme

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

    Text that does not fit is added to ``faults`` with its place in the character's file.
    """
    fonts, minimum = theme.base.fonts, theme.base.minimum
    own = Faults()
    pen = Pen(fonts, minimum, str(character.file) if character else "", own)
    marks = _marks(template, character)
    filled = [_fill(slot, theme, character, faults, marks) for slot in template.slots]
    for fault in own:
        faults.add(fault.file, fault.line, fault.path, fault.what, fault.remedy)
    for count in template.counts:
        _number(count, theme, pen, character)
    return filled, pen.items


def _start(character: Character | None, count: Count) -> int | None:
    text = character.texts.get(count.start, "") if character else ""
    return int(text) if text.isdigit() else None


def _marks(template: BlankPage, character: Character | None) -> set[str]:
    """The names of the slots that are ticked."""
    if character is None:
        return set()
    ticked = {f"{name}.{i}" for name, number in character.marks.items() for i in range(1, number + 1)}
    for name in {count.name for count in template.counts}:
        own = [count for count in template.counts if count.name == name]
        start, half = _start(character, own[0]), len(own) // 2
        taken = character.marks.get(name, 0)
        if start is not None and taken:
            order = [*range(1, min(start, half) + 1), *range(half + 1, 2 * half + 1)]
            ticked = {each for each in ticked if not each.startswith(f"{name}.")}
            ticked |= {f"{name}.{i}" for i in order[:taken]}
    return ticked


def _number(count: Count, theme: SheetTheme, pen: Pen, character: Character | None) -> None:
    """The number that a mark of a countdown stands for; marks beyond the start are struck out."""
    style, box = theme.style, count.box
    start = _start(character, count)
    if start is None:
        return
    if count.number > start:
        inner = box.inset(box.width * 0.16)
        pen.rule(inner.x, inner.bottom, inner.right, inner.y, style.line, style.edge)
        return
    number = -count.number if count.below else start - count.number
    string = str(number).replace("-", "−")
    pen.text(string, box.inset(0.3), style.face, style.label_size, style.soft)


def _fill(
    slot: Slot, theme: SheetTheme, character: Character | None, faults: Faults, marks: set[str]
) -> Filled:
    if slot.kind == "check":
        return Filled(slot, "", ticked=slot.name in marks)
    value = character.texts.get(slot.name, "") if character else ""
    if not value or character is None:
        return Filled(slot, "", size=slot.size)
    fonts, style = theme.base.fonts, theme.style
    # Never closed up, as text drawn once is: a viewer that sets the text anew does not either.
    pen = Pen(fonts, theme.base.minimum, tightest=0.0)
    pen.slot = slot.name
    try:
        fonts.em(value.replace("\n", " "), style.value_face)
    except LayoutError as error:
        for fault in error.faults:
            _blame(slot, character, faults, fault.what, fault.remedy)
        return Filled(slot, "", size=slot.size)
    if slot.kind == "long":
        _several(pen, slot, theme, character, value, faults)
        return Filled(slot, value, _texts(pen), size=slot.size)
    fit = pen.text(value, slot.box.inset(PAD, 0), style.value_face, slot.size, style.value, slot.align)
    if not fit.fits:
        short = value if len(value) < _QUOTED else f"{value[: _QUOTED - 1]}…"
        _blame(slot, character, faults, f"{short!r} does not fit on the sheet", "shorten it")
    return Filled(slot, value, _texts(pen), size=fit.size)


def _texts(pen: Pen) -> tuple[Text, ...]:
    return tuple(item for item in pen.items if isinstance(item, Text))


def _several(
    pen: Pen, slot: Slot, theme: SheetTheme, character: Character, value: str, faults: Faults
) -> None:
    """A text of several lines."""
    style = theme.style
    lines = wrap([(value, style.value_face)], slot.size, slot.box.width - 2 * PAD, pen.fonts)
    room = int(slot.box.height / slot.pitch + 0.01)
    if len(lines) > room:
        what = f"the text takes {len(lines)} lines, and there is room for {room}"
        _blame(slot, character, faults, what, "shorten it")
    for number, line in enumerate(lines[:room], 1):
        base = slot.box.y + number * slot.pitch - 0.3 * slot.size
        pen.runs(line, slot.box.x + PAD, base, slot.size, style.value)


def _blame(slot: Slot, character: Character, faults: Faults, what: str, remedy: str) -> None:
    """Tell what is wrong with a value, where it stands in the character's file; of derived ones by name."""
    spot = character.spots.get(slot.name)
    if spot is None:
        faults.add(character.file, None, slot.name, what, remedy)
    else:
        spot.blame(faults, what, remedy)


def drawn(filled: Filled, theme: SheetTheme) -> list[Item]:
    """What a filled slot looks like without a form field."""
    if filled.slot.kind != "check":
        return list(filled.lines)
    return tick(filled.slot, theme) if filled.ticked else []


def tick(slot: Slot, theme: SheetTheme, box: Box | None = None) -> list[Item]:
    """A tick: a bold cross in a box, any other shape filled."""
    box = box or slot.box
    if slot.shape == "box":
        inner = box.inset(box.width * 0.2)
        down = geometry.polygon([inner.x, inner.y, inner.right, inner.bottom], closed=False)
        up = geometry.polygon([inner.right, inner.y, inner.x, inner.bottom], closed=False)
        return [Path(down + up, None, theme.style.value, box.width * 0.17, round=True)]
    inset = box.width * (0.14 if slot.shape == "circle" else 0.17)
    return [Path(mark(slot.shape, box.inset(inset)), theme.style.value)]
