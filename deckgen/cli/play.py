"""``play``: the deck in the browser."""

from deckgen.cli.command import command
from deckgen.cli.options import DECK_FILE, LANGUAGE, LAYOUT, TO_OUTPUT, DeckArgument
from deckgen.cli.output import Output


@command(
    "deckgen play deck.json -o play.html",
    "deckgen play deck.json --language de -o spielen.html",
    "deckgen play deck.json --layout magic-light",
    "deckgen play my-deck.json --game my-game -o play.html",
)
def play(
    layout: str | None = LAYOUT,
    language: str | None = LANGUAGE,
    deck: DeckArgument = DECK_FILE,
    out: Output = TO_OUTPUT,
) -> None:
    """Play a deck in the browser, before it is printed.

    One page with all cards, to open or to send: it needs no network and no other file. It shuffles by the game's rules, deals hands,
    and says what a card means for a roll, and how likely that was; also for cards of a poker deck that are typed in.
    """
    out.kind("html")
    from deckgen.run.documents import play_page

    dealt = deck.read(language)
    out.progress("drawing")
    chosen = dealt.layout(layout)
    faces = dealt.faces(chosen, references=False)
    out.put(play_page(dealt, chosen, faces), f"{dealt.stem}-play.html")
