"""Procedures of shipped games played with a deck, and what their steps come to."""

from dataclasses import replace
from functools import cache

from deckgen.deck.deal.generator import generate
from deckgen.deck.situations import play
from deckgen.game import read_game


@cache
def deck_of(game, **rulings):
    made = read_game(game, rulings=rulings)
    return made, made.deck(), generate(made, made.deck(), "42")


def named(situations, name):
    return next(each for each in situations if each.name == name)


def steps_of(game, name, given=None, shuffle="", **rulings):
    """What the steps of a procedure came to, by their names; ``rulings`` are choices other than the game's own."""
    made, spec, deck = deck_of(game, **rulings)
    situation = replace(named(made.procedures, name), name=name + shuffle)
    return {each.step.name: each for each in play(situation, deck, spec, given)}


ROWS = {"head": 2, "vitals": 1}
"""Rows that damage is further down, by the place that is hit."""


def dice_of(card, column, row):
    """One number of the causes."""
    return card.sections["causes"][column][row - 1]
