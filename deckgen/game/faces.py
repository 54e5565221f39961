"""The playing cards of a deck in impulse order: jokers, suits and ranks, or plain numbers."""

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
    """A playing card; ``suit`` is None for jokers and plain numbers, ``printed`` if it is printed as its ``name``."""

    rank: str
    suit: str | None
    name: str
    printed: str | None = field(default=None, compare=False)
    help: str = field(default="", compare=False)
    """What the card does in this game apart from its sections, as printed."""

    @property
    def is_joker(self) -> bool:
        return self.rank == "joker"

    @property
    def printed_name(self) -> str:
        """The name as it is printed."""
        return self.name if self.printed is None else self.printed


def read_playing_cards(
    node: YamlValue, problems: Problems, words: Translation | None = None
) -> tuple[PlayingCard, ...] | None:
    """Return the playing cards that a deck's ``cards`` describe; None, with problems added, if wrong.

    Impulse order: low jokers, then (rank − 1) · suits + suit, then high jokers. A help for no card adds a problem.
    """
    words = words or Translation()
    low, high = (
        [PlayingCard("joker", None, joker.value, words.translation_of(joker)) for joker in node.items(key)]
        for key in ("low_jokers", "high_jokers")
    )
    plain = _read_plain_cards(node, problems, words)
    if plain is None:
        return None
    playing_cards = (*low, *plain, *high)
    if not SMALLEST <= len(playing_cards) <= LARGEST:
        node.report(
            problems,
            f"the deck has {len(playing_cards)} cards",
            f"a deck has {SMALLEST} to {LARGEST} cards",
        )
        return None
    names = [face.name for face in playing_cards]
    if duplicate := next((name for name in names if names.count(name) > 1), None):
        node.report(problems, f'two cards have the name "{duplicate}"', "give each card a different name")
        return None
    help_texts = {help_text.name: help_text for help_text in node.items("help")}
    for name, text in help_texts.items():
        text.check_name(names, problems, "there is no card", name)
    helps = {name: words.text(help_texts[name]) for name in names if name in help_texts}
    return tuple(replace(face, help=helps.get(face.name, "")) for face in playing_cards)


def _read_plain_cards(node: YamlValue, problems: Problems, words: Translation) -> list[PlayingCard] | None:
    """Return all cards except jokers, rank by rank, or numbers from 1; None, with a problem added, if wrong."""
    keys = node.value
    if "numbered" in keys and not {"suits", "ranks"} & keys.keys():
        return [PlayingCard(str(n), None, str(n)) for n in range(1, keys["numbered"] + 1)]
    if "numbered" in keys or not {"suits", "ranks"} <= keys.keys():
        remedy = "write suits: and ranks:, or only numbered: with the number of cards"
        node.report(problems, "these keys do not define the cards", remedy)
        return None
    ranks = [rank for entry in node.items("ranks") for rank in _read_ranks(entry, words)]
    labels = [label for label, _, _ in ranks]
    if duplicate := next((label for label in labels if labels.count(label) > 1 or label == "joker"), None):
        message = "joker cannot be a rank" if duplicate == "joker" else f"duplicate rank {duplicate}"
        node.at("ranks").report(problems, message, "list each rank once, and jokers under low_jokers or high_jokers")
        return None
    pattern, printed_pattern = keys.get("names", _NAMES), words.text(node, "names") or _NAMES
    cards = []
    for label, rank, printed_rank in ranks:
        for suit in node.items("suits"):
            name = _fill_name(pattern, rank, suit.value)
            printed = _fill_name(printed_pattern, printed_rank, words.text(suit))
            cards.append(PlayingCard(label, suit.value, name, None if printed == name else printed))
    return cards


def _fill_name(pattern: str, rank: str, suit: str) -> str:
    return pattern.replace("{rank}", rank).replace("{suit}", suit)


def _read_ranks(entry: YamlValue, words: Translation) -> list[tuple[str, str, str]]:
    """Return (label, name in deck.json, printed name) of the ranks of ``7``, ``2..10`` or ``{K: king}``."""
    if isinstance(entry.value, dict):
        return [(rank.name, rank.value, words.text(rank)) for rank in entry.items()]
    if ends := _RANGE.match(str(entry.value)):
        first, last = (int(end) for end in ends.groups())
        return [(str(n), str(n), str(n)) for n in range(first, last + 1)]
    label = str(entry.value)
    return [(label, label, words.text(entry) if isinstance(entry.value, str) else label)]
