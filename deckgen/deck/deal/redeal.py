"""Results of a changed hero's deck, moved between cards so that as few cards as possible differ from the earlier deck.

What all heroes share, and results whose numbers are the same, are on the same cards in both decks. Jokers exchange with
jokers alone, so that every count and the jokers' sums stay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deckgen.deck.cards import Deck
    from deckgen.deck.deal.random_stream import RandomStream
    from deckgen.game.model import CardValue, DeckSpec

Values = Mapping[str, Sequence[Any]]
Numbers = dict[tuple[str, str], list[Any]]
"""The numbers of results by card; results by section and name."""


def move_results(
    values: Values, earlier: Deck, spec: DeckSpec, luck: Mapping[int, int], random: RandomStream
) -> dict[str, Sequence[CardValue]]:
    """Return a hero's ``values``, by section and card, moved to be as they were on the cards of the ``earlier`` deck.

    Cards that were too lucky (1) or unlucky (-1) so need not keep what changes on others.
    """
    named = spec.hero.results if spec.hero else {}
    before = {name: [card.sections[name] for card in earlier.cards] for name in earlier.cards[0].sections}
    numbers, old = _numbers(values, named), _numbers(before, named)
    numbers |= {result: cells for result, cells in old.items() if Counter(cells) == Counter(numbers.get(result))}
    changed = {result: cells for result, cells in old.items() if result in numbers and numbers[result] is not cells}
    jokers = spec.jokers()
    for cards in (jokers, [card for card in range(spec.size) if card not in jokers]):
        _exchange(numbers, changed, random.shuffle(cards), luck, random)
    shared = {name: before[name] for name in values if name not in named and name in before}
    return {**values, **shared} | {
        name: [{label: numbers[name, label][card] for label in row} for card, row in enumerate(values[name])]
        for name in named
    }


def _numbers(values: Values, names: Iterable[str]) -> Numbers:
    """Return the numbers of the results in those sections of these ``names`` that there are."""
    there = [name for name in names if name in values]
    return {(name, label): [row[label] for row in values[name]] for name in there for label in values[name][0]}


def _exchange(
    numbers: Numbers, old: Numbers, cards: Sequence[int], luck: Mapping[int, int], random: RandomStream
) -> None:
    """Exchange the ``numbers`` of these cards, so that as few of them as possible lack one of their ``old`` numbers.

    What was there too often goes from some of its cards: first from those that lose the most such numbers, and from all
    whose luck was too great or small. What comes is in the order of what went; those get the least or most of it in
    about half of the results.
    """
    staying = [card for card in cards if card not in luck]
    losing = {result: [card for card in cards if card in luck] for result in old}
    had = {result: Counter(cells[card] for card in staying) for result, cells in old.items()}
    have = {result: Counter(numbers[result][card] for card in cards) for result in old}
    surplus = {result: had[result] - have[result] for result in old}
    while any(counts.total() for counts in surplus.values()):
        card = max(staying, key=lambda card: sum(surplus[result][cells[card]] > 0 for result, cells in old.items()))
        staying.remove(card)
        for result, cells in old.items():
            if surplus[result][cells[card]]:
                surplus[result][cells[card]] -= 1
                losing[result].append(card)
    for result, cells in old.items():
        order = sorted(losing[result], key=cards.index if luck else cells.__getitem__)
        if luck and random.below(2):
            order.sort(key=lambda card: -luck.get(card, 0))
        coming = dict(zip(order, sorted((have[result] - had[result]).elements()), strict=True))
        for card in cards:
            numbers[result][card] = coming.get(card, cells[card])
