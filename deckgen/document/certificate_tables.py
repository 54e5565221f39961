"""The certificate's tables: every section, deck, rolled result, pool and frequency, and fractions in full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from deckgen.deck.audit.auditor import Audit, CellAudit
from deckgen.deck.audit.frequencies import HALF_A_CARD, Frequency
from deckgen.document.certificate_plots import bar_words, by_section, place, shared_ending
from deckgen.draw.flow import Columns, NewPage, Part, paragraph
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.table import Entry, GroupRow, Row, RuleRow, TableColumn, table
from deckgen.odds import describe

_LONG = 15  # characters; a longer fraction is printed in decimals, and in full at the end
_VERDICT = TableColumn("Verdict", "left")
_NOT_PASSED = Entry("not passed", "alarm", "cross")


def _title(audit: Audit, section: str) -> str:
    return audit.spec.section(section).title


def _headed(
    style: Stylesheet, title: str, note: str, columns: Sequence[TableColumn], rows: Sequence[Row]
) -> Iterator[Part]:
    yield paragraph(style, title, "heading")
    if note:
        yield paragraph(style, note, "small", keep=True)
    yield table(style, columns, rows)


def glance(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """A line a section; for a few decks or many, it is what a reader wants first."""
    figures = ("Results", "Exact", "Rounded", "Largest\nresidue", "Largest tail\nerror, cards", "Bar,\ncards")
    columns = [TableColumn("Section", "left", grows=True), *map(TableColumn, figures), _VERDICT]
    rows: list[Row] = []
    for section, cells in by_section(audit, audit.cells):
        exact = sum(c.exact for c in cells)
        off = max(abs(c.residue) for c in cells)
        row = [str(len(cells)), str(exact), str(len(cells) - exact), f"{float(off):.6f}" if off else "0"]
        row += [f"{float(max(c.tail_error for c in cells)):.3f}", _bars(cells)]
        verdict = Entry("passed", "", "disc") if all(c.passed for c in cells) else _NOT_PASSED
        rows.append([Entry(section.title, "strong"), *row, verdict])
    if rows:
        yield from _headed(style, "The results at a glance", "", columns, [*rows, RuleRow()])


def _bars(cells: Sequence[CellAudit]) -> str:
    """The bars of some cells, from the least to the largest."""
    found = sorted({f"{float(c.bar):.2f}" for c in cells}, key=float)
    return "–".join(dict.fromkeys((found[0], found[-1])))


def decks(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """A line for each deck of a set, and one for all of them."""
    if not audit.each:
        return
    figures = ("Exact\nresults", "Largest tail\nerror, cards", "Mean |corre-\nlation|", "Card\npercentiles")
    named = [TableColumn("Deck"), TableColumn("Id", "left", grows=True)]
    rows: list[Row] = []
    for one in (*audit.each, audit):
        name: list[str | Entry] = [Entry("all", "strong"), Entry("the whole set together", "strong")]
        if one is not audit:
            deck = one.decks[0]
            name = [str(deck.number), f"{deck.id[:39]}\n{deck.id[39:]}"]
        worst = max((c.tail_error for c in one.cells), default=Fraction(0))
        rows.append([
            *name,
            f"{sum(c.exact for c in one.cells)} of {len(one.cells)}",
            f"{float(worst):.2f}",
            f"{one.independence.mean:.3f}",
            f"{one.balance.lowest:.2f}–{one.balance.highest:.2f}",
            Entry("passed", "strong", "disc") if one.passed else _NOT_PASSED,
        ])  # fmt: skip
    columns = [*named, *map(TableColumn, figures), _VERDICT]
    yield from _headed(style, "The decks of this set", "", columns, rows)


def cells(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """A line for each rolled result, in the order of the card."""
    mean, tails = "Mean of one draw", "Tails, in cards"
    columns = [
        TableColumn("", "left"),
        TableColumn("Dice", "left", wraps=True),
        TableColumn("Dice", group=mean),
        TableColumn("Deck", group=mean),
        TableColumn("Residue", "left", group=mean),
        TableColumn("Open\ncards"),
        TableColumn("Error", group=tails),
        TableColumn("All\nseeds", group=tails),
        TableColumn("Bar", group=tails, wraps=True),
        TableColumn("Long-run\nmean"),
        _VERDICT,
    ]
    rows: list[Row] = []
    before: CellAudit | None = None
    for cell in audit.cells:
        if before is None or before.cell.section != cell.cell.section:
            rows.append(GroupRow(_title(audit, cell.cell.section)))
        elif before.cell.column != cell.cell.column and cell.cell.row < before.cell.row:
            rows.append(RuleRow())
        before = cell
        rows.append([
            Entry(place(audit, cell), "strong"),
            describe(cell.cell.roll),
            _number(cell.target),
            _number(cell.mean),
            _residue(cell),
            f"{float(cell.open_cards):.4g}",
            Entry(f"{float(cell.tail_error):.3f}", "alarm" if "tails" in cell.faults else ""),
            "–" if cell.mixture is None else f"{float(cell.mixture):.3f}",
            Entry(bar_words(cell), "soft"),
            f"{float(cell.long_run_mean):.4f}".replace("-", "−"),
            Entry("passed") if cell.passed else Entry(", ".join(cell.faults), "alarm", "cross"),
        ])  # fmt: skip
    if not rows:
        return
    if not audit.each:  # those of a set follow its decks
        yield NewPage()
    note = (
        "Filled disc: the deck’s mean is the dice’s mean as a fraction. Ring: rounded; the residue is deck less"
        " dice. Tail error: the largest difference between deck and dice in the chance of any total or more;"
        " beside it that of all seeds together."
    )
    if any(c.proven_minimum for c in audit.cells):
        note += (
            " Proven minimum: no deck can meet the game’s bar, and what no deck falls below stands in its place;"
            " a tenth of a card above it is allowed."
        )
    if any(len(str(v)) > _LONG for c in audit.cells for v in (c.target, c.mean)):
        note += " Numbers with … are rounded to six decimals; the fractions follow in full."
    yield from _headed(style, "Every rolled result", note, columns, rows)


def _number(value: Fraction) -> str:
    shown = str(value) if len(str(value)) <= _LONG else f"{float(value):.6f}…"
    return shown.replace("-", "−")


def _residue(cell: CellAudit) -> Entry:
    if cell.exact:
        return Entry("exact", "", "disc")
    off = f"{float(cell.residue):+.7f}".replace("-", "−")
    return Entry(off, "alarm" if "mean" in cell.faults else "", "ring")


def pools(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """A line a column, the pools of two cells, three and so on beside each other."""
    for section, found in groupby(audit.pools, key=lambda p: p.cell.section):
        columns = {label: list(members) for label, members in groupby(found, key=lambda p: p.cell.column)}
        first = next(iter(columns.values()))
        bar = Entry(f"{float(first[0].bar):.2f}", "soft")
        rows: list[Row] = []
        for label, members in columns.items():
            errors = [Entry(f"{float(p.tail_error):.3f}", "" if p.passed else "alarm") for p in members]
            passed = all(p.passed for p in members)
            verdict = Entry("passed") if passed else Entry("tails", "alarm", "cross")
            rows.append([Entry(label, "strong"), *errors, bar, verdict])
        note = (
            "The highest of the first cells of a column is read as if each were a die. Tail error, in cards: the"
            " largest difference between deck and independent dice in the chance of any total or more."
        )
        heads = [TableColumn(f"{p.cell.row} cells", group="Tail error") for p in first]
        heads = [TableColumn("", "left"), *heads, TableColumn("Bar"), _VERDICT]
        title = f"{_title(audit, section)}: pools read across a card"
        yield from _headed(style, title, note, heads, rows)


def resolutions(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """A line for each thing that one card settles together."""
    if not audit.resolutions:
        return
    chance, off = "Chance, %", "Off, in cards"
    columns = [
        TableColumn("", "left", wraps=True),
        TableColumn("What must come out", "left", grows=True, wraps=True),
        *(TableColumn(title, group=chance) for title in ("Dice", "One draw", "Long run")),
        *(TableColumn(title, group=off) for title in ("One draw", "Long run")),
        TableColumn("Bar"),
        _VERDICT,
    ]
    rows: list[Row] = []
    for r in audit.resolutions:
        found = [f"{float(100 * chance):.2f}" for chance in (r.dice, r.one_draw, r.long_run)]
        offs = [f"{float(each):+.2f}".replace("-", "−") for each in (r.off, r.long_run_off)]
        verdict = Entry("passed") if r.passed else _NOT_PASSED
        name = Entry(r.resolution.title, "strong")
        rows.append([name, r.resolution.help, *found, *offs, Entry(f"{float(r.bar):.2f}", "soft"), verdict])
    note = (
        "The exact chance that one card, with the cards added to it, settles all of this, beside that of independent"
        " dice. Cards that are added serve every open result at once. In the long run the first card comes up as often as"
        " the rule for shuffling makes it; the added ones come from the rest of a whole deck."
    )
    yield from _headed(style, "What one card settles together", note, columns, rows)


def frequencies(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """How many cards carry each value, in three columns."""
    if not audit.frequencies:
        return
    reshuffled = any(f.long_run_off for f in audit.frequencies)
    groups: dict[tuple[str, bool], list[Frequency]] = {}
    for f in audit.frequencies:
        groups.setdefault((f.section, bool(f.place) and f.value == "critical failure"), []).append(f)
    rows: list[Row] = []
    for (section, failures), members in groups.items():
        title = _title(audit, section)
        rows.append(GroupRow(f"{title}: critical failures" if failures else title))
        rows += [_frequency_row(f, failures=failures, reshuffled=reshuffled) for f in members]
    yield paragraph(style, "Frequencies", "heading")
    words = "How many cards carry each value, and how many should. Disc: exactly; ring: the whole number below or above."
    if audit.each:
        words += f" Cards are a mean over {len(audit.decks)} decks."
    if reshuffled:
        bar = max(f.long_run_bar for f in audit.frequencies if f.long_run_bar is not None)
        least = " (the least bar that a single joker allows)" if bar > HALF_A_CARD else ""
        words += (
            " Long run: how often the value comes up under the game’s rule for shuffling, in cards; what is dealt"
            f" is within {_decimal(bar)} of its cards{least}, what follows from the card itself need not be."
        )
    yield paragraph(style, words, "small", keep=True)
    value = TableColumn("", "left", grows=True, wraps=True)
    figures = ["Cards", "Share", *(["Long run"] if reshuffled else [])]
    columns = [value, *map(TableColumn, figures), TableColumn("", "left")]
    yield Columns(3, (table(style, columns, rows),), gutter=5.0)


def _frequency_row(f: Frequency, *, failures: bool, reshuffled: bool) -> Row:
    value = _minus(f.value)
    name = f.place.replace("-", "–") if failures else f"{f.place}: {value}" if f.place else value
    exact = f.cards == f.target
    verdict = Entry("", "", "disc" if exact else "ring") if f.passed else Entry("", "alarm", "cross")
    long_run = [f"{float(f.long_run_cards):.2f}"] if reshuffled else []
    return [name, _decimal(f.cards), _decimal(f.target), *long_run, verdict]


def _minus(value: str) -> str:
    if value == "+0":
        return "0"
    return "−" + value[1:] if value[:1] == "-" and value[1:].isdigit() else value


def _decimal(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"{float(value):.3f}"


def extremes(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """The chances of lowest and highest totals that must be exact."""
    rows: list[Row] = []
    for section, own in by_section(audit, [c for c in audit.cells if c.extremes]):
        rows.append(GroupRow(section.title))
        for c in own:
            shown = [str(sum(each, Fraction(0)) / len(each)) for each in zip(*c.extremes, strict=True)]
            verdict = (
                Entry("extremes", "alarm", "cross") if "extremes" in c.faults else Entry("passed", "", "disc")
            )
            rows.append([Entry(place(audit, c), "strong"), describe(c.cell.roll), *shown, verdict])
    if rows:
        words = "Chances in one draw, and of what it takes to confirm a marked card: of the deck, and of either with dice."
        heads = [TableColumn("", "left"), TableColumn("Dice", "left")]
        chances = [TableColumn(name) for name in ("Lowest", "Highest", "Dice")]
        yield from _headed(style, "Lowest and highest totals", words, [*heads, *chances, _VERDICT], rows)


def long_fractions(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """The rounded results with their fractions in full, and why they cannot be exact."""
    rounded = [c for c in audit.cells if not c.exactness.possible]
    if not rounded:
        return
    fractions = [TableColumn(title, "left", wraps=True) for title in ("Target", "Deck")]
    why = TableColumn("Why no deck of this size can be exact", "left", wraps=True, grows=True)
    rows: list[Row] = []
    for section, own in by_section(audit, rounded):
        shared = shared_ending(own)
        rows.append(GroupRow(section.title + shared.replace(", ", " · ", 1)))
        for c in own:
            roll = describe(c.cell.roll).removesuffix(shared)
            where = Entry(place(audit, c), "strong")
            rows.append([where, roll, str(c.target), str(c.mean), c.exactness.reason])
    form = "1/m" if audit.spec.draw == "with-replacement" else "1/(m(m + 1))"
    words = (
        f"With m cards that end a chain, the mean of a deck is a multiple of {form}, or of 1/m if no card is open."
        " So a target can be met only if its denominator divides one of these for an allowed m."
    )
    columns = [TableColumn("", "left"), TableColumn("Dice", "left"), *fractions, why]
    yield from _headed(style, "Rounded results: fractions in full, and why", words, columns, rows)
