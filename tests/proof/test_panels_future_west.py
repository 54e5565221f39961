"""The printed rules of Future Imperfect and The West That Wasn't: what their tables say, and that no number stands twice."""

import re
from fractions import Fraction

import pytest

from deckgen.game import read_game
from deckgen.game.model import GridSection
from deckgen.game.panels import PanelMarks, PanelTable

GAMES = ("future-imperfect", "west-that-wasnt")
_PARTS = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "⅛": Fraction(1, 8)}


def _panels(game):
    pages = (*game.rules.reference_cards, *game.rules.screen)
    return {panel.name: panel for page in pages for panel in page.panels}


def _table(game, panel):
    return next(block for block in _panels(game)[panel].blocks if isinstance(block, PanelTable))


def test_a_fall_is_a_row_more_for_each_five_meters_and_then_a_column():
    game = read_game("future-imperfect")
    (effects,) = (each for each in game.deck("action").sections if each.name == "effects")
    assert isinstance(effects, GridSection)
    told = {}
    for left, first, right, second in _table(game, "falling").rows:
        told |= {left: first, right: second}
    expected = {}
    for times in range(1, 11):  # 2(1) for the first five meters
        ((column, row),) = effects.cells_for("1", times + 1)
        expected[f"{5 * times} m"] = f"{row}({column})"
    assert told == expected
    assert told["50 m"] == "5(7)"  # where the rule stops


@pytest.mark.parametrize("name", GAMES)
def test_each_further_human_size_is_one_easier_and_each_step_down_one_harder(name):
    game = read_game(name)
    rows = _table(game, "size").rows
    small = [_PARTS.get(row[0]) or Fraction(row[0]) for row in rows]
    assert small == sorted(small, reverse=True)
    assert small[0] == Fraction(6, 2)
    for number, (_, penalty, large, bonus) in enumerate(rows, 1):
        assert (penalty, bonus) == (f"−{number}", f"+{number}")
        assert int(large) == 6 * (number + 1)
    assert len(rows) == 6


@pytest.mark.parametrize("name", GAMES)
def test_target_numbers_are_taken_from_the_ladder(name):
    text = (read_game(name).folder / "panels.yaml").read_text(encoding="utf-8")
    rules = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    assert not re.findall(r"TN \d+", rules)


def _of_marks(panel):
    return any(isinstance(block, PanelMarks) for block in panel.blocks)


@pytest.mark.parametrize("name", GAMES)
def test_every_deck_has_few_reference_cards_and_the_screen_three_or_four_pages(name):
    game = read_game(name)
    for deck in game.decks:
        cards = game.reference_cards_for(deck)
        legends = [card for card in cards if all(map(_of_marks, card.panels))]
        assert 1 <= len(legends) <= 2, deck.name  # in a wide face the marks of a full card need two
        assert 1 <= len(cards) - len(legends) <= 5, deck.name  # a sheet has nine places, 54 cards fill six
    assert 3 <= len(game.rules.screen) <= 4


@pytest.mark.parametrize("name", GAMES)
def test_no_panel_stands_twice_on_the_screen_and_the_cards_of_all_are_there(name):
    game = read_game(name)
    shown = [panel.name for page in game.rules.screen for panel in page.panels]
    assert len(shown) == len(set(shown))
    on_cards = [panel for card in game.rules.reference_cards for panel in card.panels]
    # The Master has a deck at hand, and need not look its marks up.
    assert {panel.name for panel in on_cards if not _of_marks(panel)} <= set(shown)


def test_thresholds_leave_no_gap():
    for name in GAMES:
        results = [row[1].partition(":")[0] for row in _table(read_game(name), "armor").rows]
        assert results == ["penetrates", "ablates", "deflects"]
        assert [row[0] for row in _table(read_game(name), "armor").rows] == ["2 or more", "0 or 1", "below 0"]
