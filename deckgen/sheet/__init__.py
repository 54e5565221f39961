"""Character sheets: a game's sheet.yaml and a character file become pages, flat or with form fields.

from pathlib import Path

from deckgen.draw.paper import find_paper
from deckgen.sheet.character import load_character
from deckgen.sheet.reader import load_sheet
from deckgen.sheet.sheet import blank_sheet

spec = load_sheet("rough-magic")
sheet = blank_sheet(spec, find_paper("a4"))
Path("hero.pdf").write_bytes(sheet.pdf([load_character(Path("hero.yaml"), spec)]))
"""

FILE = "sheet/sheet.yaml"
"""Path of the sheet within a game's folder."""
