import io
from dataclasses import replace

import pikepdf
import pypdf
import pypdfium2
import pytest
from PIL import ImageChops
from sheet_fixtures import CHARACTERS, GAMES, cards, character_file, dealt_cards, person, sheet, small_sheet, told
from tagged_pdf import assert_tagged

from deckgen.draw.drawing import Text
from deckgen.draw.fonts import PT
from deckgen.draw.paper import find_paper
from deckgen.errors import GameError
from deckgen.game import read_game
from deckgen.sheet import sheet as module
from deckgen.sheet.cards import deal_cards
from deckgen.sheet.character import CharacterError, load_character
from deckgen.sheet.paper.canvas import PAD
from deckgen.sheet.paper.fill import letters_that_fit
from deckgen.sheet.reader import load_sheet
from deckgen.sheet.sheet import blank_sheet, card_drawings, check_lengths, wide_words


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


@pytest.mark.parametrize("size", ["large", "poker"])
@pytest.mark.parametrize("game", GAMES)
def test_cards_hold_the_character_and_are_legible(game, size):
    heroes = [person(path, name) for name, path in CHARACTERS if name == game]
    drawings = card_drawings(sheet(game), dealt_cards(sheet(game), [*heroes, None], size), size)
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
    data = cards(sheet(game, paper), [person(path, game)] * 10, "poker")
    assert len(pikepdf.open(io.BytesIO(data)).pages) == 2


def test_a_sheet_without_cards_is_told(tmp_path):
    assert "add npc:" in told(deal_cards, small_sheet(tmp_path).spec, [], "poker", 1)[0][2]
    assert "add turn:" in told(deal_cards, small_sheet(tmp_path).spec, [], "turn")[0][2]


@pytest.mark.parametrize("size", ["large", "poker"])
@pytest.mark.parametrize("game", GAMES)
def test_cards_fit_in_german_and_on_letter_paper(game, size):
    for paper, code in (("a4", "de"), ("letter", None)):
        made = blank_sheet(load_sheet(game, code), find_paper(paper))
        assert len(card_drawings(made, dealt_cards(made, [None], size), size)) == 1


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
    made = small_sheet(tmp_path, *change)
    (drawing,) = card_drawings(made, dealt_cards(made, [None], "poker"), "poker")
    left, right = [item for item in drawing.items if isinstance(item, Text)]
    assert (left.string, right.string) == ("Age", "Left")
    assert (left.y == right.y) is (npc.count("width: 12") == 0)


CARD = "notes: {label: Notes, type: long, most: 400}\n"
NARROW = ("title: Skills}", "title: Skills, columns: {skill: 2, level: 2, double: 4}}")
SHORT = (
    ("name: {label: Name, type: text, most: 60", "name: {label: Name, type: text, most: 39"),
    ("type: text, most: 40", "type: text, most: 24"),
)


def problems_of(spec):
    with pytest.raises(GameError) as caught:
        check_lengths(spec)
    return [(problem.line, problem.path, problem.message, problem.remedy) for problem in caught.value.problems]


@pytest.mark.parametrize(("game", "code"), [(game, code) for game in GAMES for code in read_game(game).languages])
def test_every_game_keeps_what_it_promises(game, code):
    check_lengths(load_sheet(game, code))


def test_a_promise_that_is_kept_is_not_told(tmp_path):
    check_lengths(small_sheet(tmp_path, *SHORT).spec)


def test_more_letters_than_fit_are_told_with_how_many_do(tmp_path):
    made = small_sheet(tmp_path, SHORT[0], NARROW)
    ((line, path, what, remedy),) = problems_of(made.spec)
    assert path == "fields.skills.columns.skill.most"
    assert made.spec.source.path.read_text().splitlines()[line - 1].strip().startswith("skill:")
    slot = next(slot for slot in made.blank[0].slots if slot.name == "skills.01.skill")
    fits = letters_that_fit(slot, made.theme, wide_words(40))
    assert what == f"40 letters are allowed, but only {fits} wide ones fit in skills.01.skill (page 1, a4)"
    assert remedy == f"write most: {fits}, or give it more room"
    # So many fit, and no more: in the smallest size, as narrow as letters get.
    fonts, style = made.theme.base.fonts, made.theme.style
    room, least = slot.box.width - 2 * PAD, 0.82 * made.theme.base.minimum
    assert fonts.em_width(wide_words(fits), style.value_face) * least <= room + 1e-6
    assert fonts.em_width(wide_words(fits + 1), style.value_face) * least > room


def test_a_field_without_a_length_of_its_own_is_told_where_it_stands(tmp_path):
    made = small_sheet(tmp_path, ("type: text, most: 40, required", "type: text, required"), SHORT[0])
    ((_, path, what, _),) = problems_of(made.spec)
    assert path == "fields.skills.columns.skill"
    assert what.startswith("60 letters are allowed")


def test_cards_keep_promises_too(tmp_path):
    npc = "npc:\n  - {width: 12, blocks: [{block: fields, of: [name, age], across: [2, 10]}]}\n"
    made = small_sheet(tmp_path, *SHORT, (CARD, CARD), ("pages:\n", f"{npc}pages:\n"))
    ((_, path, what, _),) = problems_of(made.spec)
    assert path == "fields.name.most"
    assert "wide ones fit in name (poker card, a4)" in what


@pytest.mark.parametrize(
    ("changes", "what", "path"),
    [
        ([("of: [Good, Bad]", f"of: [Good, {'Gloomy' * 12}]")], f"'{'Gloomy' * 12}' does not fit in mood", "mood"),
        ([("least: 0, most: 99}", "least: 0, most: 99999}"), ("across: 3", "across: [0.5, 5, 5]")],
         "'99999' does not fit in age", "age"),
        ([("dice: [d4, d6], most: 3", "dice: [d4, d1000], most: 99"), ("title: Traits}", "title: Traits, label_width: 30}")],
         "'99d1000' does not fit in traits.might", "traits"),
    ],
)  # fmt: skip
def test_choices_numbers_and_dice_are_checked(tmp_path, changes, what, path):
    told = problems_of(small_sheet(tmp_path, *SHORT, *changes).spec)
    assert what in told[0][2]
    assert {each[1] for each in told} == {f"fields.{path}"}


def test_wide_words_are_wider_than_most(tmp_path):
    made = small_sheet(tmp_path)
    assert len(wide_words(0)) == 0
    assert len(wide_words(400)) == 400
    fonts, face = made.theme.base.fonts, made.theme.style.value_face
    for text in ("Marguerite Winterbottom", "First aid and bandages", "Hammersmith Broadsword"):
        assert fonts.em_width(wide_words(len(text)), face) > fonts.em_width(text, face)


def test_many_characters_are_written_as_they_come_and_nothing_is_lost(monkeypatch):
    """Parts of two characters, each written at once, give the pages, fields and values that one part gives."""
    game = GAMES[0]
    made, hero = sheet(game), person(next(path for other, path in CHARACTERS if other == game), game)
    heroes = [hero, None, hero, hero, None]

    def read(data):
        with pikepdf.open(io.BytesIO(data)) as pdf:
            fields = pypdf.PdfReader(io.BytesIO(data)).get_fields() or {}
            calculated = len(pdf.Root.AcroForm.get("CO", ())) if "/AcroForm" in pdf.Root else 0
            values = {name: field.get("/V") for name, field in fields.items()}
            return len(pdf.pages), values, calculated, [len(page.get("/Annots", ())) for page in pdf.pages]

    once = {flat: made.pdf(heroes, flat=flat) for flat in (False, True)}
    page = cards(sheet(game), [hero] * 40, "poker")
    monkeypatch.setattr(module, "_BATCH_SIZE", 2)
    for flat, whole in once.items():
        data = made.pdf(heroes, flat=flat)
        assert data != whole
        assert read(data) == read(whole)
        assert_tagged(data)
        assert alike(data, whole)
    data = cards(sheet(game), [hero] * 40, "poker")
    assert alike(data, page)
    assert_tagged(data)


def alike(one, other):
    """Whether two PDFs look alike: edges may differ by 1 of 255 where art is a form in one and not in the other."""
    with pypdfium2.PdfDocument(one) as first, pypdfium2.PdfDocument(other) as second:
        pairs = [[page.render(scale=0.5).to_pil() for page in pages] for pages in zip(first, second, strict=True)]
    return all(most <= 1 for pair in pairs for _, most in ImageChops.difference(*pair).getextrema())


def test_a_value_that_does_not_fit_leaves_no_file_half_written(monkeypatch):
    game = GAMES[0]
    made = sheet(game)
    monkeypatch.setattr(module, "_BATCH_SIZE", 1)
    hero = person(next(path for other, path in CHARACTERS if other == game), game)
    wide = replace(hero, texts={**hero.texts, "name": "W" * 900})
    stream = io.BytesIO()
    with pytest.raises(CharacterError):
        made.write(stream, [hero, wide])
    assert stream.getvalue() == b""


@pytest.mark.parametrize(("weapons", "count"), [(0, 1), (1, 1), (2, 2), (4, 2)])
def test_cards_have_no_more_rows_for_weapons_than_somebody_has(tmp_path, weapons, count):
    made = sheet("west-that-wasnt")
    file = tmp_path / "ada.yaml"
    rows = "".join(f"  - {{weapon: Gun {number}}}\n" for number in range(weapons))
    file.write_text(f"game: west-that-wasnt\nname: Ada\n{'weapons:' if weapons else ''}\n{rows}")
    hero = load_character(file, made.spec)
    (drawing,) = card_drawings(made, dealt_cards(made, [hero], "poker"), "poker")
    assert [item.string for item in drawing.items if isinstance(item, Text)].count("Pen") == count
