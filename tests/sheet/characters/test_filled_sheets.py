import io
from xml.sax.saxutils import escape

import pypdf
import pypdfium2
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from pypdf.generic import NameObject
from sheet_fixtures import CHARACTERS, EACH_CHARACTER, GAMES, character_file, person, sheet, small_sheet, told

from deckgen.sheet.character import build_character, load_character
from deckgen.sheet.characters.files import to_yaml
from deckgen.sheet.characters.filled_sheets import read_filled
from deckgen.sheet.model import clean_text
from deckgen.sheet.reader import load_sheet


def written(folder, data, name="filled.pdf"):
    file = folder / name
    file.write_bytes(data)
    return file


def typed(made, **values):
    """A sheet that a program typed into."""
    writer = pypdf.PdfWriter(io.BytesIO(made.pdf()))
    writer.update_page_form_field_values(writer.pages[0], values, auto_regenerate=False)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def xfdf(**values):
    """The same as XFDF, its fields within each other as viewers write them."""
    tree = {}
    for name, text in values.items():
        place = tree
        *outer, last = name.split(".")
        for step in outer:
            place = place.setdefault(step, {})
        place[last] = text

    def fields(place):
        for name, inner in place.items():
            value = "".join(fields(inner)) if isinstance(inner, dict) else f"<value>{escape(inner)}</value>"
            yield f'<field name="{name}">{value}</field>'

    body = "".join(fields(tree))
    return f'<?xml version="1.0"?><xfdf xmlns="http://ns.adobe.com/xfdf/"><fields>{body}</fields></xfdf>'.encode()


def on_paper(character):
    """The texts that a printed sheet has: what a face looks like is drawn, as a portrait is."""
    return {name: text for name, text in character.texts.items() if text and name != "face"}


def same(one, other):
    assert on_paper(one) == on_paper(other)
    assert one.rows == other.rows
    assert {name: n for name, n in one.marks.items() if n} == {name: n for name, n in other.marks.items() if n}


@EACH_CHARACTER
def test_a_sheet_is_read_back_without_loss(tmp_path, game, path):
    made, hero = sheet(game), person(path, game)
    (source,) = read_filled(written(tmp_path, made.pdf((hero,))), made.spec)
    same(build_character(source, made.spec), hero)
    same(load_character(character_file(tmp_path, to_yaml(source.data)), made.spec), hero)


def test_a_portrait_comes_back_as_it_was_printed(tmp_path):
    found = [(game, path) for game, path in CHARACTERS if person(path, game).pictures]
    game = found[0][0]
    made, heroes = sheet(game), [person(path, of) for of, path in found if of == game]
    once = made.pdf((heroes[0], None, heroes[0]))
    sources = read_filled(written(tmp_path, once), made.spec)
    assert ["portrait" in source.data for source in sources] == [True, False, True]
    again = [build_character(source, made.spec) for source in sources]
    assert made.pdf(again) == once


def test_several_characters_are_read_back(tmp_path):
    (game, one), (_, other) = CHARACTERS[:2]
    made = sheet(game)
    heroes = (person(one, game), person(other, game))
    sources = read_filled(written(tmp_path, made.pdf(heroes)), made.spec)
    assert [on_paper(build_character(source, made.spec)) for source in sources] == [on_paper(hero) for hero in heroes]


def test_what_a_program_fills_in_is_read_back(tmp_path):
    made = small_sheet(tmp_path)
    writer = pypdf.PdfWriter(io.BytesIO(made.pdf()))
    values = {
        "name": "Łucja Жук", "age": "12", "mood": "Bad", "traits.might": "3d6", "skills.02.skill": "Swim",
        "skills.02.level": "3", "notes": "One\nTwo: #three",
    }  # fmt: skip
    writer.update_page_form_field_values(writer.pages[0], values, auto_regenerate=False)
    for reference in writer.pages[0]["/Annots"]:
        widget = reference.get_object()
        if widget.get("/T") == "2" and widget["/Parent"].get_object().get("/T") in ("head", "luck"):
            widget[NameObject("/V")] = widget[NameObject("/AS")] = NameObject("/Yes")
    out = io.BytesIO()
    writer.write(out)
    (source,) = read_filled(written(tmp_path, out.getvalue()), made.spec)
    hero = build_character(source, made.spec)
    assert hero.texts["name"] == "Łucja Жук"
    assert hero.texts["notes"] == "One\nTwo: #three"
    assert (hero.texts["age"], hero.texts["mood"], hero.texts["traits.might"]) == ("12", "Bad", "3d6")
    assert (hero.texts["skills.01.skill"], hero.texts["skills.01.double"]) == ("Swim", "6")
    assert (hero.marks["wounds.head"], hero.marks["luck"]) == (2, 1)
    assert made.drawings(hero)


def test_what_the_engine_of_a_browser_fills_in_is_read_back(tmp_path):
    """pdfium is what Chromium shows PDFs with: type into a field and tick a box as a person would."""
    made = small_sheet(tmp_path)
    pdf = pypdfium2.PdfDocument(made.pdf())
    pdf.init_forms()
    form = pdf.formenv.raw
    page = pdf[0]
    raw = pypdfium2.raw
    height = page.get_height()
    slots = {slot.name: slot for slot in made.blank[0].slots}
    raw.FORM_OnAfterLoadPage(page, form)

    def click(name):
        box = slots[name].box
        x, y = box.cx * 72 / 25.4, height - box.cy * 72 / 25.4
        raw.FORM_OnMouseMove(form, page, 0, x, y)
        raw.FORM_OnLButtonDown(form, page, 0, x, y)
        raw.FORM_OnLButtonUp(form, page, 0, x, y)

    click("name")
    for char in "Łucja Жук":
        raw.FORM_OnChar(form, page, ord(char), 0)
    click("wounds.head.2")
    raw.FORM_ForceToKillFocus(form)
    out = io.BytesIO()
    pdf.save(out)
    (source,) = read_filled(written(tmp_path, out.getvalue()), made.spec)
    hero = build_character(source, made.spec)
    assert hero.texts["name"] == "Łucja Жук"
    assert hero.marks["wounds.head"] == 2


@pytest.mark.finding("R21")
def test_what_is_typed_wrong_is_told_by_the_field_as_the_form_shows_it(tmp_path):
    made = small_sheet(tmp_path)
    values = {
        "name": "Ada",
        "traits.might": "4d7",
        "age": "old",
        "skills.02.skill": "Swim",
        "skills.02.level": "9",
    }
    problems = told(read_filled, written(tmp_path, typed(made, **values)), made.spec)
    assert {path for _, path, _ in problems} == {
        "age (Age)",
        "traits.might (Traits: Might)",
        "skills.02.level (Skills 2: Level)",
    }


def test_a_value_that_the_sheet_has_no_field_for_is_told(tmp_path):
    spec = small_sheet(tmp_path).spec
    file = written(tmp_path, xfdf(name="Ada", age="6", wagge="3"), "a.xfdf")
    assert told(read_filled, file, spec) == [(None, "wagge", 'the sheet has no such field; did you mean "age"?')]


def test_an_empty_form_is_an_empty_character_and_a_blank_sheet(tmp_path):
    made = small_sheet(tmp_path, ("least: 0, most: 99}", "least: 0, most: 99, default: 20}"))
    (source,) = read_filled(written(tmp_path, made.pdf()), made.spec)
    assert to_yaml(source.data) == "game: small\n"
    hero = load_character(character_file(tmp_path, to_yaml(source.data)), made.spec)
    assert made.pdf((hero,)) == made.pdf()


def test_a_field_that_was_emptied_stays_empty(tmp_path):
    made = small_sheet(tmp_path, ("least: 0, most: 99}", "least: 0, most: 99, default: 20}"))
    (source,) = read_filled(written(tmp_path, typed(made, name="Ada", age="")), made.spec)
    assert source.data == {"game": "small", "name": "Ada", "age": None}
    hero = load_character(character_file(tmp_path, to_yaml(source.data)), made.spec)
    assert "age" not in hero.texts


def test_rows_close_up_and_overrides_go_with_them(tmp_path):
    spec = small_sheet(tmp_path).spec
    values = {
        "name": "Ada",
        "skills.03.skill": "Swim",
        "overrides.skills.03.double": "7",
        "overrides.lift": "a lot",
    }
    (source,) = read_filled(written(tmp_path, xfdf(**values), "a.xfdf"), spec)
    assert source.data["skills"] == [{"skill": "Swim"}]
    assert source.data["overrides"] == {"skills.01.double": 7, "lift": "a lot"}
    assert build_character(source, spec).texts["skills.01.double"] == "7"


@pytest.mark.parametrize(
    ("written_so", "kept"), [("06", "6"), ("+3", "3"), ("5.0", "5"), ("−2", "−2"), ("-2,5", "−2.5")]
)
def test_numbers_are_taken_as_they_are_meant(tmp_path, written_so, kept):
    spec = small_sheet(tmp_path, ("type: number, least: 0, most: 99}", "type: number, least: -9, most: 9999}")).spec
    (source,) = read_filled(written(tmp_path, xfdf(name="Ada", age=written_so), "a.xfdf"), spec)
    assert build_character(source, spec).texts["age"] == kept


@pytest.mark.parametrize("text", ["1,000", "12 kg", "1e3", "0x10", "½", "1 000", "١٢", "0.1234567891"])
def test_a_number_that_may_be_another_is_told(tmp_path, text):
    spec = small_sheet(tmp_path, ("least: 0, most: 99}", "least: 0, most: 9999}")).spec
    ((_, path, what),) = told(read_filled, written(tmp_path, xfdf(name="Ada", age=text), "a.xfdf"), spec)
    assert path == "age (Age)"
    assert "is not a number" in what or "decimals" in what


def test_a_sheet_in_german_has_decimals_after_a_comma(tmp_path):
    spec = load_sheet("future-imperfect", "de")
    texts = {"name": "Ada", "bounty": "1,125"}
    (source,) = read_filled(written(tmp_path, xfdf(**texts), "a.xfdf"), spec)
    assert str(source.data["bounty"].text) == "1.125"
    assert told(read_filled, written(tmp_path, xfdf(name="Ada", bounty="1.125"), "a.xfdf"), spec)


def test_a_flat_sheet_or_one_of_another_game_is_told(tmp_path):
    made = sheet(GAMES[0])
    ((_, _, what),) = told(read_filled, written(tmp_path, made.pdf(flat=True)), made.spec)
    assert "there is no form in this file" in what
    for other in GAMES[1:]:  # some have most of their fields in common
        filled = written(tmp_path, sheet(other).pdf())
        for mine in (GAMES[0], GAMES[1]):
            if mine != other:
                ((_, _, what),) = told(read_filled, filled, sheet(mine).spec)
                assert f"this is a sheet of {other}, not of {mine}; read it with deckgen sheet {other}" in what
    foreign = xfdf(name="Ada", street="Elm", zip="1", town="B")
    ((_, _, what),) = told(read_filled, written(tmp_path, foreign), made.spec)
    assert "not a sheet of this game" in what


# Any character that can be drawn comes back from the form as it was

WORDS = st.text(
    st.characters(min_codepoint=32, max_codepoint=0x17E, exclude_categories=["Cc", "Cs", "Zs"]),
    min_size=1,
    max_size=8,
).filter(clean_text)  # a name of soft hyphens alone is none


@pytest.fixture
def made(tmp_path):
    """The small game's sheet."""
    return small_sheet(tmp_path)


@given(data=st.data())
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_character_comes_back_from_its_form(tmp_path, made, data):
    some = {
        "age": st.integers(0, 99),
        "mood": st.sampled_from(["Good", "Bad"]),
        "traits": st.dictionaries(st.sampled_from(["might", "wit"]), st.sampled_from(["d4", "2d6", "3d6"]), min_size=1),
        "skills": st.lists(st.fixed_dictionaries({"skill": WORDS, "level": st.integers(0, 4)}), max_size=3, unique_by=lambda each: each["skill"].casefold()),
        "wounds": st.dictionaries(st.sampled_from(["head", "body"]), st.integers(0, 2), min_size=1),
        "luck": st.integers(0, 7),
        "notes": st.lists(WORDS, max_size=3).map("\n".join),
        "overrides": st.dictionaries(st.just("lift"), WORDS | st.integers(-9, 9), min_size=1),
    }  # fmt: skip
    given_ = data.draw(st.fixed_dictionaries({"name": WORDS}, optional=some))
    file = character_file(tmp_path, to_yaml({"game": "small", **given_}))
    hero = load_character(file, made.spec)
    (source,) = read_filled(written(tmp_path, made.pdf((hero,))), made.spec)
    same(build_character(source, made.spec), hero)
    assert read_filled(written(tmp_path, made.pdf((build_character(source, made.spec),))), made.spec) == [source]


@pytest.mark.finding("R21")
def test_a_text_that_formulas_cannot_take_is_told_by_its_field(tmp_path):
    values = {
        "name": "Ada",
        "skills.01.skill": "Climb",
        "skills.01.level": "2",
        "overrides.skills.01.total": "1/0",
    }
    file = written(tmp_path, xfdf(**values), "a.xfdf")
    ((line, path, _),) = told(read_filled, file, load_sheet("action-and-combat"))
    assert line is None
    assert path.startswith("overrides.skills.01.total (Skills 1")
