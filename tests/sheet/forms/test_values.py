import io
from contextlib import suppress

import pypdf
import pytest
from sheet_fixtures import GAMES, sheet, small_sheet, told

from deckgen.sheet.character import CharacterError
from deckgen.sheet.forms.values import FormValues, read_form, split_by_character

XFDF = '<?xml version="1.0" encoding="UTF-8"?>{}<xfdf xmlns="http://ns.adobe.com/xfdf/"><fields>{}</fields></xfdf>'


def written(folder, content, name="filled.pdf"):
    file = folder / name
    file.write_bytes(content)
    return file


def test_fields_of_a_pdf_and_its_language(tmp_path):
    form = read_form(written(tmp_path, small_sheet(tmp_path).pdf()))
    assert form.language == "en"
    assert {"name", "traits.might", "wounds.head.2", "skills.03.level"} <= form.values.keys()
    assert set(form.values.values()) == {""}


def test_fields_of_xfdf_flat_or_within_each_other(tmp_path):
    flat = '<field name="skills.01.level"><value>3</value></field>'
    nested = (
        '<field name="skills"><field name="02"><field name="level"><value>&lt;4&#10;x</value></field></field></field>'
    )
    form = read_form(written(tmp_path, XFDF.format("", flat + nested).encode(), "a.xfdf"))
    assert form.values["skills.01.level"] == "3"
    assert form.values["skills.02.level"] == "<4\nx"
    assert form.fixed is None


@pytest.mark.parametrize(
    "content",
    [
        XFDF.format('<!DOCTYPE x [<!ENTITY a "b">]>', '<field name="name"><value>&a;</value></field>'),
        XFDF.format('<!DOCTYPE x SYSTEM "file:///etc/passwd">', ""),
        XFDF.format("", "<field>"),
        XFDF.format("", "").replace("UTF-8", "no-such"),
    ],
    ids=["entity", "outside", "open", "encoding"],
)
def test_xfdf_that_is_not_plain_is_told(tmp_path, content):
    ((line, _, what),) = told(read_form, written(tmp_path, content.encode(), "a.xfdf"))
    assert what == "this XFDF cannot be read; export the form again as XFDF"
    assert line == 1


@pytest.mark.parametrize(
    ("name", "content", "what"),
    [
        ("a.pdf", b"", "the file is empty"),
        ("a.pdf", b"%PDF-1.4\nno", "this PDF is damaged and cannot be read"),
        ("a.yaml", b"name: Ada\n", "this is not a PDF; give it without --import"),
        ("a.png", b"\x89PNG", "this is not a PDF; give a filled sheet"),
    ],
)
def test_what_is_no_form_is_told(tmp_path, name, content, what):
    ((_, _, said),) = told(read_form, written(tmp_path, content, name))
    assert said.startswith(what)


def test_a_damaged_sheet_is_told_without_a_library_s_words(tmp_path):
    content = sheet(GAMES[0]).pdf()
    for cut in (content[: len(content) // 2], content[:-200]):
        ((_, _, said),) = told(read_form, written(tmp_path, cut))
        assert (
            said
            == "this PDF is damaged and cannot be read; open it in a PDF viewer and save it again, or use another copy"
        )


def test_missing_files_are_told(tmp_path):
    assert told(read_form, tmp_path / "missing.pdf")


@pytest.mark.parametrize(("password", "reads"), [("", True), ("secret", False)])
def test_an_encrypted_sheet(tmp_path, password, reads):
    writer = pypdf.PdfWriter(io.BytesIO(small_sheet(tmp_path).pdf()))
    writer.encrypt(password, "owner", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    file = written(tmp_path, out.getvalue())
    if reads:
        assert "name" in read_form(file).values
    else:
        ((_, _, what),) = told(read_form, file)
        assert what == "this PDF is encrypted; open it with its password and save it without one"


def test_people_are_told_apart_by_numbers():
    form = FormValues({"2.name": "B", "10.name": "C", "1.name": "A"})
    assert split_by_character(form) == {"1": {"name": "A"}, "2": {"name": "B"}, "10": {"name": "C"}}
    assert split_by_character(FormValues({"name": "A"})) == {"": {"name": "A"}}


@pytest.mark.finding("R20")
@pytest.mark.parametrize("number", ["²", "٣", "9" * 900, "0", "01"])
def test_only_plain_numbers_count_characters(tmp_path, number):
    content = XFDF.format("", f'<field name="{number}.name"><value>Ada</value></field>')
    form = read_form(written(tmp_path, content.encode(), "a.xfdf"))
    assert split_by_character(form) == {"": {f"{number}.name": "Ada"}}


@pytest.mark.finding("R4")
def test_a_field_that_is_its_own_parent_ends(tmp_path):
    writer = pypdf.PdfWriter(io.BytesIO(small_sheet(tmp_path).pdf()))
    field = writer.pages[0]["/Annots"][0].get_object()
    field[pypdf.generic.NameObject("/Parent")] = field.indirect_reference
    writer.write(tmp_path / "cycle.pdf")
    with suppress(CharacterError):  # of libraries that see it
        assert "name" in read_form(tmp_path / "cycle.pdf").values
