import io
import json
import re
import struct
import subprocess
import sys

import click
import pikepdf
import pypdfium2
import pytest
from cli_fixtures import GAME, TABLETOP, contents, deck_bytes, refused, run, white_pictures
from click.testing import CliRunner

from deckgen.cli.program import program
from deckgen.cli.render import PRINTING
from deckgen.deck.audit.auditor import audit
from deckgen.deck.audit.summary import summary
from deckgen.deck.cards import read_deck
from deckgen.errors import PressError
from deckgen.game import read_game
from deckgen.language import Language
from deckgen.library.cards import print_options

REFERENCES = len(read_game(GAME).reference_cards_for(read_game(GAME).deck()))
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
    references = read_game(GAME).reference_cards_for(read_game(GAME).deck())
    names = {f"faces/card-{n:02}.svg" for n in range(54)} | {"faces/back.svg"}
    names |= {f"faces/reference-{card.name}.svg" for card in references}
    assert {f"wrote {name}" for name in names} == set(result.stderr.splitlines())
    assert set(contents(folder)) == names | {"deck.json"}


def test_a_card_tells_of_the_deck_after_the_reference_cards(folder):
    game, deck = read_game(GAME), read_deck(folder / "deck.json")
    found = summary(audit([deck.check_against(game.deck())], game))
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


def test_a_back_for_a_party_is_of_heroes_decks_alone(folder):
    assert "it is nobody's own deck" in refused("render", "deck.json", "--party-back")
    (folder / "run").mkdir()
    assert "--party-back is for a hero's own deck" in refused("render", "run", "--party-back", code=2)


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
    assert warning.startswith("warning: Tabletop Simulator loads pictures by full addresses")
    assert f"{stem}-1.png is not one" in warning
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
    assert "needs pictures" in refused("render", "deck.json", "--target", "foundry", "--format", "pdf", "-o", "a.pdf")
    run("render", "deck.json", "--target", "thegamecrafter", "--card", "1", "-o", "card.png")
    assert struct.unpack(">LL", (folder / "card.png").read_bytes()[16:24]) == (825, 1125)


def test_a_colophon_and_blank_cards_are_added(folder):
    run("render", "deck.json", "--blanks", "1", "--colophon", "-o", "cards.pdf")
    assert len(pages((folder / "cards.pdf").read_bytes())) == 15


def test_a_card_is_in_the_language_that_is_asked_for(folder):
    run("render", folder / "deck.json", "--language", "de", "--card", "14", "-q", "-o", folder / "card.svg")
    assert "WIRKUNG" in (folder / "card.svg").read_text(encoding="utf-8")
    told = refused("render", folder / "deck.json", "--language", "fr", "-o", folder / "cards.pdf")
    assert 'not translated to "fr"; choose from en, de' in told


@pytest.fixture(scope="module")
def deck(tmp_path_factory):
    path = tmp_path_factory.mktemp("deck") / "deck.json"
    run("generate", "future-imperfect", "--seed", "42", "-q", "-o", path)
    return path


def test_a_full_sheet_goes_to_stdout_and_what_fits_is_told(deck):
    result = run("cut", deck)
    assert result.stdout.count("<path") == 8
    assert result.stderr == "3 × 3 cards on A4, upright; 7 sheets\n"


def test_the_last_sheet_has_fewer_cuts_and_dxf_goes_into_a_folder(deck, tmp_path):
    run("cut", deck, "--sheet", "7", "--corner", "3", "--format", "dxf", "-q", "-o", f"{tmp_path}/out/")
    (file,) = (tmp_path / "out").iterdir()
    assert file.name == "future-imperfect-action-42-1-cut.dxf"
    assert file.read_text().count("POLYLINE") == 6  # 54 cards and 6 of rules: the first six sheets have nine each
    alone = run("cut", deck, "--reference", "none", "--sheet", "6", "--corner", "3").stdout
    assert alone.count("<path") == 9


def test_lines_meet_a_printed_sheet_with_the_same_options(deck, tmp_path):
    """The dark ground of the cards begins and ends where the outer cuts are, as there is no bleed."""
    said = ["--paper", "320x450mm", "--gutter", "4", "--bleed", "0", "--registration", "silhouette"]
    out = tmp_path / "sheet.pdf"
    run("render", deck, *said, "--reference", "none", "--flip", "none", "-q", "-o", out)
    cuts = run("cut", deck, *said).stdout
    width, height = map(float, re.search(r'viewBox="0 0 (\S+) (\S+)"', cuts).groups())
    page = pypdfium2.PdfDocument(out)[0]
    assert [length * 25.4 / 72 for length in page.get_size()] == pytest.approx([width, height], abs=0.01)
    corners = [tuple(map(float, each)) for each in re.findall(r"M(\S+) (\S+) H(\S+) V(\S+)", cuts)]
    assert len(corners) == 18
    picture = page.render(scale=254 / 72, grayscale=True).to_numpy()
    for left, top, right, bottom in corners[:: len(corners) - 1]:
        for x, y in ((left, top), (right, bottom)):
            inwards = 3 if (x, y) == (left, top) else -3
            at = round(x * 10), round(y * 10)
            assert picture[at[1] + inwards, at[0] + inwards] < 90
            assert picture[at[1] - inwards, at[0] - inwards] == 255


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (["--target", "press"], "prints no sheets of cards; choose home or press-sheet"),
        (["--sheet", "9"], "there is no sheet 9; choose from 1 to 7"),
        (["--paper", "60x80"], "does not fit on 60 × 80 mm; cards up to"),
        (["--target", "rayfilm-2525k"], "labels of 25.0 × 25.0 mm; use avery-5168 or avery-l7165"),
    ],
)
def test_what_cannot_be_cut_is_told(deck, said, told):
    assert told in refused("cut", deck, *said)


def test_every_option_of_printing_is_one_of_cutting():
    cut, render = ({name for each in program.commands[c].params for name in each.opts} for c in ("cut", "render"))
    kept = {"--card", "--since", "--decks", "--dpi", "--url", "--language", "--site", "--own-backs", "--party-back"}
    assert render - cut == kept


@click.command()
@PRINTING
def show(**values):
    """Print what was chosen."""
    facts = (("a", "b"),) if values.pop("colophon") else ()
    chosen = print_options("T", Language(), colophon=facts, **values)
    click.echo(json.dumps([chosen.flip, chosen.back_offset, chosen.back_rotate, chosen.gutter, chosen.colophon]))


def shown(*arguments):
    result = CliRunner().invoke(show, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


@pytest.fixture
def office(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKGEN_CONFIG", str(tmp_path))
    run("calibrate", "--printer", "office", "--set", "0.5,-1", "--tilt", "0.5")


def test_nothing_chosen_is_the_defaults():
    assert shown() == ["long-edge", [0, 0], 0, None, []]


@pytest.mark.usefixtures("office")
def test_a_printer_brings_what_was_kept_for_it():
    _, offset, rotate, _, _ = shown("--printer", "office")
    assert offset == [0.5, -1]
    assert rotate > 0


@pytest.mark.usefixtures("office")
def test_what_is_said_goes_before_what_was_kept():
    assert shown("--printer", "office", "--back-offset", "0,0", "--back-rotate", "0")[1:3] == [[0, 0], 0]


def test_the_rest_is_handed_on():
    assert shown("--gutter", "3", "--flip", "gutterfold", "--colophon")[0::3] == ["gutterfold", 3]
    assert shown("--colophon")[4] == [["a", "b"]]


@pytest.mark.usefixtures("office")
def test_an_unknown_printer_is_told():
    with pytest.raises(PressError, match="there is no saved printer 'cellar'; choose from office, or set it again"):
        shown("--printer", "cellar")


@pytest.mark.finding("R1")
@pytest.mark.parametrize("option", ["--bleed", "--gutter", "--back-rotate", "--back-offset"])
@pytest.mark.parametrize("value", ["nan", "-inf", "1e308", "1e309", "²", "9" * 5000])
def test_lengths_and_angles_are_finite_and_within_range(option, value):
    value = f"0,{value}" if option == "--back-offset" else value
    result = CliRunner().invoke(show, [option, value], catch_exceptions=False)
    assert result.exit_code == 2
    assert f"Invalid value for '{option}'" in result.stderr


def test_a_shift_is_as_far_as_a_printer_may_be_off():
    assert shown("--back-offset", "50,-50")[1] == [50, -50]
    result = CliRunner().invoke(show, ["--back-offset", "50.5,0"], catch_exceptions=False)
    assert "'50.5,0' is more than 50 mm" in result.stderr


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
