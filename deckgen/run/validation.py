"""Whether the data of a game, and the layouts of its decks, are right."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from deckgen.card.faces import check_layout
from deckgen.card.layout import load_layout
from deckgen.card.tokens import tokens
from deckgen.deck.audit.sizes import inexact_rolls
from deckgen.errors import DeckgenError, Fault
from deckgen.game import load
from deckgen.game.model import DeckSpec, Game
from deckgen.odds import describe
from deckgen.run.decks import layout_of


@dataclass(frozen=True)
class Validation:
    """What is not wrong, but ``doubts`` about it, and ``notes`` that call for nothing."""

    doubts: tuple[Fault, ...] = ()
    notes: tuple[str, ...] = ()


def validated(name: str, layout: str | None, language: str | None) -> Validation:
    """What is doubtful about a game with its layouts or another ``layout``, or about the layout ``name``.svg.

    Raises DeckgenError with all that is wrong.
    """
    if name.endswith(".svg"):
        load_layout(name)
        return Validation()
    game = load(name, language)
    faults: list[Fault] = []
    doubts: list[Fault] = []
    notes: list[str] = []
    for spec in game.decks:
        try:
            doubts += check_layout(layout_of(game, spec, layout), game, spec)
            doubts += _inexact(game, spec, notes)
        except DeckgenError as error:
            faults += error.faults
    if game.tokens and layout is None:  # another layout need not have the tokens' colours
        try:
            tokens(layout_of(game, game.deck()), game)
        except DeckgenError as error:
            faults += [fault for fault in error.faults if fault not in faults]
    if faults:
        raise DeckgenError(faults)
    return Validation(tuple(doubts), tuple(notes))


def _inexact(game: Game, spec: DeckSpec, notes: list[str]) -> list[Fault]:
    """A fault for the rolls of a section that are not exact in this size though they are in others; one note for the rest."""
    found = inexact_rolls(spec)
    faults = []
    for (section, sizes), rolls in groupby(found, key=lambda each: (each.cells[0].section, each.sizes)):
        if sizes:
            first, *others = rolls
            more = f" and {len(others)} more rolls have" if others else " has"
            what = f"{describe(first.roll)}{more} no exact mean in {spec.size} cards: {first.reason}"
            nearest = " or ".join(map(str, sizes))
            remedy = f"take {nearest} cards, jokers included, or accept a mean that is rounded"
            faults.append(Fault(str(game.folder), None, f"sections.{section}", what, remedy))
    never = [each for each in found if not each.sizes]
    if never:
        notes.append(
            f"{spec.title}: {len(never)} rolls, such as {describe(never[0].roll)}, have means that decks of this"
            f" size can only come near to; the decks of a set cancel each other's remainders"
        )
    return faults
