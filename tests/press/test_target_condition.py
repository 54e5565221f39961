from dataclasses import replace

import pikepdf
import pytest
from press_drawings import card, pikes

from deckgen.errors import PressError
from deckgen.press.imposition.impose import impose
from deckgen.press.options import Options
from deckgen.press.pdf.writer import write_pdf
from deckgen.press.target import load_target, with_condition

PRESS, RUN = load_target("press"), load_target("pdfvt")


def test_a_print_may_name_another_condition_and_embed_its_profile():
    book = impose([card(1)], card(9), PRESS, Options(condition="FOGRA51"))
    document = pikepdf.open(pikes(write_pdf(book)))
    (intent,) = document.Root.OutputIntents
    assert (str(intent.OutputConditionIdentifier), str(intent.RegistryName)) == ("FOGRA51", "http://www.color.org")
    assert "PSO Coated v3" in str(intent.OutputCondition)
    assert "/DestOutputProfile" not in intent
    book = impose([card(1)], card(9), PRESS, Options(icc="fogra39.icc"))
    document = pikepdf.open(pikes(write_pdf(book)))
    (intent,) = document.Root.OutputIntents
    assert str(intent.OutputConditionIdentifier) == "FOGRA39"
    assert intent.DestOutputProfile.read_bytes()[36:40] == b"acsp"


def test_a_condition_keeps_the_profile_only_if_it_is_the_targets():
    assert with_condition(RUN, "FOGRA39", "") == RUN
    assert with_condition(PRESS, "", "fogra39.icc").pdfx.icc == RUN.pdfx.icc
    other = with_condition(RUN, "My press", "fogra39.icc").pdfx
    assert (other.condition, other.registered, other.about) == ("My press", False, "My press")


@pytest.mark.parametrize(
    ("target", "condition", "icc", "message"),
    [
        (PRESS, "FOGRA5", "", 'FOGRA5 needs its ICC profile here; did you mean "FOGRA5'),
        (RUN, "FOGRA51", "", "FOGRA51 needs its ICC profile here; embed it with --icc FILE"),
        (load_target("home"), "FOGRA51", "", "the target home is no PDF/X.*choose --target press"),
        (PRESS, "", "missing.icc", "missing.icc: cannot be read"),
    ],
)
def test_wrong_conditions_and_profiles_are_refused_with_a_remedy(target, condition, icc, message):
    with pytest.raises(PressError, match=message):
        with_condition(target, condition, icc)


def test_a_profile_of_a_screen_is_refused(tmp_path):
    file = tmp_path / "screen.icc"
    file.write_bytes(bytes(12) + b"mntrRGB XYZ " + bytes(12) + b"acsp" + bytes(100))
    with pytest.raises(PressError, match="not for printing in CMYK"):
        with_condition(replace(PRESS), "", str(file))
