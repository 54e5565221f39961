import pytest
from page_decks import deck_of, shipped_game

from deckgen.errors import PressError
from deckgen.library.boxes import cut_lines
from deckgen.library.decks import Deck


@pytest.fixture(scope="module")
def dealt():
    game = shipped_game("rough-magic")
    return Deck(game, game.deck(), deck_of(game.deck()))


def test_cards_of_all_kinds_are_counted(dealt):
    size, references = len(dealt), len(dealt.game.reference_cards_for(dealt.spec))

    def sheets(**options):
        return cut_lines(dealt, **options).summary

    assert sheets(references=False) == f"3 × 3 cards on A4, upright; {-(-size // 9)} sheets"
    every = -(-(size + references + 1 + 9) // 9)
    assert sheets(colophon_card=True, blanks=9).endswith(f"; {every} sheets")
    assert sheets(arrange="repeat").endswith(f"; {size + references} sheets")


def test_a_sheet_is_cut_as_the_target_and_the_layout_have_it(dealt):
    press = cut_lines(dealt, target="press-sheet", corner=3.0)
    assert press.summary.startswith("6 × 3 cards on SRA3, landscape; ")
    assert press.content().count(b"<path") == 18
    assert cut_lines(dealt, "magic-tarot", corner=3.0).content().count(b"<path") < 9
    assert cut_lines(dealt, target="avery-l7165", sheet=1).content().count(b"<path") == 8


def test_what_has_no_sheets_has_no_cuts(dealt):
    with pytest.raises(PressError, match="the target press prints no sheets of cards"):
        cut_lines(dealt, target="press")
    with pytest.raises(PressError, match="there is no sheet 99; choose from 1 to"):
        cut_lines(dealt, sheet=99)
