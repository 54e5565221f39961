"""Sections ``fixed`` and ``ordinal``: a value or a number that follows from the card itself; nothing is dealt."""

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
    """A value that follows from the card itself: ``values[impulse]``, nothing is dealt.

    ``outcomes`` are the different values with their whole numbers of cards, for counts and printed words.
    """

    values: tuple[Scalar, ...]

    @classmethod
    def from_yaml(cls, head: Head, spot: YamlValue, deal: DeckContext) -> Self:
        entries = spot.items("values")
        choices = [_impulses_of(entry.at("on"), deal) for entry in entries]
        values: list[Scalar] = []
        for impulse in range(deal.size):
            both = zip(entries, choices, strict=True)
            values.append(next((entry.value["value"] for entry, chosen in both if impulse in chosen), None))
        printed = {
            (type(entry.value["value"]), entry.value["value"]): deal.words.print_text(entry, "value")
            for entry in reversed(entries)
        }
        counts = Counter((type(value), value) for value in values)
        made = tuple(Outcome(key[1], Fraction(cards), printed.get(key)) for key, cards in counts.items())
        return cls(**head, values=tuple(values), outcomes=made)

    def dealt_variables(self, size: int) -> Sequence[DealtVariable]:
        return ()

    def audited_variables(self, size: int) -> Sequence[DealtVariable]:
        return super().dealt_variables(size)

    def card_values(self, dealt: DealtResults) -> Sequence[Scalar]:
        return self.values


def _impulses_of(spot: YamlValue, deal: DeckContext) -> set[int]:
    """The impulses of the cards that an ``on`` names."""
    known = {"rest": set(range(deal.size))}
    for impulse, face in enumerate(deal.playing_cards):
        for name in (*(("jokers",) if face.is_joker else (face.suit, face.rank)), face.name):
            if name is not None:
                known.setdefault(name, set()).add(impulse)
    names = [str(each) for each in (spot.value if isinstance(spot.value, list) else [spot.value])]
    for name in names:
        if name not in known:
            deal.report(spot, f'no card of the deck is "{name}"', suggest(name, known))
    return set().union(*(known.get(name, ()) for name in names))


@record
class OrdinalSection(Section):
    """A number that follows from the card's place in the deck: its impulse, suit or rank.

    Suits count from 1 in the deck's order, ranks from 1; a low joker's rank is 0, a high joker's one
    more than the highest rank; jokers have no suit (null), unless ``jokers`` numbers the low and the high ones.
    """

    source: Literal["impulse", "suit", "rank"]
    jokers: tuple[int, int] | None = None

    @classmethod
    def from_yaml(cls, head: Head, spot: YamlValue, deal: DeckContext) -> Self | None:
        source = spot.value["source"]
        if source == "suit" and not any(face.suit for face in deal.playing_cards):
            remedy = "choose impulse or rank, or give the deck suits"
            deal.report(spot.at("source"), "the deck has no suits", remedy)
            return None
        if "jokers" in spot.value and source != "suit":
            what = f"by its {source} a joker has a number already"
            deal.report(spot.at("jokers"), what, "write source: suit, or delete jokers")
            return None
        return cls(
            **head, source=source, jokers=tuple(spot.value["jokers"]) if "jokers" in spot.value else None
        )

    def possible_marks(self, faces: Sequence[PlayingCard]) -> Sequence[str]:
        jokers = any(face.is_joker for face in faces)
        return [VALUE] + [NONE] * (self.source == "suit" and self.jokers is None and jokers)

    def parse_value(self, data: Any) -> int | None:
        if data is None or type(data) is int:
            return data
        raise self.value_error()

    def card_values(self, dealt: DealtResults) -> Sequence[int | None]:
        faces = dealt.playing_cards
        if self.source == "impulse":
            return list(range(len(faces)))
        of = "suit" if self.source == "suit" else "rank"
        known = list(dict.fromkeys(getattr(face, of) for face in faces if not face.is_joker))
        low, high = self.jokers or ((None, None) if of == "suit" else (0, len(known) + 1))
        first = next((i for i, face in enumerate(faces) if not face.is_joker), 0)
        return [
            known.index(getattr(face, of)) + 1 if not face.is_joker else low if i < first else high
            for i, face in enumerate(faces)
        ]
