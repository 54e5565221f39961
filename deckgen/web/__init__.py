"""Tools for HTML pages: templates, the colors of a style sheet, one file with its scripts."""

from pathlib import Path

ELEMENTS = Path(__file__).parent / "scripts" / "elements.js"
"""The module that finds elements of a page."""
LOOKUP = Path(__file__).parent / "scripts" / "lookup.js"
"""The module that finds cards by what the user types."""
