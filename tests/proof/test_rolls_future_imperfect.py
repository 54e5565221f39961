"""What Future Imperfect's rolls come to where its texts are easily misread: jokers, concussion, called shots, bystanders."""

from itertools import count

import pytest
from procedure_steps import deck_of, steps_of

from deckgen.game.model import playable_situations

FI = "future-imperfect"


def first_card(steps):
    return next(step for step in steps.values() if step.readings).readings[0].card


def plays(name, given=None, **rulings):
    """Yield the steps of a procedure, from one shuffle after the other."""
    for n in count():
        yield steps_of(FI, name, given, f" {n}", **rulings)


def played_on(name, card, given=None):
    """Return the steps of the first shuffle whose first card has this name."""
    return next(steps for steps in plays(name, given) if first_card(steps).face.name == card)


def facts(steps):
    return {name: step.result.name for name, step in steps.items() if step.result is not None}


def against(step):
    return {term.label: worth for term, worth in step.against}


def test_jokers_decide_before_the_table_of_initiative():
    red, black = (played_on("initiative", f"{color} joker") for color in ("red", "black"))
    assert list(red) == ["joker"]
    assert red["joker"].result.ends
    assert facts(black)["joker"] == "black"
    assert "reflexes" in black
    assert facts(played_on("initiative", "king of hearts"))["joker"] == "other"


def test_terror_freezes_who_draws_the_red_joker():
    assert list(played_on("fear", "red joker", {"terror": "terror"})) == ["joker", "frozen"]
    assert "nerve" in played_on("fear", "red joker", {"terror": "fear"})
    assert "nerve" in played_on("fear", "black joker", {"terror": "terror"})


@pytest.mark.parametrize("name", ["shoot", "burst", "shotgun", "fight", "blast"])
def test_concussion_has_a_card_of_its_own_and_no_more_levels_than_the_place_can_take(name):
    seen = set()
    for already in (0, 4, 5):
        given = {"size": 2, "damage": "3-3", "already": already}
        for steps, _ in zip(plays(name, given), range(60), strict=False):
            if "ct" not in steps:
                continue
            shock, wounds = steps["shock"], steps["wounds"].total
            assert shock.readings[0].is_drawn
            assert steps["ct"].total == shock.total
            rows = {row for looked in shock.readings for _, row in looked.key_paths}
            assert rows == {min(max(wounds - 1, 0), max(4 - already, 0))}
            seen |= rows
    assert seen >= {0, 4}


@pytest.mark.parametrize(
    ("called", "cover", "covered"),
    [("torso", "all", True), ("torso", "all below the waist", False), ("leg", "the legs", True), ("eye", "all", True)],
)
def test_a_called_shot_meets_the_cover_over_its_place(called, cover, covered):
    given = {"skill": "V-5", "called": called, "cover": cover, "screen": 5, "pen": 2}
    steps = next(steps for steps in plays("shoot", given) if steps["shot"].margin >= 0)
    assert ("shield" in steps) == covered


@pytest.mark.parametrize(("called", "missed"), [("foot", True), ("heart", True), ("head", False), ("torso", False)])
def test_a_called_shot_at_a_prone_target_misses_what_lies_behind_it(called, missed):
    given = {"skill": "V-5", "called": called, "stance": "prone"}
    steps = next(steps for steps in plays("shoot", given) if steps["shot"].margin >= 0)
    assert ("hidden" in steps, "full" in steps) == (missed, not missed)


def test_up_to_four_bystanders_have_the_places_of_the_rules():
    given = {"missed": 6, "people": list(range(1, 11))}
    seen = set()
    for steps in plays("strays", given):
        hit = steps["bystanders"].total
        stack = first_card(steps).sections["hit_location"].places
        lands = [steps[name].read_value.value for name in ("first", "second", "third", "fourth") if name in steps]
        assert lands == [stack[at] for at in (2, 1, 3, 0)][:hit]
        seen.add(min(hit, 4))
        if seen >= {0, 1, 2, 3, 4}:
            break


def test_bumps_go_as_far_as_the_shooter_likes():
    """Of two bumps: two up, one up, none, one down."""
    for bumps, at in (("up", 0), ("one up", 1), ("nowhere", 2), ("one down", 3), ("down", 3)):
        given = {"skill": "V-5", "bumps": bumps}
        steps = next(steps for steps in plays("shoot", given) if steps["shot"].bumps >= 2)
        stack = first_card(steps).sections["hit_location"].places
        assert steps["spot"].read_value.value == stack[at]


@pytest.mark.parametrize(("skill", "cell"), [("IV-3", ("4", 2)), ("I-1", ("1", 0)), ("V-7", ("7", 4))])
def test_the_effect_of_work_is_in_the_row_and_column_of_the_skill(skill, cell):
    steps = next(steps for steps in plays("effect", {"skill": skill, "difficulty": 1}) if "levels" in steps)
    assert steps["levels"].readings[0].key_paths == (cell,)


def test_numbers_to_recover_with_a_maimed_limb():
    for worst, tn in (("none", 3), ("Light", 5), ("Serious", 9), ("Critical", 13)):
        assert steps_of(FI, "recovery", {"worst": worst})["number"].total == tn


def test_small_targets_are_harder_to_hit_and_easier_to_wound():
    given = {"skill": "V-5", "size": 1, "tiny": "an eighth"}
    steps = next(steps for steps in plays("shoot", given) if "wounds" in steps)
    assert against(steps["shot"])["small target"] == 6
    assert steps["wounds"].total == 8 * steps["pain"].total


def test_an_active_defense_counts_if_it_is_more_than_the_number():
    for defense, more in ((6, 0), (10, 3)):
        steps = steps_of(FI, "shoot", {"range": 2, "defense": defense})
        assert against(steps["shot"]).get("active defense", 0) == more


def test_concussion_may_be_read_on_the_card_of_the_damage():
    steps = next(
        steps for steps in plays("shoot", {"skill": "V-5"}, concussion="the card of the damage") if "ct" in steps
    )
    assert "shock" not in steps
    assert not steps["same_shock"].readings[0].is_drawn
    assert steps["ct"].total == steps["same_shock"].total


def test_the_effect_may_be_3_2():
    steps = next(
        steps for steps in plays("effect", {"skill": "V-4", "difficulty": 1}, effect_cell="3(2)") if "levels" in steps
    )
    assert steps["levels"].readings[0].key_paths == (("2", 2),)


def test_the_rounds_of_a_burst_may_land_down_the_stack():
    steps = next(
        steps
        for steps in plays("burst", {"skill": "V-5", "rounds": "10", "size": 1}, burst_places="down the stack")
        if "lands" in steps and steps["hits"].total > 5
    )
    assert "spot" not in steps
    assert "state" not in steps
    stack = first_card(steps).sections["hit_location"].places
    up = min(steps["shot"].bumps, 2)
    assert steps["land"].read_value.value == stack[2 - up]
    assert steps["others"].total == min(steps["wounds"].total - 1, 19)  # four places take five each


def test_heroes_may_act_on_a_hand_of_cards():
    game, spec, deck = deck_of(FI, acting="a hand of cards")
    names = {situation.name for situation in playable_situations(game.procedures, spec)}
    assert {"hand", "throw", "step_up"} < names
    assert "initiative" not in names
    assert deck.rulings == {"acting": "a hand of cards"}
    card = deck.cards[14]
    assert (card.sections["step"], card.sections["fragment"]) == (4, 2)
    steps = next(steps for steps in plays("step_up", {}, acting="a hand of cards"))
    assert "run" not in steps
    assert steps["sprint"].total == steps["dash"].total


def test_gear_may_break_down_up_to_its_value():
    for choice, fails in (("below its value", 3), ("up to its value", 4)):
        seen = {}
        for steps, _ in zip(plays("breakdown", {"reliability": 4}, breaks=choice), range(400), strict=False):
            seen[steps["gear"].read_value.value] = steps["gear"].result.name
        assert max(number for number, result in seen.items() if result == "fails") == fails
