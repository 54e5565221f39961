"""Replaying cases: cards of a dealt deck that show what an author's cards showed, and what comes of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deckgen.deck.cards import Card, Deck
from deckgen.deck.deal.generator import generate
from deckgen.deck.draws import CardReading, is_same_value
from deckgen.deck.situations import PlayedStep, play
from deckgen.game import read_game
from deckgen.game.cases import AGAINST, FAILED, READ, RESULT, VERDICT, Case, Shown, places, read_cases
from deckgen.game.examples import BUMPS, OVER, REMAINDER, overall_tone
from deckgen.game.model import (
    DeckSpec,
    Game,
    GridSection,
    RollsSection,
    TableSection,
    as_cell,
)
from deckgen.game.value_paths import value_at
from deckgen.game.values import Cell
from deckgen.records import record

_SEEDS = 100


@record
class Replay:
    """A case that was replayed: the deck with cards that show it, None without; ``differences`` as text, by fact."""

    case: Case
    deck: Deck | None = None
    played: tuple[PlayedStep, ...] = ()
    differences: tuple[tuple[str, str], ...] = ()

    @property
    def cards(self) -> list[Card]:
        """The cards in the order in which they are drawn."""
        return [reading.card for step in self.played for reading in step.readings if reading.is_drawn]


def decks(game: Game, spec: DeckSpec) -> Iterator[Deck]:
    """Yield the decks of the game's first set, then those of some fixed seeds."""
    for card_set in game.sets[:1]:
        for number in range(1, len(card_set.decks) + 1):
            yield generate(game, spec, card_set.seed, number, len(card_set.decks))
    for seed in range(1, _SEEDS + 1):
        yield generate(game, spec, str(seed))


def ruled(game: Game, case: Case) -> Game:
    """Return the game under the rulings of a case: itself, if it has these."""
    rulings = {ruling.name: ruling.choice.name for ruling in game.rulings}
    return (
        game if case.rulings.items() <= rulings.items() else read_game(game.folder, rulings={**rulings, **case.rulings})
    )


def replay(game: Game) -> list[Replay]:
    """Replay all cases that cards decide, in the game's order, each with the first deck that has its cards."""
    replays: dict[str, Replay] = {}
    games: dict[tuple[tuple[str, str], ...], tuple[Game, list[str]]] = {}
    for case in (case for case in read_cases(game) if case.situation):
        changed = ruled(game, case)
        games.setdefault(tuple(changed.changed_rulings.items()), (changed, []))[1].append(case.name)
    for changed, names in games.values():
        for spec in changed.decks:
            missing = {case.name: case for case in read_cases(changed) if case.name in names and case.deck == spec.name}
            for deck in decks(changed, spec) if missing else ():
                for case in list(missing.values()):
                    if (cards := find_cards(case, deck, spec)) is not None:
                        replays[case.name] = replay_with(missing.pop(case.name), deck, spec, cards)
                if not missing:
                    break
    return [replays.get(case.name, Replay(case)) for case in read_cases(game) if case.situation]


def replay_with(case: Case, deck: Deck, spec: DeckSpec, cards: Sequence[Card]) -> Replay:
    """Return a case played with these cards drawn first."""
    assert case.situation is not None
    played = play(case.situation, deck, spec, case.answers, cards)
    steps = {played_step.step.name: played_step for played_step in played}
    facts = {name: fact(steps, name) for name in case.facts}
    if VERDICT in facts:
        facts[VERDICT] = overall_tone(step.result.tone for step in played if step.result)
    differences = [
        (name, str(facts[name])) for name, value in case.facts.items() if not is_same_value(facts[name], value)
    ]
    unread = len(cards) - len(Replay(case, deck, played).cards)
    if unread > 0:
        differences.append(("cards", f"{unread} of {len(cards)} are not drawn"))
    return Replay(case, deck, played, tuple(differences))


def fact(steps: Mapping[str, PlayedStep], name: str) -> Any:
    """Return a fact about a step, NAME or NAME.PART; None if the step was passed over."""
    step_name, _, part = name.partition(".")
    played = steps.get(step_name)
    if played is None:
        return None
    value = played.read_value.value if played.read_value else played.worth
    parts = {
        "": value if isinstance(value, str | bool | None) else played.worth,
        RESULT: played.result and played.result.name,
        OVER: played.margin,
        BUMPS: played.bumps,
        REMAINDER: played.remainder,
        AGAINST: sum(worth for _, worth in played.against),
        READ: next((_place(reading) for reading in played.readings), None),
    }
    return parts[part] if part in parts else played.level.get(part)


def _place(reading: CardReading) -> str | None:
    """Return the label of the place that was read, of a pool that of its last cell; None if no figure was looked at."""
    return next((label for label, path in places(reading.section).items() if path in reading.key_paths[-1:]), None)


def find_cards(case: Case, deck: Deck, spec: DeckSpec) -> list[Card] | None:
    """Return different cards of the deck that show what the case's cards do, jokers last; None without."""
    cards = sorted(deck.cards, key=lambda card: card.face.is_joker)
    chosen: list[Card] = []
    for wants in case.cards:
        card = next((card for card in cards if all(shows(card, want, spec) for want in wants)), None)
        if card is None:
            return None
        cards.remove(card)
        chosen.append(card)
    return chosen


def shows(card: Card, want: Shown, spec: DeckSpec) -> bool:
    """Return whether a card shows it."""
    section, path = spec.section(want.section), places(spec.section(want.section))[want.place]
    value: Any = value_at(section, card.sections[want.section], path)
    if not isinstance(section, GridSection):
        is_number = isinstance(section, RollsSection | TableSection)
        return _shows_number([as_cell(value)], want.value) if is_number else is_same_value(value, want.value)
    row = int(path[1])
    cells = [value_at(section, card.sections[want.section], (path[0], index)) for index in range(row + 1)]
    pool = cells if section.reads == "first-n" else cells[row:]
    return _shows_number(pool, want.value, failed=2 * sum(map(section.counts_to_failure, pool)) > len(pool))


def _shows_number(pool: Sequence[Cell], value: Any, *, failed: bool = False) -> bool:
    """Return whether dice come to a number, or show what else a case may want of them."""
    if value == FAILED or failed or any(cell.critical_failure for cell in pool):
        return bool(value == FAILED and (failed or any(cell.critical_failure for cell in pool)))
    best, marks = max(cell.value for cell in pool), value if isinstance(value, dict) else {}
    if any(any(getattr(cell, mark) for cell in pool) is not marks.get(mark, False) for mark in ("again", "confirm")):
        return False
    if isinstance(value, list):
        return [cell.value for cell in pool] == value
    exact = marks.get("value") if marks else value
    least, most = (best if bound is None else bound for bound in (marks.get("least", exact), marks.get("most", exact)))
    return bool(least <= best <= most)
