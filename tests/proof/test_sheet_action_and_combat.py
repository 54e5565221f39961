"""The sheet of Action & Combat says what its rules say, with figures reckoned here once more, in whole numbers."""

import re
from fractions import Fraction
from pathlib import Path

from hypothesis import given, settings, strategies as st
from sheet_fixtures import CHARACTERS, from_text, person, sheet

from deckgen.game import read_game
from deckgen.sheet.blocks.reading import TableOptions

GAME = "action-and-combat"
MARA, ILYA = (
    person(next(p for _, p in CHARACTERS if p.stem == stem), GAME) for stem in ("mara-okonkwo", "ilya-brandt")
)
BODY = ("ref", "stam", "str")
LEVELS = ("athletics", "running", "climbing", "jumping", "swimming", "evade", "initiative", "awareness")


def number(text):
    """The number that a field begins with."""
    return int(re.match(r"−?\d+", text)[0].replace("−", "-"))


def hero(values, levels, load, fatigue):
    skills = "".join(
        f"  - {{skill: {name}, characteristic: {'per' if name == 'awareness' else 'ref'}, level: {levels[name]}}}\n"
        for name in LEVELS
    )
    text = f"game: {GAME}\nname: Ada\ncharacteristics: {values}\ncarried: {load}\nfatigue: {fatigue}\nskills:\n{skills}"
    return from_text(text.replace("'", ""), Path("ada.yaml"), sheet(GAME).spec).texts


def test_mara_by_hand():
    """REF 6, STAM 6, STR 5, Athletics 3, Running 2: MOVE 22. She carries 12 lb and kit of 35, 47 lb, 7 above 8 × 5: two levels; and two of fatigue."""
    wanted = {
        "capacity": "40 lb", "encumbrance": "2", "burden": "4", "rested": "22 ft", "move": "18 ft", "run": "36 ft",
        "sprint": "54 ft", "swim": "7 ft", "climb": "9 ft", "jump": "5", "breath": "9 rounds", "initiative": "4",
        "defense": "5", "dodging": "8", "awareness": "8", "nerve": "9", "shock_test": "2",
        "weapons.01.total": "8", "weapons.01.aimed": "7",  # REF 6 or PER 5, Marksmanship 4, Rifles 2, less 4
        "weapons.03.total": "1",  # STR 5, no skill, less 4
        "skills.01.total": "4", "skills.10.total": "8", "skills.13.total": "6",  # of STR, of PER and of TECH
    }  # fmt: skip
    assert {name: MARA.texts[name] for name in wanted} == wanted


def test_nobody_carries_a_burden_who_carries_nothing():
    wanted = {"burden": "0", "move": "15 ft", "rested": "15 ft", "defense": "6", "weapons.01.total": "5"}
    assert {name: ILYA.texts[name] for name in wanted} == wanted


@settings(max_examples=40, deadline=None)
@given(
    st.fixed_dictionaries({name: st.integers(1, 10) for name in ("ref", "stam", "str", "per", "cool", "int", "tech")}),
    st.fixed_dictionaries({name: st.integers(0, 10) for name in LEVELS}),
    st.integers(0, 300),
    st.integers(0, 15),
)  # fmt: skip
def test_everything_derived_follows_the_rules(values, levels, load, fatigue):
    found = hero(values, levels, load, fatigue)
    ref, stam, strength = (values[name] for name in BODY)
    capacity = (strength + levels["athletics"]) * 5
    over = len(range(capacity, load, 5))  # a level for each 5 lb or part of them
    burden = over + fatigue
    move = ref + stam + strength + levels["athletics"] + levels["running"]
    now = max(0, move - burden)
    assert number(found["rested"]) == move
    assert (number(found["capacity"]), number(found["encumbrance"])) == (capacity, over)
    assert [number(found[name]) for name in ("move", "run", "sprint")] == [now, 2 * now, 3 * now]
    assert number(found["swim"]) == max(0, strength + stam + levels["swimming"] - burden)
    assert number(found["climb"]) == strength + levels["athletics"] + levels["climbing"]
    assert number(found["jump"]) == strength + levels["athletics"] + levels["jumping"] - burden
    assert number(found["breath"]) == stam + levels["swimming"] + levels["athletics"]
    assert number(found["initiative"]) == ref + levels["initiative"] - burden
    assert number(found["defense"]) == ref + levels["evade"] - burden
    assert number(found["dodging"]) == number(found["defense"]) + 3
    assert number(found["shock_test"]) == stam - burden
    assert number(found["nerve"]) == values["cool"] + levels["initiative"]
    assert number(found["awareness"]) == values["per"] + levels["awareness"]
    assert number(found["skills.01.total"]) == ref + levels["athletics"] - burden
    assert number(found["skills.08.total"]) == values["per"] + levels["awareness"]
    thresholds = [
        number(found[f"thresholds.{name}"]) for name in ("flesh", "slight", "moderate", "serious", "critical")
    ]
    assert thresholds == [1, strength, strength + stam, 2 * strength + stam, 2 * strength + 2 * stam]


def test_levels_of_wounds_are_those_of_the_rules():
    wounds = sheet(GAME).spec.levels["wound"]
    assert [level["dn"] for level in wounds] == ["12", "14", "16", "18", "20"]
    assert [level["penalty"] for level in wounds] == ["0", "−1", "−2", "−3", "−4"]
    assert [level["shock"] for level in wounds] == ["–", "30 min", "15 min", "5 min", "1 min"]
    assert [level["heal"] for level in wounds] == ["1 day", "1 week", "2 weeks", "1 month", "2 months"]


def test_the_drawing_of_the_levels_says_what_the_levels_say():
    words = drawn_words("levels")
    for level in sheet(GAME).spec.levels["wound"]:
        key = level["name"].lower()
        shock = "no shock" if level["shock"] == "–" else level["shock"]
        assert words[f"{key}-name"] == level["name"]
        assert words[f"{key}-dn"] == f"DN {level['dn']} · {level['penalty']}"
        assert words[f"{key}-time"] == f"{shock} · {level['heal']}"


def rules():
    """The rows of all tables to read, by their first cell."""
    blocks = (b for page in sheet(GAME).spec.pages for row in page.rows for stack in row for b in stack.blocks)
    tables = (block.options for block in blocks if isinstance(block.options, TableOptions))
    return {row[0]: " ".join(row[1:]) for table in tables for row in table.rows}


def drawn_words(art):
    """The words in a drawing of the sheet, by their slots."""
    return next(
        block.options.words
        for page in sheet(GAME).spec.pages for row in page.rows for stack in row for block in stack.blocks
        if block.kind == "drawing" and block.options.art == art
    )  # fmt: skip


def test_places_are_hit_and_aimed_at_as_the_rules_and_the_cards_have_it():
    words = drawn_words("target")
    notes = {slot.removesuffix("-note"): text for slot, text in words.items() if slot.endswith("-note")}
    assert {key: note.rsplit(" ", 1)[1] for key, note in notes.items()} == {
        "head": "−4", "torso": "−1", "right_arm": "−3", "left_arm": "−3", "right_leg": "−2", "left_leg": "−2",
    }  # fmt: skip
    places = read_game(GAME).deck().section("hit_location").locations()
    for place in places:
        first, _, last = re.match(r"d10 (\d+)(–(\d+))?", notes[place.name.replace(" ", "_")]).groups()
        assert place.cards / 54 == Fraction(int(last or first) - int(first) + 1, 10)


def test_the_difficulty_ladder_is_that_of_the_game():
    (scope,) = read_game(GAME).scopes
    found = rules()
    for name, difficulty in scope.difficulties:
        assert found[str(difficulty)].casefold().startswith(name.casefold())
    assert [found[dn].rsplit(" ", 1)[1] for dn in ("16", "18", "20")] == ["person", "dog", "bullseye"]


def test_what_is_looked_up_in_play_is_there():
    found = rules()
    drawn = drawn_words("posture")
    assert [drawn[move].rsplit(" ", 1)[1] for move in ("jog", "run", "sprint")] == ["−1", "−2", "−3"]
    assert "+2" in drawn["target"]
    assert [drawn[posture].rsplit(" ", 1)[1] for posture in ("stand", "duck", "hunker")] == ["0", "−3", "−6"]
    assert re.findall("[−+]\\d", found["Snap shot"]) == ["+3", "−3"]
    assert re.findall("\\d+ ft", found["Jump, DN 12"]) == ["18 ft", "4 ft", "1 ft", "½ ft"][:3]
    assert "DN 16" in found["Nerve"]
    assert "DN 16" in found["Breakfall"]
    assert {
        "Climbing",
        "Swimming",
        "Burden",
        "Rest",
        "Recoil",
        "Shock test",
        "First aid",
        "Surgery",
        "Healing",
    } <= set(found)
