"""What forms compute: read-only fields, overrides over them, the order of calculation, and the script."""

import io

import pikepdf
import pytest
from sheet_fixtures import CHARACTERS, EACH_CHARACTER, GAMES, character_file, person, sheet, small_sheet

from deckgen.sheet.character import load_character
from deckgen.sheet.program import script

HERO = "game: small\nname: Ada\ntraits: {might: 2d6, wit: d4}\nskills:\n  - {skill: Swim, level: 2}\n"


def fields_of(data):
    """The ends of the form's tree by full name, and the PDF, which must be kept."""
    pdf = pikepdf.open(io.BytesIO(data))
    found = {}

    def walk(field, name):
        own = ".".join(filter(None, [name, str(field.get("/T", ""))]))
        if any("/T" in kid for kid in field.get("/Kids", [])):
            for kid in field.Kids:
                walk(kid, own)
        else:
            found[own] = field

    for field in pdf.Root.AcroForm.Fields:
        walk(field, "")
    return found, pdf


def names_in_order(found, pdf):
    places = {field.objgen: name for name, field in found.items()}
    return [places[field.objgen] for field in pdf.Root.AcroForm.CO]


@EACH_CHARACTER
def test_every_derived_field_is_computed_and_has_an_override_over_it(game, path):
    made, hero = sheet(game), person(path, game)
    found, pdf = fields_of(made.pdf((hero,)))
    derived = [name for name in made.spec.derived(hero.rows) if name in found]
    assert len(derived) > 20
    assert names_in_order(found, pdf) == derived
    for name, field in found.items():
        assert (int(field.get("/Ff", 0)) & 1) == (name in derived), name
        if name not in derived:
            assert "/AA" not in field
            continue
        text = "" if name in hero.overrides else hero.texts.get(name, "")
        assert str(field.get("/V", "")) == str(field.get("/DV", "")) == text
        assert str(field.AA.C.S) == "/JavaScript"
        own = found[f"overrides.{name}"]
        widgets, over = ([*each.get("/Kids", [each])] for each in (field, own))
        assert [list(each.Rect) for each in widgets] == [list(each.Rect) for each in over]
        assert str(own.get("/V", "")) == (hero.texts[name] if name in hero.overrides else "")
        assert str(own.TU) == f"{field.TU}: your own value instead of the computed one"
        assert "/MK" not in own


@pytest.mark.parametrize("game", GAMES)
def test_the_script_is_the_program_of_the_sheet(game):
    pdf = pikepdf.open(io.BytesIO(sheet(game).pdf()))
    _, action = pdf.Root.Names.JavaScript.Names
    assert action.JS.read_bytes().decode("ascii").startswith(script(sheet(game).spec))


def test_an_override_stands_in_its_own_field(tmp_path):
    made = small_sheet(tmp_path)
    hero = load_character(character_file(tmp_path, HERO + "overrides: {lift: 20}\n"), made.spec)
    found, _ = fields_of(made.pdf((hero,)))
    assert "/V" not in found["lift"]
    assert "/DV" not in found["lift"]
    assert str(found["overrides.lift"].V) == "20"


def test_without_scripts_the_fields_are_the_same(tmp_path):
    made = small_sheet(tmp_path)
    hero = load_character(character_file(tmp_path, HERO), made.spec)
    with_scripts, _ = fields_of(made.pdf((hero,)))
    found, pdf = fields_of(made.pdf((hero,), scripts=False))
    assert list(found) == list(with_scripts)
    assert not any("/AA" in field for field in found.values())
    assert "/CO" not in pdf.Root.AcroForm
    assert "/Names" not in pdf.Root
    assert str(found["lift"].V) == str(found["lift"].DV) == "9 kg"
    assert int(found["lift"].Ff) & 1


def test_flat_sheets_have_no_scripts(tmp_path):
    made = small_sheet(tmp_path)
    hero = load_character(character_file(tmp_path, HERO), made.spec)
    flat = made.pdf((hero,), flat=True)
    assert b"deckgenSheet" not in flat
    assert "/Names" not in pikepdf.open(io.BytesIO(flat)).Root


def test_several_characters_have_fields_and_rows_of_their_own(tmp_path):
    made = small_sheet(tmp_path)
    many = "".join(f"  - {{skill: Skill {i}, level: 1}}\n" for i in range(9))
    texts = (HERO, HERO + many + "overrides: {lift: 4}\n")
    heroes = [load_character(character_file(tmp_path, text), made.spec) for text in texts]
    found, pdf = fields_of(made.pdf(heroes))
    order = names_in_order(found, pdf)
    assert "1.skills.10.double" not in found
    assert str(found["2.skills.10.double"].V) == "2"
    assert order.index("1.lift") < order.index("2.skills.10.double")
    assert str(found["1.lift"].V) == "9 kg"
    assert str(found["2.overrides.lift"].V) == "4"
    assert "/V" not in found["1.overrides.lift"]


def test_the_same_characters_give_the_same_bytes():
    (game, path), *_ = CHARACTERS
    assert sheet(game).pdf((person(path, game),)) == sheet(game).pdf((person(path, game),))
