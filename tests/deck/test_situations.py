"""Playing situations: cards are drawn as the game says, and read as a few lines of our own read them."""

import re
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from explicit_steps import explicit
from hypothesis import given, settings, strategies as st

from deckgen.deck.deal.generator import generate
from deckgen.deck.draws import CardReader, Pile, ReadValue, ResolvedRead
from deckgen.deck.situations import answers, play
from deckgen.game import read_game
from deckgen.game.examples import (
    Ask,
    AskChoice,
    Situation,
    SituationRead,
    SituationResult,
    SituationStep,
    Term,
)
from deckgen.game.model import playable_situations
from deckgen.game.value_paths import value_at
from deckgen.game.values import Cell

FI, WEST, AC = "future-imperfect", "west-that-wasnt", "action-and-combat"


@cache
def deck_of(name, seed="42"):
    game = read_game(name)
    return generate(game, game.deck(), seed), game.deck()


def situation(*steps, name="it"):
    return Situation(name, "It", "Something happens.", explicit(*steps), frozenset())


def step(name="a", *, draws=True, **rest):
    return SituationStep(name, draws=draws, **rest)


def played(game, *steps, name="it"):
    return play(situation(*steps, name=name), *deck_of(game))


def read(section, column="", row="", **rest):
    return SituationRead(section, column, row, **rest)


def number(value):
    return (Term(number=value),)


def test_the_same_deck_and_name_give_the_same_cards_and_others_do_not():
    steps = [step(str(n), read=read("impulse")) for n in range(5)]
    first, again, other = (played(FI, *steps, name=name) for name in ("one", "one", "two"))
    assert first == again
    assert [each.total for each in first] != [each.total for each in other]


@pytest.mark.parametrize("name", ["a", "b", "c", "d"])
def test_cards_come_back_only_after_a_joker(name):
    seen, jokers = set(), 0
    for each in played(FI, *[step(str(n), read=read("impulse")) for n in range(100)], name=name):
        assert each.total not in seen
        seen.add(each.total)
        if each.total in (0, 53):
            seen.clear()
            jokers += 1
    assert jokers


def test_a_step_that_draws_nothing_reads_on_from_the_same_card():
    first, second = played(FI, step(read=read("impulse")), step("b", draws=False, read=read("clock")))
    assert first.readings[0].card == second.readings[0].card
    assert (first.readings[0].is_drawn, second.readings[0].is_drawn) == (True, False)


@settings(deadline=None)
@given(st.text(max_size=8), st.sampled_from(["I", "II", "III", "IV", "V"]), st.integers(1, 5))
def test_an_open_cell_adds_the_same_cell_of_cards_until_one_is_plain(name, column, row):
    (each,) = played(FI, step(read=read("causes", column, str(row))), name=name)
    cells = [looked.card.sections["causes"][column][row - 1] for looked in each.readings]
    assert [cell.again for cell in cells] == [True] * (len(cells) - 1) + [False]
    if cells[0].critical_failure:
        assert (each.total, each.read_value.critical) == (1, True)
    else:
        assert each.total == sum(cell.value for cell in cells)


@settings(deadline=None)
@given(st.text(max_size=8), st.sampled_from(["4", "6", "8", "10", "12"]), st.integers(1, 5))
def test_a_pool_is_the_best_of_its_cells_each_drawn_on_by_itself(name, column, count):
    (each,) = played(WEST, step(read=read("causes", column, str(count))), name=name)
    cards = [looked.card.sections["causes"][column][:count] for looked in each.readings]
    totals = []
    for at in range(count):
        total = 0
        for cells in cards:
            total += cells[at].value
            if not cells[at].again:
                break
        totals.append(total)
    ones = sum(cell.value == 1 and not cell.again for cell in cards[0])
    assert each.read_value.critical == (2 * ones > count)
    assert each.total == (1 if 2 * ones > count else max(totals))


@settings(deadline=None)
@given(st.text(max_size=8))
def test_more_dice_than_a_column_has_numbers_take_more_cards(name):
    (each,) = played(WEST, step(read=read("causes", "8", "7")), name=name)
    assert len({looked.card.impulse for looked in each.readings}) >= 2
    (each,) = played(AC, step(read=read("effects", "Damage", "8")), name=name)
    firsts = [looked for looked in each.readings if looked.key_paths in ((("Damage", 5),), (("Damage", 1),))]
    assert each.total == sum(value_at(x.section, x.card.sections["effects"], x.key_paths[0]).value for x in firsts)


@pytest.mark.parametrize(
    ("column", "row", "rows", "columns", "place"),
    [
        ("IV", "2", -4, 0, ("I", 0)),  # ch. 3, Rushing
        ("IV", "2", 1, 0, ("IV", 2)),
        ("II", "5", 2, 0, ("IV", 4)),
        ("V", "5", 2, 0, ("V", 4)),
        ("III", "3", 0, -1, ("II", 2)),
        ("I", "1", -1, -1, ("I", 0)),
    ],
)
def test_shifts_go_on_at_the_edge_of_the_grid(column, row, rows, columns, place):
    shifted = read("causes", column, row, rows=number(rows), columns=number(columns))
    assert played(FI, step(read=shifted))[0].readings[0].key_paths == (place,)


def test_a_marked_number_is_confirmed_by_the_next_card_without_a_mark():
    deck, spec = deck_of(AC)
    few, many = (int(limit) for limit in re.findall(r"with (\d+) or (?:less|more)", spec.section("causes").help))
    found = set()
    for n in range(1500):
        (each,) = play(situation(step(read=read("causes", "Act")), name=str(n)), deck, spec)
        cells = [looked.card.sections["causes"]["Act"] for looked in each.readings]
        assert [cell.confirm for cell in cells] == [True] * (len(cells) - 1) + [False]
        if cells[0].confirm:
            low = cells[0].value == 4
            extreme = cells[-1].value <= few if low else cells[-1].value >= many
            assert each.total == cells[0].value + ((-1 if low else 1) if extreme else 0)
            assert each.read_value.shown == (("lowest" if low else "highest") if extreme else "")
            found.add(each.read_value.shown)
        else:
            assert (each.total, each.read_value.shown) == (cells[0].value, "")
    assert found == {"", "lowest", "highest"}


def test_marks_stacks_tables_and_ordinals_are_read():
    for n in range(40):
        steps = [
            step(read=read("unintended_targets", figures=(1, 2, 9))),
            step("b", draws=False, read=read("hit_location", up=number(1))),
            step("c", draws=False, read=read("initiative", "2", "N")),
            step("d", draws=False, read=read("initiative", row="N", reached=number(8))),
            step("e", draws=False, read=read("step")),
        ]
        marks, up, fixed, reached, ordinal = played(FI, *steps, name=str(n))
        shown = marks.readings[0].card.sections
        assert marks.total == len({1, 2, 9} & set(shown["unintended_targets"]))
        assert up.read_value.value == shown["hit_location"].places[1]
        assert fixed.total == shown["initiative"]["2"][1]
        steps_reached = [label for label in "1234" if shown["initiative"][label][1] <= 8]
        assert reached.read_value.value == steps_reached[-1]
        # a joker has no suit, and another card is drawn
        assert ordinal.total == ordinal.readings[-1].card.sections["step"]
        assert all(looked.card.face.is_joker for looked in ordinal.readings[:-1])


def test_of_columns_with_equal_numbers_the_one_towards_the_highest_is_reached():
    equal = 0
    for game, labels in ((FI, "4 3 2 1"), (WEST, "I II III IV")):
        for n in range(80):
            (each,) = played(game, step(read=read("initiative", row="N", reached=number(10))), name=str(n))
            shown = each.readings[0].card.sections["initiative"]
            assert each.read_value.value == next((label for label in labels.split() if shown[label][1] <= 10), None)
            equal += [shown[label][1] for label in shown].count(10) > 1
    assert equal


def test_words_that_call_for_another_card_add_it():
    for n in range(60):
        more = step(read=read("effects", "3", "2"), again=("extra_effects", "Extra damage"))
        (each,) = played(FI, more, name=str(n))
        total, says_more = 0, 0
        for looked in each.readings:
            if looked.section.name == "effects":
                total += looked.card.sections["effects"]["3"][1].value
            else:
                assert looked.card.sections["extra_effects"] == "Extra damage"
                says_more += 1
        assert each.total == total
        if says_more:
            return
    raise AssertionError("no card said it")


@pytest.mark.parametrize(
    ("rest", "total", "left"),
    [
        ({"add": number(17), "divide": number(6)}, 2, 5),
        ({"add": number(17), "divide": number(6), "up": True}, 3, 5),
        ({"add": number(7), "times": number(2)}, 14, 0),
        ({"add": number(7), "most": number(5)}, 5, 0),
        ({"add": number(-3), "least": number(1)}, 1, 0),
        ({"add": number(-5), "divide": number(2)}, -3, 1),
    ],
)
def test_numbers_are_made_of_numbers(rest, total, left):
    (each,) = played(FI, step(**rest))
    assert (each.total, each.remainder) == (total, left)


def results(*pairs):
    return tuple(SituationResult(name, **rest) for name, rest in pairs)


@pytest.mark.parametrize(
    ("total", "name"),
    [(12, "bump"), (10, "bump"), (9, "success"), (5, "success"), (4, "near"), (3, "failure")],
)
def test_the_first_result_that_fits_is_the_one(total, name):
    listed = results(("bump", {"least": number(5)}), ("success", {}), ("near", {"least": number(-1)}), ("failure", {}))
    (each,) = played(FI, step(add=number(total), against=number(5), bump=5, results=listed))
    assert each.result.name == name
    assert each.margin == total - 5
    assert each.bumps == max(0, total - 5) // 5


def test_a_failure_that_is_listed_first_is_one_of_those_below_the_number_alone():
    listed = results(("failure", {}), ("success", {}))
    for total, name in ((4, "failure"), (5, "success"), (6, "success")):
        (each,) = played(FI, step(add=number(total), against=number(5), results=listed))
        assert each.result.name == name
    (each,) = played(FI, step(add=number(4), results=listed))  # against nothing, the first that fits
    assert each.result.name == "failure"


def test_without_results_there_is_success_or_failure_against_a_number_only():
    assert played(FI, step(add=number(5), against=number(5)))[0].result.name == "success"
    assert played(FI, step(add=number(4), against=number(5)))[0].result.name == "failure"
    assert played(FI, step(add=number(4)))[0].result is None


def test_a_critical_failure_fails_whatever_is_added():
    for n in range(200):
        tries = step(
            read=read("causes", "I", "1"),
            add=number(20),
            against=number(5),
            results=results(("wide", {"least": number(0)}), ("failure", {})),
        )
        (each,) = played(FI, tries, name=str(n))
        assert each.result.name == ("failure" if each.read_value.critical else "wide")
        if each.read_value.critical:
            return
    raise AssertionError("no critical failure")


def test_later_steps_take_what_earlier_ones_came_to():
    level = ({"name": "Light", "stun": 5, "penalty": -2}, {"name": "Heavy", "stun": 7, "penalty": -3})
    first = step("hurt", add=number(13), divide=number(5), levels=level, against=number(1), bump=1)
    terms = {"": 2, "over": 1, "bumps": 1, "rest": 3, "stun": 7, "penalty": -3}
    for part, worth in terms.items():
        second = step("b", draws=False, add=(Term(step="hurt", part=part),))
        assert played(FI, first, second)[1].total == worth
    less = step("b", draws=False, add=(Term(number=9), Term(step="hurt", less=True)))
    assert played(FI, first, less)[1].total == 7
    nothing = step("hurt", add=number(0), divide=number(5), levels=level)
    assert played(FI, nothing, step("b", draws=False, add=(Term(step="hurt", part="stun"),)))[1].total == 0


def test_a_result_may_count_for_something_else_and_choose_what_comes_next():
    listed = results(("good", {"least": number(3), "value": number(50)}), ("bad", {"value": number(-1)}))
    for total, worth, steps in ((3, 50, ["a", "yes", "end"]), (2, -1, ["a", "no", "end"])):
        made = played(
            FI,
            step(add=number(total), results=listed),
            step("yes", draws=False, add=number(1), when=(("a", ("good",)),)),
            step("no", draws=False, add=number(2), when=(("a", ("bad", "none")),)),
            step("end", draws=False, add=(Term(step="a"), Term(step="no"))),
        )
        assert [each.step.name for each in made] == steps
        assert made[-1].total == worth + (2 if total == 2 else 0)  # a step that was passed over is 0


def test_a_story_that_breaks_off_is_shuffled_anew_while_that_helps():
    first = step(read=read("toggle"), results=results(("no", {"values": (False,), "ends": True}), ("yes", {})))
    for n in range(12):
        assert [each.read_value.value for each in played(FI, first, step("b", add=number(1)), name=str(n))[:1]] == [
            True
        ]
    never = step(add=number(1), results=results(("end", {"ends": True})))
    assert len(played(FI, never, step("b", add=number(1)))) == 1


def by_hand(cells, need, gone=()):
    """The chance that a cell's total is ``need`` or more, card by card."""
    left = [(i, cell) for i, cell in enumerate(cells) if i not in gone]
    found = Fraction(0)
    for i, cell in left:
        if cell.value >= need:
            found += 1
        elif cell.again:
            found += by_hand(cells, need - cell.value, (*gone, i))
    return found / len(left)


@pytest.mark.parametrize(("column", "row", "need"), [("III", 3, 5), ("I", 2, 4), ("V", 1, 11)])
def test_the_chance_of_a_result_is_that_of_all_cards(column, row, need):
    deck, _ = deck_of(FI)
    cells = [card.sections["causes"][column][row - 1] for card in deck.cards]
    failed = Fraction(sum(cell.critical_failure for cell in cells), 54)
    chance = by_hand(cells, need)
    names = {"critical_failure": failed, "success": chance, "failure": 1 - chance - failed}
    listed = results(*((name, {}) for name in names))
    seen = set()
    for n in range(120):
        tries = step(read=read("causes", column, str(row)), against=number(need), results=listed)
        (each,) = played(FI, tries, name=str(n))
        assert each.chance == names[each.result.name]
        seen.add(each.result.name)
    assert {"success", "failure"} <= seen


def test_the_chance_of_words_and_extremes_is_counted():
    deck, _ = deck_of(FI)
    listed = results(("high", {"values": ("head", "vitals")}), ("low", {}))
    (each,) = played(FI, step(read=read("hit_location", up=number(1)), results=listed))
    high = sum(card.sections["hit_location"].places[1] in ("head", "vitals") for card in deck.cards)
    assert each.chance == Fraction(high if each.result.name == "high" else 54 - high, 54)
    listed = results(("lowest", {}), ("other", {}))
    (each,) = played(AC, step(read=read("causes", "Act"), results=listed))
    assert each.chance == (Fraction(1, 216) if each.result.name == "lowest" else 1 - Fraction(1, 216))
    more = step(read=read("effects", "1", "1"), again=("extra_effects", "Extra damage"), results=results(("any", {})))
    assert played(FI, more)[0].chance is None


def test_only_situations_whose_sections_a_deck_has_fit_it():
    game = read_game(FI)
    action, chapter_3 = game.deck("action"), game.deck("action_chapter_3")
    assert playable_situations(game.examples, action) == list(game.examples)
    names = {each.name for each in game.examples} - {
        each.name for each in playable_situations(game.examples, chapter_3)
    }
    assert names == {"initiative", "grenade"}


ASKS = (
    Ask("skill", "Skill", "cell", "III-3", "causes"),
    Ask("size", "Burst", "cell", "5", "burst"),
    Ask("speed", "Speed", "row", "N", "initiative"),
    Ask("people", "People", "figures", (1, 2), "unintended_targets"),
    Ask("armour", "Armour", "number", 2, least=0, most=12),
    Ask(
        "aim",
        "Aim",
        "choice",
        "body",
        choices=(AskChoice("body", "Body", 0, {"rows": 0}), AskChoice("head", "Head", -4, {"rows": -2})),
    ),
)


def procedure(*steps, name="it"):
    return Situation(name, "It", "When.", explicit(*steps), frozenset(), asks=ASKS)


@pytest.mark.parametrize(
    ("given", "counted"),
    [
        ({}, {}),
        ({"skill": "V-1", "size": "10", "speed": "F"}, {"skill": "V-1", "size": "10", "speed": "F"}),
        ({"skill": "V-6", "aim": "head"}, {"skill": "V-6", "aim": "head"}),
        ({"skill": "V-100", "size": "7", "speed": "X", "aim": "Head", "nobody": 3}, {}),
        ({"skill": 3, "size": None, "speed": [], "aim": 0, "people": "12", "armour": "many"}, {}),
        ({"armour": 99}, {"armour": 12}),
        ({"armour": -1}, {"armour": 0}),
        ({"armour": True}, {}),
        ({"people": [9, 1, 9, 0, 11]}, {"people": (1, 9)}),
        ({"people": []}, {"people": ()}),
    ],
)
def test_what_is_no_answer_counts_as_the_default(given, counted):
    defaults = {ask.name: ask.default for ask in ASKS}
    assert answers(procedure(), read_game(FI).deck(), given) == {**defaults, **counted}


def test_a_procedure_reads_what_it_is_asked():
    steps = (
        step("a", read=read("causes", "III", "3", ask="skill", rows=(Term(step="aim", part="rows"),))),
        step("b", draws=False, read=read("burst", "5", ask="size")),
        step("c", draws=False, read=read("initiative", row="N", reached=number(9), ask="speed")),
        step("d", draws=False, read=read("unintended_targets", figures=(1, 2), ask="people")),
    )
    deck, spec = deck_of(FI)
    given = {"skill": "II-5", "size": "10", "speed": "F", "people": [3], "aim": "head"}
    a, b, c, d = play(procedure(*steps), deck, spec, given)
    assert a.readings[0].key_paths == (("II", 2),)
    assert b.readings[0].key_paths == (("10",),)
    assert {row for _, row in c.readings[0].key_paths} == {0}
    assert d.readings[0].key_paths == ((3,),)
    plain = [
        step("a", read=read("causes", "II", "5", rows=number(-2))),
        step("b", draws=False, read=read("burst", "10")),
        step("c", draws=False, read=read("initiative", row="F", reached=number(9))),
        step("d", draws=False, read=read("unintended_targets", figures=(3,))),
    ]
    fixed = played(FI, *plain)
    assert [(each.read_value, each.total, each.chance) for each in (a, b, c, d)] == [
        (each.read_value, each.total, each.chance) for each in fixed
    ]


def test_answers_count_in_sums_and_decide_what_comes_next():
    def total(term, given=None, **rest):
        (each,) = play(procedure(step(add=(term,), **rest)), *deck_of(FI), given)
        return each.total

    assert total(Term(step="armour")) == 2
    assert total(Term(step="armour", less=True), {"armour": 5}) == -5
    assert total(Term(step="people"), {"people": [4, 5, 6]}) == 3
    assert total(Term(step="skill")) == 0
    facts = [total(Term(step="skill", part=part), {"skill": "II-7"}) for part in ("column", "row")]
    assert facts == [2, 7]
    assert [total(Term(step="aim"), {"aim": each}) for each in ("body", "head")] == [0, -4]
    assert total(Term(step="aim", part="rows"), {"aim": "head"}) == -2
    asked = (Term(step="armour"),)
    assert total(Term(number=13), {"armour": 4}, divide=asked) == 3
    assert total(Term(number=13), {"armour": 4}, times=asked) == 52
    assert total(Term(number=13), {"armour": 0}, divide=asked, times=asked) == 13  # never below 1
    steps = (
        step("a", add=number(1), when=(("aim", ("head",)),)),
        step("b", add=number(1), when=(("aim", ("body", "legs")),)),
    )
    for aim, name in (("head", "a"), ("body", "b")):
        assert [each.step.name for each in play(procedure(*steps), *deck_of(FI), {"aim": aim})] == [name]


def test_a_result_may_be_bounded_by_sums():
    listed = results(
        ("more", {"least": (Term(step="armour"), Term(number=1))}),
        ("same", {"least": (Term(step="armour"),), "most": (Term(step="armour"),)}),
        ("less", {}),
    )
    for total, name in ((8, "more"), (7, "same"), (6, "less")):
        made = play(procedure(step(add=number(total), results=listed)), *deck_of(FI), {"armour": 7})
        assert made[0].result.name == name


def test_of_asks_their_own_words_are_printed_and_nothing_where_they_count_nothing():
    size = Ask("big", "Size", "number", 6, choices=(AskChoice("human", "a human", 6, {}),))
    made = Situation(
        "it",
        "It",
        "When.",
        (
            step(
                add=(
                    Term(step="armour"),
                    Term(step="aim"),
                    Term("bumps", step="none"),
                    Term("far", step="armour"),
                    Term(step="big"),
                )
            ),
            step("b", add=(Term(step="aim", part="rows"),)),
        ),
        frozenset(),
        asks=(*ASKS, size),
    )

    def told(**given):
        return [[(term.label, worth) for term, worth in each.added] for each in play(made, *deck_of(FI), given)]

    assert told() == [
        [("Armour", 2), ("far", 2), ("a human", 6)],
        [],
    ]
    assert told(armour=0, aim="head", big=7) == [
        [("Head", -4), ("Size", 7)],
        [("Head", -2)],
    ]


def test_a_number_that_is_nothing_is_still_told():
    (each,) = play(procedure(step(add=number(3), against=(Term(step="armour"),))), *deck_of(FI), {"armour": 0})
    assert [(term.label, worth) for term, worth in each.against] == [("Armour", 0)]
    assert each.margin == 3


def test_a_procedure_takes_the_cards_that_come():
    read_no = results(("no", {"values": (False,), "ends": True}), ("yes", {}))
    first = step(read=read("toggle"), results=read_no)
    found = {
        play(procedure(first, step("b", add=number(1)), name=str(n)), *deck_of(FI))[0].read_value.value
        for n in range(20)
    }
    assert found == {True, False}


def test_the_first_card_is_drawn_by_the_first_step_that_reads_one():
    look = step("b", draws=False, read=read("impulse"))
    passed = step("a", read=read("clock"), when=(("aim", ("head",)),))
    quiet = step("a", add=number(1), quiet=True)
    for first in (passed, quiet):
        *_, last = play(procedure(first, look, name="it"), *deck_of(FI))
        assert last.readings[0].is_drawn
        assert last.total == play(procedure(step("b", read=read("impulse"))), *deck_of(FI))[0].total


def test_critical_failures_of_rolls_have_their_chance():
    deck, spec = deck_of(AC)
    section = spec.section("burst")
    label = section.rolls[0][0]

    def failing(card):
        return replace(
            card, sections={**card.sections, "burst": {**card.sections["burst"], label: Cell(1, critical_failure=True)}}
        )

    changed = replace(deck, cards=tuple(failing(card) if card.impulse < 5 else card for card in deck.cards))
    reader = CardReader(Pile(changed, spec, ()))
    found = {}
    for value, chance in reader.chances(ResolvedRead(SituationRead("burst", label), 0, 0, 0, None)):
        found[value] = found.get(value, 0) + chance
    assert sum(found.values()) == 1
    shown = [
        reader.read(ResolvedRead(SituationRead("burst", label), 0, 0, 0, None), card, True) for card in changed.cards
    ]
    assert {value: Fraction(shown.count(value), 54) for value in shown} == {v: c for v, c in found.items() if c}
    assert found[ReadValue(1, "critical_failure")] == Fraction(5, 54)
