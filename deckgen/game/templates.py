"""Templates: shapes to cut out and lay on a map, such as fields of fire. The schema describes their keys."""

from __future__ import annotations

from typing import Literal

from deckgen.errors import Problems
from deckgen.game.decode import Printed, Readers, decode
from deckgen.game.entries import GameEntries
from deckgen.game.lookup import Lookup, TextReader
from deckgen.game.translation import Translation
from deckgen.records import record
from deckgen.sources import to_fraction

Marks = tuple[tuple[float, str], ...]
"""(distance in the template's unit, text), from near to far."""


@record
class TemplateRow:
    """A scale of a gauge: ``marks``, or a tick for each point of an ability, ``per`` units apart."""

    title: Printed
    per: float = 0.0
    marks: Marks = ()


@record
class MapTemplate:
    """A shape to cut out; ``reach`` is for gauges, others reach as far as their last mark. Lengths are in its ``unit``."""

    name: str
    kind: Literal["arc", "rings", "clock", "bands", "gauge"]
    title: Printed
    note: Printed = ""
    unit: Literal["m", "ft"] = "m"
    reach: float = 0.0
    every: float = 1.0
    degrees: float = 60.0
    width: float = 2.0
    marks: Marks = ()
    rows: tuple[TemplateRow, ...] = ()


def read_templates(entries: GameEntries, words: Translation, problems: Problems) -> tuple[MapTemplate, ...]:
    """Return the templates in the order of the files; adds problems."""
    reader = TextReader(words, problems, Lookup(entries))
    readers: Readers = {
        "Printed": reader.printed_text,
        "float": lambda node: float(to_fraction(node.value)),
        "Marks": lambda node: tuple(
            sorted((float(to_fraction(mark.name)), reader.printed_text(mark)) for mark in node.items())
        ),
        "tuple[TemplateRow, ...]": lambda node: tuple(decode(TemplateRow, row, readers) for row in node.items()),
    }
    return tuple(decode(MapTemplate, node, readers, name=name) for name, node in entries.valid("templates").items())
