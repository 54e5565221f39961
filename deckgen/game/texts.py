"""Printed texts with values of the game in them."""

from __future__ import annotations

import re
from functools import partial

from deckgen.errors import Problems
from deckgen.game.lookup import Lookup, Report, path_of
from deckgen.game.translation import MARK, Translation
from deckgen.records import record
from deckgen.sources import ExactFloat, YamlValue

_PLACE = re.compile(r"\{([^{}]*)\}")
_TRANSLATABLE = re.compile(r"[^\W\d_]{2}|\dd\d")
"""Matches words or dice, which can be translated, unlike bare numbers and units."""


@record
class TextReader:
    """Reads printed texts, and adds problems for what is wrong in them."""

    words: Translation
    problems: Problems
    lookup: Lookup

    def printed_text(self, node: YamlValue, report: Report | None = None) -> str:
        """Return a printed text, its key paths replaced by values; problems are reported at ``node`` by default."""
        report = report or partial(node.report, self.problems)
        if isinstance(node.value, int | float):
            return self.printed_value(node, report)
        text = str(node.value)
        if text.count("**") % 2:
            report("one ** has no partner", "write **bold words**")
        if _TRANSLATABLE.search(_PLACE.sub("", text)):
            text = self.words.text(node)
        text = self.words.fill(text)

        def filled(match: re.Match[str]) -> str:
            if MARK.fullmatch(match[0]):
                return match[0]
            value = self.lookup.resolve(match[1], node, report)
            return "" if value is None else self.printed_value(value, report)

        text = _PLACE.sub(filled, text)
        self.words.note_marks(node, text)
        return text

    def printed_value(self, node: YamlValue, report: Report) -> str:
        """Return a text translated, or a number as printed; "", with a problem reported, for any other value."""
        value = node.value
        if isinstance(value, ExactFloat):
            return self.words.language.number(value.exact, len(value.text.partition(".")[2]))
        if isinstance(value, int) and not isinstance(value, bool):
            return self.words.language.number(value)
        if isinstance(value, str) and value and not value.startswith("="):
            return self.translated(node, value)
        kind = "a formula" if isinstance(value, str) and value else "neither text nor number"
        report(f'the value at "{path_of(node)}" is {kind}', "write the key path of a text or number")
        return ""

    def translated(self, node: YamlValue, text: str) -> str:
        """Return the printed text of a value elsewhere in the game's files, translated."""
        return self.words.language.set_quotes(self.words.translated.get(path_of(node), text))
