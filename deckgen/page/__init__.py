"""Layouts, themes and widgets: a deck's cards as drawings, measured and fitted, before any file format."""

from deckgen.page.cards import Faces, cards, check
from deckgen.page.layout import Layout, load_layout, names

__all__ = ["Faces", "Layout", "cards", "check", "load_layout", "names"]
