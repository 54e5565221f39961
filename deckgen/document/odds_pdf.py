"""Odds tables in print: a row a pool, a column a total, every row a small plot of bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckgen import __version__
from deckgen.deck.cards import Deck
from deckgen.document.brush import SMALLEST, Brush
from deckgen.document.dice_page import dice_parts
from deckgen.document.odds import Odds, OddsRow, aims_at, columns_of, odds_of, percent
from deckgen.document.pages import Running, document
from deckgen.draw.drawing import Drawing
from deckgen.draw.flow import Flowable, NewPage, Part, Strip, stack
from deckgen.draw.fonts import PT
from deckgen.draw.plot import Axis, Curve, Plot, PlotPanel, multiples, whole_ticks
from deckgen.draw.stylesheet import Stylesheet, load_stylesheet
from deckgen.draw.text import paragraph
from deckgen.game.model import DeckSpec, Game, RollsSection
from deckgen.odds import describe

_LABEL = 21.0  # mm
_FLAT, _HIGH = 4.6, 6.3  # height of a row: dice alone, deck and dice
_WIDEST = 11.0


def odds_pages(
    game: Game, spec: DeckSpec, deck: Deck | None = None, *, paper: str = "a4"
) -> tuple[Drawing, ...]:
    """The odds of every rolled section, then a page about dice. Raises PressError for an unknown paper."""
    look = load_stylesheet()
    name = f"{game.title} · {spec.title}"
    which = (
        "dice" if deck is None else f"seed {deck.seed} · deck {deck.number} of {deck.of} · {deck.id[7:19]}"
    )
    running = Running((name, "Odds"), (which, f"deckgen {__version__}"))
    parts: list[Part] = []
    for index, odds in enumerate(odds_of(game, spec, deck)):
        if index and not isinstance(odds.section, RollsSection):
            parts.append(NewPage())
        parts += _section(look, game, odds, first=index == 0)
    parts += [NewPage(), *dice_parts(look, game, spec)]
    return document(look, parts, running, paper=paper, title=f"{name}: odds")


def _section(look: Stylesheet, game: Game, odds: Odds, *, first: bool) -> Iterator[Part]:
    both = odds.pools[0].deck is not None
    if first:
        yield paragraph(look, game.title, "kicker")
        yield paragraph(look, "Odds", "title")
        words = "The chance in per cent of a total of at least the number above; the bars show it again."
        yield paragraph(look, words + (" Bold: the deck. Below it: the dice." if both else ""), "text")
    heading = paragraph(look, odds.section.title or odds.section.name, "heading")
    small = [paragraph(look, odds.section.help, "small", keep=True)] if odds.section.help else []
    yield stack(heading, *small, _table(look, game, odds))
    if not isinstance(odds.section, RollsSection):
        yield _plots(look, odds)


def _table(look: Stylesheet, game: Game, odds: Odds) -> Flowable:
    """The head, and a strip for each pool; pools of one die stay together."""
    aims = {total: aims_at(game, total) if odds.aimed else [] for total in odds.totals}
    both = odds.pools[0].deck is not None

    def block(width: float) -> list[Strip]:
        cell = min(_WIDEST, (width - _LABEL) / len(odds.totals))
        head = _head(look, odds.totals, aims, cell)
        strips = [head]
        for _, pools in columns_of(odds):
            for index, pool in enumerate(pools):
                strip = _row(look, odds, pool, aims, cell, both=both, top=index == 0)
                last = index == len(pools) - 1
                strips.append(
                    Strip(strip.height, strip.items, keep=not last and len(pools) < 9, head=(head,))
                )
        return strips

    return block


def _head(look: Stylesheet, totals: Sequence[int], aims: dict[int, list[str]], cell: float) -> Strip:
    brush = Brush(look)
    accent = look.colour("accent")
    named = [name for total in totals for name in aims[total]]
    tall = max((brush.width(n, "regular", SMALLEST) + 1.5 for n in named), default=0.0)
    height = tall + 5.4
    wide = _LABEL + cell * len(totals)
    brush.words("at least", _LABEL - 1.2, height - 1.6, "regular", SMALLEST, look.colour("soft"), 1.0)
    for i, total in enumerate(totals):
        x = _LABEL + i * cell
        if aims[total]:
            brush.box(x, tall, cell, height - tall, accent)
        pitch = 2.7
        fit = aims[total][: max(1, int(cell / pitch))]
        for j, name in enumerate(fit):
            at = x + cell / 2 + 0.85 + pitch * (j - (len(fit) - 1) / 2)
            brush.upward(name, at, tall - 0.8, "regular", SMALLEST, look.colour("ink"))
        ink = look.colour("paper") if aims[total] else look.colour("ink")
        brush.words(str(total), x + cell / 2, height - 1.5, "bold", 9 * PT, ink, 0.5, slot="total")
    brush.line(0, height, wide, height, accent, 0.35)
    return Strip(height, tuple(brush.items), before=1.0, keep=True)


def _row(
    look: Stylesheet,
    odds: Odds,
    pool: OddsRow,
    aims: dict[int, list[str]],
    cell: float,
    *,
    both: bool,
    top: bool,
) -> Strip:
    brush = Brush(look)
    height = _HIGH if both else _FLAT
    ink, soft, bar = look.colour("ink"), look.colour("soft"), look.colour("tint")
    if top:
        brush.line(0, 0, _LABEL + cell * len(odds.totals), 0, look.colour("rule"), 0.3)
    single = isinstance(odds.section, RollsSection)
    label, below = (pool.place, pool.name) if single and pool.place != pool.name else (pool.name, pool.place)
    base = 2.95 if both else 3.2
    size = brush.fit(label, "bold", 9 * PT, _LABEL - 9.0 if not both else _LABEL - 2)
    brush.words(label, 0.6, base, "bold", size, ink, slot="pool")
    if below != label:
        if both:
            brush.words(below, 0.6, base + 2.7, "regular", SMALLEST, soft)
        else:
            brush.words(below, _LABEL - 1.2, base, "regular", SMALLEST, soft, 1.0)
    if both:
        brush.words("deck", _LABEL - 1.2, base, "regular", SMALLEST, soft, 1.0)
        brush.words("dice", _LABEL - 1.2, base + 2.7, "regular", SMALLEST, soft, 1.0)
    for i, total in enumerate(odds.totals):
        x = _LABEL + i * cell
        deck, dice = pool.deck_at(total), pool.dice_at(total)
        shown = float(dice if deck is None else deck)
        brush.box(x + 0.35, height - shown * (height - 0.4), cell - 0.7, shown * (height - 0.4), bar)
        if deck is not None:
            brush.words(percent(deck), x + cell / 2, base, "bold", 8 * PT, ink, 0.5, slot="deck")
            brush.words(percent(dice), x + cell / 2, base + 2.7, "regular", 7 * PT, ink, 0.5, slot="dice")
        else:
            face = "bold" if aims[total] else "regular"
            brush.words(percent(dice), x + cell / 2, base, face, 8 * PT, ink, 0.5, slot="dice")
    return Strip(height, tuple(brush.items))


def _plots(look: Stylesheet, odds: Odds) -> Flowable:
    """A plot for each die, a curve for each number of dice; the deck's dots upon the dice's lines."""
    plots = []
    for label, pools in columns_of(odds):
        last = next(
            (t for t in range(odds.last, 0, -1) if any(p.dice_at(t) * 50 >= 1 for p in pools)), odds.last
        )
        curves = [Curve(tuple((float(t), float(p.dice_at(t))) for t in range(1, last + 1))) for p in pools]
        step = -(-last // 16)
        for pool in pools:
            if pool.deck is not None:
                dots = tuple((float(t), float(pool.deck_at(t) or 0)) for t in range(1, last + 1, step))
                curves.append(Curve(dots, "dots"))
        axis = Axis(0.0, 1.0, ((0.0, "0"), (0.5, "50"), (1.0, "100 %")))
        rolls = describe(pools[0].cell.roll).split(",")[0]
        plots.append(
            Plot(label, f"{rolls} to {pools[-1].name}" if len(pools) > 1 else rolls,
                 Axis(1.0, float(last), whole_ticks(1, last, 6)), (PlotPanel(axis, tuple(curves), 16.0, (0.5,)),))
        )  # fmt: skip
    return multiples(look, plots, min(len(plots), 5) if len(plots) != 7 else 4)
