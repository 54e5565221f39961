"""``examples``: situations of the game, told with a deck's own cards."""

from pathlib import Path

from deckgen.cli.command import command
from deckgen.cli.options import DECK, GAME, LANGUAGE, LAYOUT, PAPER, TO_NAMED, kind_option
from deckgen.cli.output import Output

KINDS = ("pdf", "txt")


@command(
    "deckgen examples future-imperfect deck.json -o examples.pdf",
    "deckgen examples future-imperfect deck.json --language de --paper letter -o beispiele.pdf",
    "deckgen examples my-game deck.json --format txt -o -",
)
def examples(
    game: str = GAME,
    deck: Path = DECK,
    kind: str | None = kind_option(*KINDS),
    layout: str | None = LAYOUT,
    language: str | None = LANGUAGE,
    paper: str = PAPER,
    out: Output = TO_NAMED,
) -> None:
    """Show examples of play with the cards of a deck.

    Situations that the game names are settled card by card: what is drawn, where it is read, with a picture of it,
    what it comes to and how likely that is. The same deck always gives the same cards.
    """
    kind = out.kind(*KINDS, asked=kind)
    from deckgen.run.decks import DealtDeck, read_set
    from deckgen.run.documents import examples as pages

    (found,), loaded = read_set([deck], game, language)
    dealt = DealtDeck(loaded, loaded.deck(found.deck), found)
    name = f"{dealt.stem}-examples-{paper}.pdf" if kind == "pdf" else f"{dealt.stem}-examples.txt"
    out.put(pages(dealt, layout, kind, paper), name)
