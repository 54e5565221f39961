"""Forecasts: a million shots drawn at random, every order of larger decks, and chains counted in two ways, agree."""

from collections import Counter
from math import sqrt
from random import Random

import pytest
from every_order import ATTACKS, HELMET, WEST, chances_of_few, deck_of, forecast, procedure
from hypothesis import Phase, given, settings, strategies as st

from deckgen.deck.forecasts import Forecaster

SHOTS, DIE_COLUMNS = 1_000_000, ("4", "6", "8", "10", "12")
SHOT = {"skill": "10-3", "damage": "6-4", "reduced": "6-2", "pen": 3, "meters": 20, "bystander": "somebody"}
ARMOR = {"armor": {"head": 4, "chest": 3, "left leg": 2}}


def shoot(cards, draw, random):
    """One shot of the West, by its rules alone: what it comes to, and whether what happens besides. TN 7, Size 6, Fortitude 3d6."""
    gone = {draw()}

    def another():
        while (number := random.randrange(54)) in gone:
            pass
        gone.add(number)
        return cards[number].sections

    (first,) = (cards[number].sections for number in gone)
    pool = first["causes"]["10"][:3]
    totals, failed = (
        {row: cell.value for row, cell in enumerate(pool)},
        sum(cell[:2] == (1, False) for cell in pool) > 1,
    )
    going = [row for row, cell in enumerate(pool) if cell.again and not failed]
    while going:
        column = another()["causes"]["10"]
        for row in going:
            totals[row] += column[row].value
        going = [row for row in going if column[row].again]
    if failed or max(totals.values()) < 7:
        return "Miss", ["Bystander"] * (first["unintended_targets"]["1st"] <= 1)
    place = first["hit_location"].standard_place
    armor = ARMOR["armor"].get(place, 0)
    through = first["ablation"] + 3 - armor if armor else 2
    if through < 0:
        return "Stopped", []
    row = (4 if through >= 2 else 2) + {"head": 2, "vitals": 1}.get(place, 0)
    column = DIE_COLUMNS[1 + max(0, row - 5)]
    cell = first["effects"][column][min(row, 5) - 1]
    damage = cell.value
    while cell.again:
        cell = another()["effects"][column][min(row, 5) - 1]
        damage += cell.value
    wounds = min(damage // 6, 5)
    stunned = wounds and not fortitude(cards, draw, random) >= 2 * wounds + 1 + wounds
    return ("No wound", "Flesh", "Light", "Heavy", "Serious", "Critical")[wounds], ["Stunned"] * bool(stunned)


def fortitude(cards, draw, random):
    """What 3d6 Fortitude comes to on cards of a deck of its own; 0 for a critical failure."""
    order = [draw()]
    while True:
        pool = [[cards[number].sections["causes"]["6"][row] for number in order] for row in range(3)]
        if sum(cells[0][:2] == (1, False) for cells in pool) > 1:
            return 0
        ends = [next((at for at, cell in enumerate(cells, 1) if not cell.again), None) for cells in pool]
        if None not in ends:
            return max(sum(cell.value for cell in cells[:end]) for cells, end in zip(pool, ends, strict=True))
        order.append(random.choice([number for number in range(54) if number not in order]))


@pytest.mark.parametrize("seed", ["42", "7"])
def test_a_million_shots_come_to_what_is_computed(seed):
    deck, _ = deck_of(WEST, seed)
    chances = [chance for _, chance in forecast(WEST, "shoot", deck, SHOT, ARMOR)]
    expected = dict(zip(procedure(WEST, "shoot").forecast.columns, map(float, chances), strict=True))
    random, counts = Random(1), Counter()  # noqa: S311  draws that anyone can repeat
    for _ in range(SHOTS):
        outcome, besides = shoot(deck.cards, lambda: random.randrange(54), random)
        counts.update([outcome, *besides])
    for outcome, chance in expected.items():
        if outcome != "Dead":
            limit = 5 * sqrt(chance * (1 - chance) / SHOTS) + 1e-9
            assert abs(counts[outcome] / SHOTS - chance) <= limit, outcome


@pytest.mark.parametrize("attack", ATTACKS, ids="-".join)
@settings(max_examples=8, deadline=None, phases=[Phase.generate])
@given(st.data())
def test_with_larger_decks_chances_are_those_of_every_order_of_the_cards(attack, data):
    chances, expected = chances_of_few(attack, data, 7)
    assert chances == expected


@pytest.mark.parametrize("attack", [(WEST, "shoot"), (WEST, "fight"), ("action-and-combat", "melee")], ids="-".join)
def test_chains_counted_at_once_and_card_by_card_are_alike(attack, monkeypatch):
    deck, asked = deck_of(attack[0])[0], {**ATTACKS[attack], "size": 2, "damage": "6-1", "dice": "Damage-1"}
    asked = {name: answer for name, answer in asked.items() if name in {ask.name for ask in procedure(*attack).asks}}
    at_once = forecast(*attack, deck, asked, HELMET)
    monkeypatch.setattr(Forecaster, "_sums", lambda *_: [])
    assert forecast(*attack, deck, asked, HELMET) == at_once
