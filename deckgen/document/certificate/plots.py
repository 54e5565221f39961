"""Plots of the certificate: deck against dice, correlations, and the balance of cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from math import ceil

from deckgen.deck.audit.auditor import Audit, CellAudit
from deckgen.deck.audit.extremes import unprinted_totals
from deckgen.deck.cells import Multiset, total_tails
from deckgen.draw.blocks.flow import Flowable, Part, paragraph
from deckgen.draw.blocks.plot import Axis, Curve, Plot, PlotPanel, plot_rows, whole_ticks
from deckgen.draw.stylesheet import Stylesheet
from deckgen.game.model import AnySection, CellSpec, DrawModel, GridSection, RollsSection
from deckgen.language import ENGLISH, Language
from deckgen.odds import describe, distribution

_MAX_COLUMNS = 8  # plots in a row; more would be too small to read
_MAX_DOTS = 26  # dots in a plot; more would merge into a line
_CHANCE = Axis(0.0, 1.0, ((0.0, "0"), (0.5, "½"), (1.0, "1")))


def odds_plots(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """Yield heading, text and plots of every rolled section, in rows and columns as on the card; nothing if none."""
    if not audit.cells:
        return
    language = style.language
    yield paragraph(style, language.phrase("Deck against dice"), "heading")
    words = language.phrase(
        "Top: the chance of a total of T or more. The line is the dice; the dots are the deck, exact and"
        " with chains of open cards. If there are many totals, only some have a dot. Bottom: deck minus"
        " dice for every T, in cards; the dashed lines are the limit. The number above is the largest"
        " difference. Beyond a plot’s end less than a tenth of a card is left."
    )
    yield paragraph(style, words, "small", keep=True)
    for section, cells in by_section(audit, audit.cells):
        column_count = len(cells)
        if isinstance(section, GridSection):
            column_count = len(section.columns)
            cells.sort(key=lambda c: c.cell.row)  # stable: columns stay in order
        suffix = shared_suffix(cells, language)
        runs = [(section.title, ""), (suffix.replace(", ", " · ", 1), "regular")]
        yield paragraph(style, runs, "subheading")
        small = column_count > 5
        plots = [_cell_plot(audit, cell, suffix, small=small) for cell in cells]
        if isinstance(section, RollsSection) and len(plots) < 5:
            column_count = 5
        elif column_count == 1:  # beside each other, as they would be much too wide
            column_count = 3
        yield plot_rows(style, plots, min(column_count, _MAX_COLUMNS), gutter=3.0 if small else 5.0)


def by_section(audit: Audit, cells: Iterable[CellAudit]) -> Iterator[tuple[AnySection, list[CellAudit]]]:
    """Yield each section with its cells; the cells of a section must be adjacent in ``cells``."""
    for name, members in groupby(cells, key=lambda c: c.cell.section):
        yield audit.spec.section(name), list(members)


def shared_suffix(cells: Sequence[CellAudit], language: Language = ENGLISH) -> str:
    """Return the end that the names of all rolls share, from the last comma: ", open-ended"; "" if none."""
    rolls = (describe(cell.cell.roll, language) for cell in cells)
    suffixes = {roll[roll.rindex(", ") :] if ", " in roll else "" for roll in rolls}
    return suffixes.pop() if len(suffixes) == 1 else ""


def cell_label(audit: Audit, cell: CellSpec) -> str:
    """Return a cell's printed column and row, such as ``III–3``."""
    section = audit.spec.section(cell.section)
    label = section.printed_label(cell.column)
    return label if isinstance(section, RollsSection) else f"{label}–{cell.row}"


def limit_text(cell: CellAudit, language: Language) -> str:
    """Return a cell's tail limit in cards, with a note if every deck is proven to have at least that error."""
    limit = language.number(cell.effective_limit, 2)
    return language.phrase("{limit} (at least, proven)", limit=limit) if cell.proven_minimum else limit


def _cell_plot(audit: Audit, cell: CellAudit, shared_suffix_text: str, *, small: bool) -> Plot:
    """Return a plot of a cell's tails and errors, named without ``shared_suffix_text``; ``small``: fewer ticks."""
    dice, bonus = distribution(cell.cell.roll.unmodified), cell.cell.roll.bonus
    size = audit.spec.size
    deck_tails = mean_tails(Counter(dict(cell.multisets)), audit.spec.draw)
    last = next(
        t for t in range(1, 1_000_000)
        if 10 * size * dice.tail(t + 1) < 1 and (t + 1 >= len(deck_tails) or 10 * size * Fraction(deck_tails[t + 1]) < 1)
    )  # fmt: skip
    dice_tails = dice.tails_float(last)
    deck_tails = (deck_tails + [0.0] * (last + 1))[: last + 1]
    for t in unprinted_totals(cell.cell.roll, size):  # confirmed by other cards: the audit has their chance
        deck_tails[t] = dice_tails[t]
    step = ceil(last / _MAX_DOTS)
    step = next(n for n in (1, 2, 5, 10, 20, 50, 100, 200, 500, step) if n >= step)
    dots = tuple((t, deck_tails[t]) for t in range(1, last + 1) if t == 1 or t % step == 0)
    differences = tuple((t, (deck_tails[t] - dice_tails[t]) * size) for t in range(1, last + 1))
    limit = float(cell.effective_limit)
    most = max(1.0, ceil(float(cell.tail_error) * 2) / 2, limit)
    language = audit.game.language
    words = f"{most:g}".replace(".", language.decimal)
    difference_axis = Axis(-most, most, ((-most, f"−{words}"), (most, f"+{words}")))
    chances = (Curve(tuple(enumerate(dice_tails))[1:]), Curve(dots, "dots"))
    panels = (
        PlotPanel(_CHANCE, chances, 14.0 if small else 15.0),
        PlotPanel(difference_axis, (Curve(differences, "bars"),), 6.5, (-limit, limit)),
    )
    ticks = whole_ticks(1 + bonus, last + bonus, 4 if small else 6)
    axis = Axis(0.5, last + 0.5, tuple((t - bonus, tick) for t, tick in ticks))
    name = describe(cell.cell.roll, language).removesuffix(shared_suffix_text)
    if cell.proven_minimum:
        name += " · " + language.phrase(
            "limit {limit} (at least, proven)", limit=language.number(cell.effective_limit, 2)
        )
    return Plot(cell_label(audit, cell.cell), name, axis, panels, language.number(cell.tail_error, 2))


def mean_tails(multisets: Counter[Multiset], draw: DrawModel) -> list[float]:
    """Return P(total >= t) by t from 0, the mean over all decks; ``multisets``: number of decks that have each."""
    tails: list[float] = []
    deck_count = multisets.total()
    for cards, count in multisets.items():
        deck_tails = total_tails(cards, draw)
        tails += [0.0] * (len(deck_tails) - len(tails))
        for t, chance in enumerate(deck_tails):
            tails[t] += float(chance) * count / deck_count
    return tails


def correlation_plot(style: Stylesheet, audit: Audit) -> Flowable:
    """Return a histogram of |correlation| over all pairs of results in different columns."""
    independence, width, language = audit.independence, 0.01, style.language
    counts = Counter(int(size / width) for size in independence.correlations)
    tenths = range(ceil(max(independence.largest, independence.largest_limit) * 10 + 0.2) + 1)
    x = Axis(0.0, tenths[-1] / 10, tuple((k / 10, language.number(k / 10, 1)) for k in tenths))
    most = max(counts.values())
    y = Axis(0.0, most * 1.05, whole_ticks(0, most, 4))
    blocks = Curve(tuple(((k + 0.5) * width, n) for k, n in sorted(counts.items())), "blocks", width * 0.4)
    step = language.number(width, 2)
    note = language.phrase("pairs in steps of {step}; dashed: limit for the largest", step=step)
    panels, limits = (PlotPanel(y, (blocks,), 22.0),), (independence.largest_limit,)
    plot = Plot(language.phrase("|correlation|"), note, x, panels, limits=limits)
    return plot_rows(style, [plot], 1)


def balance_plot(style: Stylesheet, audit: Audit) -> Flowable:
    """Return a plot of every card's mean percentile; card 0 of the first deck is at the left."""
    size, balance, language = audit.spec.size, audit.balance, style.language
    scale = 2.0 if len(balance.percentiles) <= 120 else 1.2
    dots = Curve(tuple((i % size, p) for i, p in enumerate(balance.percentiles)), "dots", scale=scale)
    low, high = balance.limits
    ticks = tuple((share, language.number(share, 2)) for share in (low, 0.5, high))
    y = Axis(min(low, balance.lowest) - 0.02, max(high, balance.highest) + 0.02, ticks)
    note = language.phrase("of each card, by its position in the deck; dashed: the limits")
    x = Axis(-1.0, size, whole_ticks(0, size - 1, 12))
    plot = Plot(language.phrase("Mean percentile"), note, x, (PlotPanel(y, (dots,), 22.0, (low, high)),))
    return plot_rows(style, [plot], 1)
