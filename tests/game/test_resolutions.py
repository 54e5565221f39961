"""Reading resolutions: what each kind of section may be asked, the dice's chance, and what is told of mistakes."""

from fractions import Fraction

import pytest
from game_files import COLUMNS, DECK, GAME, MORE_SECTIONS, SECTIONS, write

from deckgen.errors import GameError
from deckgen.game import read_game
from deckgen.game.resolutions import Reaching, Showing, dice_chance

pytestmark = pytest.mark.usefixtures("neighbors")


def game(folder, conditions, more=""):
    resolutions = f"resolutions:\n  both:\n    title: Both\n    conditions: {conditions}\n{more}"
    return read_game(write(folder, GAME + COLUMNS, SECTIONS + MORE_SECTIONS, DECK, resolutions))


@pytest.mark.parametrize(
    ("conditions", "read", "chance"),
    [
        ("{skill: {II-1: 5}}", (Reaching("skill", "II", 1, 5),), Fraction(1, 3)),
        ("{skill: {I-2: 2}}", (Reaching("skill", "I", 2, 2),), Fraction(15, 16)),  # not two ones
        ("{roll: {resist: 12}}", (Reaching("roll", "resist", 1, 12),), Fraction(1, 36)),
        (
            "{roll: {act: 12, resist: 11}}",
            (Reaching("roll", "act", 1, 12), Reaching("roll", "resist", 1, 11)),
            Fraction(1, 36) * Fraction(3, 36),
        ),
        ("{pools: {8-3: 8}}", (Reaching("pools", "8", 3, 8),), 1 - Fraction(7, 8) ** 3),
        ("{coin: true}", (Showing("coin", 0, (True,)),), Fraction(1, 2)),
        ("{coin: [true, false]}", (Showing("coin", 0, (True, False)),), 1),
        ("{place: [left, head]}", (Showing("place", 0, ("left", "head")),), Fraction(1, 4)),
        # the head is above the arms, and above itself
        ("{place: {up: 1, places: head}}", (Showing("place", 0, ("head",), 1),), Fraction(1, 2)),
        # a third of the arms is left, and they are below the head
        ("{place: {down: 1, places: left}}", (Showing("place", 0, ("left",), -1),), Fraction(1, 24)),
        ("{row: {2: true}}", (Showing("row", 1, (True,)),), Fraction(1, 6)),
        ("{joker: [null]}", (Showing("joker", 0, (None,)),), Fraction(24, 26)),
        (
            "{row: {1: false, 3: true}, coin: false}",
            (Showing("coin", 0, (False,)), Showing("row", 0, (False,)), Showing("row", 2, (True,))),
            Fraction(1, 2) * Fraction(5, 6) * Fraction(1, 6),
        ),
    ],
)
def test_conditions_and_their_chance_with_dice(conditions, read, chance, tmp_path):
    spec = game(tmp_path, conditions).deck()
    (resolution,) = spec.resolutions
    assert (resolution.name, resolution.title, resolution.conditions) == ("both", "Both", read)
    assert dice_chance(resolution, spec.section, spec.size) == chance


@pytest.mark.parametrize(
    ("conditions", "told"),
    [
        ("{skil: {I-1: 3}}", 'skil: there is no section "skil"; did you mean "skill"?'),
        ("{skill: {I-3: 3}}", 'skill.I-3: "skill" has no result "I-3"; did you mean'),
        ("{skill: 3}", "the number to reach is missing; write a result and its number, such as {I-1: 7}"),
        ("{skill: {I-1: yes}}", "'yes' is not a number to reach"),
        ("{skill: {I-1: true}}", "True is not a number to reach"),
        ("{roll: {act: 13}}", "2d6 never reaches 13; write 12 or less"),
        ("{pools: {8-1: 3, 8-2: 5}}", "two results of one column depend on each other"),
        ("{coin: 1}", '"coin" is never 1; '),
        ("{place: [hed]}", "\"place\" is never 'hed'; did you mean \"head\"?"),
        ("{place: {up: 1}}", "the places, and how far up or down, are missing"),
        ("{place: {up: 1, down: 1, places: head}}", "the places, and how far up or down, are missing"),
        ("{place: {up: 2, places: head}}", "the stack does not show the place 2 up from the standard one; write a number from 1 to 1"),
        ("{row: {4: true}}", '"row" has no figure "4"; choose from 1, 2, 3'),
        ("{row: {1: 1}}", "1 is neither true nor false; write true or false"),
        ("{row: 1}", "the marked figures are missing"),
        ("{order: 3}", 'a resolution cannot use "order", a section of kind ordinal'),
        ("{}", "conditions"),
        ("{coin: {a: {b: 1}}}", "\"coin\" is never {'a': {'b': 1}}"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_condition_is_told(conditions, told, tmp_path):
    with pytest.raises(GameError) as caught:
        game(tmp_path, conditions)
    (problem,) = caught.value.problems
    assert told in str(problem)
    assert problem.file.endswith("3.yaml")
    assert problem.path.startswith("resolutions.both.conditions")


def test_every_mistake_is_told(tmp_path):
    with pytest.raises(GameError) as caught:
        game(tmp_path, "{skill: {III-1: 3, I-1: no}, coin: head, lost: 1}")
    assert len(caught.value.problems) == 4


def test_a_deck_has_the_resolutions_whose_sections_it_has(tmp_path):
    other = "decks:\n  bare: {title: Bare, sections: [coin], cards: {numbered: 26}}\n"
    folder = write(tmp_path, bare=other)
    made = game(folder, "{skill: {I-1: 3}}", "  coin: {title: Coin, conditions: {coin: true}}\n")
    assert [r.name for r in made.deck("main").resolutions] == ["both", "coin"]
    assert [r.name for r in made.deck("bare").resolutions] == ["coin"]


def test_a_resolution_that_no_deck_can_have_is_told(tmp_path):
    one = DECK + "    sections: [coin]\n"
    folder = write(tmp_path, GAME + COLUMNS, SECTIONS, one)
    folder = write(folder, last="resolutions: {a: {title: A, conditions: {skill: {I-1: 3}, coin: true}}}\n")
    with pytest.raises(GameError, match="no deck has all of its sections"):
        read_game(folder)


def test_what_a_game_has_from_another_is_left_out_where_it_does_not_fit(tmp_path):
    game(tmp_path / "base", "{skill: {II-1: 5}}", "  coin: {title: Coin, conditions: {coin: true}}\n")
    child = "game: {id: child, title: Child, extends: ../base}\ncolumns: {dice: {A: d4}}\n"
    assert [r.name for r in read_game(write(tmp_path / "child", child)).deck().resolutions] == ["coin"]
    bare = child + DECK + "    sections: [skill]\n"
    assert read_game(write(tmp_path / "bare", bare)).deck().resolutions == ()
    own = child + "resolutions: {both: {title: Mine, conditions: {skill: {A-2: 4}}}}\n"
    assert [r.title for r in read_game(write(tmp_path / "own", own)).deck().resolutions] == ["Mine", "Coin"]


def test_what_is_dealt_depends_on_the_conditions_and_not_on_the_words(tmp_path):
    plain = read_game(write(tmp_path / "plain", GAME + COLUMNS, SECTIONS + MORE_SECTIONS, DECK)).deck().sha256
    first, second = (game(tmp_path / n, c).deck().sha256 for n, c in (("a", "{coin: true}"), ("b", "{coin: false}")))
    assert len({plain, first, second}) == 3
    (tmp_path / "a" / "3.yaml").write_text(
        "resolutions: {both: {title: Other, help: Words., conditions: {coin: [true]}}}\n", encoding="utf-8"
    )
    assert read_game(tmp_path / "a").deck().sha256 == first
