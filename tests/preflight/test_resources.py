import pikepdf
import pytest
from hypothesis import given, strategies as st

from deckgen.preflight.resources import space_of

FUNCTION = pikepdf.Dictionary(FunctionType=2)


def separation(name, base=pikepdf.Name.DeviceCMYK):
    return pikepdf.Array([pikepdf.Name.Separation, name, base, FUNCTION])


def test_registration_counts_as_no_ink():
    function = pikepdf.Dictionary(FunctionType=2)
    space = pikepdf.Array([pikepdf.Name.Separation, pikepdf.Name.All, pikepdf.Name.DeviceCMYK, function])
    assert space_of(space, None).ink_percent((1.0,)) == 0
    assert space_of(pikepdf.Name.DeviceCMYK, None).ink_percent((0.5, 0.25, 0, 1)) == 175
    assert space_of(pikepdf.Name.DeviceGray, None).ink_percent((0.25,)) == 75


@given(st.lists(st.floats(0, 1), min_size=4, max_size=4))
def test_cmyk_lays_the_sum_of_its_plates(values):
    assert space_of(pikepdf.Name.DeviceCMYK, None).ink_percent(values) == pytest.approx(100 * sum(values))


def test_what_is_no_ink_is_told_however_deep_it_lies():
    indexed = pikepdf.Array([pikepdf.Name.Indexed, separation(pikepdf.Name.Gold, pikepdf.Name.DeviceRGB), 1, b""])
    assert space_of(indexed, None).problems() == ["DeviceRGB is not an ink"]
    assert space_of(separation(pikepdf.Name.Gold), None).problems() == []
    assert space_of(pikepdf.Array([pikepdf.Name.Lab]), None).problems() == ["Lab is not an ink"]


def test_a_name_may_be_that_of_a_resource_but_never_hides_a_device_space():
    resources = pikepdf.Dictionary(ColorSpace=pikepdf.Dictionary(S1=separation(pikepdf.Name.Gold)))
    assert space_of(pikepdf.Name.S1, resources).names == ("/Gold",)
    assert space_of(pikepdf.Name.S2, resources).kind == "independent"
    assert space_of(pikepdf.Name.DeviceGray, resources).kind == "gray"
