"""Replaying what authors worked out: all of it comes out, with cards that show the same, and what does not is told."""

from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

from deckgen.deck.replay import decks, find_cards, replay, replay_with, ruled
from deckgen.deck.solve.plan import is_solved
from deckgen.document.examples.text import narrate
from deckgen.draw.text import format_number
from deckgen.game import read_game, shipped_games
from deckgen.game.cases import CardResult, read_cases


@cache
def replayed(name):
    return replay(read_game(name))


def one(name, case):
    return next(each for each in replayed(name) if each.case.name == case)


@pytest.mark.parametrize("name", shipped_games())
def test_what_the_authors_tell_comes_out(name):
    assert replayed(name)
    for each in replayed(name):
        assert each.deck is not None, each.case.name
        assert each.differences == (), each.case.name


@pytest.mark.parametrize("name", shipped_games())
def test_a_printed_example_tells_it_in_words(name):
    """Where the game prints the example, its words have the numbers and what comes of them."""
    game = read_game(name)
    for each in (each for each in replayed(name) if each.case.situation in game.examples and not each.case.rulings):
        spec = game.deck(each.case.deck)
        told = narrate(game, spec, each.case.situation, each.played)
        words = " ".join(line for panel in told.panels for line in panel.lines)
        for played in (step for step in each.played if not step.step.quiet):
            value = each.case.facts.get(played.step.name)
            assert not isinstance(value, int) or format_number(value) in words, (each.case.name, played.step.name)
            if played.result and "{" not in played.result.text:
                assert played.result.text in ["", *(fact.text for fact in told.facts)], (
                    each.case.name,
                    played.step.name,
                )


@pytest.mark.parametrize("name", shipped_games())
def test_it_comes_out_with_any_cards_that_show_the_same(name):
    """Nothing that a case leaves open decides its facts: cards of other decks, where they have them, give the same."""
    game, again = read_game(name), 0
    for spec in game.decks:
        cases = [each.case for each in replayed(name) if each.case.deck == spec.name and ruled(game, each.case) is game]
        for deck in islice(decks(game, spec), 2, 8) if cases else ():
            for case in cases:
                if (cards := find_cards(case, deck, spec)) is not None:
                    again += 1
                    assert replay_with(case, deck, spec, cards).differences == (), (case.name, deck.seed)
    assert again > len(replayed(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped_games())
def test_a_case_names_the_rulings_that_it_depends_on(name):
    for ruling in read_game(name).rulings:
        for choice in ruling.choices[1:]:
            game = read_game(name, rulings={ruling.name: choice.name})
            if all(is_solved(game, spec) for spec in game.decks):  # else it would take minutes
                different = [each.case.name for each in replay(game) if each.differences]
                assert different == [], (ruling.name, choice.name)


def test_at_least_60_facts_are_asserted():
    games = map(read_game, shipped_games())
    assert sum(len(case.facts) for game in games for case in read_cases(game)) >= 60


def test_a_fact_that_does_not_come_out_is_told():
    each = one("future-imperfect", "hovercycle_author")
    spec = read_game("future-imperfect").deck()
    wrong = replace(each.case, facts={"task": 5, "task.result": "failure", "task.against": 5})
    assert replay_with(wrong, each.deck, spec, each.cards).differences == (("task", "4"),)
    more = each.deck.cards[-1]
    assert replay_with(each.case, each.deck, spec, [*each.cards, more]).differences == (
        ("cards", "1 of 2 are not drawn"),
    )


@pytest.mark.parametrize(
    ("name", "section", "place", "value", "fits"),
    [
        ("future-imperfect", "causes", "III-2", "CF", lambda cell: cell.critical_failure),
        (
            "future-imperfect",
            "causes",
            "III-2",
            {"value": 8, "again": True},
            lambda cell: cell == (8, True, False, False),
        ),
        ("future-imperfect", "causes", "III-2", 7, lambda cell: cell == (7, False, False, False)),
        ("future-imperfect", "causes", "III-2", {"least": 6}, lambda cell: cell.value >= 6 and not any(cell[1:])),
        ("future-imperfect", "effects", "2-3", {"most": 4}, lambda cell: cell.value <= 4 and not any(cell[1:])),
    ],
)
def test_cards_show_what_is_wanted(name, section, place, value, fits):
    spec, (column, row) = read_game(name).deck(), place.split("-")
    each, matching = next(
        (one, matching)
        for one in replayed(name)
        if (matching := [card for card in one.deck.cards if fits(card.sections[section][column][int(row) - 1])])
    )
    case = replace(each.case, cards=((CardResult(section, place, value),),) * len(matching))
    assert sorted(card.impulse for card in find_cards(case, each.deck, spec)) == [card.impulse for card in matching]
    case = replace(case, cards=(*case.cards, case.cards[0]))
    assert find_cards(case, each.deck, spec) is None  # none twice


def test_marks_places_and_words_are_found_too():
    each = replayed("future-imperfect")[0]
    spec = read_game("future-imperfect").deck()
    wants = (
        CardResult("unintended_targets", "3", True),
        CardResult("unintended_targets", "4", False),
        CardResult("hit_location", "1", "left arm"),
        CardResult("breakdown", "", None),
    )
    matching = [
        card
        for card in each.deck.cards
        if 3 in card.sections["unintended_targets"]
        and 4 not in card.sections["unintended_targets"]
        and card.sections["hit_location"].places[card.sections["hit_location"].standard - 1] == "left arm"
        and card.sections["breakdown"] is None
    ]
    assert find_cards(replace(each.case, cards=(wants,)), each.deck, spec) == (matching[:1] or None)


def test_a_pool_across_cells_is_found_by_its_best_or_by_all_of_it():
    each = one("west-that-wasnt", "jonah_first_brother")
    spec = read_game("west-that-wasnt").deck()
    for value in (11, [10, 1, 11]):
        case = replace(each.case, cards=((CardResult("causes", "10-3", value),),))
        found = find_cards(case, each.deck, spec)
        cells = [card.sections["causes"]["10"][:3] for card in found or ()]
        assert all(max(cell.value for cell in pool) == 11 for pool in cells)
        assert not any(cell.again for pool in cells for cell in pool)
