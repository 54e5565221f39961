"""The deck and game data for the page's scripts, in the shapes of ``scripts/types.d.ts``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import is_dataclass, replace
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any

from deckgen.deck.audit.means import long_run_mean
from deckgen.deck.cards import Card, Deck
from deckgen.deck.cells import multiset
from deckgen.deck.deal.joint_odds import first_card_chances
from deckgen.deck.draws import CardReader, Pile, ReadValue, ResolvedRead
from deckgen.document.poker.deck import card_names
from deckgen.document.results import is_constant
from deckgen.draw.text import format_modifier
from deckgen.game.examples import SituationRead, SituationStep, Term, explicit_results
from deckgen.game.model import (
    AnySection,
    Cell,
    DeckSpec,
    DiceResult,
    DiceSection,
    DistributionSection,
    FixedSection,
    Game,
    GridSection,
    MarksSection,
    OrdinalSection,
    PictureSection,
    PlayingCard,
    ProseSection,
    RollsSection,
    StackSection,
    TableSection,
    TextSection,
    playable_situations,
    printed_word,
)
from deckgen.game.sections.dice import result_text
from deckgen.game.sections.distribution import WordedSection
from deckgen.game.values import to_json
from deckgen.odds import Roll, distribution, find_extremes
from deckgen.odds.joint import Part
from deckgen.odds.mechanics import dice_name

FORMAT = "deckgen-play/1"
_READING = SituationStep("reading", draws=True, read=SituationRead(""))


def play_model(game: Game, spec: DeckSpec, deck: Deck) -> dict[str, Any]:
    """Return deck, sections, playable situations, and chances of cells and rolls, in the game's language."""
    names = card_names(deck.cards, spec.playing_cards, game.language)
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
        "cards": [_card(*card_data) for card_data in zip(deck.cards, spec.playing_cards, names, strict=True)],
        "sections": [_section(s, spec, deck) for s in spec.sections if not isinstance(s, PictureSection)],
        "plays": [*_plays(game, spec)],
        "chances": _chances(spec, deck),
        "reading": _plain(replace(_READING, results=explicit_results((), (Term(),)))),
    }


def _card(card: Card, face: PlayingCard, names: Sequence[str]) -> dict[str, Any]:
    """Return a card; ``face`` has its name as the game prints it, ``names`` are the search keys."""
    named = face if face == card.face else card.face
    return {
        "impulse": card.impulse,
        "name": card.face.name,
        "word": named.printed_name,
        "rank": card.face.rank,
        "suit": card.face.suit,
        "joker": card.face.is_joker,
        "keys": list(names),
        "sections": to_json(dict(sorted(card.sections.items()))),
    }


def _plays(game: Game, spec: DeckSpec) -> Iterator[dict[str, Any]]:
    """Yield the situations that the deck can play, without next rolls that it cannot, and what a ruling excludes."""
    procedures, examples = (playable_situations(each, spec) for each in (game.procedures, game.examples))
    playable = {procedure.name for procedure in procedures}
    for situation in (*procedures, *examples):
        situation_parts = {name: _plain(getattr(situation, name)) for name in _PLAYED}
        for name in ("steps", "next", "notes"):
            situation_parts[name] = [part for part in situation_parts[name] if all(names for _, names in part["when"])]
        situation_parts["next"] = [part for part in situation_parts["next"] if part["roll"] in playable]
        yield {**situation_parts, "example": situation not in procedures}


_PLAYED = ("name", "title", "story", "asks", "steps", "place", "next", "notes", "turn", "turn_stays")


def _plain(value: Any) -> Any:
    """Return data classes as mappings and tuples as lists, also inside others: ``asdict`` takes four times as long."""
    if isinstance(value, tuple):
        return [_plain(inner_value) for inner_value in value]
    if is_dataclass(value):
        return {name: _plain(inner_value) for name, inner_value in vars(value).items()}
    return {name: _plain(inner_value) for name, inner_value in value.items()} if isinstance(value, Mapping) else value


# Sections


def _section(section: AnySection, spec: DeckSpec, deck: Deck) -> dict[str, Any]:
    """Return a section: the data to find and print a result, and the rows of its statistics."""
    return {
        "name": section.name,
        "kind": section.kind(),
        "title": section.title,
        "help": section.help,
        "constant": is_constant(section),
        "choices": [*_choices(section)],
        "counted": [row for row in _statistics_rows(section, spec, deck) if _varies(row, spec.jokers())],
        **_section_data(section, deck),
    }


def _choices(section: AnySection) -> Iterator[dict[str, Any]]:
    """Yield the results that can be read, in order: ``place`` (key path), ``word`` for players, dice, ``beyond``."""
    match section:
        case GridSection():
            yield from _pools(section)
        case RollsSection() | DiceSection():
            yield from _rolls(section)
        case StackSection():
            for up in range(section.standard, section.standard - section.height, -1):
                yield _choice(f"{up:+}" if up else "0", format_modifier(up))
        case MarksSection():
            for number in map(str, range(1, section.count + 1)):
                yield _choice(number, number)
        case TableSection():
            rows = zip(section.rows, section.printed_rows(), strict=True)
            for label, (row, printed) in product(section.columns, rows):
                yield _choice(f"{label}-{row}", f"{section.printed_label(label)}-{printed}")
        case _:
            yield _choice("", section.title)


def _rolls(section: RollsSection | DiceSection) -> Iterator[dict[str, Any]]:
    """Yield every roll by its label, and of dice each further part."""
    if isinstance(section, RollsSection):
        yield from (_choice(label, section.printed_label(label), dice_name(roll)) for label, roll in section.rolls)
        return
    for label, dice in section.rolls:
        for index, part in enumerate(dice.joint.parts):
            yield _choice(f"{label}.{part.name}" if index else label, _part_name(section, label, part))


def _part_name(section: DiceSection, label: str, part: Part) -> str:
    """Return the name of a part of a roll's result: of the first, unless it is a symbol, that of the roll."""
    name, is_main = section.printed_label(label), part == dict(section.rolls)[label].joint.parts[0]
    return name if is_main and part.kind != "symbol" else f"{name}: {section.printed_word(part.name)}"


def _pools(section: GridSection) -> Iterator[dict[str, Any]]:
    """Yield all pools that the game's rules cover, up to twice the rows; ``beyond``: below the last row."""
    for left, column in zip(range(len(section.columns) - 1, -1, -1), section.columns, strict=True):
        extra_rows = {"draw-again": section.rows, "shift-right": left}.get(section.beyond or "", 0)
        for row in range(1, section.rows + min(extra_rows, section.rows) + 1):
            dice = f"{row if row > 1 else ''}d{column.sides}"
            word = f"{section.printed_label(column.label)}-{row}"
            yield _choice(f"{column.label}-{row}", word, dice, beyond=row > section.rows)


def _choice(place: str, word: str, dice: str = "", *, beyond: bool = False) -> dict[str, Any]:
    return {"place": place, "word": word, "dice": dice, "beyond": beyond}


def _statistics_rows(section: AnySection, spec: DeckSpec, deck: Deck) -> Iterator[dict[str, Any]]:
    """Yield statistics: means of cells, of tables' first rows, of ordinals with over 16 results, else counts."""
    values: Sequence[Any] = [card.sections[section.name] for card in deck.cards]
    if isinstance(section, GridSection | RollsSection):
        yield from _means(section, spec, deck)
    elif isinstance(section, DiceSection):
        yield from _dice_rows(section, spec, deck)
    elif isinstance(section, TableSection):
        for label in section.columns:
            name = f"{section.printed_label(label)}, {section.printed_rows()[0]}"
            yield _row(name, [value[label][0] for value in values], ends=[1] * deck.size)
    elif isinstance(section, OrdinalSection) and len(set(values)) > _MAX_COUNTED_RESULTS:
        yield _row("", [value or 0 for value in values], ends=[1] * deck.size)
    elif not isinstance(section, ProseSection):
        yield from _counts(section, spec, values)


def _varies(row: Mapping[str, Any], jokers: Sequence[int]) -> bool:
    """Return whether jokers differ from each other in a row of statistics, or other cards do."""
    shown = [(pair, i in jokers) for i, pair in enumerate(zip(row["values"], row["ends"], strict=True))]
    return len({*shown}) > len({is_joker for _, is_joker in shown})


_MAX_COUNTED_RESULTS = 16  # numbers on cards; with more different ones, only their mean is counted


def _row(
    place: str, values: Sequence[int], audit: Sequence[Fraction] = (), *, dice: str = "", ends: Sequence[int] = ()
) -> dict[str, Any]:
    """Return a row, as ``Counted`` in types.d.ts, a mean with ``ends``; ``audit``: (dice, deck, long run) or ()."""
    requested, deck_mean, long_run = map(float, audit) if audit else (None, None, None)
    return {
        "place": place,
        "dice": dice,
        "mean": bool(ends),
        "values": values,
        "ends": ends or [1] * len(values),
        "asked": requested,
        "whole": deck_mean,
        "longRun": long_run,
    }


def _means(section: GridSection | RollsSection, spec: DeckSpec, deck: Deck) -> Iterator[dict[str, Any]]:
    """Yield a row per cell: values by card, and means of its dice, of a draw from the whole deck, of the long run."""
    choices = (choice for choice in _choices(section) if not choice["beyond"])
    for choice, cell, cards in zip(choices, section.cells(), deck.cells(section), strict=True):
        bonus = cell.roll.bonus
        deck_mean = multiset(cards).mean(spec.draw) + bonus
        long_run = long_run_mean(cards, spec.jokers(), spec.draw, spec.reshuffle) + bonus
        name, dice = choice["word"], choice["dice"]
        yield _row(
            name,
            [card.with_bonus(bonus).value for card in cards],
            (distribution(cell.roll).mean, deck_mean, long_run),
            dice="" if isinstance(section, RollsSection) and dice == name else dice,
            ends=[int(not card.again) for card in cards],
        )


def _counts(section: AnySection, spec: DeckSpec, values: Sequence[Any]) -> Iterator[dict[str, Any]]:
    """Yield a row per result; if the game requires a share: cards required, in this deck, and in the long run."""
    requested = {
        draw.label or json.dumps(share.result): share.cards
        for draw in section.audited_variables(spec.size)
        for share in draw.shares
        if share.name
    }
    for name, key, matches in _results(section, values):
        yield _count(name, matches, requested.get(key), spec)


def _count(name: str, matches: Sequence[bool], requested: Fraction | None, spec: DeckSpec) -> dict[str, Any]:
    """Return the row of a result that ``matches`` says which cards have, and on how many it is ``requested``."""
    plain, joker = (spec.size * chance for chance in first_card_chances(spec))
    cards, jokers = Fraction(sum(matches)), sum(matches[i] for i in spec.jokers())
    long_run = cards * plain + jokers * (joker - plain)
    return _row(name, [*map(int, matches)], () if requested is None else (requested, cards, long_run))


def _dice_rows(section: DiceSection, spec: DeckSpec, deck: Deck) -> Iterator[dict[str, Any]]:
    """Yield a row for each number that dice have, its mean, and for each word and mark, how many cards have it."""
    for label, roll in section.rolls:
        name = section.printed_label(label)
        values: list[Any] = [card.sections[section.name] for card in deck.cards]
        for index, part in enumerate(roll.joint.parts):
            chances, results = roll.joint.of_part(index), [value[label].outcome[index] for value in values]
            if not part.is_number:
                for result in (result for result in chances if result):
                    word = section.printed_word(part.name if result is True else str(result))
                    matches = [other == result for other in results]
                    yield _count(f"{name}: {word}", matches, chances[result] * spec.size, spec)
                continue
            mean = roll.joint.mean
            if index:
                is_open = roll.joint.rest and index == roll.joint.open_part
                mean = None if is_open else sum((int(v) * chance for v, chance in chances.items()), Fraction(0))
            cells = [Cell(result) for result in results]
            long_run = long_run_mean(cells, spec.jokers(), spec.draw, spec.reshuffle)
            means = () if mean is None else (mean, Fraction(sum(results), deck.size), long_run)
            yield _row(_part_name(section, label, part), results, means, ends=[1] * deck.size)


def _results(section: AnySection, values: Sequence[Any]) -> Iterator[tuple[str, str, Sequence[bool]]]:
    """Yield results as (word, key in audits, which cards have it); numbers from the lowest, words as listed."""
    if isinstance(section, StackSection):
        for hit_location in section.locations():
            matches = [value.standard_place == hit_location.name for value in values]
            yield section.printed_word(hit_location.name), json.dumps(hit_location.name), matches
    elif isinstance(section, MarksSection):
        for number in range(1, section.count + 1):
            yield str(number), str(number), [number in value for value in values]
    else:
        outcomes = section.outcomes if isinstance(section, WordedSection) else ()
        results = [outcome.value for outcome in outcomes] or [*set(values)]
        if all(type(result) is int for result in results) or not outcomes:
            results.sort(key=lambda result: result or 0)
        for result in results:
            key = json.dumps(result)  # JSON, so that True differs from 1
            matches = [json.dumps(value) == key for value in values]
            yield printed_word(outcomes, result) or key.replace("null", "–"), key, matches


def _section_data(section: AnySection, deck: Deck) -> dict[str, Any]:
    """Return what only this kind of section has."""
    match section:
        case GridSection():
            return {
                "columns": [{**_labeled(section, column.label), "sides": column.sides} for column in section.columns],
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
                    {**_labeled(section, label), "dice": dice_name(roll), "bonus": roll.bonus}
                    | {"extremes": _extremes(roll, deck.size)}
                    for label, roll in section.rolls
                ]
            }
        case DiceSection():
            return {"rolls": [*_dice(section, deck)], "words": dict(section.printed)}
        case StackSection():
            return {
                "height": section.height,
                "standard": section.standard,
                "places": [
                    {"name": place.name, "word": section.printed_word(place.name)} for place in section.locations()
                ],
            }
        case MarksSection():
            return {"count": section.count}
        case TableSection():
            both = zip(section.rows, section.printed_rows(), strict=True)
            return {
                "columns": [_labeled(section, label) for label in section.columns],
                "rows": [{"label": label, "word": printed} for label, printed in both],
            }
        case OrdinalSection():
            return {"source": section.source}
        case DistributionSection() | FixedSection() | TextSection():
            outcomes = section.outcomes
            return {
                "outcomes": [
                    {"value": outcome.value, "word": printed_word(outcomes, outcome.value)} for outcome in outcomes
                ]
            }


def _dice(section: DiceSection, deck: Deck) -> Iterator[dict[str, Any]]:
    """Yield the rolls of a section, each with the parts of its results, and the text of the result on every card."""
    for label, roll in section.rolls:
        results: list[DiceResult] = [card.sections[section.name][label] for card in deck.cards]  # type: ignore[index, call-overload, misc]
        texts = [result_text(result.parts, result.outcome, section.printed_word) for result in results]
        yield _labeled(section, label) | {"parts": [_plain(part) for part in roll.joint.parts], "texts": texts}


def _labeled(section: AnySection, label: str) -> dict[str, Any]:
    return {"label": label, "word": section.printed_label(label)}


def _extremes(roll: Roll, size: int) -> dict[str, Any] | None:
    """Return a roll's extremes in a deck of ``size`` cards, for the page; None if it has none."""
    extremes = find_extremes(roll, size) if roll.extremes else None
    if extremes is None:
        return None
    totals = {"lowest": extremes.lowest, "highest": extremes.highest, "marked": [*extremes.marked_numbers]}
    return {**totals, "low": extremes.low, "high": extremes.high, "showing": extremes.confirming_cards}


# Chances


def _chances(spec: DeckSpec, deck: Deck) -> dict[str, dict[str, list[list[Any]]]]:
    """Return what a draw from the whole deck may read, by section and place, as ``Chances`` in types.d.ts."""
    reader = CardReader(Pile(deck, spec, ()))
    return {
        section.name: {
            choice["place"]: _weights(reader, _read(section, choice["place"]))
            for choice in _choices(section)
            if not choice["beyond"]
        }
        for section in spec.sections
        if not isinstance(section, DiceSection)
    }


def _read(section: AnySection, place: str) -> ResolvedRead:
    """Return how to read one of the places of ``_choices``."""
    column, _, row = place.rpartition("-")
    up = 0
    match section:
        case GridSection() | TableSection():
            read = SituationRead(section.name, column, row)
        case MarksSection():
            read = SituationRead(section.name, figures=(int(place),))
        case _:
            read = SituationRead(section.name, place)
            up = int(place) if isinstance(section, StackSection) else 0
    return ResolvedRead(read, up, 0, 0, None)


def _weights(reader: CardReader, read: ResolvedRead) -> list[list[Any]]:
    """Return values, their weights (numbers of cards, or chances where cards are drawn on), and what each shows, if any."""
    chances: dict[ReadValue, Fraction] = {}
    for value, chance in reader.chances(read) or ():
        chances[value] = chances.get(value, Fraction(0)) + chance
    size = lcm(*(chance.denominator for chance in chances.values()))
    exact = size <= reader.deck.size
    weights = {
        value: weight
        for value, chance in chances.items()
        if (weight := int(chance * size) if exact else round(float(chance), _DIGITS))
    }
    shown = [value.shown for value in weights]
    return [[value.value for value in weights], [*weights.values()], *([shown] if any(shown) else [])]


_DIGITS = 12
"""Decimal places of chances."""
