"""A page that tells how to play without cards: every section with dice."""

from __future__ import annotations

from collections.abc import Iterator

from deckgen.document.dice_rules import advice
from deckgen.draw.flow import Columns, Flowable, Part, stack
from deckgen.draw.paragraph import paragraph
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.text import Run
from deckgen.game.model import DeckSpec, Game, GridSection, RollsSection

TITLE = "With dice instead of cards"
WORDS = (
    "The cards have the averages of dice, so both mix: one player may draw while another rolls. For everything a card"
    " says, this is what to roll; where no die has quite the cards’ shares, that is said."
)


def dice_parts(style: Stylesheet, game: Game, spec: DeckSpec, *, dense: bool = False) -> Iterator[Part]:
    """The page's title and, in two columns, every section; ``dense``: in small type."""
    yield paragraph(style, TITLE, "heading")
    yield paragraph(style, WORDS, "text")
    rolled = [s for s in spec.sections if isinstance(s, GridSection | RollsSection)]
    others = [s for s in spec.sections if not isinstance(s, GridSection | RollsSection)]
    failure = game.words.get("critical_failure", "CF")
    blocks: list[Flowable] = []
    for section in (*rolled, *others):
        said = advice(section, spec, failure)
        blocks.append(paragraph(style, section.title, "subheading"))
        own: list[Flowable] = []
        if section.help:
            own.append(paragraph(style, section.help, "small"))
        runs: list[Run] = [((said.dice if said.dice != "none" else "No dice") + ".", "bold")]
        runs += [(" " + sentence, "") for sentence in said.how]
        for index, (throw, meaning) in enumerate(said.results):
            runs += [("  ·  " if index else "  ", ""), (throw, "bold"), (" " + meaning, "")]
        own.append(paragraph(style, runs, "small" if dense else "text"))
        blocks.append(stack(*own))
    yield Columns(2, tuple(blocks), gutter=8.0)
