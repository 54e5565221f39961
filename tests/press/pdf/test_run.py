import io
from dataclasses import replace

import pikepdf
import pytest
from press_drawings import book_of, card, pikes

from deckgen.errors import PressError
from deckgen.preflight import preflight
from deckgen.press.pdf.run import DocumentPart, write_run
from deckgen.press.target import Exchange

X4 = Exchange("x4", "FOGRA39", "Offset on coated paper")
BACK, REFERENCE = card(99), card(50)
JOB = {"Game": "test", "Of": 3}


def parts(count):
    """Decks of two cards and a reference card, each with the back that all share."""
    for number in range(1, count + 1):
        faces = (card(2 * number), card(2 * number + 1), REFERENCE)
        book = book_of(*(face for front in faces for face in (front, BACK)))
        pages = tuple(replace(page, label=f"page {i}") for i, page in enumerate(book.pages, 1))
        book = replace(book, pages=pages, version=(1, 6), pdfx=X4)
        yield DocumentPart(book, f"deck {number}", {"Id": f"sha256:{number}", "Number": number, "Title": "Ärger (1)"})


def written(some):
    stream = io.BytesIO()
    write_run(stream, "Test", JOB, some)
    return stream.getvalue()


def test_each_deck_is_a_part_with_its_pages_and_what_is_said_of_it():
    with pikepdf.open(pikes(written(parts(3)))) as document:
        root = document.Root.DPartRoot
        job = root.DPartRootNode
        assert [str(level) for level in root.NodeNameList] == ["/Job", "/Deck"]
        assert (int(root.RecordLevel), str(job.DPM.deckgen_Game), int(job.DPM.deckgen_Of)) == (1, "test", 3)
        (decks,) = job.DParts
        numbers = [page.objgen for page in document.pages]
        for at, deck in enumerate(decks):
            assert deck.Parent.objgen == job.objgen
            assert [numbers.index(deck[key].objgen) for key in ("/Start", "/End")] == [6 * at, 6 * at + 5]
            assert all(page.DPart.objgen == deck.objgen for page in document.pages[6 * at : 6 * at + 6])
            said = deck.DPM
            assert [str(said.deckgen_Id), int(said.deckgen_Number), str(said.deckgen_Title)] == [
                f"sha256:{at + 1}", at + 1, "Ärger (1)",
            ]  # fmt: skip
        assert document.pages[7].label == "deck 2, page 2"
        with document.open_metadata() as xmp:
            space = "{http://www.npes.org/pdfvt/ns/id/}"
            assert xmp[f"{space}GTS_PDFVTVersion"] == "PDF/VT-1"
            assert xmp[f"{space}GTS_PDFVTModDate"] == xmp["xmp:ModifyDate"]


def test_what_decks_share_lies_in_the_file_once():
    with pikepdf.open(pikes(written(parts(4)))) as document:
        assert len({page.Contents.objgen for page in document.pages}) == 2 * 4 + 2
        kinds = [str(thing.get("/Subtype", "")) for thing in document.objects if isinstance(thing, pikepdf.Stream)]
        fonts = [
            thing
            for thing in document.objects
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font"
        ]
        assert kinds.count("/Form") == 2 + 1  # two symbols, the back
        assert len({str(font.BaseFont) for font in fonts}) == len(fonts) == 4
        forms = (thing for thing in document.objects if isinstance(thing, pikepdf.Stream))
        assert {str(form.GTS_Scope) for form in forms if form.get("/Subtype") == "/Form"} == {"/File"}


def test_the_preflight_finds_nothing_in_its_parts(tmp_path):
    path = tmp_path / "run.pdf"
    path.write_bytes(written(parts(3)))
    found = preflight(path)
    assert {each.rule for each in found.findings if each.rule.startswith(("parts", "pdfx", "structure"))} == set()


def test_decks_are_asked_for_one_at_a_time_and_a_run_without_any_is_refused():
    seen = []

    def told():
        for number, part in enumerate(parts(3)):
            seen.append((number, stream.tell() > 0))
            yield part

    stream = io.BytesIO()
    assert write_run(stream, "Test", JOB, told()) == 18
    assert seen == [(0, False), (1, True), (2, True)]
    with pytest.raises(PressError, match="no decks"):
        written(())


def test_the_same_run_is_the_same_file():
    assert written(parts(2)) == written(parts(2)) != written(parts(3))
