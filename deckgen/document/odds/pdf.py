"""Odds in print: tables of checks, then totals by pool, each row with bars."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from deckgen import __version__
from deckgen.deck.cards import Deck
from deckgen.document.dice_rules import dice_parts
from deckgen.document.odds.checks import (
    COLUMN_WIDTH,
    BothChances,
    check_parts,
    check_tables,
    label_width,
    row_strips,
)
from deckgen.document.odds.totals import (
    OddsRow,
    SectionOdds,
    all_section_odds,
    difficulties_at,
    pools_by_column,
)
from deckgen.document.pages import (
    RunningHeads,
    content_box,
    deck_line,
    document,
    document_style,
    masthead,
    part_title,
    with_text_scale,
)
from deckgen.draw.blocks.flow import Flowable, KeepTogether, Part, Strip, fit_one_page, paragraph, stack
from deckgen.draw.blocks.plot import Axis, Curve, Plot, PlotPanel, plot_rows, whole_ticks
from deckgen.draw.blocks.table import TableGrid
from deckgen.draw.drawing import Drawing
from deckgen.draw.fonts import PT
from deckgen.draw.paper import find_paper
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.text import format_number
from deckgen.game.model import DeckSpec, Game, RollsSection

_DICE_SIZES = (1.0, 0.94, 0.88, 0.82)  # of the type of what to roll instead, tried in turn


def odds_pages(game: Game, spec: DeckSpec, deck: Deck | None = None, *, paper: str = "a4") -> tuple[Drawing, ...]:
    """Return pages of checks, odds of rolled sections, and rules for dice. PressError for an unknown paper."""
    style = document_style(game)
    phrase = game.language.phrase
    name = f"{game.title} · {spec.title}"
    deck_text = deck_line(deck, style) if deck else f"deckgen {__version__}"
    running = RunningHeads((name, phrase("Odds")), (deck_text, ""))
    words = phrase("Chances in per cent, also drawn as bars.")
    if deck:
        words = phrase("Chances in per cent, also drawn as bars. Bold: with this deck. Below: with dice.")
    checks = check_tables(game, spec, deck)
    parts: list[Part] = [masthead(style, name, phrase("Odds")), paragraph(style, words, "text")]
    parts += check_parts(style, checks)
    tables = all_section_odds(game, spec, deck)
    sections = [tuple(_section(style, game, odds)) for odds in tables]
    if checks and sections:
        words = phrase("The chance of at least the number above.")
        sections[0] = (part_title(style, phrase("Every total"), words), *sections[0])
    parts += [KeepTogether(parts_of_section) for parts_of_section in sections]
    parts.append(_dice_part(style, game, spec, paper))
    title = phrase("{name}: odds", name=name)
    return document(style, parts, running, paper=paper, title=title)


def _dice_part(style: Stylesheet, game: Game, spec: DeckSpec, paper: str) -> KeepTogether:
    """Return the rules for dice, in the largest type in which they fit on a page; in normal type if none fits."""
    sheet = find_paper(paper)
    room = content_box(style, sheet.width, sheet.height)
    sizes = (
        KeepTogether(tuple(dice_parts(with_text_scale(style, size), game, spec, within=True))) for size in _DICE_SIZES
    )
    return next(
        (together for together in sizes if fit_one_page(together.parts, room)),
        KeepTogether(tuple(dice_parts(style, game, spec, within=True))),
    )


def _section(style: Stylesheet, game: Game, odds: SectionOdds) -> Iterator[Part]:
    """Yield a section's heading, help and table, then, unless it has single rolls, its plots."""
    heading = paragraph(style, odds.section.title, "heading")
    small = [paragraph(style, odds.section.help, "small", keep=True)] if odds.section.help else []
    yield stack(heading, *small, _table(style, game, odds))
    if not isinstance(odds.section, RollsSection):
        yield _plots(style, odds)


def _table(style: Stylesheet, game: Game, odds: SectionOdds) -> Flowable:
    """Return a section's table with a row per pool, and one row for all rolls of the same dice."""
    aims = {total: difficulties_at(game, total) if odds.aimed else [] for total in odds.totals}

    columns = [list(_lines(odds, pools)) for _, pools in pools_by_column(odds)]
    label = label_width(style, [names[0] for lines in columns for names, _ in lines])

    def block(width: float) -> list[Strip]:
        cell = min(COLUMN_WIDTH, (width - label) / len(odds.totals))
        head = _head(style, odds.totals, aims, (label, cell))
        rows = (
            (names, chances, index == 0, index < len(lines) - 1 and len(lines) < 9)
            for lines in columns
            for index, (names, chances) in enumerate(lines)
        )
        return row_strips(style, head, rows, label, cell)

    return block


def _head(
    style: Stylesheet, totals: Sequence[int], aims: Mapping[int, Sequence[str]], widths: tuple[float, float]
) -> Strip:
    """Return a strip with totals, ``aims`` (difficulties by total) above; ``widths``: mm of names and of a column."""
    pen, pitch, small, (label, cell) = style.pen(), 2.7, style.min_text_size, widths
    ink, soft, accent, paper = map(style.color, ("ink", "soft", "accent", "paper"))
    names = [name for total in totals for name in aims[total]]
    names_height = max((pen.width(n, "regular", small) + 1.5 for n in names), default=0.0)
    height = names_height + 5.4
    grid = TableGrid.from_sizes(label, names_height, [cell] * len(totals), [height - names_height])
    pen.line(style.language.phrase("at least"), label - 1.2, height - 1.6, "regular", small, soft, 1.0)
    for i, total in enumerate(totals):
        box = grid.cell(0, i)
        if aims[total]:
            pen.box(*box, accent)
        fitting = aims[total][: max(1, int(cell / pitch))]
        for j, name in enumerate(fitting):
            x = box.cx + 0.85 + pitch * (j - (len(fitting) - 1) / 2)
            pen.line(name, x, names_height - 0.8, "regular", small, ink, upward=True)
        pen.line(format_number(total), box.cx, height - 1.5, "bold", 9 * PT, paper if aims[total] else ink, 0.5)
    pen.rule(0, height, grid.xs[-1], height, accent, 0.35)
    return Strip(height, pen.items, before=1.0, keep=True)


def _lines(odds: SectionOdds, pools: Sequence[OddsRow]) -> Iterator[tuple[tuple[str, str], list[BothChances]]]:
    """Yield two names and (dice, deck) chances per row; rolls of the same dice share a row of dice, the last one."""
    for _, roll_pools in groupby(pools, key=lambda pool: pool.cell.roll):
        row_pools = list(roll_pools)
        single = len(row_pools) == 1
        for pool in row_pools:
            names = (pool.name, pool.label_and_row)
            if isinstance(odds.section, RollsSection):
                cell = pool.label_and_row
                names = (cell, "" if cell == pool.name or not single else pool.name)
            if single or pool.deck is not None:
                yield names, [(pool.dice_at(t) if single else None, pool.deck_at(t)) for t in odds.totals]
        if not single:
            yield (row_pools[0].name, ""), [(row_pools[0].dice_at(t), None) for t in odds.totals]


def _plots(style: Stylesheet, odds: SectionOdds) -> Flowable:
    """Return a plot per die with a curve per number of dice, and dots for the deck."""
    plots = []
    for label, pools in pools_by_column(odds):
        frequent = (t for t in range(odds.last, 0, -1) if any(p.dice_at(t) * 50 >= 1 for p in pools))
        last = next(frequent, odds.last)
        curves = [Curve(tuple((t, float(p.dice_at(t))) for t in range(1, last + 1))) for p in pools]
        step = -(-last // 16)
        for pool in pools:
            if pool.deck is not None:
                dots = tuple((t, float(pool.deck_at(t) or 0)) for t in range(1, last + 1, step))
                curves.append(Curve(dots, "dots"))
        axis = Axis(0.0, 1.0, ((0.0, "0"), (0.5, "50"), (1.0, style.language.percent(1))))
        rolls, phrase = pools[0].name, style.language.phrase
        note = phrase("{low} to {high}", low=rolls, high=pools[-1].name) if len(pools) > 1 else rolls
        panel = PlotPanel(axis, tuple(curves), 16.0, (0.5,))
        plots.append(Plot(label, note, Axis(1.0, last, whole_ticks(1, last, 6)), (panel,)))
    return plot_rows(style, plots, max(3, min(len(plots), 5)) if len(plots) != 7 else 4)
