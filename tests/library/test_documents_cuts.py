import pytest
from page_decks import deck_of, shipped_game

from deckgen.errors import PressError
from deckgen.press.options import Options
from deckgen.press.target import load_target
from deckgen.run.decks import DealtDeck
from deckgen.run.documents import cut_lines


@pytest.fixture(scope="module")
def dealt():
    game = shipped_game("rough-magic")
    return DealtDeck(game, game.deck(), deck_of(game.deck()))


def made(dealt, target="home", layout=None, *, kind="svg", options=Options(), **choice):  # noqa: B008 (frozen)
    return cut_lines(dealt, layout, load_target(target), options, kind, **choice)


def test_cards_of_all_kinds_are_counted(dealt):
    size, references = dealt.deck.size, len(dealt.game.references(dealt.spec))
    alone = made(dealt, references=False)
    assert (alone.columns, alone.rows, alone.paper, alone.lying) == (3, 3, "A4", False)
    assert alone.sheets == -(-size // 9)
    more = made(dealt, colophon=True, options=Options(blanks=9))
    assert more.sheets == -(-(size + references + 1 + 9) // 9)
    assert made(dealt, options=Options(arrange="repeat")).sheets == size + references


def test_a_sheet_is_cut_as_the_target_and_the_layout_have_it(dealt):
    press = made(dealt, "press-sheet", corner=3.0)
    assert (press.columns, press.rows, press.paper, press.lying) == (6, 3, "SRA3", True)
    assert press.content.count(b"<path") == 18
    assert made(dealt, layout="magic-tarot", corner=3.0).content.count(b"<path") < 9
    labels = made(dealt, "avery-l7165", sheet=1)
    assert labels.content.count(b"<path") == 8


def test_what_has_no_sheets_has_no_cuts(dealt):
    with pytest.raises(PressError, match="the target press prints no sheets of cards"):
        made(dealt, "press")
    with pytest.raises(PressError, match="there is no sheet 99; the sheets are 1 to"):
        made(dealt, sheet=99)
