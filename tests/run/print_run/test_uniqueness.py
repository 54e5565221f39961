import hashlib
import json

import pytest
from game_files import GAME as SMALL, write
from run_folders import GAME

from deckgen.deck.cards import canonical_json
from deckgen.deck.deal.generator import generate
from deckgen.errors import DeckError
from deckgen.game import read_game
from deckgen.run.print_run.uniqueness import Uniqueness, digests, identity_texts, read_texts


def test_what_makes_a_card_unique(tmp_path):
    grid = "columns: {X: d30}, rows: 1, tail_bar: 200"
    texts = f"sections: {{a: {{kind: grid, title: A, {grid}}}, b: {{kind: rolls, title: B, rolls: {{c: d30}}}}}}"
    coin = "sections: {c: {kind: distribution, title: C, outcomes: [{each: 1..20, cards: 1}]}}"
    number = "sections: {n: {kind: ordinal, title: N, source: impulse}}"
    cards = "cards: {numbered: 20}"
    decks = (
        f"decks: {{all: {{title: X, {cards}, sections: [a, b, c, n]}}, "
        f"some: {{title: X, {cards}, sections: [b, c, n]}}, none: {{title: X, {cards}, sections: [n]}}}}"
    )
    game = read_game(write(tmp_path / "game", SMALL, texts, decks, coin=coin, number=number))
    for name, compared in (("all", ["a", "b"]), ("some", ["b", "c"]), ("none", [])):
        deck = generate(game, game.deck(name), "1")
        shown, found = identity_texts(deck.texts, game.deck(name)), digests(deck.texts, game.deck(name))
        path = tmp_path / "deck.json"
        path.write_bytes(deck.to_json())
        assert digests(read_texts(path, game.deck(name)), game.deck(name)) == found
        same = [[card.sections[each] for each in compared] for card in deck.cards]
        assert len(shown) == (20 if compared else 0)
        assert len(found) == 8 * len(shown)
        for i, one in enumerate(shown):
            assert [one == other for other in shown] == [same[i] == other for other in same]
            own = found[8 * i : 8 * i + 8]
            assert [found[8 * j : 8 * j + 8] == own for j in range(20)] == [one == other for other in shown]


def changed(deck, change):
    del deck["id"]
    change(deck)
    return canonical_json({**deck, "id": "sha256:" + hashlib.sha256(canonical_json(deck)).hexdigest()})


def test_a_deck_of_something_else_is_told(tmp_path):
    spec = read_game(GAME).deck("action")
    dealt = generate(read_game(GAME), spec, "1").to_json()
    path = tmp_path / "deck.json"

    def fewer(deck):
        deck["size"] -= 1
        del deck["cards"][-1]

    for change in (fewer, lambda deck: deck["cards"][5]["sections"].popitem()):
        path.write_bytes(changed(json.loads(dealt), change))
        with pytest.raises(DeckError, match=r"deck.json: is not a deck of this run"):
            read_texts(path, spec)
    for content in (b"[" * 2000, b"{}", dealt[:-9]):
        path.write_bytes(content)
        with pytest.raises(DeckError, match=r"deck.json"):
            read_texts(path, spec)


CARDS = {1: ["a", "b", "c"], 2: ["b", "x", "y"], 4: ["q", "a", "b"]}


def unique(digest_of):
    book = Uniqueness(4, 3)
    for number in (4, 1, 2):
        book.add(number, b"".join(digest_of(each).to_bytes(8, "little") for each in CARDS[number]))
    return set(book.equal_cards(CARDS.__getitem__))


ALIKE = {((2, 0), (1, 1)), ((4, 1), (1, 0)), ((4, 2), (1, 1))}


def test_equal_cards_are_found_with_the_first_of_them():
    assert unique(lambda card: ord(card) << 50) == ALIKE


def test_cards_whose_digests_alone_are_equal_are_not():
    assert unique(lambda card: 7 if card in "axq" else 2**64 - 1) == ALIKE


def test_decks_on_which_nothing_is_dealt_are_never_alike():
    book = Uniqueness(2, 3)
    for number in (1, 2):
        book.add(number, b"")
    assert list(book.equal_cards(CARDS.__getitem__)) == []
