from __future__ import annotations

import dataclasses
import json

import pytest
import theme_schema

from deckgen.card.layout import BackOptions
from deckgen.card.patterns import KINDS, options_of
from deckgen.card.widgets import WIDGETS
from deckgen.card.widgets.base import MarkStyle
from deckgen.draw.theme import SCHEMA
from deckgen.schema_problems import find_problems


def test_the_schema_is_current():
    assert SCHEMA.read_text(encoding="utf-8") == theme_schema.schema(), "make docs"


def test_every_option_of_every_widget_and_of_the_back_is_in_it():
    schema = json.loads(theme_schema.schema())["properties"]
    rules = schema["slots"]["additionalProperties"]["allOf"]
    told = {rule["if"]["properties"]["widget"]["const"]: list(rule["then"]["properties"].items()) for rule in rules}
    for name, widget in WIDGETS.items():
        fields = [field for field in dataclasses.fields(widget.options) if not field.metadata]
        assert [(key, option["default"]) for key, option in told[name]] == [
            (f.name, dataclasses.asdict(f.default) if isinstance(f.default, MarkStyle) else f.default) for f in fields
        ]
    marks = json.loads(theme_schema.schema())["$defs"]["mark"]["properties"]
    assert list(marks) == [field.name for field in dataclasses.fields(MarkStyle)]
    assert list(schema["back"]["properties"]) == [*(field.name for field in dataclasses.fields(BackOptions)), "pattern"]
    rules = schema["back"]["properties"]["pattern"]["allOf"]
    for (name, kind), rule in zip(((name, options_of(name)) for name in KINDS), rules, strict=True):
        assert rule["if"]["properties"]["kind"]["const"] == name
        assert list(rule["then"]["properties"]) == [field.name for field in dataclasses.fields(kind)]


@pytest.mark.parametrize("part", [{"slots": {"bumps": {"widget": "grid", "size": [9]}}}, {"panels": {"radius": [9]}}])
def test_the_options_refuse_nothing_that_was_not_refused_before(part):
    assert not find_problems(
        {"slots": {"bumps": {"widget": "grid", "size": "huge", "unknown": 1}}}, SCHEMA.read_bytes()
    )
    assert len(find_problems(part, SCHEMA.read_bytes())) == 1
