from dataclasses import replace

import pikepdf
import pytest
from defusedxml.ElementTree import fromstring as read
from PIL import Image
from press_drawings import deck, drawing, write

from deckgen.draw.drawing import Faces
from deckgen.errors import PressError
from deckgen.press.options import Options
from deckgen.press.target import load_target

HOME, PRESS = load_target("home"), load_target("press")


def test_a_deck_at_home_is_one_pdf_of_alternating_sheets(tmp_path):
    out = tmp_path / "new" / "cards.pdf"
    assert write(deck(54), HOME, out, Options(title="Deck", footer="1a2b")) == [out]
    with pikepdf.open(out) as document:
        assert [page.label for page in document.pages] == [f"{n} {s}" for n in range(1, 7) for s in ("front", "back")]
        assert [float(v) for v in document.pages[0].MediaBox] == pytest.approx([0, 0, 595.276, 841.89], abs=0.001)


def test_some_cards_for_a_print_shop(tmp_path):
    write(deck(5), PRESS, tmp_path / "cards.pdf", card_numbers=[3, 1])
    with pikepdf.open(tmp_path / "cards.pdf") as document:
        assert len(document.pages) == 4


@pytest.mark.parametrize("target", [HOME, PRESS])
def test_two_runs_write_the_same_bytes(tmp_path, target):
    one, two = (write(deck(12), target, tmp_path / name)[0].read_bytes() for name in ("a.pdf", "b.pdf"))
    assert one == two


def test_one_card_is_one_picture(tmp_path):
    assert write(deck(), HOME, tmp_path / "two.svg", card_numbers=[2]) == [tmp_path / "two.svg"]
    root = read((tmp_path / "two.svg").read_text())
    assert (root.get("width"), root.get("height")) == ("63.5mm", "88.9mm")
    write(deck(), PRESS, tmp_path / "two.png", card_numbers=[2])
    with Image.open(tmp_path / "two.png") as shown:
        assert shown.size == (825, 1125)


def test_a_folder_holds_every_face(tmp_path):
    files = write(deck(), HOME, tmp_path / "faces", format="svg")
    assert [file.name for file in files] == ["card-00.svg", "card-01.svg", "card-02.svg", "back.svg"]
    assert all(file.is_file() for file in files)


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        ({"card_numbers": [1, 7]}, "there is no card 7; the cards are 0 to 2"),
        ({"card_numbers": []}, "there are no cards"),
        ({"format": "gif"}, "'gif'.*pdf, svg, png"),
        ({"options": Options(flip="sideways")}, "sideways.*long-edge, short-edge"),
        ({"options": Options(order="random", ink="blue")}, "(?s)blue.*full, light.*random.*alternate"),
        ({"options": Options(paper="a0")}, "a4, letter"),
    ],
)
def test_what_cannot_be_done_is_refused_and_nothing_written(tmp_path, choice, told):
    with pytest.raises(PressError, match=told):
        write(deck(), HOME, tmp_path / "cards.pdf", **choice)
    assert list(tmp_path.iterdir()) == []


def test_many_cards_do_not_go_into_one_picture(tmp_path):
    with pytest.raises(PressError, match="--card"):
        write(deck(), HOME, tmp_path / "cards.svg")


def test_a_card_too_large_is_refused(tmp_path):
    face = drawing(width=400, height=500)
    giant = Faces((face,), face)
    with pytest.raises(PressError, match="does not fit on A4"):
        write(giant, HOME, tmp_path / "cards.pdf")


def test_reference_cards_are_faces_of_their_names_after_the_others(tmp_path):
    made = deck(2)
    rules, odds = drawing(), drawing()
    made = replace(made, references=(("rules", rules), ("odds", odds), ("rules", rules)))
    names = [path.name for path in write(made, PRESS, tmp_path / "all", format="svg")]
    assert names == [
        "card-00.svg", "card-01.svg", "reference-rules.svg", "reference-odds.svg", "reference-rules-2.svg", "back.svg",
    ]  # fmt: skip
    one = write(made, PRESS, tmp_path / "one", format="svg", card_numbers=[1])
    assert [path.name for path in one] == ["card-01.svg", "back.svg"]


@pytest.mark.parametrize(
    ("name", "labels"),
    [
        ("press", ["front 1", "back 1", "front 2", "back 2", "front 3", "back 3", "front 4", "back 4"]),
        (
            "drivethrucards",
            ["back 1", "front 1", "back 2", "front 2", "back 3", "front 3", "back 4", "front 4"],
        ),
        ("printninja", ["front 1", "front 2", "front 3", "front 4", "back"]),
    ],
)
def test_reference_cards_are_counted_by_print_shops_as_others_are(tmp_path, name, labels):
    made = deck(3)
    made = replace(made, references=(("rules", drawing(title="rules")),))
    (path,) = write(made, load_target(name), tmp_path / "cards.pdf")
    with pikepdf.open(path) as document:
        assert [page.label for page in document.pages] == labels
    die = replace(load_target(name), dieline=3.0)
    (path,) = write(made, die, tmp_path / "die.pdf")
    with pikepdf.open(path) as document:
        assert [page.label for page in document.pages] == [*labels, "dieline"]
