"""Sections of a card: from YAML that fits the schema to the model, for a deck of known faces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from deckgen.errors import Faults, nearest
from deckgen.game.context import DeckContext, SectionHead
from deckgen.game.model import (
    AnySection,
    DistributionSection,
    Face,
    FixedSection,
    MarksSection,
    OrdinalSection,
    Outcome,
    Place,
    Scalar,
    StackSection,
    TableSection,
    TextSection,
)
from deckgen.game.rolled import grid, rolls
from deckgen.game.shares import adds_up, number, outcomes, share, shares
from deckgen.sources import Spot


def build(name: str, spot: Spot, deal: DeckContext, faults: Faults) -> AnySection | None:
    """The section ``name`` on the cards of a deck; None, with faults added, if it does not fit."""
    help_ = deal.words.of(spot.at("help")) if "help" in spot.value else ""
    about = SectionHead(name, deal.words.of(spot.at("title")), help_)
    return _BUILDERS[spot.value["kind"]](about, spot, deal, faults)


def _distribution(
    about: SectionHead, spot: Spot, deal: DeckContext, faults: Faults
) -> DistributionSection | None:
    made = outcomes(spot.at("outcomes"), deal.size, faults, deal.words)
    return None if made is None else DistributionSection(**vars(about), outcomes=made)


def _fixed(about: SectionHead, spot: Spot, deal: DeckContext, faults: Faults) -> FixedSection | None:
    entries = spot.at("values").items()
    choices = [_chosen(entry.at("on"), deal.faces, faults) for entry in entries]
    values: list[Scalar] = []
    for impulse in range(deal.size):
        fitting = (
            entry.value["value"] for entry, chosen in zip(entries, choices, strict=True) if impulse in chosen
        )
        values.append(next(fitting, None))
    printed = {
        (type(entry.value["value"]), entry.value["value"]): deal.words.beside(entry, "value")
        for entry in reversed(entries)
    }
    counts: dict[tuple[type, Scalar], int] = {}
    for value in values:
        counts[type(value), value] = counts.get((type(value), value), 0) + 1
    made = tuple(Outcome(key[1], Fraction(cards), printed.get(key)) for key, cards in counts.items())
    return FixedSection(**vars(about), values=tuple(values), outcomes=made)


def _chosen(spot: Spot, faces: tuple[Face, ...], faults: Faults) -> set[int]:
    """The impulses of the cards that an ``on`` names."""
    known = {"rest": set(range(len(faces)))}
    for impulse, face in enumerate(faces):
        for name in ("jokers",) if face.joker else (face.suit, face.rank):
            if name is not None:
                known.setdefault(name, set()).add(impulse)
        known.setdefault(face.name, set()).add(impulse)
    chosen: set[int] = set()
    for each in spot.value if isinstance(spot.value, list) else [spot.value]:
        if str(each) not in known:
            spot.blame(faults, f'no card of the deck is "{each}"', nearest(str(each), known))
        chosen |= known.get(str(each), set())
    return chosen


def _stack(about: SectionHead, spot: Spot, deal: DeckContext, faults: Faults) -> StackSection | None:
    height, from_bottom = spot.value["height"], spot.value["standard_from_bottom"]
    if from_bottom > height:
        what = f"the standard place is number {from_bottom} from the bottom, but a card shows {height}"
        spot.at("standard_from_bottom").blame(faults, what, f"write a number from 1 to {height}")
    levels = [
        level.items() if isinstance(level.value, list) else [level] for level in spot.at("levels").items()
    ]
    places = [place for level in levels for place in level]
    names = [place.value["place"] for place in places]
    for place, name in zip(places, names, strict=True):
        if names.count(name) > 1 and place is not places[names.index(name)]:
            place.blame(faults, f'the place "{name}" stands twice', "give every place a name of its own")
    parts = shares(places, [1] * len(places), deal.size, faults)
    if parts is None or not adds_up(spot.at("levels"), sum(parts, Fraction(0)), deal.size, faults):
        return None
    left = iter(parts)
    return StackSection(
        **vars(about),
        levels=tuple(
            tuple(
                Place(
                    p.value["place"],
                    next(left),
                    tuple(p.get("attributes", ())),
                    deal.words.beside(p, "place"),
                )
                for p in level
            )
            for level in levels
        ),
        height=height,
        standard=height - from_bottom,
    )


def _part(spot: Spot, size: int, faults: Faults) -> Fraction | None:
    """The share of one thing that may be on some cards: with ``cards`` or ``odds``, at most all cards."""
    if ("cards" in spot.value) == ("odds" in spot.value) or spot.get("cards") == "rest":
        spot.blame(
            faults,
            "it is not said on how many cards this is",
            "give one of cards: a number, and odds: a chance",
        )
        return None
    part = share(spot, size)
    if part > size:
        spot.blame(faults, f"this is on {number(part)} of {size} cards", "write a smaller number")
        return None
    return part


def _marks(about: SectionHead, spot: Spot, deal: DeckContext, faults: Faults) -> MarksSection | None:
    part = _part(spot, deal.size, faults)
    return None if part is None else MarksSection(**vars(about), count=spot.value["count"], cards=part)


def _ordinal(about: SectionHead, spot: Spot, deal: DeckContext, faults: Faults) -> OrdinalSection | None:
    source = spot.value["source"]
    if source == "suit" and not any(face.suit for face in deal.faces):
        spot.at("source").blame(
            faults, "the deck has no suits", "choose impulse or rank, or give the deck suits"
        )
        return None
    return OrdinalSection(**vars(about), source=source)


def _table(about: SectionHead, spot: Spot, deal: DeckContext, faults: Faults) -> TableSection | None:
    rows = tuple(str(row) for row in spot.value["rows"])
    columns = spot.at("columns").items()
    for column in columns:
        if len(column.value) != len(rows):
            what = f"there are {len(column.value)} numbers for {len(rows)} rows"
            column.blame(faults, what, "write one number for each row")
    variation: tuple[Outcome, ...] | None = (Outcome(0, Fraction(deal.size)),)
    if "variation" in spot.value:
        variation = _variation(spot.at("variation"), deal.size, faults)
    if variation is None:
        return None
    return TableSection(
        **vars(about),
        columns=tuple(str(column.path[-1]) for column in columns),
        rows=rows,
        base=tuple(tuple(column.value) for column in columns),
        variation=variation,
        printed=_row_words(spot.at("rows"), deal),
    )


def _row_words(spot: Spot, deal: DeckContext) -> tuple[str, ...] | None:
    """What is printed for the rows, None if that is their labels; numbers are the same in every language."""
    others = [deal.words.other(row) if isinstance(row.value, str) else None for row in spot.items()]
    if not any(others):
        return None
    return tuple(str(row) if word is None else word for row, word in zip(spot.value, others, strict=True))


def _variation(spot: Spot, size: int, faults: Faults) -> tuple[Outcome, ...] | None:
    """Whole numbers whose mean is zero, so that the base numbers stay the means."""
    made = outcomes(spot, size, faults)
    if made is None:
        return None
    numbers = [(outcome.value, outcome.cards) for outcome in made]
    total = Fraction(0)
    for value, cards in numbers:
        if not isinstance(value, int) or isinstance(value, bool):
            spot.blame(
                faults, f"the variation {value!r} is no whole number", "write numbers such as -1, 0 and 1"
            )
            return None
        total += value * cards
    if total:
        what = f"the variation is {number(total / size)} on average, not 0"
        spot.blame(faults, what, "give opposite numbers equal shares")
        return None
    return made


def _text(about: SectionHead, spot: Spot, deal: DeckContext, faults: Faults) -> TextSection | None:
    entries = spot.at("texts").items()
    parts = [_part(entry, deal.size, faults) for entry in entries]
    texts = [entry.value["text"] for entry in entries]
    for entry, text in zip(entries, texts, strict=True):
        if texts.count(text) > 1 and entry is not entries[texts.index(text)]:
            entry.blame(faults, f'the text "{text}" stands twice', "keep one, with the cards of both")
    whole = [part for part in parts if part is not None]
    if len(whole) < len(parts):
        return None
    rest = deal.size - sum(whole, Fraction(0))
    if rest < 0:
        what = f"the texts are on {number(deal.size - rest)} cards, but the deck has {deal.size}"
        spot.at("texts").blame(faults, what, "give them fewer cards")
        return None
    said = [deal.words.beside(entry, "text") for entry in entries]
    made = [Outcome(text, part, word) for text, part, word in zip(texts, whole, said, strict=True)]
    return TextSection(**vars(about), outcomes=(*made, Outcome(None, rest)) if rest else tuple(made))


_BUILDERS: Mapping[str, Callable[[SectionHead, Spot, DeckContext, Faults], AnySection | None]] = {
    "grid": grid,
    "rolls": rolls,
    "distribution": _distribution,
    "fixed": _fixed,
    "stack": _stack,
    "marks": _marks,
    "ordinal": _ordinal,
    "table": _table,
    "text": _text,
}
