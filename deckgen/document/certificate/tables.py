"""The certificate's tables: every section, deck, rolled result, pool and frequency, and fractions in full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from deckgen.deck.audit.auditor import Audit, CellAudit
from deckgen.deck.audit.frequencies import HALF_A_CARD, Frequency
from deckgen.document.certificate.plots import bar_words, by_section, place, shared_ending
from deckgen.draw.blocks.flow import Columns, Part, paragraph
from deckgen.draw.blocks.table import Entry, GroupRow, Row, RuleRow, TableColumn, table
from deckgen.draw.stylesheet import Stylesheet
from deckgen.game.model import AnySection, RollsSection, StackSection
from deckgen.game.sections.distribution import WordedSection, said
from deckgen.language import Language, gettext_noop
from deckgen.odds import describe

_LONG = 15  # characters; a longer fraction is printed in decimals, and in full at the end


def _verdict(language: Language) -> TableColumn:
    return TableColumn(language.phrase("Verdict"), "left")


def _judged(language: Language, *, passed: bool, mark: str = "", failed: str = "") -> Entry:
    """The verdict of a line, and what it fails by if more is known."""
    if passed:
        return Entry(language.phrase("passed"), "", mark)
    return Entry(failed or language.phrase("not passed"), "alarm", "cross")


def _headed(
    style: Stylesheet, title: str, note: str, columns: Sequence[TableColumn], rows: Sequence[Row]
) -> Iterator[Part]:
    yield paragraph(style, title, "heading")
    if note:
        yield paragraph(style, note, "small", keep=True)
    yield table(style, columns, rows)


def glance(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """A line a section; for a few decks or many, it is what a reader wants first."""
    language, say = style.language, style.language.phrase
    columns = [
        TableColumn(say("Section"), "left", grows=True),
        TableColumn(say("Results")),
        TableColumn(say("Exact")),
        TableColumn(say("Rounded")),
        TableColumn(say("Largest\nresidue")),
        TableColumn(say("Largest tail\nerror, cards")),
        TableColumn(say("Bar,\ncards")),
        _verdict(language),
    ]
    rows: list[Row] = []
    for section, cells in by_section(audit, audit.cells):
        exact = sum(c.exact for c in cells)
        off = max(abs(c.residue) for c in cells)
        low, high = (pick(cells, key=lambda c: c.bar) for pick in (min, max))
        bars = dict.fromkeys([language.number(low.bar, 2), bar_words(high, language)])
        row = [str(len(cells)), str(exact), str(len(cells) - exact), language.number(off, 6) if off else "0"]
        row += [language.number(max(c.tail_error for c in cells), 3), "–".join(bars)]
        verdict = _judged(language, passed=all(c.passed for c in cells), mark="disc")
        rows.append([Entry(section.title, "strong"), *row, verdict])
    if rows:
        yield from _headed(style, say("The results at a glance"), "", columns, [*rows, RuleRow()])


def decks(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """A line for each deck of a set, and one for all of them."""
    if not audit.each:
        return
    language, say = style.language, style.language.phrase
    columns = [
        TableColumn(say("Deck")),
        TableColumn(say("Id"), "left", grows=True),
        TableColumn(say("Exact\nresults")),
        TableColumn(say("Largest tail\nerror, cards")),
        TableColumn(say("Mean |corre-\nlation|")),
        TableColumn(say("Card\npercentiles")),
        _verdict(language),
    ]
    rows: list[Row] = []
    for one in (*audit.each, audit):
        deck = one.decks[0]
        name = Entry(str(deck.number)), Entry(f"{deck.id[:39]}\n{deck.id[39:]}")
        if one is audit:
            name = Entry(say("all"), "strong"), Entry(say("the whole set together"), "strong")
        worst = max((c.tail_error for c in one.cells), default=Fraction(0))
        rows.append([
            *name,
            say("{number} of {of}", number=sum(c.exact for c in one.cells), of=len(one.cells)),
            language.number(worst, 2),
            language.number(one.independence.mean, 3),
            f"{language.number(one.balance.lowest, 2)}–{language.number(one.balance.highest, 2)}",
            _judged(language, passed=one.passed, mark="disc"),
        ])  # fmt: skip
    yield from _headed(style, say("The decks of this set"), "", columns, rows)


def cells(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """A line for each rolled result, in the order of the card."""
    language, say = style.language, style.language.phrase
    mean, tails = say("Mean of one draw"), say("Tails, in cards")
    columns = [
        TableColumn("", "left"),
        TableColumn(say("Dice"), "left", wraps=True),
        TableColumn(say("Dice"), group=mean),
        TableColumn(say("Deck"), group=mean),
        TableColumn(say("Residue"), "left", group=mean),
        TableColumn(say("Open\ncards")),
        TableColumn(say("Error"), group=tails),
        TableColumn(say("All\nseeds"), group=tails),
        TableColumn(say("Bar"), "left", group=tails, wraps=True),
        TableColumn(say("Long-run\nmean")),
        _verdict(language),
    ]
    rows: list[Row] = []
    before: CellAudit | None = None
    for cell in audit.cells:
        if before is None or before.cell.section != cell.cell.section:
            rows.append(GroupRow(audit.spec.section(cell.cell.section).title))
        elif before.cell.column != cell.cell.column and cell.cell.row < before.cell.row:
            rows.append(RuleRow())
        before = cell
        rows.append([
            Entry(place(audit, cell.cell), "strong"),
            describe(cell.cell.roll, language),
            _number(cell.target, language),
            _number(cell.mean, language),
            _residue(cell, language),
            _decimal(cell.open_cards, language),
            Entry(language.number(cell.tail_error, 3), "alarm" if "tails" in cell.problems else ""),
            "–" if cell.mixture is None else language.number(cell.mixture, 3),
            Entry(bar_words(cell, language), "soft"),
            language.number(cell.long_run_mean, 4),
            _judged(language, passed=not cell.problems, failed=", ".join(map(say, cell.problems))),
        ])  # fmt: skip
    if not rows:
        return
    note = say(
        "Filled disc: the deck’s mean is the dice’s mean as a fraction. Ring: rounded; the residue is deck less"
        " dice. Tail error: the largest difference between deck and dice in the chance of any total or more;"
        " beside it that of all seeds together."
    )
    if any(c.proven_minimum for c in audit.cells):
        note += " " + say(
            "Proven minimum: no deck can meet the game’s bar, and what no deck falls below stands in its place;"
            " a tenth of a card above it is allowed."
        )
    if any(len(str(v)) > _LONG for c in audit.cells for v in (c.target, c.mean)):
        note += " " + say("Numbers with … are rounded to six decimals; the fractions follow in full.")
    yield from _headed(style, say("Every rolled result"), note, columns, rows)


def _number(value: Fraction, language: Language) -> str:
    short = len(str(value)) <= _LONG
    return str(value).replace("-", "−") if short else language.number(value, 6) + "…"


def _residue(cell: CellAudit, language: Language) -> Entry:
    if cell.exact:
        return Entry(language.phrase("exact"), "", "disc")
    off = language.number(cell.residue, 7, sign=True)
    return Entry(off, "alarm" if "mean" in cell.problems else "", "ring")


def pools(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """A line a column, the pools of two cells, three and so on beside each other."""
    language, say = style.language, style.language.phrase
    for name, found in groupby(audit.pools, key=lambda p: p.cell.section):
        section = audit.spec.section(name)
        columns = {label: list(members) for label, members in groupby(found, key=lambda p: p.cell.column)}
        first = next(iter(columns.values()))
        bar = Entry(language.number(first[0].bar, 2), "soft")
        rows: list[Row] = []
        for label, members in columns.items():
            errors = [Entry(language.number(p.tail_error, 3), "" if p.passed else "alarm") for p in members]
            verdict = _judged(language, passed=all(p.passed for p in members), failed=say("tails"))
            rows.append([Entry(section.label(label), "strong"), *errors, bar, verdict])
        note = say(
            "The highest of the first cells of a column is read as if each were a die. Tail error, in cards: the"
            " largest difference between deck and independent dice in the chance of any total or more."
        )
        error = say("Tail error")
        heads = [
            TableColumn(language.plural("{count} cell", "{count} cells", p.cell.row), group=error)
            for p in first
        ]
        bars = TableColumn(say("Bar"))
        heads = [TableColumn("", "left"), *heads, bars, _verdict(language)]
        title = say("{section}: pools read across a card", section=section.title)
        yield from _headed(style, title, note, heads, rows)


def resolutions(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """A line for each thing that one card settles together."""
    if not audit.resolutions:
        return
    language, say = style.language, style.language.phrase
    chance, off = say("Chance, %"), say("Off, in cards")
    one, long_run = say("One draw"), say("Long run")
    columns = [
        TableColumn("", "left", wraps=True),
        TableColumn(say("What must come out"), "left", grows=True, wraps=True),
        *(TableColumn(title, group=chance) for title in (say("Dice"), one, long_run)),
        *(TableColumn(title, group=off) for title in (one, long_run)),
        TableColumn(say("Bar")),
        _verdict(language),
    ]
    rows: list[Row] = []
    for r in audit.resolutions:
        found = [language.number(100 * chance, 2) for chance in (r.dice, r.one_draw, r.long_run)]
        offs = [language.number(each, 2, sign=True) for each in (r.off, r.long_run_off)]
        name, bar = Entry(r.resolution.title, "strong"), Entry(language.number(r.bar, 2), "soft")
        rows.append([name, r.resolution.help, *found, *offs, bar, _judged(language, passed=r.passed)])
    note = say(
        "The exact chance that one card, with the cards added to it, settles all of this, beside that of independent"
        " dice. Cards that are added serve every open result at once. In the long run the first card comes up as often as"
        " the rule for shuffling makes it; the added ones come from the rest of a whole deck."
    )
    yield from _headed(style, say("What one card settles together"), note, columns, rows)


def frequencies(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """How many cards carry each value, in three columns."""
    if not audit.frequencies:
        return
    language, say = style.language, style.language.phrase
    reshuffled = any(f.long_run_off for f in audit.frequencies)
    groups: dict[tuple[str, bool], list[Frequency]] = {}
    for f in audit.frequencies:
        groups.setdefault((f.section, bool(f.place) and f.value == "critical failure"), []).append(f)
    rows: list[Row] = []
    for (section, failures), members in groups.items():
        title = audit.spec.section(section).title
        several = say("{section}: critical failures", section=title)
        rows.append(GroupRow(several if failures else title))
        rows += [_frequency_row(audit, f, failures=failures, reshuffled=reshuffled) for f in members]
    yield paragraph(style, say("Frequencies"), "heading")
    words = say(
        "How many cards carry each value, and how many should. Disc: exactly; ring: the whole number below or above."
    )
    if audit.count > 1:
        words += " " + say("Cards are a mean over {decks} decks.", decks=audit.count)
    if reshuffled:
        bar = max(f.long_run_bar for f in audit.frequencies if f.long_run_bar is not None)
        text = _LONG_RUN if bar <= HALF_A_CARD else _LONG_RUN_OF_ONE
        words += " " + say(text, bar=_decimal(bar, language))
    yield paragraph(style, words, "small", keep=True)
    value = TableColumn("", "left", grows=True, wraps=True)
    figures = [say("Cards"), say("Share")]
    figures += [say("Long run")] if reshuffled else []
    columns = [value, *map(TableColumn, figures), TableColumn("", "left")]
    yield Columns(3, (table(style, columns, rows),), gutter=5.0)


_LONG_RUN = gettext_noop(
    "Long run: how often the value comes up under the game’s rule for shuffling, in cards; what is dealt is within"
    " {bar} of its cards, what follows from the card itself need not be."
)
_LONG_RUN_OF_ONE = gettext_noop(
    "Long run: how often the value comes up under the game’s rule for shuffling, in cards; what is dealt is within"
    " {bar} of its cards (the least bar that a single joker allows), what follows from the card itself need not be."
)
_WORDLESS = {True: gettext_noop("yes"), False: gettext_noop("no"), None: gettext_noop("none")}


def _frequency_row(audit: Audit, f: Frequency, *, failures: bool, reshuffled: bool) -> Row:
    language, section = audit.game.language, audit.spec.section(f.section)
    value, column = _value(section, f.value, language), section.label(f.place)
    if failures:
        label, dash, row = f.place.rpartition("-")
        column = f"{section.label(label)}–{row}" if dash and not isinstance(section, RollsSection) else column
    name = column if failures else f"{column}: {value}" if column else value
    exact = f.cards == f.target
    verdict = Entry("", "", "disc" if exact else "ring") if f.passed else Entry("", "alarm", "cross")
    long_run = [language.number(f.long_run_cards, 2)] if reshuffled else []
    return [name, _decimal(f.cards, language), _decimal(f.target, language), *long_run, verdict]


def _value(section: AnySection, value: str, language: Language) -> str:
    """What the certificate calls a value: what is printed for it, if that says enough."""
    if isinstance(section, StackSection):
        return section.word(value)
    for outcome in section.outcomes if isinstance(section, WordedSection) else ():
        if said(outcome.value) == value:
            if outcome.value is None or isinstance(outcome.value, bool):
                return language.phrase(_WORDLESS[outcome.value])
            return outcome.printed or _minus(value)
    return _minus(value)


def _minus(value: str) -> str:
    if value == "+0":
        return "0"
    return "−" + value[1:] if value[:1] == "-" and value[1:].isdigit() else value


def _decimal(value: Fraction, language: Language) -> str:
    return str(value) if value.denominator == 1 else language.number(value, 3)


def extremes(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """The chances of lowest and highest totals that must be exact."""
    language, say = style.language, style.language.phrase
    rows: list[Row] = []
    for section, own in by_section(audit, [c for c in audit.cells if c.extremes]):
        rows.append(GroupRow(section.title))
        for c in own:
            shown = [str(sum(each, Fraction(0)) / len(each)) for each in zip(*c.extremes, strict=True)]
            passed = "extremes" not in c.problems
            verdict = _judged(language, passed=passed, mark="disc", failed=say("extremes"))
            name = Entry(place(audit, c.cell), "strong")
            rows.append([name, describe(c.cell.roll, language), *shown, verdict])
    if rows:
        words = say(
            "Chances in one draw, and of what it takes to confirm a marked card: of the deck, and of either with dice."
        )
        heads = [
            TableColumn("", "left"),
            TableColumn(say("Dice"), "left"),
            TableColumn(say("Lowest")),
            TableColumn(say("Highest")),
            TableColumn(say("Dice")),
            _verdict(language),
        ]
        yield from _headed(style, say("Lowest and highest totals"), words, heads, rows)


def long_fractions(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """The rounded results with their fractions in full, and why they cannot be exact."""
    rounded = [c for c in audit.cells if not c.exactness.possible]
    if not rounded:
        return
    language, say = style.language, style.language.phrase
    titles = say("Target"), say("Deck")
    fractions = [TableColumn(title, "left", wraps=True) for title in titles]
    why = say("Why no deck of this size can be exact")
    rows: list[Row] = []
    for section, own in by_section(audit, rounded):
        shared = shared_ending(own, language)
        rows.append(GroupRow(section.title + shared.replace(", ", " · ", 1)))
        for c in own:
            roll = describe(c.cell.roll, language).removesuffix(shared)
            where = Entry(place(audit, c.cell), "strong")
            rows.append([where, roll, str(c.target), str(c.mean), c.exactness.words(language)])
    form = "1/m" if audit.spec.draw == "with-replacement" else "1/(m(m + 1))"
    words = say(
        "With m cards that end a chain, the mean of a deck is a multiple of {form}, or of 1/m if no card is open."
        " So a target can be met only if its denominator divides one of these for an allowed m.",
        form=form,
    )
    named = [TableColumn("", "left"), TableColumn(say("Dice"), "left")]
    columns = [*named, *fractions, TableColumn(why, "left", wraps=True, grows=True)]
    title = say("Rounded results: fractions in full, and why")
    yield from _headed(style, title, words, columns, rows)
