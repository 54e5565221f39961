"""The JSON Schemas of the characters of shipped games, beside these; ``make docs`` writes them anew, a test holds them."""

from __future__ import annotations

from deckgen.files import shipped_path, write_atomic
from deckgen.sheet.characters.files import SCHEMA_FILE, character_schema
from deckgen.sheet.reader import load_sheet, shipped_sheets

if __name__ == "__main__":
    for game in shipped_sheets():
        write_atomic(
            shipped_path("data") / game / "characters" / SCHEMA_FILE,
            character_schema(load_sheet(game)).encode(),
        )
