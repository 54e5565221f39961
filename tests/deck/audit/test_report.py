"""The certificate as text and as JSON says the same as the audit."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from deck_games import SHIPPED, SMALL, dealt, game, shipped

from deckgen.deck.audit.auditor import audit
from deckgen.deck.audit.report import as_json, text
from deckgen.deck.cards import canonical_json


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "solutions"))


def audited(*numbers):
    return audit([dealt(SMALL, "r", number, 2) for number in numbers], game(SMALL))


def test_the_json_is_canonical_and_has_every_cell_and_frequency():
    found = audited(1)
    content = as_json(found)
    body = json.loads(content)
    assert content == canonical_json(body)
    assert body["passed"] is found.passed
    assert [(c["column"], c["row"], c["mean"], c["target"]) for c in body["cells"]] == [
        (c.cell.column, c.cell.row, str(c.mean), str(c.target)) for c in found.cells
    ]
    assert [(f["value"], f["target"]) for f in body["frequencies"]] == [("heads", "20/3"), ("tails", "40/3")]
    assert "each" not in body


def test_of_several_decks_each_is_told():
    found = audited(1, 2)
    body = json.loads(as_json(found))
    assert [one["decks"] for one in body["each"]] == [[deck.id] for deck in found.decks]
    assert body["decks"] == [deck.id for deck in found.decks]
    said = text(found)
    assert all(f"deck {number} of 2" in said for number in (1, 2))
    assert said.count("FAILED;") + said.count("passed;") == 3


def test_what_fails_is_marked():
    found = audit([dealt(SHIPPED, "a")], shipped())
    assert "FAILED" not in text(found)
    doubtful = replace(found, cells=(replace(found.cells[0], problems=("mean", "tails")), *found.cells[1:]))
    wrong = replace(found, frequencies=(replace(found.frequencies[0], cards=found.frequencies[0].cards + 2),))
    assert "FAILED: mean, tails" in text(doubtful)
    cell = found.cells[0].cell
    (cure,) = [line for line in text(doubtful).splitlines() if "for its tails to pass" in line]
    assert cure.startswith(f"{cell.section} {cell.column}-{cell.row}: for its tails to pass, write ")
    assert f"exact: {{{cell.column}-{cell.row}: set}}" in cure
    assert "Result: FAILED" in text(doubtful)
    assert json.loads(as_json(doubtful))["cells"][0]["faults"] == ["mean", "tails"]
    (line,) = [line for line in text(wrong).splitlines() if line.endswith("FAILED")]
    assert line.startswith(wrong.frequencies[0].section)


@pytest.mark.parametrize(
    ("part", "field", "value", "line"),
    [
        ("independence", "mean", 0.9, "Independence of cells"),
        ("independence", "signed_mean", -0.9, "Independence of cells"),
        ("independence", "largest", 1.0, "  largest"),
        ("balance", "percentiles", (0.5, 0.99), "Balance"),
    ],
)
def test_the_line_that_fails_is_marked(part, field, value, line):
    found = audit([dealt(SHIPPED, "a")], shipped())
    wrong = replace(found, **{part: replace(getattr(found, part), **{field: value})})
    [marked] = [marked for marked in text(wrong).splitlines() if marked.endswith("  FAILED")]
    assert marked.startswith(line)
    assert not wrong.passed
    assert not json.loads(as_json(wrong))[part]["passed"]


def test_the_long_run_and_the_signed_mean_correlation_are_told():
    found = audit([dealt(SHIPPED, "a")], shipped())
    body = json.loads(as_json(found))
    for cell, printed in zip(found.cells, body["cells"], strict=True):
        assert Fraction(printed["long_run_residue"]) == cell.long_run_mean - cell.target
    assert body["independence"]["mean_signed_correlation"] == round(found.independence.signed_mean, 5)
    assert f"{found.independence.signed_mean:+.4f} (limit {found.independence.signed_limit:.4f})" in text(found)
    assert body["balance"]["mean_percentile_bars"] == [round(limit, 4) for limit in found.balance.limits]


def test_long_names_of_cells_do_not_touch_their_dice():
    found = audited(1)
    first, *rest = found.cells
    long_name = replace(first, cell=replace(first.cell, column="a-column-of-long-name"))
    lines = text(replace(found, cells=(long_name, *rest))).splitlines()
    (line,) = [line for line in lines if "a-column-of-long-name" in line]
    (head,) = [line for line in lines if line.startswith("cell ")]
    assert f"a-column-of-long-name-{first.cell.row}  " in line
    assert line.index(line.split()[2]) == head.index("dice")


def test_what_every_deck_is_proven_to_have_is_told_as_the_bar_and_all_seeds_beside_the_deck():
    found = audited(1)
    first, second = found.cells[:2]
    hard = replace(first, tail_limit=Fraction(3, 5), bound=Fraction(237, 100), mixture=Fraction(18, 1000))
    easy = replace(second, tail_limit=Fraction(3, 5), bound=Fraction(1, 2), mixture=None)
    changed = replace(found, cells=(hard, easy))
    said = [line for line in text(changed).splitlines() if line.startswith(first.cell.section)]
    assert "  limit 2.37 (at least, proven)" in said[0]
    assert said[1].count("proven") == 0
    assert "  limit 0.60" in said[1]
    bodies = json.loads(as_json(changed))["cells"]
    named = (
        "tail_bar_cards",
        "proven_minimum",
        "proven_least_tail_error_cards",
        "mixture_max_tail_error_cards",
    )
    assert [[body[name] for name in named] for body in bodies] == [
        [2.37, True, 2.37, 0.018],
        [0.6, False, 0.5, None],
    ]
    seeds = text(changed).splitlines()[3].index("seeds")
    assert [line[seeds : seeds + 5].strip() for line in said[:2]] == ["0.02", "–"]


def test_a_single_joker_has_a_bar_of_its_own_which_is_explained():
    found = audited(1)
    assert "single joker" not in text(found)
    without = tuple(replace(f, long_run_limit=None) for f in found.frequencies)
    assert "single joker" not in text(replace(found, frequencies=without))
    wide = tuple(replace(f, long_run_limit=Fraction(20, 21)) for f in found.frequencies)
    assert "single joker" in text(replace(found, frequencies=wide))
    assert json.loads(as_json(replace(found, frequencies=wide)))["frequencies"][0]["long_run_bar_cards"] == "20/21"


DICE = """\
game: {id: small, title: Small}
decks: {main: {title: Main, cards: {numbered: SIZE}}}
sections:
  it:
    kind: dice
    title: It
    rolls: {pool: 2d6 >= 5 botch, band: 2d6 bands miss 7 partial 10 full}
"""


def test_rolls_of_several_parts_are_judged_all_parts_together():
    source = DICE.replace("SIZE", "36")
    found = audit([dealt(source, "r")], game(source))
    assert [(d.label, d.exact, d.tail_error) for d in found.dice] == [("pool", True, 0), ("band", True, 0)]
    assert (found.exact_results, len(found.results), found.tail_error) == (2, 2, 0)
    body = json.loads(as_json(found))
    assert body["rolls"][0] == {
        "section": "it", "roll": "pool", "results": 4, "exact": True, "max_tail_error_cards": 0.0, "passed": True
    }  # fmt: skip
    pool = {(f["place"], f["value"]): f["cards"] for f in body["frequencies"]}
    assert pool["pool", "0, botch"] == 7
    assert pool["band", "full, 12"] == 1
    lines = text(found).splitlines()
    assert "it pool                                          4         yes      0.00   1.00" in lines
    assert lines[-1] == "Result: passed; 2 of 2 results are exactly as with dice, largest tail error 0.00 cards"
    assert not any(line.startswith("cell") for line in lines)


def test_the_first_part_is_less_than_a_card_off():
    source = DICE.replace("SIZE", "54")
    decks = [dealt(source, "r", number, 8) for number in range(1, 9)]
    found = audit(decks, game(source))
    for deck_audit in (*found.deck_audits, found):
        for roll in deck_audit.dice:
            assert roll.passed
            assert roll.tail_error < 1
    band = found.deck_audits[0].dice[1]
    cards = [card.sections["it"]["band"].part() for card in decks[0].cards]
    partial = abs(cards.count("partial") + cards.count("full") - 54 * Fraction(21, 36))
    full = abs(cards.count("full") - 54 * Fraction(6, 36))
    assert band.tail_error == max(partial, full)
