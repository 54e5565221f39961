from dataclasses import replace

import pikepdf
import pytest
from icc_profiles import icc_profile
from press_drawings import book_of, card, pikes

from deckgen.press.pdf.writer import write_pdf
from deckgen.press.profile import Profile
from deckgen.press.target import Exchange

X1A = Exchange("x1a", "FOGRA39", "Offset on coated paper")
X4 = replace(X1A, standard="x4")


def made(pdfx, *faces, version=(1, 4), **choice):
    book = replace(book_of(*(faces or (card(),)), **choice), pdfx=pdfx, version=version)
    return pikepdf.open(pikes(write_pdf(book)))


def test_x1a_names_its_standard_twice_and_its_condition_once():
    document = made(X1A)
    info = document.docinfo
    assert str(info.GTS_PDFXVersion) == str(info.GTS_PDFXConformance) == "PDF/X-1a:2003"
    assert (str(info.Trapped), str(info.Title)) == ("/False", "Test")
    assert str(info.CreationDate) == str(info.ModDate)
    (intent,) = document.Root.OutputIntents
    assert (str(intent.S), str(intent.OutputConditionIdentifier)) == ("/GTS_PDFX", "FOGRA39")
    assert str(intent.RegistryName) == "http://www.color.org"
    assert "/DestOutputProfile" not in intent
    assert "/Metadata" not in document.Root


def test_x4_says_so_in_xmp_and_has_the_same_facts_there():
    document = made(X4, version=(1, 6), title="Ärger & <Co>")
    assert document.pdf_version == "1.6"
    with document.open_metadata() as xmp:
        assert xmp["pdfxid:GTS_PDFXVersion"] == "PDF/X-4"
        assert xmp["dc:title"] == "Ärger & <Co>"
        assert xmp["pdf:Trapped"] == "False"
        assert xmp["xmp:CreateDate"].startswith("2000-01-01")
        assert xmp["xmpMM:DocumentID"].startswith("uuid:")
    assert "/GTS_PDFXConformance" not in document.docinfo


def test_the_ids_come_from_the_content():
    ids = []
    for number in (1, 1, 2):
        document = made(X4, card(number), version=(1, 6))
        with document.open_metadata() as xmp:
            ids.append((bytes(document.trailer.ID[0]), xmp["xmpMM:DocumentID"]))
    assert ids[0] == ids[1]
    assert ids[0][0] != ids[2][0]
    assert ids[0][1] != ids[2][1]


@pytest.mark.parametrize(("pdfx", "version"), [(X1A, (1, 4)), (X4, (1, 6))])
def test_a_profile_is_embedded_whole(pdfx, version):
    document = made(replace(pdfx, icc=Profile(icc_profile())), version=version)
    (intent,) = document.Root.OutputIntents
    assert intent.DestOutputProfile.read_bytes() == icc_profile()
    assert int(intent.DestOutputProfile.N) == 4
    assert str(intent.RegistryName) == "http://www.color.org"
    other = made(replace(pdfx, icc=Profile(icc_profile(tags=(b"A2B1", b"B2A1")))), version=version)
    assert bytes(other.trailer.ID[0]) != bytes(document.trailer.ID[0])


def test_a_condition_of_ones_own_is_in_no_registry():
    document = made(replace(X1A, condition="our press", icc=Profile(icc_profile()), registered=False))
    (intent,) = document.Root.OutputIntents
    assert str(intent.OutputConditionIdentifier) == "our press"
    assert "/RegistryName" not in intent
    assert str(intent.Info)


@pytest.mark.parametrize("pdfx", [X1A, X4])
def test_another_condition_is_another_file(pdfx):
    one, two = (made(replace(pdfx, condition=name)) for name in ("FOGRA39", "FOGRA51"))
    assert bytes(one.trailer.ID[0]) != bytes(two.trailer.ID[0])
