"""Sections ``fixed`` and ``ordinal``: values determined by the playing card; nothing is dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal, Self

from deckgen.errors import suggest
from deckgen.game.faces import PlayingCard
from deckgen.game.sections.base import DealtResults, DealtVariable, DeckContext, Head, Section
from deckgen.game.sections.distribution import WordedSection
from deckgen.game.sections.shares import Outcome
from deckgen.game.values import NONE, VALUE, Scalar
from deckgen.records import record
from deckgen.sources import YamlValue


@record
class FixedSection(WordedSection):
    """A value determined by the playing card: ``values[impulse]``; ``outcomes`` are the different values."""

    values: tuple[Scalar, ...]

    @classmethod
    def from_yaml(cls, head: Head, node: YamlValue, context: DeckContext) -> Self:
        """Return the section: a card has the value of the first entry that names it, else None."""
        entries = node.items("values")
        choices = [_impulses_of(entry.at("on"), context) for entry in entries]
        values: list[Scalar] = []
        for impulse in range(context.size):
            pairs = zip(entries, choices, strict=True)
            values.append(next((entry.value["value"] for entry, impulses in pairs if impulse in impulses), None))
        printed = {
            (type(entry.value["value"]), entry.value["value"]): context.words.print_text(entry, "value")
            for entry in reversed(entries)
        }
        counts = Counter((type(value), value) for value in values)
        outcomes = tuple(Outcome(key[1], Fraction(cards), printed.get(key)) for key, cards in counts.items())
        return cls(**head, values=tuple(values), outcomes=outcomes)

    def dealt_variables(self, size: int) -> Sequence[DealtVariable]:
        return ()

    def audited_variables(self, size: int) -> Sequence[DealtVariable]:
        """Return the values as if they were dealt."""
        return super().dealt_variables(size)

    def card_values(self, dealt: DealtResults) -> Sequence[Scalar]:
        return self.values


def _impulses_of(node: YamlValue, context: DeckContext) -> set[int]:
    """Return the impulses of cards named by name, rank, suit, "jokers" or "rest"; add problems for unknown names."""
    impulses_by_name = {"rest": set(range(context.size))}
    for impulse, face in enumerate(context.playing_cards):
        for name in (*(("jokers",) if face.is_joker else (face.suit, face.rank)), face.name):
            if name is not None:
                impulses_by_name.setdefault(name, set()).add(impulse)
    names = [str(listed_name) for listed_name in (node.value if isinstance(node.value, list) else [node.value])]
    for name in names:
        if name not in impulses_by_name:
            context.report(node, f'no card of the deck is "{name}"', suggest(name, impulses_by_name))
    return set().union(*(impulses_by_name.get(name, ()) for name in names))


@record
class OrdinalSection(Section):
    """A number determined by the playing card: its impulse, suit or rank.

    Suits and ranks count from 1 in the deck's order; a low joker's rank is 0, a high joker's one above the
    highest. Jokers have no suit (None), unless ``jokers`` gives numbers for the low and the high ones.
    """

    source: Literal["impulse", "suit", "rank"]
    jokers: tuple[int, int] | None = None

    @classmethod
    def from_yaml(cls, head: Head, node: YamlValue, context: DeckContext) -> Self | None:
        """Return the section; None, with a problem added, if the deck has no suits, or jokers have a number already."""
        source = node.value["source"]
        if source == "suit" and not any(face.suit for face in context.playing_cards):
            remedy = "choose impulse or rank, or give the deck suits"
            context.report(node.at("source"), "the deck has no suits", remedy)
            return None
        if "jokers" in node.value and source != "suit":
            message = f"by its {source} a joker has a number already"
            context.report(node.at("jokers"), message, "write source: suit, or delete jokers")
            return None
        return cls(**head, source=source, jokers=tuple(node.value["jokers"]) if "jokers" in node.value else None)

    def possible_marks(self, faces: Sequence[PlayingCard]) -> Sequence[str]:
        """Return VALUE, and NONE if jokers have no number."""
        jokers = any(face.is_joker for face in faces)
        return [VALUE] + [NONE] * (self.source == "suit" and self.jokers is None and jokers)

    def parse_value(self, data: Any) -> int | None:
        """Return an integer or None; raises ValueError for other data, but not for a wrong number."""
        if data is None or type(data) is int:
            return data
        raise self.value_error()

    def card_values(self, dealt: DealtResults) -> Sequence[int | None]:
        """Return each card's impulse, or its suit or rank from 1; jokers as the class describes, None without one."""
        faces = dealt.playing_cards
        if self.source == "impulse":
            return list(range(len(faces)))
        attribute = "suit" if self.source == "suit" else "rank"
        labels = list(dict.fromkeys(getattr(face, attribute) for face in faces if not face.is_joker))
        low, high = self.jokers or ((None, None) if attribute == "suit" else (0, len(labels) + 1))
        first = next((i for i, face in enumerate(faces) if not face.is_joker), 0)
        return [
            labels.index(getattr(face, attribute)) + 1 if not face.is_joker else low if i < first else high
            for i, face in enumerate(faces)
        ]
