"""What decks of many seeds have of the rules of dealing: totals, open cards, different cells, chances, odds.

Run it with ``python benchmarks/dealing_rules.py [GAME...]``. Tail errors are in cards. A set of decks is shuffled
together for them.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from statistics import fmean

from deckgen.deck.cards import Deck
from deckgen.deck.cells import Multiset, multiset
from deckgen.deck.deal.generator import _deal_plan, _Dealer, generate
from deckgen.deck.solve.plan import Plan, mixtures
from deckgen.deck.solve.store import open_store
from deckgen.deck.solve.tails import tail_error
from deckgen.game import read_game, shipped_games
from deckgen.game.model import Cell, CellSpec, DeckSpec, DrawModel, GridSection

SEEDS = [str(seed) for seed in range(30)]
SET = 8
_RARE = 6
"""A mark is rare that is on no more cards than these."""


loaded = cache(read_game)


@cache
def dealer(game: str, seed: str, number: int = 1, of: int = 1) -> _Dealer:
    """What decides on the numbers of a deck, before they are dealt to its cards."""
    spec = loaded(game).deck()
    return _Dealer(spec, seed, number, of, _deal_plan(loaded(game), spec, None))


def plans(game: str) -> list[Plan]:
    """Every rolled cell of a game's first deck, as it was planned."""
    return [plan for column in dealer(game, "").columns for plan in column]


@cache
def decided(game: str, seed: str, number: int = 1, of: int = 1) -> Mapping[CellSpec, Multiset]:
    """What every rolled cell of a deck shows."""
    found = {}
    for section in loaded(game).deck().sections:
        cells = [plan.cell for plan in plans(game) if plan.cell.section == section.name]
        if cells:
            piles = [pile for group in dealer(game, seed, number, of).blocks(section) for pile in group.rows]
            found.update({cell: multiset(pile.items) for cell, pile in zip(cells, piles, strict=False)})
    return found


def least_gain(upper: Sequence[Cell], lower: Sequence[Cell], draw: DrawModel) -> list[int]:
    """For every card: the least that its total in the lower row is above that in the upper one, over all chains.

    A chain is any sequence of other cards, each once, that ends where both rows have met a plain card; with
    replacement, of any cards. Cards open in both rows cost what they lose, so the worst chain takes all of
    these that lose, and then the worst card that ends one row or both.
    """
    cards = list(zip(upper, lower, strict=True))
    again = draw == "with-replacement"

    def rest(end: int, used: Collection[int]) -> int:
        """What follows a card that is open in one row only, at worst."""
        others = [pair for i, pair in enumerate(cards) if again or i not in used]
        match cards[end][0].again, cards[end][1].again:
            case False, True:
                return min((own.value for _, own in others if not own.again), default=0)
            case True, False:
                plain = max((own.value for own, _ in others if not own.again), default=0)
                return -plain - sum(own.value for own, _ in others if own.again)
        return 0

    both = {i: b.value - a.value for i, (a, b) in enumerate(cards) if a.again and b.again}

    def after(start: int) -> int:
        if start not in both:
            return rest(start, {start})
        losing = {i for i, gain in both.items() if gain < 0 and i != start}
        found = [0]  # the deck is used up
        for end, (a, b) in enumerate(cards):
            if end not in both:
                taken = set() if a.again else losing
                gain = sum(both[i] for i in taken) + b.value - a.value
                found.append(gain + rest(end, {start, end, *taken}))
        return min(found)

    return [b.value - a.value + after(i) for i, (a, b) in enumerate(cards)]


def falls(deck: Deck, spec: DeckSpec) -> Iterator[bool]:
    """For every card, rising column and row but the last: whether going down a row may lower the total."""
    for grid in spec.sections:
        if isinstance(grid, GridSection) and grid.rising:
            for cards in deck.columns(grid).values():
                for upper, lower in pairwise(zip(*cards, strict=True)):
                    yield from (gain < 0 for gain in least_gain(upper, lower, spec.draw))


def _totals(spec: DeckSpec, decks: Sequence[Deck]) -> None:
    reads = Counter(fall for deck in decks for fall in falls(deck, spec))
    print(f"totals: {reads[True]} of {reads.total()} steps down a row may lower the total")


def _cells(game: str) -> None:
    spec, sets = loaded(game).deck(), 12
    mixed = mixtures(spec, open_store(loaded(game)))
    print(
        f"\n{'cell':22}{'mean':>7}{'lowest':>7}{'differ':>7}{'CF, %':>7}{'dice':>7}{'deck':>7}{'worst':>7}"
        f"{f'set {SET}':>7}{'ratio':>7}{'seeds':>7}"
    )
    halved = 0
    for plan in plans(game):
        shown = [decided(game, seed)[plan.cell] for seed in SEEDS]
        opened = [value for cell in shown for value in cell.open_values]
        together = [
            [decided(game, seed, number, SET)[plan.cell] for number in range(1, SET + 1)] for seed in SEEDS[:sets]
        ]
        alone = [_error([cell], plan) for each in together for cell in each]
        single, of_set = fmean(alone), fmean(_error(each, plan) for each in together)
        halved += 2 * of_set <= single
        failing = ["", ""]
        if plan.critical_cards is not None:
            critical = Fraction(sum(cell.critical for cell in shown), len(shown))
            failing = [f"{float(100 * cards / spec.size):.2f}" for cards in (critical, plan.critical_cards)]
        mixture = mixed.get(plan.cell)
        print(
            f"{f'{plan.cell.section} {plan.cell.column}-{plan.cell.row}':22}{float(plan.dice.mean):7.2f}"
            f"{min(opened, default=''):>7}{len(set(shown)):7}{failing[0]:>7}{failing[1]:>7}{single:7.2f}{max(alone):7.2f}"
            f"{of_set:7.2f}{of_set / single if single else 0:7.2f}{'' if mixture is None else f'{float(mixture):.2f}':>7}"
        )
    count = len(plans(game))
    print(
        f"of the cells {halved} of {count} ({100 * halved / count:.0f} %) are at most half as far from the dice in a set"
        f" of {SET} as in one deck, on average over {sets} sets"
    )


def _error(cells: Sequence[Multiset], plan: Plan) -> float:
    return float(
        tail_error(
            cells,
            plan.row_request,
            None if plan.dice.critical_failure else 0,
        )
    )


def _jokers(spec: DeckSpec, decks: Sequence[Deck]) -> None:
    part = Fraction(len(spec.jokers()), spec.size)
    print(f"\n{'rare, on jokers':44}{'cards':>8}{'expected':>9}{'found':>7}")
    for section in spec.sections:
        for place, draw in enumerate(section.dealt_variables(spec.size)):
            drawn = [
                section.results_of(deck.cards[joker].sections[section.name])[place]
                for deck in decks
                for joker in spec.jokers()
            ]
            for share in draw.shares:
                if share.name and share.cards <= _RARE:
                    name = " ".join(part for part in (section.name, draw.audit_label, share.name) if part)
                    found = sum(type(each) is type(share.result) and each == share.result for each in drawn)
                    expected = float(share.cards * part * len(decks))
                    print(f"{name:44}{float(share.cards):8.2f}{expected:9.1f}{found:7}")


def main() -> None:
    for name in sys.argv[1:] or shipped_games():
        game, spec = loaded(name), loaded(name).deck()
        decks = [generate(game, spec, seed) for seed in SEEDS]
        print(f"\n{game.title}, {len(decks)} seeds")
        _totals(spec, decks)
        _cells(name)
        _jokers(spec, decks)


if __name__ == "__main__":
    main()
