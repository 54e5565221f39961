"""Kinds of sections, one module each: what its YAML says, what is dealt in it, and what a card then holds.

A new kind is a module with a subclass of ``Section``, named in ``AnySection`` of ``deckgen.game.model``; from
there come its reading, its schema (``make docs``), its dealing and its audit.
"""
