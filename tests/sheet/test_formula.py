from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from deckgen.sheet.formula import FormulaError, fill_pattern, format_value, parse_formula, pattern_formulas

SCOPE = {
    "strength": {"die": Fraction(8), "dice": Fraction(3)},
    "skill": {"climbing": Fraction(7)},
    "walk": {"3": Fraction(5)},
    "rank": Fraction(3),
    "empty": None,
    "word": "Pulp",
}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3 * strength.die", 24),
        ("min(8, 2 + skill.climbing)", 8),
        ("max(1, rank, 2)", 3),
        ("1.5 * 10 * strength.die", 120),
        ("7 / 2", Fraction(7, 2)),
        ("7 // 2", 3),
        ("-7 // 2", -4),
        ("floor(7 / 2) + ceil(7 / 2)", 7),
        ("0.1 + 0.2", Fraction(3, 10)),
        ("walk[rank]", 5),
        ("1 if rank > 2 else 0", 1),
        ("1 if 1 < rank < 3 else 0", 0),
        ("1 if 1 < rank <= 3 else 0", 1),
        ("1 if 3 > rank > 1 else 0", 0),
        ("1 if rank >= 3 else 0", 1),
        ("1 if rank >= 4 else 0", 0),
        ("1 if rank > 3 else 0", 0),
        ("1 if rank <= 3 else 0", 1),
        ("1 if rank < 3 else 0", 0),
        ("1 if rank == 3 else 0", 1),
        ("1 if rank != 3 else 0", 0),
        ("1 if word != 'Noir' else 2", 1),
        ("1 if 5 > rank > 4 else 0", 0),
        ("-rank + +rank - -rank", 3),
        ("max(min(rank, 2), 1) * 2", 4),
        ("min(rank) + max(rank)", 6),
        ("floor(-0.5)", -1),
        ("ceil(-0.5)", 0),
        ("strength.die - strength.dice", 5),
        ("1 if word == 'Pulp' else 2", 1),
        ("word", "Pulp"),
    ],
)
def test_values_are_exact(text, value):
    assert parse_formula(text).evaluate(SCOPE) == value


@pytest.mark.parametrize("text", ["empty + 1", "walk[empty]", "empty.more"])
def test_a_value_that_is_not_filled_in_makes_the_result_empty(text):
    assert parse_formula(text).evaluate(SCOPE) is None


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os')", "open('x')", "strength.__class__()", "2 ** 9", "[1, 2]", "{1}", "lambda: 1",
        "(x := 3)", "f'{1}'", "a and b", "not a", "min()", "min(a=1)", "min(*a)", "1 << 9", "5 % 2", "True",
        "1j", "1e99", "9" * 300, "1 +", "", "x" * 500, "+".join(["1"] * 150), "(1+" * 30 + "1" + ")" * 30,
        "-" * 30 + "1", "floor(1, 2)", "ceil(1, 2)", "ceil()", "floor()", "max()", "print(1)", "a if b", "walk[1:2]", "await x", "b''",
    ],
)  # fmt: skip
def test_what_is_not_in_the_language_is_refused_when_it_is_read(text):
    with pytest.raises(FormulaError) as caught:
        parse_formula(text)
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 / (rank - 3)", "divides by zero"),
        ("1 // 0", "divides by zero"),
        ("strength.agility", "'agility' is unknown"),
        ("nothing", "there is no 'nothing'"),
        ("walk[99]", "'99' is unknown"),
        ("strength + 1", "is not a number"),
        ("word * 2", "is not a number"),
        ("word < 2", "is not a number"),
        ("strength", "is a group"),
        ("999999999999 * 999999999999", "too large"),
        ("rank.die", "there is no"),
    ],
)
def test_what_goes_wrong_with_values_is_told(text, message):
    with pytest.raises(FormulaError, match=message):
        parse_formula(text).evaluate(SCOPE)


def smallest(*counts):
    """A sum of so many ones in each call."""
    return " + ".join(f"min({', '.join('1' * count)})" for count in counts)


@pytest.mark.parametrize(
    ("longest", "longer"),
    [
        ("1" + " " * 399, "1" + " " * 400),
        ("-" * 24 + "1", "-" * 25 + "1"),
        ("1000000000000000", "1000000000000001"),
        ("999999999999999 + 1", "999999999999999 + 2"),
        ("1 / 1000000000000000", "1 / 1000000000000000 / 2"),
        (smallest(20), smallest(21)),
        (smallest(20).replace("min", "max"), smallest(21).replace("min", "max")),
    ],
)
def test_the_limits_are_where_they_are_said_to_be(longest, longer):
    assert parse_formula(longest).evaluate({})
    with pytest.raises(FormulaError):
        parse_formula(longer).evaluate({})


def test_names_are_those_it_starts_from():
    assert parse_formula("min(8, a.b + traits[trait].dice)").names == (("a", "b"), ("traits",), ("trait",))


def test_patterns_hold_formulas_in_braces():
    assert fill_pattern("{strength.dice}d{strength.die} · III-{strength.dice}", SCOPE) == "3d8 · III-3"
    assert fill_pattern("{empty}d{strength.die}", SCOPE) == ""
    assert [formula.text for formula in pattern_formulas("{a}d{b.c}")] == ["a", "b.c"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(18), "18"),
        (Fraction(27, 2), "13.5"),
        (Fraction(-2), "−2"),
        (Fraction(1, 3), "1/3"),
        (Fraction(0), "0"),
        (Fraction(10), "10"),
        (Fraction(-7, 8), "−0.875"),
        (Fraction(1, 6), "1/6"),
        (Fraction(-1, 3), "−1/3"),
        (None, ""),
        ("x", "x"),
    ],
)
def test_values_as_they_are_printed(value, text):
    assert format_value(value) == text


@given(st.lists(st.tuples(st.sampled_from("+-*"), st.integers(-50, 50)), min_size=1, max_size=6))
def test_arithmetic_is_that_of_fractions(steps):
    text = "0" + "".join(f" {sign} ({number})" for sign, number in steps)
    assert parse_formula(text).evaluate({}) == eval(text)  # noqa: S307 (the oracle; only numbers)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    with suppress(FormulaError):
        parse_formula(text).evaluate(SCOPE)


def test_what_is_too_large_or_not_allowed_is_told_with_a_remedy():
    with pytest.raises(FormulaError) as large:
        parse_formula("999999999999 * 999999999999").evaluate(SCOPE)
    assert (str(large.value), large.value.remedy) == (
        "'999999999999 * 999999999999' is too large or too exact", "use smaller numbers",
    )  # fmt: skip


@pytest.mark.filterwarnings("error")
def test_what_pythons_parser_thinks_of_a_formula_is_not_printed():
    assert parse_formula("1if x else'\\d'").names == (("x",),)
