import csv
import io

import pytest
from table_decks import GAMES, flat, shipped

from deckgen.document.poker_csv import HEAD, as_csv, plain


@pytest.mark.parametrize("name", GAMES)
def test_every_number_is_that_of_the_deck(name):
    deck, game, spec = shipped(name)
    content = as_csv(deck, game, spec)
    rows = list(csv.reader(io.StringIO(content.decode(), newline="")))
    assert tuple(rows[0]) == HEAD
    by_card = {}
    for card, *rest in rows[1:]:
        by_card.setdefault(card, []).append((*rest[:4], frozenset(rest[4].split())))
    assert len(by_card) == deck.size
    for card in deck.cards:
        wanted = [(s, c, r, plain(v), m) for s, c, r, v, m in flat(card, spec)]
        assert by_card[card.face.name] == wanted


def test_lines_end_as_the_standard_says_and_the_same_deck_gives_the_same_bytes():
    deck, game, spec = shipped("rough-magic")
    content = as_csv(deck, game, spec)
    assert content.count(b"\r\n") == content.count(b"\n")
    assert content == as_csv(deck, game, spec)


def test_nothing_true_and_false_are_told_apart():
    assert [plain(v) for v in (None, True, False, 0, 1, "a")] == ["", "true", "false", "0", "1", "a"]
