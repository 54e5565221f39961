"""``examples``: situations of the game, told with a deck's own cards."""

from pathlib import Path

from deckgen.cli.command import argument, command
from deckgen.cli.options import FILE, LANGUAGE, LAYOUT, PAPER, TO_NAMED_FILE, kind_of, kind_option
from deckgen.cli.output import Output

KINDS = ("pdf", "txt")


@command(
    "deckgen examples future-imperfect deck.json -o examples.pdf",
    "deckgen examples future-imperfect deck.json --language de --paper letter -o beispiele.pdf",
    "deckgen examples my-game deck.json --format txt -o -",
)
def examples(
    game: str = argument("game"),
    deck: Path = argument("deck", "DECK.json", FILE),
    kind: str | None = kind_option(*KINDS),
    layout: str | None = LAYOUT,
    language: str | None = LANGUAGE,
    paper: str = PAPER,
    out: Output = TO_NAMED_FILE,
) -> None:
    """Show examples of play with the cards of a deck.

    Situations that the game names are settled card by card: what is drawn, where it is read, with a picture of it,
    what it comes to and how likely that is. The same deck always gives the same cards.
    """
    from deckgen.run.decks import DealtDeck, read_set
    from deckgen.run.documents import examples as pages

    (found,), loaded = read_set([deck], game, language)
    dealt = DealtDeck(loaded, loaded.deck(found.deck), found)
    out.put(pages(dealt, layout, kind or kind_of(out.place, KINDS), paper))
