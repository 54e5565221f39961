"""An ordinary deck of cards that represents a game's deck, sorted as players hold their hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from deckgen.deck.cards import Card
from deckgen.game.model import PlayingCard
from deckgen.language import ENGLISH, Language, gettext_noop
from deckgen.records import record

SUITS = (gettext_noop("clubs"), gettext_noop("diamonds"), gettext_noop("hearts"), gettext_noop("spades"))
RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
JOKERS = (gettext_noop("red joker"), gettext_noop("black joker"))
"""An ordinary deck, by the default names of a game's cards."""

COURTS = {"A": gettext_noop("ace"), "J": gettext_noop("jack"), "Q": gettext_noop("queen"), "K": gettext_noop("king")}
"""Words for the ranks that are no numbers."""
_ORDINARY_CARDS = tuple((rank, suit) for rank in RANKS for suit in SUITS)
_PACK_SIZE = len(SUITS) * len(RANKS) + len(JOKERS)
_NUMBERED = 10  # plain numbers in a block
_MAX_NAMES = 6  # names that a message lists


@record
class PokerCard:
    """A card: ``name`` in full, ``short`` in its group (7), ``key`` for lookups (7h), ``number`` if a plain number."""

    card: Card
    name: str
    short: str
    key: str
    number: str = ""


@record
class PokerGroup:
    """Cards held together: of one ``suit`` ("" for none), jokers, ten numbers; ``pack``: index of one of two packs."""

    title: str
    suit: str
    rows: tuple[PokerCard, ...]
    jokers: bool = False
    pack: int = 0


@record
class PokerDeck:
    """All groups of cards, and a note on preparing the deck: "" if it is one ordinary deck."""

    blocks: tuple[PokerGroup, ...]
    note: str

    def rows(self) -> tuple[PokerCard, ...]:
        return tuple(row for block in self.blocks for row in block.rows)


def poker_deck(cards: Sequence[Card], faces: Sequence[PlayingCard], language: Language = ENGLISH) -> PokerDeck:
    """Return the ordinary cards that represent a deck; their names are in ``language``.

    ``faces``: rank, suit and printed name of each of ``cards``. Plain numbers are represented by one ordinary
    deck, or by two with different backs; more stay numbers.
    """
    named_cards = [replace(card, face=face) for card, face in zip(cards, faces, strict=True)]
    if all(face.suit is None and not face.is_joker for face in faces):
        return _numbered_deck(named_cards, language)
    blocks = []
    for suit in reversed(dict.fromkeys(face.suit for face in faces if face.suit)):
        suit_cards = [card for card in named_cards if card.face.suit == suit]
        rows = [PokerCard(c, c.face.printed_name, c.face.rank, _key(c.face.rank, suit)) for c in suit_cards]
        blocks.append(PokerGroup(_capitalize(language.phrase(suit)), suit, tuple(rows)))
    jokers = [card for card in named_cards if card.face.suit is None]
    if jokers:
        short = _shorten_names([card.face.printed_name for card in jokers])
        rows = [PokerCard(c, c.face.printed_name, s, c.face.name) for c, s in zip(jokers, short, strict=True)]
        blocks.append(PokerGroup(language.phrase("Jokers"), "", tuple(rows), jokers=True))
    return PokerDeck(tuple(blocks), _note(faces, language))


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]


def _shorten_names(names: Sequence[str]) -> Sequence[str]:
    """Return the names without their last word if all share it: red, black."""
    words = [name.split() for name in names]
    shared = len({w[-1] for w in words}) == 1 and all(len(w) > 1 for w in words)
    return [" ".join(w[:-1]) for w in words] if shared else names


def _key(rank: str, suit: str, pack: int = 0) -> str:
    return f"{rank}{suit[0]}".lower() + (str(pack + 1) if pack else "")


def _numbered_deck(cards: Sequence[Card], language: Language) -> PokerDeck:
    """Return ordinary cards for numbers, the n-th by rank, then suit, jokers last; too many stay numbers."""
    size = len(cards)
    if size > 2 * _PACK_SIZE:
        note = language.phrase(
            "Two poker decks have only {most} cards, and you need {size}. Use cards that are numbered from"
            " 1 to {size}.",
            size=size,
            most=2 * _PACK_SIZE,
        )
        rows = [PokerCard(c, c.face.printed_name, *[c.face.name] * 3) for c in cards]
        chunks = [rows[i : i + _NUMBERED] for i in range(0, size, _NUMBERED)]
        plain = [PokerGroup(f"{chunk[0].number}–{chunk[-1].number}", "", tuple(chunk)) for chunk in chunks]
        return PokerDeck(tuple(plain), note)
    if size <= _PACK_SIZE:
        return PokerDeck(tuple(_pack_groups(cards, 0, "{card}", language)), _numbers_note([cards], language))
    packs = cards[: -(-size // 2)], cards[-(-size // 2) :]
    blocks = chain.from_iterable(_pack_groups(packs[i], i, _BACKS[i], language) for i in (0, 1))
    return PokerDeck(tuple(blocks), _numbers_note(packs, language))


def _pack_groups(cards: Sequence[Card], pack: int, pattern: str, language: Language) -> Iterator[PokerGroup]:
    """Yield a pack's suits and jokers; ``pattern`` adds its back to names, ``pack`` is its index."""

    def of_back(card: str) -> str:
        return language.phrase(pattern, card=card)

    plain = len(SUITS) * len(RANKS)
    for suit_index, suit in reversed([*enumerate(SUITS)]):
        rows = []
        for rank, card in zip(RANKS, cards[suit_index : plain : len(SUITS)], strict=False):
            name = of_back(_name((rank, suit), language))
            rows.append(PokerCard(card, name, rank, _key(rank, suit, pack), card.face.name))
        if rows:
            yield PokerGroup(of_back(_capitalize(language.phrase(suit))), suit, tuple(rows), pack=pack)
    names, suffix = [*map(language.phrase, JOKERS)], f" {pack + 1}" if pack else ""
    jokers = [
        PokerCard(card, of_back(name), short, key + suffix, card.face.name)
        for card, name, short, key in zip(cards[plain:], names, _shorten_names(names), JOKERS, strict=False)
    ]
    if jokers:
        yield PokerGroup(of_back(language.phrase("Jokers")), "", tuple(jokers), jokers=True, pack=pack)


_BACKS = (gettext_noop("{card}, first back"), gettext_noop("{card}, second back"))


def _numbers_note(packs: Sequence[Sequence[Card]], language: Language) -> str:
    """Return how many numbers there are, which each of two packs represents, and which cards to leave out."""
    size = sum(map(len, packs))
    sentences = [language.phrase("This deck has {size} numbered cards.", size=size)]
    if len(packs) == 1:
        return " ".join(filter(None, (*sentences, leave_out_note(size, language))))
    sentences.append(
        language.phrase(
            "Shuffle two poker decks with different backs together: the first stands for 1 to {half}, the"
            " second for {next} to {size}.",
            half=len(packs[0]),
            next=len(packs[0]) + 1,
            size=size,
        )
    )
    sentences += [
        leave_out_note(len(pack), language, template) for pack, template in zip(packs, _LEAVE_OUT_OF, strict=True)
    ]
    return " ".join(filter(None, sentences))


_LEAVE_OUT = gettext_noop("Leave out {cards}.")
_LEAVE_OUT_OF = (
    gettext_noop("Leave out {cards} of the first deck."),
    gettext_noop("Leave out {cards} of the second deck."),
)


def leave_out_note(size: int, language: Language = ENGLISH, phrase: str = _LEAVE_OUT) -> str:
    """Return ``phrase`` with the cards to leave out of an ordinary deck to keep the first ``size``; "" for none."""
    ordinary_cards: list[_Ordinary] = [*_ORDINARY_CARDS, *JOKERS]
    return _leave_out_text(ordinary_cards[size:], language, phrase)


def _leave_out_text(cards: Sequence[_Ordinary], language: Language, phrase: str = _LEAVE_OUT) -> str:
    """Return ``phrase`` with the cards to leave out, whole ranks and the jokers named together; "" without cards."""
    if not cards:
        return ""
    remaining = list(cards)
    names: list[str] = []
    groups: list[tuple[str, tuple[_Ordinary, ...]]] = [(language.phrase("the jokers"), JOKERS)]
    groups += [
        (language.phrase("every {rank}", rank=_rank_word(rank, language)), tuple((rank, suit) for suit in SUITS))
        for rank in RANKS
    ]
    for word, group in groups:
        if all(card in remaining for card in group):
            names.append(word)
            remaining = [card for card in remaining if card not in group]
    names += [_name(card, language) for card in remaining]
    return language.phrase(phrase, cards=", ".join(names))


_Ordinary = str | tuple[str, str]
"""A card of an ordinary deck: a joker's name, or a rank and a suit."""


def _name(card: _Ordinary, language: Language) -> str:
    if isinstance(card, str):
        return language.phrase(card)
    rank, suit = card
    return language.phrase("{rank} of {suit}", rank=_rank_word(rank, language), suit=language.phrase(suit))


def _rank_word(rank: str, language: Language) -> str:
    return language.phrase(COURTS[rank]) if rank in COURTS else rank


def _note(faces: Sequence[PlayingCard], language: Language) -> str:
    """Return which cards to leave out of an ordinary deck, or which or how many jokers it lacks; "" for neither."""
    unknown = [f for f in faces if not f.is_joker and (f.suit not in SUITS or f.rank not in RANKS)]
    jokers = sum(face.is_joker for face in faces)
    if unknown:
        examples = ", ".join(face.printed_name for face in unknown[:_MAX_NAMES]) + (
            ", …" if len(unknown) > _MAX_NAMES else ""
        )
        return language.phrase(
            "A poker deck lacks {missing} of these {cards} cards ({some}). Use a deck that has them, or"
            " write their names on spare cards.",
            missing=len(unknown),
            cards=len(faces),
            some=examples,
        )
    if jokers > len(JOKERS):
        return language.phrase(
            "These cards need {jokers} jokers; a poker deck has {there}. Take the others from a second deck.",
            jokers=jokers,
            there=len(JOKERS),
        )
    present = {(face.rank, face.suit) for face in faces}
    missing: list[_Ordinary] = [card for card in _ORDINARY_CARDS if card not in present]
    return _leave_out_text([*missing, *JOKERS[jokers:]], language)


SIGNS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}

_RANK_WORDS = {
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
    cards: Sequence[Card], faces: Sequence[PlayingCard], language: Language = ENGLISH
) -> tuple[tuple[str, ...], ...]:
    """Return for each card its names in ``lookup.js``: ``#27`` by impulse, printed on ``faces``, of its poker card."""
    rows_by_impulse = {
        row.card.impulse: (row, block) for block in poker_deck(cards, faces, language).blocks for row in block.rows
    }
    return tuple(
        _lookup_names(card, face, *rows_by_impulse[card.impulse], language)
        for card, face in zip(cards, faces, strict=True)
    )


def _lookup_names(
    card: Card, face: PlayingCard, row: PokerCard, block: PokerGroup, language: Language
) -> tuple[str, ...]:
    """Return a card's names for lookups, in lower case: impulse, key, printed names, short forms."""
    names = [f"#{card.impulse}", row.key, row.name, face.printed_name, face.name]
    if block.suit:
        names += _suit_card_names(row.short, block.suit, str(block.pack + 1) if block.pack else "", language)
    return tuple(dict.fromkeys(" ".join(name.lower().split()) for name in names))


def _suit_card_names(rank: str, suit: str, pack: str, language: Language) -> Iterator[str]:
    """Yield names in ``language`` and English: with sign, by first letters, in full; ``pack``: a number or ""."""
    if suit in SIGNS:
        yield f"{rank}{SIGNS[suit]}{pack}"
    for spoken_language in (language, ENGLISH):
        spoken, word = spoken_language.phrase(_RANK_WORDS.get(rank, rank)), spoken_language.phrase(suit)
        first = rank if rank.isdigit() else spoken[:1]
        yield f"{first}{word[:1]}{pack}"
        yield f"{rank}{word[:1]}{pack}"
        yield spoken_language.phrase("{rank} of {suit}", rank=f"{pack} {spoken}", suit=word)
