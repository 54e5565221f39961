"""A publisher's game from its folder to the box: landscape cards, suits of its own, pictures, a table, two languages."""

import csv
import json
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from cli_fixtures import run

from deckgen.draw.raster import read_picture

GAME = Path(__file__).parents[1] / "games" / "last-light"
PRINTED = {"keeper": 64, "events": 38}


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("last-light")
    run("build", GAME, "--deck", "all", "--seed", "first-winter", "-q", "-o", folder / "en")
    run("build", GAME, "--deck", "all", "--language", "es", "--seed", "first-winter", "-q", "-o", folder / "es")
    return folder


def _file(folder, name, ending, language="en"):
    return folder / language / name / f"last-light-{name}-first-winter-1{ending}"


@pytest.mark.parametrize("language", ["en", "es"])
def test_it_validates_without_a_warning(language):
    assert "warning" not in run("validate", GAME, "--language", language).stderr


def test_the_likelier_answer_is_never_the_worse_one(printed):
    deck = json.loads(_file(printed, "keeper", ".json").read_text(encoding="utf-8"))
    answers = [[card["sections"][name] == "yes" for name in ("likely", "even", "unlikely")] for card in deck["cards"]]
    assert len(answers) == PRINTED["keeper"]
    assert [sum(column) for column in zip(*answers, strict=True)] == [48, 32, 16]
    assert all(likely >= even >= unlikely for likely, even, unlikely in answers)


@pytest.mark.parametrize("name", PRINTED)
def test_press_files_are_clean_and_landscape(printed, name):
    path = _file(printed, name, "-press.pdf")
    run("preflight", "-q", path)
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == 2 * PRINTED[name]
        left, low, right, high = (float(side) for side in pdf.pages[0].TrimBox)
        assert (right - left, high - low) == pytest.approx((88.9 * 72 / 25.4, 63.5 * 72 / 25.4), abs=0.01)


def test_pictures_are_in_inks_once_each_and_fine_enough(printed):
    with pikepdf.open(_file(printed, "events", "-press.pdf")) as pdf:
        images = [
            image for image in pdf.objects if isinstance(image, pikepdf.Stream) and image.get("/Subtype") == "/Image"
        ]
    pictures = {
        row["art"]
        for row in csv.DictReader((GAME / "events.csv").read_text(encoding="utf-8").splitlines(keepends=True))
    }
    assert len(images) == len(pictures) == 6
    assert {str(image.ColorSpace) for image in images} == {"/DeviceCMYK"}
    heights = [read_picture(picture, GAME).height for picture in pictures]
    assert min(heights) / (63.5 + 2 * 3.175) * 25.4 >= 300


@pytest.mark.parametrize(("language", "expected"), [("en", "Moth against the glass"), ("es", "Polilla en el cristal")])
def test_the_night_deck_is_in_both_languages(printed, language, expected):
    pdf = pypdfium2.PdfDocument(_file(printed, "events", "-cards-a4.pdf", language))
    text = " ".join(pdf[0].get_textpage().get_text_range().split())
    assert expected in text
    page = _file(printed, "events", "-play.html", language).read_text(encoding="utf-8")
    assert f'<html lang="{language}"' in page


def test_one_box_holds_both_decks_in_any_order(printed, tmp_path):
    decks = [_file(printed, name, ".json") for name in PRINTED]
    sizes = []
    for number, order in enumerate((decks, decks[::-1])):
        target = tmp_path / f"{number}.pdf"
        run("box", *order, "--game", GAME, "--target", "press", "-q", "-o", target)
        run("preflight", "-q", target)
        with pikepdf.open(target) as pdf:
            sizes.append([float(side) for side in pdf.pages[0].TrimBox])
    assert sizes[0] == sizes[1]
