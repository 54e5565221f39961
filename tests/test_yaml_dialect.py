from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from deckgen.errors import Problems
from deckgen.reading import YAML
from deckgen.yaml_dialect import ExactFloat, format_path, parse_yaml

PATH = Path("a.yaml")


def data(text):
    """The data of a YAML text, and the line, path and what of its problems."""
    problems = Problems()
    found, _ = parse_yaml(PATH, text if isinstance(text, bytes) else text.encode(), problems)
    return found, [(problem.line, problem.path, problem.message) for problem in problems]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("yes", "yes"),
        ("1:30", "1:30"),
        ("007", "007"),
        ("1e5", "1e5"),
        ("2020-01-01", "2020-01-01"),
        ("true", True),
        ("~", None),
        ("-12", -12),
        ("'12'", "12"),
        ("{10: d10}", {"10": "d10"}),
    ],
)
def test_values_are_what_a_person_expects(text, value):
    found, problems = data(text)
    assert problems == []
    assert found == value
    assert type(found) is type(value)


@given(st.decimals(-1000, 1000, places=3))
def test_decimals_are_exact(number):
    found, problems = data(f"{number}")
    assert problems == []
    assert isinstance(found, ExactFloat)
    assert found.exact == Fraction(number)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a: !!binary x", (1, "a", "the tag !!binary is not allowed")),
        ("a: 1\nb: 2\na: 3", (3, "a", 'the key "a" stands twice, first in line 1')),
        ("a: &x {b: 1}\nc: {<<: *x}", (2, "c", "merge keys (<<) are not allowed")),
        ("---\na: 1\n---\nb: 1", (3, "", "there is a second document")),
        ("? [a]\n: 1", (1, "", "a key is not plain text")),
        ("", (1, "", "the file is empty")),
        (b"a: \xff", (1, "", "this is not UTF-8 text")),
        (b" " * (YAML.bytes + 1), (None, "", "there are more than 1,000,000 bytes")),
    ],
)
def test_what_is_refused_is_told_with_its_line(text, problem):
    assert problem in data(text)[1]


def test_lists_too_deep_do_not_overflow_the_stack():
    assert "lists within lists too deep" in data("[" * 5000)[1][0][2]


def test_paths_are_shown_with_dots_and_brackets():
    assert format_path(("sections", "clock", 2, "value")) == "sections.clock[2].value"
    assert format_path(()) == ""
