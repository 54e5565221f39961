"""Sheets are tagged as PDF/UA-1 has it; the order of tags is that of filling in."""

import io

import pytest
from pikepdf import Name
from sheet_fixtures import CHARACTERS, GAMES, cards, character_file, person, sheet, small_sheet
from tagged_pdf import assert_tagged, document, elements, marked, opened

from deckgen.draw.paper import find_paper
from deckgen.sheet.character import load_character
from deckgen.sheet.reader import load_sheet
from deckgen.sheet.sheet import SIZES, blank_sheet


def people(game):
    return [person(path, game) for other, path in CHARACTERS if other == game]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("flat", [False, True], ids=["form", "flat"])
def test_sheets_are_tagged(game, flat):
    made = sheet(game)
    assert_tagged(made.pdf(flat=flat))
    assert_tagged(made.pdf(people(game)[:1], flat=flat))
    assert_tagged(made.pdf([*people(game), None], flat=flat))


@pytest.mark.parametrize("game", GAMES)
def test_sheets_in_german_are_tagged(game):
    spec = load_sheet(game, "de")
    hero = load_character(next(path for other, path in CHARACTERS if other == game), spec)
    data = blank_sheet(spec, find_paper("a4")).pdf([hero])
    assert_tagged(data)
    assert str(opened(data).Root.Lang) == "de"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_cards_are_tagged(game, size):
    assert_tagged(cards(sheet(game), [*people(game), None] * 4, size))


def test_continuations_are_tagged(tmp_path):
    made = small_sheet(tmp_path)
    skills = "".join(f"  - {{skill: Skill {i}, level: 1}}\n" for i in range(1, 9))
    hero = load_character(character_file(tmp_path, f"game: small\nname: Ada\nskills:\n{skills}"), made.spec)
    assert_tagged(made.pdf([hero]))
    assert_tagged(made.pdf([hero], flat=True))


@pytest.mark.parametrize("game", GAMES)
def test_headings_and_texts_are_heard(game):
    pdf = opened(sheet(game).pdf())
    tags = [str(element.S)[1:] for element in elements(document(pdf))]
    blocks = [
        block.options.title
        for page in sheet(game).spec.pages for row in page.rows for stack in row for block in stack.blocks
    ]  # fmt: skip
    kinds = [
        block.kind for page in sheet(game).spec.pages for row in page.rows for stack in row for block in stack.blocks
    ]
    assert tags.count("H1") == len(pdf.pages)
    assert tags.count("H2") >= len([title for title in blocks if title]) - len(pdf.pages)
    assert tags.count("P") > 40
    assert tags.count("Form") == sum(len(page.get("/Annots", [])) for page in pdf.pages)
    assert {"Table", "TR", "TD"} <= set(tags) or not any(kind == "table" for kind in kinds)


def test_several_characters_are_parts_with_their_names():
    game = GAMES[0]
    pdf = opened(sheet(game).pdf([*people(game), None]))
    parts = list(document(pdf).K)
    assert [part.S for part in parts] == [Name.Part] * len(parts)
    names = [str(part.get("/T", "")) for part in parts]
    assert names == [*(each.name for each in people(game)), ""]


def test_what_is_ticked_and_written_on_a_flat_sheet_is_heard(tmp_path):
    made = small_sheet(tmp_path)
    hero = character_file(tmp_path, "game: small\nname: Ada\nluck: 2\nnotes: One.\n")
    pdf = opened(made.pdf([load_character(hero, made.spec)], flat=True))
    said = [str(each.Alt) for each in elements(document(pdf)) if each.S == "/Figure"]
    assert said == ["Luck: 1: ticked", "Luck: 2: ticked"]
    shown = {mark for _, mark in marked(pdf.pages[0])}
    assert "/Artifact" in shown


def test_the_art_of_a_page_is_written_once_for_all_characters():
    game = GAMES[0]
    one, many = (len(sheet(game).pdf(people(game)[:1] * count, flat=True)) for count in (1, 5))
    assert many < 2 * one


def test_every_tooltip_names_one_field():
    """No two fields of a page are called the same, and none has an empty part."""
    for game in GAMES:
        for page in sheet(game).blank:
            names = {}
            for slot in page.slots:
                names.setdefault(slot.tip, set()).add(slot.name)
                assert all(part.strip() for part in slot.tip.split(":")), slot
            assert {tip: found for tip, found in names.items() if len(found) > 1} == {}, game


def test_the_file_without_tags_is_found_out():
    """The checks of these tests fail on what veraPDF fails on."""
    data = sheet(GAMES[0]).pdf()
    for spoil in (_no_tabs, _no_tip, _no_parent, _no_language, _other_form):
        pdf = opened(data)
        spoil(pdf)
        with pytest.raises((AssertionError, AttributeError, KeyError)):
            assert_tagged(_saved(pdf))


def _saved(pdf):
    out = io.BytesIO()
    pdf.save(out)
    return out.getvalue()


def _no_tabs(pdf):
    pdf.pages[0].Tabs = Name.W


def _no_tip(pdf):
    widget = pdf.pages[0].Annots[0]
    while "/TU" not in widget:
        widget = widget.Parent
    del widget["/TU"]


def _no_parent(pdf):
    del pdf.pages[0]["/StructParents"]


def _no_language(pdf):
    del pdf.Root["/Lang"]


def _other_form(pdf):
    one, other = list(pdf.pages[0].Annots)[:2]
    one.StructParent, other.StructParent = int(other.StructParent), int(one.StructParent)
