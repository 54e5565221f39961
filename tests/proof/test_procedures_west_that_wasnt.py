"""The procedures of the West: shots, fanned shots, blows, throws and fields of fire keep its rules, and follow its rulings."""

import pytest
from procedure_steps import ROWS, deck_of, dice_of, named, steps_of

from deckgen.deck.situations import play
from deckgen.game import read_game

WEST = "west-that-wasnt"


def test_a_shot_of_the_west_is_that_of_its_rules():
    """3d8 with an aim of 1 at a prone target that dodges by 2, one place up, Pen 2 against armor 3; Rel 9."""
    given = {
        "aim": 1,
        "dodge": 2,
        "stance": "prone",
        "place": "one up",
        "pen": 2,
        "armor": 3,
        "reliability": 9,
        "bystander": "somebody",
        "scatter": 1,
    }
    seen = set()
    for n in range(200):
        steps = steps_of(WEST, "shoot", given, str(n))
        shot = steps["shot"]
        card = shot.readings[0].card
        cells = [dice_of(card, "8", row) for row in (1, 2, 3)]
        ones = sum(cell.value == 1 and not cell.again for cell in cells)
        if not any(cell.again for cell in cells) and ones < 2:
            assert shot.total == max(cell.value for cell in cells)
        assert shot.margin == shot.total - (5 - 1 + 2)
        hits = shot.margin >= 0 and ones < 2
        stack = card.sections["hit_location"].places
        place = stack[1]
        prone = place in ("left arm", "right arm", "chest", "head")
        if hits:
            assert steps["spot"].read_value.value == place
            assert steps["low"].result.name == ("hit" if prone else "saved")
        landed = hits and prone
        through = 2 + card.sections["ablation"] - 3
        assert ("through" in steps) == landed
        assert ("wounds" in steps) == (landed and through >= 0)
        if "wounds" in steps:
            column, row = ("6", (3 if through >= 2 else 2) + ROWS.get(place, 0))
            harm = steps["full" if through >= 2 else "weak"]
            assert harm.readings[0].key_paths == ((column, row - 1),)
            assert (steps["wounds"].total, steps["wounds"].remainder) == divmod(harm.total, 6)
        number = card.sections["unintended_targets"]["1st"]
        assert (steps["other"].result.name == "hit") == (number <= (1 if landed else 2))
        fails = card.sections["breakdown"]
        assert (steps["gear"].result.name == "fails") == (fails is not None and fails < 9)
        seen |= {landed, prone, steps["other"].result.name, steps["gear"].result.name}
    assert seen == {True, False, "hit", "safe", "whole", "fails", "holds"}


def test_fanned_shots_are_as_hard_as_the_example_of_the_rules_says():
    """Two shots at Angus and one each at two others, unaimed: −3, −4, −6 and −8."""
    given = {"shots": "four", "third_at": 2, "fourth_at": 3}
    steps = next(steps for n in range(20) if "fourth" in (steps := steps_of(WEST, "fan", given, str(n))))
    shots = ("first", "second", "third", "fourth")
    assert [sum(worth for _, worth in steps[name].against) - 5 for name in shots] == [3, 4, 6, 8]


def test_a_critical_failure_is_a_miss_and_the_other_shots_are_fanned():
    worst = set()
    for n in range(60):
        steps = steps_of(WEST, "fan", {"shots": "three", "skill": "4-1"}, str(n))
        shots = [steps[name].result.name for name in ("first", "second", "third")]
        worst.update(at for at, name in enumerate(shots) if name == "critical_failure")
    assert worst == {0, 1, 2}


def test_within_a_phase_the_result_of_reflexes_comes_before_the_impulse():
    """Who has fewer Reflexes acts later; a critical failure there has no rule of its own."""
    steps = steps_of(WEST, "initiative", {"skill": "12-5", "dodging": "yes"}, "1")
    assert steps["reflexes"].result is None
    (initiative,) = (each for each in read_game(WEST).procedures if each.name == "initiative")
    text = initiative.steps[-1].results[0].text
    assert text.index("{reflexes}") < text.index("{impulse}")


@pytest.mark.parametrize(
    ("given", "hit", "covered"),
    [
        ({"called": "torso", "cover": "all"}, True, True),
        ({"called": "foot", "cover": "the legs"}, True, True),
        ({"called": "torso", "cover": "all below the waist"}, True, False),
        ({"called": "arm", "cover": "all but the head and arms"}, True, False),
        ({"called": "leg", "stance": "prone"}, False, False),
        ({"called": "head", "stance": "prone", "cover": "all"}, True, True),
    ],
)
def test_a_called_shot_goes_through_cover_and_over_a_prone_target(given, hit, covered):
    steps = steps_of(WEST, "shoot", {"skill": "12-5", "screen": 9, "meters": 0, "aim": 20, **given})
    assert steps["shot"].result.name == "bump"
    assert "spot" not in steps
    assert (steps["in"].result.name == "hit") == hit
    assert ("through" in steps) == covered
    assert not covered or steps["through"].result.name == "deflects"
    assert not hit or ("wounds" in steps) == (not covered)


def test_bumps_move_a_hit_once_the_card_is_seen_each_by_one_place():
    (ask,) = (ask for ask in named(deck_of(WEST)[0].procedures, "shoot").asks if ask.name == "bumps")
    assert ask.when == (("shot", ("bump",)), ("called", ("none",)))
    given = {"skill": "4-1", "meters": 0, "aim": 14}
    seed = next(seed for seed in map(str, range(200)) if steps_of(WEST, "shoot", given, seed)["shot"].bumps == 2)
    for bumps, up in ((0, 0), (1, 1), (-1, -1), (9, 2)):
        steps = steps_of(WEST, "shoot", {**given, "bumps": bumps}, seed)
        assert steps["shot"].bumps == 2
        assert steps["spot"].readings[0].key_paths == ((2 - up,),)


def test_the_best_gear_fails_only_after_the_2():
    seen = set()
    for n in range(200):
        steps = steps_of(WEST, "shoot", {"reliability": 1}, str(n))
        number = steps["reliable"].read_value.value
        assert steps["reliable"].result.name == ("whole" if number is None else "fails" if number == 1 else "holds")
        seen.add(steps["reliable"].result.name)
    assert seen == {"whole", "fails", "holds"}


@pytest.mark.parametrize(("how", "wounded", "ct"), [("a fist", True, "ct"), ("an impact weapon", False, "impact")])
def test_wounds_weaken_a_punch_and_no_weapon(how, wounded, ct):
    given = {"skill": "12-5", "how": how, "damage": "12-4", "wound": "Heavy"}
    for n in range(10):
        steps = steps_of(WEST, "brawl", given, str(n))
        if "pain" not in steps:
            continue
        harm = steps["pain"].read_value.value - (3 if wounded else 0)
        assert steps["pain"].total == harm
        assert steps[ct].total == (3 * (harm // 6) if wounded else harm)
        assert steps["wounds"].total == harm // 12


@pytest.mark.parametrize(("strength", "far"), [("d4", 20), ("d8", 40), ("d12", 60)])
def test_a_throw_reaches_as_far_as_strength(strength, far):
    assert "lob" in steps_of(WEST, "throw", {"strength": strength, "meters": far})
    assert set(steps_of(WEST, "throw", {"strength": strength, "meters": far + 1})) == {"reach", "beyond"}
    against = {term.label: worth for term, worth in steps_of(WEST, "throw", {"meters": 10})["lob"].against}
    assert against["distance"] == 2


@pytest.mark.parametrize(
    ("ruling", "name", "given", "step", "before", "after"),
    [
        ("increments=each one exceeded", "shoot", {"meters": 16, "increment": 8}, "range", 2, 1),
        ("increments=each one exceeded", "shoot", {"meters": 0}, "range", 0, 0),
        ("recovery_tn=Standard", "recovery", {"worst": "Heavy"}, "own_tn", 7, None),
        ("recovery_tn=Standard", "recovery", {"worst": "Heavy"}, "plain_tn", None, 5),
        ("called_bumps=no", "shoot", {"called": "head", "aim": 20, "skill": "12-5"}, "called_rows", 2, None),
        (
            "armor_and_cover=both count",
            "shoot",
            {"called": "head", "aim": 20, "skill": "12-5", "cover": "all", "screen": 2, "armor": 3},
            "value",
            3,
            5,
        ),
    ],
)
def test_rulings_of_the_west_change_its_procedures(ruling, name, given, step, before, after):
    _, spec, deck = deck_of(WEST)
    for rulings, total in ({}, before), (dict([ruling.split("=")]), after):
        played = play(named(read_game(WEST, rulings=rulings).procedures, name), deck, spec, given)
        steps = {each.step.name: each.total for each in played}
        assert steps.get(step) == total
