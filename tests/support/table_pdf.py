"""The words of a PDF page and where they stand, in mm from the upper left corner."""

from __future__ import annotations

from typing import NamedTuple

import pypdfium2

MM = 25.4 / 72


class Word(NamedTuple):
    text: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def x(self) -> float:
        return (self.left + self.right) / 2

    @property
    def y(self) -> float:
        return (self.top + self.bottom) / 2


def words(content: bytes) -> list[list[Word]]:
    """Page by page, every run of letters that stand close together on one line."""
    document = pypdfium2.PdfDocument(content)
    pages = []
    for page in document:
        text, high = page.get_textpage(), page.get_height()
        found: list[Word] = []
        gap = True
        for i in range(text.count_chars()):
            letter = text.get_text_range(i, 1)
            left, bottom, right, top = text.get_charbox(i, loose=True)
            if not letter.strip():
                gap = True
                continue
            box = Word(letter, left * MM, (high - top) * MM, right * MM, (high - bottom) * MM)
            last = found[-1] if found else None
            near = last and abs(last.bottom - box.bottom) < 0.15 and -0.3 < box.left - last.right < 0.25
            if near and not gap:
                found[-1] = Word(last.text + letter, last.left, last.top, box.right, box.bottom)
            else:
                found.append(box)
            gap = False
        pages.append(found)
        text.close()
        page.close()
    document.close()
    return pages


def inside(found: list[Word], x: float, y: float, width: float, height: float) -> str:
    """The words whose middle lies in a box, by spaces, from left to right."""
    own = [w for w in found if x <= w.x < x + width and y <= w.y < y + height]
    return " ".join(w.text for w in sorted(own, key=lambda w: w.left))
