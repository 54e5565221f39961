"""Forms in the engines of viewers: as they are stored, and when a viewer sets a field anew."""

import ctypes
import io
import re
import shutil
import subprocess

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from PIL import Image, ImageFilter
from sheet_fixtures import character_file, small_sheet

from deckgen.sheet.character import load_character

POLISH, CZECH, TURKISH = "Żółć, Gęśla, ŁÓDŹ", "Příliš žluťoučký ŘEČ", "İğneada ışık ŞĞ"
CYRILLIC, GREEK = "ЖУК Щёлк Привет", "Ωμέγα Ψυχή"
SCALE = 2.5
THEMES = ("action-and-combat", "future-imperfect", "rough-magic", "west-that-wasnt")
EDITED = ((POLISH, THEMES), (CZECH, THEMES), (TURKISH, THEMES), (CYRILLIC, ("action-and-combat", "rough-magic", "west-that-wasnt")), (GREEK, ("sheet",)))  # fmt: skip


def made_with(tmp_path, theme, name):
    """A small sheet in the looks of a game, and its PDF for somebody of that name."""
    made = small_sheet(tmp_path, ("theme: sheet", f"theme: {theme}"))
    text = f"game: small\nname: {name}\nnotes: |\n  {name}\n  {name}\n"
    return made, made.pdf((load_character(character_file(tmp_path, text), made.spec),))


def by_pdfium(path):
    pdf = pypdfium2.PdfDocument(path)
    pdf.init_forms()
    return pdf[0].render(scale=SCALE, may_draw_forms=True).to_pil()


def by_command(*command):
    def draw(path):
        if not shutil.which(command[0]):
            pytest.skip(f"there is no {command[0]} here")
        out = path.with_suffix("")
        parts = [part.format(file=path, out=out, dpi=round(72 * SCALE)) for part in command]
        subprocess.run(parts, check=True, capture_output=True)  # noqa: S603  a viewer, and a file of our own
        return Image.open(next(path.parent.glob(f"{path.stem}*.png")))

    return draw


MUPDF = by_command("mutool", "draw", "-r", "{dpi}", "-o", "{out}.png", "{file}", "1")
POPPLER = by_command("pdftoppm", "-r", "{dpi}", "-png", "-singlefile", "{file}", "{out}")


def ink(image, box):
    """Where a picture is dark within a box of mm, a little blurred: engines smooth letters differently."""
    far = SCALE * 72 / 25.4
    part = image.convert("L").crop([round(v * far) for v in (box.x, box.y + 0.4, box.right, box.bottom - 0.5)])
    return part.filter(ImageFilter.GaussianBlur(1.5)).point(lambda value: 255 - value)


def difference(one, other):
    """What part of the ink of two pictures is not in both."""
    pairs = list(zip(one.tobytes(), other.tobytes(), strict=True))
    return sum(abs(a - b) for a, b in pairs) / sum(a + b for a, b in pairs)


@pytest.mark.parametrize("engine", [MUPDF, POPPLER], ids=["mupdf", "poppler"])
@pytest.mark.parametrize("name", [POLISH, CYRILLIC, GREEK + " ☺"])
def test_stored_text_shows_alike(tmp_path, engine, name):
    made, data = made_with(tmp_path, "rough-magic", name)
    path = tmp_path / "sheet.pdf"
    path.write_bytes(data)
    box = next(slot.box for slot in made.blank[0].slots if slot.name == "name")
    one, other = (ink(draw(path), box) for draw in (by_pdfium, engine))
    assert sum(one.tobytes())
    assert difference(one, other) < 0.2
    path.write_bytes(made_with(tmp_path, "rough-magic", name.swapcase())[1])
    assert difference(one, ink(by_pdfium(path), box)) > 0.3


def typed(data, name, text):
    """The file after somebody has typed a text into a field in PDFium, and its picture."""
    pdf = pypdfium2.PdfDocument(data)
    pdf.init_forms()
    form = pdf.formenv.raw
    page = pdf[0]
    for number in range(pdfium.FPDFPage_GetAnnotCount(page.raw)):
        widget = pdfium.FPDFPage_GetAnnot(page.raw, number)
        buffer = (ctypes.c_ushort * 200)()
        length = pdfium.FPDFAnnot_GetFormFieldName(form, widget, buffer, 400)
        if bytes(buffer)[: length - 2].decode("utf-16-le") != name:
            continue
        rect = pdfium.FS_RECTF()
        pdfium.FPDFAnnot_GetRect(widget, rect)
        at = (rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2
        pdfium.FORM_OnLButtonDown(form, page.raw, 0, *at)
        pdfium.FORM_OnLButtonUp(form, page.raw, 0, *at)
        pdfium.FORM_SelectAllText(form, page.raw)
        said = ctypes.create_string_buffer(f"{text}\0".encode("utf-16-le"))
        pdfium.FORM_ReplaceSelection(form, page.raw, ctypes.cast(said, ctypes.POINTER(ctypes.c_ushort)))
        pdfium.FORM_ForceToKillFocus(form)
    out = io.BytesIO()
    pdf.save(out)
    return out.getvalue(), page.render(scale=SCALE, may_draw_forms=True).to_pil()


@pytest.mark.parametrize(("text", "theme"), [(text, theme) for text, themes in EDITED for theme in themes])
def test_what_is_typed_in_pdfium_is_set_in_the_fields_own_font(tmp_path, text, theme):
    made, data = made_with(tmp_path, theme, text)
    edited, picture = typed(made_with(tmp_path, theme, "Ada")[1], "name", text)
    file = pikepdf.open(io.BytesIO(edited))
    field = next(widget for widget in file.pages[0].Annots if widget.get("/T") == "name")
    assert str(field.V) == text
    assert re.findall(rb"/(\w+) [\d.]+ Tf", field.AP.N.read_bytes()) == [b"Wingdings"]
    (tmp_path / "stored.pdf").write_bytes(data)
    box = next(slot.box for slot in made.blank[0].slots if slot.name == "name")
    # Set anew it is not kerned and may stand a little higher: but there is as much of it.
    stored, anew = (sum(ink(image, box).tobytes()) for image in (by_pdfium(tmp_path / "stored.pdf"), picture))
    assert anew == pytest.approx(stored, rel=0.05)


@pytest.mark.parametrize("name", [POLISH, CYRILLIC])
def test_poppler_sets_a_field_anew_in_its_own_font(tmp_path, name):
    made, data = made_with(tmp_path, "rough-magic", name)
    stored, anew = tmp_path / "stored.pdf", tmp_path / "anew.pdf"
    stored.write_bytes(data)
    with pikepdf.open(stored) as file:
        for widget in file.pages[0].Annots:
            if "/V" in widget and "/DA" in widget:
                del widget.AP
        file.Root.AcroForm.NeedAppearances = True
        file.save(anew)
    box = next(slot.box for slot in made.blank[0].slots if slot.name == "name")
    before, after = (sum(ink(POPPLER(path), box).tobytes()) for path in (stored, anew))
    assert after == pytest.approx(before, rel=0.05)
