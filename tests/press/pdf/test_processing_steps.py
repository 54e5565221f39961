from dataclasses import replace

import pikepdf
import pytest
from press_drawings import BLACK, GOLD, INKS, RED, STYLE, drawing, pikes, rect

from deckgen.draw.drawing import Text, Use
from deckgen.preflight import preflight
from deckgen.press.box import box_book, net_for
from deckgen.press.imposition.impose import impose
from deckgen.press.options import Options
from deckgen.press.pdf.writer import write_pdf
from deckgen.press.target import load_target

PRESS = replace(load_target("press"), dieline=3.5)
X4 = replace(PRESS, version=(1, 6), pdfx=replace(load_target("pdfvt").pdfx, standard="x4"))
GILDED = replace(
    STYLE, inks={**INKS, GOLD: replace(INKS[GOLD], spot=None, finish="foil"), RED: replace(INKS[RED], finish="varnish")}
)
FRONT = replace(
    drawing(
        rect(-3.175, -3.175, 69.85, 95.25, fill=BLACK),
        rect(10, 10, 20, 20, fill=GOLD),
        rect(10, 40, 20, 20, fill=RED),
        Text(10, 70, "gold", "bold", 5, GOLD),
        Use("pip", (2, 0, 0, 2, 30, 40), GOLD),
        title="card",
    ),
    style=GILDED,
)
BACK = replace(drawing(rect(-3.175, -3.175, 69.85, 95.25, fill=BLACK), title="back"), style=GILDED)


def steps(document):
    """Group and type of each layer, by its name."""
    return {
        str(layer.Name): tuple(str(layer.GTS_Metadata.get(f"/GTS_ProcSteps{key}", "")) for key in ("Group", "Type"))
        for layer in document.Root.OCProperties.OCGs
    }


def layered(document, page):
    """The names of layers in a page's content, each with the number of times that it is begun."""
    counts = {}
    for operands, operator in pikepdf.parse_content_stream(document.pages[page], "BDC EMC"):
        if str(operator) == "BDC":
            assert str(operands[0]) == "/OC"
            name = str(document.pages[page].Resources.Properties[str(operands[1])].Name)
            counts[name] = counts.get(name, 0) + 1
        counts["EMC"] = counts.get("EMC", 0) + (str(operator) == "EMC")
    return counts


def test_the_die_foil_and_varnish_are_processing_steps_in_pdf_x_4(tmp_path):
    file = tmp_path / "x4.pdf"
    options = Options(finish=("foil", "varnish"))
    file.write_bytes(write_pdf(impose([FRONT, replace(FRONT, items=FRONT.items[:-1])], BACK, X4, options)))
    with pikepdf.open(file) as document:
        assert steps(document) == {
            "FoilStamping": ("/Structural", "/FoilStamping"),
            "Varnish": ("/Varnish", ""),
            "Cutting": ("/Structural", "/Cutting"),
        }
        assert [str(layer.Name) for layer in document.Root.OCProperties.D.Order] == list(steps(document))
        assert layered(document, len(document.pages) - 1) == {"Cutting": 1, "EMC": 1}
    assert preflight(file, X4).passed, preflight(file, X4).to_text()


def test_each_item_of_foil_is_in_its_layer_and_print_is_in_none():
    bare = replace(X4, slug=0.0, crop=None)
    book = impose([FRONT], BACK, bare, Options(finish=("foil",)))
    document = pikepdf.open(pikes(write_pdf(book)))
    assert layered(document, 0) == {"FoilStamping": 3, "EMC": 3}
    assert "Properties" not in document.pages[1].Resources
    content = document.pages[0].Contents.read_bytes()
    for inside in content.split(b"BDC")[1:]:
        assert b" k" not in inside.partition(b"EMC")[0]


@pytest.mark.parametrize("target", [PRESS, load_target("drivethrucards")])
def test_pdf_x_1a_has_no_layers(target):
    document = pikepdf.open(pikes(write_pdf(impose([FRONT], BACK, target, Options(finish=("foil",))))))
    assert "/OCProperties" not in document.Root
    assert b"BDC" not in document.pages[0].Contents.read_bytes()


def test_a_box_is_cut_and_creased():
    net = net_for((63.5, 88.9), [54])
    faces = {name: drawing(width=width, height=height) for name, (width, height) in net.sizes().items()}
    document = pikepdf.open(pikes(write_pdf(box_book(faces, net, X4, title="Box"))))
    assert steps(document) == {"Cutting": ("/Structural", "/Cutting"), "Creasing": ("/Structural", "/Creasing")}
