"""Kinds of sections: what their YAML says, what is dealt in them, and what a card then holds.

A new kind is a subclass of ``Section``, named in ``AnySection`` of ``deckgen.game.model``, which gives its reading, its dealing and
its audit. Its keys are written in ``game.schema.json``.
"""
