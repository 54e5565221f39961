from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from sheet_fixtures import EACH_CHARACTER, GAMES, character_file, from_text, person, sheet, small, told

from deckgen.files import shipped_path
from deckgen.sheet.character import CharacterError, load_character

HERO = "game: small\nname: Ada\ntraits: {might: 2d6, wit: d4}\nskills:\n  - {skill: Swim, level: 2}\n"


@EACH_CHARACTER
def test_shipped_characters_are_right(game, path):
    found = person(path, game)
    assert found.name
    assert all(found.texts[name] for name in found.texts if name.endswith(".total"))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_two_finished_characters(game):
    assert len(list((shipped_path("data") / game / "characters").glob("*.yaml"))) >= 2


@pytest.mark.parametrize(
    ("game", "stem", "name", "text"),
    [
        ("future-imperfect", "tamsin-vale", "traits.dexterity.reading", "IV-3"),
        ("future-imperfect", "tamsin-vale", "skills.02.reading", "4d10 · IV-4"),
        ("future-imperfect", "tamsin-vale", "rate", "10 m"),
        ("future-imperfect", "tamsin-vale", "climb", "4 m"),
        # Tara 7 of the rules carries 18, 36 and 60 kg with a strength of 6.
        ("future-imperfect", "tamsin-vale", "loads.light", "18 kg"),
        ("future-imperfect", "tamsin-vale", "loads.medium", "36 kg"),
        ("future-imperfect", "tamsin-vale", "loads.heavy", "60 kg"),
        ("future-imperfect", "tamsin-vale", "loads.lift", "90 kg"),
        ("future-imperfect", "oru-seven-reeds", "loads.light", "40 kg"),
        ("west-that-wasnt", "josefina-arroyo", "skills.01.reading", "3d10"),
        ("west-that-wasnt", "elias-thorne", "throw_step", "5 m"),
        ("action-and-combat", "mara-okonkwo", "move", "18 ft"),
        ("action-and-combat", "mara-okonkwo", "skills.02.total", "7"),
        ("action-and-combat", "mara-okonkwo", "capacity", "40 lb"),
        ("action-and-combat", "mara-okonkwo", "encumbrance", "2"),
        ("action-and-combat", "mara-okonkwo", "thresholds.serious", "16"),
        ("action-and-combat", "mara-okonkwo", "thresholds.critical", "22"),
        ("rough-magic", "quillon-dray", "walking", "9 m"),
        ("rough-magic", "quillon-dray", "sprinting", "54 m"),
        ("rough-magic", "quillon-dray", "weapons.01.value", "9"),
        ("rough-magic", "mother-anvil", "close_target", "21"),
    ],
)
def test_derived_values_follow_the_rules(game, stem, name, text):
    assert person(shipped_path("data") / game / "characters" / f"{stem}.yaml", game).texts[name] == text


@pytest.mark.parametrize(
    ("change", "line", "path", "words"),
    [
        (("2d6", "2d7"), 3, "traits.might", "the game has no d7 here; use d4, d6"),
        (("2d6", "9d6"), 3, "traits.might", "too many dice"),
        (("2d6", "big"), 3, "traits.might", "not a pool of dice"),
        (("wit", "wits"), 3, "traits.wits", 'did you mean "wit"'),
        (("level: 2", "level: 7"), 5, "skills[0].level", "write 0 to 4"),
        (("level: 2", "level: two"), 5, "skills[0].level", "not a number"),
        (("level: 2", "lvl: 2"), 5, "skills[0].lvl", 'did you mean "level"'),
        (("skill: Swim, ", ""), 5, "skills[0]", "skill is missing"),
        (("game: small", "game: other"), 1, "game", "a character of 'other'"),
        (("game: small\n", ""), 1, "", "the game is missing"),
        (("name: Ada", f"name: {'A' * 300}"), 2, "name", "the text has 300 letters; use 60 at most"),
        (("name: Ada", "nmae: Ada"), 2, "nmae", 'did you mean "name"'),
        (("name: Ada", "name: Ada\nwounds: {head: 7}"), 3, "wounds.head", "7 is not possible here; write 0 to 2"),
        (("name: Ada", "name: Ada\nmood: Grim"), 3, "mood", "choose from Good, Bad"),
        (("name: Ada", "name: Ada\nlift: 5"), 3, "lift", "this value is computed"),
        (("name: Ada", "name: Ada\nage: [1]"), 3, "age", "not a single value"),
        (("name: Ada", "name: Ada\noverrides: {lfit: 5}"), 3, "overrides.lfit", 'did you mean "lift"'),
        (("name: Ada", 'name: Ada\noverrides: {lift: "a\\nb"}'), 3, "overrides.lift", "the text has several lines"),
        (("- {skill: Swim, level: 2}", "- {skill: Swim}\n  - {skill: swim}"), 6, "skills[1]", "written twice, first in skills[0]"),
        (("  - {skill: Swim, level: 2}", "  swim: 2"), 4, "skills", "not a list"),
        (("traits: {might: 2d6, wit: d4}", "traits: 3"), 3, "traits", "not a group"),
    ],
)  # fmt: skip
def test_bad_input_is_told_with_line_and_remedy(tmp_path, change, line, path, words):
    assert change[0] in HERO
    file = character_file(tmp_path, HERO.replace(*change))
    problems = told(load_character, file, small(tmp_path))
    assert any((at, place) == (line, path) and words in what for at, place, what in problems), problems


def test_a_formula_that_divides_by_zero_names_its_line_in_the_sheet(tmp_path):
    spec = small(tmp_path, ("1.5 * might.die", "1 / (age - age)"))
    file = character_file(tmp_path, HERO + "age: 3\n")
    ((line, path, what),) = told(load_character, file, spec)
    assert (line, path) == (spec.source.line(("fields", "lift", "formula")), "fields.lift.formula")
    assert "divides by zero" in what


def test_a_fraction_that_no_table_has_is_told_where_it_is_written(tmp_path):
    file = tmp_path / "a.yaml"
    file.write_text("game: rough-magic\nname: Ada\nattributes: {agility: 3, brawn: 1.5}\n")
    problems = told(load_character, file, sheet("rough-magic").spec)
    assert {(at, place) for at, place, _ in problems} == {(3, "attributes.brawn")}
    assert "'1.5' is unknown" in problems[0][2]


def test_overrides_replace_what_follows_and_what_rests_on_it(tmp_path):
    spec = small(tmp_path, ("  notes:", "  more: {label: More, formula: lift + 1}\n  notes:"))
    found = load_character(character_file(tmp_path, HERO + "overrides: {lift: 20}\n"), spec)
    assert (found.texts["lift"], found.texts["more"]) == ("20", "21")


@pytest.mark.parametrize(
    ("said", "text", "more"),
    [
        ("20", "20", "21"),
        ("2.5", "2.5", "3.5"),
        ("−2", "−2", "−1"),
        ("60 kg", "60 kg", "61"),
        ("'1/2'", "1/2", None),
        ("lots", "lots", None),
        ("''", "9 kg", "10"),
    ],
)
def test_overrides_count_as_numbers_if_they_are_some(tmp_path, said, text, more):
    spec = small(tmp_path, ("  notes:", "  more: {label: More, formula: lift + 1}\n  notes:"))
    file = character_file(tmp_path, HERO + f"overrides: {{lift: {said}}}\n")
    if more is None:
        ((_, path, what),) = told(load_character, file, spec)
        assert path == "overrides.lift"
        assert "'lift' is not a number" in what
        return
    found = load_character(file, spec)
    assert (found.texts["lift"], found.texts["more"]) == (text, more)
    assert found.overrides == ({"lift"} if text != "9 kg" else set())


def test_an_override_counts_where_its_formula_cannot_be_computed(tmp_path):
    spec = small(tmp_path, ("1.5 * might.die", "1 / (age - age)"))
    found = load_character(character_file(tmp_path, HERO + "age: 3\noverrides: {lift: 4}\n"), spec)
    assert found.texts["lift"] == "4"


def test_sums_are_of_all_entries_of_a_list(tmp_path):
    spec = small(
        tmp_path,
        (
            "  notes:",
            "  levels: {label: L, formula: sum(skills.level)}\n  doubles: {label: D, formula: sum(skills.double) / 8}\n  notes:",
        ),
    )
    empty = load_character(character_file(tmp_path, "game: small\nname: Ada\n"), spec)
    assert (empty.texts["levels"], empty.texts["doubles"]) == ("0", "0")
    file = character_file(tmp_path, HERO + "  - {skill: Ride}\n  - {skill: Dig, level: 1}\n")
    found = load_character(file, spec)
    assert (found.texts["levels"], found.texts["doubles"]) == ("3", "0.75")


def test_values_of_a_group_with_keys_may_be_derived(tmp_path):
    spec = small(
        tmp_path,
        ("  notes:", "  twice: {label: T, short: true, keys: {a: A, b: B}, formula: 2 * age}\n  sum: {formula: a + twice.b}\n  notes:"),
    )  # fmt: skip
    found = load_character(character_file(tmp_path, HERO + "age: 3\n"), spec)
    assert (found.texts["twice.a"], found.texts["twice.b"], found.texts["sum"]) == ("6", "6", "12")


@pytest.mark.parametrize("age", ["", "age: null\n"])
def test_formulas_find_the_usual_value_where_a_field_is_empty(tmp_path, age):
    spec = small(tmp_path, ("most: 99}", "most: 99, default: 7}"), ("1.5 * might.die", "age + 1"))
    found = load_character(character_file(tmp_path, HERO + age), spec)
    assert (found.texts.get("age"), found.texts["lift"]) == (None if age else "7", "8 kg")


def test_unknown_skills_are_allowed_unless_the_game_lists_its_own(tmp_path):
    file = character_file(tmp_path, HERO)
    assert load_character(file, small(tmp_path)).texts["skills.01.skill"] == "Swim"
    spec = small(tmp_path, ("    key: skill", "    key: skill\n    known: [Swimming, Climbing]"))
    ((line, path, what),) = told(load_character, file, spec)
    assert (line, path) == (5, "skills[0].skill")
    assert 'did you mean "Swimming"' in what


def test_choices_may_be_given_by_key_or_as_the_sheet_calls_them(tmp_path):
    spec = sheet("future-imperfect").spec
    for said in ("dexterity", "Dexterity"):
        text = f"game: future-imperfect\nname: A\nskills:\n  - {{skill: B, trait: {said}, level: 0}}\n"
        assert load_character(character_file(tmp_path, text), spec).texts["skills.01.trait"] == "Dexterity"


@pytest.mark.parametrize("levels", [(1, 3), (3, 1), (2, 3, 1), ("", 3), (3, ""), (3, 3)])
def test_of_entries_with_one_name_formulas_find_the_best(tmp_path, levels):
    spec = small(
        tmp_path,
        ("    once: [skill]\n", ""),
        ("  notes:", "  swim: {label: S, formula: skill.swim}\n  notes:"),
    )
    rows = "".join(f"  - {{skill: Swim{f', level: {level}' if level else ''}}}\n" for level in levels)
    found = load_character(character_file(tmp_path, f"game: small\nname: Ada\nskills:\n{rows}"), spec)
    assert found.texts["swim"] == "3"


def test_formulas_find_entries_by_name_and_what_is_not_there_is_worth_what_the_sheet_says(tmp_path):
    spec = small(tmp_path, ("missing: 0", "missing: -2"), ("  notes:", "  a: {formula: skills.swim}\n  b: {formula: 'skill[name]'}\n  notes:"))  # fmt: skip
    texts = load_character(character_file(tmp_path, HERO), spec).texts
    assert (texts["a"], texts["b"]) == ("2", "−2")


def test_a_plain_value_fills_the_main_column(tmp_path):
    spec = small(
        tmp_path,
        (
            "      skill: {label: Skill, type: text, most: 40, required: true}",
            "      skill: {label: Skill, type: text, most: 40}",
        ),
    )
    found = load_character(character_file(tmp_path, "game: small\nname: Ada\nskills: [3, {level: 1}]\n"), spec)
    assert (found.texts["skills.01.level"], found.texts["skills.01.double"]) == ("3", "6")
    assert found.rows == {"skills": 2}
    ((line, path, what),) = told(
        load_character, character_file(tmp_path, "game: small\nname: Ada\nskills: [[3]]\n"), spec
    )
    assert (line, path) == (3, "skills[0]")
    assert what == "this is not a group of values; write {skill: ..., level: ...}"


@pytest.mark.parametrize(("count", "fits"), [(99, True), (100, False)])
def test_lists_have_as_many_entries_as_two_digits_can_count(tmp_path, count, fits):
    rows = "".join(f"  - {{skill: S{i}}}\n" for i in range(count))
    file = character_file(tmp_path, f"game: small\nname: Ada\nskills:\n{rows}")
    if fits:
        assert load_character(file, small(tmp_path)).rows == {"skills": 99}
    else:
        ((_, path, what),) = told(load_character, file, small(tmp_path))
        assert (path, what) == ("skills", "it has more than 99 entries; remove some")


def test_entries_that_say_nothing_are_no_repetition(tmp_path):
    spec = small(tmp_path, (", required: true}\n      level", "}\n      level"))
    text = "game: small\nname: Ada\nskills:\n  - {level: 1}\n  - {level: 2}\n  - {skill: B}\n  - {skill: ' b '}\n"
    ((line, path, what),) = told(load_character, character_file(tmp_path, text), spec)
    assert (line, path) == (7, "skills[3]")
    assert what == "'b' is written twice, first in skills[2]; keep one of the two"


def test_defaults_stand_in_for_what_is_left_out(tmp_path):
    spec = small(
        tmp_path,
        ("age: {label: Age,", "age: {label: Age, default: 20,"),
        ("luck: {label: Luck,", "luck: {label: Luck, default: 3,"),
    )
    found = load_character(character_file(tmp_path, HERO), spec)
    assert (found.texts["age"], found.marks["luck"]) == ("20", 3)
    found = load_character(character_file(tmp_path, HERO + "age: 7\nluck: 0\n"), spec)
    assert (found.texts["age"], found.marks["luck"]) == ("7", 0)


def test_a_problem_in_a_formula_of_an_entry_names_the_entry(tmp_path):
    spec = small(tmp_path, ("formula: 2 * level", "formula: 2 // level"))
    file = character_file(tmp_path, HERO.replace("level: 2", "level: 0"))
    ((_, path, what),) = told(load_character, file, spec)
    assert path == "fields.skills.columns.double.formula"
    assert what.startswith("Twice: ")


def test_a_character_is_called_by_its_name_or_its_file(tmp_path):
    spec = small(
        tmp_path,
        (
            "name: {label: Name, type: text, most: 60, required: true}",
            "name: {label: Name, type: text, most: 60}",
        ),
    )
    file = character_file(tmp_path, "game: small\nage: 3\n")
    assert load_character(file, spec).name == "hero"
    assert load_character(character_file(tmp_path, "game: small\n"), spec).name == ""
    assert load_character(character_file(tmp_path, "game: small\nname: Ada\n"), spec).name == "Ada"


@pytest.mark.parametrize(
    ("given", "places"),
    [("traits: {might: 2d6}\n", [(3, "traits", "wit")]), ("", [(1, "", "might"), (1, "", "wit")]), ("traits: {might: 2d6, wit: d4}\n", None)],
)  # fmt: skip
def test_what_must_be_there_is_missed_where_it_belongs(tmp_path, given, places):
    spec = small(tmp_path, ("traits: {label: Traits,", "traits: {label: Traits, required: true,"))
    file = character_file(tmp_path, f"game: small\nname: Ada\n{given}")
    if places is None:
        assert load_character(file, spec).texts["traits.wit"] == "1d4"
    else:
        assert told(load_character, file, spec) == [
            (line, path, f"traits is missing; add {key}: ...") for line, path, key in places
        ]


def test_a_plain_value_of_a_list_lacks_what_must_be_there(tmp_path):
    file = character_file(tmp_path, "game: small\nname: Ada\nskills: [3]\n")
    assert told(load_character, file, small(tmp_path)) == [(3, "skills", "skill is missing; add skill: ...")]


def test_where_values_stand_is_known(tmp_path):
    spots = load_character(character_file(tmp_path, HERO), small(tmp_path)).locations
    assert spots["skills.01.level"].path == ("skills", 0, "level")
    assert spots["traits.might"].value == "2d6"


def test_what_is_missing_stays_empty(tmp_path):
    found = load_character(character_file(tmp_path, "game: small\nname: Ada\n"), small(tmp_path))
    assert found.texts.get("lift", "") == ""
    assert found.rows == {"skills": 0}


WORDS = st.sampled_from(
    [
        "1",
        "-3",
        "2.5",
        '"x"',
        "2d6",
        "d4",
        "true",
        "",
        "[]",
        "{}",
        "[1]",
        "{a: 1}",
        "Good",
        "[[]]",
        "{level: 2}",
        "[{skill: A}]",
    ]
)
KEYS = st.sampled_from(["name", "age", "mood", "traits", "skills", "wounds", "luck", "lift", "notes", "overrides", "x"])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
@given(st.dictionaries(KEYS, WORDS))
def test_whatever_is_written_is_read_or_told(tmp_path, entries):
    spec = small(tmp_path)
    text = "game: small\n" + "".join(f"{key}: {value}\n" for key, value in entries.items())
    with suppress(CharacterError):
        assert from_text(text, tmp_path / "a.yaml", spec).file.name == "a.yaml"


def test_formulas_find_whole_entries_of_a_list_by_name(tmp_path):
    lift = "  lift: {label: Lift, formula: 1.5 * might.die, unit: kg}\n"
    hold = "  hold: {label: Hold, show: '{entry.skills[grip].skill} {entry.skills[grip].double}'}\n"
    spec = small(tmp_path, (lift, f"{lift}  grip: {{label: Grip, type: text}}\n{hold}"))
    skills = "skills:\n  - {skill: Climbing walls, level: 2}\n  - {skill: Swim, level: 1}\n"
    for grip, shown in (("Climbing walls", "Climbing walls 4"), ("swim", "Swim 2"), ("Fly", ""), ("", "")):
        text = f"game: small\nname: Ada\ngrip: '{grip}'\n{skills}"
        assert load_character(character_file(tmp_path, text), spec).texts.get("hold", "") == shown


@pytest.mark.finding("R3")
@pytest.mark.parametrize("number", ["1e999999999", "1/0", "9" * 399, "nan", "²"])
def test_what_is_written_over_a_value_is_a_number_or_a_text_and_never_reckoned(tmp_path, number):
    text = f'game: small\nname: Ada\ntraits: {{might: d4}}\noverrides: {{lift: "{number}"}}\n'
    assert from_text(text, tmp_path / "a.yaml", small(tmp_path)).texts["lift"] == number


@pytest.mark.finding("R11")
def test_a_name_that_cannot_be_seen_is_none(tmp_path):
    text = 'game: small\nname: "\\uFEFF"\n'
    assert from_text(text, tmp_path / "a.yaml", small(tmp_path)).name == "a"


def test_what_is_written_over_an_entry_that_is_not_there_is_told(tmp_path):
    text = "game: small\nname: Ada\noverrides: {skills.02.double: 3}\nskills: [{skill: Ride, level: 1}]\n"
    ((line, path, what),) = told(from_text, text, tmp_path / "a.yaml", small(tmp_path))
    assert (line, path) == (3, "overrides.skills.02.double")
    assert what.startswith('there is no derived value "skills.02.double"; did you mean "skills.01.double"?')


def test_of_many_unknown_names_some_are_told(tmp_path):
    text = "game: small\nname: Ada\n" + "".join(f"k{i}: 1\n" for i in range(1_900))
    problems = told(from_text, text, tmp_path / "a.yaml", small(tmp_path))
    assert len(problems) == 21
    assert problems[-1][0] == 23
    assert problems[-1][2].startswith("1880 more unknown names follow")
