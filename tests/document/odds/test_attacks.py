"""What attacks come to: every chance stands in the CSV, in the page and in print, and impossible outcomes in none."""

import csv
import io
from fractions import Fraction

import pypdfium2
import pytest

from deckgen import load_game
from deckgen.document.odds.attacks import Attack, attack_csv, attack_html, attack_pages
from deckgen.game import read_game
from deckgen.press.write import pages_pdf

RM = "rough-magic"
HALF, THIRD, SIXTH, NONE = Fraction(1, 2), Fraction(1, 3), Fraction(1, 6), (Fraction(0), Fraction(0))


def attack(language="en"):
    game = read_game(RM, language)
    procedure = next(procedure for procedure in game.procedures if procedure.name == "attack")
    columns = procedure.forecast.columns
    chances = {"Miss": (HALF, THIRD), "Stunned": (SIXTH, HALF), "Fallo": (HALF, THIRD), "Aturdido": (SIXTH, HALF)}
    row = [chances.get(name, NONE) for name in columns]
    return game, Attack("Quillon", "Glare", procedure, [row] * len(procedure.forecast.rows))


def test_a_row_is_named_after_its_answer_and_what_was_asked():
    _, it = attack()
    assert it.row_names == [
        ("favored", "The attacker is"),
        ("unhindered", "The attacker is"),
        ("hampered", "The attacker is"),
        ("dodges", "The defender then"),
    ]
    assert [name for name, _ in it.cells()] == ["Miss", "Stunned"]


def test_csv_has_a_line_for_each_possible_outcome():
    _, it = attack()
    lines = list(csv.DictReader(io.StringIO(attack_csv([it]).decode())))
    assert len(lines) == 4 * 2
    assert lines[0] == {
        "attacker": "Quillon", "weapon": "Glare", "procedure": "attack", "ask": "The attacker is", "answer": "favored",
        "outcome": "Miss", "dice": "0.500000000000", "deck": "0.333333333333",
    }  # fmt: skip


@pytest.mark.parametrize(("language", "words"), [("en", "Attacks on Anvil"), ("es", "Ataques contra Anvil")])
def test_the_page_and_the_print_have_the_names_and_chances(language, words):
    game, it = attack(language)
    deck = load_game(RM).deal(seed="1").data
    page = attack_html(game, [it], "Anvil", deck).decode()
    pdf = pypdfium2.PdfDocument(pages_pdf(attack_pages(game, [it], "Anvil", deck), title="it"))
    for text in (page, pdf[0].get_textpage().get_text_range()):
        assert words in text
        assert "Quillon: Glare" in text
        assert all(number in text for number in ("33", "50", "17"))
    assert ("first card" in page) == (language == "en")
    alone = attack_html(game, [it], "Anvil").decode()
    assert "first card" not in alone
