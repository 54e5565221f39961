"""The procedures of Action & Combat: fire, blows, wounds, water and falls come to what its rules say."""

from dataclasses import replace

import pytest
from procedure_steps import deck_of, named, steps_of

from deckgen.deck.situations import play
from deckgen.game import read_game

AC = "action-and-combat"


def rows_read(steps, name):
    """The rows of damage that a step reads, on one card after the other."""
    return [row + 1 for looked in steps[name].readings for _, row in looked.key_paths]


STRENGTH = {"value": 22, "defense": 8, "str": 6, "stam": 5, "aim": "the torso"}
LEVELS = {"stopped": 0, "flesh": 1, "slight": 6, "moderate": 11, "serious": 17, "critical": 22}


def test_a_salvo_hits_as_often_as_its_degree_and_is_likelier_for_each_ten_rounds():
    for n, fired in enumerate((9, 10, 29, 3)):
        steps = steps_of(AC, "automatic", {**STRENGTH, "fired": fired, "recoil": 4, "armor": 3}, str(n))
        assert steps["attack"].total == steps["attack"].read_value.value + 22 + fired // 10 - 1 - 4
        degree = steps["attack"].total - steps["against"].total
        assert degree > 0
        assert steps["hits"].total == min(degree, fired)
        assert steps["damage"].total == steps["damage"].read_value.value  # the degree adds nothing
        assert steps["through"].total == max(steps["damage"].total - 3, 0)
        level = [name for name, least in LEVELS.items() if steps["hurt"].total >= least][-1]
        assert steps["wound"].result.name == level


def test_a_laser_has_no_recoil_and_armor_counts_once_against_all_its_hits():
    given = {**STRENGTH, "weapon": "is a laser", "fired": 5, "recoil": 9, "armor": 8, "plus": 1, "dice": "Damage-2"}
    for n in range(8):
        steps = steps_of(AC, "automatic", given, str(n))
        assert steps["attack"].total == steps["attack"].read_value.value + 22 - 1
        hits = min(steps["degree"].margin, 5)
        rows = rows_read(steps, "damage")
        assert (rows[0], sum(rows) >= 2 * hits) == (min(2 * hits, 6), True)
        assert steps["damage"].total == steps["damage"].read_value.value + hits
        assert steps["through"].total == max(steps["damage"].total - 8, 0)


def test_wounds_of_one_place_stack():
    names = list(LEVELS)
    for n in range(4):
        levels = {
            old: steps_of(AC, "damage", {"dice": "Damage-2", "old": old}, str(n))
            for old in ("none", "Flesh", "Slight", "Moderate", "Serious", "Critical")
        }
        new = names.index(levels["none"]["wound"].result.name)
        for i, (old, steps) in enumerate(levels.items()):
            assert ("stacked" in steps) == (i == new), old
            assert ("lighter" in steps) == (i > new), old
            if i == new:
                assert steps["stacked"].total == min(new + 1, 5)


def test_each_pellet_of_shot_meets_the_armor_for_itself():
    counts = set()
    for n in range(40):
        steps = steps_of(AC, "shotgun", {**STRENGTH, "value": 16, "pellets": 6, "armor": 2}, str(n))
        if "degree" not in steps or steps["degree"].margin <= 0:
            continue
        hits = min(steps["degree"].margin, 6)
        counts.add(hits)
        pellets = [steps[f"p{i}"] for i in range(1, 10) if f"p{i}" in steps]
        assert len(pellets) == hits
        assert steps["through"].total == sum(max(pellet.read_value.value - 2, 0) for pellet in pellets)
    assert 6 in counts
    assert len(counts) > 2


def test_stances_add_up_and_a_parry_by_5_strikes_back():
    given = {"value": 15, "aim": "the head", "snap": "yes", "low": "duck", "stance": "hunkers down", "way": "parry"}
    seen = set()
    for n in range(40):
        steps = steps_of(AC, "melee", {**given, "defense": 2}, str(n))
        assert steps["attack"].total == steps["attack"].read_value.value + 15 - 4 - 3 - 3 - 6
        over = steps["against"].total - steps["attack"].total
        if over >= 5:
            assert list(steps) == ["attack", "against", "counter"]
            seen.add("counter")
            continue
        seen.add(steps["degree"].result.name)
        assert steps["degree"].result.name == ("miss" if over > 0 else "hit" if over < 0 else "graze")
        assert "place" not in steps
        if over < 0:  # the head takes twice what passes
            assert steps["hurt"].total == 2 * steps["through"].total
    assert seen == {"counter", "miss", "hit", "graze"}


def test_a_burst_can_be_dodged_and_its_damage_has_no_degree():
    for n in range(4):
        steps = steps_of(AC, "burst", {**STRENGTH, "knows": "dodge", "rounds": "10"}, str(n))
        assert steps["against"].total == steps["against"].read_value.value + 8 + 3
        assert steps["damage"].total == steps["damage"].read_value.value
        assert steps["hits"].total == steps["hits"].read_value.value


@pytest.mark.parametrize(
    ("way", "feet", "half", "number"),
    [
        ("long, running", 18, "no more", 12),
        ("long, running", 20, "half a foot", 22),
        ("long, from a stand", 4, "half a foot", 14),
        ("high, running", 2, "no more", 16),
        ("high, from a stand", 1, "no more", 16),
        ("long, running", 3, "no more", 12),
    ],
)
def test_a_jump_is_2_harder_for_each_half_foot_more(way, feet, half, number):
    steps = steps_of(AC, "jump", {"way": way, "feet": feet, "half": half})
    assert sum(worth for _, worth in steps["jump"].against) == number


def test_a_fall_is_a_die_less_if_it_is_well_rolled_and_its_dice_explode():
    for dice in (1, 2, 4):
        for n in range(6):
            steps = steps_of(AC, "fall", {"dice": f"Damage-{dice}"}, f"{dice} {n}")
            rows = dice - (steps["roll"].margin >= 0)
            assert ("damage" in steps) == (rows > 0)
            if rows:
                assert {looked.section.name for looked in steps["damage"].readings} == {"effects"}
                assert set(rows_read(steps, "damage")) == {rows}


def test_who_fails_twice_in_the_water_drowns():
    for before, last in (("went well or just failed", "danger"), ("was a critical failure", "drown")):
        steps = steps_of(AC, "swim", {"value": -20, "before": before})
        assert steps["swim"].result.name == "flounder"
        assert list(steps)[-1] == last
    held = {"before": "began to drown you near a hold"}
    assert [list(steps_of(AC, "swim", {**held, "value": value}))[-1] for value in (-20, 30)] == ["lost", "saved"]


def result_of(name, step, given, ruling):
    """The results of a step in 60 shuffles, with their texts, under another choice of a ruling."""
    made = read_game(AC, rulings=ruling)
    _, spec, deck = deck_of(AC)
    situation = named(made.procedures, name)
    played = [each for n in range(60) for each in play(replace(situation, name=str(n)), deck, spec, given)]
    return {each.result.name: each.result.text for each in played if each.step.name == step and each.result}


@pytest.mark.parametrize(
    ("ruling", "name", "step", "given", "gone"),
    [
        ({"salvo_ties": "one round"}, "automatic", "degree", {"value": 12, "defense": 13}, "graze"),
        ({"criticals": "10"}, "climb", "climb", {"value": 2, "difficulty": 14}, "fall"),
        ({"criticals": "10"}, "swim", "swim", {"value": 2, "difficulty": 14}, "flounder"),
    ],
)
def test_another_ruling_changes_what_may_come(ruling, name, step, given, gone):
    first, other = (result_of(name, step, given, choice) for choice in ({}, ruling))
    assert first.keys() - other.keys() == {gone}


def test_who_wins_a_tie_is_a_ruling():
    games = {key: read_game(AC, rulings={"opposed_ties": key}) for key in ("who resists", "who acts")}
    _, spec, deck = deck_of(AC)
    ties = 0
    for n in range(60):
        acts = {
            key: next(
                each
                for each in play(replace(named(made.procedures, "opposed"), name=str(n)), deck, spec)
                if each.step.name == "act"
            )
            for key, made in games.items()
        }
        results = {key: act.result.name for key, act in acts.items()}
        if acts["who acts"].margin == 0:
            assert results == {"who resists": "held", "who acts": "success"}
            ties += 1
        else:
            assert len(set(results.values())) == 1
    assert ties


def test_what_armor_does_to_a_graze_is_printed_as_it_is_ruled():
    texts = [result_of("shot", "degree", {}, {"grazes": key})["graze"] for key in ("it does", "it does not")]
    assert [text.split(". ")[1] for text in texts] == ["Any armor there stops it.", "Armor does not help."]


@pytest.mark.parametrize(("name", "given"), [("burst", {"rounds": "6"}), ("automatic", {"fired": 9})])
def test_only_the_first_of_several_rounds_is_followed_and_the_page_says_so(name, given):
    seen = set()
    for n in range(12):
        steps = steps_of(AC, name, {**STRENGTH, "value": 12, **given}, str(n))
        hits = steps["hits"].total if "hits" in steps else 0
        seen.add(min(hits, 2))
        assert ("others" in steps) == (hits > 1)
        if hits > 1:
            assert steps["others"].total == hits - 1
            assert "{others}" in steps["others"].result.text
    assert seen == {0, 1, 2}
    assert "others" not in steps_of(AC, "automatic", {**STRENGTH, "weapon": "is a laser", "fired": 9})


@pytest.mark.parametrize("name", ["shot", "burst", "automatic", "shotgun", "melee"])
def test_a_graze_has_a_place_and_no_damage_is_read(name):
    grazed = [
        steps
        for steps in (steps_of(AC, name, {"value": 12, "defense": 12}, str(n)) for n in range(40))
        if "degree" in steps and steps["degree"].result.name == "graze"
    ]
    assert grazed
    for steps in grazed:
        assert list(steps)[-2:] == ["place", "grazed"]
        assert {"hits", "damage"}.isdisjoint(steps)


@pytest.mark.parametrize("name", ["test", "opposed", "climb", "swim", "jump", "fall"])
def test_a_natural_3_is_a_fumble_in_every_test_of_a_skill(name):
    """Results are tried in their order: a fumble comes before what the sum decides."""
    last = [step for step in named(deck_of(AC)[0].procedures, name).steps if step.against][-1]
    assert last.results[0].name == "lowest"
    assert "Whatever could go wrong does." in last.results[0].text


@pytest.mark.parametrize(("language", "intervals"), [(None, ("30 min", "1 week")), ("de", ("30 min", "1 Woche"))])
def test_the_intervals_of_a_wound_are_in_the_language_of_the_page(language, intervals):
    ask = next(ask for ask in named(read_game(AC, language).procedures, "healing").asks if ask.name == "wound")
    slight = next(choice for choice in ask.choices if choice.name == "Slight")
    assert (slight.facts["shock"], slight.facts["heal"]) == intervals
    assert slight.facts["dn"] == 14
