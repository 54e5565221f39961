import dataclasses
import json
from dataclasses import FrozenInstanceError
from typing import get_args

import pytest
from sheet_fixtures import small

from deckgen.game.translation import Translation
from deckgen.language import Language
from deckgen.sheet.blocks import KINDS
from deckgen.sheet.options import SheetWords, list_options, read_options, required_options
from deckgen.sources import YamlFile


def read(tmp_path, kind, **given):
    """The options of a block that gives these values."""
    spot = YamlFile(small(tmp_path).source.path, {"block": kind, **given}).at()
    return read_options(KINDS[kind].options, spot, SheetWords(Translation(), Language()))


@pytest.mark.parametrize("kind", KINDS)
def test_options_are_frozen_typed_and_described(kind):
    options = KINDS[kind].options
    assert options.__doc__
    with pytest.raises(FrozenInstanceError):
        object.__new__(options).title = "Other"
    for name, (_, option) in list_options(options).items():
        assert option.description.endswith("."), name
        assert option.schema
    assert set(list_options(options)) >= {"title", "grow"}


def test_values_have_the_types_of_their_fields(tmp_path):
    options = read(tmp_path, "fields", of="age", across=[3, 4], pitch=7, title="T", grow=1)
    assert (options.of, options.across, options.pitch, options.grow) == (("age",), (3.0, 4.0), 7.0, 1.0)
    assert all(isinstance(number, float) for number in (*options.across, options.pitch, options.grow))
    options = read(tmp_path, "fields", of=["age", "mood"], across=3)
    assert (options.of, options.across, options.pitch) == (("age", "mood"), 3, 8.6)
    options = read(tmp_path, "list", of="skills", columns={"skill": 2}, rows=4)
    assert (options.columns, options.rows, options.pitch) == ({"skill": 2.0}, 4, None)
    options = read(tmp_path, "table", rows=[[1, "a"]], widths=[1, 2])
    assert (options.rows, options.widths, options.head) == ((("1", "a"),), (1.0, 2.0), ())
    options = read(tmp_path, "text", text="one")
    assert options.text == ("one",)


def test_fields_without_a_description_are_not_read(tmp_path):
    options = read(tmp_path, "list", of="skills", first=7)
    assert options.first == 1


def test_what_must_be_given():
    assert required_options(KINDS["countdown"].options) == ["of", "start"]
    assert required_options(KINDS["banner"].options) == []


@pytest.mark.parametrize("kind", KINDS)
def test_defaults_fit_the_schema(kind):
    from jsonschema import Draft202012Validator  # noqa: PLC0415

    options = KINDS[kind].options
    for field in dataclasses.fields(options):
        if field.name in list_options(options) and field.default not in (dataclasses.MISSING, None, "", ()):
            plain = json.loads(json.dumps(field.default))
            schema = list_options(options)[field.name][1].schema
            assert not list(Draft202012Validator(schema).iter_errors(plain)), field.name
    assert all(get_args(hint) or isinstance(hint, type) for hint, _ in list_options(options).values())
