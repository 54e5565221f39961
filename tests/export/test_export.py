import io
import zipfile
from dataclasses import replace

import pytest
from export_decks import export, small
from PIL import Image

from deckgen.errors import PressError
from deckgen.press.options import Options
from deckgen.press.target import load_target

DECK, FACES = small()


@pytest.mark.parametrize(
    ("target", "size", "names"),
    [
        ("thegamecrafter", (825, 1125), ["card-1.png", "card-2.png", "card-3.png", "card-4.png", "back.png"]),
        (
            "makeplayingcards",
            (822, 1122),
            [f"{side}/{n}.png" for side in ("fronts", "backs") for n in (1, 2, 3, 4)],
        ),
    ],
)
def test_services_get_a_zip_of_pictures_of_their_size(tmp_path, target, size, names):
    (path,) = export(FACES, DECK, load_target(target), tmp_path, Options(), stem="deck")
    assert path == tmp_path / "deck.zip"
    with zipfile.ZipFile(path) as archive:
        assert archive.namelist() == names
        for name in names:
            picture = Image.open(io.BytesIO(archive.read(name)))
            assert (picture.size, picture.mode) == (size, "RGB")
            assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)


@pytest.mark.parametrize("target", ["thegamecrafter", "foundry", "tabletop-simulator"])
def test_two_runs_write_the_same_bytes(tmp_path, target):
    runs = [export(FACES, DECK, load_target(target), tmp_path / f"{run}.zip", Options()) for run in (1, 2)]
    one, two = (paths[0].read_bytes() for paths in runs)
    assert one == two


def test_a_folder_is_written_where_the_target_takes_no_zip(tmp_path):
    paths = export(FACES, DECK, load_target("tabletop-simulator"), tmp_path, Options(), stem="deck")
    assert [path.name for path in paths] == ["deck-1.png", "deck-back.png", "deck.json"]
    assert all(path.is_file() for path in paths)


def test_blank_cards_and_light_ink_are_exported_too(tmp_path):
    options = Options(blanks=2, ink="light")
    (path,) = export(FACES, DECK, load_target("thegamecrafter"), tmp_path, options)
    with zipfile.ZipFile(path) as archive:
        assert len(archive.namelist()) == 7
        blank = Image.open(io.BytesIO(archive.read("card-6.png")))
        assert blank.getextrema() == ((255, 255),) * 3


def test_a_pdf_is_no_export(tmp_path):
    with pytest.raises(PressError, match="is a PDF"):
        export(FACES, DECK, load_target("home"), tmp_path, Options())


@pytest.mark.parametrize("target", ["thegamecrafter", "makeplayingcards"])
def test_reference_cards_are_cards_to_services(tmp_path, target):
    faces = replace(FACES, references=(("rules", FACES.fronts[0]), ("colophon", FACES.fronts[1])))
    small_target = replace(load_target(target), dpi=36, sizes=())
    counts = []
    for each in (FACES, faces):
        folder = tmp_path / str(len(each.all_fronts))
        (path,) = export(each, DECK, small_target, folder, Options(title="Deck"))
        names = zipfile.ZipFile(path).namelist()
        counts.append(sum(name.endswith(".png") and "back" not in name for name in names))
    assert counts == [4, 6]
