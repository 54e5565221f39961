"""What a JSON Schema finds wrong, in plain words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import deckgen
from deckgen.schema_problems import find_problems

DIE = {"title": "a die", "type": "string", "pattern": "^d[1-9]+$", "errorMessage": "write d and its sides"}
SCHEMA = {
    "type": "object",
    "required": ["title"],
    "additionalProperties": False,
    "properties": {
        "title": {"type": "string", "minLength": 1, "description": "The printed name. And more."},
        "rows": {"type": "integer", "minimum": 1, "maximum": 20},
        "bar": {"type": "number", "exclusiveMinimum": 0},
        "rising": {"type": "boolean"},
        "keep": {"enum": ["sum", "highest", "lowest"]},
        "dice": {"type": "object", "additionalProperties": DIE, "propertyNames": {"pattern": "^[IVX]+$"}},
        "list": {"type": "array", "minItems": 2, "uniqueItems": True},
        "either": {
            "anyOf": [
                {"type": "integer"},
                {"type": "object", "required": ["dice"], "properties": {"dice": DIE}},
            ]
        },
        "shape": {
            "oneOf": [
                {
                    "properties": {"kind": {"const": "round"}, "r": {"type": "integer"}},
                    "required": ["kind", "r"],
                },
                {
                    "properties": {"kind": {"const": "square"}, "a": {"type": "integer"}},
                    "required": ["kind", "a"],
                },
            ]
        },
    },
}


@pytest.mark.parametrize(
    ("data", "path", "what", "remedy"),
    [
        ({}, (), 'the key "title" is missing', "the printed name"),
        (
            {"titel": "x", "title": "x"},
            ("titel",),
            'the key "titel" is unknown here',
            'did you mean "title"?',
        ),
        ({"title": 5}, ("title",), "5 is not a text", 'put it in quotes: "5"'),
        ({"title": True}, ("title",), "true is not a text", 'put it in quotes: "true"'),
        ({"title": ""}, ("title",), "a length of at least 1", ""),
        ({"title": "x", "rows": "five"}, ("rows",), '"five" is not a whole number', ""),
        ({"title": "x", "rows": 5.0}, ("rows",), "5.0 is not a whole number", ""),
        ({"title": "x", "rows": True}, ("rows",), "true is not a whole number", ""),
        ({"title": "x", "rows": 0}, ("rows",), "0 is given, but there must be at least 1", ""),
        ({"title": "x", "rows": 21}, ("rows",), "at most 20", ""),
        ({"title": "x", "bar": 0}, ("bar",), "more than 0", ""),
        ({"title": "x", "rising": "yes"}, ("rising",), '"yes" is not true or false', "write true or false"),
        ({"title": "x", "keep": "hihgest"}, ("keep",), "not one of", 'did you mean "highest"?'),
        ({"title": "x", "keep": "all"}, ("keep",), "not one of", "choose from sum, highest, lowest"),
        ({"title": "x", "dice": {"I": "x6"}}, ("dice", "I"), '"x6" is not a die', "write d and its sides"),
        ({"title": "x", "dice": {"A": "d6"}}, ("dice", "A"), '"A"', ""),
        ({"title": "x", "dice": [1]}, ("dice",), "this is a list, not keys with values", ""),
        ({"title": "x", "list": [1]}, ("list",), "there are 1", "change it"),
        ({"title": "x", "list": [1, 1]}, ("list",), "duplicate entry", "keep one"),
        ({"title": "x", "either": {"dice": "6"}}, ("either", "dice"), "not a die", ""),
        ({"title": "x", "shape": {"kind": "square", "a": "b"}}, ("shape", "a"), "not a whole number", ""),
        ({"title": "x", "shape": {"kind": "square"}}, ("shape",), 'the key "a" is missing', "add a"),
    ],
)
def test_one_problem_in_plain_words(data, path, what, remedy):
    found = find_problems(data, json.dumps(SCHEMA).encode())
    assert len(found) == 1
    assert found[0][0] == path
    assert what in found[0][1]
    assert remedy in found[0][2]
    assert found[0][2]


def test_all_problems_are_found():
    data = {"rows": 0, "keep": "x", "color": 1, "dice": {"I": 4, "II": "d6", "III": "y"}}
    paths = {path for path, _, _ in find_problems(data, json.dumps(SCHEMA).encode())}
    assert paths == {(), ("rows",), ("keep",), ("color",), ("dice", "I"), ("dice", "III")}


def test_long_values_are_cut_short():
    ((_, what, _),) = find_problems({"title": "x", "keep": "y" * 500}, json.dumps(SCHEMA).encode())
    assert len(what) < 120


def test_a_name_that_is_none_is_told_without_a_pattern():
    schema = (Path(deckgen.__file__).parent / "sheet" / "sheet.schema.json").read_bytes()
    data = {
        "format": "deckgen-sheet/1",
        "game": "x",
        "title": "X",
        "theme": "sheet",
        "pages": [{"rows": [[{"blocks": [{"block": "banner"}]}]]}],
    }
    (problem,) = [
        p
        for p in find_problems(data | {"fields": {"a": {"label": "A", "keys": {"maña": "Maña"}}}}, schema)
        if "name" in p[1]
    ]
    assert problem[1] == '"maña" is not a name'
    assert problem[2].startswith("begin with a letter from a to z")
