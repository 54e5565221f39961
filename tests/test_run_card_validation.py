import pytest
from game_files import one_section
from page_decks import shipped_game

from deckgen.card.layout import load_layout
from deckgen.errors import LayoutError, PressError
from deckgen.files import shipped
from deckgen.run.card_validation import check_cards
from deckgen.run.validation import validated

CARD = shipped("layouts") / "card"
GAME = shipped_game()
SPEC = GAME.deck()


def checked(folder, said, *, dealt=False):
    """Check a layout that looks as a shipped one but for what is said."""
    (folder / "own.svg").write_bytes((CARD / "poker.svg").read_bytes())
    (folder / "own.yaml").write_text(f"extends: poker\n{said}\n", encoding="utf-8")
    return check_cards(load_layout(folder / "own.svg"), GAME, SPEC, dealt=dealt)


@pytest.mark.finding("R12")
@pytest.mark.parametrize(
    ("said", "what"),
    [
        ("back: {title_size: 0}", "0 is not a number from 1"),
        ("back: {pitch: 99999999.5}", "99999999.5 is not a number from 0"),
        ("slots: {poker: {suits: icon-none-}}", 'there is no icon "icon-none-'),
    ],
)
def test_what_no_card_could_be_drawn_with_is_not_valid(tmp_path, said, what):
    with pytest.raises(LayoutError, match=what):
        checked(tmp_path, said)


@pytest.mark.finding("R12")
def test_what_is_valid_can_be_drawn(tmp_path):
    """A colour of icons may be none: then they are left out, also by what writes PDFs."""
    said = "slots: {ablation: {icon_fill: none}, poker: {red_ink: none, ink: none}}\nback: {emblem_ink: none}"
    assert checked(tmp_path, said, dealt=True) == ()


@pytest.mark.finding("R12")
def test_what_a_pdf_could_not_hold_is_not_valid(tmp_path):
    """Two fonts under one name, of which readers would take either: it is seen when both are to be embedded."""
    font = shipped("layouts") / "fonts" / "IBMPlexSansCondensed-500Medium.ttf"
    (tmp_path / "other.ttf").write_bytes(font.read_bytes() + bytes(4))
    with pytest.raises(PressError, match="differs from that of the same name"):
        checked(tmp_path, "fonts: {semibold: other.ttf}", dealt=True)


def test_a_deck_that_is_not_solved_is_not_dealt_but_told(tmp_path):
    deck = "decks: {main: {title: Main, cards: {numbered: 52}}}\n"
    folder = one_section(tmp_path / "game", "kind: rolls\ntitle: T\nrolls: {a: 2d6}", deck=deck)
    (note,) = (note for note in validated(str(folder), None, None).notes if "not solved" in note)
    assert note.startswith("the dice of main are not solved yet")
