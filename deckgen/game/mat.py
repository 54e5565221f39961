"""Mats: what has a place on the table, in rows, for each deck of a game."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import field

from deckgen.errors import Problems
from deckgen.game.decode import Printed, Readers, decode
from deckgen.game.entries import GameEntries
from deckgen.game.lookup import Lookup, TextReader
from deckgen.game.translation import Translation
from deckgen.records import record
from deckgen.sources import YamlValue

Fields = tuple[tuple[str, str], ...]


@record
class MatPart:
    """A part of a mat: a place for cards, a clock face, or fields; without any of these a sign between two others."""

    name: str
    title: Printed = field(metadata={"$ref": "#/$defs/words"})
    """What it is for: in the place of cards, at the left of the fields, or what comes between two parts, on a sign."""
    text: Printed = ""
    """What is put there, and when, in a few words."""
    cards: int = field(default=0, metadata={"minimum": 1, "maximum": 12})
    """How many cards have a place there, each over the one before it, of which an edge shows."""
    fields: Fields = ()
    """Its fields: the word or number of each, or a list of it and what it means."""
    spots: int = field(default=0, metadata={"minimum": 1, "maximum": 12})
    """How many markers of 25 mm have a spot in each field, or on it without fields; fields without spots are a low band."""
    clock: bool = False
    """Whether it is a clock face with rings."""


Mat = tuple[tuple[tuple[MatPart, ...], ...], ...]
"""Rows, from above, of cells; the parts of a cell are one below the other."""


def read_mats(
    entries: GameEntries, decks: Collection[str], words: Translation, problems: Problems
) -> tuple[tuple[str, Mat], ...]:
    """Return (deck, its mat) in the order of the files; problems are added for unknown decks and parts."""
    reader = TextReader(words, problems, Lookup(entries))

    def listed(node: YamlValue) -> list[YamlValue]:
        return node.items() if isinstance(node.value, list) else [node]

    def read_fields(node: YamlValue) -> Fields:
        texts = [[*map(reader.printed_text, listed(item)), ""] for item in node.items()]
        return tuple((word, meaning) for word, meaning, *_ in texts)

    def read_cell(node: YamlValue) -> tuple[MatPart, ...]:
        names = [name for name in listed(node) if name.check_name(all_parts, problems, "no part of a mat is called")]
        return tuple(parts[name.value] for name in names if name.value in parts)

    readers: Readers = {"Printed": reader.printed_text, "Fields": read_fields}
    all_parts, mats = entries.all_of("mat_parts"), entries.valid("mats")
    parts = {name: decode(MatPart, node, readers, name=name) for name, node in entries.valid("mat_parts").items()}
    for name, node in mats.items():
        if ("decks", name) not in entries.broken:
            node.check_name(decks, problems, "there is no deck", name)
    return tuple((name, tuple(tuple(map(read_cell, row.items())) for row in mat.items())) for name, mat in mats.items())
