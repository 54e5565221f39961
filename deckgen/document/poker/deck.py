"""Which cards of an ordinary deck carry a deck, in the order in which hands hold them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from deckgen.deck.cards import Card
from deckgen.game.model import Face
from deckgen.language import ENGLISH, Language, gettext_noop
from deckgen.records import record

SUITS = (gettext_noop("clubs"), gettext_noop("diamonds"), gettext_noop("hearts"), gettext_noop("spades"))
RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
JOKERS = (gettext_noop("red joker"), gettext_noop("black joker"))
"""An ordinary deck, as the default names of a game's cards call it."""

COURTS = {
    "A": gettext_noop("ace"),
    "J": gettext_noop("jack"),
    "Q": gettext_noop("queen"),
    "K": gettext_noop("king"),
}
"""How ranks that are no numbers are spoken."""
_PLACES = tuple((rank, suit) for rank in RANKS for suit in SUITS)
_PACK = len(SUITS) * len(RANKS) + len(JOKERS)
_NUMBERED = 10  # plain numbers in a block
_FEW = 6  # names that a message lists


@record
class PokerCard:
    """One card: ``name`` in full, ``short`` within its block (``7``), ``number`` if it is a plain number.

    ``key`` finds it: ``7h``, ``black joker``, ``31``.
    """

    card: Card
    name: str
    short: str
    key: str
    number: str = ""


@record
class PokerGroup:
    """Cards that hands hold together: those of one suit, jokers, or ten numbers.

    ``pack`` counts packs with different backs from 0. ``suit`` is as in deck.json, "" if they have none.
    """

    title: str
    suit: str
    rows: tuple[PokerCard, ...]
    jokers: bool = False
    pack: int = 0


@record
class PokerDeck:
    """All blocks, and what a player must know about the cards: "" for one whole ordinary deck."""

    blocks: tuple[PokerGroup, ...]
    note: str

    def rows(self) -> tuple[PokerCard, ...]:
        return tuple(row for block in self.blocks for row in block.rows)


def poker_deck(cards: Sequence[Card], faces: Sequence[Face], language: Language = ENGLISH) -> PokerDeck:
    """The ordinary cards that carry a deck.

    ``faces`` are the game's, with their printed names, in the order of ``cards``. Cards with ranks and suits stand for
    themselves. Plain numbers are carried by one ordinary deck, or by two with different backs; more
    are left as numbers. ``language`` is that of the names of ordinary cards.
    """
    named = [replace(card, face=face) for card, face in zip(cards, faces, strict=True)]
    if all(face.suit is None and not face.joker for face in faces):
        return _numbers(named, language)
    blocks = []
    for suit in reversed(dict.fromkeys(face.suit for face in faces if face.suit)):
        own = [card for card in named if card.face.suit == suit]
        rows = [PokerCard(c, c.face.word, c.face.rank, _key(c.face.rank, suit)) for c in own]
        blocks.append(PokerGroup(_upper(language.phrase(suit)), suit, tuple(rows)))
    rest = [card for card in named if card.face.suit is None]
    if rest:
        short = _short([card.face.word for card in rest])
        rows = [PokerCard(c, c.face.word, s, c.face.name) for c, s in zip(rest, short, strict=True)]
        blocks.append(PokerGroup(language.phrase("Jokers"), "", tuple(rows), jokers=True))
    return PokerDeck(tuple(blocks), _note(faces, language))


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _short(names: Sequence[str]) -> Sequence[str]:
    """Names without the last word that they share: red, black."""
    words = [name.split() for name in names]
    shared = len({w[-1] for w in words}) == 1 and all(len(w) > 1 for w in words)
    return [" ".join(w[:-1]) for w in words] if shared else names


def _key(rank: str, suit: str, pack: int = 0) -> str:
    return f"{rank}{suit[0]}".lower() + (str(pack + 1) if pack else "")


def _numbers(cards: Sequence[Card], language: Language) -> PokerDeck:
    """Number n is the n-th card of an ordinary deck in the order of rank and suit, its jokers last."""
    size = len(cards)
    if size > 2 * _PACK:
        note = language.phrase(
            "{size} cards are more than two poker decks hold ({most}); take cards that are numbered from 1 to {size}.",
            size=size,
            most=2 * _PACK,
        )
        rows = [PokerCard(c, c.face.word, *[c.face.name] * 3) for c in cards]
        chunks = [rows[i : i + _NUMBERED] for i in range(0, size, _NUMBERED)]
        plain = [PokerGroup(f"{chunk[0].number}–{chunk[-1].number}", "", tuple(chunk)) for chunk in chunks]
        return PokerDeck(tuple(plain), note)
    if size <= _PACK:
        return PokerDeck(tuple(_pack(cards, 0, "{card}", language)), _numbers_note([cards], language))
    packs = cards[: -(-size // 2)], cards[-(-size // 2) :]
    blocks = chain.from_iterable(_pack(packs[i], i, _BACKS[i], language) for i in (0, 1))
    return PokerDeck(tuple(blocks), _numbers_note(packs, language))


def _pack(cards: Sequence[Card], pack: int, pattern: str, language: Language) -> Iterator[PokerGroup]:
    def of_back(card: str) -> str:
        return language.phrase(pattern, card=card)

    whole = len(SUITS) * len(RANKS)
    for place, suit in reversed([*enumerate(SUITS)]):
        rows = []
        for rank, card in zip(RANKS, cards[place : whole : len(SUITS)], strict=False):
            name = of_back(_name((rank, suit), language))
            rows.append(PokerCard(card, name, rank, _key(rank, suit, pack), card.face.name))
        if rows:
            yield PokerGroup(of_back(_upper(language.phrase(suit))), suit, tuple(rows), pack=pack)
    names, which = [*map(language.phrase, JOKERS)], f" {pack + 1}" if pack else ""
    jokers = [
        PokerCard(card, of_back(name), short, key + which, card.face.name)
        for card, name, short, key in zip(cards[whole:], names, _short(names), JOKERS, strict=False)
    ]
    if jokers:
        yield PokerGroup(of_back(language.phrase("Jokers")), "", tuple(jokers), jokers=True, pack=pack)


_BACKS = (gettext_noop("{card}, first back"), gettext_noop("{card}, second back"))


def _numbers_note(packs: Sequence[Sequence[Card]], language: Language) -> str:
    size = sum(map(len, packs))
    words = [language.phrase("This deck has {size} numbered cards.", size=size)]
    if len(packs) == 1:
        return " ".join(filter(None, (*words, left_out(size, language))))
    words.append(
        language.phrase(
            "Shuffle two poker decks with different backs together: the first carries 1 to {half}, the second {next} to"
            " {size}.",
            half=len(packs[0]),
            next=len(packs[0]) + 1,
            size=size,
        )
    )
    words += [left_out(len(part), language, which) for part, which in zip(packs, _OF_DECKS, strict=True)]
    return " ".join(filter(None, words))


_LEAVE_OUT = gettext_noop("Leave out {cards}.")
_OF_DECKS = (
    gettext_noop("Leave out {cards} of the first deck."),
    gettext_noop("Leave out {cards} of the second deck."),
)


def left_out(size: int, language: Language = ENGLISH, phrase: str = _LEAVE_OUT) -> str:
    """What to take out of an ordinary deck so that the first ``size`` of its cards stay."""
    whole: list[_Ordinary] = [*_PLACES, *JOKERS]
    return _take_out(whole[size:], language, phrase)


def _take_out(cards: Sequence[_Ordinary], language: Language, phrase: str = _LEAVE_OUT) -> str:
    """Ordinary cards to be left out, in words: whole ranks and the jokers by one word each."""
    if not cards:
        return ""
    rest = list(cards)
    said: list[str] = []
    groups: list[tuple[str, tuple[_Ordinary, ...]]] = [(language.phrase("the jokers"), JOKERS)]
    groups += [
        (language.phrase("every {rank}", rank=_spoken(rank, language)), tuple((rank, suit) for suit in SUITS))
        for rank in RANKS
    ]
    for word, group in groups:
        if all(card in rest for card in group):
            said.append(word)
            rest = [card for card in rest if card not in group]
    said += [_name(card, language) for card in rest]
    return language.phrase(phrase, cards=", ".join(said))


_Ordinary = str | tuple[str, str]
"""A card of an ordinary deck: a joker's name, or a rank and a suit."""


def _name(card: _Ordinary, language: Language) -> str:
    if isinstance(card, str):
        return language.phrase(card)
    rank, suit = card
    return language.phrase("{rank} of {suit}", rank=_spoken(rank, language), suit=language.phrase(suit))


def _spoken(rank: str, language: Language) -> str:
    return language.phrase(COURTS[rank]) if rank in COURTS else rank


def _note(faces: Sequence[Face], language: Language) -> str:
    """What to leave out of an ordinary deck, or what it lacks."""
    strange = [f for f in faces if not f.joker and (f.suit not in SUITS or f.rank not in RANKS)]
    jokers = sum(face.joker for face in faces)
    if strange:
        some = ", ".join(face.word for face in strange[:_FEW]) + (", …" if len(strange) > _FEW else "")
        return language.phrase(
            "A poker deck lacks {missing} of these {cards} cards ({some}); take a deck that has them, or write their"
            " names on spare cards.",
            missing=len(strange),
            cards=len(faces),
            some=some,
        )
    if jokers > len(JOKERS):
        return language.phrase(
            "These cards need {jokers} jokers; a poker deck has {there}. Take the others from a second deck.",
            jokers=jokers,
            there=len(JOKERS),
        )
    there = {(face.rank, face.suit) for face in faces}
    out: list[_Ordinary] = [place for place in _PLACES if place not in there]
    return _take_out([*out, *JOKERS[jokers:]], language)


SIGNS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}

_SPOKEN = {
    "2": gettext_noop("two"),
    "3": gettext_noop("three"),
    "4": gettext_noop("four"),
    "5": gettext_noop("five"),
    "6": gettext_noop("six"),
    "7": gettext_noop("seven"),
    "8": gettext_noop("eight"),
    "9": gettext_noop("nine"),
    "10": gettext_noop("ten"),
    **COURTS,
}


def card_names(
    cards: Sequence[Card], faces: Sequence[Face], language: Language = ENGLISH
) -> tuple[tuple[str, ...], ...]:
    """For each card, in their order, what ``findCards`` of ``lookup.js`` finds it by; ``#27`` is an impulse.

    ``faces`` are the game's, with their printed names. Plain numbers are found by the ordinary cards that carry them too.
    """
    carried = {
        row.card.impulse: (row, block)
        for block in poker_deck(cards, faces, language).blocks
        for row in block.rows
    }
    return tuple(
        _names(card, face, *carried[card.impulse], language) for card, face in zip(cards, faces, strict=True)
    )


def _names(card: Card, face: Face, row: PokerCard, block: PokerGroup, language: Language) -> tuple[str, ...]:
    names = [f"#{card.impulse}", row.key, row.name, face.word, face.name]
    if block.suit:
        names += _ordinary(row.short, block.suit, str(block.pack + 1) if block.pack else "", language)
    return tuple(dict.fromkeys(" ".join(name.lower().split()) for name in names))


def _ordinary(rank: str, suit: str, pack: str, language: Language) -> Iterator[str]:
    """Names of a card of a suit: by the sign, by first letters, in full."""
    if suit in SIGNS:
        yield f"{rank}{SIGNS[suit]}{pack}"
    for each in (language, ENGLISH):
        spoken, word = each.phrase(_SPOKEN.get(rank, rank)), each.phrase(suit)
        first = rank if rank.isdigit() else spoken[:1]
        yield f"{first}{word[:1]}{pack}"
        yield f"{rank}{word[:1]}{pack}"
        yield each.phrase("{rank} of {suit}", rank=f"{pack} {spoken}", suit=word)
