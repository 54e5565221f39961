"""Paragraphs: text of one style, as strips that flow over pages."""

from __future__ import annotations

from collections.abc import Sequence

from deckgen.draw.flow import Flowable, Strip
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.text import Run, wrap


def paragraph(
    style: Stylesheet, text: str | Sequence[Run], kind: str = "text", *, keep: bool = False
) -> Flowable:
    """Text of one of the style sheet's kinds; runs may have faces of their own (``""``: the kind's).

    A heading stays with what follows, as does what is to ``keep``; of other text no page begins or
    ends with a single line.
    """
    own = style.texts[kind]
    runs = [(text, own.face)] if isinstance(text, str) else [(t, face or own.face) for t, face in text]
    keep = keep or kind.endswith("heading")

    def block(width: float) -> list[Strip]:
        lines = wrap(runs, own.size, width, style.fonts)
        height = own.size * own.leading
        # Capitals stand in the middle of their line.
        base = (height + style.fonts.cap(own.face) * own.size) / 2
        last = len(lines) - 1
        strips = []
        for i, line in enumerate(lines):
            pen = style.pen()
            pen.runs(line, 0, base, own.size, own.ink)
            before, after = 0.0 if i else own.before, own.after if i == last else 0.0
            kept = keep or (last > 0 and i in {0, last - 1})
            strips.append(Strip(height, pen.items, before, after, kept))
        return strips

    return block
