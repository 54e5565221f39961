"""The procedures of the shipped games: whatever is asked, they play to an end in words; and they keep the rules.

Their results are reckoned once more from the card in plain arithmetic, and held against the examples of play: the same
numbers and the same cards must come to the same.
"""

import re
from dataclasses import replace
from random import Random

import pytest
from procedure_steps import ROWS, deck_of, dice_of, named, steps_of

from deckgen.card.layout import load_layout
from deckgen.card.rules.mark_names import name_marks
from deckgen.deck.deal.generator import generate
from deckgen.deck.situations import play
from deckgen.document.examples.text import narrate
from deckgen.game.model import playable_situations

FI, WEST, AC = "future-imperfect", "west-that-wasnt", "action-and-combat"
GAMES = (FI, WEST, AC, "rough-magic")


def anything(ask, spec, dice):
    """An answer, often one at the edge of what is possible."""
    match ask.kind:
        case "number":
            return dice.choice([ask.least, ask.most, dice.randint(max(ask.least, -9), min(ask.most, 20))])
        case "choice":
            return dice.choice(ask.choices).name
        case "figures":
            return [figure for figure in range(1, 11) if dice.random() < 0.4]
    section = spec.section(ask.section)
    if ask.kind == "row":
        return dice.choice(section.rows)
    if hasattr(section, "rolls"):
        return dice.choice(section.rolls)[0]
    last = 9 if section.beyond else section.rows
    return f"{dice.choice(section.columns).label}-{dice.randint(1, last)}"


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_asked_a_procedure_plays_and_ends_in_words(game):
    made, spec, deck = deck_of(game)
    assert made.procedures
    procedures = name_marks(playable_situations(made.procedures, spec), load_layout(spec.layout), made, spec)
    for situation in procedures:
        for n in range(14):
            dice = Random(f"{situation.name} {n}")  # noqa: S311 (only test data)
            given = {ask.name: anything(ask, spec, dice) for ask in situation.asks if n and dice.random() < 0.8}
            again = replace(situation, name=f"{situation.name}{n}")
            played = play(again, deck, spec, given)
            told = narrate(made, spec, again, played, given)
            lines = [line for panel in told.panels for line in panel.lines]
            facts = [fact.text for fact in told.facts]
            assert facts, (situation.name, given)
            assert not re.search(r"[{}]|None|\bAsk", " ".join([*facts, *lines])), told
            assert all(each.chance is None or 0 <= each.chance <= 1 for each in played)


@pytest.mark.parametrize("game", GAMES)
def test_asks_of_one_name_mean_the_same_in_all_procedures(game):
    made, _, _ = deck_of(game)
    kinds = {}
    for situation in made.procedures:
        for ask in situation.asks:
            kinds.setdefault(ask.name, set()).add((ask.kind, ask.section.removesuffix("s")))
    assert {name: found for name, found in kinds.items() if len({kind for kind, _ in found}) > 1} == {}


def test_a_shot_is_that_of_the_rules_from_the_trigger_to_the_wound():
    """Future Imperfect: 4d8 against 5 + 2 (range) + 4 (running) − 3 (Size 24), through armor 3 with penetration 3."""
    given = {
        "skill": "III-4",
        "range": 2,
        "movement": "runs",
        "size": 24,
        "damage": "3-3",
        "reduced": "2-3",
        "pen": 3,
        "armor": 3,
    }
    seen = set()
    for n in range(150):
        steps = steps_of(FI, "shoot", given, str(n))
        shot = steps["shot"]
        first = shot.readings[0].card
        assert (
            shot.total == sum(dice_of(looked.card, "III", 4).value for looked in shot.readings)
            or shot.read_value.critical
        )
        assert shot.margin == shot.total - (5 + 2 + 4 - 3)
        if shot.margin < 0 or shot.read_value.critical:
            assert "spot" not in steps
            seen.add("miss")
            continue
        stack = first.sections["hit_location"].places
        place = stack[max(2 - shot.margin // 5, 0)]
        assert steps["spot"].read_value.value == place
        worth = 3 - (3 + first.sections["ablation"])
        if worth < 0:
            assert steps["through"].result.name == "deflects"
            assert "wounds" not in steps
            seen.add("deflects")
            continue
        column, read = ("3", "full") if worth >= 2 else ("2", "weak")
        row = 3 + ROWS.get(place, 0)
        harm = steps[read]
        assert {looked.key_paths[0] for looked in harm.readings if looked.section.name == "effects"} == {
            (column, row - 1)
        }
        assert harm.total == sum(
            looked.card.sections["effects"][column][row - 1].value
            for looked in harm.readings
            if looked.section.name == "effects"
        )
        assert steps["wounds"].total == harm.total // 24
        assert steps["shock"].readings[0].key_paths[0][1] == min(max(harm.total // 24 - 1, 0), 4)
        seen.add(read)
    assert seen == {"miss", "deflects", "full", "weak"}


@pytest.mark.parametrize(
    ("meters", "column", "row"),
    [(4, None, None), (5, "1", 2), (9, "1", 2), (25, "2", 5), (20, "1", 5), (50, "7", 5), (999, "7", 5)],
)
def test_a_fall_is_2_1_and_a_row_more_for_each_5_m(meters, column, row):
    steps = steps_of(FI, "fall", {"meters": meters})
    if column is None:
        assert list(steps) == ["fives"]
    else:
        assert steps["pain"].readings[0].key_paths == ((column, row - 1),)
        assert steps["pain"].readings[0].is_drawn


def test_explosions_reach_as_far_as_their_columns():
    for meters, column in ((0, "4"), (10, "4"), (11, "3"), (20, "3"), (21, "2"), (40, "1"), (41, None)):
        steps = steps_of(FI, "blast", {"meters": meters})
        assert ("pain" in steps) == (column is not None)
        if column:
            assert steps["pain"].readings[0].key_paths == ((column, 2),)


def test_persuading_depends_on_both_dice():
    for mine, other, number in (
        ("III-3", "II-1", 3),
        ("III-3", "III-1", 5),
        ("III-1", "V-1", 7),
        ("I-2", "IV-2", 9),
    ):
        talk = steps_of(FI, "persuade", {"skill": mine, "other": other})["talk"]
        assert sum(worth for _, worth in talk.against) == number


SAME = [
    (
        FI,
        "rifle",
        "shoot",
        {"damage": "3-3", "size": 12},
        {"shot": "shot", "place": "spot", "damage": "full", "wounds": "wounds"},
    ),
    (FI, "hovercycle", "skill_roll", {"skill": "III-2"}, {"ride": "task"}),
    (
        FI,
        "unskilled",
        "skill_roll",
        {"skill": "IV-4", "training": "untrained", "difficulty": 3},
        {"lock": "task"},
    ),
    (FI, "charge", "effect", {}, {"work": "work", "effect": "levels"}),
    (FI, "mob", "contest", {"skill": "III-3", "other": "II-3"}, {"leader": "resists", "talk": "task"}),
    (
        FI,
        "burst",
        "burst",
        {"skill": "V-4", "range": 1, "people": [1, 2, 4]},
        {"shot": "shot", "hits": "hits", "bystanders": "bystanders"},
    ),
    (FI, "stun", "stun", {"wound": "Light", "worst": "Light"}, {"stun": "check"}),
    (FI, "grenade", "throw", {}, {"lob": "lob", "clock": "clock"}),
    (FI, "rush", "rush", {"early": 4}, {"swing": "task"}),
    (FI, "fall", "fall", {"meters": 25}, {"fall": "pain", "wounds": "wounds"}),
    (
        FI,
        "initiative",
        "initiative",
        {"skill": "III-3"},
        {"reflexes": "reflexes", "step": "step"},
    ),
    (FI, "jump_drive", "breakdown", {"reliability": 9}, {"drive": "gear"}),
    (WEST, "surprise", "surprise", {"skill": "8-3"}, {"miranda": "nerve"}),
    (WEST, "fanning", "fan", {"second_at": 2}, {"first": "first", "second": "second"}),
    (
        WEST,
        "point_blank",
        "shoot",
        {"place": "one up", "bumps": 9},
        {"shot": "shot", "place": "spot", "damage": "full", "wounds": "wounds"},
    ),
    (WEST, "cover", "hit", {"armor": 3}, {"penetration": "through"}),
    (
        WEST,
        "prone",
        "shoot",
        {"skill": "8-4", "meters": 16, "stance": "prone"},
        {"shot": "shot", "place": "low"},
    ),
    (WEST, "dynamite", "throw", {"meters": 10}, {"throw": "lob"}),
    (WEST, "failure", "breakdown", {"reliability": 6}, {"works": "gear"}),
    (WEST, "stun", "stun", {"wound": "Light", "worst": "Light"}, {"stun": "check"}),
    (WEST, "dodge", "initiative", {"skill": "6-3", "speed": "F", "dodging": "yes"}, {"phase": "phase"}),
    (WEST, "lariat", "entangle", {}, {"angus": "dodge", "lasso": "loop"}),
    (AC, "initiative", "initiative", {"edge": "noticed them first"}, {"ilya": "them", "mara": "you"}),
    (AC, "shot", "shot", {}, {"attack": "attack", "defense": "against", "degree": "degree", "damage": "damage"}),
    (
        AC,
        "aimed",
        "shot",
        {"value": 9, "aim": "the head", "target": "cannot move at all", "knows": "none, a human"},
        {"attack": "degree"},
    ),
    (AC, "snap", "shot", {"value": 16, "snap": "yes", "stance": "ducks", "defense": 9}, {"attack": "degree"}),
    (AC, "first_aid", "first_aid", {"value": 6}, {"aid": "aid"}),
    (AC, "breakfall", "fall", {}, {"roll": "roll"}),
    (AC, "climb", "climb", {"difficulty": 18}, {"climb": "climb"}),
    (AC, "shock", "shock", {"wound": "Moderate", "nerve": 9}, {"shock": "body", "nerve": "nerve_test"}),
]


@pytest.mark.parametrize(
    ("game", "example", "procedure", "given", "steps"), SAME, ids=[f"{each[0]}-{each[1]}" for each in SAME]
)
def test_an_example_played_as_a_procedure_comes_to_the_same(game, example, procedure, given, steps):
    made, spec, deck = deck_of(game)
    compared = 0
    for n in range(12):
        told = play(replace(named(made.examples, example), name=f"same{n}"), deck, spec)
        played = play(replace(named(made.procedures, procedure), name=f"same{n}"), deck, spec, given)
        cards = [next(each.readings[0].card for each in those if each.readings) for those in (told, played)]
        broken_off = any(each.result and each.result.ends for each in played)
        if cards[0] != cards[1] or broken_off:  # an example that breaks off is shuffled anew
            continue
        mine, other = ({each.step.name: each for each in those} for those in (told, played))
        for ours, theirs in steps.items():
            assert (ours in mine) == (theirs in other), (n, ours)
            if ours in mine:
                # a procedure may add to the number what an example takes off the result
                own, others = mine[ours], other[theirs]
                assert own.margin == others.margin, (n, ours)
                assert own.margin is not None or own.total == others.total, (n, ours)
                compared += 1
    assert compared


def test_procedures_fit_the_decks_that_have_their_sections():
    made, spec, _ = deck_of(FI)
    action = {each.name for each in playable_situations(made.procedures, spec)}
    chapter_3 = {each.name for each in playable_situations(made.procedures, made.deck("action_chapter_3"))}
    assert action - chapter_3 == {"initiative", "throw", "step_up"}
    assert chapter_3 - action == {"hand"}
    deck = generate(made, made.deck("action_chapter_3"), "42")
    for n in range(12):
        hand = replace(named(made.procedures, "hand"), name=str(n))
        steps = {each.step.name: each for each in play(hand, deck, made.deck("action_chapter_3"))}
        total = steps["reflexes"].total
        if steps["reflexes"].read_value.critical:
            assert "cards" not in steps
        else:
            assert steps["cards"].total == 1 + (total >= 3) + max(0, total - 3) // 5
