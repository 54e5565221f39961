import re

import pypdfium2
import pytest
from cli_fixtures import refused, run

from deckgen.cli.program import program


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
    assert (
        file.read_text().count("POLYLINE") == 4
    )  # 54 cards and 4 of rules: the first six sheets have nine each
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
        (["--sheet", "9"], "there is no sheet 9; the sheets are 1 to 7"),
        (["--paper", "60x80"], "does not fit on 60 × 80 mm; cards up to"),
        (["--target", "rayfilm-2525k"], "labels of 25.0 × 25.0 mm; take avery-5168 or avery-l7165"),
    ],
)
def test_what_cannot_be_cut_is_told(deck, said, told):
    assert told in refused("cut", deck, *said)


def test_every_option_of_printing_is_one_of_cutting():
    cut, render = (
        {name for each in program.commands[c].params for name in each.opts} for c in ("cut", "render")
    )
    assert render - cut == {"--card", "--decks", "--dpi", "--url", "--language"}
