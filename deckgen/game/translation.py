"""Printed texts: as a game's files have them, or translated."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field

from deckgen.language import Language
from deckgen.records import record
from deckgen.sources import YamlValue, format_path

_RULING = re.compile(r"\{(rulings\.[^{}]*)\}")
_WORD = re.compile(r"(?:(?![\dA-Z_])\w){2}")
MARK = re.compile(r"\{mark\.([^{}]*)\}")
"""The name of a mark in a printed text, ``prone`` or ``hit_location.prone``, to be replaced by what a layout draws."""


@record
class Translation:
    """Looks up printed texts by key path (``sections.causes.title``), and records which ones were looked up.

    ``translated`` maps key paths to texts in another language; missing ones stay as they are. ``originals``
    are the texts that were looked up, thus all that can be translated, and ``sources`` their values in the
    files. ``rulings`` are the texts that replace such as ``{rulings.jokers.rule}``, and ``marks`` the values that
    name marks, by key path and name. ``prefix`` begins all key paths of another file than the game's, such as
    ``sheet.``. ``language`` is that of the program's own phrases.
    """

    translated: Mapping[str, str] = field(default_factory=dict)
    originals: dict[str, str] = field(default_factory=dict)
    sources: dict[str, YamlValue] = field(default_factory=dict)
    rulings: dict[str, str] = field(default_factory=dict)
    marks: dict[tuple[str, str], YamlValue] = field(default_factory=dict)
    prefix: str = ""
    language: Language = field(default_factory=Language)

    def text(self, node: YamlValue, key: str | None = None) -> str:
        """Return the printed text of a value, or of the one under ``key``; "" if it is missing or empty."""
        if key is not None:
            return self.text(node.at(key)) if key in node.value else ""
        return self.register(node, str(node.value)) if node.value else ""

    def key_text(self, node: YamlValue) -> str:
        """Return the printed text of a key that is itself printed, such as a difficulty's name."""
        return self.register(node, node.name)

    def key_texts(self, sources: Iterable[YamlValue]) -> tuple[tuple[str, str], ...]:
        """Return (key, printed text) for keys whose text differs; those without small-letter words, as d6, never do."""
        pairs = ((node.name, self.key_text(node)) for node in sources if _WORD.search(node.name))
        return tuple((key, word) for key, word in pairs if word != key)

    def print_text(self, entry: YamlValue, *path: str | int) -> str | None:
        """Return an entry's translated ``print``; else its text at ``path``, if translated; None if neither."""
        if "print" in entry.value:
            return self.text(entry.at("print"))
        node = entry.at(*path)
        return self.translation_of(node) if isinstance(node.value, str) else None

    def translation_of(self, node: YamlValue) -> str | None:
        """Return the translation of a text that deck.json has untranslated; None if there is none, or it is equal."""
        text = self.text(node)
        return None if text == node.value else text

    def register(self, node: YamlValue, text: str) -> str:
        """Record a text under its value's key path, and return it translated."""
        path = self.prefix + format_path(node.path)
        self.originals[path], self.sources[path] = text, node
        self.note_marks(node, text)
        return self.printed(path, text)

    def printed(self, path: str, text: str) -> str:
        """Return the text at a key path as it is printed: translated, with the words of rulings and typographic quotes."""
        return self.language.set_quotes(self.fill(self.translated.get(path, text)))

    def note_marks(self, node: YamlValue, text: str) -> None:
        """Record the marks that a text names; ``node`` is its value."""
        self.marks.update({(format_path(node.path), name): node for name in MARK.findall(text)})

    def fill(self, text: str) -> str:
        """Return a text with the words of rulings instead of their names in braces; unknown ones stay."""
        return _RULING.sub(lambda match: self.rulings.get(match[1], match[0]), text) if "{rulings." in text else text

    def unknown_rulings(self) -> Iterator[tuple[YamlValue, str]]:
        """Yield the texts that were looked up and name a ruling that there is not, each with that name."""
        for path, text in self.originals.items():
            for name in _RULING.findall(text):
                if name not in self.rulings:
                    yield self.sources[path], name
