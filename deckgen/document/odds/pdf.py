"""Odds in print: tables of checks, then totals by pool, each row with bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate, groupby

from deckgen import __version__
from deckgen.deck.cards import Deck
from deckgen.deck.chances import BothChances
from deckgen.document.dice_page import DICE_SCALES, dice_parts
from deckgen.document.filled import Block, fill_pages
from deckgen.document.odds.checks import COLUMN_WIDTH, check_blocks, check_tables, label_width, row_strips
from deckgen.document.odds.parts import result_blocks, result_tables
from deckgen.document.odds.totals import (
    OddsRow,
    SectionOdds,
    all_section_odds,
    difficulties_at,
    pools_by_column,
    totals_note,
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
from deckgen.draw.blocks.flow import Flowable, Part, Strip, paragraph, stack
from deckgen.draw.blocks.plot import Axis, Curve, Plot, PlotPanel, plot_rows, whole_ticks
from deckgen.draw.drawing import Drawing
from deckgen.draw.fonts import PT
from deckgen.draw.paper import find_paper
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.text import format_number
from deckgen.game.model import DeckSpec, Game, RollsSection

_PLOTS = 7  # side by side at most


def odds_pages(game: Game, spec: DeckSpec, deck: Deck | None = None, *, paper: str = "a4") -> tuple[Drawing, ...]:
    """Return pages of checks, odds of rolled sections, and rules for dice. PressError for an unknown paper."""
    style = document_style(game)
    phrase = game.language.phrase
    name = f"{game.title} · {spec.title}"
    deck_text = deck_line(deck, style) if deck else f"deckgen {__version__}"
    running = RunningHeads((name, phrase("Odds")), (deck_text, ""))
    words = phrase("Chances in per cent, also drawn as bars. Empty: impossible.")
    if deck:
        words = phrase(
            "Chances in per cent, also drawn as bars. Bold: with this deck. Below: with dice. Empty: impossible."
        )
    sheet = find_paper(paper)
    room = content_box(style, sheet.width, sheet.height)
    checks = check_blocks(style, check_tables(game, spec, deck), room.width)
    tables = all_section_odds(game, spec, deck)
    head: list[Part] = [masthead(style, name, phrase("Odds")), paragraph(style, words, "text")]
    lead: list[Part] = []
    if checks and tables:
        lead = [part_title(style, phrase("Every total"), totals_note(tables, game.language))]
    sections: list[Block] = [partial(_section, style, game, odds) for odds in tables]
    if lead:
        sections[0] = _with_lead(lead, sections[0])
    results = result_blocks(style, result_tables(spec, game.language, deck), room.width)
    if results and (checks or tables):
        words = phrase("The chance of each part of a result: of that, and of more or less.")
        results[0] = _with_lead([part_title(style, phrase("Every result"), words)], results[0])
    blocks = [*checks, *sections, *results] or [lambda _: []]
    blocks[0] = _with_lead(head, blocks[0])
    dice: Block = partial(dice_parts, style, game, spec, within=True)
    pages = fill_pages(blocks, room)
    pages += fill_pages([dice], room, smallest=DICE_SCALES[0], largest=DICE_SCALES[1])
    title = phrase("{name}: odds", name=name)
    return document(style, pages, running, paper=paper, title=title)


def _with_lead(lead: Sequence[Part], block: Block) -> Block:
    return lambda scale: [*lead, *block(scale)]


def _section(style: Stylesheet, game: Game, odds: SectionOdds, scale: float) -> list[Part]:
    """Return a section's heading, help and table, then, unless it has single rolls, its plots, on one page if they fit."""
    scaled = with_text_scale(style, scale)
    heading = paragraph(scaled, odds.section.title, "heading")
    small = [paragraph(scaled, odds.section.help, "small", keep=True)] if odds.section.help else []
    parts: list[Part] = [stack(heading, *small, _table(style, game, odds, scale))]
    if not isinstance(odds.section, RollsSection):
        parts.append(_plots(style, odds))
    return parts


def _table(style: Stylesheet, game: Game, odds: SectionOdds, scale: float) -> Flowable:
    """Return a section's table with a row per pool, and one row for all rolls of the same dice."""
    columns = [list(_lines(odds, pools)) for _, pools in pools_by_column(odds)]
    label = label_width(style, [names for lines in columns for names, _ in lines])

    def block(width: float) -> list[Strip]:
        cell = min(COLUMN_WIDTH, (width - label) / len(odds.totals))
        rows = ((*row, index == 0) for lines in columns for index, row in enumerate(lines))
        strips = row_strips(style, _head(style, game, odds, (label, cell), scale), rows, label, cell, scale)
        ends = set(accumulate(map(len, columns)))  # a page may end between dice
        return [replace(strip, keep=strip.keep and i not in ends) for i, strip in enumerate(strips)]

    return block


def _head(style: Stylesheet, game: Game, odds: SectionOdds, widths: tuple[float, float], scale: float) -> Strip:
    """Return a strip with totals, difficulties in a band; ``widths``: mm of names and of a column."""
    pen, small, (label, cell) = style.pen(), style.min_text_size, widths
    ink, soft, accent, paper = map(style.color, ("ink", "soft", "accent", "paper"))
    height, size = 5.4 * scale, 9 * PT * scale
    base = (height + pen.cap("bold") * size) / 2
    direction = style.language.phrase("at most") if odds.under else style.language.phrase("at least")
    pen.line(direction, label - 1.2, base, "regular", small, soft, 1.0)
    for i, total in enumerate(odds.totals):
        x, is_difficulty = label + i * cell, odds.aimed and bool(difficulties_at(game, total))
        if is_difficulty:
            pen.box(x, 0.0, cell, height, accent)
        pen.line(format_number(total), x + cell / 2, base, "bold", size, paper if is_difficulty else ink, 0.5)
    pen.rule(0, height, label + cell * len(odds.totals), height, accent, 0.35)
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
    plots, pools_by = [], [*pools_by_column(odds)]
    for label, pools in pools_by:
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
        plots.append(Plot(label, note, Axis(1.0, last, whole_ticks(1, last, 6 if len(pools_by) <= 5 else 3)), (panel,)))
    return plot_rows(style, plots, max(3, min(len(plots), _PLOTS)))
