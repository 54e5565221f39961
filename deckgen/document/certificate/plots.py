"""The certificate's pictures: deck against dice, correlations, the luck of each card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from math import ceil

from deckgen.deck.audit.auditor import Audit, CellAudit
from deckgen.deck.audit.extremes import unprinted
from deckgen.deck.solve.cells import Multiset, total_tails
from deckgen.draw.blocks.flow import Flowable, Part, paragraph
from deckgen.draw.blocks.plot import Axis, Curve, Plot, PlotPanel, multiples, whole_ticks
from deckgen.draw.stylesheet import Stylesheet
from deckgen.game.model import AnySection, CellSpec, DrawModel, GridSection, RollsSection
from deckgen.language import ENGLISH, Language
from deckgen.odds import describe, distribution

_MOST_BESIDE = 8  # plots in a row; more would be too small to read
_DOTS = 26  # dots in a plot; more would merge into a line
_CHANCE = Axis(0.0, 1.0, ((0.0, "0"), (0.5, "½"), (1.0, "1")))


def odds_parts(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """The plots of every rolled section, in rows and columns as on the card."""
    if not audit.cells:
        return
    language = style.language
    yield paragraph(style, language.phrase("Deck against dice"), "heading")
    words = language.phrase(
        "Upper field: the chance of a total of T or more. The line is the dice, the dots are the deck, exactly, chains"
        " included. Where totals are many, only some have a dot. Lower field: deck less dice for every T, in cards;"
        " the dashed lines are the bar. The number above is the largest difference. Beyond a plot’s end less than a"
        " tenth of a card is left."
    )
    yield paragraph(style, words, "small", keep=True)
    for section, cells in by_section(audit, audit.cells):
        across = len(cells)
        if isinstance(section, GridSection):
            across = len(section.columns)
            cells.sort(key=lambda c: c.cell.row)  # stable: columns stay in order
        shared = shared_ending(cells, language)
        runs = [(section.title, ""), (shared.replace(", ", " · ", 1), "regular")]
        yield paragraph(style, runs, "subheading")
        small = across > 5
        plots = [_odds(audit, cell, shared, small=small) for cell in cells]
        if isinstance(section, RollsSection) and len(plots) < 5:
            across = 5
        elif across == 1:  # beside each other, as they would be much too wide
            across = 3
        yield multiples(style, plots, min(across, _MOST_BESIDE), gutter=3.0 if small else 5.0)


def by_section(audit: Audit, cells: Iterable[CellAudit]) -> Iterator[tuple[AnySection, list[CellAudit]]]:
    """Neighboring cells of one section, with the section."""
    for name, members in groupby(cells, key=lambda c: c.cell.section):
        yield audit.spec.section(name), list(members)


def shared_ending(cells: Sequence[CellAudit], language: Language = ENGLISH) -> str:
    """What the rolls' names all end with, from the comma on (", open-ended"), so that it is said once."""
    rolls = (describe(cell.cell.roll, language) for cell in cells)
    endings = {roll[roll.rindex(", ") :] if ", " in roll else "" for roll in rolls}
    return endings.pop() if len(endings) == 1 else ""


def place(audit: Audit, cell: CellSpec) -> str:
    """Where a cell stands in its section, as it is printed."""
    section = audit.spec.section(cell.section)
    label = section.label(cell.column)
    return label if isinstance(section, RollsSection) else f"{label}–{cell.row}"


def bar_words(cell: CellAudit, language: Language) -> str:
    """The bar of a cell's tail error, and whether it is the least that any deck can have."""
    bar = language.number(cell.bar, 2)
    return language.phrase("{bar} (proven minimum)", bar=bar) if cell.proven_minimum else bar


def _odds(audit: Audit, cell: CellAudit, shared: str, *, small: bool) -> Plot:
    dice, bonus = distribution(cell.cell.roll.unmodified), cell.cell.roll.bonus
    size = audit.spec.size
    ours = mean_tails(Counter(dict(cell.shown)), audit.spec.draw)
    last = next(
        t for t in range(1, 1_000_000)
        if 10 * size * dice.tail(t + 1) < 1 and (t + 1 >= len(ours) or 10 * size * Fraction(ours[t + 1]) < 1)
    )  # fmt: skip
    theirs = dice.tails_float(last)
    ours = (ours + [0.0] * (last + 1))[: last + 1]
    for t in unprinted(
        cell.cell.roll, size
    ):  # confirmed by other cards, with the chance that the audit tells
        ours[t] = theirs[t]
    step = ceil(last / _DOTS)
    step = next(n for n in (1, 2, 5, 10, 20, 50, 100, 200, 500, step) if n >= step)
    dots = tuple((t, ours[t]) for t in range(1, last + 1) if t == 1 or t % step == 0)
    off = tuple((t, (ours[t] - theirs[t]) * size) for t in range(1, last + 1))
    bar = float(cell.bar)
    reach = max(1.0, ceil(float(cell.tail_error) * 2) / 2, bar)
    language = audit.game.language
    words = f"{reach:g}".replace(".", language.decimal)
    less = Axis(-reach, reach, ((-reach, f"−{words}"), (reach, f"+{words}")))
    chances = (Curve(tuple(enumerate(theirs))[1:]), Curve(dots, "dots"))
    panels = (
        PlotPanel(_CHANCE, chances, 14.0 if small else 15.0),
        PlotPanel(less, (Curve(off, "bars"),), 6.5, (-bar, bar)),
    )
    ticks = whole_ticks(1 + bonus, last + bonus, 4 if small else 6)
    axis = Axis(0.5, last + 0.5, tuple((t - bonus, tick) for t, tick in ticks))
    name = describe(cell.cell.roll, language).removesuffix(shared)
    if cell.proven_minimum:
        name += " · " + language.phrase("bar {bar} (proven minimum)", bar=language.number(cell.bar, 2))
    return Plot(place(audit, cell.cell), name, axis, panels, language.number(cell.tail_error, 2))


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
    i, width, language = audit.independence, 0.01, style.language
    counts = Counter(int(size / width) for size in i.every)
    tenths = range(ceil(max(i.largest, i.largest_bar) * 10 + 0.2) + 1)
    x = Axis(0.0, tenths[-1] / 10, tuple((k / 10, language.number(k / 10, 1)) for k in tenths))
    most = max(counts.values())
    y = Axis(0.0, most * 1.05, whole_ticks(0, most, 4))
    blocks = Curve(tuple(((k + 0.5) * width, n) for k, n in sorted(counts.items())), "blocks", width * 0.4)
    step = language.number(width, 2)
    note = language.phrase("pairs in steps of {step}; dashed: the bar for the largest", step=step)
    plot = Plot(
        language.phrase("|correlation|"), note, x, (PlotPanel(y, (blocks,), 22.0),), limits=(i.largest_bar,)
    )
    return multiples(style, [plot], 1)


def balance_plot(style: Stylesheet, audit: Audit) -> Flowable:
    """Every card's mean percentile, card 0 of the first deck at the left."""
    size, b, language = audit.spec.size, audit.balance, style.language
    scale = 2.0 if len(b.percentiles) <= 120 else 1.2
    dots = Curve(tuple((i % size, p) for i, p in enumerate(b.percentiles)), "dots", scale=scale)
    ticks = tuple((k / 20, language.number(k / 20, 2)) for k in (7, 10, 13))
    y = Axis(min(0.3, b.lowest - 0.02), max(0.7, b.highest + 0.02), ticks)
    note = language.phrase("of each card, by its place in the deck; dashed: the bars")
    x = Axis(-1.0, size, whole_ticks(0, size - 1, 12))
    plot = Plot(language.phrase("Mean percentile"), note, x, (PlotPanel(y, (dots,), 22.0, (0.35, 0.65)),))
    return multiples(style, [plot], 1)
