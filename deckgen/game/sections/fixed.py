"""Sections ``fixed``: a value that follows from the card itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Self

from deckgen.errors import nearest
from deckgen.game.context import DeckContext
from deckgen.game.sections.base import Dealt, Draw, Head, keys, listing, mapping, one_or_more, ref
from deckgen.game.sections.distribution import WordedSection
from deckgen.game.shares import Outcome
from deckgen.game.values import Scalar
from deckgen.records import record
from deckgen.sources import Spot

_ON = {
    "title": "cards",
    "description": "jokers, rest, a suit, a rank, a card's name, or a list of such.",
    "anyOf": one_or_more(ref("label")),
    "errorMessage": "write jokers, rest, a suit, a rank, a card's name, or a list of such",
}


@record
class FixedSection(WordedSection):
    """A value that follows from the card itself: ``values[impulse]``, nothing is dealt.

    ``outcomes`` are the different values with their whole numbers of cards, for counts and printed words.
    """

    values: tuple[Scalar, ...]

    about = "a value that follows from the card itself"
    schema = keys(
        "A value that follows from the card itself, such as a mark on the jokers.",
        ["values"],
        values=listing(
            "a list of values and the cards they are on",
            "Read from the top: a card has the value of the first entry that fits it, null if none does.",
            200,
            mapping(["on", "value"], on=_ON, value=ref("value"), print=ref("print")),
        ),
    )

    @classmethod
    def from_yaml(cls, head: Head, spot: Spot, deal: DeckContext) -> Self:
        """The section; a card that an entry names, but the deck lacks, is a fault."""
        entries = spot.at("values").items()
        choices = [_chosen(entry.at("on"), deal) for entry in entries]
        values: list[Scalar] = []
        for impulse in range(deal.size):
            both = zip(entries, choices, strict=True)
            values.append(next((entry.value["value"] for entry, chosen in both if impulse in chosen), None))
        printed = {
            (type(entry.value["value"]), entry.value["value"]): deal.words.beside(entry, "value")
            for entry in reversed(entries)
        }
        counts = Counter((type(value), value) for value in values)
        made = tuple(Outcome(key[1], Fraction(cards), printed.get(key)) for key, cards in counts.items())
        return cls(**head, values=tuple(values), outcomes=made)

    def draws(self, size: int) -> Sequence[Draw]:
        return ()

    def counted(self, size: int) -> Sequence[Draw]:
        return super().draws(size)

    def on_cards(self, dealt: Dealt) -> Sequence[Scalar]:
        return self.values


def _chosen(spot: Spot, deal: DeckContext) -> set[int]:
    """The impulses of the cards that an ``on`` names."""
    known = {"rest": set(range(deal.size))}
    for impulse, face in enumerate(deal.faces):
        for name in ("jokers",) if face.joker else (face.suit, face.rank):
            if name is not None:
                known.setdefault(name, set()).add(impulse)
        known.setdefault(face.name, set()).add(impulse)
    chosen: set[int] = set()
    for each in spot.value if isinstance(spot.value, list) else [spot.value]:
        if str(each) not in known:
            deal.blame(spot, f'no card of the deck is "{each}"', nearest(str(each), known))
        chosen |= known.get(str(each), set())
    return chosen
