from itertools import pairwise

import pikepdf
import pytest
from part_damage import DAMAGES, parts_file
from preflight_files import EXCHANGE

from deckgen.preflight import preflight
from deckgen.preflight.parts import record_ranges


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    return parts_file(tmp_path_factory.mktemp("parts"))


def harmed(good, path, harm):
    with pikepdf.open(good) as document:
        harm(document)
        document.save(path)
    return path


def test_a_file_with_document_parts_has_nothing_to_mend(good):
    assert preflight(good).findings == ()
    assert preflight(good, EXCHANGE).findings == ()
    assert "PDF/X-4 and PDF/VT-1" in preflight(good).rules


@pytest.mark.parametrize("name", DAMAGES)
def test_every_damage_is_found(good, tmp_path, name):
    rules, harm = DAMAGES[name]
    found = preflight(harmed(good, tmp_path / "bad.pdf", harm)).findings
    told = {finding.rule for finding in found}
    assert rules <= told, found
    assert {rule.partition(".")[0] for rule in told} == {"parts"}


def without_a_page(pdf):
    """One deck loses its last back: the pages of the next one must not be counted wrong for that."""
    del pdf.pages[5]
    one, two = pdf.Root.DPartRoot.DPartRootNode.DParts[0]
    one.End = pdf.pages[4].obj
    assert two.Start.objgen == pdf.pages[5].obj.objgen


def test_fronts_and_backs_are_counted_deck_by_deck(good, tmp_path):
    found = preflight(harmed(good, tmp_path / "bad.pdf", without_a_page), EXCHANGE).findings
    assert [(finding.rule, finding.page) for finding in found] == [("order.pairs", 0)]


def deeper(pdf):
    """Each deck becomes three sheets of two pages."""
    root = pdf.Root.DPartRoot
    root.NodeNameList.append(pikepdf.Name.Card)
    for deck in root.DPartRootNode.DParts[0]:
        first = next(n for n, page in enumerate(pdf.pages) if page.obj.objgen == deck.Start.objgen)
        sheets = []
        for begin, end in pairwise(range(first, first + 7, 2)):
            sheet = pikepdf.Dictionary(Type=pikepdf.Name.DPart, Parent=deck, Start=pdf.pages[begin].obj)
            sheet.End = pdf.pages[end - 1].obj
            sheets.append(pdf.make_indirect(sheet))
            for page in pdf.pages[begin:end]:
                page.obj.DPart = sheets[-1]
        del deck.Start, deck.End
        deck.DParts = pikepdf.Array([pikepdf.Array(sheets)])


def test_a_deck_may_have_parts_of_its_own(good, tmp_path):
    path = harmed(good, tmp_path / "deep.pdf", deeper)
    assert preflight(path, EXCHANGE).findings == ()
    with pikepdf.open(path) as document:
        assert record_ranges(document) == [range(1, 7), range(7, 13)]
