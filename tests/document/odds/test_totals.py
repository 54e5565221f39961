import csv
import io
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from page_decks import deck_of
from table_decks import GAMES, shipped

from deckgen.deck.cells import multiset, total_tails
from deckgen.document.odds.totals import (
    _totals,
    all_section_odds,
    as_csv,
    difficulties_at,
    playable_checks,
    round_values,
    totals_note,
)
from deckgen.draw.text import whole_percent
from deckgen.game.values import Cell
from deckgen.odds import describe, distribution


@cache
def odds(name, *, deck=True):
    own, game, spec = shipped(name)
    return all_section_odds(game, spec, own if deck else None)


@pytest.mark.parametrize("name", GAMES)
def test_dice_are_the_exact_odds_of_the_roll(name):
    for table in odds(name):
        for pool in table.pools:
            dice = distribution(pool.cell.roll)
            for total in (*table.totals, table.last):
                assert pool.dice_at(total) == dice.tail(total)


def test_the_deck_is_the_exact_odds_of_its_cells():
    deck, _, spec = shipped("future-imperfect")
    for table in odds("future-imperfect"):
        if table.section.name == "burst":
            continue
        for pool in table.pools:
            cells = [c.sections[pool.cell.section][pool.cell.column][pool.cell.row - 1] for c in deck.cards]
            tails = total_tails(multiset(cells), spec.draw)
            for total in table.totals:
                assert pool.deck_at(total) == (tails[total] if total < len(tails) else 0)


def test_pools_read_across_cells_are_counted_card_by_card():
    _, game, spec = shipped("west-that-wasnt")
    deck = deck_of(spec, seed=2)

    def bare(card):  # no chains, so that a glance at each card tells its result
        causes = {label: tuple(Cell(cell.value) for cell in cells) for label, cells in card.sections["causes"].items()}
        return replace(card, sections={**card.sections, "causes": causes})

    deck = replace(deck, cards=tuple(map(bare, deck.cards)))
    causes = next(t for t in all_section_odds(game, spec, deck) if t.section.name == "causes")
    three = next(p for p in causes.pools if (p.cell.column, p.cell.row) == ("8", 3))
    assert three.name == "3d8"

    def reached(card, total):
        own = [cell.value for cell in card.sections["causes"]["8"][:3]]
        return (1 if own.count(1) * 2 > len(own) else max(own)) >= total

    for total in (2, 5, 8):
        assert three.deck_at(total) == Fraction(sum(reached(c, total) for c in deck.cards), deck.size)


def test_the_difficulties_of_the_game_are_among_the_totals_of_what_is_tested():
    _, game, _ = shipped("future-imperfect")
    tables = {t.section.name: t for t in odds("future-imperfect")}
    assert {n for scope in game.scopes for _, n in scope.difficulties} <= set(tables["causes"].totals)
    assert [t.section.name for t in tables.values() if t.aimed] == ["causes"]
    assert difficulties_at(game, 7) == ["Pulp Challenging"]
    assert difficulties_at(game, 13) == []
    _, other, _ = shipped("action-and-combat")
    assert difficulties_at(other, 12) == ["Very Easy"]
    # what is added to the roll is missing from every total
    assert [t.section.name for t in odds("action-and-combat") if t.aimed] == []


def lines(name, *, deck=True):
    own, game, spec = shipped(name)
    content = as_csv(game, spec, odds(name, deck=deck), own if deck else None)
    return list(csv.DictReader(io.StringIO(content.decode(), newline="")))


@pytest.mark.parametrize("name", GAMES)
def test_the_csv_holds_every_chance(name):
    tables = odds(name)
    rows = [row for row in lines(name) if not row["check"]]
    assert len(rows) == sum(len(t.pools) * t.last for t in tables)
    pools = {(p.cell.section, p.cell.column, str(p.cell.row or "")): p for t in tables for p in t.pools}
    for row in rows:
        pool = pools[row["section"], row["column"], row["row"]]
        total = int(row["at_least"])
        assert row["roll"] == describe(pool.cell.roll)
        assert row["dice"] == f"{float(pool.dice_at(total)):.6f}"
        deck = pool.deck_at(total)
        assert row["deck"] == ("" if deck is None else f"{float(deck):.6f}")


def test_the_csv_answers_what_a_bonus_of_five_is_worth():
    falls = [a + b + c for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)]
    found = {
        (row["difficulty"], row["goal"]): row
        for row in lines("action-and-combat")
        if (row["check"], row["bonus"]) == ("Test against a difficulty number", "5")
    }
    assert len(found) == 15
    hard, missed = found["Hard", ""], found["Hard", "Critical failure"]
    assert (hard["at_least"], hard["at_most"]) == ("18", "")
    assert (missed["at_least"], missed["at_most"]) == ("", "13")
    assert float(hard["dice"]) == pytest.approx(sum(f >= 13 for f in falls) / 216, abs=1e-6)
    assert float(missed["dice"]) == pytest.approx(sum(f <= 8 for f in falls) / 216, abs=1e-6)
    deck, _, _ = shipped("action-and-combat")
    shown = [card.sections["causes"]["Act"] for card in deck.cards]
    assert float(hard["deck"]) == pytest.approx(sum(each >= 13 for each in shown) / 54, abs=1e-6)
    assert {row["deck"] for row in lines("rough-magic", deck=False)} == {""}


def under(name):
    """The deck, game and spec of a shipped one whose checks are all at or below their numbers."""
    own, game, spec = shipped(name)
    checks = tuple(replace(check, under=True) for check in game.checks if not check.against)
    return own, replace(game, checks=checks), spec


def test_a_section_that_is_rolled_under_has_the_chances_of_a_total_or_less():
    own, game, spec = under("action-and-combat")
    tables = all_section_odds(game, spec, own)
    (table,) = [table for table in tables if table.under]
    assert table.section.name == "causes"
    assert table.totals == tuple(range(3, 18))
    shown = [card.sections["causes"]["Act"] for card in own.cards]
    pool = next(pool for pool in table.pools if pool.cell.column == "Act")
    for total in (2, 3, 9, 17, 18):
        assert pool.dice_at(total) == 1 - distribution(pool.cell.roll).tail(total + 1)
        assert pool.deck_at(total) == Fraction(sum(value <= total for value in shown), 54)
    rows = list(csv.DictReader(io.StringIO(as_csv(game, spec, tables, own).decode(), newline="")))
    totals = [row for row in rows if row["section"] == "causes" and row["column"] == "Act" and not row["check"]]
    assert {row["at_least"] for row in totals} == {""}
    assert next(row["dice"] for row in totals if row["at_most"] == "3") == f"{1 / 216:.6f}"
    easy = {row["goal"]: row for row in rows if (row["difficulty"], row["bonus"]) == ("Easy", "0")}
    assert [(row["at_least"], row["at_most"]) for row in easy.values()] == [("", "14"), ("", "9"), ("19", "")]


def test_the_sentence_above_all_totals_says_which_way_they_count():
    own, game, spec = under("action-and-combat")
    tables = all_section_odds(game, spec, own)
    assert totals_note(tables, game.language) == (
        "The chance of at least, or where a table says so at most, the number above."
    )
    assert totals_note([t for t in tables if not t.under], game.language) == "The chance of at least the number above."


def test_a_deck_has_the_checks_of_its_sections():
    _, game, spec = shipped("rough-magic")
    assert len(playable_checks(game, spec)) == len(game.checks)
    none = replace(spec, sections=tuple(s for s in spec.sections if s.name != "causes"))
    assert [check.name for check in playable_checks(game, none)] == ["order"]


def test_no_chance_looks_certain_that_is_not():
    shown = [whole_percent(Fraction(n, 1000)) for n in (0, 1, 4, 5, 14, 15, 994, 996, 999, 1000)]
    assert shown == ["–", "<1", "<1", "1", "1", "2", "99", ">99", ">99", "100"]


def test_totals_go_on_in_round_steps_as_far_as_the_dice_reach():
    assert _totals(2, 1000, []) == (
        *range(2, 13), 15, 20, 25, 30, 40, 50, 60, 80, 100, 120, 150, 200, 300, 500, 1000,
    )  # fmt: skip
    assert _totals(2, 45, [14, 17])[-5:] == (17, 20, 25, 30, 40)
    assert round_values(range(3, 18), 17) == [*range(3, 18)]
    assert round_values(range(1, 101), 17) == [*range(10, 101, 10)]
