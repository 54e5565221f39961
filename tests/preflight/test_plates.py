import pytest

from deckgen.preflight.plates import PROCESS, Paint
from deckgen.preflight.resources import ColorSpace

CMYK, GOLD = ColorSpace("cmyk", "DeviceCMYK"), ColorSpace("spots", "Separation", ("/Gold",))


@pytest.mark.parametrize(
    ("paint", "laid"),
    [
        (Paint(CMYK, (0.5, 0, 0, 1)), (0.5, 0, 0, 1, 0)),
        (Paint(CMYK, (0.5, 0, 0, 1), over=True), (0.5, 0, 0, 1, None)),
        (Paint(CMYK, (0.5, 0, 0, 1), over=True, mode=1), (0.5, None, None, 1, None)),
        (Paint(GOLD, (0.5,)), (0, 0, 0, 0, 0.5)),
        (Paint(GOLD, (0.5,), over=True), (None, None, None, None, 0.5)),
        (Paint(ColorSpace("spots", "Separation", ("/All",)), (1.0,)), (0, 0, 0, 0, 0)),
        (Paint(), (0, 0, 0, 1, 0)),
        (Paint(ColorSpace("rgb", "DeviceRGB"), (1, 0, 0)), (None,) * 5),
    ],
)
def test_what_a_color_lays_on_each_plate(paint, laid):
    assert tuple(paint.ink_on(plate) for plate in (*PROCESS, "Gold")) == laid
