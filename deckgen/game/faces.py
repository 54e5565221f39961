"""The cards of a deck in the order of impulse: jokers, suits and ranks, or plain numbers."""

from __future__ import annotations

import re
from dataclasses import field, replace

from deckgen.errors import Problems
from deckgen.game.translation import Translation
from deckgen.records import record
from deckgen.sources import YamlValue

SMALLEST, LARGEST = 20, 200
"""Deck sizes, in cards: fewer cannot carry the odds of dice, more cannot be shuffled."""

_NAMES = "{rank} of {suit}"
_RANGE = re.compile(r"(\d{1,3})\.\.(\d{1,3})\Z")


@record
class PlayingCard:
    """The card of an ordinary deck that a card is. ``suit`` is None for jokers and plain numbers.

    ``printed`` is its name in the game's language where that is not the one of deck.json.
    """

    rank: str
    suit: str | None
    name: str
    printed: str | None = field(default=None, compare=False)
    help: str = field(default="", compare=False)
    """What the card does in this game beside what stands on it, as it is printed."""

    @property
    def is_joker(self) -> bool:
        return self.rank == "joker"

    @property
    def printed_name(self) -> str:
        """What is printed for the card's name."""
        return self.name if self.printed is None else self.printed


def read_playing_cards(
    spot: YamlValue, problems: Problems, words: Translation | None = None
) -> tuple[PlayingCard, ...] | None:
    """The faces that a deck's ``cards`` describe; None with problems added if they make no deck.

    Impulse order: low jokers, then (rank − 1) · suits + suit, then high jokers.
    """
    words = words or Translation()
    low, high = (
        [PlayingCard("joker", None, joker.value, words.translation_of(joker)) for joker in spot.items(key)]
        for key in ("low_jokers", "high_jokers")
    )
    plain = _read_plain_cards(spot, problems, words)
    if plain is None:
        return None
    playing_cards = (*low, *plain, *high)
    if not SMALLEST <= len(playing_cards) <= LARGEST:
        spot.report(
            problems,
            f"the deck has {len(playing_cards)} cards",
            f"a deck has {SMALLEST} to {LARGEST} cards",
        )
        return None
    names = [face.name for face in playing_cards]
    if twice := next((name for name in names if names.count(name) > 1), None):
        spot.report(problems, f'two cards are called "{twice}"', "give every card a name of its own")
        return None
    texts = {each.name: each for each in spot.items("help")}
    for name, text in texts.items():
        text.check_name(names, problems, "no card is called", name)
    helps = {name: words.text(texts[name]) for name in names if name in texts}
    return tuple(replace(face, help=helps.get(face.name, "")) for face in playing_cards)


def _read_plain_cards(spot: YamlValue, problems: Problems, words: Translation) -> list[PlayingCard] | None:
    """All cards that are no jokers."""
    given = spot.value
    if "numbered" in given and not {"suits", "ranks"} & given.keys():
        return [PlayingCard(str(n), None, str(n)) for n in range(1, given["numbered"] + 1)]
    if "numbered" in given or not {"suits", "ranks"} <= given.keys():
        remedy = "give suits and ranks, or instead of them numbered: a number of cards"
        spot.report(problems, "it is not clear which cards these are", remedy)
        return None
    ranks = [rank for entry in spot.items("ranks") for rank in _read_ranks(entry, words)]
    labels = [label for label, _, _ in ranks]
    if twice := next((label for label in labels if labels.count(label) > 1 or label == "joker"), None):
        what = "joker is no rank" if twice == "joker" else f"the rank {twice} stands twice"
        spot.at("ranks").report(
            problems, what, "name jokers under low_jokers and high_jokers, every rank once"
        )
        return None
    pattern, printed_pattern = given.get("names", _NAMES), words.text(spot, "names") or _NAMES
    cards = []
    for label, rank, printed_rank in ranks:
        for suit in spot.items("suits"):
            name = _fill_name(pattern, rank, suit.value)
            printed = _fill_name(printed_pattern, printed_rank, words.text(suit))
            cards.append(PlayingCard(label, suit.value, name, None if printed == name else printed))
    return cards


def _fill_name(pattern: str, rank: str, suit: str) -> str:
    return pattern.replace("{rank}", rank).replace("{suit}", suit)


def _read_ranks(entry: YamlValue, words: Translation) -> list[tuple[str, str, str]]:
    """The ranks of one entry: ``7``, ``2..10`` or ``{K: king}``; label, name in deck.json and name as printed."""
    if isinstance(entry.value, dict):
        return [(each.name, each.value, words.text(each)) for each in entry.items()]
    if ends := _RANGE.match(str(entry.value)):
        first, last = (int(end) for end in ends.groups())
        return [(str(n), str(n), str(n)) for n in range(first, last + 1)]
    label = str(entry.value)
    return [(label, label, words.text(entry) if isinstance(entry.value, str) else label)]
