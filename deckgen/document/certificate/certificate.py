"""The certificate of decks' odds: guarantees, audit results, and how to check them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckgen import __version__
from deckgen.deck.audit.auditor import Audit, CellAudit
from deckgen.document.certificate import tables
from deckgen.document.certificate.cover import cover_page, even_lines
from deckgen.document.certificate.plots import balance_plot, correlation_plot, limit_text, odds_plots
from deckgen.document.deck_text import SHUFFLES
from deckgen.document.pages import RunningHeads, document, document_style, masthead, split_panel
from deckgen.document.rulings import ruling_option
from deckgen.draw.blocks.flow import Flowable, KeepTogether, Part, Strip, paragraph, side_by_side, stack
from deckgen.draw.blocks.table import Entry, TableColumn, table
from deckgen.draw.drawing import Drawing
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, polygon, transform_items
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.text import replace_missing, wrap
from deckgen.language import Language, gettext_noop

_DRAWS = {
    "without-replacement": gettext_noop("{size}, drawn without replacement"),
    "with-replacement": gettext_noop("{size}, drawn with replacement"),
}


def certificate(audit: Audit, paper: str = "a4") -> tuple[Drawing, ...]:
    """Return the pages of the certificate of one deck, or of several audited together.

    Raises PressError for an unknown paper, LayoutError for titles that the typeface lacks letters for.
    """
    phrase = audit.game.language.phrase
    style = document_style(audit.game)
    first = shorten_id(audit.decks[0].id)
    name = f"{audit.game.title} · {audit.spec.title}"
    decks_text = phrase("{number} decks, first {first}", number=audit.count, first=first)
    decks = first if audit.count == 1 else decks_text
    running = RunningHeads((name, phrase("Certificate of odds")), (decks, f"deckgen {__version__}"))
    parts = [
        summary(style, audit, _facts(style, audit)),
        *guarantee(style, audit),
        *(
            KeepTogether(tuple(chapter(style, audit)))
            for chapter in (tables.decks, tables.overview, _how_to_check, tables.cells, tables.extremes, tables.pools)
        ),
        *tables.long_fractions(style, audit),
        *odds_plots(style, audit),  # may begin low on a page: its rows are many
        KeepTogether(tuple(tables.resolutions(style, audit))),
        *_spread_parts(style, audit),
        *tables.frequencies(style, audit),
    ]
    title = phrase("{name}: certificate of odds", name=name)
    cover = cover_page(style, audit, paper, _seeds(style, audit, "bold"), _numbers(audit), cover_figures(audit), title)
    return (cover, *document(style, parts, running, paper=paper, title=title, pages_before=1))


def _numbers(audit: Audit) -> str:
    """Return which decks are certified, as in a sentence."""
    deck, phrase = audit.decks[0], audit.game.language.phrase
    if audit.count == 1:
        return phrase("deck {number} of {of}", number=deck.number, of=deck.of)
    return phrase("{count} decks of {of}", count=audit.count, of=deck.of)


_MAX_WORD = 60
"""Letters of a word of a seed that a certificate shows."""


def shorten_id(identity: str) -> str:
    """Return a deck's id with only its first 12 digits: ``sha256:0123456789ab…``, enough to recognize it."""
    return identity[: identity.index(":") + 13] + "…"


def _facts(style: Stylesheet, audit: Audit) -> list[tuple[str, str]]:
    """Return (name, value) pairs that identify the decks; of more than 3 seeds the first 3."""
    deck, spec = audit.decks[0], audit.spec
    seed = _seeds(style, audit, "regular")
    language, phrase = style.language, style.language.phrase
    deck_fact = phrase("Decks"), _deck_numbers(audit, language)
    if single := audit.count == 1:
        deck_fact = phrase("Deck"), phrase("{number} of {of}", number=deck.number, of=deck.of)
    return [
        (phrase("Seed"), seed),
        deck_fact,
        (phrase("Cards"), phrase(_DRAWS[spec.draw], size=spec.size)),
        (phrase("Shuffled"), phrase(SHUFFLES[spec.reshuffle])),
        (phrase("Dealt by"), ", ".join(sorted({d.generator for d in audit.decks}))),
        (phrase("Audited by"), f"deckgen {__version__}"),
        (phrase("Data"), f"sha256:{spec.sha256.removeprefix('sha256:')}"),
        *([(phrase("Deck id"), deck.id)] if single else []),
        *([(phrase("Rulings"), audit.game.ruling_line)] if audit.game.ruling_line else []),
    ]


def _seeds(style: Stylesheet, audit: Audit, face: str) -> str:
    """Return the decks' seeds, of more than 3 the first 3."""
    seeds = sorted({d.seed for d in audit.decks})
    return ", ".join(_seed_text(s, face, style) for s in seeds[:3]) + (", …" if len(seeds) > 3 else "")


def _seed_text(seed: str, face: str, style: Stylesheet) -> str:
    """Return a seed for print: long words end in "…", missing letters are replaced."""
    words = (word if len(word) <= _MAX_WORD else f"{word[: _MAX_WORD - 1]}…" for word in seed.split(" "))
    return replace_missing(" ".join(words), face, style.fonts)


def _deck_numbers(audit: Audit, language: Language) -> str:
    """Return how many decks are audited, and their numbers; of more than 12 the first 12."""
    decks = audit.decks
    numbers = ", ".join(str(d.number) for d in decks[:12]) + (", …" if len(decks) > 12 else "")
    return language.phrase("{decks} (number {numbers} of {of})", decks=audit.count, numbers=numbers, of=decks[0].of)


def _labeled(style: Stylesheet, word: str, text: str) -> Flowable:
    return paragraph(style, [(word, "bold"), (" " + text, "")])


def guarantee(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """Yield paragraphs on what is exact and what is rounded; only those that apply to this game."""
    cells, spec, count, language = audit.cells, audit.spec, len(audit.cells), style.language
    rounded = [c for c in cells if c.allowance]
    yield paragraph(style, language.phrase("What is guaranteed"), "heading")
    if cells:
        text = language.phrase(_SOME_EXACT if rounded else _ALL_EXACT, exact=count - len(rounded), results=count)
        if any(c.open_cards for c in cells):
            text += " " + language.phrase(
                "Chains of open cards (“draw another and add”) are counted to their end, over every order of the deck."
            )
        yield _labeled(style, language.phrase("Exact."), text)
    if rounded:
        yield _labeled(style, language.phrase("Rounded."), _rounding_text(audit, rounded))
    if cells:
        text = language.phrase(
            "Equal means are not yet equal odds. So the chance to reach each total is compared with the"
            " dice, and the largest difference is printed, in cards. One card is 1 in {size}; half a card"
            " is about the best that whole cards allow.",
            size=spec.size,
        )
        yield _labeled(style, language.phrase("Shape."), text)
    if audit.dice:
        yield _labeled(style, language.phrase("Together."), language.phrase(_TOGETHER))
    if any(f.target.denominator != 1 for f in audit.frequencies):
        yield _labeled(style, language.phrase("Frequencies."), language.phrase(_FREQUENCIES))
    if cells and spec.reshuffle == "jokers" and spec.jokers() and spec.draw != "with-replacement":
        yield _labeled(style, language.phrase("Long run."), language.phrase(_LONG_RUN))


_ALL_EXACT = gettext_noop(
    "All {results} results on these cards average exactly what the dice average: in every deck, for every seed, equal"
    " as fractions and not just to so many decimals."
)
_SOME_EXACT = gettext_noop(
    "{exact} of the {results} results on these cards average exactly what the dice average: in every deck, for every"
    " seed, equal as fractions and not just to so many decimals."
)
_TOGETHER = gettext_noop(
    "A roll that shows several things at once, such as a number and a mark, is dealt with all of them together: each"
    " combination has the chance that dice give it, on its share of the cards."
)
_FREQUENCIES = gettext_noop(
    "Critical failures, places and marks are on exactly their share of cards where it is a whole number."
    " Otherwise they are on the whole number below or above it. A systematic sample, started by the seed,"
    " decides which: so the average over all seeds is exactly the share, and a whole set is less than a"
    " card off. Jokers count like any other card."
)
_LONG_RUN = gettext_noop(
    "Because you shuffle after a joker, jokers come up a little more often than other cards. Their numbers"
    " sum to what as many plain cards do on average, rounded by the seed. So over all seeds the exact mean of"
    " a task over a whole evening is the dice’s, too; the table prints that long-run mean with its residue."
)


def _rounding_text(audit: Audit, rounded: Sequence[CellAudit]) -> str:
    """Return how the ``rounded`` results are so, and by how much each deck can be off."""
    bound = max(c.allowance * audit.count for c in rounded)
    language, impossible = audit.game.language, sum(not c.exactness.possible for c in rounded)
    impossible_text = language.plural(
        "One result has an exact mean that {size} cards cannot form, usually the highest of several dice;"
        " a table shows the reason.",
        "{count} results have exact means that {size} cards cannot form, usually the highest of several"
        " dice; a table shows the reasons.",
        impossible,
        size=audit.spec.size,
    )
    chosen_text = language.plural(
        "One result could be exact in each deck, but with lower open numbers, or odds farther from the dice.",
        "{count} results could be exact in each deck, but with lower open numbers, or odds farther from the dice.",
        len(rounded) - impossible,
    )
    method_text = language.phrase(
        "There the sum of the cards is rounded to the whole number below or above. Systematic sampling,"
        " started by the seed, decides which. So each deck is less than {bound} off, the decks of a set"
        " cancel out each other’s remainders, and the average over all seeds is exactly the target.",
        bound=language.number(bound, 5),
    )
    counted = ((impossible, impossible_text), (len(rounded) - impossible, chosen_text))
    return " ".join([*(text for count, text in counted if count), method_text])


def _how_to_check(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """Yield a heading, a text and a table of commands: to verify a deck, to audit it, to deal the first one again."""
    deck, language = audit.decks[0], style.language
    yield paragraph(style, language.phrase("How to check this yourself"), "heading")
    words = language.phrase(
        "You need not believe any of this. deckgen is free software: from the deck’s file, or only its"
        " seed, you get the same cards and the same numbers, byte for byte:"
    )
    yield paragraph(style, words)
    seed = _seed_text(deck.seed, "semibold", style)
    quoted = seed if seed.replace("-", "").isalnum() else "'" + seed.replace("'", "'\\''") + "'"
    rulings = [ruling_option(name, choice) for name, choice in audit.game.changed_rulings.items()]
    options = " ".join([f"--deck {audit.spec.name} --seed {quoted} --decks {deck.of}", *rulings])
    commands = [
        ("verify DECK.json", language.phrase("deals the deck again from its seed and compares every card")),
        ("audit DECK.json", language.phrase("computes every number of this certificate")),
        (f"generate {audit.game.id} {options}", language.phrase("deals it again")),
    ]
    effect_column = TableColumn(language.phrase("What it does"), "left", grows=True, wraps=True)
    rows = [(Entry(f"deckgen {command}", "strong"), result) for command, result in commands]
    yield table(style, [TableColumn(language.phrase("Command"), "left", wraps=True), effect_column], rows)


def _spread_parts(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """Yield independence and balance with plots; nothing if no results can be compared."""
    yield from tables.spread(style, audit)
    plots = [correlation_plot(style, audit)] if audit.independence.pairs else []
    # A run keeps only the extremes of its decks: no plot of every card then.
    if len(audit.balance.percentiles) >= audit.spec.size:
        plots.append(balance_plot(style, audit))
    if plots:
        yield side_by_side([stack(plot) for plot in plots])


_PAD = 4.0
_LABEL, _GUTTER = 21.0, 6.0


def summary(style: Stylesheet, audit: Audit, facts: Sequence[tuple[str, str]]) -> Flowable:
    """Return titles, a panel with verdict and key figures, and ``facts``: pairs of a name and a value."""
    language, title = style.language, audit.spec.title
    lead = ""
    if audit.count > 1:
        lead = language.phrase("{deck}, a set of {number} decks", deck=title, number=audit.count)
    return stack(
        masthead(style, f"{audit.game.title} · {title}", language.phrase("Certificate of odds"), lead),
        lambda width: [_verdict_panel(style, audit, width), *_facts_in_columns(style, facts, width)],
    )


def _verdict_panel(style: Stylesheet, audit: Audit, width: float) -> Strip:
    """Return the verdict on a dark field, with the key figures beside it."""
    pen, verdict_width, figures = style.pen(), width * 0.25, key_figures(audit)
    step, size = (width - verdict_width) / len(figures), 2.65
    labels = [even_lines(style, label, size, step - _PAD - 1.0) for _, label in figures]
    height = max(25.0, 18.5 + 3.1 * max(map(len, labels)))
    accent, tint, paper, soft = map(style.color, ("accent", "tint", "paper", "soft"))
    dark = accent if audit.passed else style.color("alarm")
    middle = height / 2
    split_panel(pen, Box(0, 0, width, height), style.masthead.corner, verdict_width, dark, tint)
    phrase = style.language.phrase
    verdict, words = phrase("Not passed"), phrase("see the lines with a cross")
    if audit.passed:
        verdict, words = phrase("Passed"), phrase("within all limits")
    mark = "disc" if audit.passed else "cross"
    pen.mark(mark, _PAD + 2.2, middle - 2.4, 4.4, paper)
    if audit.passed:
        tick = [_PAD + 1.2, middle - 2.4, _PAD + 2.0, middle - 1.5, _PAD + 3.4, middle - 3.4]
        pen.path(polygon(tick, closed=False), None, dark, 0.55)
    room = verdict_width - _PAD - 2.0
    pen.line(verdict, _PAD + 6.0, middle - 0.1, "bold", 17 * PT, paper, room=room - 6.0)
    pen.line(words, _PAD, middle + 5.4, "regular", 8 * PT, paper, room=room)
    for index, ((value, _), lines) in enumerate(zip(figures, labels, strict=True)):
        x = verdict_width + index * step + _PAD
        pen.line(value, x, 11.7, "bold", 15.5 * PT, accent, room=step - _PAD - 1.5)
        for i, line in enumerate(lines):
            pen.runs(line, x, 16.5 + i * 3.1, size, soft)
    return Strip(height, pen.items, before=5.0, after=3.5)


def cover_figures(audit: Audit) -> list[tuple[str, str]]:
    """Return the key figures with labels in few words."""
    phrase, (first, *others) = audit.game.language.phrase, key_figures(audit)
    labels = (
        phrase("cards: the largest tail error"),
        phrase("mean correlation of results"),
        phrase("worst card to best card"),
    )
    return [first, *zip((value for value, _ in others), labels, strict=True)]


_AS_DICE = gettext_noop("results are exactly as with dice")
_MEANS = gettext_noop("results average exactly what the dice do")


def key_figures(audit: Audit) -> list[tuple[str, str]]:
    """Return (value, label) of exact results, largest tail error with its limit, mean |correlation|, percentiles."""
    worst = max(audit.cells, key=lambda c: c.tail_error, default=None)
    balance, language = audit.balance, audit.game.language
    tail = language.phrase("cards, the largest tail error (1 card is 1 in {size})", size=audit.spec.size)
    if worst is not None:
        tail += "; " + language.phrase("limit {limit}", limit=limit_text(worst, language))
    percentiles = f"{language.number(balance.lowest, 2)}–{language.number(balance.highest, 2)}"
    correlation = language.phrase("mean |correlation| of results in different columns")
    return [
        (f"{audit.exact_results}/{len(audit.results)}", language.phrase(_AS_DICE if audit.dice else _MEANS)),
        (language.number(audit.tail_error, 2), tail),
        (language.number(audit.independence.mean, 3), correlation),
        (percentiles, language.phrase("mean percentile of the worst and the best card")),
    ]


def _facts_in_columns(style: Stylesheet, facts: Sequence[tuple[str, str]], width: float) -> list[Strip]:
    """Return the facts in two columns; a value wider than a column gets its own line."""
    text = style.texts["small"]
    half = (width - _GUTTER) / 2
    accent, ink, step = style.color("accent"), style.color("ink"), text.size * text.leading
    strips: list[Strip] = []
    has_room = False  # whether the last strip has room for another pair
    for name, value in facts:
        long = style.fonts.width(value, text.face, text.size) > half - _LABEL
        pen = style.pen()
        pen.line(name, 0, step * 0.8, "semibold", text.size, accent)
        room = (width if long else half) - _LABEL
        lines = wrap([(value, text.face)], text.size, room, style.fonts, language=style.language)
        for i, line in enumerate(lines):
            pen.runs(line, _LABEL, step * (i + 0.8), text.size, ink)
        height = step * len(lines) + 0.6
        if has_room and not long:
            right = transform_items(pen.items, (1, 0, 0, 1, half + _GUTTER, 0))
            strips[-1] = Strip(max(strips[-1].height, height), [*strips[-1].items, *right])
        else:
            strips.append(Strip(height, pen.items))
        has_room = not (has_room or long)
    return strips
