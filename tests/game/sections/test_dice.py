"""Sections of dice: the shares of results with several parts, their values on cards, and their YAML."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from dice_sections import LEVELS, OPEN, SYMBOLS, TWO_DICE, section as hand_made
from game_files import DECK, one_section, write

from deckgen.errors import GameError
from deckgen.game import read_game
from deckgen.game.sections.base import DealtResults
from deckgen.game.sections.dice import REST, result_text
from deckgen.game.values import DiceResult, json_text, to_json
from deckgen.odds import evaluate as evaluation
from deckgen.odds.joint import Part, joint


def test_each_result_has_its_share_of_the_cards_in_order():
    (pool,) = hand_made(pool=TWO_DICE).dealt_variables(54)
    assert (pool.label, pool.audit_label) == ("pool", "pool")
    assert [(share.result, share.cards, share.worth, share.name) for share in pool.shares] == [
        ((0, "critical glitch"), Fraction(3, 2), 0, "0, critical glitch"),
        ((0, ""), Fraction(45, 2), 1, "0"),
        ((1, ""), 24, 2, "1"),
        ((2, ""), 6, 3, "2"),
    ]


def test_they_are_dealt_up_and_down_by_turns():
    chances = joint([Part("total"), Part("ones")], {(t, n): 1 for t in (1, 2, 3) for n in (0, 1)}, 6)
    (variable,) = hand_made(roll=chances).dealt_variables(54)
    ordered = sorted(variable.shares, key=lambda share: share.worth)
    assert [share.result for share in ordered] == [(1, 0), (1, 1), (2, 1), (2, 0), (3, 0), (3, 1)]
    assert [share.name for share in variable.shares[:3]] == ["1", "1, ones 1", "2"]


@pytest.mark.parametrize(("size", "sizes"), [(54, (36, 72)), (36, (36,)), (20, (36,)), (190, (180,))])
def test_sizes_in_which_each_deck_is_exact(size, sizes):
    assert dict(hand_made(pool=TWO_DICE).rolls)["pool"].exact_sizes(size) == sizes


def test_what_is_higher_than_all_weights_has_one_share():
    (roll,) = hand_made(roll=OPEN).dealt_variables(48)
    assert [share.cards for share in roll.shares] == [12, 12, 12, 3, 9]
    rest = roll.shares[-1]
    assert (rest.result, rest.worth, rest.name) == (REST, 4, "more")
    assert sum(share.cards for share in roll.shares) == 48


def test_the_seed_decides_which_of_the_rest_it_is(monkeypatch):
    # of the rest, 3/16 of all: 1/16 is 6, 1/16 is 7, and what is beyond that 9
    finer = joint(OPEN.parts, {**OPEN.weights, (6, False): 1, (7, True): 1}, 16)
    finest = joint(OPEN.parts, {**finer.weights, (9, True): 1}, 16)
    monkeypatch.setattr(evaluation, "evaluate", lambda _, beyond: finer if beyond == OPEN.rest / (1 << 20) else finest)
    dice, limits, counts = hand_made(roll=OPEN), [], Counter()
    for pick in range(3):

        def below(limit, pick=pick):
            limits.append(limit)
            return pick % limit

        (value,) = dice.card_values(DealtResults([[REST]], (), below))
        counts[value["roll"].outcome] += 1
        assert dice.results_of(value) == [REST]
    assert limits == [3, 3, 3, 1]
    assert counts == {(6, False): 1, (7, True): 1, (9, True): 1}


def test_values_of_cards_and_their_json():
    dice = hand_made(pool=TWO_DICE, level=LEVELS, symbols=SYMBOLS)
    dealt = DealtResults([[(0, "critical glitch"), (1, "")], [("success",)] * 2, [(2, 1), (0, 0)]], (), int)
    values = dice.card_values(dealt)
    assert [value["pool"].part("glitch") for value in values] == ["critical glitch", ""]
    assert [value["pool"].part() for value in values] == [0, 1]
    assert [to_json(value) for value in values] == [
        {
            "pool": {"successes": 0, "glitch": "critical glitch"},
            "level": "success",
            "symbols": {"success": 2, "threat": 1},
        },
        {"pool": {"successes": 1}, "level": "success", "symbols": {}},
    ]
    for value in values:
        assert dice.parse_value(to_json(value)) == value
        assert dice.results_of(value) == [result.outcome for result in value.values()]
    assert json_text(values[1]) == '{"level":"success","pool":{"successes":1},"symbols":{}}'


def test_equal_results_of_other_parts_have_other_texts():
    parts = [Part("total"), Part("botch", "mark")]
    assert json_text(DiceResult((1, True), tuple(parts))) == '{"botch":true,"total":1}'
    assert json_text(DiceResult((1, 1), (parts[0], Part("ones")))) == '{"ones":1,"total":1}'


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        {},
        {"pool": 0},
        {"pool": {"successes": 0}, "other": 1},
        {"pool": {"successes": True}},
        {"pool": {"successes": 1.0}},
        {"pool": {"successes": 3}},
        {"pool": {"glitch": ""}},
        {"pool": {"successes": 1, "glitch": "glitch"}},
        {"pool": {"successes": 1, "glitch": []}},
        {"pool": {"successes": 1, "botch": False}},
        {"pool": [1, ""]},
    ],
)
def test_only_possible_results_are_read(wrong):
    with pytest.raises(ValueError, match="it"):
        hand_made(pool=TWO_DICE).parse_value(wrong)


def test_of_endless_rolls_any_number_is_read():
    dice = hand_made(roll=OPEN)
    assert dice.parse_value({"roll": {"total": 9, "odd": True}})["roll"].outcome == (9, True)
    for wrong in ({"total": 10_000}, {"total": 9, "odd": 1}, {"odd": True}):
        with pytest.raises(ValueError, match="it"):
            dice.parse_value({"roll": wrong})


def test_results_in_words():
    parts = [Part("successes"), Part("botch", "mark"), Part("ones"), Part("threat", "symbol"), GLITCH_PART]
    assert result_text(parts, (3, True, 2, 1, "glitch")) == "3, botch, ones 2, 1 threat, glitch"
    assert result_text(parts, (-3, False, 0, 0, ""), str.upper) == "−3"
    assert result_text(parts[3:4], (0,)) == "–"


GLITCH_PART = TWO_DICE.parts[1]


def test_cards_may_have_the_marks_of_all_rolls():
    marks = hand_made(pool=TWO_DICE, roll=OPEN, test=LEVELS, story=SYMBOLS).possible_marks(())
    assert marks == ["critical glitch", "glitch", "odd", "failure", "success", "threat"]


YAML = """\
kind: dice
dice:
  fate: [-1, 0, 1]
  boost: [null, hit, [hit, hit], [hit, crit]]
rolls:
  pool: 5d10 >= 8 botch
  try: 2 fate bands worse 0 better
  strike: 2 boost symbols
"""


def test_rolls_are_read_with_the_dice_and_words_of_the_game(section):
    dice = section(YAML + "words: {better: Besser, botch: Oh no, hit: Hit, successes: Hits}")
    assert {label: [part.name for part in roll.joint.parts] for label, roll in dice.rolls} == {
        "pool": ["successes", "botch"],
        "try": ["level", "total"],
        "strike": ["hit", "crit"],
    }
    rolls = dict(dice.rolls)
    assert rolls["try"].joint.chance(lambda outcome: outcome[0] == "worse") == Fraction(3, 9)
    assert rolls["strike"].joint.chance(lambda outcome: outcome == (0, 0)) == Fraction(1, 16)
    assert rolls["pool"].joint.chance(lambda outcome: outcome[1] is True) == Fraction(7**5 - 6**5, 10**5)
    assert dice.printed_result("pool", "0, botch") == "0, Oh no"
    assert dice.printed_result("try", "better, 2") == "Besser, 2"
    assert dice.printed_result("strike", "2 hit, 1 crit") == "2 Hit, 1 crit"
    assert dice.printed_word("worse") == "worse"


def test_words_and_labels_do_not_change_what_is_dealt(tmp_path):
    games = [
        read_game(one_section(tmp_path / name, f"title: T\n{YAML}{words}"))
        for name, words in (("plain", ""), ("words", "words: {botch: Oh no}\nhelp: What to do."))
    ]
    assert len({game.deck().sha256 for game in games}) == 1
    other = read_game(one_section(tmp_path / "other", f"title: T\n{YAML.replace('>= 8', '>= 7')}"))
    assert other.deck().sha256 != games[0].deck().sha256


def test_faults_of_rolls_and_words(problem):
    assert problem(YAML + "words: {bettr: Better}") == (12, ".words.bettr", 'no roll here has a result "bettr"')
    assert problem(YAML.replace("symbols", "symbls"))[:2] == (11, ".rolls.strike")
    assert problem(YAML.replace("2 boost", "2 bost"))[2] == 'nothing is called "bost"'
    assert problem("kind: dice\nrolls: {a: d100 * d100}") == (
        5,
        ".rolls.a",
        "has 2,906 different results, of which a deck shows few",
    )
    assert problem("kind: dice\nrolls: {a: 9999999d6}")[:2] == (5, ".rolls.a")
    assert problem("kind: dice\nrolls: {a: 3d6}\ndice: {fate: [1, 1.5]}")[:2] == (6, ".dice.fate[1]")


def test_the_programs_words_are_printed_in_the_games_language(tmp_path):
    rolls = "{a: d100 <= 45 bands 1/5 1/2, b: 5d10 >= 8 again 10 botch, c: 2d6 bands success 7 full}"
    game = "game: {id: small, title: Small, language: de}\n"
    section = f"sections:\n  it: {{kind: dice, title: T, rolls: {rolls}}}\n"
    dice = read_game(write(tmp_path, game, DECK, section)).deck().section("it")
    names = ("success at 1/2", "successes", "botch", "full", "more")
    assert [dice.printed_word(name) for name in names] == ["Erfolg bei 1/2", "Erfolge", "Schnitzer", "full", "mehr"]
    assert dice.printed_result("b", "more") == "mehr"


def test_a_fault_in_an_expression_has_a_caret(tmp_path):
    with pytest.raises(GameError) as caught:
        read_game(one_section(tmp_path, "title: T\nkind: dice\nrolls: {a: 4d6 drop lowes}"))
    assert str(caught.value).endswith('did you mean "lowest"?\n    4d6 drop lowes\n             ^')
