import io
import re
import shutil
import zlib
from functools import cache
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from emoji_fonts import FOX, fox_font
from PIL import Image, ImageChops
from script_fonts import SENTENCES, script_font
from sheet_fixtures import (
    CHARACTERS,
    EACH_CHARACTER,
    GAMES,
    character_file,
    from_text,
    person,
    sheet,
    small,
    small_sheet,
)

from deckgen.draw.paper import find_paper
from deckgen.draw.truetype import read_font
from deckgen.sheet.character import CharacterError, load_character
from deckgen.sheet.forms.form import _RANGES, form_font
from deckgen.sheet.program import sheet_script
from deckgen.sheet.reader import load_sheet
from deckgen.sheet.sheet import blank_sheet

MOST = 250_000  # bytes of a sheet


def opened(data):
    return pikepdf.open(io.BytesIO(data))


def widgets(pdf):
    return [widget for page in pdf.pages for widget in page.get("/Annots", [])]


def name_of(widget):
    parts = []
    while widget is not None:
        if "/T" in widget:
            parts.append(str(widget.T))
        widget = widget.get("/Parent")
    return ".".join(reversed(parts))


def slots(made):
    """The blank sheet's slots as widgets: a derived one is followed by its override."""
    derived = set(made.spec.derived())
    for template in made.blank:
        for slot in template.slots:
            yield template, slot, slot.name
            if slot.name in derived:
                yield template, slot, f"overrides.{slot.name}"


def raster(data, page=0, scale=1.5):
    pdf = pypdfium2.PdfDocument(data)
    pdf.init_forms()
    return pdf[page].render(scale=scale, may_draw_forms=True).to_pil().convert("L")


@pytest.mark.parametrize("game", GAMES)
def test_every_slot_is_a_field_in_reading_order(game):
    made = sheet(game)
    pdf = opened(made.pdf())
    derived = set(made.spec.derived())
    assert [name_of(w) for w in widgets(pdf)] == [name for *_, name in slots(made)]
    for page in pdf.pages:
        assert page.Tabs == "/S"
    for widget in widgets(pdf):
        assert str(widget.TU)
        assert widget.F == 4
        assert "/AP" in widget
        assert "/A" not in widget
        assert ("/AA" in widget) == (name_of(widget) in derived)


@pytest.mark.parametrize("game", GAMES)
def test_the_file_says_what_it_is_and_relies_on_nothing(game):
    pdf = opened(sheet(game).pdf())
    form = pdf.Root.AcroForm
    assert "/NeedAppearances" not in form
    assert "/XFA" not in form
    assert "/OpenAction" not in pdf.Root
    assert str(pdf.Root.Lang) == "en"
    assert sheet(game).spec.title in str(pdf.docinfo.Title)
    assert pdf.Root.ViewerPreferences.DisplayDocTitle
    font = form.DR.Font["/Wingdings"]
    assert font.DescendantFonts[0].FontDescriptor.FontFile2.read_bytes()[:4] == b"\x00\x01\x00\x00"


@EACH_CHARACTER
def test_sheets_are_small_and_always_the_same(game, path):
    made = sheet(game)
    data = made.pdf((person(path, game),))
    assert len(data) <= MOST
    assert made.pdf((person(path, game),)) == data


def test_two_characters_have_two_file_ids():
    (game, one), (_, other) = CHARACTERS[:2]
    made = sheet(game)
    ids = [bytes(opened(made.pdf((person(path, game),))).trailer.ID[0]) for path in (one, other)]
    assert ids[0] != ids[1]


@EACH_CHARACTER
def test_a_flat_sheet_looks_like_a_filled_one(game, path):
    made, hero = sheet(game), person(path, game)
    form, flat = made.pdf((hero,)), made.pdf((hero,), flat=True)
    assert not widgets(opened(flat))
    for page in range(2):
        difference = ImageChops.difference(raster(form, page), raster(flat, page))
        histogram = difference.histogram()
        assert sum(histogram[96:]) < 40, page  # a few pixels at the edges of letters


@pytest.mark.parametrize("game", GAMES)
def test_ticks_look_ticked(game):
    """A ticked box has far more ink than an empty one, when a viewer shows the stored appearance."""
    made = sheet(game)
    empty = made.pdf()
    pdf = opened(empty)
    shapes = {}
    for (template, slot, _), widget in zip(slots(made), widgets(pdf), strict=True):
        if slot.kind == "check" and slot.shape not in shapes:
            shapes[slot.shape] = (template, slot)
            widget.AS = pikepdf.Name.Yes
            widget.V = pikepdf.Name.Yes
    out = io.BytesIO()
    pdf.save(out)
    assert shapes
    shown = cache(lambda page: [raster(data, page, 4) for data in (empty, out.getvalue())])
    for template, slot in shapes.values():
        page = made.blank.index(template)
        before, after = shown(page)
        scale = 4 * 72 / 25.4
        box = [round(v * scale) for v in (slot.box.x, slot.box.y, slot.box.right, slot.box.bottom)]
        ink = [
            255 - sum(i * n for i, n in enumerate(im.crop(box).histogram())) / ((box[2] - box[0]) * (box[3] - box[1]))
            for im in (before, after)
        ]
        assert ink[1] - ink[0] > 30, slot.shape


def test_accents_and_cyrillic_are_kept_and_drawn(tmp_path):
    made = small_sheet(tmp_path)
    text = "game: small\nname: Żaneta Łukasz-Ångström\nnotes: |\n  Привет, Ёжик; ґанок.\n  Ĝis (back\\slash)\n"
    hero = load_character(character_file(tmp_path, text), made.spec)
    data = made.pdf((hero,))
    pdf = opened(data)
    found = {name_of(w): str(w.get("/V", "")) for w in widgets(pdf)}
    assert found["name"] == "Żaneta Łukasz-Ångström"
    assert found["notes"] == "Привет, Ёжик; ґанок.\nĜis (back\\slash)"
    page = pypdfium2.PdfDocument(data)[0]
    assert ImageChops.difference(raster(data), raster(made.pdf())).getbbox()
    assert isinstance(page.render(scale=1).to_pil(), Image.Image)


def test_names_of_several_characters_begin_with_their_number():
    (game, one), (_, other) = CHARACTERS[:2]
    made = sheet(game)
    pdf = opened(made.pdf((person(one, game), person(other, game), None)))
    assert len(pdf.pages) == 6
    names = [name_of(w) for w in widgets(pdf)]
    assert len(names) == len(set(names))
    assert {name.split(".")[0] for name in names} == {"1", "2", "3"}


@pytest.mark.parametrize("game", GAMES)
def test_no_field_has_the_last_step_of_another_as_its_whole_name(game):
    """Programs such as pypdf also fill fields by the last step of their name."""
    names = [slot.name for template in sheet(game).blank for slot in template.slots]
    whole = {name for name in names if "." not in name}
    assert not whole & {name.rsplit(".", 1)[-1] for name in names if "." in name}


def test_the_name_on_a_continuation_is_the_same_field(tmp_path):
    made = small_sheet(tmp_path)
    skills = "".join(f"  - {{skill: Skill {i}, level: 1}}\n" for i in range(1, 9))
    hero = load_character(character_file(tmp_path, f"game: small\nname: Ada\nskills:\n{skills}"), made.spec)
    pdf = opened(made.pdf((hero,)))
    assert len(pdf.pages) == 2
    parents = {name_of(w): w.Parent.objgen for w in widgets(pdf) if name_of(w) == "name"}
    assert len(parents) == 1
    assert [name_of(w) for w in widgets(pdf)].count("name") == 2
    assert str(pdf.Root.AcroForm.Fields[0].V) == "Ada"


def fields_of(data):
    """The appearances, the default appearance and the names of fonts of fields with text, by their names."""
    file = opened(data)
    found = {}
    for widget in widgets(file):
        if str(widget.get("/V", "")) and "/DA" in widget:
            fonts = {name: str(font.BaseFont) for name, font in widget.AP.N.Resources.Font.items()}
            found[name_of(widget)] = (widget.AP.N.read_bytes().decode(), str(widget.DA), fonts)
    return file, found


def test_each_field_has_the_font_that_has_its_letters(tmp_path):
    made = small_sheet(tmp_path, ("theme: sheet", "theme: future-imperfect"))
    text = "game: small\nname: Ωμέγα\nskills: [{skill: Ада ☺}, {skill: Plain}]\n"
    _, fields = fields_of(made.pdf((load_character(character_file(tmp_path, text), made.spec),)))
    fonts = fields["name"][2]
    own, greek = "/IBMPlexSansCond-SemiBold", "/SourceSansPro-Semibold"
    by_font = {font: name[1:] for name, font in fonts.items()}
    assert set(fonts.values()) == {own, greek, "/DejaVuSymbols"}
    assert fonts["/Wingdings"] == own
    for name, shown, edited in (
        ("name", [greek], greek),
        ("skills.02.skill", [own], own),
        ("skills.01.skill", [greek, own, "/DejaVuSymbols"], own),  # in no font are all of them
    ):
        stream, default, _ = fields[name]
        used = re.findall(r"/(\w+) [\d.]+ Tf", stream)
        assert set(used) <= {by_font[font] for font in shown}
        assert by_font[shown[0]] in used
        assert default.startswith(f"/{by_font[edited]} ")


def test_a_condensed_text_is_told_a_size_in_which_it_fits_as_it_is(tmp_path):
    made = small_sheet(tmp_path, ("title: Skills}", "title: Skills, columns: {skill: 1, level: 2, double: 2}}"))
    text = "game: small\nname: Ada\nskills: [{skill: Climbing icy walls high up}, {skill: Short}]\n"
    file, fields = fields_of(made.pdf((load_character(character_file(tmp_path, text), made.spec),)))
    stream, default, _ = fields["skills.01.skill"]
    (stretch,) = re.findall(r"([\d.]+) Tz", stream)
    assert 82 <= float(stretch) < 100
    drawn_in, told_of = (float(re.findall(r"/Wingdings ([\d.]+) Tf", each)[0]) for each in (stream, default))
    assert told_of == pytest.approx(drawn_in * float(stretch) / 100, abs=0.01)
    assert "Tz" not in fields["skills.02.skill"][0]
    assert "Tz" not in default
    assert file.Root.AcroForm.DA


STYLE = sheet("rough-magic").theme
FILE = STYLE.base.fonts.files[STYLE.style.value_face]


def test_whole_alphabets_are_in_the_font():
    font = form_font(FILE)
    for text in ("The quick brown fox 0123456789", "Łódź, Köln, Čáp, İzmir", "Жук и ёж", "−×½€…", "ẞ"):
        assert not set(text) - set(font.glyphs)
    assert "李" not in font.glyphs


def test_codes_are_glyph_numbers_with_the_widths_of_the_face():
    font, face = form_font(FILE), read_font(FILE)
    assert font.hex("A") == f"{font.glyphs['A']:04X}"
    assert font.hex("李A") == "0000" + font.hex("A")
    for char in "AWi.1Ж":
        assert font.widths[font.glyphs[char]] == round(face.width(char))
    assert len(font.widths) == max(font.glyphs.values()) + 1
    assert (font.ascent, font.cap) == (round(face.ascent), round(face.cap_height))


def test_more_letters_can_be_asked_for():
    asked = next(chr(code) for code in sorted(read_font(FILE).characters) if 0x2190 <= code <= 0x21FF)
    assert asked not in form_font(FILE).glyphs
    assert asked in form_font(FILE, asked).glyphs


@pytest.mark.parametrize("end", [end - 1 for _, end in _RANGES])
def test_ranges_end_where_they_say(end):
    if end in read_font(FILE).characters:
        assert chr(end) in form_font(FILE).glyphs


def test_the_way_back_to_letters_is_a_map_in_blocks_of_a_hundred():
    font = form_font(FILE)
    text = zlib.decompress(font.unicode).decode()
    pairs = dict(line.strip("<>").split("> <") for line in text.splitlines() if line.startswith("<") and "> <" in line)
    pairs.pop("0000")  # the range of codes
    for char in "AŁЖ€":
        assert pairs[f"{font.glyphs[char]:04X}"] == f"{ord(char):04X}"
    counts = [int(line.split()[0]) for line in text.splitlines() if line.endswith("beginbfchar")]
    assert max(counts) <= 100
    assert sum(counts) == len(set(font.glyphs.values()))
    assert len(zlib.decompress(font.file)) == font.length


# What forms compute: read-only fields, overrides over them, the order of calculation, and the script.


HERO = "game: small\nname: Ada\ntraits: {might: 2d6, wit: d4}\nskills:\n  - {skill: Swim, level: 2}\n"


def ends_of(data):
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
    found, pdf = ends_of(made.pdf((hero,)))
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
    assert action.JS.read_bytes().decode("ascii").startswith(sheet_script(sheet(game).spec))


def test_an_override_stands_in_its_own_field(tmp_path):
    made = small_sheet(tmp_path)
    hero = load_character(character_file(tmp_path, HERO + "overrides: {lift: 20}\n"), made.spec)
    found, _ = ends_of(made.pdf((hero,)))
    assert "/V" not in found["lift"]
    assert "/DV" not in found["lift"]
    assert str(found["overrides.lift"].V) == "20"


def test_without_scripts_the_fields_are_the_same(tmp_path):
    made = small_sheet(tmp_path)
    hero = load_character(character_file(tmp_path, HERO), made.spec)
    with_scripts, _ = ends_of(made.pdf((hero,)))
    found, pdf = ends_of(made.pdf((hero,), scripts=False))
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
    found, pdf = ends_of(made.pdf(heroes))
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


@pytest.mark.parametrize("script", SENTENCES)
def test_values_of_other_scripts_are_set_as_on_paper(tmp_path, script):
    """In a theme that names their font; a name that is too long for its field is set smaller."""
    name = SENTENCES[script][:14].strip()
    small(tmp_path, ("theme: sheet\n", "theme: scripts.yaml\n"))
    folder = tmp_path / "small" / "sheet"
    font = shutil.copy(script_font(script), folder / f"script{Path(script_font(script)).suffix}")
    (folder / "scripts.yaml").write_text(f"extends: sheet\nfallbacks: [{Path(font).name}]\n")
    made = blank_sheet(load_sheet(tmp_path / "small"), find_paper("a4"))
    hero = from_text(f"game: small\nname: {name}\n", tmp_path / "hero.yaml", made.spec)
    form, flat = made.pdf((hero,)), made.pdf((hero,), flat=True)
    assert made.pdf((hero,)) == form
    pdf = opened(form)
    (field,) = (widget for widget in widgets(pdf) if str(widget.get("/V", "")) == name)
    assert b" TJ" in field.AP.N.read_bytes()
    page = pypdfium2.PdfDocument(flat)[0]
    assert name in page.get_textpage().get_text_range()
    difference = ImageChops.difference(raster(form, 0), raster(flat, 0))
    assert sum(difference.histogram()[96:]) < 40


def test_an_emoji_in_a_field_is_an_error(tmp_path):
    small(tmp_path, ("theme: sheet\n", "theme: fox.yaml\n"))
    folder = tmp_path / "small" / "sheet"
    fox_font(folder)
    (folder / "fox.yaml").write_text("extends: sheet\nfallbacks: [fox.ttf]\n")
    made = blank_sheet(load_sheet(tmp_path / "small"), find_paper("a4"))
    hero = from_text(f"game: small\nname: Fox {FOX}\n", tmp_path / "hero.yaml", made.spec)
    with pytest.raises(CharacterError, match=f"{FOX} is a picture, which no field can have; write it in letters"):
        made.pdf((hero,))
