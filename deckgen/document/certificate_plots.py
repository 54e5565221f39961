"""The certificate's pictures: deck against dice, correlations, the luck of each card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from math import ceil

from deckgen.deck.audit.auditor import Audit, CellAudit
from deckgen.deck.audit.spread import correlations
from deckgen.deck.solve.cells import Multiset, multiset, total_tails
from deckgen.draw.flow import Flowable, NewPage, Part
from deckgen.draw.paragraph import paragraph
from deckgen.draw.plot import Axis, Curve, Plot, PlotPanel, multiples, whole_ticks
from deckgen.draw.stylesheet import Stylesheet
from deckgen.game.model import DrawModel, GridSection, RollsSection
from deckgen.odds import describe, distribution

_MOST_BESIDE = 8  # plots in a row; more would be too small to read
_DOTS = 26  # dots in a plot; more would merge into a line
_CHANCE = Axis(0.0, 1.0, ((0.0, "0"), (0.5, "½"), (1.0, "1")))


def odds_parts(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """The plots of every rolled section, in rows and columns as on the card."""
    if not audit.cells:
        return
    yield NewPage()
    yield paragraph(style, "Deck against dice", "heading")
    words = (
        "Upper field: the chance of a total of T or more. The line is the dice, the dots are the deck, exactly, chains"
        " included. Where totals are many, only some have a dot. Lower field: deck less dice for every T, in cards;"
        " the dashed lines are the bar. The number above is the largest difference. Beyond a plot’s end less than a"
        " tenth of a card is left."
    )
    yield paragraph(style, words, "small", keep=True)
    for name, members in groupby(audit.cells, key=lambda c: c.cell.section):
        section = audit.spec.section(name)
        cells = list(members)
        if isinstance(section, GridSection):
            across = len(section.columns)
            cells.sort(key=lambda c: c.cell.row)  # stable: columns stay in order
        else:
            across = len(cells)
        shared = shared_ending(cells)
        runs = [(section.title or name, ""), (shared.replace(", ", " · ", 1), "regular")]
        yield paragraph(style, runs, "subheading")
        small = across > 5
        across = min(across, _MOST_BESIDE)
        plots = [_odds(audit, cell, shared, small=small) for cell in cells]
        if isinstance(section, RollsSection) and len(plots) < 5:
            across = 5
        yield multiples(style, plots, across, gutter=3.0 if small else 5.0)


def shared_ending(cells: Sequence[CellAudit]) -> str:
    """What the rolls' names all end with, from the comma on (", open-ended"), so that it is said once."""
    endings = {ending[ending.rindex(", ") :] if ", " in ending else "" for ending in map(_roll, cells)}
    return endings.pop() if len(endings) == 1 else ""


def place(audit: Audit, cell: CellAudit) -> str:
    """Where a cell stands in its section."""
    if isinstance(audit.spec.section(cell.cell.section), RollsSection):
        return cell.cell.column
    return f"{cell.cell.column}–{cell.cell.row}"


def _roll(cell: CellAudit) -> str:
    return describe(cell.cell.roll)


def _odds(audit: Audit, cell: CellAudit, shared: str, *, small: bool) -> Plot:
    dice = distribution(cell.cell.roll)
    size = audit.spec.size
    section = audit.spec.section(cell.cell.section)
    index = section.cells().index(cell.cell)
    sets = Counter(multiset(deck.cells(section)[index]) for deck in audit.decks)
    ours = mean_tails(sets, audit.spec.draw)
    last = next(
        t for t in range(1, 1_000_000)
        if 10 * size * max(dice.tail(t + 1), Fraction(ours[t + 1] if t + 1 < len(ours) else 0)) < 1
    )  # fmt: skip
    theirs = dice.tails_float(last)
    ours = (ours + [0.0] * (last + 1))[: last + 1]
    step = ceil(last / _DOTS)
    step = next(n for n in (1, 2, 5, 10, 20, 50, 100, 200, 500, step) if n >= step)
    dots = tuple((float(t), ours[t]) for t in range(1, last + 1) if t == 1 or t % step == 0)
    off = tuple((float(t), (ours[t] - theirs[t]) * size) for t in range(1, last + 1))
    bar = float(cell.tail_bar)
    reach = max(1.0, ceil(float(cell.tail_error) * 2) / 2, bar)
    return Plot(
        place(audit, cell),
        _roll(cell).removesuffix(shared),
        Axis(0.5, last + 0.5, whole_ticks(1, last, 4 if small else 6)),
        (
            PlotPanel(
                _CHANCE,
                (Curve(tuple((float(t), theirs[t]) for t in range(1, last + 1))), Curve(dots, "dots")),
                14.0 if small else 15.0,
            ),
            PlotPanel(
                Axis(-reach, reach, ((-reach, f"−{reach:g}"), (reach, f"+{reach:g}"))),
                (Curve(off, "bars"),),
                6.5,
                (-bar, bar),
            ),
        ),
        f"{float(cell.tail_error):.2f}",
    )


def mean_tails(sets: Counter[Multiset], draw: DrawModel) -> list[float]:
    """P(total >= T) from T = 0 on, over decks of which so many each have these cards."""
    tails: list[float] = []
    decks = sets.total()
    for cards, count in sets.items():
        own = total_tails(cards, draw)
        tails += [0.0] * (len(own) - len(tails))
        for t, chance in enumerate(own):
            tails[t] += float(chance) * count / decks
    return tails


def correlation_plot(style: Stylesheet, audit: Audit) -> Flowable:
    """How many pairs of cells have which |correlation|."""
    i = audit.independence
    high = ceil(max(i.largest, i.largest_bar) * 10 + 0.2) / 10
    width = 0.01
    counts = Counter(int(size / width) for size in correlations(audit.decks, audit.spec))
    most = max(counts.values())
    points = tuple(((k + 0.5) * width, float(n)) for k, n in sorted(counts.items()))
    plot = Plot(
        "|correlation|",
        "pairs in steps of 0.01; dashed: the bar for the largest",
        Axis(0.0, high, tuple((k / 10, f"{k / 10:.1f}") for k in range(round(high * 10) + 1))),
        (
            PlotPanel(
                Axis(0.0, most * 1.05, whole_ticks(0, most, 4)), (Curve(points, "blocks", width * 0.4),), 22.0
            ),
        ),
        limits=(i.largest_bar,),
    )
    return multiples(style, [plot], 1)


def balance_plot(style: Stylesheet, audit: Audit) -> Flowable:
    """Every card's mean percentile, card 0 of the first deck at the left."""
    percentiles, size = audit.balance.percentiles, audit.spec.size
    ordered = _by_card(percentiles, size)
    scale = 2.0 if len(ordered) <= 120 else 1.2
    low = min(0.3, audit.balance.lowest - 0.02)
    high = max(0.7, audit.balance.highest + 0.02)
    ticks = tuple((k / 20, f"{k / 20:.2f}") for k in (7, 10, 13))
    plot = Plot(
        "Mean percentile",
        "of each card, by its place in the deck; dashed: the bars",
        Axis(-1.0, float(size), whole_ticks(0, size - 1, 12)),
        (PlotPanel(Axis(low, high, ticks), (Curve(ordered, "dots", scale=scale),), 22.0, (0.35, 0.65)),),
    )
    return multiples(style, [plot], 1)


def _by_card(percentiles: Sequence[float], size: int) -> tuple[tuple[float, float], ...]:
    return tuple((float(i % size), p) for i, p in enumerate(percentiles))
