"""A small deck and its faces, for exports."""

from press_drawings import card

from deckgen.deck.cards import Card, Deck
from deckgen.document.deck_text import DeckText
from deckgen.draw.drawing import Faces
from deckgen.export import export_files
from deckgen.files import write_files
from deckgen.game.model import PlayingCard

FACES = (
    PlayingCard("joker", None, "red joker"), PlayingCard("A", "clubs", "ace of clubs"), PlayingCard("10", "hearts", "10 of hearts"),
    PlayingCard("K", "spades", "king of spades"),
)  # fmt: skip


def small(count=4):
    """A deck of ``count`` cards, and the drawings of its faces, each another."""
    cards = tuple(Card(i, FACES[i % 4], {"value": i}) for i in range(count))
    deck = Deck("deckgen 0", "small", "main", "sha256:0", "1", 1, 1, "without-replacement", cards)
    return deck, Faces(tuple(card(i) for i in range(count)), card(99))


def export(faces, deck, target, out, options, *, stem="cards", url="", describe=DeckText):
    """Write what a target that is not a PDF takes, into a zip if ``out`` ends so, else a folder, and return the files."""
    lone = out.suffix.lower() == ".zip"
    return write_files(
        out, export_files(faces, deck, target, options, single_file=lone, stem=stem, url=url, describe=describe)
    )
