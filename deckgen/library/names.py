"""Names of decks and their files: seeds, and what file names begin with."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

from deckgen.errors import DeckError, Problem

_PLAIN = re.compile(r"[a-z0-9][a-z0-9._-]{0,30}[a-z0-9]|[a-z0-9]")
_WORDS = Path(__file__).with_name("words.txt")


@cache
def seed_words() -> tuple[str, ...]:
    """The words that random seeds are made of."""
    return tuple(_WORDS.read_text(encoding="ascii").split())


def random_seed() -> str:
    """Return two random words, such as "amber-falcon"."""
    import secrets

    return f"{secrets.choice(seed_words())}-{secrets.choice(seed_words())}"


def check_seed(seed: str) -> str:
    """Return the seed. Raises DeckError if it is too long, or not text that can be written in UTF-8."""
    from deckgen.deck.cards import LONGEST_SEED

    message = ""
    if len(seed) > LONGEST_SEED:
        message = f"a seed may have {LONGEST_SEED} letters, and this has {len(seed):,}"
    try:
        seed.encode()
    except UnicodeError:
        message = "a seed is text in UTF-8, and this is not"
    if message:
        raise DeckError(Problem("--seed", None, "", message, "choose another seed"))
    return seed


def slug(seed: str) -> str:
    """Return a name for ``seed`` that every file system takes, and that no other seed has.

    A plain seed is its own name. Other seeds keep their plain characters, followed by a short hash: the names of ``A/B``
    and ``a b`` differ even on file systems that ignore case.
    """
    if _PLAIN.fullmatch(seed):
        return seed
    plain = re.sub(r"[^a-z0-9]+", "-", seed.lower()).strip("-")[:24].rstrip("-") or "seed"
    return f"{plain}-{hashlib.sha256(seed.encode()).hexdigest()[:8]}"


def set_stem(game: str, deck: str, seed: str) -> str:
    """Return what the names of all files of one set of decks begin with."""
    return f"{game}-{deck}-{slug(seed)}"
