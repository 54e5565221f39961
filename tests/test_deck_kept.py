"""What is made once of a spec."""

from dataclasses import replace

from deck_games import SMALL, game

from deckgen.deck.kept import once_a_spec
from deckgen.game.model import DeckSpec


def test_the_same_is_made_once_for_each_of_the_last_few_specs():
    made: list[DeckSpec] = []
    once = once_a_spec(lambda spec: made.append(spec) or len(made))
    spec = game(SMALL).deck()
    others = [replace(spec) for _ in range(8)]
    assert [once(spec), once(spec), once(others[0]), once(spec)] == [1, 1, 2, 1]
    assert [once(each) for each in others] == [2, *range(3, 10)]
    assert once(spec) == 10, "eight others came after it"
