"""Proof of a printed deck: it is dealt again from what its link says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from deckgen import __version__
from deckgen.errors import DeckError, Problem
from deckgen.language import Language
from deckgen.library.decks import Deck
from deckgen.library.games import games, load_game
from deckgen.library.proof import Link, hash_of, read_link
from deckgen.records import record
from deckgen.studio.upload import unpack_game


@record
class Verdict:
    """Whether a ``deck`` that was dealt again is the ``same`` as the printed one, and ``lines`` about it."""

    same: bool
    deck: Deck
    lines: Sequence[str]

    def pages(self) -> Iterator[tuple[str, bytes]]:
        """Yield a page of all cards, and one of the odds."""
        from deckgen.press.contact import preview_page

        deck = self.deck
        yield f"{deck.stem}-all-cards.html", preview_page(deck.faces(), deck.title, language=deck.game.language)
        if deck.spec.is_dealt:
            odds = deck.odds()
            yield odds.file_names["html"], odds.content("html")


def prove(text: str, folder: Path, own: Path, language: Language) -> Verdict:
    """Deal the deck of a proof link again; lines are in a ``language``. Raises DeckgenError if that cannot be done.

    A game that does not ship is unpacked from HASH.zip in ``folder`` into ``own``.
    """
    link = read_link(text)
    if link.zip_hash:
        _unpack(folder / f"{Path(link.zip_hash).name}.zip", link.zip_hash, own)
    elif link.game not in games():
        remedy = "ask whoever published the deck for the page with its game"
        raise _problem(f"this page has no game {link.game!r}", remedy)
    spoken = load_game(own if link.zip_hash else link.game, rulings=link.rulings)
    if spoken.name != link.game:
        raise _problem(f"the game here is {spoken.name!r}, that of the deck {link.game!r}", "scan the code again")
    deck = spoken.deal(link.deck, link.seed, number=link.number, of=link.of)
    as_then = replace(deck.data, generator=f"deckgen {link.version}")  # another version may have dealt the same
    same, phrase = as_then.short_id == link.short_id, language.phrase
    if same:
        verdict = phrase("This is deck {number} of {of} of the seed “{seed}”.", **_facts(link))
        verdict += " " + phrase("It was dealt again here, and is the same to the last number.")
    elif link.version == __version__:
        verdict = phrase("No such deck: seed and number deal another one than the code says.")
    else:
        verdict = phrase("deckgen {version} dealt it; {here}, on this page, deals other cards.", **_facts(link))
    odds = f"{deck.audit().summary.describe(language)}."
    compare = phrase("Look at its cards: if one of yours is not there, it is not of this deck.")
    return Verdict(same, deck, (verdict, odds, compare) if same else (verdict,))


def _facts(link: Link) -> dict[str, Any]:
    return {"number": link.number, "of": link.of, "seed": link.seed, "version": link.version, "here": __version__}


def _unpack(file: Path, digest: str, own: Path) -> None:
    """Unpack a publisher's game. Raises DeckgenError if it is not there, or not the one of that hash."""
    try:
        content = file.read_bytes()
    except OSError:
        raise _problem("the game of this deck is not on this page", "ask whoever published the deck") from None
    if hash_of(content) != digest:
        raise _problem("the game on this page is another one than that of the deck", "ask whoever published the deck")
    unpack_game(file, own)


def _problem(message: str, remedy: str) -> DeckError:
    return DeckError(Problem("the link", None, "", message, remedy))
