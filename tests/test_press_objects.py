"""Files of small objects packed together: every reader finds them, and they are always the same."""

import io
from dataclasses import replace

import pikepdf
import pypdf
import pypdfium2
import pytest
from press_drawings import book_of, card, pikes

from deckgen.press.objects import PdfFile, text_string
from deckgen.press.pdf import pdf


def made(*, count=250, many=b"x" * 400, version=(1, 7)):
    """A file of two cards with a few hundred objects of its own."""

    def finish(document, _):
        first = document.reserve(count)
        for number in range(first, first + count):
            document.put(number, f"<</Number {number - first}>>")
        stream = document.stream("/Type/Test", many)
        plain = document.plain_stream("/Type/Plain", b"plain")
        document.catalog["AcroForm"] = (
            f"<</First {first} 0 R/Last {first + count - 1} 0 R/S {stream} 0 R/P {plain} 0 R>>"
        )

    return pdf(replace(book_of(card(), card()), version=version), finish)


@pytest.mark.parametrize("version", [(1, 4), (1, 7)])
def test_readers_find_every_object(version):
    data = made(version=version)
    assert data.startswith(b"%%PDF-%d.%d\n" % version)
    assert (b"/ObjStm" in data) == (version > (1, 4))
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
    data = made()
    with pikepdf.open(io.BytesIO(data)) as file:
        kinds = [thing.get("/Type") for thing in file.objects if isinstance(thing, pikepdf.Stream)]
        assert kinds.count(pikepdf.Name.Test) == 1
    assert data.count(b"/Type/ObjStm") >= 3
    assert data.count(b" 0 obj") < 30
    assert len(data) < len(made(count=1)) + 4000


def test_the_same_book_is_the_same_file_and_others_have_other_identities():
    assert made() == made()
    ids = {bytes(pikepdf.open(pikes(made(count=count))).trailer.ID[0]) for count in (1, 2, 3)}
    assert len(ids) == 3


def test_streams_that_gain_nothing_stay_as_they_are():
    written = []
    document = PdfFile((1, 7), written.append)
    document.stream("", b"ab")
    document.stream("", b"a" * 1000)
    short, long = b"".join(written).split(b"endstream")[:2]
    assert b"/Filter" not in short
    assert b"/Filter/FlateDecode" in long


def test_text_strings():
    assert text_string("a (b) \\ c\n") == r"(a \(b\) \\ c\n)"
    assert text_string("Ż") == "<FEFF017B>"
