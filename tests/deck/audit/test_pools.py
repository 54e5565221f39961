"""The audit of pools: what is dealt passes, what is rearranged does not."""

import json
from dataclasses import replace
from importlib import resources

import pytest
from game_files import write
from jsonschema import Draft202012Validator

from deckgen.deck.audit import report
from deckgen.deck.audit.auditor import audit
from deckgen.deck.audit.dealing import deal_auditor
from deckgen.deck.deal.generator import generate
from deckgen.document.certificate.certificate import certificate
from deckgen.draw.drawing import Text
from deckgen.errors import GameError
from deckgen.game import read_game

GAME = """\
game: {id: pooled, title: Pooled}
decks:
  main:
    title: Main
    cards: {numbered: 36}
sections:
  skill:
    kind: grid
    title: Skill
    columns: {A: d6}
    rows: 3
    reads: first-n
    dice: {keep: highest, explode: open, maxima: all}
    critical_failure: more-than-half-ones
    tail_bar: 0.9
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    patch = pytest.MonkeyPatch()
    patch.setenv("DECKGEN_CACHE", str(tmp_path_factory.mktemp("cache")))
    yield read_game(write(tmp_path_factory.mktemp("game") / "pooled", GAME))
    patch.undo()


@pytest.fixture(scope="module")
def decks(game):
    return [generate(game, game.deck(), "pools", number, 2) for number in (1, 2)]


def test_every_pool_of_two_cells_or_more_is_audited(game, decks):
    found = audit(decks[:1], game)
    assert [(p.cell.column, p.cell.row, len(p.cell.roll.dice)) for p in found.pools] == [
        ("A", 2, 2),
        ("A", 3, 3),
    ]
    assert all(p.tail_error <= p.tail_limit == 1 and p.passed for p in found.pools)


def test_decks_are_averaged(game, decks):
    spec = game.deck()
    one, other = (deal_auditor(spec).audit_deal(deck) for deck in decks)
    alone, together = [one.pools, other.pools], one.joined(other, keep_all=True).pools
    assert together == audit(decks, game).pools
    for i, pool in enumerate(together):
        assert pool.tail_error <= sum(each[i].tail_error for each in alone) / 2


def test_cells_that_all_go_together_are_noticed(game, decks):
    """The same cells, each row in ascending order: every pool is hardly better than one die."""
    rows = [
        sorted(
            (card.sections["skill"]["A"][i] for card in decks[0].cards),
            key=lambda cell: (cell.value, cell.again),
        )
        for i in range(3)
    ]
    cards = tuple(
        replace(card, sections={"skill": {"A": tuple(row[i] for row in rows)}}) for i, card in enumerate(decks[0].cards)
    )
    found = audit([replace(decks[0], cards=cards)], game)
    assert not any(p.passed for p in found.pools)
    assert all(c.passed for c in found.cells)
    assert not found.passed
    assert "FAILED: tails" in report.text(found)


def test_decks_that_are_drawn_with_replacement_have_no_pools(tmp_path):
    text = GAME.replace("title: Main\n", "title: Main\n    draw: with-replacement\n")
    with pytest.raises(GameError, match="drawn with replacement; write reads: cell, or draw: without-repl"):
        read_game(write(tmp_path / "pooled", text))


def test_pools_in_the_json_are_as_its_schema_says(game, decks):
    schema = json.loads(resources.files("deckgen.deck").joinpath("audit.schema.json").read_text("utf-8"))
    data = json.loads(report.as_json(audit(decks, game)))
    assert not list(Draft202012Validator(schema).iter_errors(data))
    assert [(p["column"], p["dice"], p["passed"]) for p in data["pools"]] == [("A", 2, True), ("A", 3, True)]


def test_the_certificate_has_a_line_of_pools_for_each_column(game, decks):
    found = audit(decks[:1], game)
    texts = {t.string for page in certificate(found) for t in page.items if isinstance(t, Text)}
    assert {"Skill: pools read across a card", "2 cells", "3 cells"} <= texts
    assert {f"{float(p.tail_error):.3f}" for p in found.pools} <= texts
