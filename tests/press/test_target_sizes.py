import pytest
from press_drawings import drawing

from deckgen.errors import PressError
from deckgen.press.target import PrintedSize, Target

POKER, MINI = PrintedSize("poker", 63.5, 88.9, (825, 1125)), PrintedSize("mini", 44.45, 63.5)
SHOP = Target("shop", "The Shop", "pictures", 3, sizes=(POKER, MINI))


def test_a_card_may_be_a_little_off():
    for width, height in ((63.5, 88.9), (63.3, 89.1)):
        assert SHOP.size_of(drawing(width=width, height=height)) is POKER
    assert Target("any", "Any", "face", 3).size_of(drawing(width=70, height=120)) is None


@pytest.mark.parametrize("size", [(63, 88), (63.5, 89.2), (89.2, 63.5)])
def test_a_card_of_another_size_is_refused_with_those_there_are(size):
    card = drawing(width=size[0], height=size[1], title="ace")
    with pytest.raises(
        PressError, match=r"^ace: The Shop prints no cards of .* poker 63.5 × 88.9 mm \(825 × 1125 px\), mini"
    ):
        SHOP.size_of(card)
    with pytest.raises(PressError, match=r"choose another --target: .*press"):
        SHOP.size_of(card)
    open_shop = Target("shop", "The Shop", "pictures", 3, sizes=SHOP.sizes, other_sizes=True)
    assert open_shop.size_of(card) is None


def test_sizes_are_told_in_a_row():
    assert ", ".join(map(str, SHOP.sizes)) == "poker 63.5 × 88.9 mm (825 × 1125 px), mini 44.45 × 63.5 mm"
