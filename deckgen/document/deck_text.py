"""A deck in words, for programs that search its cards or read them aloud."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from deckgen.deck.cards import Card, Deck
from deckgen.document.results import ResultField, group_by_section, is_constant, result_fields
from deckgen.game.model import DeckSpec, Game, GridSection, MarksSection
from deckgen.game.values import AGAIN
from deckgen.language import gettext_noop
from deckgen.records import record

NOTHING = "–"
"""Where a card shows nothing."""
SHUFFLES = {
    "jokers": gettext_noop("after a task in which a joker came up"),
    "every-draw": gettext_noop("after every task"),
    "never": gettext_noop("once the deck is used up"),
}
"""When a deck is shuffled, by ``reshuffle``."""


@record
class DeckText:
    """A deck in words: what each card shows, by its sections' titles; and about the deck, and its reference cards."""

    cards: Sequence[Mapping[str, str]] = ()
    deck: str = ""
    references_title: str = "Reference cards"
    references: str = ""


def deck_text(deck: Deck, game: Game, spec: DeckSpec) -> DeckText:
    """Return a deck in words, in the game's language."""
    fields = [field for field in result_fields(spec, game.words) if not is_constant(field.section)]
    phrase = game.language.phrase
    return DeckText(
        [dict(_section_texts(card, fields)) for card in deck.cards],
        phrase(
            "Seed {seed}, deck {number} of {of}; shuffled {when}",
            seed=deck.seed,
            number=deck.number,
            of=deck.of,
            when=phrase(SHUFFLES[spec.reshuffle]),
        ),
        phrase("Reference cards"),
        phrase("Rules for the players’ hands: do not shuffle them into the deck"),
    )


def _section_texts(card: Card, fields: Sequence[ResultField]) -> Iterator[tuple[str, str]]:
    """Yield (title, what the card shows) of each section; a plus is behind a number that draws on."""
    for members in group_by_section(fields):
        columns = [
            " ".join(filter(None, (title, ", ".join(filter(None, (_result_text(field, card) for field in group))))))
            for title, group in groupby(members, key=lambda field: field.column_title)
        ]
        yield members[0].section.title, "; ".join(columns) or NOTHING


def _result_text(field: ResultField, card: Card) -> str:
    """Return a result with its label, without one in a grid, whose rows are in order; "" if the card shows nothing."""
    result = field.read(card)
    label = "" if isinstance(field.section, GridSection | MarksSection) else field.label
    number = f"{result.text}+" if AGAIN in result.marks else result.text
    between = " → " if label[-1:].isdigit() else " "
    return f"{label}{between}{number}".strip() if number else ""
