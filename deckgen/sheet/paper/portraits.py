"""Portraits on pages: a character's picture, else a bust built from parts, which follows from the name."""

from __future__ import annotations

from dataclasses import replace

from deckgen.draw.drawing import Drawing, Item
from deckgen.draw.geometry import Box, ellipse
from deckgen.errors import Problems
from deckgen.press.pages import PlacedFace, PlacedPicture
from deckgen.sheet.character import Character
from deckgen.sheet.faces import FACE, Face, People
from deckgen.sheet.formula import FormulaError
from deckgen.sheet.paper.canvas import PictureSlot
from deckgen.sheet.paper.pages import BlankPage
from deckgen.sheet.paper.theme import SheetTheme

_ABOVE = 0.25
"""The share of what does not fit that is cut off above, as of pictures; the rest is cut off below."""


def choose_face(people: People | None, character: Character, problems: Problems) -> Face | None:
    """Return a character's face; None without a name or parts, or if its face is unknown, which is reported."""
    if people is None or not character.name:
        return None
    try:
        return people.choose(character.name, character.texts.get(FACE, ""))
    except FormulaError as error:
        character.report(problems, FACE, str(error), error.remedy)
        return None


def place_portraits(
    template: BlankPage, theme: SheetTheme, character: Character | None
) -> dict[int, PlacedPicture | PlacedFace]:
    """Return what fills the slots for pictures of a page, by their index: pictures, cropped, or busts."""
    placed: dict[int, PlacedPicture | PlacedFace] = {}
    for slot_index, slot in enumerate(template.pictures):
        if character and (picture := character.pictures.get(slot.name)):
            cropped = picture.cropped(slot.box.width, slot.box.height)
            placed[slot_index] = PlacedPicture(slot.box, *cropped, slot.ellipse, slot.tip)
        elif character and theme.people and (face := choose_face(theme.people, character, Problems())):
            drawing = replace(theme.people.drawing(face, theme.drawing), title=slot.name)
            placed[slot_index] = _place_bust(slot, drawing)
    return placed


def _place_bust(slot: PictureSlot, face: Drawing) -> PlacedFace:
    """Return a bust that fills a slot, what does not fit cut off."""
    box = slot.box
    scale = max(box.width / face.width, box.height / face.height)
    width, height = box.width / scale, box.height / scale
    x, y = (face.width - width) / 2, (face.height - height) * _ABOVE
    window = Box(x, y, width, height)
    clip = ellipse(window.cx, window.cy, width / 2, height / 2) if slot.ellipse else ()
    return PlacedFace(face, box.x - x * scale, box.y - y * scale, window, scale=scale, clip=clip)


def bust_items(template: BlankPage, theme: SheetTheme, character: Character | None) -> list[Item]:
    """Return the busts on a flat page, which cannot cut anything off: as large as fits in their slots."""
    items: list[Item] = []
    if theme.people is None or character is None:
        return items
    face, view = choose_face(theme.people, character, Problems()), theme.people.view
    for slot in template.pictures:
        if face and slot.name not in character.pictures:
            box = slot.box
            scale = min(box.width / view.width, box.height / view.height)
            x, y = box.cx - view.width * scale / 2, box.bottom - view.height * scale
            items += theme.people.items(face, (scale, 0.0, 0.0, scale, x, y))
    return items
