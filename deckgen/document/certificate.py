"""The certificate of decks' odds as a document: what is promised, what was dealt, and how to check it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckgen import __version__
from deckgen.deck.audit.auditor import Audit
from deckgen.deck.cards import Deck
from deckgen.document import certificate_tables as tables
from deckgen.document.certificate_guarantee import guarantee
from deckgen.document.certificate_plots import balance_plot, correlation_plot, odds_parts
from deckgen.document.certificate_summary import summary
from deckgen.document.pages import Running, document
from deckgen.draw.drawing import Drawing
from deckgen.draw.flow import Part, beside, stack
from deckgen.draw.paragraph import paragraph
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
    style = load_stylesheet()
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
        *tables.pools(style, audit),
        *tables.long_fractions(style, audit),
        *odds_parts(style, audit),
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
