"""What a few bytes can ask for: it takes no time, or the guard ends the command that looks at it."""

import re
import zlib
from contextlib import suppress
from time import process_time

import pikepdf
import pytest
from cli_fixtures import process
from pikepdf import Array, Dictionary, Name, Stream

from deckgen.errors import PressError
from deckgen.preflight import preflight
from deckgen.preflight.ink import measure_ink

HOSTILE = {}


def hostile(function):
    HOSTILE[function.__name__] = function
    return function


def page(pdf, contents, **resources):
    pdf.pages[0].obj.Contents = Stream(pdf, contents)
    pdf.pages[0].obj.Resources = Dictionary(**resources)


def form(pdf, contents, **resources):
    made = pdf.make_indirect(Stream(pdf, contents))
    made.Type, made.Subtype, made.BBox = Name.XObject, Name.Form, Array([0, 0, 99, 99])
    made.Resources = Dictionary(**resources)
    return made


def packed(pdf, size):
    made = pdf.make_indirect(Stream(pdf, zlib.compress(b"q " * (size // 2))))
    made.Filter = Name.FlateDecode
    return made


@hostile
def page_that_is_its_own_parent(pdf):
    del pdf.pages[0].obj.MediaBox
    pdf.pages[0].obj.Parent = pdf.pages[0].obj


@hostile
def widths_of_two_thousand_million_letters(pdf):
    inner = Dictionary(Subtype=Name.CIDFontType2, W=Array([0, 2_000_000_000, 500]))
    font = Dictionary(Type=Name.Font, Subtype=Name.Type0, BaseFont=Name.X, DescendantFonts=Array([inner]))
    page(pdf, b"BT /F 9 Tf (ab) Tj ET", Font=Dictionary(F=font))


@hostile
def pattern_of_itself(pdf):
    pattern = pdf.make_indirect(Stream(pdf, b"/Pattern cs " + b"/P scn 0 0 9 9 re f " * 10))
    pattern.Type, pattern.PatternType, pattern.BBox = Name.Pattern, 1, Array([0, 0, 9, 9])
    pattern.Resources = Dictionary(Pattern=Dictionary(P=pattern))
    page(pdf, b"/Pattern cs /P scn 0 0 9 9 re f", Pattern=Dictionary(P=pattern))


@hostile
def forms_in_forms(pdf):
    inner = form(pdf, b"0 0 9 9 re f")
    for depth in range(18):
        each = b"".join(b"q 1 0 0 1 %d.%d %d cm /F Do Q " % (i, depth, i * 3**depth % 1000) for i in range(9))
        inner = form(pdf, each, XObject=Dictionary(F=inner))
    page(pdf, b"/F Do", XObject=Dictionary(F=inner))


@hostile
def contents_of_many_mb(pdf):
    pdf.pages[0].obj.Contents = packed(pdf, 12_000_000)


@hostile
def contents_again_and_again(pdf):
    pdf.pages[0].obj.Contents = Array([packed(pdf, 100_000)] * 5000)


@hostile
def color_that_stands_on_itself(pdf):
    space = pdf.make_indirect(Array([Name.Separation, Name.X, Name.DeviceCMYK, Dictionary()]))
    space[2] = space
    page(pdf, b"/C cs 1 scn 0 0 9 9 re f", ColorSpace=Dictionary(C=space))


@hostile
def thousand_spots(pdf):
    spots = {f"/C{i}": Array([Name.Separation, Name(f"/N{i}"), Name.DeviceCMYK, Dictionary()]) for i in range(999)}
    page(pdf, b"".join(b"/C%d cs 1 scn 0 0 9 9 re f " % i for i in range(999)), ColorSpace=Dictionary(spots))


@hostile
def metadata_that_hold_themselves(pdf):
    data, leaf = pdf.make_indirect(Dictionary()), pdf.make_indirect(Dictionary(Type=Name.DPart))
    for i in range(10):
        data[f"/K{i}"] = data
    leaf.DPM, leaf.Start = data, pdf.pages[0].obj
    pdf.Root.DPartRoot = pdf.make_indirect(Dictionary(DPartRootNode=leaf))


@hostile
def page_of_a_mile(pdf):
    pdf.pages[0].obj.MediaBox = Array([0, 0, 4_000_000, 4_000_000])


@hostile
def states_without_end(pdf):
    pdf.pages[0].obj.Contents = Stream(pdf, b"q " * 15_000)


@hostile
def a_path_of_many_lines(pdf):  # more bytes than paths are looked at in
    page(pdf, b"0 0 m " + b"1 1 l\n" * 200_000 + b"f")


@hostile
def letters_on_thousands_of_squares(pdf):
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
    squares, letters = b"0 0 1 1 re f\n" * 10_000, b"(x)Tj\n" * 20_000
    page(pdf, squares + b"BT 0 0 0 0 k /F 6 Tf 99 99 Td " + letters + b"ET", Font=Dictionary(F=font))


def hostile_file(folder, name):
    path = folder / "hostile.pdf"
    with pikepdf.new() as pdf:
        pdf.add_blank_page(page_size=(200, 300))
        HOSTILE[name](pdf)
        pdf.save(path, compress_streams=False)
    return path


GUARDED = {
    "forms_in_forms": "preflight",
    "contents_of_many_mb": "ink",
    "contents_again_and_again": "preflight",
    "thousand_spots": "ink",
}


@pytest.mark.finding("R4")
@pytest.mark.parametrize("name", sorted(HOSTILE.keys() - GUARDED))
def test_no_file_takes_long(tmp_path, name):
    path = hostile_file(tmp_path, name)
    start = process_time()
    preflight(path)
    with suppress(PressError):
        measure_ink(path, 20)
    assert process_time() - start < 5  # a fifth is enough; were each letter to meet all squares, far more


@pytest.mark.parametrize(("lines", "are_read"), [(1_000, True), (200_000, False)])
def test_paths_are_not_read_where_they_would_take_too_much_memory(tmp_path, monkeypatch, lines, are_read):
    asked, parse = [], pikepdf.parse_content_stream
    monkeypatch.setattr(
        pikepdf, "parse_content_stream", lambda at, names: asked.append(names.split()) or parse(at, names)
    )
    monkeypatch.setitem(HOSTILE, "path", lambda pdf: page(pdf, b"0 0 m " + b"1 1 l\n" * lines + b"f"))
    preflight(hostile_file(tmp_path, "path"))
    assert ["l" in names for names in asked] == [are_read]


@pytest.mark.finding("R4")
@pytest.mark.parametrize(("name", "command"), GUARDED.items())
def test_what_takes_too_much_is_ended(tmp_path, name, command):
    done = process("--limits", "2s,400MB", command, hostile_file(tmp_path, name))
    assert done.returncode == 1
    assert re.search(rb"^deckgen: .*this takes more than (2 s|400MB of memory); allow more", done.stderr, re.MULTILINE)
    assert done.stdout == b""
