"""Reports on solved cells: warnings with what cures them, and notes on means that are exact over a set only."""

from __future__ import annotations

from fractions import Fraction

import pytest

from deckgen.game import read_game
from deckgen.game.solved_cells import CellResult, report_cells, tail_remedy
from tests.support.game_files import one_section

GRID = "title: T\nkind: grid\ncolumns: {V: d14, d6: d6}\nrows: 2\ndice: {explode: open}\n"
ROLLS = "title: T\nkind: rolls\nrolls: {attack: {dice: d20, explode: open}, fall: d6}\n"


@pytest.fixture
def cells(tmp_path):
    """A function of a section's YAML: its game, its deck and the deck's cells by name."""

    def read(text):
        game = read_game(one_section(tmp_path, text))
        section = game.deck().section("it")
        return game, game.deck(), {section.cell_name(cell): cell for cell in section.cells()}

    return read


@pytest.mark.parametrize(
    ("text", "name", "remedy"),
    [
        (GRID, "V-1", "write open: {V-1: any} or tail_bar: 1.13"),
        (GRID + "open: {V-1: 3}", "V-1", "write open: {V-1: any} or tail_bar: 1.13"),
        (GRID + "open: {V: any}", "V-1", "write tail_bar: 1.13"),
        (GRID + "exact: {V: deck}", "V-2", "write open: {V-2: any}, exact: {V-2: set} or tail_bar: 1.13"),
        (GRID + "exact: {V: deck}", "d6-2", "write open: {d6-2: any} or tail_bar: 1.13"),
        (GRID + "exact: set\ntail_bar: 2", "V-1", "write open: {V-1: any} or tail_bar: 2.00"),
        (GRID.replace("open", "none") + "exact: deck", "V-1", "write exact: {V-1: set} or tail_bar: 1.13"),
        (ROLLS, "attack", "write open: {attack: any} or tail_bar: 1.13"),
        (ROLLS + "open: any\nexact: deck", "attack", "write exact: {attack: set} or tail_bar: 1.13"),
    ],
)
def test_a_remedy_has_only_what_can_help(cells, text, name, remedy):
    _, spec, cells_by_name = cells(text)
    error = Fraction(9001, 8000)  # rounded up, so that it is within the limit
    assert tail_remedy(spec, cells_by_name[name], error) == remedy
    more = tail_remedy(spec, cells_by_name[name], error, (48, 60))
    assert more == remedy + ", or take 48 or 60 cards, jokers included"


def test_what_a_remedy_says_can_be_written_and_cures(cells):
    error = Fraction(9, 8)
    _, spec, by_name = cells(GRID + "exact: deck")
    for cure in ("open: {V-1: any}", "exact: {V-1: set}", "tail_bar: 1.13"):
        assert cure in tail_remedy(spec, by_name["V-1"], error)
        _, cured, by_name = cells(GRID + cure)
        section, cell = cured.section("it"), by_name["V-1"]
        cures = (section.least_open(cell) == 1, section.exact_in(cell) == "set", section.tail_limit(cell) >= error)
        assert sum(cures) == 1


def test_cells_above_their_limit_are_warnings_and_those_exact_over_a_set_are_notes(cells):
    game, spec, by_name = cells(GRID)
    limit = Fraction(4, 5)
    good, over = Fraction(4, 5), Fraction(801, 1000)
    results = [CellResult(cell, good, limit, is_exact=True) for cell in by_name.values()]
    assert report_cells(game, spec, results) == ([], [])
    results = [
        CellResult(by_name["V-1"], over, limit, is_exact=False, sizes=(60,)),
        CellResult(by_name["V-2"], good, limit, is_exact=True),
        CellResult(by_name["d6-1"], good, limit, is_exact=False),
    ]
    (warning,), notes = report_cells(game, spec, results)
    assert (warning.file, warning.path) == (str(game.folder), "sections.it")
    assert warning.message == (
        f"V-1 (d14, open-ended) is up to 0.81 cards off its dice in {spec.size} cards, and its limit is 0.80: audits will fail"
    )
    assert warning.remedy == "write open: {V-1: any} or tail_bar: 1.00, or take 60 cards, jokers included"
    assert notes == ["means that are exact over a set of decks, not in each: it V-1, d6-1"]
