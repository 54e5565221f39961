"""The shipped action deck says what the rules say (sources: ch. 1, Using Action Cards; ch. 3, Hit Locations)."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from deckgen.game import read_game
from deckgen.odds import Roll


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DECKGEN_CACHE", str(tmp_path_factory.mktemp("cache")))
        return read_game("future-imperfect")


@pytest.fixture(scope="module")
def deck(game):
    return game.deck("action")


def cards(section) -> dict:
    return {outcome.value: outcome.cards for outcome in section.outcomes}


def test_the_deck(deck):
    assert deck.size == 54
    assert (deck.draw, deck.reshuffle, deck.jokers()) == ("without-replacement", "jokers", (0, 53))
    assert [deck.playing_cards[i].name for i in (0, 1, 4, 14, 52, 53)] == [
        "red joker",
        "ace of clubs",
        "ace of spades",
        "4 of diamonds",
        "king of spades",
        "black joker",
    ]
    assert [section.name for section in deck.sections] == [
        "impulse",
        "initiative",
        "step",
        "fragment",
        "shuffle",
        "unintended_targets",
        "toggle",
        "causes",
        "hit_location",
        "burst",
        "extra_effects",
        "effects",
        "ablation",
        "breakdown",
        "clock",
    ]


def test_causes(deck):
    causes = deck.section("causes")
    rolls = {(cell.column, cell.row): cell.roll for cell in causes.cells()}
    assert len(rolls) == 25
    for column, sides in zip(["I", "II", "III", "IV", "V"], [4, 6, 8, 10, 12], strict=True):
        for row in range(1, 6):
            assert rolls[column, row] == Roll((sides,) * row, "highest", "open", "choose", critical_failure=True)
    assert not causes.rising
    assert {causes.tail_limit(cell) for cell in causes.cells()} == {Fraction(4, 5)}


def test_effects(deck):
    effects = deck.section("effects")
    assert [(c.label, c.sides) for c in effects.columns] == [(str(i), 2 + 2 * i) for i in range(1, 8)]
    assert (effects.rows, effects.keep, effects.explode, effects.critical_failure) == (
        5,
        "sum",
        "open",
        False,
    )
    assert effects.rising
    assert {effects.tail_limit(cell) for cell in effects.cells()} == {Fraction(4, 5), 1}


def test_hit_locations(deck):
    stack = deck.section("hit_location")
    assert {place.name: place.cards * 20 / 54 for place in stack.locations()} == {
        "left leg": 2,
        "right leg": 2,
        "lower torso": 5,
        "vitals": 1,
        "left arm": 2,
        "right arm": 2,
        "upper torso": 5,
        "head": 1,
    }
    assert [len(level) for level in stack.levels] == [2, 1, 1, 2, 1, 1]
    assert (stack.height, stack.standard) == (4, 2)
    assert {place.name for place in stack.locations() if "prone" in place.attributes} == {
        "head",
        "upper torso",
        "left arm",
        "right arm",
    }


def test_distributions(deck):
    assert cards(deck.section("ablation")) == {-2: 5, -1: 12, 0: 20, 1: 12, 2: 5}
    assert cards(deck.section("breakdown")) == {**dict.fromkeys(range(1, 14), 1), None: 41}
    assert cards(deck.section("clock")) == {hour: 5 - hour % 2 for hour in range(1, 13)}
    assert cards(deck.section("toggle")) == {True: 27, False: 27}
    assert cards(deck.section("extra_effects")) == {"Extra damage": 4, None: 50}
    assert dict(deck.section("burst").rolls) == {"3": Roll((3,)), "5": Roll((5,)), "10": Roll((10,))}


def test_the_outer_edge(deck):
    assert [deck.section(name).source for name in ("impulse", "step", "fragment")] == [
        "impulse",
        "suit",
        "rank",
    ]
    assert deck.section("shuffle").values == (True, *(False,) * 52, True)
    targets = deck.section("unintended_targets")
    assert (targets.count, targets.cards) == (10, 9)


def test_initiative(deck):
    table = deck.section("initiative")
    assert (table.columns, table.rows) == (("1", "2", "3", "4"), ("F", "N", "S", "V"))
    assert table.base[1] == (5, 7, 9, 11)
    assert all(table.base[step][speed] == 3 + 2 * step + 2 * speed for step in range(4) for speed in range(4))
    assert [(outcome.value, outcome.cards) for outcome in table.variation] == [(-1, 13), (0, 28), (1, 13)]


def test_scopes_and_words(game):
    assert {scope.name: [tn for _, tn in scope.difficulties] for scope in game.scopes} == {
        "Pulp": [3, 5, 7, 9, 11],
        "Gritty": [4, 6, 8, 10, 12],
    }
    assert game.words["critical_failure"] == "CF"


def test_editors_find_the_schema(game):
    for path in game.folder.glob("*.yaml"):
        found = re.match(r"# yaml-language-server: \$schema=(\S+)\n", path.read_text(encoding="utf-8"))
        assert found, path
        assert found[1] == "../../deckgen/game/game.schema.json"


def test_helps_are_short_sentences(deck):
    for section in deck.sections:
        assert section.help.endswith(".")
        assert len(section.help) <= 270, section.name
