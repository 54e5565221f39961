"""Odds tables in print: a row a pool, a column a total, every row a small plot of bars."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from deckgen import __version__
from deckgen.deck.cards import Deck
from deckgen.document.dice_rules import dice_parts
from deckgen.document.odds import Odds, OddsRow, aims_at, columns_of, margin_words, odds_of, percent
from deckgen.document.pages import Running, document
from deckgen.draw.drawing import Drawing
from deckgen.draw.flow import Flowable, NewPage, Part, Strip, paragraph, stack
from deckgen.draw.fonts import PT
from deckgen.draw.pen import Pen
from deckgen.draw.plot import Axis, Curve, Plot, PlotPanel, multiples, whole_ticks
from deckgen.draw.stylesheet import Stylesheet, load_stylesheet
from deckgen.draw.table import TableGrid
from deckgen.draw.text import figure
from deckgen.game.model import DeckSpec, Game, RollsSection
from deckgen.odds import describe

_LABEL = 21.0  # mm
_FLAT, _HIGH = 4.6, 6.3  # height of a row: dice alone, deck and dice
_WIDEST = 11.0


def odds_pages(
    game: Game, spec: DeckSpec, deck: Deck | None = None, *, paper: str = "a4"
) -> tuple[Drawing, ...]:
    """The odds of every rolled section, then a page about dice. Raises PressError for an unknown paper."""
    style = load_stylesheet(language=game.language)
    name = f"{game.title} · {spec.title}"
    which = f"seed {deck.seed} · deck {deck.number} of {deck.of} · {deck.id[7:19]}" if deck else "dice"
    running = Running((name, "Odds"), (which, f"deckgen {__version__}"))
    parts: list[Part] = []
    for index, odds in enumerate(odds_of(game, spec, deck)):
        if index and not isinstance(odds.section, RollsSection):
            parts.append(NewPage())
        parts += _section(style, game, odds, first=index == 0)
    parts += [NewPage(), *dice_parts(style, game, spec)]
    return document(style, parts, running, paper=paper, title=f"{name}: odds")


def _section(style: Stylesheet, game: Game, odds: Odds, *, first: bool) -> Iterator[Part]:
    both = odds.pools[0].deck is not None
    if first:
        yield paragraph(style, game.title, "kicker")
        yield paragraph(style, "Odds", "title")
        words = "The chance in per cent of a total of at least the number above; the bars show it again."
        yield paragraph(style, words + (" Bold: the deck. Below it: the dice." if both else ""), "text")
    heading = paragraph(style, odds.section.title, "heading")
    words = " ".join(filter(None, (odds.section.help, margin_words(game) if odds.aimed else "")))
    small = [paragraph(style, words, "small", keep=True)] if words else []
    yield stack(heading, *small, _table(style, game, odds))
    if not isinstance(odds.section, RollsSection):
        yield _plots(style, odds)


def _table(style: Stylesheet, game: Game, odds: Odds) -> Flowable:
    """The head, and a strip for each pool; pools of one die stay together."""
    aims = {total: aims_at(game, total) if odds.aimed else [] for total in odds.totals}

    def block(width: float) -> list[Strip]:
        cell = min(_WIDEST, (width - _LABEL) / len(odds.totals))
        head = _head(style, odds.totals, aims, cell)
        strips = [head]
        for _, pools in columns_of(odds):
            for index, pool in enumerate(pools):
                pen = style.pen()
                if index == 0:
                    pen.rule(0, 0, _LABEL + cell * len(odds.totals), 0, style.colour("rule"), 0.3)
                height = _row(pen, style, odds, pool, aims, cell)
                keep = index < len(pools) - 1 and len(pools) < 9
                strips.append(Strip(height, pen.items, keep=keep, head=(head,)))
        return strips

    return block


def _head(style: Stylesheet, totals: Sequence[int], aims: Mapping[int, Sequence[str]], cell: float) -> Strip:
    pen, pitch, small = style.pen(), 2.7, style.smallest
    ink, soft, accent, paper = map(style.colour, ("ink", "soft", "accent", "paper"))
    named = [name for total in totals for name in aims[total]]
    tall = max((pen.width(n, "regular", small) + 1.5 for n in named), default=0.0)
    height = tall + 5.4
    grid = TableGrid.at(_LABEL, tall, [cell] * len(totals), [height - tall])
    pen.line("at least", _LABEL - 1.2, height - 1.6, "regular", small, soft, 1.0)
    for i, total in enumerate(totals):
        place = grid.cell(0, i)
        if aims[total]:
            pen.box(*place, accent)
        fitting = aims[total][: max(1, int(cell / pitch))]
        for j, name in enumerate(fitting):
            at = place.cx + 0.85 + pitch * (j - (len(fitting) - 1) / 2)
            pen.line(name, at, tall - 0.8, "regular", small, ink, upward=True)
        pen.line(figure(total), place.cx, height - 1.5, "bold", 9 * PT, paper if aims[total] else ink, 0.5)
    pen.rule(0, height, grid.xs[-1], height, accent, 0.35)
    return Strip(height, pen.items, before=1.0, keep=True)


def _row(
    pen: Pen, style: Stylesheet, odds: Odds, pool: OddsRow, aims: Mapping[int, Sequence[str]], cell: float
) -> float:
    """A pool's name and chances; how high the row is."""
    both = pool.deck is not None
    height, base, below = (_HIGH, 2.95, 2.7) if both else (_FLAT, 3.2, 0.0)
    ink, soft, bar = map(style.colour, ("ink", "soft", "tint"))
    small = style.smallest
    grid = TableGrid.at(_LABEL, 0, [cell] * len(odds.totals), [height])
    names = [pool.name, pool.place]
    if isinstance(odds.section, RollsSection) and pool.place != pool.name:
        names.reverse()
    pen.line(names[0], 0.6, base, "bold", 9 * PT, ink, room=_LABEL - (2 if both else 9.0), slot="pool")
    if names[0] != names[1]:
        x, align = (0.6, 0.0) if both else (_LABEL - 1.2, 1.0)
        pen.line(names[1], x, base + below, "regular", small, soft, align)
    if both:
        pen.line("deck", _LABEL - 1.2, base, "regular", small, soft, 1.0)
        pen.line("dice", _LABEL - 1.2, base + below, "regular", small, soft, 1.0)
    for i, total in enumerate(odds.totals):
        place = grid.cell(0, i)
        deck, dice = pool.deck_at(total), pool.dice_at(total)
        high = float(dice if deck is None else deck) * (height - 0.4)
        pen.box(place.x + 0.35, height - high, cell - 0.7, high, bar)
        if deck is not None:
            pen.line(percent(deck), place.cx, base, "bold", 8 * PT, ink, 0.5, slot="deck")
            pen.line(percent(dice), place.cx, base + below, "regular", 7 * PT, ink, 0.5, slot="dice")
        else:
            face = "bold" if aims[total] else "regular"
            pen.line(percent(dice), place.cx, base, face, 8 * PT, ink, 0.5, slot="dice")
    return height


def _plots(style: Stylesheet, odds: Odds) -> Flowable:
    """A plot for each die, a curve for each number of dice; the deck's dots upon the dice's lines."""
    plots = []
    for label, pools in columns_of(odds):
        often = (t for t in range(odds.last, 0, -1) if any(p.dice_at(t) * 50 >= 1 for p in pools))
        last = next(often, odds.last)
        curves = [Curve(tuple((t, float(p.dice_at(t))) for t in range(1, last + 1))) for p in pools]
        step = -(-last // 16)
        for pool in pools:
            if pool.deck is not None:
                dots = tuple((t, float(pool.deck_at(t) or 0)) for t in range(1, last + 1, step))
                curves.append(Curve(dots, "dots"))
        axis = Axis(0.0, 1.0, ((0.0, "0"), (0.5, "50"), (1.0, "100 %")))
        rolls = describe(pools[0].cell.roll).split(",")[0]
        note = f"{rolls} to {pools[-1].name}" if len(pools) > 1 else rolls
        panel = PlotPanel(axis, tuple(curves), 16.0, (0.5,))
        plots.append(Plot(label, note, Axis(1.0, last, whole_ticks(1, last, 6)), (panel,)))
    return multiples(style, plots, min(len(plots), 5) if len(plots) != 7 else 4)
