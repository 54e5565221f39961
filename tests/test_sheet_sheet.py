import io

import pikepdf
import pytest
from sheet_fixtures import CHARACTERS, GAMES, character_file, person, sheet, small_sheet, told

from deckgen.draw.drawing import Text
from deckgen.draw.fonts import PT
from deckgen.draw.paper import paper_named
from deckgen.sheet.character import load_character
from deckgen.sheet.reader import load_sheet
from deckgen.sheet.sheet import SIZES, blank_sheet, card_drawings, cards_pdf


def hero_with(tmp_path, made, skills, name="Ada"):
    rows = "".join(f"  - {{skill: S{i}, level: 1}}\n" for i in range(1, skills + 1))
    text = f"game: small\nname: {name}\n" + (f"skills:\n{rows}" if skills else "")
    return load_character(character_file(tmp_path, text), made.spec)


@pytest.mark.parametrize(("skills", "pages"), [(0, 1), (3, 1), (4, 2), (44, 2), (45, 3)])
def test_lists_that_are_longer_than_the_sheet_go_on(tmp_path, skills, pages):
    """A4 has room for 41 rows of 6 mm below the banner, the heading and the labels."""
    made = small_sheet(tmp_path)
    hero = hero_with(tmp_path, made, skills)
    held = [slot.name for page in made.pages(hero)[1:] for slot in page.slots if slot.name.endswith(".skill")]
    assert held == [f"skills.{i:02}.skill" for i in range(4, skills + 1)]
    assert len(made.pages(hero)) == pages


def test_a_page_that_goes_on_says_so(tmp_path):
    made = small_sheet(tmp_path)
    page = made.pages(hero_with(tmp_path, made, 5))[1]
    texts = [item.string for item in page.drawing.items if isinstance(item, Text)]
    assert "Sheet: continued" in texts
    assert "SKILLS, CONTINUED" in texts
    assert "name" in [slot.name for slot in page.slots]


def names(data):
    with pikepdf.open(io.BytesIO(data)) as pdf:
        form = pdf.Root.get("/AcroForm")
        return len(pdf.pages), sorted(str(field.T) for field in form.Fields) if form is not None else None


def test_fields_of_several_characters_have_their_number_before_them(tmp_path):
    made = small_sheet(tmp_path)
    hero = hero_with(tmp_path, made, 0)
    assert "name" in names(made.pdf((hero,)))[1]
    assert names(made.pdf((hero, None, hero))) == (3, ["1", "2", "3"])


def test_a_flat_sheet_has_no_form_but_the_values(tmp_path):
    made = small_sheet(tmp_path)
    hero = hero_with(tmp_path, made, 1)
    assert names(made.pdf((hero,), flat=True)) == (1, None)
    ((drawing),) = made.drawings(hero)
    texts = [item.string for item in drawing.items if isinstance(item, Text)]
    assert {"Ada", "S1"} <= set(texts)
    assert "Ada" not in [item.string for item in made.drawings()[0].items if isinstance(item, Text)]


def test_the_title_names_one_character_or_the_sheet(tmp_path):
    made = small_sheet(tmp_path)
    hero, other = hero_with(tmp_path, made, 0), hero_with(tmp_path, made, 0, "Bo")
    for people, title in (
        ((None,), "Small: Sheet"),
        ((hero,), "Small: Ada"),
        ((hero, other), "Small: Sheet"),
    ):
        with pikepdf.open(io.BytesIO(made.pdf(people))) as pdf:
            assert str(pdf.docinfo["/Title"]) == title


def test_every_character_that_does_not_fit_is_told(tmp_path):
    made = small_sheet(tmp_path, ("most: 60, required: true}", "most: 99, required: true}"))
    wide = hero_with(tmp_path, made, 0, "W" * 99)
    assert len(told(made.pdf, (wide, None))) == 1


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_cards_hold_the_character_and_are_legible(game, size):
    heroes = [person(path, name) for name, path in CHARACTERS if name == game]
    drawings = card_drawings(sheet(game), [*heroes, None], size)
    assert len(drawings) == len(heroes) + 1
    for hero, drawing in zip(heroes, drawings, strict=False):
        texts = [item for item in drawing.items if isinstance(item, Text)]
        assert hero.name in [text.string for text in texts]
        assert min(text.size for text in texts) / PT >= 7 - 1e-6
    if size == "poker":
        assert (drawings[0].width, drawings[0].height) == (63.5, 88.9)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_cards_are_laid_out_in_rows_and_columns(paper):
    game, path = CHARACTERS[0]
    data = cards_pdf(sheet(game, paper), [person(path, game)] * 10, "poker")
    assert len(pikepdf.open(io.BytesIO(data)).pages) == 2


def test_a_sheet_without_cards_is_told(tmp_path):
    assert "add npc:" in told(card_drawings, small_sheet(tmp_path), [None], "poker")[0][2]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_cards_fit_in_german_and_on_letter_paper(game, size):
    for paper, code in (("a4", "de"), ("letter", None)):
        made = blank_sheet(load_sheet(game, code), paper_named(paper))
        assert len(card_drawings(made, [None], size)) == 1


@pytest.mark.parametrize("npc", [
    "  - {width: 4, blocks: [{block: tiles, of: age, abreast: 1}]}\n  - {width: 8, blocks: [{block: tiles, of: luck_now, abreast: 1}]}\n",
    "  - - {width: 4, blocks: [{block: tiles, of: age, abreast: 1}]}\n    - {width: 8, blocks: [{block: tiles, of: luck_now, abreast: 1}]}\n",
    "  - - {width: 12, blocks: [{block: tiles, of: age, abreast: 1}]}\n  - - {width: 12, blocks: [{block: tiles, of: luck_now, abreast: 1}]}\n",
])  # fmt: skip
def test_a_card_has_stacks_side_by_side_or_rows_of_them(tmp_path, npc):
    change = (
        ("  luck:", "  luck_now: {label: Left, type: number}\n  luck:"),
        ("pages:\n", f"npc:\n{npc}pages:\n"),
    )
    (drawing,) = card_drawings(small_sheet(tmp_path, *change), [None], "poker")
    left, right = [item for item in drawing.items if isinstance(item, Text)]
    assert (left.string, right.string) == ("Age", "Left")
    assert (left.y == right.y) is (npc.count("width: 12") == 0)
