"""What sections are read for."""

from deckgen.game.context import DeckContext
from deckgen.game.faces import Face
from deckgen.game.translation import Translation


def test_a_context_without_more_is_of_cards_in_their_own_words():
    context = DeckContext((Face("1", None, "one"), Face("2", None, "two")), {}, frozenset())
    assert context.size == 2
    assert context.words == Translation()
    assert context.draw == "without-replacement"
