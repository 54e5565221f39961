import io
import re

import pypdf
import pypdfium2
import pytest
from hypothesis import given, strategies as st
from pypdf.generic import NameObject
from sheet_fixtures import CHARACTERS, EACH_CHARACTER, GAMES, character_file, person, sheet, small_sheet, told

from deckgen.sheet.character import load_character
from deckgen.sheet.character_files import from_text, read_pdf, starter, to_yaml
from deckgen.sources import read_yaml


def written(folder, data):
    file = folder / "filled.pdf"
    file.write_bytes(data)
    return file


@EACH_CHARACTER
def test_a_sheet_is_read_back_without_loss(tmp_path, game, path):
    made, hero = sheet(game), person(path, game)
    (text,) = read_pdf(written(tmp_path, made.pdf((hero,))), made.spec)
    again = from_text(text, path, made.spec)
    assert again.texts == hero.texts
    assert {name: n for name, n in again.marks.items() if n} == {
        name: n for name, n in hero.marks.items() if n
    }
    assert again.rows == hero.rows


def test_several_characters_are_read_back(tmp_path):
    (game, one), (_, other) = CHARACTERS[:2]
    made = sheet(game)
    heroes = (person(one, game), person(other, game))
    texts = read_pdf(written(tmp_path, made.pdf(heroes)), made.spec)
    assert [from_text(text, one, made.spec).texts for text in texts] == [hero.texts for hero in heroes]


def test_what_a_program_fills_in_is_read_back(tmp_path):
    made = small_sheet(tmp_path)
    writer = pypdf.PdfWriter(io.BytesIO(made.pdf()))
    values = {
        "name": "Łucja Жук", "age": "12", "mood": "Bad", "traits.might": "3d6", "skills.02.skill": "Swim",
        "skills.02.level": "3", "notes": "One\nTwo: #three", "lift": "40 kg",
    }  # fmt: skip
    writer.update_page_form_field_values(writer.pages[0], values, auto_regenerate=False)
    for reference in writer.pages[0]["/Annots"]:
        widget = reference.get_object()
        if widget.get("/T") == "2" and widget["/Parent"].get_object().get("/T") in ("head", "luck"):
            widget[NameObject("/V")] = widget[NameObject("/AS")] = NameObject("/Yes")
    out = io.BytesIO()
    writer.write(out)
    (text,) = read_pdf(written(tmp_path, out.getvalue()), made.spec)
    hero = from_text(text, tmp_path / "a.yaml", made.spec)
    assert hero.texts["name"] == "Łucja Жук"
    assert hero.texts["notes"] == "One\nTwo: #three"
    assert (hero.texts["age"], hero.texts["mood"], hero.texts["traits.might"]) == ("12", "Bad", "3d6")
    assert (hero.texts["skills.01.skill"], hero.texts["skills.01.double"]) == ("Swim", "6")
    assert hero.texts["lift"] == "40 kg"  # it was 9 kg by the formula
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
    (text,) = read_pdf(written(tmp_path, out.getvalue()), made.spec)
    hero = from_text(text, tmp_path / "a.yaml", made.spec)
    assert hero.texts["name"] == "Łucja Жук"
    assert hero.marks["wounds.head"] == 2


def test_what_is_typed_wrong_is_kept_and_told_when_it_is_drawn(tmp_path):
    made = small_sheet(tmp_path)
    writer = pypdf.PdfWriter(io.BytesIO(made.pdf()))
    values = {"name": "Ada", "traits.might": "4d7", "age": "old", "lift": "3 kg"}
    writer.update_page_form_field_values(writer.pages[0], values, auto_regenerate=False)
    out = io.BytesIO()
    writer.write(out)
    (text,) = read_pdf(written(tmp_path, out.getvalue()), made.spec)
    assert "might: 4d7" in text
    faults = told(from_text, text, tmp_path / "a.yaml", made.spec)
    assert {path for _, path, _ in faults} == {"traits.might", "age"}


@pytest.mark.parametrize("content", [b"", b"%PDF-1.4\nno", b"name: Ada\n"])
def test_what_is_no_pdf_is_told(tmp_path, content):
    ((_, _, what),) = told(read_pdf, written(tmp_path, content), sheet(GAMES[0]).spec)
    assert "PDF" in what


def test_a_pdf_of_another_kind_is_told(tmp_path):
    made = sheet(GAMES[0])
    ((_, _, what),) = told(read_pdf, written(tmp_path, made.pdf(flat=True)), made.spec)
    assert "has no form" in what
    assert told(read_pdf, tmp_path / "missing.pdf", made.spec)


TEXT = st.text(
    st.characters(codec="utf-8", exclude_characters="\ufffe\uffff", exclude_categories=["Cs", "Cn"]),
    max_size=40,
)


@given(
    st.dictionaries(st.from_regex(r"[a-z][a-z_]{0,8}", fullmatch=True), TEXT, min_size=1, max_size=4), TEXT
)
def test_any_text_survives_being_written(tmp_path_factory, entries, text):
    data = {"plain": text, "group": entries, "rows": [entries, {"x": text}]}
    file = tmp_path_factory.mktemp("yaml") / "a.yaml"
    file.write_bytes(to_yaml(data).encode())
    assert read_yaml(file).data == data


@pytest.mark.parametrize("game", GAMES)
def test_a_new_character_can_be_drawn_at_once(tmp_path, game):
    made = sheet(game)
    hero = load_character(character_file(tmp_path, starter(made.spec)), made.spec)
    assert len(made.drawings(hero)) == 2


@pytest.mark.parametrize("game", GAMES)
def test_its_examples_are_right_when_the_remarks_are_taken_away(tmp_path, game):
    made = sheet(game)
    lines = []
    for line in starter(made.spec).splitlines():
        if (
            re.match(r"# +[a-z_]+: .*  # |# [a-z_]+:$|#   [a-z_]+: [^:]*$|#   - \{", line)
            and "overrides" not in line
        ):
            line = line[2:]  # noqa: PLW2901 (an example)
        if not line.startswith("  ") or line.startswith(("  - ", "  ")):
            lines.append(line)
    text = "\n".join(
        line
        for line in lines
        if not re.match(r"  [a-z_]+: (one of|text|\d+ to|.*: )", line) and "overrides" not in line
    )
    text = re.sub(r"^  [a-z_.]+: 10$", "", text, flags=re.MULTILINE)
    hero = load_character(character_file(tmp_path, text), made.spec)
    assert sum(hero.rows.values()) == sum(group.kind == "rows" for group in made.spec.groups.values())


@pytest.mark.parametrize("game", GAMES)
def test_every_field_is_named(game):
    text = starter(sheet(game).spec)
    for group in sheet(game).spec.groups.values():
        assert re.search(rf"\b{re.escape(group.name)}\b", text)
