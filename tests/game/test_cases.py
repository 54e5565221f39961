"""Reading cases: what an author's example may name, and what is told, with its line, where nothing is of that name."""

import pytest
from game_files import COLUMNS, DECK, EXAMPLE_SCOPES, EXAMPLE_TABLE, GAME, MORE_SECTIONS, SECTIONS, write

from deckgen.errors import GameError
from deckgen.game import read_game
from deckgen.game.cases import CardResult, read_cases

pytestmark = pytest.mark.usefixtures("neighbors")
SITUATIONS = """\
procedures:
  try:
    title: Try
    story: Something is tried.
    asks:
      dice: {label: Dice, cell: skill, default: II-2}
      who: {label: Who, row: steps, default: F}
      seen: {label: Seen, figures: row, default: [1]}
      with: {label: With, choices: {care: 0, haste: 2}}
      more: {label: More, number: 0, least: 0, most: 9}
    steps:
      - {as: roll, read: {skill: dice}, add: more, against: 5, bump: 5}
      - {as: where, read: place, results: {head: {is: head, bad: Ow.}}}
examples:
  told:
    title: Told
    story: It is told.
    steps: [{as: flip, read: coin}]
rulings:
  fall:
    question: How far?
    source: ch. 1
    text: Nothing says so.
    choices: {near: {number: 0}, far: {number: 1}}
"""
GOOD = "play: try, facts: {roll: 4}"


def cases_of(folder, *cases):
    """Cases a, b ... of a game, each what stands between its braces."""
    lines = "".join(f"  {name}: {{source: S, text: T, {case}}}\n" for name, case in zip("ab", cases, strict=False))
    made = write(
        folder,
        GAME + COLUMNS,
        SECTIONS + MORE_SECTIONS + EXAMPLE_TABLE,
        DECK,
        EXAMPLE_SCOPES,
        SITUATIONS,
        it=f"cases:\n{lines}",
    )
    return read_cases(read_game(made))


def test_a_case_is_read(tmp_path):
    (case,) = cases_of(
        tmp_path,
        "play: try, answers: {dice: I-1, who: N, seen: [2, 3], with: haste, more: 9}, rulings: {fall: far}, facts: {roll.over: -1, where: null}, "
        "cards: [{skill: {I-1: {value: 4, again: true}}, place: head}, {place: {1: head, 0: left}, row: {2: true}, steps: {2-N: 7}, roll: {act: 7}, coin: false}]",
    )
    assert case.situation.name == "try"
    assert case.deck == "main"
    assert case.rulings == {"fall": "far"}
    first, second = case.cards
    assert first == (CardResult("skill", "I-1", {"value": 4, "again": True}), CardResult("place", "0", "head"))
    assert [each.place for each in second] == ["1", "0", "2", "2-N", "act", ""]
    assert str(first[0]) == "skill I-1: {value: 4, again: true}"


def test_a_sheet_and_an_example_are_read_too(tmp_path):
    told, filled = cases_of(tmp_path, "example: told, facts: {flip: true}", "sheet: {size: 6}, facts: {defense: 5}")
    assert told.situation.name == "told"
    assert (filled.situation, filled.node.value["sheet"]) == (None, {"size": 6})


@pytest.mark.parametrize(
    ("case", "path", "message", "remedy"),
    [
        ("play: tri, facts: {roll: 4}", "play", 'there is no procedure "tri"', 'did you mean "try"?'),
        ("example: try, facts: {flip: true}", "example", 'there is no example "try"', "choose from told"),
        ("play: try, example: told, facts: {roll: 4}", "", "write source, text and facts", ""),
        ("play: try, deck: mine, facts: {roll: 4}", "deck", '"try" is not played with the deck "mine"', "main"),
        (f"{GOOD}, answers: {{dices: I-1}}", "answers.dices", 'nothing asks for "dices"', 'did you mean "dice"?'),
        (f"{GOOD}, answers: {{dice: III-1}}", "answers.dice", '"skill" has no column "III"', ""),
        (f"{GOOD}, answers: {{who: X}}", "answers.who", '"steps" has no row "X"', "choose from F, N"),
        (f"{GOOD}, answers: {{seen: [4]}}", "answers.seen", '"row" has no figure 4', "write numbers from 1 to 3"),
        (f"{GOOD}, answers: {{with: hast}}", "answers.with", '"with" has no choice "hast"', 'did you mean "haste"?'),
        (f"{GOOD}, answers: {{more: 10}}", "answers.more", "10 does not answer it", "write a number from 0 to 9"),
        (f"{GOOD}, cards: [{{skil: 4}}]", "cards[0].skil", 'the deck has no section "skil"', 'did you mean "skill"?'),
        (f"{GOOD}, cards: [{{skill: 4}}]", "cards[0].skill", '"skill" has several results a card', "{I-1: ...}"),
        (f"{GOOD}, cards: [{{skill: {{I-3: 4}}}}]", "cards[0].skill.I-3", '"skill" has no place "I-3"', ""),
        (f"{GOOD}, cards: [{{skill: {{I-1: no}}}}]", "cards[0].skill.I-1", "\"skill\" is never 'no'", "choose from CF"),
        (f"{GOOD}, cards: [{{place: {{3: head}}}}]", "cards[0].place.3", '"place" has no place "3"', "1, 0, -1"),
        (f"{GOOD}, cards: [{{place: hed}}]", "cards[0].place", "\"place\" is never 'hed'", 'did you mean "head"?'),
        (f"{GOOD}, cards: [{{coin: 1}}]", "cards[0].coin", '"coin" is never 1', "choose from True, False"),
        (f"{GOOD}, cards: [{{row: {{1: 1}}}}]", "cards[0].row.1", '"row" is never 1', ""),
        ("play: try, facts: {rol: 4}", "facts.rol", 'there is no step "rol"', 'did you mean "roll"?'),
        ("play: try, facts: {roll.ower: 4}", "facts.roll.ower", '"roll" has no "ower"', 'did you mean "over"?'),
        ("play: try, facts: {where.result: hed}", "facts.where.result", '"where" has no result "hed"', "head"),
        (f"{GOOD}, rulings: {{fell: far}}", "rulings.fell", 'there is no ruling "fell"', 'did you mean "fall"?'),
        (f"{GOOD}, rulings: {{fall: fur}}", "rulings.fall", '"fall" has no choice "fur"', 'did you mean "far"?'),
        (f"{GOOD}, contradicts: a", "contradicts", 'no case "a" contradicts this one', "choose from b"),
        (f"{GOOD}, contradicts: b", "contradicts", 'no case "b" contradicts this one', "add contradicts: a there"),
    ],
)
def test_what_a_case_names_wrongly_is_told_with_its_line(tmp_path, case, path, message, remedy):
    with pytest.raises(GameError) as caught:
        cases_of(tmp_path, case, GOOD)
    (only,) = caught.value.problems
    assert (only.line, only.path) == (2, f"cases.a.{path}".removesuffix("."))
    assert message in only.message + only.remedy
    assert remedy in only.remedy


def test_only_who_needs_cases_reads_them(tmp_path):
    with pytest.raises(GameError, match=r"cases\.a"):
        cases_of(tmp_path, "facts: 3")
    assert read_game(tmp_path).procedures


def test_cases_are_not_inherited(tmp_path):
    cases_of(tmp_path / "one", GOOD)
    other = write(tmp_path / "other", "game: {id: other, title: Other, extends: ../one}\n")
    assert read_cases(read_game(other)) == ()
