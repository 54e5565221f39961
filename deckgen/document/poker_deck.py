"""Which cards of an ordinary deck carry a deck, in the order in which hands hold them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from deckgen.deck.cards import Card
from deckgen.game.model import Face

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
JOKERS = ("red joker", "black joker")
"""An ordinary deck, as the default names of a game's cards call it."""

_PACK = len(SUITS) * len(RANKS) + len(JOKERS)
_NUMBERED = 10  # plain numbers in a block
_FEW = 6  # names that a message lists


@dataclass(frozen=True)
class PokerCard:
    """One card: ``name`` in full, ``short`` within its block (``7``), ``number`` if it is a plain number.

    ``key`` finds it: ``7h``, ``black joker``, ``31``.
    """

    card: Card
    name: str
    short: str
    key: str
    number: str = ""


@dataclass(frozen=True)
class PokerGroup:
    """Cards that hands hold together: those of one suit, jokers, or ten numbers.

    ``pack`` counts packs with different backs from 0. ``suit`` is as in deck.json, "" if they have none.
    """

    title: str
    suit: str
    rows: tuple[PokerCard, ...]
    jokers: bool = False
    pack: int = 0


@dataclass(frozen=True)
class PokerDeck:
    """All blocks, and what a player must know about the cards: "" for one whole ordinary deck."""

    blocks: tuple[PokerGroup, ...]
    note: str

    def rows(self) -> tuple[PokerCard, ...]:
        """All cards in order."""
        return tuple(row for block in self.blocks for row in block.rows)


def poker_deck(cards: Sequence[Card], faces: Sequence[Face]) -> PokerDeck:
    """The ordinary cards that carry a deck.

    ``faces`` are the game's, with their printed names, in the order of ``cards``. Cards with ranks and suits stand for
    themselves. Plain numbers are carried by one ordinary deck, or by two with different backs; more
    are left as numbers.
    """
    named = [replace(card, face=face) for card, face in zip(cards, faces, strict=True)]
    if all(face.suit is None and not face.joker for face in faces):
        return _numbers(named)
    blocks = []
    for suit in reversed(dict.fromkeys(face.suit for face in faces if face.suit)):
        own = [card for card in named if card.face.suit == suit]
        rows = [PokerCard(c, c.face.word, c.face.rank, _key(c.face.rank, suit)) for c in own]
        blocks.append(PokerGroup(suit.capitalize(), suit, tuple(rows)))
    rest = [card for card in named if card.face.suit is None]
    if rest:
        short = _short([card.face.word for card in rest])
        rows = [PokerCard(c, c.face.word, s, c.face.name) for c, s in zip(rest, short, strict=True)]
        blocks.append(PokerGroup("Jokers", "", tuple(rows), jokers=True))
    return PokerDeck(tuple(blocks), _note(faces))


def _short(names: Sequence[str]) -> Sequence[str]:
    """Names without the last word that they share: red, black."""
    words = [name.split() for name in names]
    shared = len({w[-1] for w in words}) == 1 and all(len(w) > 1 for w in words)
    return [" ".join(w[:-1]) for w in words] if shared else names


def _key(rank: str, suit: str, pack: int = 0) -> str:
    return f"{rank}{suit[0]}".lower() + (str(pack + 1) if pack else "")


def _numbers(cards: Sequence[Card]) -> PokerDeck:
    """Number n is the n-th card of an ordinary deck in the order of rank and suit, its jokers last."""
    size = len(cards)
    if size > 2 * _PACK:
        note = f"{size} cards are more than two poker decks hold ({2 * _PACK}); take cards that are numbered from 1 to {size}."
        rows = [PokerCard(c, c.face.word, *[c.face.name] * 3) for c in cards]
        chunks = [rows[i : i + _NUMBERED] for i in range(0, size, _NUMBERED)]
        plain = [PokerGroup(f"{chunk[0].number}–{chunk[-1].number}", "", tuple(chunk)) for chunk in chunks]
        return PokerDeck(tuple(plain), note)
    packs = [cards] if size <= _PACK else [cards[: -(-size // 2)], cards[-(-size // 2) :]]
    blocks = [
        block
        for pack, part in enumerate(packs)
        for block in _pack(part, pack, f", {_BACKS[pack]} back" if len(packs) > 1 else "")
    ]
    return PokerDeck(tuple(blocks), _numbers_note(packs))


def _pack(cards: Sequence[Card], pack: int, back: str) -> Iterator[PokerGroup]:
    whole = len(SUITS) * len(RANKS)
    for place, suit in reversed([*enumerate(SUITS)]):
        own = zip(RANKS, cards[place : whole : len(SUITS)], strict=False)
        rows = [
            PokerCard(card, _PLAIN[rank, suit] + back, rank, _key(rank, suit, pack), card.face.name)
            for rank, card in own
        ]
        if rows:
            yield PokerGroup(suit.capitalize() + back, suit, tuple(rows), pack=pack)
    jokers = [
        PokerCard(card, name + back, name.split()[0], name + (f" {pack + 1}" if pack else ""), card.face.name)
        for card, name in zip(cards[whole:], JOKERS, strict=False)
    ]
    if jokers:
        yield PokerGroup("Jokers" + back, "", tuple(jokers), jokers=True, pack=pack)


_BACKS = ("first", "second")


def _numbers_note(packs: Sequence[Sequence[Card]]) -> str:
    out = [left_out(len(part)) for part in packs]
    if len(packs) == 1:
        return f"This deck has {len(packs[0])} numbered cards. {out[0]}".strip()
    size = sum(map(len, packs))
    split = f"the first carries 1 to {len(packs[0])}, the second {len(packs[0]) + 1} to {size}"
    words = f"This deck has {size} numbered cards. Shuffle two poker decks with different backs together: {split}."
    for which, text in zip(_BACKS, out, strict=True):
        words += f" Of the {which} deck: {text[0].lower()}{text[1:]}" if text else ""
    return words


def left_out(size: int) -> str:
    """What to take out of an ordinary deck so that the first ``size`` of its cards stay."""
    return _take_out([*_PLAIN.values(), *JOKERS][size:])


def _take_out(names: Sequence[str]) -> str:
    """``names`` of ordinary cards in words: whole ranks and the jokers by one word each."""
    if not names:
        return ""
    rest = list(names)
    said: list[str] = []
    groups: list[tuple[str, tuple[str, ...]]] = [("the jokers", JOKERS)]
    groups += [(f"every {_spoken(rank)}", tuple(_PLAIN[rank, suit] for suit in SUITS)) for rank in RANKS]
    for word, group in groups:
        if all(name in rest for name in group):
            said.append(word)
            rest = [name for name in rest if name not in group]
    return "Leave out " + ", ".join(said + rest) + "."


def _spoken(rank: str) -> str:
    return {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}.get(rank, rank)


_PLAIN = {(rank, suit): f"{_spoken(rank)} of {suit}" for rank in RANKS for suit in SUITS}


def _note(faces: Sequence[Face]) -> str:
    """What to leave out of an ordinary deck, or what it lacks."""
    strange = [f for f in faces if not f.joker and (f.suit not in SUITS or f.rank not in RANKS)]
    jokers = sum(face.joker for face in faces)
    if strange:
        some = ", ".join(face.word for face in strange[:_FEW]) + (", …" if len(strange) > _FEW else "")
        return (
            f"A poker deck lacks {len(strange)} of these {len(faces)} cards ({some}); "
            "take a deck that has them, or write their names on spare cards."
        )
    if jokers > len(JOKERS):
        return f"These cards need {jokers} jokers; a poker deck has {len(JOKERS)}. Take the others from a second deck."
    there = {(face.rank, face.suit) for face in faces}
    out = [name for place, name in _PLAIN.items() if place not in there]
    out += JOKERS[jokers:]
    return _take_out(out)
