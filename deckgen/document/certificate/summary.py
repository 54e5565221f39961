"""The top of the certificate: what it is of, the verdict, the figures that matter."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from deckgen.deck.audit.auditor import Audit
from deckgen.document.certificate.plots import bar_words
from deckgen.document.masthead import masthead, split_panel
from deckgen.draw.blocks.flow import Flowable, Strip, stack
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, moved, polygon
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.text import wrap

_PAD = 4.0
_LABEL, _GUTTER = 21.0, 6.0


def summary(style: Stylesheet, audit: Audit, facts: Sequence[tuple[str, str]]) -> Flowable:
    """The titles, a panel with verdict and key figures, and the facts about the decks."""
    language, title = style.language, audit.spec.title
    several = ""
    if audit.count > 1:
        several = language.phrase("{deck}, a set of {number} decks", deck=title, number=audit.count)
    return stack(
        masthead(style, f"{audit.game.title} · {title}", language.phrase("Certificate of odds"), several),
        lambda width: [_panel(style, audit, width), *_facts(style, facts, width)],
    )


def _panel(style: Stylesheet, audit: Audit, width: float) -> Strip:
    """The verdict on a dark field, key figures beside it."""
    pen, height, first = style.pen(), 25.0, width * 0.27
    accent, tint, paper, soft = map(style.colour, ("accent", "tint", "paper", "soft"))
    dark = accent if audit.passed else style.colour("alarm")
    middle = height / 2
    split_panel(pen, Box(0, 0, width, height), style.masthead.corner, first, dark, tint)
    language = style.language
    verdict, words = language.phrase("Not passed"), language.phrase("see the lines with a cross")
    if audit.passed:
        verdict, words = language.phrase("Passed"), language.phrase("every bar is met")
    mark = "disc" if audit.passed else "cross"
    pen.mark(mark, _PAD + 2.2, middle - 2.4, 4.4, paper)
    if audit.passed:
        tick = [_PAD + 1.2, middle - 2.4, _PAD + 2.0, middle - 1.5, _PAD + 3.4, middle - 3.4]
        pen.path(polygon(tick, closed=False), None, dark, 0.55)
    room = first - _PAD - 2.0
    pen.line(verdict, _PAD + 6.0, middle - 0.1, "bold", 17 * PT, paper, room=room - 6.0)
    pen.line(words, _PAD, middle + 5.4, "regular", 8 * PT, paper, room=room)
    figures = key_figures(audit)
    step = (width - first) / len(figures)
    for index, (value, what) in enumerate(figures):
        x = first + index * step + _PAD
        pen.line(value, x, middle - 0.8, "bold", 17 * PT, accent, room=step - _PAD - 1.5)
        lines = wrap([(what, "regular")], 2.65, step - _PAD - 1.5, style.fonts, language=language)
        for i, line in enumerate(lines):
            pen.runs(line, x, middle + 4.0 + i * 3.1, 2.65, soft)
    return Strip(height, pen.items, before=5.0, after=3.5)


def key_figures(audit: Audit) -> list[tuple[str, str]]:
    """The figures that say most, and what each is."""
    exact = sum(c.exact for c in audit.cells)
    worst = max(audit.cells, key=lambda c: c.tail_error, default=None)
    b, language = audit.balance, audit.game.language
    tail = language.phrase("cards, the largest tail error (1 card is 1 in {size})", size=audit.spec.size)
    if worst is not None:
        tail += "; " + language.phrase("bar {bar}", bar=bar_words(worst, language))
    percentiles = f"{language.number(b.lowest, 2)}–{language.number(b.highest, 2)}"
    return [
        (f"{exact}/{len(audit.cells)}", language.phrase("results average exactly what the dice do")),
        (language.number(worst.tail_error if worst else Fraction(0), 2), tail),
        (
            language.number(audit.independence.mean, 3),
            language.phrase("mean |correlation| of results in different columns"),
        ),
        (percentiles, language.phrase("mean percentile of the worst and the best card")),
    ]


def _facts(style: Stylesheet, facts: Sequence[tuple[str, str]], width: float) -> list[Strip]:
    """Pairs in two columns; a value too long for half the width has a line of its own."""
    text = style.texts["small"]
    half = (width - _GUTTER) / 2
    accent, ink, step = style.colour("accent"), style.colour("ink"), text.size * text.leading
    strips: list[Strip] = []
    beside = False  # whether the last strip has room for another pair
    for name, value in facts:
        long = style.fonts.width(value, text.face, text.size) > half - _LABEL
        pen = style.pen()
        pen.line(name, 0, step * 0.8, "semibold", text.size, accent)
        room = (width if long else half) - _LABEL
        lines = wrap([(value, text.face)], text.size, room, style.fonts, language=style.language)
        for i, line in enumerate(lines):
            pen.runs(line, _LABEL, step * (i + 0.8), text.size, ink)
        height = step * len(lines) + 0.6
        if beside and not long:
            right = moved(pen.items, (1, 0, 0, 1, half + _GUTTER, 0))
            strips[-1] = Strip(max(strips[-1].height, height), [*strips[-1].items, *right])
        else:
            strips.append(Strip(height, pen.items))
        beside = not (beside or long)
    return strips
