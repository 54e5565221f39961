import struct
from dataclasses import replace

import pytest
from export_decks import small
from press_drawings import BLACK, drawing, rect, shaped

from deckgen.errors import PressError
from deckgen.export import picture_files
from deckgen.press.target import load_target

TARGET = replace(load_target("thegamecrafter"), dpi=36, sizes=())


def test_numbers_have_as_many_digits_as_the_last():
    _, faces = small(12)
    names = [name for name, _ in picture_files(faces.fronts, faces.back, TARGET)]
    assert names[:2] == ["card-01.png", "card-02.png"]
    assert names[-2:] == ["card-12.png", "back.png"]


def test_every_back_is_the_same_picture():
    _, faces = small(3)
    target = replace(TARGET, files=("f/{number}.png", "b/{number}.png"))
    made = dict(picture_files(faces.fronts, faces.back, target))
    assert len({made[f"b/{n}.png"] for n in (1, 2, 3)}) == 1
    assert len({made[f"f/{n}.png"] for n in (1, 2, 3)}) == 3


def test_too_little_bleed_is_refused():
    with pytest.raises(PressError, match=r"bleed is 1 mm.*needs 3\.175 mm"):
        list(picture_files([drawing(bleed=1)], drawing(), TARGET))


@pytest.mark.parametrize("service", ["thegamecrafter", "makeplayingcards"])
def test_pictures_have_exactly_the_pixels_of_the_service(service):
    target = load_target(service)
    for size in target.sizes:
        card = shaped(size.shape, size.width + 0.2, size.height - 0.2)
        (_, picture), *_ = picture_files([card], card, target)
        assert struct.unpack(">II", picture[16:24]) == size.pixels


def test_cards_that_lie_are_turned_fronts_to_the_right_and_backs_to_the_left():
    target = load_target("thegamecrafter")
    mark = rect(-3.175, -3.175, 95.25, 10, fill=BLACK)  # along the upper edge
    upright = [
        drawing(rect(56.675, -3.175, 10, 95.25, fill=BLACK)),
        drawing(rect(-3.175, -3.175, 10, 95.25, fill=BLACK)),
    ]
    lying = drawing(mark, width=88.9, height=63.5)
    turned = [picture for _, picture in picture_files([lying], lying, target)]
    assert turned == [picture for _, picture in picture_files(upright[:1], upright[1], target)]


def test_a_layout_of_another_size_is_refused():
    tarot = drawing(width=70, height=120)
    with pytest.raises(PressError, match=r"prints no cards of 70 × 120 mm; it prints poker .*tarot 69.85 × 120.65"):
        list(picture_files([tarot], tarot, load_target("thegamecrafter")))
