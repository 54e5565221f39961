"""A roll with a bonus is dealt, audited, played and printed as the roll without, all results moved by the bonus."""

from __future__ import annotations

import pytest
from deck_games import dealt, game

from deckgen.deck.audit.auditor import audit
from deckgen.document.odds.pdf import odds_pages
from deckgen.document.odds.totals import all_section_odds
from deckgen.document.results import result_fields

TEXT = """\
game: {{id: bonus, title: Bonus}}
decks:
  main: {{title: Main, cards: {{numbered: 20}}}}
sections:
  grid: {{kind: grid, title: Grid, columns: {{X: d4}}, rows: 2, dice: {{explode: open{bonus}}}, tail_bar: 2}}
  rolls: {{kind: rolls, title: Rolls, rolls: {{a: 2d4{more}}}, tail_bar: 2}}
"""
PLAIN, MOVED = TEXT.format(bonus="", more=""), TEXT.format(bonus=", bonus: -3", more="-6")


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "solutions"))


def test_what_several_cards_add_up_to_has_the_bonus_once():
    ours, spec = dealt(MOVED, "7"), game(MOVED).deck()
    for section in spec.sections:
        bonus = next(iter(section.cells())).roll.bonus
        printed = [card.sections[section.name] for card in ours.cards]
        for value, natural in zip(printed, zip(*ours.cells(section), strict=True), strict=True):
            shown = [value["a"]] if section.name == "rolls" else [cell.value for cell in value["X"]]
            assert shown == [cell.value + (0 if cell.again else bonus) for cell in natural]
    assert min(card.sections["rolls"]["a"] for card in ours.cards) < 0


def test_the_audit_is_that_of_the_dice_moved():
    plain, moved = (audit([dealt(text, "7")], game(text)) for text in (PLAIN, MOVED))
    assert all(cell.passed for cell in moved.cells)
    for before, after in zip(plain.cells, moved.cells, strict=True):
        bonus = after.cell.roll.bonus
        assert after.target == before.target + bonus
        assert after.exact == before.exact
        assert after.mean == after.target + after.residue


def test_odds_know_the_bonus():
    deck, spec = dealt(MOVED, "7"), game(MOVED).deck()
    (tables,) = (odds for odds in all_section_odds(game(MOVED), spec, deck) if odds.section.name == "rolls")
    assert tables.totals[0] == -3
    (pool,) = tables.pools
    assert [pool.dice_at(t) for t in (-4, -3, 2, 3)] == [1, 15 / 16, 1 / 16, 0]
    assert pool.deck_at(-4) == 1
    assert odds_pages(game(MOVED), spec, deck)


def test_numbers_below_0_are_printed_with_a_true_minus():
    deck, spec = dealt(MOVED, "7"), game(MOVED).deck()
    texts = {field.read(card).text for field in result_fields(spec) for card in deck.cards}
    assert "−1" in texts
    assert not any("-" in text for text in texts)
