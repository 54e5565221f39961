import pikepdf
import pytest

from deckgen.preflight.interpreter import OPERATOR_NAMES, Interpreter, check_pages
from deckgen.preflight.rules import Rules
from deckgen.preflight.surface import State, Surface

RULES = Rules("strict", ink_limit=100)


def ran(content, resources=None):
    """The state after operators, and what was found in them."""
    surface, document = Surface(RULES), pikepdf.new()
    stream = document.make_stream(content)
    interpreter = Interpreter(surface, resources, State(), 0)
    interpreter.run(surface.operators(stream, OPERATOR_NAMES))
    return interpreter, [finding.message for finding in surface.findings]


def test_a_state_is_saved_and_restored():
    interpreter, found = ran(b"q 2 0 0 2 5 5 cm 3 w 0 0 0 1 k Q")
    assert interpreter.state == State()
    assert found == []


def test_matrices_are_multiplied_from_within():
    interpreter, _ = ran(b"2 0 0 2 10 0 cm 1 0 0 1 5 0 cm")
    assert interpreter.state.matrix == (2, 0, 0, 2, 20, 0)


def test_a_color_is_looked_at_when_it_is_painted_with():
    assert ran(b"1 1 0 0 k")[1] == []
    assert len(ran(b"1 1 0 0 k 0 0 1 1 re f")[1]) == 1
    assert ran(b"1 0 0 RG 0 0 1 1 re f")[1] == []
    assert ran(b"1 0 0 RG 0 0 1 1 re s")[1] == ["DeviceRGB is not an ink"]


@pytest.mark.parametrize("content", [b"(x) w", b"1 cm", b"/Nothing Tf", b"Tj"])
def test_values_that_make_no_sense_are_found_and_the_rest_is_run(content):
    interpreter, found = ran(content + b" 7 Tc")
    assert len(found) == 1
    assert "invalid values" in found[0]
    assert interpreter.state.spacing == 7


def test_text_without_a_font_is_found():
    assert ran(b"BT (x) Tj ET")[1] == ["text is set without a font"]


def test_a_form_in_itself_ends():
    document = pikepdf.new()
    page = document.add_blank_page()
    form = document.make_stream(b"/F Do 1 0 0 rg 0 0 1 1 re f", Subtype=pikepdf.Name.Form)
    form.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(F=form))
    page.Resources = form.Resources
    page.Contents = document.make_stream(b"/F Do")
    assert {finding.message for finding in check_pages(document, RULES)} == {"DeviceRGB is not an ink"}
