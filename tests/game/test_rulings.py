"""Rulings: what a choice changes in a game, and what is reported of wrong ones."""

from __future__ import annotations

import pytest
from game_files import COLUMNS, DECK, EXAMPLE_LEVELS, GAME, MORE_SECTIONS, SECTIONS, write

from deckgen.deck.deal.generator import generate
from deckgen.deck.situations import play
from deckgen.errors import GameError
from deckgen.game import printed_texts, read_game, untranslated
from deckgen.game.examples import Term
from deckgen.game.panels import PanelText

pytestmark = pytest.mark.usefixtures("neighbors")

RULINGS = """\
rulings:
  fresh:
    question: On which card?
    source: ch. 3
    text: Nothing is written about it.
    choices:
      new card: {rule: Draw another., number: 2, turns: 1}
      same card: {rule: Read the same., turns: -3}
    others: [Roll dice.]
  shuffle:
    question: When do you shuffle?
    source: ch. 1
    text: It says two things.
    choices:
      after jokers: {}
      after each card: {set: {decks.main.reshuffle: every-draw}}
"""
SITUATION = """\
  it:
    title: It
    story: Something happens.
    asks: {called: {label: Called, number: 1}}
    steps:
      - {as: fall, when: {fresh: [new card, same card]}, read: coin, results: {yes: {is: true, info: "{rulings.fresh.rule}"}}}
      - {as: more, when: {fresh: new card}, draw: true, read: {roll: act}, add: {fresh: fresh, turns: -fresh.turns}}
      - {as: less, when: {fresh: same card, fall: "yes"}, read: {roll: act}, against: fresh}
"""
PANEL = """\
panels:
  one: {title: One, blocks: [{text: "{rulings.fresh.choice}: {rulings.fresh.rule}"}, {text: "{rulings.fresh.rule}"}]}
"""


def game(folder, rulings=RULINGS, situation=SITUATION, more="", code=None, **chosen):
    """The small game with rulings, a procedure and a panel."""
    texts = (GAME + COLUMNS, SECTIONS + MORE_SECTIONS, DECK, PANEL, "procedures:\n" + situation)
    write(write(folder) / "sheet", sheet=EXAMPLE_LEVELS)
    return read_game(write(folder, *texts, rulings=rulings, **({"more": more} if more else {})), code, rulings=chosen)


def reported(folder, *arguments, **named):
    """File, line, key path, message and remedy of the only problem."""
    with pytest.raises(GameError) as caught:
        game(folder, *arguments, **named)
    (only,) = caught.value.problems
    return only.file.rpartition("/")[2], only.line, only.path, only.message, only.remedy


def test_the_first_choice_counts_unless_another_is_chosen(tmp_path):
    fresh, shuffle = game(tmp_path).rulings
    assert (fresh.choice.name, fresh.choice is fresh.choices[0], shuffle.choice.label) == (
        "new card",
        True,
        "after jokers",
    )
    assert fresh.other_answers == ("Roll dice.",)
    assert game(tmp_path).changed_rulings == {}
    assert game(tmp_path, fresh="new card").changed_rulings == {}
    assert game(tmp_path, fresh="same card").changed_rulings == {"fresh": "same card"}


@pytest.mark.parametrize(
    ("chosen", "conditions"),
    [
        ({}, [(), (), (("fresh", ()), ("fall", ("yes",)))]),
        ({"fresh": "same card"}, [(), (("fresh", ()),), (("fall", ("yes",)),)]),
    ],
)
def test_steps_of_the_other_choice_are_never_played(tmp_path, chosen, conditions):
    decided = game(tmp_path, **chosen)
    procedure = decided.procedures[0]
    assert [step.when for step in procedure.steps] == conditions
    deck = generate(decided, decided.deck(), "1")
    played = [[step.step.name for step in play(procedure, deck, decided.deck(), cards=[card])] for card in deck.cards]
    assert [*map(len, played)] == [2] * len(deck.cards) if not chosen else {len(names) for names in played} == {1, 2}
    assert {names[1] for names in played if len(names) > 1} == ({"less"} if chosen else {"more"})


def test_the_first_step_that_is_played_draws_a_card(tmp_path):
    other = SITUATION.replace("new card, same card", "same card").replace("draw: true, ", "")
    decided = game(tmp_path, situation=other)
    deck = generate(decided, decided.deck(), "1")
    (only,) = play(decided.procedures[0], deck, decided.deck())
    assert [reading.is_drawn for reading in only.readings][:1] == [True]


def test_a_situation_of_no_step_is_left_out(tmp_path):
    other = SITUATION.partition("      - {as: more")[0].replace("new card, same card", "same card")
    assert game(tmp_path, situation=other).procedures == ()
    assert len(game(tmp_path, situation=other, fresh="same card").procedures) == 1


def test_a_ruling_counts_in_sums_with_the_facts_of_its_choice(tmp_path):
    more = game(tmp_path).procedures[0].steps[1]
    assert more.add == (Term("new card", 2), Term("turns", -1))
    less = game(tmp_path, fresh="same card").procedures[0].steps[2]
    assert less.against == (Term("", 0),)  # a number to reach, though it is 0
    both = SITUATION.replace("when: {fresh: new card}, ", "")
    more = game(tmp_path, situation=both, fresh="same card").procedures[0].steps[1]
    assert more.add == (Term("turns", 3),)  # what counts nothing is not printed


def test_printed_texts_have_the_rule_of_the_choice(tmp_path):
    def texts(**chosen):
        read = game(tmp_path, **chosen)
        (panel,) = read.rules.screen[0].panels
        return [block.text for block in panel.blocks if isinstance(block, PanelText)], read.procedures[0].steps[0]

    screen = "screen: {pages: [[one]]}\n"
    blocks, step = texts(more=screen)
    assert blocks == ["new card: Draw another.", "Draw another."]
    assert step.results[0].text == "Draw another."
    blocks, step = texts(more=screen, fresh="same card")
    assert blocks == ["same card: Read the same.", "Read the same."]
    german = """\
translations:
  de:
    rulings.fresh.choices.same card: dieselbe Karte
    rulings.fresh.choices.same card.rule: Lies dieselbe.
"""
    blocks, step = texts(more=screen + german, code="de", fresh="same card")
    assert blocks == ["dieselbe Karte: Lies dieselbe.", "Lies dieselbe."]
    assert step.results[0].text == "Lies dieselbe."


def test_a_text_that_another_one_repeats_has_the_rule_too(tmp_path):
    two = 'panels: {two: {title: Two, blocks: [{text: "So: {procedures.it.story}"}]}}\nscreen: {pages: [[two]]}\n'
    situation = SITUATION.replace("Something happens.", '"{rulings.fresh.rule}"')
    (panel,) = game(tmp_path, situation=situation, more=two).rules.screen[0].panels
    assert panel.blocks == (PanelText("So: Draw another."),)


def test_all_texts_of_rulings_can_be_translated(tmp_path):
    game(tmp_path, more="translations:\n  de: {game.title: Klein}\n")
    paths = {path for path in printed_texts(tmp_path) if path.startswith("rulings.")}
    assert paths == {
        *(f"rulings.{name}.{key}" for name in ("fresh", "shuffle") for key in ("question", "source", "text")),
        *(f"rulings.fresh.choices.{choice}{part}" for choice in ("new card", "same card") for part in ("", ".rule")),
        *(f"rulings.shuffle.choices.after {word}" for word in ("jokers", "each card")),
        "rulings.fresh.others[0]",
    }
    missing = [problem for problem in untranslated(tmp_path, "de") if "On which card?" in problem.message]
    assert [(problem.line, problem.path) for problem in missing] == [(3, "rulings.fresh.question")]


def test_a_choice_sets_values_of_the_deck(tmp_path):
    before, after = game(tmp_path).deck(), game(tmp_path, shuffle="after each card").deck()
    assert (before.reshuffle, after.reshuffle) == ("jokers", "every-draw")
    assert before.sha256 != after.sha256
    written = DECK + "    reshuffle: every-draw\n"
    write(tmp_path / "written", GAME + COLUMNS, SECTIONS + MORE_SECTIONS, written)
    assert read_game(tmp_path / "written").deck().sha256 == after.sha256


def test_two_choices_set_values_of_one_entry(tmp_path):
    rulings = RULINGS.replace("same card: {", "same card: {set: {decks.main.layout: magic, numbers.head: 2}, ")
    chosen = {"fresh": "same card", "shuffle": "after each card"}
    deck = game(tmp_path, rulings, more="numbers: {head: 1}\n", **chosen).deck()
    assert (deck.layout, deck.reshuffle) == ("magic", "every-draw")


def test_unknown_names_are_refused_with_those_that_exist(tmp_path):
    (_, line, path, message, remedy) = reported(tmp_path, frsh="new card")
    assert (line, path, message) == (None, "rulings", 'there is no ruling "frsh"')
    assert remedy == 'did you mean "fresh"? there are fresh, shuffle'
    (_, line, path, message, remedy) = reported(tmp_path, fresh="newcard")
    assert (line, path, message) == (None, "rulings.fresh", 'there is no choice "newcard"')
    assert remedy == 'did you mean "new card"? there are new card, same card'
    with pytest.raises(GameError, match="leave it out: the game has no rulings"):
        read_game(write(tmp_path / "none", GAME + COLUMNS, SECTIONS, DECK), rulings={"fresh": "new card"})
    with pytest.raises(GameError, match='no choice "newcard"'):
        read_game(tmp_path, rulings={"fresh": "newcard"}, complete=False)


def test_values_of_parts_that_a_quick_reading_leaves_out_are_checked_when_these_are_used(tmp_path):
    rulings = RULINGS.replace("decks.main.reshuffle: every-draw", "procedures.that.decks: [main]")
    with pytest.raises(GameError, match=r'no value at "procedures\.that"'):
        game(tmp_path, rulings)
    quick = read_game(tmp_path, complete=False)
    assert quick.deck().reshuffle == "jokers"
    with pytest.raises(GameError, match=r'no value at "procedures\.that"'):
        assert quick.procedures


@pytest.mark.parametrize(
    ("setting", "message", "remedy"),
    [
        ("decks.mian.reshuffle: never", 'no value at "decks.mian"', '"decks.main"'),
        ("dekcs.main.reshuffle: never", 'no value at "dekcs.main"', "columns, sections, decks"),
        ("decks.main.cards.suits[0]: moon", 'decks.main.cards.suits[0]: the key "suits[0]" is unknown', '"suits"'),
        ("decks.main.nothing.here: 1", 'no value at "decks.main.nothing"', "choose from title, cards"),
        ("decks.main.title.here: 1", "in a single value can be set", "set the whole"),
        ("sections.place.levels[0].odds: 1", "in a single value can be set", "set the whole"),
        ("sheet.levels.wound: 1", "no value of a sheet", "set the whole"),
        ("game.title: Other", 'no value at "game"', "choose from"),
        ("rulings.fresh: Other", 'no value at "rulings"', "choose from"),
        ("decks.main.reshuffle: often", 'decks.main.reshuffle: "often" is not one', "every-draw"),
        ("decks.main: 3", "decks.main: 3 is not a deck", "write a deck"),
        ("decks.main.reshufle: never", 'decks.main.reshufle: the key "reshufle" is unknown', '"reshuffle"'),
        ("decks.main.title: Other", 'the text at "decks.main.title" is printed', "{rulings.shuffle.rule}"),
        ("decks.main.cards: {numbered: 9}", 'the text at "decks.main.cards.low_jokers[0]" is printed', "rule"),
    ],
)
def test_a_value_that_no_choice_can_set_is_reported_though_it_is_not_chosen(tmp_path, setting, message, remedy):
    rulings = RULINGS.replace("decks.main.reshuffle: every-draw", f'"{setting.replace(": ", chr(34) + ": ", 1)}')
    for chosen in ({"shuffle": "after each card"}, {}):
        with pytest.raises(GameError) as caught:
            game(tmp_path, rulings, **chosen)
    first = caught.value.problems[0]
    assert (first.file.rpartition("/")[2], first.line) == ("rulings.yaml", 16)
    assert first.path.startswith("rulings.shuffle.choices.after each card.set")
    assert message in first.message
    assert remedy in first.remedy


@pytest.mark.parametrize(
    ("before", "after", "line", "message", "remedy"),
    [
        (
            "    others: [Roll dice.]\n",
            "    default: new card\n",
            9,
            'the key "default" is unknown',
            "choose from question",
        ),
        ("    source: ch. 3\n", "", 2, 'the key "source" is missing', "add source"),
        ("turns: -3", "turns: low", 8, '"low" is not a whole number', "write a whole number"),
        (
            "      after each card: {set: {decks.main.reshuffle: every-draw}}\n",
            "",
            10,
            "only one answer",
            "add a choice",
        ),
    ],
)
def test_a_wrong_ruling_is_reported_with_its_line(tmp_path, before, after, line, message, remedy):
    assert before in RULINGS
    _, found_line, _, found_message, found_remedy = reported(tmp_path, RULINGS.replace(before, after))
    assert found_line == line
    assert message in found_message
    assert remedy in found_remedy


@pytest.mark.parametrize(
    ("before", "after", "message", "remedy"),
    [
        ("when: {fresh: new card}", "when: {fresh: newcard}", '"fresh" has no choice "newcard"', "new card"),
        ("when: {fresh: new card}", "when: {frsh: new card}", 'no earlier step or choice is called "frsh"', "fresh"),
        ("-fresh.turns", "-fresh.turn", '"fresh" has no "turn"', "turns"),
        ("asks: {called", "asks: {fresh", 'a ruling is called "fresh" already', "another name"),
        ("as: more", "as: fresh", 'a ruling is called "fresh" already', "another name"),
        ("rulings.fresh.rule", "rulings.fresh.rul", "rulings.fresh.rul", "rulings.fresh.rule"),
    ],
)
def test_a_situation_that_names_no_ruling_is_reported(tmp_path, before, after, message, remedy):
    file, line, _, found_message, found_remedy = reported(tmp_path, situation=SITUATION.replace(before, after))
    assert file == "4.yaml"
    assert line >= 5
    assert message in found_message
    assert remedy in found_remedy


def test_a_panel_that_names_no_ruling_is_reported(tmp_path):
    more = 'panels:\n  two: {title: Two, blocks: [{text: "Say {rulings.fresh.what}."}]}\n'
    file, line, _, message, _ = reported(tmp_path, more=more)
    assert (file, line) == ("more.yaml", 2)
    assert "rulings.fresh.what" in message


def test_rulings_are_inherited_and_replaced(tmp_path):
    game(tmp_path / "base")
    header = "game: {id: heir, title: Heir, extends: ../base}\n"
    heir = read_game(write(tmp_path / "heir", header), rulings={"fresh": "same card"})
    assert [ruling.name for ruling in heir.rulings] == ["fresh", "shuffle"]
    assert heir.changed_rulings == {"fresh": "same card"}
    lines = RULINGS.replace("new card", "no card").partition("  shuffle:")[0]
    situation = "procedures:\n" + SITUATION.replace("new card", "no card")
    replaced = read_game(write(tmp_path / "heir", header + lines + situation))
    assert replaced.rulings[0].choice.name == "no card"
    assert replaced.procedures[0].steps[1].when == ()
