"""Kinds of sections: reading their YAML, what is dealt in them, and what a card then shows.

A new kind is a subclass of ``Section`` listed in ``AnySection`` of ``deckgen.game.model``: it defines how the
kind is read, dealt and audited. Its keys are in ``game.schema.json``.
"""
