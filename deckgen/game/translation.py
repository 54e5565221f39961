"""Printed words: as they stand in a game's files, or in the language that was asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field

from deckgen.language import Language
from deckgen.records import record
from deckgen.sources import YamlValue, format_path

_WORD = re.compile(r"(?:(?![\dA-Z_])\w){2}")


@record
class Translation:
    """Looks printed texts up by their place (``sections.causes.title``), and notes every place asked for.

    ``translated`` maps places to texts in another language; a text that is missing stays as it is.
    What was ``asked`` is what can be translated: places and the texts as they stand in the files, at ``spots``. Places of
    another file than the game's own begin with ``prefix``, such as ``sheet.``. ``language`` is that of what the
    program says of a game, such as what its marks mean.
    """

    translated: Mapping[str, str] = field(default_factory=dict)
    originals: dict[str, str] = field(default_factory=dict)
    sources: dict[str, YamlValue] = field(default_factory=dict)
    prefix: str = ""
    language: Language = field(default_factory=Language)

    def text(self, spot: YamlValue, key: str | None = None) -> str:
        """The printed text of a value, or of that under a key; "" if it is missing or empty, which nobody translates."""
        if key is not None:
            return self.text(spot.at(key)) if key in spot.value else ""
        return self.register(spot, str(spot.value)) if spot.value else ""

    def key_text(self, spot: YamlValue) -> str:
        """The printed text of a mapping's key that is printed itself, such as a difficulty's name."""
        return self.register(spot, spot.name)

    def key_texts(self, sources: Iterable[YamlValue]) -> tuple[tuple[str, str], ...]:
        """Labels that are translated, and what is printed for them.

        One without a word in small letters, such as d6 or II, is the same in every language.
        """
        both = ((spot.name, self.key_text(spot)) for spot in sources if _WORD.search(spot.name))
        return tuple((key, word) for key, word in both if word != key)

    def print_text(self, entry: YamlValue, *steps: str | int) -> str | None:
        """What is printed for a value of deck.json: the entry's ``print``, or its translation, else None."""
        if "print" in entry.value:
            return self.text(entry.at("print"))
        spot = entry.at(*steps)
        return self.translation_of(spot) if isinstance(spot.value, str) else None

    def translation_of(self, spot: YamlValue) -> str | None:
        """The translation of a text that is also a value of deck.json; None if it has none."""
        text = self.text(spot)
        return None if text == spot.value else text

    def register(self, spot: YamlValue, text: str) -> str:
        """The printed text that the program makes of a value; its place is that of the value."""
        place = self.prefix + format_path(spot.path)
        self.originals[place], self.sources[place] = text, spot
        return self.translated.get(place, text)
