"""The JavaScript of sheets, run in the engine that pdf.js has: it must say what deckgen computes, to the letter."""

import json
import re

import pytest
from hypothesis import given, settings, strategies as st
from sheet_fixtures import CHARACTERS, GAMES, small
from sheet_people import form_texts, random_people

from deckgen.sheet.character import load_character
from deckgen.sheet.formula import FormulaError, format_value, parse_formula
from deckgen.sheet.model import BETWEEN, formula_name
from deckgen.sheet.program import _js_code, _static, sheet_script
from deckgen.sheet.reader import load_sheet

quickjs = pytest.importorskip("quickjs", reason="quickjs-ng is not installed")


class Computing:
    """The program of a sheet in a JavaScript engine."""

    def __init__(self, spec, rows=None):
        self._context = quickjs.Context()
        self._context.eval(sheet_script(spec, rows))
        self._context.eval(
            "function run(texts, names) { texts = JSON.parse(texts);"
            " var sheet = deckgenSheet(function (name) { return name in texts ? texts[name] : ''; });"
            " return JSON.stringify(JSON.parse(names).map(sheet.text)); }"
        )

    def order(self):
        return json.loads(self._context.eval("JSON.stringify(deckgenSheet(function () { return ''; }).order)"))

    def texts(self, texts, names):
        """What derived fields show, by name."""
        names = list(names)
        call = f"run({json.dumps(json.dumps(texts))}, {json.dumps(json.dumps(names))})"
        return dict(zip(names, json.loads(self._context.eval(call)), strict=True))


def same(spec, computing, person):
    found = computing.texts(form_texts(spec, person), spec.derived(person.rows))
    wanted = {name: "" if name in person.overrides else person.texts.get(name, "") for name in found}
    assert found == wanted


@pytest.mark.parametrize("code", [None, "de"])
@pytest.mark.parametrize(("game", "path"), CHARACTERS, ids=[path.stem for _, path in CHARACTERS])
def test_what_is_computed_for_shipped_characters_is_the_same(game, path, code):
    spec = load_sheet(game, code)
    same(spec, Computing(spec), load_character(path, spec))


@pytest.mark.parametrize("code", [None, "de"])
@pytest.mark.parametrize("game", GAMES)
def test_what_is_computed_for_random_characters_is_the_same(game, code):
    spec = load_sheet(game, code)
    computing = Computing(spec, {group.name: group.rows + 3 for group in spec.groups.values()})
    for person in random_people(spec, 100 if code is None else 40):
        same(spec, computing, person)


@pytest.mark.parametrize("game", GAMES)
def test_programs_are_plain_and_know_the_order(game):
    spec = load_sheet(game)
    text = sheet_script(spec)
    assert text.isascii()
    assert "</" not in text
    assert "/*" not in text
    assert Computing(spec).order() == list(spec.derived())


def computed(folder, fields, texts, *changes, code=None):
    """What the derived fields show that are added to the small game, given these texts."""
    spec = small(folder, ("  notes:", f"{fields}  notes:"), *changes, code=code)
    return Computing(spec).texts(texts, spec.derived())


@pytest.mark.parametrize(
    ("formula", "texts", "shown"),
    [
        ("age + 1", {"age": " 7 "}, "8"),
        ("age - 9", {"age": "−7"}, ""),  # out of range, as are the next
        ("age", {"age": "100"}, ""),
        ("age", {"age": "seven"}, ""),
        ("age", {"age": "+07"}, "7"),
        ("age", {"age": "1.000"}, "1"),
        ("age / 7", {"age": "1"}, "1/7"),
        ("age / 8", {"age": "−1"}, ""),
        ("-age / 8", {"age": "1"}, "−0.125"),
        ("0.1 + 0.2", {}, "0.3"),
        ("1 / 1024 * 1024", {}, "1"),
        ("1 / 1024", {}, "1/1024"),
        ("age // 2", {"age": "7"}, "3"),
        ("-age // 2", {"age": "7"}, "−4"),
        ("floor(-age / 2) + ceil(age / 2)", {"age": "7"}, "0"),
        ("min(age, 5, 1 / 3)", {"age": "7"}, "1/3"),
        ("max(age, 5, 15 / 2)", {"age": "7"}, "7.5"),
        ("1 if 5 > age > 2 else 0", {"age": "4"}, "1"),
        ("1 if age != 4 else 0", {"age": "4"}, "0"),
        ("1 if mood == 'Good' else 0", {"mood": "Good"}, "1"),
        ("1 if mood == 'Good' else 0", {}, ""),
        ("might.die * might.dice", {"traits.might": "3d6"}, "18"),
        ("might.dice", {"traits.might": "d6"}, "1"),
        ("might.dice", {"traits.might": "4d6"}, ""),  # three at most
        ("might.dice", {"traits.might": "3d8"}, ""),
        ("column[traits.might.die]", {"traits.might": "2d6"}, "II"),
        ("column[age]", {"age": "5"}, ""),
        ("wounds.head + luck", {"wounds.head.2": "Yes", "luck.3": "Yes", "luck.7": "Yes"}, "4"),
        ("wounds.head", {}, ""),
        ("skills['Swim'] + skill.swim", {"skills.03.skill": "SWIM!", "skills.03.level": "2"}, "4"),
        ("skills['Swim']", {"skills.01.skill": "Swim", "skills.02.skill": "Swim", "skills.02.level": "1"}, "1"),
        ("skills['Swim']", {"skills.01.skill": "Swim"}, "0"),
        ("skill.swim", {"skills.01.skill": "Swim"}, ""),
        ("skills['Swim']", {}, "0"),
        ("entry.skills[mood].double", {"mood": "Good", "skills.02.skill": "good", "skills.02.level": "4"}, "8"),
        ("sum(skills.level)", {"skills.01.level": "3", "skills.03.level": "1"}, "4"),
        ("sum(skills.double) + sum(skills.double)", {"skills.01.level": "3"}, "12"),
        ("sum(skills.level)", {"overrides.skills.01.double": "4"}, "0"),
        ("lift + 1", {"overrides.lift": "20"}, "21"),
        ("lift + 1", {"overrides.lift": "20 kg"}, "21"),
        ("lift + 1", {"overrides.lift": "2/3"}, ""),
        ("lift", {"overrides.lift": "much"}, "much"),
        ("999999999999999 + age", {"age": "1"}, "1000000000000000"),
        ("999999999999999 + age", {"age": "2"}, ""),
        ("1 / (age - age)", {"age": "2"}, ""),
        ("might + 1", {"traits.might": "2d6"}, ""),
        ("'</x>'", {}, "</x>"),
    ],
)  # fmt: skip
def test_formulas_find_and_say_in_forms_what_they_do_here(tmp_path, formula, texts, shown):
    found = computed(tmp_path, f"  new: {{formula: {json.dumps(formula)}}}\n", texts)
    assert found["new"] == shown


def test_what_cannot_be_computed_leaves_all_else(tmp_path):
    found = computed(tmp_path, "  bad: {formula: 1 / (age - 3)}\n  good: {formula: 2 * age}\n", {"age": "3"})
    assert (found["bad"], found["good"]) == ("", "6")


def test_an_override_leaves_its_derived_field_empty(tmp_path):
    texts = {"traits.might": "2d6", "overrides.lift": " 5 "}
    assert computed(tmp_path, "  new: {formula: lift}\n", texts) == {
        "lift": "", "new": "5", "skills.01.double": "", "skills.02.double": "", "skills.03.double": "",
    }  # fmt: skip


def test_a_row_in_which_nothing_stands_has_no_derived_values(tmp_path):
    texts = {"skills.02.skill": "Swim", "overrides.skills.03.double": "1"}
    found = computed(tmp_path, "", texts, ("2 * level", "\"'x'\""))
    assert [found[f"skills.0{i}.double"] for i in (1, 2, 3)] == ["", "x", ""]


def test_an_empty_field_counts_as_its_usual_value(tmp_path):
    changes = ("most: 99}", "most: 99, default: 7}"), ("most: 7}", "most: 7, default: 3}")
    found = computed(tmp_path, "  new: {formula: age}\n  own: {formula: luck}\n", {}, *changes)
    assert (found["new"], found["own"]) == ("7", "0")  # no mark is ticked, whatever it usually is


@pytest.mark.parametrize(
    ("beyond", "texts"),
    [
        ("", ["1", "2", None, None]),
        ("last", ["1", "2", "2", "2"]),
        ("again", ["1", "2", "2 + 1", "2 + 2"]),
    ],
)
def test_cells_after_the_last_one(tmp_path, beyond, texts):
    context = quickjs.Context()
    context.eval(sheet_script(small(tmp_path)).replace("return calculator(", "cellsOf=cells;return calculator("))
    found = [context.eval(f"cellsOf(['1', '2'], {beyond!r}).find('{dice}')") for dice in (1, 2, 3, 4)]
    assert found == texts
    assert context.eval(f"cellsOf(['1', '2'], {beyond!r}).find('0')") is None


OPERATIONS = ("({} + {})", "({} - {})", "({} * {})", "({} / {})", "({} // {})", "min({}, {})", "max({}, {})",
    "floor({})", "ceil({} / {})", "(-{})", "({} if {} < {} else {})", "({} == {} >= {})")  # fmt: skip
NUMBERS = st.one_of(
    st.integers(0, 12).map(str),
    st.sampled_from(["0.5", "0.001", "999999999999999", "123456789.123456", "33333333", "1 / 3", "97 / 1009"]),
)


def grown(inner):
    return st.sampled_from(OPERATIONS).flatmap(
        lambda pattern: st.tuples(*[inner] * pattern.count("{}")).map(lambda parts: pattern.format(*parts))
    )


@settings(max_examples=400, deadline=None)
@given(st.recursive(NUMBERS, grown, max_leaves=8))
def test_arithmetic_is_the_same_to_the_last_digit(text):
    try:
        formula = parse_formula(text)
    except FormulaError:
        return
    try:
        wanted = format_value(formula.evaluate({}))
    except FormulaError:
        wanted = "error"
    assert ENGINE.eval(f"try {{ shown({_js_code(formula.tree)}) }} catch (error) {{ 'error' }}") == wanted


@given(st.text(max_size=12))
def test_names_of_entries_fold_alike(name):
    assert ENGINE.eval(f"PLAIN({json.dumps(name)})") == formula_name(name)


ENGINE = quickjs.Context()
ENGINE.eval(_static())
ENGINE.eval(f"var BETWEEN = /{BETWEEN}/g; var PLAIN = function (name) {{ var sheet = {{between: BETWEEN}}; "
    + re.search(r"function plain\(name\) \{.*?\n\}\n", _static(), re.DOTALL)[0] + " return plain(name); };")  # fmt: skip
