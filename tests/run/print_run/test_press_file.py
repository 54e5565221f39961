import json
import re

import pikepdf
import pytest
from cli_fixtures import refused, run
from press_drawings import pikes
from pypdf import PdfReader
from run_folders import PRINTED, lay, whole

from deckgen.run.print_run.manifest import read_manifest, write_manifest


@pytest.fixture
def folder(tmp_path):
    return lay(tmp_path / "run", whole(PRINTED))


def test_a_run_is_one_file_with_a_part_for_each_of_its_decks(folder, tmp_path):
    out = tmp_path / "run.pdf"
    run("render", folder, "--target", "pdfvt", "-q", "-o", out)
    with pikepdf.open(out) as document:
        (decks,) = document.Root.DPartRoot.DPartRootNode.DParts
        said = [deck.DPM for deck in decks]
        assert [int(each.deckgen_Number) for each in said] == [*range(1, len(said) + 1)]
        assert len(said) > 1
        pages = len(document.pages)
    run("render", folder, "--target", "pdfvt", "--decks", "2-", "-q", "-o", tmp_path / "some/")
    (some,) = (tmp_path / "some").iterdir()
    with pikepdf.open(some) as document:
        assert len(document.pages) == pages * (len(said) - 1) // len(said)
        assert document.pages[0].label.endswith("-2, front 1")


@pytest.mark.finding("R7")
@pytest.mark.parametrize("wrong", [None, 5, {"cells": "x"}, {"largest_tail_error_cards": "1e999999999"}])
def test_a_forged_manifest_breaks_no_card(folder, tmp_path, wrong):
    found = read_manifest(folder / "manifest.json")
    first, *others = found.entries
    audit = first["audit"] | wrong if isinstance(wrong, dict) else wrong
    facts = {**found.facts, "made": {"spec_sha256": found.facts["made"]["spec_sha256"]}}
    write_manifest(found.path, facts, [{**first, "audit": audit}, *others])
    call = ("render", folder, "--target", "pdfvt", "-q", "-o", tmp_path / "run.pdf")
    assert "decks[0].audit: is not the summary of an audit; delete" in refused(*call, "--colophon-card")
    run(*call)


def test_one_deck_is_a_file_of_one_part(folder):
    deck = next(folder.glob("*-1.json"))
    data = run("render", deck, "--target", "pdfvt", "-q", "-o", "-").stdout_bytes
    again = run("render", folder, "--target", "pdfvt", "--decks", "1", "-q", "-o", "-").stdout_bytes
    with pikepdf.open(pikes(data)) as one, pikepdf.open(pikes(again)) as same:
        ids = [str(file.Root.DPartRoot.DPartRootNode.DParts[0][0].DPM.deckgen_Id) for file in (one, same)]
        assert ids[0] == ids[1]
        assert len(one.pages) == len(same.pages)


def test_cards_of_all_decks_lie_on_sheets_in_their_order(folder, tmp_path):
    """Stacked, the first places of the sheets are the first deck, and the last ones end with the last."""
    out = tmp_path / "out/"
    said = (
        "--flip",
        "none",
        "--reference",
        "none",
        "--arrange",
        "stack",
        "--decks",
        "1-2",
        "-q",
        "-o",
        f"{out}/",
    )
    run("render", folder, "--target", "press-sheet", *said)
    (file,) = out.iterdir()
    assert file.name.endswith("-1-2-press-sheet-sra3.pdf")
    with pikepdf.open(file) as document:
        sheets = len(document.pages)
    cards = [len(json.loads(deck.read_text())["cards"]) for deck in sorted(folder.glob("*-[12].json"))]
    assert sheets == -(-sum(cards) // 18)
    first = PdfReader(file).pages[0].extract_text()
    assert {deck for _, deck in re.findall(r"(\d+) · (\d)/2", first)} == {"1", "2"}


def test_what_cannot_be_is_refused(folder, tmp_path):
    out = tmp_path / "run.pdf"
    render = ("render", folder, "--target")
    assert "asks for deck 900" in refused(*render, "pdfvt", "--decks", "900-", "-o", out)
    assert "asks for deck 3; choose from 1-2" in refused(*render, "pdfvt", "--decks", "2-9", "-o", out)
    assert "pdfvt" in refused(*render, "press", "-o", out)
    refused(*render, "pdfvt", "-o", tmp_path / "run.svg", code=2)
    refused(*render, "pdfvt", "--decks", "9-3", "-o", out, code=2)
    deck = next(folder.glob("*-1.json"))
    assert "the folder of a run" in refused("render", deck, "--decks", "1", "-o", out, code=2)
    assert not out.exists()
