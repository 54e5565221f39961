"""The certificate of decks' odds as a document: what is promised, what was dealt, and how to check it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from deckgen import __version__
from deckgen.deck.audit.auditor import Audit, CellAudit, Frequency
from deckgen.deck.cards import Deck
from deckgen.document.certificate_guarantee import guarantee
from deckgen.document.certificate_plots import (
    balance_plot,
    correlation_plot,
    odds_parts,
    place,
    shared_ending,
)
from deckgen.document.certificate_summary import summary
from deckgen.document.pages import Running, document
from deckgen.draw.drawing import Drawing
from deckgen.draw.flow import Columns, NewPage, Part, beside, stack
from deckgen.draw.paragraph import paragraph
from deckgen.draw.stylesheet import Stylesheet, load_stylesheet
from deckgen.draw.table import Entry, GroupRow, Row, RuleRow, TableColumn, table
from deckgen.draw.text import known
from deckgen.odds import describe

_LONG = 15  # characters; a longer fraction is printed in decimals, and in full at the end
_DRAWS = {
    "without-replacement": "without replacement",
    "with-replacement": "with replacement",
}
_SHUFFLES = {
    "jokers": "after a task in which a joker came up",
    "every-draw": "after every task",
    "never": "once the deck is used up",
}


def certificate(audit: Audit, paper: str = "a4") -> tuple[Drawing, ...]:
    """The pages of the certificate of one deck, or of several decks audited together.

    Raises PressError for an unknown paper, LayoutError for titles that the face cannot show.
    """
    style = load_stylesheet()
    first = audit.decks[0]
    name = f"{audit.game.title} · {audit.spec.title}"
    decks = short(first.id) if len(audit.decks) == 1 else f"{len(audit.decks)} decks, first {short(first.id)}"
    running = Running((name, "Certificate of odds"), (decks, f"deckgen {__version__}"))
    parts = [
        summary(style, audit, _facts(style, audit)),
        *guarantee(style, audit),
        *_decks(style, audit),
        *_glance(style, audit),
        *_check(style, audit),
        *_cells(style, audit),
        *_pools(style, audit),
        *_long_fractions(style, audit),
        *odds_parts(style, audit),
        *_spread(style, audit),
        *_frequencies(style, audit),
    ]
    return document(style, parts, running, paper=paper, title=f"{name}: certificate of odds")


def short(identity: str) -> str:
    """A deck's id, cut to what tells decks apart at a glance."""
    return identity[: identity.index(":") + 13] + "…"


def _facts(style: Stylesheet, audit: Audit) -> list[tuple[str, str]]:
    """What the decks are, as pairs of a name and a value."""
    deck, spec = audit.decks[0], audit.spec
    seeds = sorted({d.seed for d in audit.decks})
    seed = ", ".join(known(s, "regular", style.fonts) for s in seeds[:3]) + (", …" if len(seeds) > 3 else "")
    single = len(audit.decks) == 1
    return [
        ("Seed", seed),
        ("Deck" if single else "Decks", f"{deck.number} of {deck.of}" if single else _numbers(audit.decks)),
        ("Cards", f"{spec.size}, drawn {_DRAWS[spec.draw]}"),
        ("Shuffled", _SHUFFLES[spec.reshuffle]),
        ("Dealt by", ", ".join(sorted({d.generator for d in audit.decks}))),
        ("Audited by", f"deckgen {__version__}"),
        ("Data", f"sha256:{spec.sha256.removeprefix('sha256:')}"),
        *([("Deck id", deck.id)] if single else []),
    ]


def _numbers(decks: Sequence[Deck]) -> str:
    shown = ", ".join(str(d.number) for d in decks[:12]) + (", …" if len(decks) > 12 else "")
    return f"{len(decks)} (number {shown} of {decks[0].of})"


# The sections


def _glance(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """A line a section; for a few decks or many, it is what a reader wants first."""
    columns = [
        TableColumn("Section", "left", grows=True),
        TableColumn("Results"),
        TableColumn("Exact"),
        TableColumn("Rounded"),
        TableColumn("Largest\nresidue"),
        TableColumn("Largest tail\nerror, cards"),
        TableColumn("Bar,\ncards"),
        TableColumn("Verdict", "left"),
    ]
    rows: list[Row] = []
    for name, members in groupby(audit.cells, key=lambda c: c.cell.section):
        cells = list(members)
        exact = sum(c.exact for c in cells)
        off = max(abs(c.residue) for c in cells)
        passed = all(c.passed for c in cells)
        rows.append(
            [
                Entry(audit.spec.section(name).title or name, "strong"),
                str(len(cells)),
                str(exact),
                str(len(cells) - exact),
                f"{float(off):.6f}" if off else "0",
                f"{float(max(c.tail_error for c in cells)):.3f}",
                f"{float(cells[0].tail_bar):.2f}",
                Entry("passed", "", "disc") if passed else Entry("not passed", "alarm", "cross"),
            ]
        )
    if rows:
        yield paragraph(style, "The results at a glance", "heading")
        yield table(style, columns, [*rows, RuleRow()])


# Decks of a set


def _decks(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    if not audit.each:
        return
    columns = [
        TableColumn("Deck"),
        TableColumn("Id", "left", grows=True),
        TableColumn("Exact\nresults"),
        TableColumn("Largest tail\nerror, cards"),
        TableColumn("Mean |corre-\nlation|"),
        TableColumn("Card\npercentiles"),
        TableColumn("Verdict", "left"),
    ]
    rows: list[Row] = []
    for one in (*audit.each, audit):
        whole = one is audit
        rows.append(
            [
                Entry("all", "strong") if whole else f"{one.decks[0].number}",
                Entry("the whole set together", "strong") if whole else _broken(one.decks[0].id),
                f"{sum(c.exact for c in one.cells)} of {len(one.cells)}",
                f"{float(max((c.tail_error for c in one.cells), default=Fraction(0))):.2f}",
                f"{one.independence.mean:.3f}",
                f"{one.balance.lowest:.2f}–{one.balance.highest:.2f}",
                Entry("passed", "strong", "disc") if one.passed else Entry("not passed", "alarm", "cross"),
            ]
        )
    yield paragraph(style, "The decks of this set", "heading")
    yield table(style, columns, rows)


def _broken(identity: str) -> str:
    """An id in two lines."""
    return f"{identity[:39]}\n{identity[39:]}"


def _check(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    deck = audit.decks[0]
    yield paragraph(style, "How to check this yourself", "heading")
    yield paragraph(
        style,
        "Nothing here needs to be believed. deckgen is free software; with the deck’s file, or only its seed,"
        " anyone gets the same cards and the same numbers, byte for byte:",
    )
    seed = known(deck.seed, "semibold", style.fonts)
    quoted = seed if seed.replace("-", "").isalnum() else "'" + seed.replace("'", "'\\''") + "'"
    commands = [
        ("deckgen verify DECK.json", "deals the deck anew from its seed and compares every card"),
        ("deckgen audit DECK.json", "works out every number of this certificate"),
        ("deckgen simulate DECK.json", "plays a million draws and compares them with the exact means"),
        (
            f"deckgen generate {audit.game.id} --deck {audit.spec.name} --seed {quoted} --decks {deck.of}",
            "deals it again",
        ),
    ]
    columns = [
        TableColumn("Command", "left", wraps=True),
        TableColumn("What it does", "left", grows=True, wraps=True),
    ]
    yield table(style, columns, [(Entry(command, "strong"), what) for command, what in commands])


# Cells


def _cells(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    bounds = [_bound(c) for c in audit.cells]
    columns = [
        TableColumn("", "left"),
        TableColumn("Dice", "left", wraps=True),
        TableColumn("Dice", group="Mean of one draw"),
        TableColumn("Deck", group="Mean of one draw"),
        TableColumn("Residue", "left", group="Mean of one draw"),
        TableColumn("Open\ncards"),
        TableColumn("Error", group="Tails, in cards"),
        *(
            [TableColumn("Proven\nleast", group="Tails, in cards")]
            if any(b is not None for b in bounds)
            else []
        ),
        TableColumn("Bar", group="Tails, in cards"),
        TableColumn("Long-run\nmean"),
        TableColumn("Verdict", "left"),
    ]
    rows: list[Row] = []
    before: CellAudit | None = None
    for cell, bound in zip(audit.cells, bounds, strict=True):
        if before is None or before.cell.section != cell.cell.section:
            rows.append(GroupRow(audit.spec.section(cell.cell.section).title or cell.cell.section))
        elif before.cell.column != cell.cell.column and cell.cell.row < before.cell.row:
            rows.append(RuleRow())
        before = cell
        rows.append(
            [
                Entry(place(audit, cell), "strong"),
                describe(cell.cell.roll),
                _number(cell.target),
                _number(cell.mean),
                _residue(cell),
                f"{float(cell.open_cards):.4g}",
                Entry(f"{float(cell.tail_error):.3f}", "alarm" if "tails" in cell.faults else ""),
                *(
                    ["" if bound is None else f"{float(bound):.3f}"]
                    if any(b is not None for b in bounds)
                    else []
                ),
                Entry(f"{float(cell.tail_bar):.2f}", "soft"),
                f"{float(cell.long_run_mean):.4f}",
                Entry("passed") if cell.passed else Entry(", ".join(cell.faults), "alarm", "cross"),
            ]
        )
    if not rows:
        return
    if not audit.each:  # those of a set follow its decks
        yield NewPage()
    yield paragraph(style, "Every rolled result", "heading")
    note = (
        "Filled disc: the deck’s mean is the dice’s mean as a fraction. Ring: rounded; the residue is deck less"
        " dice. Tail error: the largest difference between deck and dice in the chance of any total or more."
    )
    if any(len(str(v)) > _LONG for c in audit.cells for v in (c.target, c.mean)):
        note += " Numbers with … are rounded to six decimals; the fractions follow in full."
    yield paragraph(style, note, "small", keep=True)
    yield table(style, columns, rows)


def _bound(cell: CellAudit) -> Fraction | None:
    """The proven least tail error of any deck, in cards, where the audit has one."""
    bound = getattr(cell, "bound", None)
    value: Fraction | None = getattr(bound, "value", bound)
    return value


def _number(value: Fraction) -> str:
    return str(value) if len(str(value)) <= _LONG else f"{float(value):.6f}…"


def _residue(cell: CellAudit) -> Entry:
    if cell.exact:
        return Entry("exact", "", "disc")
    return Entry(
        f"{float(cell.residue):+.7f}".replace("-", "−"), "alarm" if "mean" in cell.faults else "", "ring"
    )


# Pools


def _pools(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """A line a column, the pools of two cells, three and so on beside each other."""
    for section, pools in groupby(audit.pools, key=lambda p: p.cell.section):
        columns = {label: list(members) for label, members in groupby(pools, key=lambda p: p.cell.column)}
        first = next(iter(columns.values()))
        rows: list[Row] = []
        for label, members in columns.items():
            errors = [Entry(f"{float(p.tail_error):.3f}", "" if p.passed else "alarm") for p in members]
            passed = all(p.passed for p in members)
            verdict = Entry("passed") if passed else Entry("tails", "alarm", "cross")
            rows.append(
                [Entry(label, "strong"), *errors, Entry(f"{float(first[0].bar):.2f}", "soft"), verdict]
            )
        title = audit.spec.section(section).title or section
        yield paragraph(style, f"{title}: pools read across a card", "heading")
        note = (
            "The highest of the first cells of a column is read as if each were a die. Tail error, in cards: the"
            " largest difference between deck and independent dice in the chance of any total or more."
        )
        yield paragraph(style, note, "small", keep=True)
        heads = [TableColumn(f"{p.cell.row} cells", group="Tail error") for p in first]
        yield table(
            style, [TableColumn("", "left"), *heads, TableColumn("Bar"), TableColumn("Verdict", "left")], rows
        )


# Spread


def _spread(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    i, b = audit.independence, audit.balance
    if not i.pairs and not b.percentiles:
        return
    yield paragraph(style, "Independence and balance", "heading")
    sides = []
    if i.pairs:
        first, second = i.largest_pair
        words = (
            f" Results in different columns should not go together. Over {i.pairs} pairs of them the mean"
            f" |correlation| is {i.mean:.3f} (bar {i.mean_bar:.2f}), the largest {i.largest:.3f}"
            f" (bar {i.largest_bar:.2f}), between {first} and {second}."
        )
        sides.append(
            stack(paragraph(style, [("Independence.", "bold"), (words, "")]), correlation_plot(style, audit))
        )
    if b.percentiles:
        words = (
            " No card should be good or bad throughout. The mean percentile of a card over all its results is from"
            f" {b.lowest:.3f} to {b.highest:.3f} (bar 0.35 to 0.65)."
            f" {_lack(b.without_top, b.without_bottom)}"
        )
        sides.append(stack(paragraph(style, [("Balance.", "bold"), (words, "")]), balance_plot(style, audit)))
    yield beside(sides)


def _lack(top: Sequence[int], bottom: Sequence[int]) -> str:
    if not top and not bottom:
        return "Every card has a result in the top and one in the bottom quarter."
    return f"{len(top)} cards have no result in the top quarter, {len(bottom)} none in the bottom quarter."


# Frequencies


def _frequencies(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    if not audit.frequencies:
        return
    groups: dict[tuple[str, bool], list[Frequency]] = {}
    for f in audit.frequencies:
        groups.setdefault((f.section, bool(f.place) and f.value == "critical failure"), []).append(f)
    columns = [
        TableColumn("", "left", grows=True, wraps=True),
        TableColumn("Cards"),
        TableColumn("Share"),
        TableColumn("", "left"),
    ]
    rows: list[Row] = []
    for (section, failures), members in groups.items():
        title = audit.spec.section(section).title or section
        rows.append(GroupRow(f"{title}: critical failures" if failures else title))
        rows += [_frequency_row(f, failures=failures) for f in members]
    yield paragraph(style, "Frequencies", "heading")
    words = "How many cards carry each value, and how many should. Disc: exactly; ring: the whole number below or above."
    if audit.each:
        words += f" Cards are a mean over {len(audit.decks)} decks."
    yield paragraph(style, words, "small", keep=True)
    yield Columns(3, (table(style, columns, rows),), gutter=5.0)


def _frequency_row(f: Frequency, *, failures: bool) -> Row:
    value = _minus(f.value)
    name = f.place.replace("-", "–") if failures else f"{f.place}: {value}" if f.place else value
    exact = f.cards == f.target
    verdict = Entry("", "", "disc" if exact else "ring") if f.passed else Entry("", "alarm", "cross")
    return [name, _decimal(f.cards), _decimal(f.target), verdict]


def _minus(value: str) -> str:
    if value == "+0":
        return "0"
    return "−" + value[1:] if value[:1] == "-" and value[1:].isdigit() else value


def _decimal(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"{float(value):.3f}"


# Long fractions


def _long_fractions(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    rounded = [c for c in audit.cells if not c.exactness.possible]
    if not rounded:
        return
    columns = [
        TableColumn("", "left"),
        TableColumn("Dice", "left"),
        TableColumn("Target", "left", wraps=True),
        TableColumn("Deck", "left", wraps=True),
        TableColumn("Why no deck of this size can be exact", "left", wraps=True, grows=True),
    ]
    rows: list[Row] = []
    for name, members in groupby(rounded, key=lambda c: c.cell.section):
        cells = list(members)
        shared = shared_ending(cells)
        title = audit.spec.section(name).title or name
        rows.append(GroupRow(title + shared.replace(", ", " · ", 1)))
        for c in cells:
            roll = describe(c.cell.roll).removesuffix(shared)
            where = Entry(place(audit, c), "strong")
            rows.append([where, roll, str(c.target), str(c.mean), c.exactness.reason])
    yield paragraph(style, "Rounded results: fractions in full, and why", "heading")
    draw = audit.spec.draw
    form = "1/m" if draw == "with-replacement" else "1/(m(m + 1))"
    words = (
        f"With m cards that end a chain, the mean of a deck is a multiple of {form}, or of 1/m if no card is open."
        " So a target can be met only if its denominator divides one of these for an allowed m."
    )
    yield paragraph(style, words, "small", keep=True)
    yield table(style, columns, rows)
