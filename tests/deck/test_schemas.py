import json
from importlib import resources

import pytest
from deck_games import SHIPPED, SMALL, dealt, game, shipped
from jsonschema import Draft202012Validator

from deckgen.deck.audit.auditor import audit
from deckgen.deck.audit.report import as_json


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "solutions"))


def validator(name):
    schema = json.loads(resources.files("deckgen.deck").joinpath(f"{name}.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def wrong(name, data):
    return [f"{list(e.absolute_path)}: {e.message[:200]}" for e in validator(name).iter_errors(data)]


MARKS = """\
game: {id: marks, title: Marks}
decks:
  main: {title: Main, cards: {numbered: 54}}
sections:
  it:
    kind: rolls
    title: It
    rolls:
      open: {dice: d4-4, explode: open}
      fail: {dice: 2d6, critical_failure: lowest}
      ends: {dice: 3d6, extremes: confirm}
      bare: d4-3
"""
DECKS = {SHIPPED: shipped, SMALL: game, MARKS: lambda: game(MARKS)}


@pytest.mark.parametrize("text", DECKS)
def test_dealt_decks_and_their_audits_are_what_the_schemas_say(text):
    decks = [dealt(text, "schema", number, 2) for number in (1, 2)]
    for deck in decks:
        assert wrong("deck", json.loads(deck.to_json())) == []
    for some in (decks[:1], decks):
        assert wrong("audit", json.loads(as_json(audit(some, DECKS[text]())))) == []


CHANGES = [
    lambda deck: deck.pop("id"),
    lambda deck: deck.update(id="sha256:1"),
    lambda deck: deck.update(more=1),
    lambda deck: deck.update(number=0),
    lambda deck: deck["cards"][0].update(impulse=-1),
    lambda deck: deck["cards"][0]["poker"].pop("suit"),
    lambda deck: deck["cards"][0]["sections"]["hit"]["X"][0].update(value="1"),
    lambda deck: deck["cards"][0]["sections"]["hit"]["X"][0].update(again=False),
    lambda deck: deck["cards"][0]["sections"]["hit"]["X"].clear(),
    lambda deck: deck["cards"][0]["sections"].update(side=1.5),
]


@pytest.mark.parametrize("change", range(len(CHANGES)))
def test_the_deck_schema_notices_what_is_wrong(change):
    data = json.loads(dealt(SMALL, "schema").to_json())
    CHANGES[change](data)
    assert wrong("deck", data)


@pytest.mark.parametrize("key", ["cells", "decks", "passed", "format"])
def test_the_audit_schema_notices_what_is_missing(key):
    data = json.loads(as_json(audit([dealt(SMALL, "schema")], game())))
    assert wrong("audit", {**data, "more": 1})
    del data[key]
    assert wrong("audit", data)


def test_everything_in_the_schemas_is_used_and_described():
    for name in ("deck", "audit"):
        schema = validator(name).schema
        text = json.dumps(schema)
        assert all(f'"#/$defs/{part}"' in text for part in schema["$defs"])
        assert schema["description"]
