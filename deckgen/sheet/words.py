"""What is printed for the values of a sheet.yaml, in the language of its game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from deckgen.game.translation import Translation
from deckgen.language import Language
from deckgen.records import record
from deckgen.sources import Spot

REFERENCE = " | ="
"""Between a remark's term and what the remark is taken from, which is no word."""


@record
class SheetWords:
    """Asks a translation for the words of a sheet; numbers, signs and references need none."""

    translation: Translation
    language: Language

    def of(self, spot: Spot) -> Any:
        """A text or number as it is printed, or those of a list or a mapping."""
        value = spot.value
        if isinstance(value, dict):
            return {str(key): self.of(spot.at(key)) for key in value}
        if isinstance(value, list):
            return [self.of(each) for each in spot.items()]
        if isinstance(value, str):
            words, bar, reference = value.partition(REFERENCE)
            worded = any(char.isalpha() for char in words) and not value.startswith("=")
            return (self.translation.made(spot, words) if worded else words) + bar + reference
        return str(getattr(value, "text", value)).replace("-", "−").replace(".", self.language.decimal)

    def given(self, spot: Spot, key: str, otherwise: str = "") -> str:
        """The printed text of a key of a mapping; ``otherwise`` if it has none."""
        return str(self.of(spot.at(key))) if key in spot.value else otherwise

    def label(self, spot: Spot, name: str) -> str:
        """What stands beside a field: its label, or what is made of its name."""
        if "label" in spot.value:
            return self.given(spot, "label")
        return self.translation.made(spot, name.rsplit(".", 1)[-1].replace("_", " ").capitalize())

    def names(self, spots: Iterable[Spot]) -> dict[str, str]:
        """What files say for each of some names, and what is printed for it."""
        return {str(spot.value): self.of(spot) for spot in spots}
