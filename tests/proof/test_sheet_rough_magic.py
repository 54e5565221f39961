"""The sheet of Rough Magic says what its rules say, with figures of the rules."""

import pytest
from sheet_fixtures import CHARACTERS, person, sheet

from deckgen.game import read_game
from deckgen.sheet.blocks.drawing import DrawingOptions
from deckgen.sheet.blocks.reading import TableOptions

GAME = "rough-magic"
HEROES = {path.stem: person(path, game) for game, path in CHARACTERS if game == GAME}


def options(kind):
    """The options of all blocks of a kind."""
    stacks = (stack for page in sheet(GAME).spec.pages for row in page.rows for stack in row)
    return [block.options for stack in stacks for block in stack.blocks if isinstance(block.options, kind)]


def rules():
    """The rows of all tables to read, by their first cell."""
    return {row[0]: " ".join(row[1:]) for table in options(TableOptions) for row in table.rows}


@pytest.mark.parametrize(
    ("stem", "wanted"),
    [
        # Agility 6, Brawn 3, armor 2.
        ("quillon-dray", {
            "walking": "9 m", "running": "18 m", "sprinting": "54 m", "swimming": "2 m", "swimming_fast": "4 m",
            "swimming_all_out": "12 m", "jumping": "2 m", "running_jump": "20 m", "close_defense": "5",
            "close_target": "13", "ranged_defense": "8", "ranged_target": "16", "weapons.01.value": "9", "lost": "1",
        }),
        # Agility 2, Brawn 8, armor 5.
        ("mother-anvil", {
            "walking": "3 m", "running": "6 m", "sprinting": "18 m", "swimming": "1 m", "swimming_fast": "1 m",
            "swimming_all_out": "4 m", "jumping": "4 m", "running_jump": "10 m", "close_defense": "13",
            "close_target": "21", "ranged_defense": "7", "ranged_target": "15", "weapons.01.value": "11", "lost": "0",
        }),
    ],
)  # fmt: skip
def test_heroes_by_hand(stem, wanted):
    assert {name: HEROES[stem].texts[name] for name in wanted} == wanted


def test_what_a_rank_moves():
    """The table: a rank walks 1½ m, runs 3, sprints 9, sprints 2 in water and jumps ½, rounded up; swims as it says."""
    tables = sheet(GAME).spec.tables
    for rank in range(1, 11):
        found = [tables[name][str(rank)] for name in ("walk", "run", "sprint", "swim_sprint", "jump")]
        assert found == [-(-3 * rank // 2), 3 * rank, 9 * rank, 2 * rank, -(-rank // 2)]
    assert [tables["swim"][str(rank)] for rank in range(1, 11)] == [1, 1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert [tables["fast_swim"][str(rank)] for rank in range(1, 11)] == [1, 1, 2, 3, 3, 4, 5, 5, 6, 7]


def test_the_difficulties_are_those_of_the_game():
    (scope,) = read_game(GAME).scopes
    (table,) = (table for table in options(TableOptions) if table.head and table.head[0] == "DV")
    routine, *rows = table.rows
    assert routine[:3] == ("–", "–", "Routine")
    assert [(task, int(reach)) for _, reach, task, _ in rows] == list(scope.difficulties)
    assert all(int(reach) == 8 + int(dv) for dv, reach, *_ in rows)


def test_every_situation_of_combat_is_there():
    """The table of bonuses and penalties, with the ramming that the text has as -3."""
    found = rules()
    wanted = {
        "Attack +3": ["distracted", "restrained", "surprised", "prone", "perceive", "ramming"],
        "Attack −3": [
            "distracted",
            "restrained",
            "surprised",
            "sweeping",
            "beyond",
            "one hand",
            "water",
            "zero-G",
        ],
        "DV +3": ["cover", "running", "sprinting", "prone"],
        "Running": ["−3", "ranged", "Athletics", "DV +3"],
        "Sprinting": ["−3", "Athletics", "close", "fails", "DV +3"],
    }
    assert not [(row, word) for row, words in wanted.items() for word in words if word not in found[row]]


def test_every_manoeuvre_and_every_special_attack_is_there():
    found = rules()
    manoeuvres = {"Block / dodge", "Dive clear", "Distract", "Grapple", "Slam", "Sweep", "Taunt"}
    together = {"Combined effort", "Extended task"}
    attacks = {"Exploding", "Penetrating", "Sensory", "Stunning", "Terrifying"}
    plot_points = {"Success", "Power boost", "Power stunt", "Rally", "Inspiration", "Retcon"}
    assert manoeuvres | together | attacks | plot_points <= set(found)
    assert all("DV 3" in found[name] for name in ("Sensory", "Terrifying"))
    assert set(sheet(GAME).spec.groups["weapons"].column("special").options) == attacks


def test_margins_cost_the_levels_that_the_cards_say():
    """0 to 2 over is one level, 3 to 5 two, and so on: the section of the cards, too."""
    (table,) = (table for table in options(TableOptions) if table.head and table.head[0] == "Over by")
    assert table.head[1:] == tuple(f"{3 * i}–{3 * i + 2}" for i in range(4))
    assert rules()["Levels lost in combat"].split() == ["1", "2", "3", "4"]
    steps = read_game(GAME).deck().section("success_steps")
    assert [str(3 * i) for i in range(4)] == list(steps.rows)


def test_skills_say_what_running_does_and_how_much_expertise_gives():
    """+3 in an area of expertise, nothing where there is none; the table of bonuses and penalties of skills."""
    dray = HEROES["quillon-dray"].texts
    assert (dray["skills.01.value"], dray["skills.01.expert"]) == ("6", "9")
    assert dray.get("skills.03.expert", "") == ""
    found = rules()
    assert "routine" in found["No roll"]
    assert all(word in found["−3"] for word in ("distracted", "running", "Athletics while sprinting"))
    assert "sprinting" in found["Fails"]


def test_the_bands_of_range_end_where_the_rules_say():
    (bands,) = (drawn for drawn in options(DrawingOptions) if drawn.art == "ranges")
    ends = [bands.words[f"{band}_far"] for band in ("close", "short", "medium", "long")]
    assert ends == ["2 m", "10 m", "50 m", "500 m"]
    assert "remote_far" not in bands.words
    assert "−3" in bands.words["ranges_how"]


def test_what_is_drawn_says_the_levels_of_the_rules():
    """The words beside the moons and suns are the levels that the tracks count."""
    spec = sheet(GAME).spec
    (drawn,) = (drawn for drawn in options(DrawingOptions) if drawn.art == "endurance")
    lost = [level["name"] for level in spec.levels["lost"]]
    for track in ("endurance", "stun"):
        assert [drawn.words[f"{track}_{i}"] for i in range(5)] == ["Fresh", *lost]
        assert "−3" in drawn.words[f"{track}_3_how"]


def test_objects_and_stunned_people_lose_levels_as_the_rules_have_it():
    levels = sheet(GAME).spec.levels
    assert [level["name"] for level in levels["object"]] == ["Scuffed", "Damaged", "Broken", "Destroyed"]
    assert rules()["Objects"].endswith(", ".join(level["name"] for level in levels["object"]))
    assert sheet(GAME).spec.groups["stun"].columns[0].most == 4
