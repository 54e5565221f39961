"""The certificate of decks' odds as a document: what is promised, what was dealt, and how to check it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckgen import __version__
from deckgen.deck.audit.auditor import Audit
from deckgen.deck.cards import Deck
from deckgen.document import certificate_tables as tables
from deckgen.document.certificate_plots import balance_plot, correlation_plot, odds_parts
from deckgen.document.certificate_summary import summary
from deckgen.document.pages import Running, document
from deckgen.draw.drawing import Drawing
from deckgen.draw.flow import Flowable, Part, beside, paragraph, stack
from deckgen.draw.stylesheet import Stylesheet, load_stylesheet
from deckgen.draw.table import Entry, TableColumn, table
from deckgen.draw.text import known

_DRAWS = {"without-replacement": "without replacement", "with-replacement": "with replacement"}
_SHUFFLES = {
    "jokers": "after a task in which a joker came up",
    "every-draw": "after every task",
    "never": "once the deck is used up",
}


def certificate(audit: Audit, paper: str = "a4") -> tuple[Drawing, ...]:
    """The pages of the certificate of one deck, or of several decks audited together.

    Raises PressError for an unknown paper, LayoutError for titles that the face cannot show.
    """
    style = load_stylesheet(language=audit.game.language)
    first = audit.decks[0]
    name = f"{audit.game.title} · {audit.spec.title}"
    decks = short(first.id) if len(audit.decks) == 1 else f"{len(audit.decks)} decks, first {short(first.id)}"
    running = Running((name, "Certificate of odds"), (decks, f"deckgen {__version__}"))
    parts = [
        summary(style, audit, _facts(style, audit)),
        *guarantee(style, audit),
        *tables.decks(style, audit),
        *tables.glance(style, audit),
        *_check(style, audit),
        *tables.cells(style, audit),
        *tables.extremes(style, audit),
        *tables.pools(style, audit),
        *tables.long_fractions(style, audit),
        *odds_parts(style, audit),
        *tables.resolutions(style, audit),
        *_spread(style, audit),
        *tables.frequencies(style, audit),
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


def _said(style: Stylesheet, word: str, text: str) -> Flowable:
    return paragraph(style, [(word, "bold"), (" " + text, "")])


def guarantee(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """What is exact, what is rounded and why, as far as this game has it."""
    cells, spec, count = audit.cells, audit.spec, len(audit.cells)
    rounded = sum(not c.exactness.possible for c in cells)
    yield paragraph(style, "What is guaranteed", "heading")
    if cells:
        which = f"{count - rounded} of the {count}" if rounded else f"All {count}"
        text = (
            f"{which} results on these cards average exactly what the dice average: in every deck, for every seed,"
            " equal as fractions and not just to so many decimals."
        )
        if any(c.open_cards for c in cells):
            text += " A chain of open cards (“draw another and add”) is counted to its end, over every order of the deck."
        yield _said(style, "Exact.", text)
    if rounded:
        yield _said(style, "Rounded.", _rounded_words(audit, rounded))
    if cells:
        text = (
            "Equal means are not yet equal odds. So the chance to reach each total is compared with that of the"
            " dice, and the largest difference anywhere is printed, in cards. One card is 1 in"
            f" {spec.size}; half a card is about the best that whole cards allow."
        )
        yield _said(style, "Shape.", text)
    if any(f.target.denominator != 1 for f in audit.frequencies):
        yield _said(style, "Frequencies.", _FREQUENCIES)
    if cells and spec.reshuffle == "jokers" and spec.jokers() and spec.draw != "with-replacement":
        yield _said(style, "Long run.", _LONG_RUN)


_FREQUENCIES = (
    "What stands on a number of cards (critical failures, places, marks) does so on exactly its share where"
    " that is whole. Otherwise it does so on the whole number below or above: a systematic sample, started by the"
    " seed, decides which, so that the average over all seeds is exactly the share and a whole set is less than a"
    " card off. Jokers are cards like any other here."
)
_LONG_RUN = (
    "A shuffle that follows a joker makes jokers come up a little more often than other cards. The table’s"
    " long-run mean is the exact mean of a task over a whole evening of play with that rule, and so are the"
    " long-run cards of every frequency."
)


def _rounded_words(audit: Audit, count: int) -> str:
    bound = max(c.allowance * len(audit.decks) for c in audit.cells)
    return (
        f"{'One result has an exact mean' if count == 1 else f'{count} results have exact means'} that"
        f" {audit.spec.size} cards"
        " cannot form (the highest of several dice, as a rule); a table says for each what stands in the way."
        " There the sum of the cards is rounded to the whole number below or above. Which of the two, is"
        " decided by systematic sampling: started by the seed, it gives deck after deck of a set its share, so that"
        f" each deck is less than {float(bound):.5f} off, the decks of a set cancel each other’s remainder, and the"
        " average over all seeds is exactly the target."
    )


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
    options = f"--deck {audit.spec.name} --seed {quoted} --decks {deck.of}"
    commands = [
        ("verify DECK.json", "deals the deck anew from its seed and compares every card"),
        ("audit DECK.json", "works out every number of this certificate"),
        ("simulate DECK.json", "plays a million draws and compares them with the exact means"),
        (f"generate {audit.game.id} {options}", "deals it again"),
    ]
    what = TableColumn("What it does", "left", grows=True, wraps=True)
    rows = [(Entry(f"deckgen {command}", "strong"), result) for command, result in commands]
    yield table(style, [TableColumn("Command", "left", wraps=True), what], rows)


def _spread(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    i, b = audit.independence, audit.balance
    sides = []
    if i.pairs:
        words = (
            f"Results in different columns should not go together. Over {i.pairs} pairs of them the mean"
            f" |correlation| is {i.mean:.3f} (bar {i.mean_bar:.2f}), the largest {i.largest:.3f}"
            f" (bar {i.largest_bar:.2f}), between {' and '.join(i.largest_pair)}."
        )
        sides.append(stack(_said(style, "Independence.", words), correlation_plot(style, audit)))
    if b.percentiles:
        words = (
            "No card should be good or bad throughout. The mean percentile of a card over all its results is from"
            f" {b.lowest:.3f} to {b.highest:.3f} (bar 0.35 to 0.65)."
            f" {_lack(b.without_top, b.without_bottom)}"
        )
        sides.append(stack(_said(style, "Balance.", words), balance_plot(style, audit)))
    if sides:
        yield paragraph(style, "Independence and balance", "heading")
        yield beside(sides)


def _lack(top: Sequence[int], bottom: Sequence[int]) -> str:
    if not top and not bottom:
        return "Every card has a result in the top and one in the bottom quarter."
    return f"{len(top)} cards have no result in the top quarter, {len(bottom)} none in the bottom quarter."
