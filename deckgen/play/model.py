"""What the page's scripts know of a deck and its game: data, of the shapes in ``scripts/types.d.ts``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from deckgen.deck.audit.means import long_run_mean
from deckgen.deck.cards import Card, Deck
from deckgen.deck.chances import deck_tails
from deckgen.deck.deal.joint_odds import first_card_chances
from deckgen.deck.solve.cells import multiset
from deckgen.document.poker.deck import card_names
from deckgen.document.results import constant
from deckgen.game.examples import Situation
from deckgen.game.model import (
    AnySection,
    CellSpec,
    DeckSpec,
    DistributionSection,
    Face,
    FixedSection,
    Game,
    GridSection,
    MarksSection,
    OrdinalSection,
    RollsSection,
    StackSection,
    TableSection,
    TextSection,
    fitting,
    word,
)
from deckgen.game.values import to_json
from deckgen.odds import Roll, distribution, extremes
from deckgen.odds.mechanics import dice_name

FORMAT = "deckgen-play/1"

Row = tuple[str, Fraction, Fraction, Fraction]


def play_model(game: Game, spec: DeckSpec, deck: Deck) -> dict[str, Any]:
    """A deck, its sections, the procedures and examples that it can play, the chances of its cells and rolls, and what is to be expected of draws.

    Printed words are in the game's language.
    """
    names = card_names(deck.cards, spec.faces, game.language)
    return {
        "format": FORMAT,
        "id": deck.id,
        "title": f"{game.title}: {spec.title}",
        "game": game.id,
        "deck": spec.name,
        "language": game.language.code,
        "decimal": game.language.decimal,
        "percent": game.language.percent_sign,
        "failure": game.words.get("critical_failure", "CF"),
        "draw": spec.draw,
        "reshuffle": spec.reshuffle,
        "cards": [_card(*each) for each in zip(deck.cards, spec.faces, names, strict=True)],
        "sections": [_section(section, spec.size) for section in spec.sections],
        "plays": [*_plays(game, spec)],
        "expected": _expected(spec, deck),
        "chances": _chances(spec, deck),
    }


def _card(card: Card, face: Face, names: Sequence[str]) -> dict[str, Any]:
    """A card; ``face`` has its name as the game prints it, ``names`` are what it is found by."""
    named = face if face == card.face else card.face
    return {
        "impulse": card.impulse,
        "name": card.face.name,
        "word": named.word,
        "rank": card.face.rank,
        "suit": card.face.suit,
        "joker": card.face.joker,
        "keys": list(names),
        "sections": to_json(card.sections),
    }


def _plays(game: Game, spec: DeckSpec) -> Iterator[dict[str, Any]]:
    """The procedures of the game that fit the deck, then its examples."""
    for example, situations in ((False, game.procedures), (True, game.examples)):
        for each in fitting(situations, spec):
            yield _play(each, example=example)


def _play(situation: Situation, *, example: bool) -> dict[str, Any]:
    return {
        "name": situation.name,
        "title": situation.title,
        "story": situation.story,
        "example": example,
        "asks": [_plain(ask) for ask in situation.asks],
        "steps": [_plain(step) for step in situation.steps],
    }


def _plain(value: Any) -> Any:
    """Data classes as mappings, as ``asdict`` makes them at four times the cost."""
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if is_dataclass(value):
        return {name: _plain(each) for name, each in vars(value).items()}
    return dict(value) if isinstance(value, Mapping) else value


# Sections


def _section(section: AnySection, size: int) -> dict[str, Any]:
    """A section: what a reader must know to find a place on a card and say its name."""
    return {
        "name": section.name,
        "kind": section.kind(),
        "title": section.title,
        "help": section.help,
        "constant": constant(section),
        **_own(section, size),
    }


def _own(section: AnySection, size: int) -> dict[str, Any]:
    match section:
        case GridSection():
            return {
                "columns": [
                    {**_labelled(section, column.label), "sides": column.sides} for column in section.columns
                ],
                "rows": section.rows,
                "reads": section.reads,
                "pooled": section.reads == "first-n" or section.keep == "highest",
                "failing": section.reads == "first-n" and section.critical_failure,
                "beyond": section.beyond,
                "bonus": section.bonus,
            }
        case RollsSection():
            return {
                "rolls": [
                    {**_labelled(section, label), "dice": dice_name(roll), "bonus": roll.bonus}
                    | {"extremes": _extremes(roll, size)}
                    for label, roll in section.rolls
                ]
            }
        case StackSection():
            return {
                "height": section.height,
                "standard": section.standard,
                "places": [
                    {
                        "name": place.name,
                        "word": section.word(place.name),
                        "attributes": list(place.attributes),
                    }
                    for place in section.places()
                ],
            }
        case MarksSection():
            return {"count": section.count}
        case TableSection():
            both = zip(section.rows, section.row_words(), strict=True)
            return {
                "columns": [_labelled(section, label) for label in section.columns],
                "rows": [{"label": label, "word": printed} for label, printed in both],
            }
        case OrdinalSection():
            return {"source": section.source}
        case DistributionSection() | FixedSection() | TextSection():
            outcomes = section.outcomes
            return {
                "outcomes": [
                    {"value": outcome.value, "word": word(outcomes, outcome.value)} for outcome in outcomes
                ]
            }


def _labelled(section: AnySection, label: str) -> dict[str, Any]:
    return {"label": label, "word": section.label(label)}


def _extremes(roll: Roll, size: int) -> dict[str, Any] | None:
    found = extremes(roll, size) if roll.extremes else None
    if found is None:
        return None
    return {
        "lowest": found.lowest,
        "highest": found.highest,
        "marked": list(found.marked),
        "low": found.low,
        "high": found.high,
        "showing": found.showing,
    }


# Chances, and what is to be expected


def _chances(spec: DeckSpec, deck: Deck) -> dict[str, dict[str, dict[str, Any]]]:
    """By section of cells or rolls and by place: P(total = t) for t = 0, 1, .. without bonuses, and P(critical failure)."""
    return {
        section.name: dict(_places(section, spec, deck))
        for section in spec.sections
        if isinstance(section, GridSection | RollsSection)
    }


def _places(section: GridSection | RollsSection, spec: DeckSpec, deck: Deck) -> Iterator[tuple[str, Any]]:
    for cell, tails in zip(section.tried(), deck_tails(deck, section, spec.draw), strict=True):
        totals = [least - more for least, more in pairwise((*tails, Fraction(0)))]
        failing = Fraction(0)
        if isinstance(section, GridSection):
            failing = Fraction(sum(_failures(section, deck, cell)), deck.size)
            totals[1] -= failing  # a critical failure counts as 1
        numbers = [round(float(chance), 15) for chance in totals]
        yield _place(section, cell), {"failing": float(failing), "totals": numbers}


def _failures(section: GridSection, deck: Deck, cell: CellSpec) -> Iterator[bool]:
    """Whether a cell, or a pool of the first cells of a column, is a critical failure, by card."""
    for cells in deck.columns(section)[cell.column]:
        if section.reads == "first-n":
            yield 2 * sum(map(section.towards_failure, cells[: cell.row])) > cell.row
        else:
            yield cells[cell.row - 1].critical_failure


def _place(section: GridSection | RollsSection, cell: CellSpec) -> str:
    return f"{cell.column}-{cell.row}" if isinstance(section, GridSection) else cell.column


def _expected(spec: DeckSpec, deck: Deck) -> dict[str, dict[str, list[str]]]:
    """By section and row: what the game asks for, what this deck has, and what comes up in the long run.

    A row of a grid or of rolls is a place (``8-3``, ``3d6``), and its numbers are means: of the dice, of a draw from
    the whole deck, and of draw after draw as the game shuffles. Every other row is what a card may say there, as
    JSON, and its numbers are cards in the deck; those of the long run are its chance times the deck's size.
    """
    return {
        section.name: {key: [*map(str, numbers)] for key, *numbers in _rows(section, spec, deck)}
        for section in spec.sections
    }


def _rows(section: AnySection, spec: DeckSpec, deck: Deck) -> Iterator[Row]:
    if isinstance(section, GridSection | RollsSection):
        yield from _means(section, spec, deck)
    elif not isinstance(section, TableSection):
        yield from _counts(section, spec, deck)


def _means(section: GridSection | RollsSection, spec: DeckSpec, deck: Deck) -> Iterator[Row]:
    for cell, cards in zip(section.cells(), deck.cells(section), strict=True):
        bonus = cell.roll.bonus
        whole = multiset(cards).mean(spec.draw) + bonus
        long_run = long_run_mean(cards, spec.jokers(), spec.draw, spec.reshuffle) + bonus
        yield _place(section, cell), distribution(cell.roll).mean, whole, long_run


def _counts(section: AnySection, spec: DeckSpec, deck: Deck) -> Iterator[Row]:
    plain, joker = (spec.size * chance for chance in first_card_chances(spec))
    results = zip(*(section.drawn(card.sections[section.name]) for card in deck.cards), strict=True)
    for draw, drawn in zip(section.counted(spec.size), results, strict=False):  # ordinals are not counted
        for share in draw.shares:
            if not share.name:
                continue
            same = [type(each) is type(share.result) and each == share.result for each in drawn]
            jokers = sum(same[i] for i in spec.jokers())
            cards = Fraction(sum(same))
            key = json.dumps(share.result, ensure_ascii=False) if draw.label is None else draw.label
            yield key, share.cards, cards, cards * plain + jokers * (joker - plain)
