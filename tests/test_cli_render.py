import io
import re
import struct
import subprocess
import sys

import pikepdf
import pypdfium2
import pytest
from cli_fixtures import GAME, TABLETOP, contents, deck_bytes, refused, run, white_pictures

from deckgen.deck.audit.auditor import audit
from deckgen.deck.audit.summary import summary
from deckgen.deck.cards import read_deck
from deckgen.game import load

REFERENCES = len(load(GAME).references(load(GAME).deck()))
SHEETS = -(-(54 + REFERENCES) // 9) * 2  # fronts and backs


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder to work in that holds deck.json."""
    (tmp_path / "deck.json").write_bytes(deck_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def pages(content):
    with pikepdf.open(io.BytesIO(content)) as pdf:
        return [tuple(round(float(side) / 72 * 25.4) for side in page.mediabox[2:]) for page in pdf.pages]


def test_cards_for_a_home_printer_are_nine_a_sheet(folder):
    result = run("render", "deck.json", "-o", "new/cards.pdf")
    assert (result.stdout, result.stderr) == ("", "wrote new/cards.pdf\n")
    assert pages((folder / "new" / "cards.pdf").read_bytes()) == [(210, 297)] * SHEETS
    run("render", "deck.json", "--reference", "none", "-q", "-o", "cards.pdf")
    assert pages((folder / "cards.pdf").read_bytes()) == [(210, 297)] * 12


def test_paper_flip_and_offset_reach_the_sheets(folder):
    made = {}
    for options in ("", "--paper letter", "--flip short-edge", "--back-offset 0.5,-1"):
        run("render", "deck.json", *options.split(), "-q", "-o", "cards.pdf")
        made[options] = (folder / "cards.pdf").read_bytes()
    assert len(set(made.values())) == 4
    assert pages(made["--paper letter"]) == [(216, 279)] * SHEETS


def test_sheets_say_how_to_make_them_again(folder):
    run("render", "deck.json", "-o", "cards.pdf")
    with pikepdf.open(folder / "cards.pdf") as pdf:
        assert str(pdf.docinfo["/Title"]) == "Future Imperfect: Action Deck"


def test_cards_for_a_print_shop_are_a_page_a_face(folder):
    run("render", "deck.json", "--target", "press", "-o", "press.pdf")
    assert len(pages((folder / "press.pdf").read_bytes())) == 2 * (54 + REFERENCES)


def test_a_target_of_your_own_is_given_by_path(folder):
    (folder / "mine.yaml").write_text(
        "format: deckgen-target/1\ntitle: Mine\nimposition: face\nbleed: 0\norder: [front]\n"
    )
    run("render", "deck.json", "--target", "mine.yaml", "-o", ".")
    assert len(pages((folder / f"{GAME}-action-42-1-mine.pdf").read_bytes())) == 54 + REFERENCES


def test_one_card_is_one_picture(folder):
    run("render", "deck.json", "--card", "14", "-o", "card.svg")
    text = (folder / "card.svg").read_text(encoding="utf-8")
    assert re.search(r'<svg (?=[^>]*height="88\.9mm")[^>]*width="63\.5mm"', text)
    assert "<title>Action Deck 14, " in text
    run("render", "deck.json", "--card", "14", "--dpi", "100", "-o", "card.png")
    assert struct.unpack(">LL", (folder / "card.png").read_bytes()[16:24]) == (250, 350)


def test_pictures_of_all_cards_are_a_folder(folder):
    result = run("render", "deck.json", "--format", "svg", "-o", "faces")
    references = load(GAME).references(load(GAME).deck())
    names = {f"faces/card-{n:02}.svg" for n in range(54)} | {"faces/back.svg"}
    names |= {f"faces/reference-{card.name}.svg" for card in references}
    assert {f"wrote {name}" for name in names} == set(result.stderr.splitlines())
    assert set(contents(folder)) == names | {"deck.json"}


def test_a_card_tells_of_the_deck_after_the_reference_cards(folder):
    game, deck = load(GAME), read_deck(folder / "deck.json")
    found = summary(audit([deck.typed(game.deck())], game))
    for reference, count in (("all", REFERENCES), ("none", 0)):
        run(
            "render",
            "deck.json",
            "--target",
            "press",
            "--colophon-card",
            "--reference",
            reference,
            "-o",
            "p.pdf",
        )
        pdf = pypdfium2.PdfDocument(folder / "p.pdf")
        assert len(pdf) == 2 * (54 + count + 1)
        said = " ".join(pdf[len(pdf) - 2].get_textpage().get_text_range().split())
        assert f"{found.exact}/{found.cells}" in said
        assert deck.id.removeprefix("sha256:")[:12] in said


def test_a_folder_gets_a_predictable_name(folder):
    run("render", "deck.json", "--paper", "letter")
    run("render", "deck.json", "--target", "press", "-o", "output")
    stem = f"output/{GAME}-action-42-1"
    assert set(contents(folder)) == {"deck.json", f"{stem}-home-letter.pdf", f"{stem}-press.pdf"}


def test_one_file_goes_to_stdout(folder):
    run("render", "deck.json", "--card", "3", "-o", "card.svg")
    result = run("render", "deck.json", "--card", "3", "--format", "svg", "-o", "-")
    assert result.stdout_bytes == (folder / "card.svg").read_bytes()
    assert run("render", "deck.json", "-o", "-").stdout_bytes.startswith(b"%PDF-")


@pytest.mark.parametrize("options", ["-o faces.png", "-o faces.svg", "--format svg -o -"])
def test_all_cards_do_not_go_into_one_picture(options, folder):
    assert "one picture" in refused("render", "deck.json", *options.split(), code=2)
    assert list(contents(folder)) == ["deck.json"]


def told(*options):
    """What is said of exports for tabletops, but for the files' names."""
    result = run("render", "deck.json", *options)
    assert result.exit_code == 0
    return [line for line in result.stderr.splitlines() if not line.startswith("wrote ")]


def test_tabletops_get_a_folder_and_say_that_pictures_need_an_address(folder):
    result = run(*TABLETOP, "-o", "table")
    stem = f"{GAME}-action-42-1-tabletop-simulator"
    *wrote, warning = result.stderr.splitlines()
    assert {f"wrote table/{stem}{end}" for end in ("-1.png", "-back.png", ".json")} == set(wrote)
    assert result.exit_code == 0
    assert warning.startswith("warning: Tabletop Simulator loads pictures by whole addresses")
    assert f"{stem}-1.png is none" in warning
    assert "--url https://example.org/deck/" in warning
    place = warning.rsplit("--url ", 1)[1]
    assert place == f"{(folder / 'table').as_uri()}/"
    assert (folder / "table" / f"{stem}-1.png").as_uri().startswith(place)


@pytest.mark.usefixtures("folder")
def test_a_doubt_is_told_unless_all_is_to_be_quiet():
    options = ("--target", "home", "--url", "https://x.org/", "-o", "c.pdf")
    (warning,) = told(*options)
    assert warning.startswith("warning: --url does nothing here")
    assert told(*options, "-q") == []


@pytest.mark.usefixtures("folder")
def test_foundry_needs_no_address(monkeypatch):
    white_pictures(monkeypatch)
    assert told("--target", "foundry", "-o", "module.zip") == []


def test_a_target_of_pictures_is_no_pdf_but_draws_one_card(folder):
    assert "takes pictures" in refused(
        "render", "deck.json", "--target", "foundry", "--format", "pdf", "-o", "a.pdf"
    )
    run("render", "deck.json", "--target", "thegamecrafter", "--card", "1", "-o", "card.png")
    assert struct.unpack(">LL", (folder / "card.png").read_bytes()[16:24]) == (825, 1125)


def test_a_colophon_and_blank_cards_are_added(folder):
    run("render", "deck.json", "--blanks", "1", "--colophon", "-o", "cards.pdf")
    assert len(pages((folder / "cards.pdf").read_bytes())) == 15


def test_a_card_is_in_the_language_that_is_asked_for(folder):
    run("render", folder / "deck.json", "--language", "de", "--card", "14", "-q", "-o", folder / "card.svg")
    assert "TREFFERZONE" in (folder / "card.svg").read_text(encoding="utf-8")
    told = refused("render", folder / "deck.json", "--language", "fr", "-o", folder / "cards.pdf")
    assert 'not translated to "fr"; choose from en, de' in told


@pytest.mark.finding("F12")
def test_bytes_are_never_taken_for_text(tmp_path):
    (tmp_path / "deck.json").write_bytes(deck_bytes())
    strict = (
        sys.executable,
        "-bb",
        "-W",
        "error",
        "-m",
        "deckgen",
        "render",
        "deck.json",
        "--card",
        "1",
        "-o",
    )
    for name in ("a.pdf", "a.svg", "a.png"):
        done = subprocess.run([*strict, name], cwd=tmp_path, capture_output=True, text=True, check=False)  # noqa: S603  our own program
        assert (done.returncode, (tmp_path / name).exists()) == (0, True), done.stderr
