"""Cases whose cards show dice of several parts: replayed with a deck that has them."""

import pytest
from dice_plays import HEAD, MOVES, PROCEDURES, SECTIONS
from game_files import write

from deckgen.deck.replay import replay
from deckgen.errors import GameError
from deckgen.game import read_game
from deckgen.game.cases import read_cases

CARDS = "[{tests: {move: partial, move.total: 8}}, {tests: {aim: fumble}}, {tests: {dare: none, dare.match: true}, signs: {omen.moon: 1}}]"


def game(folder, case):
    text = f"cases:\n  it: {{source: p. 1, text: Somebody acts., play: act, {case}}}\n"
    return read_game(write(folder, HEAD, SECTIONS + MOVES, PROCEDURES, it=text))


def test_parts_of_dice_are_found_on_cards_and_are_facts(tmp_path):
    facts = "{move: partial, move.result: partial, move.total: 8, move.read: move, aim.result: failure, place: null, dared.match: true, star.moon: 1, verdict: bad}"
    (found,) = replay(game(tmp_path, f"cards: {CARDS}, facts: {facts}"))
    assert found.deck is not None
    assert found.differences == (("verdict", "mixed"),)
    assert [card.sections["tests"]["dare"].part("match") for card in found.cards][2]


@pytest.mark.parametrize(
    ("card", "path", "message"),
    [
        ("{tests: partial}", "tests", '"tests" has several results a card'),
        ("{tests: {mve: partial}}", "tests.mve", '"tests" has no place "mve"'),
        ("{tests: {move: parts}}", "tests.move", "\"tests\" is never 'parts'"),
        ("{tests: {dare.match: 1}}", "tests.dare.match", '"tests" is never 1'),
        ("{tests: {move.total: full}}", "tests.move.total", "\"tests\" is never 'full'"),
    ],
)
def test_what_dice_never_show_is_reported(tmp_path, card, path, message):
    with pytest.raises(GameError) as caught:
        read_cases(game(tmp_path, f"cards: [{card}], facts: {{move: full}}"))
    (only,) = caught.value.problems
    assert (only.path, only.message) == (f"cases.it.cards[0].{path}", message)
