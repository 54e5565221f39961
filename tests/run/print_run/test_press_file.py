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


THEME = """
extends: west
back: {ground: ground, emblem_ink: none, pattern: {kind: sand, ink: ink, stone_ink: ink}}
"""


def test_a_run_has_one_back_or_one_a_deck_as_its_manifest_says(tmp_path):
    layout = tmp_path / "sand.yaml"
    layout.write_text(THEME, encoding="utf-8")
    look, backs = ("--layout", layout, "-q"), {}
    for name, more in (("one", ()), ("own", ("--own-backs",))):
        folder = tmp_path / name
        press = (*look, "--target", "press")
        run("batch", "west-that-wasnt", "--count", 2, "--seed", "b", *press, *more, "-o", folder)
        made = json.loads((folder / "manifest.json").read_text())["made"]
        assert made.get("own_backs", False) == bool(more)
        first, second = backs[name] = [drawn_backs(path.read_bytes())[0] for path in sorted(folder.glob("*-press.pdf"))]
        alone = run("render", next(folder.glob("*-2.json")), *press, *more, "-o", "-").stdout_bytes
        assert drawn_backs(alone)[0] == second
        job = drawn_backs(run("render", folder, *look, "--target", "pdfvt", "-o", "-").stdout_bytes)
        assert [job[0], job[-1]] == [first, second]
        sheets = drawn_backs(run("render", folder, *look, "--target", "press-sheet", "-o", "-").stdout_bytes)
        assert {first, second} == {*sheets}
    assert backs["one"][0] == backs["one"][1]
    assert backs["own"][0] != backs["own"][1]


def test_a_run_with_a_back_for_each_deck_is_verified(tmp_path):
    folder = tmp_path / "run"
    run("batch", "rough-magic", "--count", 2, "--seed", "b", "--target", "press", "--own-backs", "-q", "-o", folder)
    run("verify", folder, "-q")


def drawn_backs(data):
    """The longest content that each page of backs draws: the back's."""
    with pikepdf.open(pikes(data)) as document:
        pages = [page for page in document.pages if "back" in str(page.label)]
        return [
            max((form.read_bytes() for form in page.Resources.get("/XObject", {}).values()), key=len) for page in pages
        ]
