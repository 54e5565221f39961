"""The top of the certificate: what it is of, the verdict, the figures that matter."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from deckgen.deck.audit.auditor import Audit
from deckgen.draw import shapes
from deckgen.draw.drawing import Item
from deckgen.draw.flow import Flowable, Strip, moved
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.text import Line, paragraph, set_line, wrap

_PAD = 4.0
_LABEL = 21.0


def summary(look: Stylesheet, audit: Audit, facts: Sequence[tuple[str, str]]) -> Flowable:
    """The titles, a panel with verdict and key figures, and the facts about the decks."""

    def block(width: float) -> list[Strip]:
        several = f", a set of {len(audit.decks)} decks" if audit.each else ""
        titles = [
            *paragraph(look, "Certificate of odds", "kicker")(width),
            *paragraph(look, audit.game.title, "title")(width),
            *paragraph(look, audit.spec.title + several, "lead")(width),
        ]
        return [*titles, _panel(look, audit, width), *_facts(look, facts, width)]

    return block


def _panel(look: Stylesheet, audit: Audit, width: float) -> Strip:
    """The verdict on a dark field, key figures beside it."""
    height, first = 25.0, width * 0.27
    dark = look.colour("accent" if audit.passed else "alarm")
    items: list[Item] = [
        shapes.box(0, 0, width, height, look.colour("tint"), 1.2),
        shapes.box(0, 0, first, height, dark, 1.2),
    ]
    paper = look.colour("paper")
    mark = "disc" if audit.passed else "cross"
    items.append(shapes.mark(mark, _PAD + 2.2, height / 2 - 2.4, 4.4, paper))
    if audit.passed:
        tick = (
            ("M", _PAD + 1.2, height / 2 - 2.4),
            ("L", _PAD + 2.0, height / 2 - 1.5),
            ("L", _PAD + 3.4, height / 2 - 3.4),
        )
        items.append(shapes.stroke(tick, dark, 0.55))
    word = "Passed" if audit.passed else "Not passed"
    items += _words(look, word, "bold", 17, _PAD + 6.0, height / 2 - 0.1, paper)
    items += _words(
        look,
        "every bar is met" if audit.passed else "see the lines with a cross",
        "regular",
        8,
        _PAD,
        height / 2 + 5.4,
        paper,
    )
    figures = _figures(audit)
    step = (width - first) / len(figures)
    for index, (value, what) in enumerate(figures):
        x = first + index * step + _PAD
        items += _words(look, value, "bold", 17, x, height / 2 - 0.8, look.colour("accent"))
        lines = wrap([(what, "regular")], 2.65, step - _PAD - 1.5, look.fonts)
        for i, line in enumerate(lines):
            items += set_line(
                line, x, height / 2 + 4.0 + i * 3.1, 2.65, look.colour("soft"), look.fonts, slot="figures"
            )
    return Strip(height, tuple(items), before=5.0, after=3.5)


def _figures(audit: Audit) -> list[tuple[str, str]]:
    exact = sum(c.exact for c in audit.cells)
    worst = max((c.tail_error for c in audit.cells), default=Fraction(0))
    b = audit.balance
    return [
        (f"{exact}/{len(audit.cells)}", "results average exactly what the dice do"),
        (f"{float(worst):.2f}", f"cards, the largest tail error (1 card is 1 in {audit.spec.size})"),
        (f"{audit.independence.mean:.3f}", "mean |correlation| of results in different columns"),
        (f"{b.lowest:.2f}–{b.highest:.2f}", "mean percentile of the worst and the best card"),
    ]


def _words(look: Stylesheet, text: str, face: str, points: float, x: float, y: float, ink: str) -> list[Item]:
    size = points * 25.4 / 72
    line = Line(((text, face),), 0.0)
    return list(set_line(line, x, y, size, ink, look.fonts, slot="figures"))


def _facts(look: Stylesheet, facts: Sequence[tuple[str, str]], width: float) -> list[Strip]:
    """Pairs in two columns; a value too long for half the width has a line of its own."""
    text = look.texts["small"]
    half = (width - 6.0) / 2
    strips: list[Strip] = []
    pending: list[tuple[float, list[Item]]] = []
    for name, value in facts:
        long = look.fonts.width(value, text.face, text.size) > half - _LABEL
        room = (width if long else half) - _LABEL
        lines = wrap([(value, text.face)], text.size, room, look.fonts)
        items: list[Item] = []
        step = text.size * text.leading
        items += set_line(
            Line(((name, "semibold"),), 0),
            0,
            step * 0.8,
            text.size,
            look.colour("accent"),
            look.fonts,
            slot="facts",
        )
        for i, line in enumerate(lines):
            items += set_line(
                line, _LABEL, step * (i + 0.8), text.size, look.colour("ink"), look.fonts, slot="facts"
            )
        if long and pending:
            strips.append(_beside(pending, half))
            pending = []
        pending.append((step * len(lines) + 0.6, items))
        if long or len(pending) == 2:
            strips.append(_beside(pending, half))
            pending = []
    if pending:
        strips.append(_beside(pending, half))
    return strips


def _beside(pieces: Sequence[tuple[float, list[Item]]], half: float) -> Strip:
    items: list[Item] = []
    for index, (_, own) in enumerate(pieces):
        items += moved(own, index * (half + 6.0), 0)
    return Strip(max(height for height, _ in pieces), tuple(items))
