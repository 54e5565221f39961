"""The certificate's guarantee in plain words."""

from __future__ import annotations

from collections.abc import Iterator

from deckgen.deck.audit.auditor import Audit
from deckgen.draw.flow import Part
from deckgen.draw.paragraph import paragraph
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.text import Run

_FREQUENCIES: list[Run] = [
    ("Frequencies.", "bold"),
    (
        (
            " What stands on a number of cards (critical failures, places, marks) does so on exactly its share where"
            " that is whole, and otherwise on the whole number below or above, again by systematic sampling."
        ),
        "",
    ),
]
_LONG_RUN: list[Run] = [
    ("Long run.", "bold"),
    (
        (
            " A shuffle that follows a joker makes jokers come up a little more often than other cards. The table’s"
            " long-run mean is the exact mean of a task over a whole evening of play with that rule."
        ),
        "",
    ),
]


def guarantee(style: Stylesheet, audit: Audit) -> Iterator[Part]:
    """What is exact, what is rounded and why, as far as this game has it."""
    cells = audit.cells
    rounded = [c for c in cells if not c.exactness.possible]
    yield paragraph(style, "What is guaranteed", "heading")
    if cells:
        yield paragraph(style, _exact_words(audit, len(cells) - len(rounded)))
    if rounded:
        yield paragraph(style, _rounded_words(audit, len(rounded)))
    if cells:
        yield paragraph(style, _shape_words(audit))
    if any(f.target.denominator != 1 for f in audit.frequencies):
        yield paragraph(style, _FREQUENCIES)
    if (
        cells
        and audit.spec.reshuffle == "jokers"
        and audit.spec.jokers()
        and audit.spec.draw != "with-replacement"
    ):
        yield paragraph(style, _LONG_RUN)


def _exact_words(audit: Audit, exact: int) -> list[Run]:
    count = len(audit.cells)
    which = f"All {count}" if exact == count else f"{exact} of the {count}"
    chain = (
        " A chain of open cards (“draw another and add”) is counted to its end, over every order of the deck."
        if any(c.open_cards for c in audit.cells)
        else ""
    )
    text = (
        f" {which} results on these cards average exactly what the dice average: in every deck, for every seed,"
        " equal as fractions and not just to so many decimals."
    )
    return [("Exact.", "bold"), (text + chain, "")]


def _rounded_words(audit: Audit, count: int) -> list[Run]:
    n = audit.spec.size
    bound = max(c.allowance * len(audit.decks) for c in audit.cells)
    text = (
        f" {'One result has an exact mean' if count == 1 else f'{count} results have exact means'} that {n} cards"
        " cannot form (the highest of several dice, as a rule); a table says for each what stands in the way."
        " There the sum of the cards is rounded to the whole number below or above. Which of the two, is"
        " decided by systematic sampling: started by the seed, it gives deck after deck of a set its share, so that"
        f" each deck is less than {float(bound):.5f} off, the decks of a set cancel each other’s remainder, and the"
        " average over all seeds is exactly the target."
    )
    return [("Rounded.", "bold"), (text, "")]


def _shape_words(audit: Audit) -> list[Run]:
    text = (
        " Equal means are not yet equal odds. So the chance to reach each total is compared with that of the"
        " dice, and the largest difference anywhere is printed, in cards. One card is 1 in"
        f" {audit.spec.size}; half a card is about the best that whole cards allow."
    )
    return [("Shape.", "bold"), (text, "")]
