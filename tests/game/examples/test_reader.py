"""Reading examples: what a situation may name, and what is told, with its line, where nothing is of that name."""

import pytest
from game_files import (
    COLUMNS,
    DECK,
    EXAMPLE_LEVELS,
    EXAMPLE_SCOPES,
    EXAMPLE_TABLE,
    GAME,
    MORE_SECTIONS,
    SECTIONS,
    write,
)

from deckgen.errors import GameError
from deckgen.game import read_game
from deckgen.game.examples import TONES, SituationRead, Term

pytestmark = pytest.mark.usefixtures("neighbors")


def game(folder, steps, more=""):
    """The game with one example of these steps, each a line of YAML."""
    lines = "".join(f"      - {step}\n" for step in steps)
    text = f"examples:\n  it:\n    title: It\n    story: Something happens.\n    steps:\n{lines}{more}"
    made = write(folder, GAME + COLUMNS, SECTIONS + MORE_SECTIONS + EXAMPLE_TABLE, DECK, EXAMPLE_SCOPES, it=text)
    write(made / "sheet", sheet=EXAMPLE_LEVELS)
    return read_game(made)


def steps(folder, *lines, more=""):
    return game(folder, lines, more).examples[0].steps


def told(folder, *lines, more=""):
    """Line, path and words of the only problem."""
    with pytest.raises(GameError) as caught:
        game(folder, lines, more)
    (only,) = caught.value.problems
    assert only.remedy
    assert only.file.endswith("it.yaml")
    return only.line, only.path.removeprefix("examples.it.steps"), only.message


def test_an_example_is_read(tmp_path):
    first, second = steps(
        tmp_path,
        "{as: try, text: A try, read: {skill: II-2}, rows: {better: -1}, add: {tired: -1}, against: scopes.Pulp.Very Hard, bump: 5}",
        "{draw: true, when: {try: [failure]}, read: {place: try.bumps}, results: {head: {is: head, info: '{try}'}}}",
    )
    assert first.draws  # whether it says so or not
    assert first.read == SituationRead("skill", "II", "2", rows=(Term("better", -1),))
    assert first.add == (Term("tired", -1),)
    assert first.against == (Term("Very Hard", 9),)
    assert second.read == SituationRead("place", up=(Term(step="try", part="bumps"),))
    assert second.when == (("try", ("failure",)),)
    assert second.results[0].values == ("head",)


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("coin", SituationRead("coin")),
        ("{roll: act}", SituationRead("roll", "act")),
        ("{pools: 8-3}", SituationRead("pools", "8", "3")),
        ("{row: [1, 3]}", SituationRead("row", figures=(1, 3))),
        ("{steps: 2-N}", SituationRead("steps", "2", "N")),
        ("{steps: {row: F, reached_by: 5}}", SituationRead("steps", row="F", reached=(Term(number=5),))),
        ("{place: -1}", SituationRead("place", up=(Term(number=-1),))),
        ("place", SituationRead("place")),
        ("joker", SituationRead("joker")),
        ("order", SituationRead("order")),
    ],
)
def test_every_kind_of_section_can_be_read(tmp_path, line, read):
    assert steps(tmp_path, f"read: {line}")[0].read == read


@pytest.mark.parametrize(
    ("term", "made"),
    [
        ("7", Term(number=7)),
        ("before", Term(step="before")),
        ("-before.over", Term(step="before", part="over", less=True)),
        ("before.stun", Term(step="before", part="stun")),
        ("before.rest", Term(step="before", part="rest")),
        ("scopes.Pulp.Easy", Term("Easy", 3)),
        ("margins.Well done", Term(number=4)),
        ('"sheet.levels.wound[1].stun"', Term(number=7)),
        ('"sheet.levels.wound[1].penalty"', Term(number=-3)),
    ],
)
def test_a_number_may_stand_elsewhere(tmp_path, term, made):
    before = "{as: before, read: {roll: act}, divide: 2, levels: sheet.levels.wound, against: 5}"
    assert steps(tmp_path, before, f"add: {term}")[1].add == (made,)


def test_levels_are_entries_of_a_list(tmp_path):
    (step,) = steps(tmp_path, "{read: {roll: act}, levels: sheet.levels.wound}")
    assert [level["name"] for level in step.levels] == ["Light", "Heavy"]


@pytest.mark.parametrize(
    ("line", "path", "what"),
    [
        ("read: {skil: II-1}", "[0].read", 'there is no section "skil"'),
        ("read: {skill: III-1}", "[0].read.skill", '"skill" has no column "III"'),
        ("read: {skill: II-3}", "[0].read.skill", '"skill" has no row 3'),
        ("read: {skill: II-0}", "[0].read.skill", '"skill" has no row 0'),
        ("read: {skill: II}", "[0].read.skill", "'II' is no cell"),
        ("read: skill", "[0].read", '"skill" has several results a card'),
        ("read: {roll: acts}", "[0].read.roll", '"roll" has no result "acts"'),
        ("read: {row: [4]}", "[0].read.row", '"row" has no figure 4'),
        ("read: {row: 1}", "[0].read.row", "the figures are missing"),
        ("read: {coin: 1}", "[0].read.coin", '"coin" has one value a card'),
        ("read: {steps: 3-N}", "[0].read.steps", '"steps" has no column "3"'),
        ("read: {steps: 2-S}", "[0].read.steps", '"steps" has no row "S"'),
        ("read: {steps: {row: S, reached_by: 4}}", "[0].read.steps.row", '"steps" has no row "S"'),
        ("add: nobody", "[0].add", 'no earlier step and no value at "nobody"'),
        ("add: scopes.Pulp.Eazy", "[0].add", 'no value at "scopes.Pulp.Eazy"'),
        ("add: 'sheet.levels.wound[2].stun'", "[0].add", 'no value at "sheet.levels.wound[2].stun"'),
        ("add: 'sheet.levels.wound[1].name'", "[0].add", "is not a whole number"),
        ("{as: a, add: a}", "[0].add", 'no earlier step and no value at "a"'),
        ("{add: 1, bump: 5}", "[0].bump", "bumps need a number to beat"),
        ("{add: 1, levels: sheet.levels.odd}", "[0].levels", "this is not a list of levels"),
        ("{read: place, results: {a: {is: tail}}}", "[0].results.a.is", "\"place\" is never 'tail'"),
        ("{read: coin, results: {a: {is: 1}}}", "[0].results.a.is", '"coin" is never 1'),
        (
            "{read: {roll: act}, results: {a: {is: 1}}}",
            "[0].results.a.is",
            "only words can be compared like this",
        ),
        (
            "{read: place, results: {a: {has: prone}}}",
            "[0].results.a.has",
            "no place that is read has the attribute",
        ),
        ("{add: 1, results: {a: {info: 'It is {b}.'}}}", "[0].results.a.info", 'no earlier step is called "b"'),
        ("{as: b, add: 1, results: {a: {info: 'It is {b.over}.'}}}", "[0].results.a.info", '"b" has no "over"'),
        ("{add: 1, results: {done: So.}}", "[0].results.done", "nothing says how this is for the one who acts"),
        ("{add: 1, results: {done: {text: So.}}}", "[0].results.done.text", 'the key "text" is unknown here'),
        ("{add: 1, results: {a: {good: Up, bad: Down}}}", "[0].results.a.bad", "there is a text under good: already"),
        ("{add: 1, when: {b: success}}", "[0].when.b", 'no earlier step or choice is called "b"'),
        ("{read: {roll: act}, again: {coin: maybe}}", "[0].again.coin", "\"coin\" is never 'maybe'"),
        ("{add: 1, color: red}", "[0].color", 'the key "color" is unknown here'),
        ("{as: No, add: 1}", "[0].as", '"No" is not'),
    ],
)
def test_what_names_nothing_is_told(tmp_path, line, path, what):
    at, place, words = told(tmp_path, line)
    assert (at, place) == (6, path)
    assert what in words


@pytest.mark.parametrize("line", ["done: So.", "done: {text: So.}"])
def test_a_result_without_a_tone_is_refused_with_the_remedy(tmp_path, line):
    with pytest.raises(GameError) as refused:
        steps(tmp_path, f"{{add: 1, results: {{{line}}}}}")
    (problem,) = refused.value.problems
    assert all(tone in problem.remedy for tone in TONES)


@pytest.mark.parametrize(
    ("name", "tone"),
    [("success", "good"), ("highest", "good"), ("failure", "bad"), ("critical_failure", "bad"), ("lowest", "bad")],
)
def test_a_text_alone_has_the_tone_of_its_name(tmp_path, name, tone):
    (step,) = steps(tmp_path, f"{{read: {{roll: act}}, against: 5, results: {{{name}: So.}}}}")
    assert (step.results[0].text, step.results[0].tone) == ("So.", tone)


@pytest.mark.parametrize("tone", TONES)
def test_a_result_has_the_tone_whose_key_its_text_is_under(tmp_path, tone):
    (step,) = steps(tmp_path, f"{{read: {{roll: act}}, against: 5, results: {{success: {{{tone}: So.}}}}}}")
    assert (step.results[0].text, step.results[0].tone) == ("So.", tone)


def test_what_later_steps_name_is_told_at_their_line(tmp_path):
    first = "{as: a, read: {roll: act}, against: 7}"
    assert told(tmp_path, first, "{add: a.bumps}") == (7, "[1].add", '"a" has no "bumps"')
    assert told(tmp_path, first, "{add: 1, when: {a: [bump]}}") == (
        7,
        "[1].when.a",
        '"a" has no result "bump"',
    )
    assert told(tmp_path, first, "{as: a, add: 1}")[2] == 'an earlier step is called "a" already'


def test_unknown_decks_are_told_and_so_are_sections_of_different_decks(tmp_path):
    assert told(tmp_path, "add: 1", more="    decks: [minor]\n")[2] == 'there is no deck "minor"'
    both = DECK + "    sections: [skill]\n  other: {extends: main, title: Other, sections: [coin]}\n"
    text = "examples:\n  it:\n    title: It\n    story: No.\n    steps: [{read: {skill: I-1}}, {read: coin}]\n"
    with pytest.raises(GameError, match="no deck has all of its sections; name sections of one deck"):
        read_game(write(tmp_path / "two", GAME + COLUMNS, SECTIONS, both, it=text))


def test_a_sheet_that_is_not_there_is_told(tmp_path):
    text = "examples:\n  it:\n    title: It\n    story: No.\n    steps: [{add: sheet.levels}]\n"
    with pytest.raises(GameError, match=r"it\.yaml:5: .*the sheet cannot be read"):
        read_game(write(tmp_path, GAME + COLUMNS, SECTIONS, DECK, it=text))


def test_words_are_translated_and_a_text_of_nothing_is_told(tmp_path):
    lines = [
        "{as: try, text: A try, read: {roll: act}, add: {tired: -1}, against: scopes.Pulp.Easy, results: {failure: 'No, {try}.'}}"
    ]
    german = """translations:
  de:
    examples.it.title: Es
    examples.it.story: Etwas geschieht.
    examples.it.steps[0].text: Ein Versuch
    examples.it.steps[0].add.tired: müde
    examples.it.steps[0].results.failure: "Nein, {try}."
    scopes.Pulp.Easy: leicht
"""
    game(tmp_path, lines, german)
    made = read_game(tmp_path, "de").examples[0]
    (step,) = made.steps
    assert (made.title, made.story, step.text) == ("Es", "Etwas geschieht.", "Ein Versuch")
    assert (step.add[0].label, step.against[0].label) == ("müde", "leicht")
    assert step.results[0].text == "Nein, {try}."
    with pytest.raises(GameError, match="there is no printed text at"):
        game(tmp_path / "wrong", lines, german.replace("[0].text", "[1].text"))


def test_examples_do_not_change_what_is_dealt(tmp_path):
    with_one = game(tmp_path / "one", ["add: 1"])
    none = read_game(
        write(tmp_path / "none", GAME + COLUMNS, SECTIONS + MORE_SECTIONS + EXAMPLE_TABLE, DECK, EXAMPLE_SCOPES)
    )
    assert with_one.deck().sha256 == none.deck().sha256


def test_a_game_that_extends_another_has_its_examples_where_they_fit(tmp_path):
    game(tmp_path / "base", ["read: {skill: I-1}"])
    same = read_game(write(tmp_path / "same", "game: {id: same, title: Same, extends: ../base}\n"))
    assert [each.name for each in same.examples] == ["it"]
    deck = DECK + "    sections: [coin]\n"
    less = read_game(write(tmp_path / "less", "game: {id: less, title: Less, extends: ../base}\n", deck))
    assert less.examples == ()
