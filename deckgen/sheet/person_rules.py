"""The rules in ``table`` of a game's sheet.yaml: what the table asks of a character, and how its answers are found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from deckgen.records import record
from deckgen.sheet.formula import Formula, parse_formula

Answer = str | int


@record
class AskRule:
    """How an answer is found: a formula's value; the place of a card that it names in ``cells``; or its nth number.

    ``text`` is the formula, ``number`` counts from 1, 0 is the value itself.
    """

    text: str
    cells: str = ""
    number: int = 0

    @property
    def formula(self) -> Formula:
        """The parsed formula. Raises FormulaError."""
        return parse_formula(self.text)


@record
class TrackRule:
    """An answer by a track's marks: the ``highest`` of a group at the time of the roll, or that ``there``, where it hits."""

    kind: str
    track: str
    answers: tuple[Answer, ...]


@record
class PlaceRule:
    """An answer for each place of the sheet that may be hit; or ``by`` an ask, for each of its answers."""

    at: Mapping[str, AskRule]
    by: str = ""


Fact = AskRule | TrackRule | PlaceRule
"""What is known about an ask."""


@record
class PresetSpec:
    """A preset, or with ``each`` one for each entry of a list, ``otherwise`` only if those before it gave it none.

    ``title`` is a pattern, ``verb`` what its button says. All of ``when`` must have a value that is not 0.
    """

    title: str
    roll: str
    verb: str
    each: str = ""
    otherwise: bool = False
    when: tuple[AskRule, ...] = ()
    asks: Mapping[str, AskRule] = field(default_factory=dict)


@record
class PersonSpec:
    """What goes to the table. ``places`` are the sheet's keys by hit location, ``tracks`` formulas of their most."""

    note: str = ""
    acts: Mapping[str, Fact] = field(default_factory=dict)
    target: Mapping[str, Fact] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    tracks: Mapping[str, str] = field(default_factory=dict)
    presets: tuple[PresetSpec, ...] = ()

    def rules(self) -> Iterator[AskRule]:
        """Yield all rules of single answers."""
        asks = [
            fact
            for facts in (self.acts, self.target, *(preset.asks for preset in self.presets))
            for fact in facts.values()
        ]
        for fact in (*asks, *(rule for preset in self.presets for rule in preset.when)):
            yield from (fact,) if isinstance(fact, AskRule) else fact.at.values() if isinstance(fact, PlaceRule) else ()

    def formulas(self) -> dict[str, None]:
        """Return the texts of all formulas."""
        return dict.fromkeys((*(rule.text for rule in self.rules()), *filter(None, self.tracks.values())))

    def patterns(self) -> dict[str, None]:
        """Return all patterns."""
        return dict.fromkeys((self.note, *(preset.title for preset in self.presets)))
