"""Documents of reportlab: every reader finds their objects, and they are always the same."""

import io
import weakref
import zlib
from dataclasses import replace

import pikepdf
import pypdf
import pypdfium2
import pytest
from press_drawings import book_of, card, pikes
from reportlab.pdfbase import pdfdoc

from deckgen.press.pdf.document import Document, StreamedDocument
from deckgen.press.pdf.writer import write_pdf


def written(*, count=250, many=b"x" * 400, version=(1, 7)):
    """A file of two cards with a few hundred objects of its own."""

    def finish(document, _):
        numbered = [document.add(pdfdoc.PDFDictionary({"Number": number})) for number in range(count)]
        stream = document.add_stream({"Type": "/Test"}, many)
        plain = document.add_plain_stream({"Type": "/Plain"}, b"plain")
        form = {"First": numbered[0], "Last": numbered[-1], "S": stream, "P": plain}
        document.catalog["AcroForm"] = pdfdoc.PDFDictionary(form)

    return write_pdf(replace(book_of(card(), card()), version=version), finish)


@pytest.mark.parametrize("version", [(1, 4), (1, 7)])
def test_readers_find_every_object(version):
    data = written(version=version)
    assert data.startswith(b"%%PDF-%d.%d\n" % version)
    with pikepdf.open(io.BytesIO(data)) as file:
        assert not file.check_pdf_syntax()
        form = file.Root.AcroForm
        assert (int(form.First.Number), int(form.Last.Number)) == (0, 249)
        assert form.S.read_bytes() == b"x" * 400
        assert form.P.read_raw_bytes() == b"plain"
        assert len(file.pages) == 2
    reader = pypdf.PdfReader(io.BytesIO(data))
    assert reader.root_object["/AcroForm"]["/Last"]["/Number"] == 249
    assert len(pypdfium2.PdfDocument(data)) == 2


def test_small_objects_are_packed_and_streams_stand_alone():
    data = written()
    with pikepdf.open(io.BytesIO(data)) as file:
        kinds = [thing.get("/Type") for thing in file.objects if isinstance(thing, pikepdf.Stream)]
        assert kinds.count(pikepdf.Name.Test) == 1
        assert kinds.count(pikepdf.Name.ObjStm) >= 3
    assert data.count(b" 0 obj") < 30
    assert len(data) < len(written(count=1)) + 4000


def test_the_same_book_is_the_same_file_and_others_have_other_identities():
    assert written() == written()
    ids = {bytes(pikepdf.open(pikes(written(count=count))).trailer.ID[0]) for count in (1, 2, 3)}
    assert len(ids) == 3


def test_streams_that_gain_nothing_stay_as_they_are():
    document = Document((1, 7))
    document.catalog["Names"] = pdfdoc.PDFArray([document.add_stream({}, b"ab"), document.add_stream({}, b"a" * 1000)])
    with pikepdf.open(pikes(document.save({}))) as file:
        short, long = file.Root.Names
        assert "/Filter" not in short
        assert long.Filter == pikepdf.Name.FlateDecode
        assert (short.read_bytes(), long.read_bytes()) == (b"ab", b"a" * 1000)


@pytest.mark.parametrize("length", range(10, 90))
def test_a_stream_is_compressed_where_that_gains_more_than_the_name_of_the_filter_takes(length):
    data = bytes(range(150)) + b"x" * length
    document = Document((1, 7))
    document.catalog["Names"] = pdfdoc.PDFArray([document.add_stream({}, data)])
    with pikepdf.open(pikes(document.save({}))) as file:
        (stream,) = file.Root.Names
        gain = len(data) - len(zlib.compress(data, 9))
        assert ("/Filter" in stream) == (gain > 20)
        assert stream.read_bytes() == data


def test_a_streamed_document_writes_an_object_at_once_and_holds_none():
    parts = []
    document = StreamedDocument((1, 6), parts.append)
    content = pdfdoc.PDFDictionary({"Title": pdfdoc.PDFString("Ż (b)")})
    reference, held = document.add(content), weakref.ref(content)
    del content
    assert held() is None
    stream = document.add_stream({}, b"n" * 10)
    assert parts[-1].startswith(b"%d 0 obj" % stream.name)
    leaf = document.add_page((100, 200), (1, 2, 90, 190), None)
    tree = document.add(pdfdoc.PDFDictionary({"Type": "/Pages", "Count": 1, "Kids": pdfdoc.PDFArray([leaf.reference])}))
    leaf.page.Parent, leaf.page.Contents, leaf.page.Resources = tree, stream, "<<>>"
    document.put(leaf.reference, leaf.page)
    document.catalog |= {"Pages": tree, "Content": reference}
    document.save({"Title": pdfdoc.PDFString("streamed")})
    with pikepdf.open(io.BytesIO(b"".join(parts))) as file:
        assert not file.check_pdf_syntax()
        assert str(file.Root.Content.Title) == "Ż (b)"
        assert [float(value) for value in file.pages[0].TrimBox] == [1, 2, 90, 190]
        assert str(file.docinfo.Title) == "streamed"


def test_object_0_is_the_head_of_the_list_of_free_ones():
    """Readers that check it repair a file that says otherwise."""
    data = written()
    at = int(data.rsplit(b"startxref", 1)[1].split()[0])
    packed = data[data.index(b"stream", at) :].removeprefix(b"stream").lstrip(b"\r\n")
    table = zlib.decompressobj().decompress(packed)  # entries of 1, 5 and 2 bytes
    assert table[:8] == bytes(6) + b"\xff\xff"
