"""Reading checks: what is rolled against which numbers, and what is told of mistakes."""

import pytest
from game_files import COLUMNS, DECK, GAME, SECTIONS, write

from deckgen.errors import GameError
from deckgen.game import read_game
from deckgen.game.model import Bonus, Scope

pytestmark = pytest.mark.usefixtures("neighbors")

ROLLS = """\
  roll: {kind: rolls, title: Roll, rolls: {act: 2d6, resist: 2d6, wild: {dice: d6, explode: open}}}
  plain: {kind: rolls, title: Plain, rolls: {one: 3d6, two: 3d6}}
  parts: {kind: dice, title: Parts, rolls: {move: 2d6 bands miss 7 hit, lucky: d20 natural, sneak: d100 <= 45 margin}}
"""
SCOPES = "scopes: {Pulp: {Easy: 3, Hard: 9}, Gritty: {Easy: 4}}\nmargins: {Well done: 5}\n"


def game(folder, check="", *more):
    checks = f"checks:\n  it: {check}\n" if check else ""
    return read_game(write(folder, GAME + COLUMNS, SECTIONS + ROLLS, DECK, SCOPES, *filter(None, (checks, *more))))


def test_a_game_without_checks_tries_the_pools_of_its_grids_against_all_scopes(tmp_path):
    (check,) = game(tmp_path).checks
    assert (check.section, check.title, check.bonus, check.against) == ("skill", "Skill", None, "")
    assert [scope.name for scope in check.scopes] == ["Pulp", "Gritty"]
    assert check.goals == (("", 0), ("Well done", 5))
    section = game(tmp_path / "again").deck().section("skill")
    assert [(cell.column, cell.row) for cell in check.rolled_cells(section)] == [
        ("I", 1),
        ("I", 2),
        ("II", 1),
        ("II", 2),
    ]


def test_a_bonus_is_added_to_some_of_the_rolls(tmp_path):
    found = game(
        tmp_path,
        "{section: roll, title: Try, help: Add., rolls: [act], scopes: [Gritty], bonus: {title: Skill, from: 0, to: 9}}",
    )
    (check,) = found.checks
    assert (check.title, check.help, check.rolls) == ("Try", "Add.", ("act",))
    assert check.bonus == Bonus("Skill", 0, 9)
    assert check.scopes == (Scope("Gritty", (("Easy", 4),)),)
    assert [cell.column for cell in check.rolled_cells(found.deck().section("roll"))] == ["act"]


def test_an_opponent_or_one_number_stands_in_for_a_scope(tmp_path):
    (check,) = game(tmp_path / "a", "{section: plain, against: two, cards: 1, goals: {Hit: 1, Lost: -1}}").checks
    assert (check.rolls, check.against, check.cards) == (("one",), "two", 1)
    assert check.goals == (("Hit", 1), ("Lost", -1))
    assert check.scopes == (Scope("", (("", 0),)),)
    (check,) = game(tmp_path / "b", "{section: roll, target: 8}").checks
    assert check.scopes == (Scope("", (("", 8),)),)
    assert check.rolls == ("act", "resist", "wild")


def test_a_check_of_dice_compares_one_part_of_the_results(tmp_path):
    (check,) = game(tmp_path / "a", "{section: parts, target: 11, rolls: [lucky]}").checks
    assert (check.rolls, check.part) == (("lucky",), "")
    (check,) = game(tmp_path / "b", "{section: parts, target: 7, part: total, under: true}").checks
    assert (check.rolls, check.part, check.under) == (("move", "lucky"), "total", True)
    found = game(tmp_path / "c", "{section: parts, target: 7, part: total, rolls: [move], under: true}")
    assert [found.rolls_under("parts", label) for label in ("", "move", "lucky")] == [True, True, False]


def test_a_check_may_be_rolled_at_or_below_its_number(tmp_path):
    found = game(tmp_path, "{section: plain, target: 8, under: true}")
    assert found.checks[0].under
    assert found.rolls_under("plain")
    assert not found.rolls_under("roll")
    both = "{section: plain, target: 8}\n  too: {section: plain, target: 8, under: true}"
    assert not game(tmp_path / "both", both).rolls_under("plain")


def test_the_words_of_a_check_can_be_translated(tmp_path):
    german = """\
translations:
  de:
    checks.it.title: Versuch
    checks.it.bonus.title: Fertigkeit
    checks.it.goals.Hit: Treffer
    scopes.Pulp: Schund
"""
    check = "{section: plain, title: Try, against: two, bonus: {title: Skill, from: -2, to: 2}, goals: {Hit: 0}}"
    game(tmp_path, check, german)
    (check,) = read_game(tmp_path, "de").checks
    assert (check.title, check.goals, check.bonus) == (
        "Versuch",
        (("Treffer", 0),),
        Bonus("Fertigkeit", -2, 2),
    )


def test_checks_are_no_part_of_what_is_dealt(tmp_path):
    with_one = game(tmp_path / "a", "{section: roll, rolls: [act], bonus: {title: Skill, from: 0, to: 9}}")
    assert with_one.deck().sha256 == game(tmp_path / "b").deck().sha256


@pytest.mark.parametrize(
    ("check", "said"),
    [
        ("{section: rol}", "4.yaml:2: checks.it.section: no deck has a section .rol.; .*roll"),
        ("{section: coin}", "4.yaml:2: checks.it.section: .* kind distribution; name a grid, rolls or dice"),
        (
            "{section: skill, bonus: {title: A, from: 0, to: 1}}",
            "checks.it.bonus: a check of a grid cannot have bonus",
        ),
        ("{section: plain, rolls: [three]}", r"checks.it.rolls\[0\]: .plain. has no roll .three."),
        (
            "{section: roll, against: wild}",
            "checks.it.against: an opposing roll needs a highest total, which .*d6, open-ended lacks",
        ),
        (
            "{section: plain, rolls: [one], against: one, cards: 1}",
            "checks.it.cards: one card gives both sides the same",
        ),
        ("{section: plain, cards: 1}", "checks.it.cards: cards only works with against"),
        (
            "{section: plain, target: 8, scopes: [Pulp]}",
            "checks.it.target: a check cannot have both scopes and target",
        ),
        ("{section: plain, scopes: [Pul]}", r"checks.it.scopes\[0\]: there is no scope .Pul.; .*Pulp"),
        (
            "{section: plain, bonus: {title: A, from: 3, to: 1}}",
            "checks.it.bonus: a bonus can have at most 31",
        ),
        ("{section: plain, bonus: {title: A, from: 0, to: 99}}", "checks.it.bonus: .* at most 31"),
        ("{section: plain, against: two, under: true}", "checks.it.under: of two totals the higher one wins"),
        ("{section: skill, under: true}", "checks.it.under: a critical failure counts as 1, .* at or below"),
        (
            "{section: parts, target: 3, rolls: [move]}",
            'move begins with "level", which is no number; write part: total',
        ),
        ("{section: parts, target: 3, part: margin, rolls: [move]}", 'move has no number "margin"; write part: total'),
        (
            "{section: parts, target: 3, part: natural, rolls: [lucky]}",
            'lucky has no number "natural"; write part: total',
        ),
        ("{section: parts, against: lucky}", "checks.it.against: a check of dice cannot have against; delete against"),
        ("{section: plain, target: 3, part: total}", "checks.it.part: a check of rolls cannot have part; .* kind dice"),
        ("{section: parts, target: 3, rolls: [luck]}", r'checks.it.rolls\[0\]: "parts" has no roll "luck"'),
        ("{section: plain, bonus: 3}", r"checks.it.bonus: .*write \{title: Characteristic \+ skill"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path, check, said):
    with pytest.raises(GameError, match=said):
        game(tmp_path, check)


def test_a_check_without_any_number_is_told(tmp_path):
    text = "checks: {it: {section: plain}}\n"
    with pytest.raises(GameError, match=r"checks.it: the number to reach is missing"):
        read_game(write(tmp_path, GAME + COLUMNS, SECTIONS + ROLLS, DECK, text))


def test_a_check_of_a_game_that_is_extended_needs_its_section(tmp_path):
    game(tmp_path / "base", "{section: plain, target: 9}")
    heir = "game: {id: heir, title: Heir, extends: ../base}\n"
    deck = DECK.replace("    cards:", "    sections: [coin]\n    cards:")
    assert read_game(write(tmp_path / "heir", heir, deck)).checks == ()
    own = heir.replace("heir", "other") + "checks: {mine: {section: plain, target: 9}}\n"
    with pytest.raises(GameError, match=r"checks.mine.section: no deck has"):
        read_game(write(tmp_path / "other", own, deck))
