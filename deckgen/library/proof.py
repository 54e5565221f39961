"""Links by which a printed deck proves itself: they say from what it is dealt, so that it can be dealt again.

A link is the address of the studio's page, then ``#proof/GAME/DECK/SEED/NUMBER/OF/ID/VERSION``, each part quoted as in
an address, then perhaps ``?zip=HASH`` of a publisher's own game, and ``ruling=NAME=CHOICE``.
"""

from __future__ import annotations

import hashlib
import re
import zipfile
from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from urllib.parse import parse_qs, quote, unquote

from deckgen.deck.cards import LARGEST_SET, Deck
from deckgen.errors import DeckError, Problem
from deckgen.game import shipped_games
from deckgen.library.names import check_seed
from deckgen.records import record

_PARTS = re.compile(r"([^/?]+)/([^/?]+)/([^/?]*)/(\d{1,6})/(\d{1,6})/([0-9a-f]{12})/([0-9A-Za-z.+!-]{1,40})(?:\?(.*))?")
_HASH_DIGITS = 32  # as many as nobody finds another zip for, and a code has room for


@record
class Link:
    """The facts in a link. ``zip_hash`` is of a publisher's own game, else None."""

    game: str
    deck: str
    seed: str
    number: int
    of: int
    short_id: str
    version: str
    zip_hash: str | None
    rulings: dict[str, str]


def link_pattern(site: str, deck: Deck, folder: Path) -> str:
    """Return the link of a deck of the game in ``folder``; number and id are fields of a QR code's text."""
    version = deck.generator.rpartition(" ")[2]
    parts = "/".join(quote(part, safe="") for part in (deck.game, deck.deck, deck.seed))
    more = [] if deck.game in shipped_games() else [f"zip={hash_of(pack_game(folder))}"]
    more += [f"ruling={quote(f'{name}={choice}', safe='')}" for name, choice in sorted(deck.rulings.items())]
    query = f"?{'&'.join(more)}" if more else ""
    return f"{site}#proof/{parts}/{{deck}}/{{of}}/{{id}}/{version}{query}"


def read_link(text: str) -> Link:
    """Return the facts of what stands after ``#proof/``. Raises DeckError if it is damaged."""
    match = _PARTS.fullmatch(text)
    number, of = (int(match[4]), int(match[5])) if match else (0, 0)
    if not match or not 1 <= number <= of <= LARGEST_SET:
        message = "the link is damaged, or not all of it is here"
        raise DeckError(Problem("the link", None, "", message, "scan the code again"))
    game, deck, seed = (unquote(part) for part in match.groups()[:3])
    query = parse_qs(match[8] or "")
    rulings = dict(ruling.partition("=")[::2] for ruling in query.get("ruling", ()))
    return Link(game, deck, check_seed(seed), number, of, match[6], match[7], query.get("zip", [None])[0], rulings)


def pack(files: Iterable[tuple[str, bytes]], compression: int = zipfile.ZIP_STORED) -> bytes:
    """Return files as a zip, in the order of their names: the same on every machine; compressed, with the same zlib."""
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), content, compression, 9)
    return stream.getvalue()


@lru_cache(maxsize=8)
def pack_game(folder: Path) -> bytes:
    """Return the files of a game as a zip, without hidden ones."""
    names = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    shown = [name for name in names if not any(part.startswith(".") for part in name.split("/"))]
    return pack((name, (folder / name).read_bytes()) for name in shown)


def hash_of(content: bytes) -> str:
    """Return the part of a zip's SHA-256 by which links name it."""
    return hashlib.sha256(content).hexdigest()[:_HASH_DIGITS]
