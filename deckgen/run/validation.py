"""Whether the data of a game, and the layouts of its decks, are right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from deckgen.card.faces import check_layout
from deckgen.card.layout import load_layout
from deckgen.card.reference import draw_references
from deckgen.card.tokens import tokens
from deckgen.deck.audit.sizes import InexactRoll, inexact_rolls
from deckgen.document.screen import screen_pages
from deckgen.errors import DeckgenError, Fault
from deckgen.game import load
from deckgen.game.model import DeckSpec, Game
from deckgen.odds import Roll, describe
from deckgen.run.decks import layout_of


@dataclass(frozen=True)
class Validation:
    """What is not wrong, but ``doubts`` about it, and a ``note`` that calls for nothing, "" for none."""

    doubts: tuple[Fault, ...] = ()
    note: str = ""


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
    rounded: list[Roll] = []
    for spec in game.decks:
        try:
            chosen = layout_of(game, spec, layout)
            doubts += check_layout(chosen, game, spec)
            draw_references(chosen, game, spec)
            inexact = inexact_rolls(spec)
            doubts += _inexact(game, spec, inexact)
            rounded += [each.roll for each in inexact if not each.sizes]
        except DeckgenError as error:
            faults += error.faults
    if game.rules.screen:
        try:
            screen_pages(layout_of(game, game.deck(), layout), game, game.deck())
        except DeckgenError as error:
            faults += [fault for fault in error.faults if fault not in faults]
    if game.tokens and layout is None:  # another layout need not have the tokens' colours
        try:
            tokens(layout_of(game, game.deck()), game)
        except DeckgenError as error:
            faults += [fault for fault in error.faults if fault not in faults]
    if faults:
        raise DeckgenError(faults)
    return Validation(tuple(doubts), _note(list(dict.fromkeys(rounded))))


def _note(rounded: Sequence[Roll]) -> str:
    if not rounded:
        return ""
    some = f"such as {describe(rounded[0])}" if len(rounded) > 1 else describe(rounded[0])
    return (
        f"{len(rounded)} {'rolls' if len(rounded) > 1 else 'roll'} ({some}) can only be come near to by decks of this"
        " size; those of a set cancel each other's remainders"
    )


def _inexact(game: Game, spec: DeckSpec, found: Sequence[InexactRoll]) -> list[Fault]:
    """A fault for the rolls of a section that are not exact in this size, though they are in others."""
    faults = []
    for (section, sizes), rolls in groupby(found, key=lambda each: (each.cells[0].section, each.sizes)):
        if sizes:
            first, *others = rolls
            more = f" and {len(others)} more rolls have" if others else " has"
            what = f"{describe(first.roll)}{more} no exact mean in {spec.size} cards: {first.reason}"
            nearest = " or ".join(map(str, sizes))
            remedy = f"take {nearest} cards, jokers included, or accept a mean that is rounded"
            faults.append(Fault(str(game.folder), None, f"sections.{section}", what, remedy))
    return faults
