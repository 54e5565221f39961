"""Whether the data of a game, and the layouts of its decks, are right."""

from __future__ import annotations

from deckgen.card.faces import check_layout
from deckgen.card.layout import load_layout
from deckgen.card.tokens import tokens
from deckgen.errors import DeckgenError, Fault
from deckgen.game import load
from deckgen.run.decks import layout_of


def validated(name: str, layout: str | None, language: str | None) -> list[Fault]:
    """What is doubtful about a game with its layouts or another ``layout``, or about the layout ``name``.svg.

    Raises DeckgenError with all that is wrong.
    """
    if name.endswith(".svg"):
        load_layout(name)
        return []
    game = load(name, language)
    faults: list[Fault] = []
    doubts: list[Fault] = []
    for spec in game.decks:
        try:
            doubts += check_layout(layout_of(game, spec, layout), game, spec)
        except DeckgenError as error:
            faults += error.faults
    if game.tokens and layout is None:  # another layout need not have the tokens' colours
        try:
            tokens(layout_of(game, game.deck()), game)
        except DeckgenError as error:
            faults += [fault for fault in error.faults if fault not in faults]
    if faults:
        raise DeckgenError(faults)
    return doubts
