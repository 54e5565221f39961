from fractions import Fraction

import pytest
from hypothesis import given, strategies as st
from sheet_fixtures import small

from deckgen.sheet.formula import FormulaError
from deckgen.sheet.model import NamedEntries, add_to_scope, check_value, clean_text, formula_name, join_name
from deckgen.sources import ExactFloat


def test_names_have_no_empty_steps():
    assert join_name("skills", "01", "") == "skills.01"
    assert join_name("age", "", "") == "age"


def test_entries_of_the_three_kinds_of_group(tmp_path):
    groups = small(tmp_path).groups
    assert list(groups["age"].entries()) == [("", "Age")]
    assert list(groups["traits"].entries()) == [("might", "Might"), ("wit", "Wit")]
    assert list(groups["skills"].entries()) == [("01", "Skills 1"), ("02", "Skills 2"), ("03", "Skills 3")]
    assert list(groups["skills"].entries(1)) == [("01", "Skills 1")]
    assert list(groups["skills"].entries(0)) == []


def test_columns_by_name(tmp_path):
    group = small(tmp_path).groups["skills"]
    assert group.column("level").most == 4
    with pytest.raises(KeyError):
        group.column("rank")


def test_derived_values_have_a_formula_or_a_pattern(tmp_path):
    spec = small(tmp_path, ("  notes:", "  says: {label: Says, show: '{age} years'}\n  notes:"))
    assert [name for name, column in spec.fields() if column.derived] == [
        "skills.01.double", "skills.02.double", "skills.03.double", "lift", "says",
    ]  # fmt: skip


def test_fields_of_lists_are_as_many_as_asked_for_or_as_there_is_room_for(tmp_path):
    spec = small(tmp_path)
    names = [name for name, _ in spec.fields()]
    assert names[:5] == ["name", "age", "mood", "traits.might", "traits.wit"]
    assert sum(name.startswith("skills.") for name in names) == 9
    assert sum(name.startswith("skills.") for name, _ in spec.fields({"skills": 2})) == 9
    assert [name for name, _ in spec.fields({"skills": 5})][16:20] == [
        "skills.04.double", "skills.05.skill", "skills.05.level", "skills.05.double",
    ]  # fmt: skip


def test_choices_are_called_by_their_labels(tmp_path):
    spec = small(tmp_path, ("of: [Good, Bad]", "of: traits"))
    column = spec.groups["mood"].columns[0]
    assert (column.label_of("wit"), column.label_of("else")) == ("Wit", "else")


@pytest.fixture(scope="module")
def groups(tmp_path_factory):
    return small(tmp_path_factory.mktemp("game"), ("most: 99}", "most: 99, unit: y}")).groups


@pytest.mark.parametrize(
    ("field", "value", "kept"),
    [
        ("age", 0, 0), ("age", 99, 99), ("age", ExactFloat("2.5"), 2.5), ("luck", 7, 7), ("luck", 0, 0),
        ("mood", "Good", "Good"), ("mood", " Bad ", "Bad"),
        ("traits", "d4", "1d4"), ("traits", "3d6", "3d6"), ("traits", "1d6", "1d6"),
        ("name", "A" * 60, "A" * 60), ("name", 12, "12"), ("name", ExactFloat("1.50"), "1.50"), ("notes", "a\nb", "a\nb"),
    ],
)  # fmt: skip
def test_what_fields_may_hold(groups, field, value, kept):
    assert check_value(groups[field].columns[0], value) == kept


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("age", -1, "-1 is not possible here"), ("age", 100, "100 is not possible"), ("age", "3", "'3' is not a number"),
        ("age", True, "not a single value"), ("age", [1], "not a single value"), ("name", {"a": 1}, "not a single value"),
        ("luck", 8, "8 is not possible"), ("luck", ExactFloat("2.5"), "2.5 is not possible"),
        ("mood", "good", "'good' is not possible"), ("traits", "4d6", "too many dice"), ("traits", "0d6", "not a pool"),
        ("traits", "d8", "the game has no d8"), ("traits", "d6+1", "not a pool"), ("name", "A" * 61, "61 letters"),
        ("name", "a\nb", "several lines"), ("notes", "a" * 401, "401 letters"),
    ],
)  # fmt: skip
def test_what_they_may_not(groups, field, value, words):
    with pytest.raises(FormulaError, match=words.replace("(", r"\(")) as caught:
        check_value(groups[field].columns[0], value)
    assert caught.value.remedy


def test_remedies_name_the_kind_of_value(groups):
    for field, remedy in (("age", "write a number"), ("luck", "write a number"), ("name", "write a text")):
        with pytest.raises(FormulaError) as caught:
            check_value(groups[field].columns[0], [])
        assert caught.value.remedy == remedy


@pytest.mark.parametrize(
    ("name", "known"), [("First aid", "first_aid"), ("  Ride (horse) ", "ride_horse"), ("Öl", "öl")]
)
def test_entries_have_plain_names_in_formulas(name, known):
    assert formula_name(name) == known


@given(st.text(max_size=20))
def test_plain_names_stay_as_they_are(name):
    assert formula_name(formula_name(name)) == formula_name(name)


def test_an_entry_that_is_not_there_is_worth_what_the_sheet_says():
    entries = NamedEntries({"first_aid": Fraction(3)}, -1)
    assert "anything" in entries
    assert (entries["first_aid"], entries["First aid"], entries["Swim"]) == (3, 3, -1)
    assert NamedEntries({}, None)["Swim"] is None
    assert NamedEntries({}, 0)["Swim"] == 0


def test_scopes_hold_groups_by_their_names(groups):
    scope = {"table": 1}
    assert add_to_scope(scope, groups["age"], 5) is scope
    add_to_scope(scope, groups["traits"], {"might": 1, "wit": 2})
    add_to_scope(scope, groups["skills"], "list")
    assert scope == {
        "table": 1, "age": 5, "traits": {"might": 1, "wit": 2}, "might": 1, "wit": 2, "skills": "list", "skill": "list",
    }  # fmt: skip


def test_a_name_with_a_dot_is_a_mapping_in_a_mapping(tmp_path):
    spec = small(tmp_path, ("  notes:", "  load.light: {label: L}\n  load.full: {label: F}\n  notes:"))
    scope = {}
    add_to_scope(scope, spec.groups["load.light"], 1)
    place = add_to_scope(scope, spec.groups["load.full"], 2)
    assert scope == {"load": {"light": 1, "full": 2}}
    assert place is scope["load"]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a\tb\x07c", "a b c"), ("a\x0b\x0cb", "a  b"), ("a\u2003b\u202fc\u3000d", "a b c d"), ("one\u2028two", "one two"),
        ("soft\u00adhyphen", "softhyphen"), ("\u200fright\u200b\ufeff", "right"), ("♥\ufe0f", "♥"),
        ("one\r\ntwo\rthree\nfour", "one\ntwo\nthree\nfour"), ("Z\u0307o\u0301\u0142c\u0301", "Żółć"),
        ("a\u00a0b – “c”", "a b – “c”"),
    ],
)  # fmt: skip
def test_what_cannot_be_printed_becomes_spaces_or_is_left_out(text, kept):
    assert clean_text(text) == kept


def test_values_are_kept_as_they_can_be_printed(groups):
    assert check_value(groups["name"].columns[0], "\tAda\tLovelace\x00 ") == "Ada Lovelace"
    assert check_value(groups["notes"].columns[0], "a\tb\r\nc") == "a b\nc"
    with pytest.raises(FormulaError, match="several lines"):
        check_value(groups["name"].columns[0], "Ada\rLovelace")
