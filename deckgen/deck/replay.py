"""Replaying cases: cards of a dealt deck that show what an author's cards showed, and what comes of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from deckgen.deck.cards import Card, Deck
from deckgen.deck.deal.generator import generate
from deckgen.deck.draws import is_same_value
from deckgen.deck.situations import PlayedStep, play
from deckgen.game import read_game
from deckgen.game.cases import AGAINST, FAILED, READ, RESULT, VERDICT, CardResult, Case, places, read_cases
from deckgen.game.examples import overall_tone
from deckgen.game.model import DeckSpec, DiceResult, Game, GridSection, RollsSection, TableSection, as_cell
from deckgen.game.value_paths import value_at
from deckgen.game.values import Cell
from deckgen.records import record

_SEEDS = 250
_deal = lru_cache(maxsize=_SEEDS)(generate)


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
            yield _deal(game, spec, card_set.seed, number, len(card_set.decks))
    for seed in range(1, _SEEDS + 1):
        yield _deal(game, spec, str(seed))


def ruled(game: Game, case: Case) -> Game:
    """Return the game under the rulings of a case: itself, if it has these."""
    rulings = {ruling.name: ruling.choice.name for ruling in game.rulings}
    fits = case.rulings.items() <= rulings.items()
    return game if fits else _ruled(game, tuple({**rulings, **case.rulings}.items()))


@lru_cache(maxsize=16)
def _ruled(game: Game, rulings: tuple[tuple[str, str], ...]) -> Game:
    return read_game(game.folder, rulings=dict(rulings))


def replay(game: Game) -> list[Replay]:
    """Replay all cases that cards decide, in the game's order, each with the first deck that has its cards."""
    return [_replay(ruled(game, case), case.name) for case in read_cases(game) if case.situation]


def _replay(game: Game, name: str) -> Replay:
    case = next(case for case in read_cases(game) if case.name == name)
    spec = game.deck(case.deck)
    hands = ((deck, find_cards(case, deck, spec)) for deck in decks(game, spec))
    return next((replay_with(case, deck, spec, cards) for deck, cards in hands if cards is not None), Replay(case))


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
    if part == RESULT:
        return played.result and played.result.name
    if part == AGAINST:
        return sum(worth for _, worth in played.against)
    if part == READ:  # of a pool its last cell; None if no figure was looked at
        reading = next(iter(played.readings), None)
        labels = places(reading.section).items() if reading else ()
        return next((label for label, path in labels if reading and path in reading.key_paths[-1:]), None)
    value = played.read_value.value if played.read_value and not part else 0
    return value if isinstance(value, str | bool | None) else played.part(part)


def find_cards(case: Case, deck: Deck, spec: DeckSpec) -> list[Card] | None:
    """Return different cards of the deck that show the results of the case's cards, jokers last; None without."""
    cards = sorted(deck.cards, key=lambda card: card.face.is_joker)
    hand: list[Card] = []
    for results in case.cards:
        card = next((card for card in cards if all(shows(card, result, spec) for result in results)), None)
        if card is None:
            return None
        cards.remove(card)
        hand.append(card)
    return hand


def shows(card: Card, result: CardResult, spec: DeckSpec) -> bool:
    """Return whether a card shows a result."""
    section = spec.section(result.section)
    paths = [places(section)[result.place]]
    if isinstance(section, GridSection) and section.reads == "first-n":
        ((column, last),) = paths
        paths = [(column, row) for row in range(int(last) + 1)]
    values = [value_at(section, card.sections[result.section], path) for path in paths]
    if not isinstance(section, GridSection | RollsSection | TableSection):
        value = values[0].part() if isinstance(values[0], DiceResult) else values[0]
        return is_same_value(value, result.value)
    pool = list(map(as_cell, values))
    failures = sum(map(section.counts_to_failure, pool)) if isinstance(section, GridSection) else 0
    failed = 2 * failures > len(pool) or any(cell.critical_failure for cell in pool)
    return failed if result.value == FAILED else not failed and _shows_number(pool, result.value)


def _shows_number(pool: Sequence[Cell], value: Any) -> bool:
    """Return whether dice come to a number, or to the bounds and marks of a case."""
    best, marks = max(cell.value for cell in pool), value if isinstance(value, dict) else {}
    if any(any(getattr(cell, mark) for cell in pool) is not marks.get(mark, False) for mark in ("again", "confirm")):
        return False
    if isinstance(value, list):
        return [cell.value for cell in pool] == value
    exact = marks.get("value") if marks else value
    least, most = (best if bound is None else bound for bound in (marks.get("least", exact), marks.get("most", exact)))
    return bool(least <= best <= most)
