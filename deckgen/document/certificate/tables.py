"""Tables of the certificate: sections, decks, rolled results, pools, frequencies, full fractions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from deckgen.deck.audit.auditor import Audit, CellAudit
from deckgen.deck.audit.frequencies import HALF_A_CARD, DiceAudit, Frequency
from deckgen.document.certificate.plots import by_section, cell_label, limit_text, shared_suffix
from deckgen.draw.blocks.flow import Columns, Part, paragraph
from deckgen.draw.blocks.table import Entry, GroupRow, Row, RuleRow, TableColumn, table
from deckgen.draw.stylesheet import Stylesheet
from deckgen.game.model import AnySection, DiceSection, RollsSection, StackSection
from deckgen.game.sections.distribution import WordedSection, audit_name
from deckgen.language import Language, gettext_noop
from deckgen.odds import describe

_MAX_FRACTION = 15  # characters; a longer fraction is printed in decimals, and in full at the end


def _verdict_column(language: Language) -> TableColumn:
    return TableColumn(language.phrase("Verdict"), "left")


def _verdict_entry(language: Language, *, passed: bool, mark: str = "", failed: str = "") -> Entry:
    """Return a verdict's entry: passed, with an icon ``mark``, or ``failed``, the failed checks if known."""
    if passed:
        return Entry(language.phrase("passed"), "", mark)
    return Entry(failed or language.phrase("not passed"), "alarm", "cross")


def _titled_table(
    style: Stylesheet, title: str, note: str, columns: Sequence[TableColumn], rows: Sequence[Row]
) -> Iterator[Part]:
    yield paragraph(style, title, "heading")
    if note:
        yield paragraph(style, note, "small", keep=True)
    yield table(style, columns, rows)


def overview(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """Yield a table with a row per rolled section; nothing without any."""
    language, phrase = style.language, style.language.phrase
    columns = [
        TableColumn(phrase("Section"), "left", grows=True),
        TableColumn(phrase("Results")),
        TableColumn(phrase("Exact")),
        TableColumn(phrase("Rounded")),
        TableColumn(phrase("Largest\nresidue")),
        TableColumn(phrase("Largest tail\nerror, cards")),
        TableColumn(phrase("Limit,\ncards")),
        _verdict_column(language),
    ]
    rows: list[Row] = []

    def add_row(section: AnySection, results: Sequence[CellAudit | DiceAudit], residue: str, limit: str) -> None:
        exact = sum(result.exact for result in results)
        row = [str(len(results)), str(exact), str(len(results) - exact), residue]
        row += [language.number(max(result.tail_error for result in results), 3), limit]
        verdict = _verdict_entry(language, passed=all(result.passed for result in results), mark="disc")
        rows.append([Entry(section.title, "strong"), *row, verdict])

    for section, cells in by_section(audit, audit.cells):
        residue = max(abs(c.residue) for c in cells)
        lowest, highest = (pick(cells, key=lambda c: c.effective_limit) for pick in (min, max))
        limits = dict.fromkeys([language.number(lowest.effective_limit, 2), limit_text(highest, language)])
        add_row(section, cells, language.number(residue, 6) if residue else "0", "–".join(limits))
    for section, rolls in groupby(audit.dice, key=lambda roll: audit.spec.section(roll.section)):
        add_row(section, list(rolls), "–", "1")
    if rows:
        yield from _titled_table(style, phrase("The results at a glance"), "", columns, [*rows, RuleRow()])


def decks(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """Yield a table with a row for each deck of a set, and one for all of them; nothing for a single deck."""
    if not audit.deck_audits:
        return
    language, phrase = style.language, style.language.phrase
    columns = [
        TableColumn(phrase("Deck")),
        TableColumn(phrase("Id"), "left", grows=True),
        TableColumn(phrase("Exact\nresults")),
        TableColumn(phrase("Largest tail\nerror, cards")),
        TableColumn(phrase("Mean |corre-\nlation|")),
        TableColumn(phrase("Card\npercentiles")),
        _verdict_column(language),
    ]
    rows: list[Row] = []
    for deck_audit in (*audit.deck_audits, audit):
        deck = deck_audit.decks[0]
        name = Entry(str(deck.number)), Entry(f"{deck.id[:39]}\n{deck.id[39:]}")
        if deck_audit is audit:
            name = Entry(phrase("all"), "strong"), Entry(phrase("the whole set together"), "strong")
        rows.append([
            *name,
            phrase("{number} of {of}", number=deck_audit.exact_results, of=len(deck_audit.results)),
            language.number(deck_audit.tail_error, 2),
            language.number(deck_audit.independence.mean, 3),
            f"{language.number(deck_audit.balance.lowest, 2)}–{language.number(deck_audit.balance.highest, 2)}",
            _verdict_entry(language, passed=deck_audit.passed, mark="disc"),
        ])  # fmt: skip
    yield from _titled_table(style, phrase("The decks of this set"), "", columns, rows)


def cells(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """Yield a table with a row for each rolled result, in the order of the card; nothing without any."""
    language, phrase = style.language, style.language.phrase
    mean, tails, long_run = phrase("Mean of one draw"), phrase("Tails, in cards"), phrase("Long run")
    columns = [
        TableColumn("", "left"),
        TableColumn(phrase("Dice"), "left", wraps=True),
        TableColumn(phrase("Dice"), group=mean),
        TableColumn(phrase("Deck"), group=mean),
        TableColumn(phrase("Residue"), "left", group=mean),
        TableColumn(phrase("Open\ncards")),
        TableColumn(phrase("Error"), group=tails),
        TableColumn(phrase("All\nseeds"), group=tails),
        TableColumn(phrase("Limit"), "left", group=tails, wraps=True),
        TableColumn(phrase("Mean"), group=long_run),
        TableColumn(phrase("Residue"), group=long_run),
        _verdict_column(language),
    ]
    rows: list[Row] = []
    previous: CellAudit | None = None
    for cell in audit.cells:
        if previous is None or previous.cell.section != cell.cell.section:
            rows.append(GroupRow(audit.spec.section(cell.cell.section).title))
        elif previous.cell.column != cell.cell.column and cell.cell.row < previous.cell.row:
            rows.append(RuleRow())
        previous = cell
        rows.append([
            Entry(cell_label(audit, cell.cell), "strong"),
            describe(cell.cell.roll, language),
            _number(cell.target, language),
            _number(cell.mean, language),
            _residue(cell, language),
            _decimal(cell.open_cards, language),
            Entry(language.number(cell.tail_error, 3), "alarm" if "tails" in cell.problems else ""),
            "–" if cell.mixture is None else language.number(cell.mixture, 3),
            Entry(limit_text(cell, language), "soft"),
            language.number(cell.long_run_mean, 4),
            Entry(language.number(cell.long_run_residue, 4, sign=True), "alarm" if "jokers" in cell.problems else ""),
            _verdict_entry(language, passed=not cell.problems, failed=", ".join(map(phrase, cell.problems))),
        ])  # fmt: skip
    if not rows:
        return
    note = phrase(
        "Filled disc: the deck’s mean equals the dice’s mean as a fraction. Ring: rounded; the residue is"
        " deck minus dice. Tail error: the largest gap between deck and dice in the chance of a total or"
        " more; beside it the gap over all seeds."
    )
    if any(c.proven_minimum for c in audit.cells):
        note += " " + phrase(
            "At least, proven: no deck can keep the game’s limit. The limit is then what every deck is proven to"
            " have at least, plus a tenth of a card."
        )
    if any(len(str(v)) > _MAX_FRACTION for c in audit.cells for v in (c.target, c.mean)):
        note += " " + phrase("Numbers with … are rounded to six decimals; the fractions follow in full.")
    yield from _titled_table(style, phrase("Every rolled result"), note, columns, rows)


def _number(value: Fraction, language: Language) -> str:
    short = len(str(value)) <= _MAX_FRACTION
    return str(value).replace("-", "−") if short else language.number(value, 6) + "…"


def _residue(cell: CellAudit, language: Language) -> Entry:
    """Return "exact" or the mean's difference from the dice; in the color of alarm if the mean failed."""
    if cell.exact:
        return Entry(language.phrase("exact"), "", "disc")
    residue = language.number(cell.residue, 7, sign=True)
    return Entry(residue, "alarm" if "mean" in cell.problems else "", "ring")


def pools(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """Yield a table per section, a row per column: tail errors in cards of its first 2 cells together, 3, and so on."""
    language, phrase = style.language, style.language.phrase
    for name, group in groupby(audit.pools, key=lambda p: p.cell.section):
        section = audit.spec.section(name)
        columns = {label: list(members) for label, members in groupby(group, key=lambda p: p.cell.column)}
        first = next(iter(columns.values()))
        limit = Entry(language.number(first[0].tail_limit, 2), "soft")
        rows: list[Row] = []
        for label, members in columns.items():
            errors = [Entry(language.number(p.tail_error, 3), "" if p.passed else "alarm") for p in members]
            verdict = _verdict_entry(language, passed=all(p.passed for p in members), failed=phrase("tails"))
            rows.append([Entry(section.printed_label(label), "strong"), *errors, limit, verdict])
        note = phrase(
            "You read the highest of a column’s first cells as if each were a die. Tail error, in cards:"
            " the largest gap between deck and independent dice in the chance of a total or more."
        )
        error = phrase("Tail error")
        heads = [TableColumn(language.plural("{count} cell", "{count} cells", p.cell.row), group=error) for p in first]
        limit_column = TableColumn(phrase("Limit"))
        heads = [TableColumn("", "left"), *heads, limit_column, _verdict_column(language)]
        title = phrase("{section}: pools read across a card", section=section.title)
        yield from _titled_table(style, title, note, heads, rows)


def resolutions(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """Yield a table with a row per resolution, a combination of results that one card decides; nothing without any."""
    if not audit.resolutions:
        return
    language, phrase = style.language, style.language.phrase
    chance, error_title = phrase("Chance, %"), phrase("Error, in cards")
    one_draw, long_run = phrase("One draw"), phrase("Long run")
    columns = [
        TableColumn("", "left", wraps=True),
        TableColumn(phrase("Results needed"), "left", grows=True, wraps=True),
        *(TableColumn(title, group=chance) for title in (phrase("Dice"), one_draw, long_run)),
        *(TableColumn(title, group=error_title) for title in (one_draw, long_run)),
        TableColumn(phrase("Limit")),
        _verdict_column(language),
    ]
    rows: list[Row] = []
    for r in audit.resolutions:
        chances = [language.number(100 * chance, 2) for chance in (r.dice, r.one_draw, r.long_run)]
        errors = [language.number(error, 2, sign=True) for error in (r.error, r.long_run_error)]
        name, limit = Entry(r.resolution.title, "strong"), Entry(language.number(r.limit, 2), "soft")
        verdict = _verdict_entry(language, passed=r.passed)
        rows.append([name, r.resolution.help, *chances, *errors, limit, verdict])
    note = phrase(
        "The exact chance that one card, with the cards added to it, gives all of these results, beside"
        " the chance with independent dice. An added card counts for every open result at once. Long run:"
        " the first card comes up as often as the rule for shuffling makes it; added ones come from the"
        " rest of a whole deck."
    )
    yield from _titled_table(style, phrase("What one card decides together"), note, columns, rows)


def spread(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """Yield a table of correlations and of luck, with the limits of chance; nothing without rolled results."""
    language, phrase = style.language, style.language.phrase
    independence, balance = audit.independence, audit.balance
    rows: list[Row] = []
    if independence.pairs:
        one, other = (
            f"{audit.spec.section(c.section).title} {cell_label(audit, c)}" for c in independence.largest_cells
        )
        largest = phrase("largest |correlation|, between {one} and {other}", one=one, other=other)
        for name, value, limit, sign in (
            (phrase("mean correlation"), independence.signed_mean, independence.signed_limit, True),
            (phrase("mean |correlation|"), independence.mean, independence.mean_limit, False),
            (largest, independence.largest, independence.largest_limit, False),
        ):
            verdict = _verdict_entry(language, passed=abs(value) <= limit, mark="disc")
            limit_entry = Entry(("±" if sign else "") + language.number(limit, 4), "soft")
            rows.append([Entry(name, "strong"), language.number(value, 4, sign=sign), limit_entry, verdict])
    if balance.percentiles:
        luck, limits = (
            "–".join(language.number(end, 3) for end in ends)
            for ends in ((balance.lowest, balance.highest), balance.limits)
        )
        luck_name = Entry(phrase("mean percentile of the worst and the best card"), "strong")
        rows.append(
            [luck_name, luck, Entry(limits, "soft"), _verdict_entry(language, passed=balance.passed, mark="disc")]
        )
    if not rows:
        return
    note = phrase(
        "Results in different columns should be independent ({pairs} pairs), and no card good or bad in everything."
        " The limits are what chance keeps within three standard deviations, given the number of cards and results."
        " An open number counts with the mean of its result. Jokers, which are never open, have no part in correlations."
        " A card’s percentile is its mean over all results; a joker’s is among plain cards.",
        pairs=independence.pairs,
    )
    columns = [TableColumn("", "left", grows=True, wraps=True), TableColumn(phrase("Deck"))]
    columns += [TableColumn(phrase("Limit")), _verdict_column(language)]
    yield from _titled_table(style, phrase("Independence and balance"), note, columns, rows)


def frequencies(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """Yield a table of how many cards carry each value, in three columns; nothing without frequencies."""
    if not audit.frequencies:
        return
    language, phrase = style.language, style.language.phrase
    reshuffled = any(f.long_run_error for f in audit.frequencies)
    groups: dict[tuple[str, str, bool], list[Frequency]] = {}
    for f in audit.frequencies:
        roll = f.place if isinstance(audit.spec.section(f.section), DiceSection) else ""
        failures = bool(f.place) and not roll and f.value == "critical failure"
        groups.setdefault((f.section, roll, failures), []).append(f)
    rows: list[Row] = []
    for (name, roll, failures), members in groups.items():
        section = audit.spec.section(name)
        title = f"{section.title}: {section.printed_label(roll)}" if roll else section.title
        failures_title = phrase("{section}: critical failures", section=title)
        rows.append(GroupRow(failures_title if failures else title))
        rows += [_frequency_row(audit, f, failures=failures, reshuffled=reshuffled) for f in members]
    yield paragraph(style, phrase("Frequencies"), "heading")
    words = phrase(
        "How many cards have each value, and how many should. Disc: exactly; ring: the whole number below or above."
    )
    if audit.count > 1:
        words += " " + phrase("Cards are a mean over {decks} decks.", decks=audit.count)
    if reshuffled:
        limit = max(f.long_run_limit for f in audit.frequencies if f.long_run_limit is not None)
        text = _LONG_RUN if limit <= HALF_A_CARD else _LONG_RUN_OF_ONE
        words += " " + phrase(text, limit=_decimal(limit, language))
    yield paragraph(style, words, "small", keep=True)
    value = TableColumn("", "left", grows=True, wraps=True)
    figures = [phrase("Cards"), phrase("Share")]
    figures += [phrase("Long run")] if reshuffled else []
    columns = [value, *map(TableColumn, figures), TableColumn("", "left")]
    yield Columns(3, (table(style, columns, rows),), gutter=5.0)


_LONG_RUN = gettext_noop(
    "Long run: how often the value comes up under the game’s rule for shuffling, in cards. Values that are"
    " dealt are within {limit} of their cards; values that follow from rank, suit or number need not be."
)
_LONG_RUN_OF_ONE = gettext_noop(
    "Long run: how often the value comes up under the game’s rule for shuffling, in cards. Values that are"
    " dealt are within {limit} of their cards (the least that a single joker allows); values that follow"
    " from rank, suit or number need not be."
)
_WORDLESS = {True: gettext_noop("yes"), False: gettext_noop("no"), None: gettext_noop("none")}


def _frequency_row(audit: Audit, f: Frequency, *, failures: bool, reshuffled: bool) -> Row:
    """Return a row: value, or cell if ``failures``; cards; target; long run if ``reshuffled``; verdict."""
    language, section = audit.game.language, audit.spec.section(f.section)
    value = _value_text(section, f.place, f.value, language)
    column = "" if isinstance(section, DiceSection) else section.printed_label(f.place)
    if failures:
        label, dash, row = f.place.rpartition("-")
        if dash and not isinstance(section, RollsSection):
            column = f"{section.printed_label(label)}–{row}"
    name = column if failures else f"{column}: {value}" if column else value
    exact = f.cards == f.target
    verdict = Entry("", "", "disc" if exact else "ring") if f.passed else Entry("", "alarm", "cross")
    long_run = [language.number(f.long_run_cards, 2)] if reshuffled else []
    return [name, _decimal(f.cards, language), _decimal(f.target, language), *long_run, verdict]


def _value_text(section: AnySection, label: str, value: str, language: Language) -> str:
    """Return an audit's value as printed: the game's word; yes, no, none for true, false, null; else the value."""
    if isinstance(section, StackSection):
        return section.printed_word(value)
    if isinstance(section, DiceSection):
        return section.printed_result(label, value)
    for outcome in section.outcomes if isinstance(section, WordedSection) else ():
        if audit_name(outcome.value) == value:
            if outcome.value is None or isinstance(outcome.value, bool):
                return language.phrase(_WORDLESS[outcome.value])
            return outcome.printed or _with_minus_sign(value)
    return _with_minus_sign(value)


def _with_minus_sign(value: str) -> str:
    """Return a negative whole number with a true minus, +0 as 0; other texts unchanged."""
    if value == "+0":
        return "0"
    return "−" + value[1:] if value[:1] == "-" and value[1:].isdigit() else value


def _decimal(value: Fraction, language: Language) -> str:
    return str(value) if value.denominator == 1 else language.number(value, 3)


def extremes(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """Yield a table of chances of lowest and highest totals that must be exact, mean over decks; nothing if none."""
    language, phrase = style.language, style.language.phrase
    rows: list[Row] = []
    for section, section_cells in by_section(audit, [c for c in audit.cells if c.extremes]):
        rows.append(GroupRow(section.title))
        for c in section_cells:
            chances = [str(sum(values, Fraction(0)) / len(values)) for values in zip(*c.extremes, strict=True)]
            passed = "extremes" not in c.problems
            verdict = _verdict_entry(language, passed=passed, mark="disc", failed=phrase("extremes"))
            name = Entry(cell_label(audit, c.cell), "strong")
            rows.append([name, describe(c.cell.roll, language), *chances, verdict])
    if rows:
        words = phrase(
            "Chances in one draw, with the second card that confirms a marked one. With dice, lowest and"
            " highest have the same chance."
        )
        heads = [
            TableColumn("", "left"),
            TableColumn(phrase("Dice"), "left"),
            TableColumn(phrase("Lowest")),
            TableColumn(phrase("Highest")),
            TableColumn(phrase("Dice")),
            _verdict_column(language),
        ]
        yield from _titled_table(style, phrase("Lowest and highest totals"), words, heads, rows)


def long_fractions(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """Yield a table of rounded results: fractions in full, and why no deck can be exact; nothing without any."""
    rounded = [c for c in audit.cells if not c.exactness.possible]
    if not rounded:
        return
    language, phrase = style.language, style.language.phrase
    titles = phrase("Target"), phrase("Deck")
    fractions = [TableColumn(title, "left", wraps=True) for title in titles]
    reason = phrase("Why no deck of this size can be exact")
    rows: list[Row] = []
    for section, section_cells in by_section(audit, rounded):
        suffix = shared_suffix(section_cells, language)
        rows.append(GroupRow(section.title + suffix.replace(", ", " · ", 1)))
        for c in section_cells:
            roll = describe(c.cell.roll, language).removesuffix(suffix)
            name = Entry(cell_label(audit, c.cell), "strong")
            rows.append([name, roll, str(c.target), str(c.mean), c.exactness.reason_in(language)])
    form = "1/m" if audit.spec.draw == "with-replacement" else "1/(m(m + 1))"
    words = phrase(
        "With m cards that end a chain, the mean of a deck is a multiple of {form}, or of 1/m if no card is open."
        " So a target can be met only if its denominator divides one of these for an allowed m.",
        form=form,
    )
    name_columns = [TableColumn("", "left"), TableColumn(phrase("Dice"), "left")]
    columns = [*name_columns, *fractions, TableColumn(reason, "left", wraps=True, grows=True)]
    title = phrase("Rounded results: fractions in full, and why")
    yield from _titled_table(style, title, words, columns, rows)
