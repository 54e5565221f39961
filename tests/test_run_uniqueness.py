from game_files import GAME as SMALL, write

from deckgen.deck.deal.generator import generate
from deckgen.game import load
from deckgen.run.uniqueness import Uniqueness, digests, texts_of, told_apart


def test_what_makes_a_card_unique(tmp_path):
    grid = "columns: {X: d30}, rows: 1, tail_bar: 200"
    texts = (
        f"sections: {{a: {{kind: grid, title: A, {grid}}}, b: {{kind: rolls, title: B, rolls: {{c: d30}}}}}}"
    )
    coin = "sections: {c: {kind: distribution, title: C, outcomes: [{each: 1..20, cards: 1}]}}"
    number = "sections: {n: {kind: ordinal, title: N, source: impulse}}"
    cards = "cards: {numbered: 20}"
    decks = (
        f"decks: {{all: {{title: X, {cards}, sections: [a, b, c, n]}}, "
        f"some: {{title: X, {cards}, sections: [b, c, n]}}, none: {{title: X, {cards}, sections: [n]}}}}"
    )
    game = load(write(tmp_path / "game", SMALL, texts, decks, coin=coin, number=number))
    for name, compared in (("all", ["a", "b"]), ("some", ["b", "c"]), ("none", [])):
        deck = generate(game, game.deck(name), "1")
        shown, found = told_apart(deck.texts, game.deck(name)), digests(deck.texts, game.deck(name))
        assert digests(texts_of(deck.to_json()), game.deck(name)) == found
        same = [[card.sections[each] for each in compared] for card in deck.cards]
        assert len(shown) == (20 if compared else 0)
        assert len(found) == 8 * len(shown)
        for i, one in enumerate(shown):
            assert [one == other for other in shown] == [same[i] == other for other in same]
            own = found[8 * i : 8 * i + 8]
            assert [found[8 * j : 8 * j + 8] == own for j in range(20)] == [one == other for other in shown]


CARDS = {1: ["a", "b", "c"], 2: ["b", "x", "y"], 4: ["q", "a", "b"]}


def unique(digest_of):
    book = Uniqueness(4, 3)
    for number in (4, 1, 2):
        book.add(number, b"".join(digest_of(each).to_bytes(8, "little") for each in CARDS[number]))
    return set(book.equal(CARDS.__getitem__))


ALIKE = {((2, 0), (1, 1)), ((4, 1), (1, 0)), ((4, 2), (1, 1))}


def test_equal_cards_are_found_with_the_first_of_them():
    assert unique(lambda card: ord(card) << 50) == ALIKE


def test_cards_whose_digests_alone_are_equal_are_not():
    assert unique(lambda card: 7 if card in "axq" else 2**64 - 1) == ALIKE


def test_decks_on_which_nothing_is_dealt_are_never_alike():
    book = Uniqueness(2, 3)
    for number in (1, 2):
        book.add(number, b"")
    assert list(book.equal(CARDS.__getitem__)) == []
