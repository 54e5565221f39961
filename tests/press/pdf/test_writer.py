import shutil
from dataclasses import replace
from functools import lru_cache

import pikepdf
import pypdfium2
import pytest
from press_drawings import BLACK, GOLD, RED, STYLE, book_of, card, drawing, page_of, pikes, raster, rect
from reportlab.pdfbase.pdfdoc import PDFCrossReferenceTable, PDFIndirectObject, PDFObject, PDFPage, PDFTrailer
from reportlab.pdfgen.canvas import Canvas

from deckgen.draw.drawing import Ink, Style, Symbol, Text, Use
from deckgen.draw.fonts import packaged_file
from deckgen.draw.truetype import read_font
from deckgen.errors import PressError
from deckgen.press.pages import Book
from deckgen.press.pdf import operators as module
from deckgen.press.pdf.writer import write_pdf
from deckgen.press.target import Overprint

RGB = {"rg", "RG", "g", "G", "ri", "sh", "gs"}


def opened(*faces, **choice):
    return pikepdf.open(pikes(write_pdf(book_of(*faces, **choice))))


def file_id(book):
    with pikepdf.open(pikes(write_pdf(book))) as document:
        return bytes(document.trailer.ID[0])


def streams(document):
    """Every content stream: pages and forms."""
    yield from document.pages
    for thing in document.objects:
        if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form":
            yield thing


def operators(document):
    return [str(step.operator) for stream in streams(document) for step in pikepdf.parse_content_stream(stream)]


def forms(document):
    return [
        thing for thing in document.objects if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form"
    ]


def fonts(document):
    return [
        thing for thing in document.objects
        if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font"
    ]  # fmt: skip


def test_all_colors_are_inks():
    used = set(operators(opened(card(color=GOLD), card(color=RED))))
    assert not used & RGB
    assert {"k", "K", "scn", "SCN"} <= used


def test_a_spot_ink_has_its_separation_with_its_cmyk():
    document = opened(card(color=GOLD))
    (space,) = document.pages[0].Resources.ColorSpace.values()
    assert [str(part) for part in space[:3]] == ["/Separation", "/Gold Foil", "/DeviceCMYK"]
    assert [float(value) for value in space[3].C1] == pytest.approx([0.2, 0.4, 0.7, 0.1])


@pytest.mark.parametrize("name", ["Gold Foil", "Varnish #2", "Lack (matt)/glänzend", "PANTONE 871 C"])
def test_a_spot_of_any_name_is_found_by_the_operators_that_use_it(name):
    inks = {**STYLE.inks, GOLD: replace(STYLE.inks[GOLD], spot=name)}
    face = replace(drawing(rect(5, 5, 9, 9, fill=GOLD), Use("pip", fill=GOLD)), style=replace(STYLE, inks=inks))
    document = opened(face)
    page = document.pages[0]
    used = {str(step.operands[0]) for step in pikepdf.parse_content_stream(page) if str(step.operator) == "cs"}
    assert used == set(page.Resources.ColorSpace.keys())
    assert [str(space[1])[1:] for space in page.Resources.ColorSpace.values()] == [name]


def test_every_font_is_embedded_as_a_subset():
    document = opened(card())
    found = fonts(document)
    assert sorted(str(font.BaseFont) for font in found) == [
        f"/AAAAAA+SourceSansPro-{face}" for face in ("Bold", "BoldIt", "Regular", "Semibold")
    ]
    for font in found:
        assert 100 < len(font.FontDescriptor.FontFile2.read_bytes()) < 40_000
        assert "/ToUnicode" in font


def test_text_can_be_read_back():
    string = "(Ökonomie \\ ½)"
    data = write_pdf(book_of(drawing(Text(5, 20, string, "bold", 3, BLACK))))
    assert pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range() == string


def test_letters_of_many_pages_are_all_shown():
    known = read_font(packaged_file("regular")).characters
    letters = "".join(chr(code) for code in range(33, 1200) if code in known and chr(code).isalpha())
    data = write_pdf(book_of(drawing(Text(5, 5, letters, "regular", 0.2, BLACK))))
    document = pikepdf.open(pikes(data))
    names = [str(font.BaseFont) for font in fonts(document)]
    assert 4 < len(set(names)) == len(names) < 10
    assert pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range() == letters


def test_what_was_written_before_changes_no_byte(monkeypatch):
    books = [book_of(card(number), card(99), card(99)) for number in (1, 2)]
    files = [write_pdf(book) for book in books]
    assert [write_pdf(book) for book in reversed(books)] == files[::-1]
    with pytest.raises(PressError):
        write_pdf(replace(books[0], ink_limit=1))
    assert write_pdf(replace(books[0], pages=books[1].pages[:1] + books[0].pages)) != files[0]
    monkeypatch.setattr(module, "_recent_names", lru_cache(1)(module.ResourceNames))
    assert [write_pdf(book) for book in reversed(books)] == files[::-1]


def test_a_symbol_is_one_form_however_often_it_is_placed():
    one = drawing(*(Use("pip", (1, 0, 0, 1, x, 5), BLACK) for x in range(30)))
    two = drawing(Use("pair", fill=RED))
    assert len(forms(opened(one))) == 1
    assert len(forms(opened(one, two))) == 2


def test_symbols_of_the_same_name_in_two_layouts_stay_apart():
    other = Style(STYLE.fonts, STYLE.inks, {"pip": Symbol((rect(0, 0, 9, 9, fill="inherit"),))})
    one, two = drawing(Use("pip", fill=RED)), replace(drawing(Use("pip", fill=RED)), style=other)
    assert len(forms(opened(one, two))) == 2


def test_a_face_on_many_pages_is_one_form():
    back = card(99)
    assert len(forms(opened(back, back, back))) == len(forms(opened(back))) + 1


def test_an_icon_takes_the_color_of_its_use_on_paper():
    face = drawing(Use("pip", (8, 0, 0, 8, 20, 20), RED), Use("pip", (8, 0, 0, 8, 40, 20), BLACK), bleed=0)
    shown = raster(write_pdf(book_of(face)))
    red, black, knocked_out = shown[240, 200], shown[240, 400], shown[200, 200]
    assert black < red < 200
    assert knocked_out == 255


def test_the_same_pages_give_the_same_bytes_and_other_pages_another_id():
    assert write_pdf(book_of(card(1))) == write_pdf(book_of(card(1)))
    ids = [file_id(book_of(face)) for face in (card(1), card(2), card(1, GOLD))]
    ids.append(file_id(book_of(card(1), title="Another")))
    assert len(set(ids)) == 4


def test_the_file_says_what_it_is():
    book = Book(
        (replace(page_of(card()), label="front 1"),),
        "Ärger & Co",
        (1, 6),
        False,
        "DuplexFlipLongEdge",
    )
    document = pikepdf.open(pikes(write_pdf(book)))
    assert document.pdf_version == "1.6"
    info = document.docinfo
    assert str(info.Title) == "Ärger & Co"
    assert str(info.Creator).startswith("deckgen ")
    assert str(info.CreationDate).startswith("D:20000101")
    view = document.Root.ViewerPreferences
    assert (str(view.PrintScaling), str(view.Duplex)) == ("/None", "/DuplexFlipLongEdge")
    assert document.pages[0].label == "front 1"


def test_all_colors_without_an_ink_are_told_at_once():
    faces = [
        drawing(rect(0, 0, 1, 1, fill=color), Text(1, 1, "x", "bold", 3, "#aabbcc"), title=f"card {color}")
        for color in ("#123456", "#654321")
    ]
    with pytest.raises(PressError) as caught:
        write_pdf(book_of(*faces))
    assert [(problem.file, problem.message) for problem in caught.value.problems] == [
        ("card #123456", "the color #123456 has no ink"),
        ("card #123456", "the color #aabbcc has no ink"),
        ("card #654321", "the color #654321 has no ink"),
    ]


def test_a_letter_the_font_lacks_is_told():
    with pytest.raises(PressError, match=r"U\+4E2D"):
        write_pdf(book_of(drawing(Text(1, 1, "中", "regular", 3, BLACK))))


def test_a_font_in_two_places_is_embedded_once_and_an_altered_one_is_refused(tmp_path):
    twin = tmp_path / "twin.ttf"
    shutil.copy(packaged_file("bold"), twin)
    style = Style({"bold": packaged_file("bold"), "twin": str(twin)}, STYLE.inks, {})
    face = replace(drawing(Text(1, 9, "a", "bold", 3, BLACK), Text(5, 9, "b", "twin", 3, BLACK)), style=style)
    assert len(fonts(opened(face))) == 1
    twin.write_bytes(twin.read_bytes() + b"\0")
    with pytest.raises(PressError, match=r"twin\.ttf.*SourceSansPro-Bold"):
        write_pdf(book_of(face))


def test_ink_beyond_the_limit_is_told_by_the_name_of_its_color():
    heavy = "#101010"
    inks = {**STYLE.inks, heavy: Ink("night", heavy, (1, 0.8, 0.6, 0.5)), GOLD: STYLE.inks[GOLD]}
    style = replace(STYLE, inks=inks)
    face = replace(drawing(rect(0, 0, 9, 9, fill=heavy), rect(0, 0, 9, 9, fill=GOLD), title="card 1"), style=style)
    assert write_pdf(book_of(face))
    with pytest.raises(PressError, match=r"card 1: the palette's color night \(#101010\) needs 290 % of ink, .* 240 %"):
        write_pdf(replace(book_of(face), ink_limit=240))
    write_pdf(replace(book_of(face), ink_limit=290))


def states(document):
    return {
        name: (bool(entry.op), bool(entry.OP), int(entry.OPM))
        for page in document.pages
        for name, entry in page.Resources.get("/ExtGState", {}).items()
    }


def test_small_black_text_and_spots_overprint_and_nothing_else():
    face = drawing(
        rect(0, 0, 60, 80, fill=RED),
        Text(5, 9, "small", "bold", 3, BLACK),
        Text(5, 30, "large", "bold", 9, BLACK),
        Text(5, 50, "red", "bold", 3, RED),
        rect(5, 60, 9, 9, fill=GOLD),
        rect(5, 70, 9, 9, fill=BLACK),
    )
    book = replace(book_of(face), overprint=Overprint(black_text=4.2, spots=True))
    document = pikepdf.open(pikes(write_pdf(book)))
    assert states(document) == {"/GK": (False, False, 0), "/GO": (True, True, 1)}
    now, seen = None, []
    for step in pikepdf.parse_content_stream(document.pages[0]):
        if str(step.operator) == "gs":
            now = str(step.operands[0])
        if str(step.operator) in {"Tj", "TJ", "f"}:
            seen.append(now)
    assert seen == ["/GK", "/GO", "/GK", "/GK", "/GO", "/GK"]
    assert states(opened(face)) == {}


def test_every_object_is_formatted_by_a_class_of_reportlab(monkeypatch):
    """The objects, the table of their places and the end of the file."""
    formatted, canvases = [], []
    for kind in (PDFIndirectObject, PDFCrossReferenceTable, PDFTrailer):

        def recorded(self, document, write=kind.format):
            formatted.append((self, write(self, document)))
            return formatted[-1][1]

        monkeypatch.setattr(kind, "format", recorded)
    monkeypatch.setattr(Canvas, "save", lambda canvas, save=Canvas.save: (canvases.append(canvas), save(canvas)))
    data = write_pdf(book_of(card(1), card(2)))
    assert len(canvases) == 1
    head, *_ = data.partition(formatted[0][1])
    assert head.startswith(b"%PDF-1.4")
    assert data == head + b"".join(content for _, content in formatted)
    objects = [thing.content for thing, _ in formatted if isinstance(thing, PDFIndirectObject)]
    assert len(objects) > 20
    assert {type(thing).__mro__[-2] for thing in objects} == {PDFObject}
    assert sum(isinstance(thing, PDFPage) for thing in objects) == 2
