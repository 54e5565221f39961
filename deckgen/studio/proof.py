"""Proof of a printed deck: its link says from what it was dealt, and it is dealt again.

The link ends in ``#proof/GAME/DECK/SEED/NUMBER/OF/ID/VERSION``, each part quoted as in an address, then perhaps
``?zip=SHA256`` of a publisher's own game and ``ruling=NAME=CHOICE``.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, unquote

from deckgen import __version__
from deckgen.deck.cards import LARGEST_SET, Deck as DeckData
from deckgen.errors import DeckError, Problem
from deckgen.library.decks import Deck
from deckgen.library.games import games, load_game
from deckgen.library.names import check_seed
from deckgen.records import record
from deckgen.studio.upload import unpack_game

_PARTS = re.compile(r"([^/?]+)/([^/?]+)/([^/?]*)/(\d{1,6})/(\d{1,6})/([0-9a-f]{12})/([0-9A-Za-z.+!-]{1,40})(?:\?(.*))?")


@record
class Link:
    """What a proof link says about a deck."""

    game: str
    deck: str
    seed: str
    number: int
    of: int
    short_id: str
    version: str
    zip_hash: str | None
    rulings: dict[str, str]


@record
class Verdict:
    """The ``facts`` of a deck that was dealt again, and pages about it."""

    facts: dict[str, Any]
    files: Iterator[tuple[str, bytes]]


def proof_pattern(site: str, deck: DeckData, zip_hash: str | None = None) -> str:
    """Return the link of a deck, in a page at the address ``site``; number and id are the fields of a QR code's text."""
    version = deck.generator.rpartition(" ")[2]
    parts = "/".join(quote(part, safe="") for part in (deck.game, deck.deck, deck.seed))
    more = [f"zip={zip_hash}"] if zip_hash else []
    more += [f"ruling={quote(f'{name}={choice}', safe='')}" for name, choice in sorted(deck.rulings.items())]
    query = f"?{'&'.join(more)}" if more else ""
    return f"{site}#proof/{parts}/{{deck}}/{{of}}/{{id}}/{version}{query}"


def read_link(text: str) -> Link:
    """Return what stands after ``#proof/`` in a link. Raises DeckError if it is damaged."""
    match = _PARTS.fullmatch(text)
    number, of = (int(match[4]), int(match[5])) if match else (0, 0)
    if not match or not 1 <= number <= of <= LARGEST_SET:
        raise _problem("the link is damaged, or not all of it is there", "scan the code again")
    game, deck, seed = (unquote(part) for part in match.groups()[:3])
    query = parse_qs(match[8] or "")
    rulings = dict(ruling.partition("=")[::2] for ruling in query.get("ruling", ()))
    return Link(game, deck, check_seed(seed), number, of, match[6], match[7], query.get("zip", [None])[0], rulings)


def prove(text: str, folder: Path, own: Path) -> Verdict:
    """Deal the deck of a proof link again. Raises DeckgenError if that cannot be done.

    A game that does not ship is unpacked from SHA256.zip in ``folder`` into ``own``.
    """
    link = read_link(text)
    if link.zip_hash:
        _unpack(folder / f"{Path(link.zip_hash).name}.zip", link.zip_hash, own)
    elif link.game not in games():
        raise _problem(
            f"this page has no game {link.game!r}", "ask whoever published the deck for the page with its game"
        )
    game = load_game(own if link.zip_hash else link.game, rulings=link.rulings)
    if game.name != link.game:
        raise _problem(f"the game here is {game.name!r}, that of the deck {link.game!r}", "scan the code again")
    deck = game.deal(link.deck, link.seed, number=link.number, of=link.of)
    data = replace(deck.data, generator=f"deckgen {link.version}")  # another version may have dealt the same
    same = data.short_id == link.short_id
    facts = {"same": same, "title": deck.title, "seed": link.seed, "number": link.number, "of": link.of}
    facts |= {"id": link.short_id, "version": link.version, "here": __version__, "cards": len(deck)}
    return Verdict(facts | {"odds": deck.audit().summary.describe(deck.game.language)}, _pages(deck))


def _unpack(file: Path, digest: str, own: Path) -> None:
    """Unpack a publisher's game. Raises DeckgenError if it is not there, or not the one of that hash."""
    try:
        content = file.read_bytes()
    except OSError:
        raise _problem("the game of this deck is not on this page", "ask whoever published the deck") from None
    if hashlib.sha256(content).hexdigest() != digest:
        raise _problem("the game on this page is another one than that of the deck", "ask whoever published the deck")
    unpack_game(file, own)


def _problem(message: str, remedy: str) -> DeckError:
    return DeckError(Problem("the link", None, "", message, remedy))


def _pages(deck: Deck) -> Iterator[tuple[str, bytes]]:
    """Yield a page of all cards, and one of the odds."""
    from deckgen.press.contact import preview_page

    yield f"{deck.stem}-all-cards.html", preview_page(deck.faces(), deck.title, language=deck.game.language)
    odds = deck.odds()
    yield odds.file_names["html"], odds.content("html")
