"""Fixed values: which cards have them, and that nothing is dealt."""

from __future__ import annotations

import pytest

from deckgen.game.sections.base import Dealt
from deckgen.game.shares import word


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


def test_fixed_values_follow_from_the_card(section):
    fixed = section(
        "kind: fixed\nvalues:\n  - {on: jokers, value: 9, print: nine}\n  - {on: [ace of sun, 12], value: 1}\n"
        "  - {on: moon, value: true}"
    )
    assert fixed.values == (9, 1, True, *(None, True) * 10, 1, 1, 9)
    assert sum(outcome.cards for outcome in fixed.outcomes) == 26
    assert {(o.value, o.cards) for o in fixed.outcomes if o.value is not True} == {(9, 2), (1, 3), (None, 10)}
    assert [word(fixed.outcomes, value) for value in (9, 1, True, None)] == ["nine", "1", "True", ""]


def test_fixed_on_a_card_that_is_not_there(fault):
    line, path, what = fault("kind: fixed\nvalues:\n  - {on: jokers, value: 1}\n  - {on: stars, value: 1}")
    assert (line, path, what) == (7, ".values[1].on", 'no card of the deck is "stars"')


def test_nothing_is_dealt_but_all_is_counted(section):
    fixed = section("kind: fixed\nvalues:\n  - {on: jokers, value: true}\n  - {on: rest, value: false}")
    assert fixed.draws(26) == ()
    (draw,) = fixed.counted(26)
    assert [(share.name, share.cards) for share in draw.shares] == [("yes", 2), ("no", 24)]
    assert fixed.on_cards(Dealt([], (), int)) == (True, *[False] * 24, True)
    assert fixed.read(True) is True
    with pytest.raises(ValueError, match="it"):
        fixed.read(1)
