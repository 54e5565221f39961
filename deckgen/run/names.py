"""Names of output files."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deckgen.deck.cards import Deck

_PLAIN = re.compile(r"[a-z0-9][a-z0-9._-]{0,30}[a-z0-9]|[a-z0-9]")


def slug(seed: str) -> str:
    """A name for ``seed`` that every file system takes.

    A plain seed stays as it is. Of any other what is plain is kept, and a short hash of the whole
    keeps it apart from others: ``A/B`` and ``a b`` differ even where case does not count.
    """
    if _PLAIN.fullmatch(seed):
        return seed
    kept = re.sub(r"[^a-z0-9]+", "-", seed.lower()).strip("-")[:24].rstrip("-") or "seed"
    return f"{kept}-{hashlib.sha256(seed.encode()).hexdigest()[:8]}"


def set_stem(game: str, deck: str, seed: str) -> str:
    """What the names of all files of one set of decks begin with."""
    return f"{game}-{deck}-{slug(seed)}"


def deck_stem(deck: Deck) -> str:
    """What the names of all files of one deck begin with: game, deck, seed, number."""
    return f"{set_stem(deck.game, deck.deck, deck.seed)}-{deck.number}"


def map_file(game: str, deck: str, paper: str) -> str:
    """What the card map of one of a game's decks is called."""
    return f"{game}-{deck}-map-{paper}.pdf"


def tokens_file(game: str, paper: str) -> str:
    """What the sheets of a game's tokens are called."""
    return f"{game}-tokens-{paper}.pdf"
