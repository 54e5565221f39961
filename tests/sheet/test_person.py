"""Persons for the table: both computers say the same, and procedures understand every answer."""

import json
import re
from pathlib import Path

import pytest
from sheet_fixtures import EACH_CHARACTER, GAMES, from_text, small, told
from sheet_people import form_texts, random_people

from deckgen.game import read_game
from deckgen.sheet.character import load_character
from deckgen.sheet.person import attack_answers, person_of
from deckgen.sheet.program import sheet_script
from deckgen.sheet.reader import load_sheet
from deckgen.sheet.web.model import SCRIPTS, web_model

quickjs = pytest.importorskip("quickjs", reason="quickjs-ng is not installed")


class Page:
    """The scripts of a sheet's page that make a person."""

    def __init__(self, spec):
        self._context = quickjs.Context()
        model, person = ((SCRIPTS / f"{name}.js").read_text(encoding="utf-8") for name in ("model", "person"))
        self._context.eval(sheet_script(spec, {group.name: 99 for group in spec.groups.values()}, table=True))
        self._context.eval("var document = {getElementById: function () { return {}; }}, art = '';")
        self._context.eval(f"var model = {json.dumps(web_model(spec, ()))};\n{model}\n{person}")

    def person(self, texts):
        return json.loads(self._context.eval(f"JSON.stringify(toPerson({json.dumps(texts)}, 'hero.html'))"))


def typed(spec, character):
    """What stands in a page's fields; a text without letters in it is not filled in."""
    pictures = dict.fromkeys(character.pictures, "data:")
    return {name: text for name, text in {**form_texts(spec, character), **pictures}.items() if text}


@EACH_CHARACTER
@pytest.mark.parametrize("code", [None, "de"])
def test_page_and_command_make_the_same_person_of_shipped_characters(game, path, code):
    spec = load_sheet(game, code)
    character = load_character(path, spec)
    person = person_of(spec, character, "hero.html")
    assert Page(spec).person(typed(spec, character)) == person
    assert person["note"]
    assert len(person["presets"]) > len([1 for name in character.texts if re.fullmatch(r"weapons\.\d\d\.weapon", name)])


@pytest.mark.parametrize("game", GAMES)
def test_page_and_command_make_the_same_person_of_random_characters(game):
    spec = load_sheet(game)
    page = Page(spec)
    for character in random_people(spec, 40):
        found = page.person(typed(spec, character))
        wanted = person_of(spec, character, "hero.html")
        assert found == wanted


def understood(ask, answer):
    """Whether a procedure takes an answer as it is."""
    match ask.kind:
        case "number":
            return isinstance(answer, int) and ask.least <= answer <= ask.most
        case "choice":
            return answer in [choice.name for choice in ask.choices]
        case "cell":
            return isinstance(answer, str) and ("-" in answer or answer.istitle())
    return False


def answers_of(fact):
    """All answers that a fact may give."""
    return fact["of"] if "of" in fact else list(fact["at"].values())


@EACH_CHARACTER
def test_procedures_understand_presets_and_facts(game, path):
    spec = load_sheet(game)
    person = person_of(spec, load_character(path, spec))
    procedures = {procedure.name: procedure for procedure in read_game(spec.source.path.parent.parent).procedures}
    weapons = {preset["title"] for preset in person["presets"]}
    assert {
        text for name, text in load_character(path, spec).texts.items() if name.endswith(".weapon") and text
    } <= weapons
    for preset in person["presets"]:
        asks = {ask.name: ask for ask in procedures[preset["roll"]].asks}
        for name, answer in preset["given"].items():
            assert understood(asks[name], answer), (preset, name)
        if "skill" in asks:
            assert "skill" in preset["given"], preset
        known = {*preset["given"], *person["acts"], *person["target"]}
        typed = [
            ask for ask in asks.values() if ask.kind == "number" and not (ask.more or ask.when or ask.name in known)
        ]
        if preset["roll"] in (
            "shoot",
            "fight",
            "brawl",
            "attack",
            "shot",
            "burst",
            "melee",
            "stun",
            "shock",
            "recovery",
        ):
            assert len(typed) <= 1, typed
    for name, fact in {**person["acts"], **person["target"]}.items():
        takers = [ask for procedure in procedures.values() for ask in procedure.asks if ask.name == name]
        for answer in answers_of(fact) if isinstance(fact, dict) else [fact]:
            assert any(understood(ask, answer) for ask in takers), (name, answer)
    for name, track in person["tracks"].items():
        assert 0 <= track["value"] <= track["most"], name
    assert all(f"wounds.{place}" in person["tracks"] for place in person["places"].values())


def test_of_a_weapon_a_shot_has_all_that_it_needs():
    spec = load_sheet("future-imperfect")
    path = Path(spec.source.path.parent.parent, "characters", "tamsin-vale.yaml")
    person = person_of(spec, load_character(path, spec), "../sheet.html")
    assert person["from"] == "../sheet.html"
    assert person["presets"][0] == {
        "title": "Blast pistol",
        "roll": "shoot",
        "given": {"skill": "IV-4", "damage": "2-3", "reduced": "1-3", "pen": 4, "aim": -1},
    }
    assert [preset["roll"] for preset in person["presets"][:3]] == ["shoot", "fight", "shotgun"]
    assert person["target"]["armor"]["at"]["head"] == 3
    assert person["tracks"]["ct_lost"] == {"label": "CT lost", "value": 5, "most": 28}
    assert person["tracks"]["wounds.left_arm"]["value"] == 2
    assert person["places"]["vitals"] == "torso"
    assert person["places"]["heart"] == "torso"  # which is aimed at, and on no card


TABLE = """\
table:
  note: "{name}"
  acts: {wound: {highest: wounds, of: [no, Light, Bad]}}
  tracks: [wounds, {of: luck, most: age}]
  presets:
    - {each: skills, title: "{skill}", roll: x, when: level, asks: {value: level}}
    - {each: skills, title: "{skill} again", roll: y, otherwise: true, asks: {value: "{number: skill}"}}
pages:
"""


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("highest: wounds", "highest: wound", "acts.wound.highest", 'no track of the table "wound"'),
        ("[no, Light, Bad]", "[no, Light]", "acts.wound.of", "2 answers for 0 to 2 marks; write 3"),
        ("tracks: [wounds", "tracks: [skills", "tracks[0]", 'no track "skills"'),
        ("most: age", "most: agee", "tracks[1].most", "agee"),
        ('each: skills, title: "{skill}"', 'each: traits, title: "{skill}"', "presets[0].each", 'no list "traits"'),
        ("when: level", "when: levels", "presets[0].when", "levels"),
        ("{skill} again", "{skil} again", "presets[1].title", "skil"),
        (
            "asks: {value: level}",
            "asks: {value: {cell: skill, of: card}}",
            "presets[0].asks.value.of",
            'no grid among the cells "card"',
        ),
        ("asks: {value: level}", "asks: {value: level +}", "presets[0].asks.value", "not a formula"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path, old, new, line, said):
    table = TABLE.replace('"{number: skill}"', "{number: skill}")
    assert old in table
    problems = told(small, tmp_path, ("pages:\n", table.replace(old, new)))
    assert any(path == f"table.{line}" and at and said in text for at, path, text in problems), problems


def test_persons_of_a_sheet_without_and_with_a_table(tmp_path):
    hero = "game: small\nname: Ada\nage: 3\nskills: [{skill: Ride 7, level: 2}, {skill: Swim 5, level: 0}]\nwounds: {head: 1}\n"
    bare = small(tmp_path / "bare")
    assert person_of(bare, from_text(hero, tmp_path / "a.yaml", bare))["presets"] == []
    spec = small(tmp_path / "full", ("pages:\n", TABLE.replace('"{number: skill}"', "{number: skill}")))
    person = person_of(spec, from_text(hero, tmp_path / "a.yaml", spec))
    assert person["presets"] == [
        {"title": "Ride 7", "roll": "x", "given": {"value": 2}},
        {"title": "Swim 5 again", "roll": "y", "given": {"value": 5}},
    ]
    assert person["tracks"] == {
        "wounds.head": {"label": "Wounds: Head", "value": 1, "most": 2},
        "wounds.body": {"label": "Wounds: Body", "value": 0, "most": 2},
        "luck": {"label": "Luck", "value": 0, "most": 3},
    }
    assert person["acts"] == {"wound": {"highest": "wounds", "of": ["no", "Light", "Bad"]}}


def test_an_attack_has_the_answers_of_both_and_those_by_place():
    """Marks of tracks count now; armor and wounds are those of the place that is hit, by the names on cards."""
    acts = {"wound": {"highest": "wounds", "of": ["none", "Flesh", "Light"]}, "aim": 3, "worst": 1}
    attacker = {"acts": acts, "tracks": {"wounds.leg": {"value": 2}, "woundsome": {"value": 1}}}
    facts = {
        "size": 7,
        "armor": {"at": {"head": 3, "torso": 2}},
        "already": {"there": "wounds", "of": ["none", "Flesh", "Light"]},
        "defense": {"by": "attribute", "at": {"Brawn": 5, "": 4}},
        "foe": {"highest": "tired", "of": ["fresh", "winded"]},
    }
    target = {
        "target": facts,
        "places": {"head": "head", "eye": "head", "belly": "torso", "left leg": "leg"},
        "tracks": {"wounds.head": {"value": 1}},
    }
    preset = {"given": {"worst": 0, "attribute": "Agility"}}
    assert attack_answers(attacker, preset, target) == (
        {"worst": 0, "attribute": "Agility", "wound": "Light", "aim": 3, "size": 7, "defense": 4, "foe": "fresh"},
        {
            "armor": {"head": 3, "eye": 3, "belly": 2, "left leg": 0},
            "already": {"head": "Flesh", "eye": "Flesh", "belly": "none", "left leg": "none"},
        },
    )
