"""What PDF/UA-1 asks of a file, as far as it can be seen without veraPDF, and the tag tree of a file for tests."""

import io
from contextlib import suppress
from itertools import pairwise

import pikepdf

PAINTING = {
    "S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "Tj", "TJ", "'", '"', "Do", "INLINE IMAGE",
}  # fmt: skip
PDFUA = "{http://www.aiim.org/pdfua/ns/id/}part"


def opened(data):
    return pikepdf.open(io.BytesIO(data))


def numbers(tree):
    """A number tree as a dictionary."""
    found = {}
    for kid in tree.get("/Kids", []):
        found |= numbers(kid)
    entries = list(tree.get("/Nums", []))
    found |= {int(key): value for key, value in zip(entries[::2], entries[1::2], strict=True)}
    return found


def elements(element):
    """An element and all in it, in the order of reading."""
    yield element
    for kid in kids(element):
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield from elements(kid)


def kids(element):
    inside = element.get("/K", [])
    return list(inside) if isinstance(inside, pikepdf.Array) else [inside]


def document(pdf):
    (root,) = kids(pdf.Root.StructTreeRoot)
    assert root.S == "/Document"
    return root


def widgets_read(pdf):
    """The numbers of the widgets in the order in which they are read."""
    return [
        element.K.Obj.objgen
        for element in elements(document(pdf))
        if element.S == "/Form"
    ]  # fmt: skip


def marked(page):
    """Each painting operator of a page with the marks it is in; each text shown, by its MCID."""
    inside, painted = [], []
    for step in pikepdf.parse_content_stream(page):
        operator = str(step.operator)
        if operator in {"BMC", "BDC"}:
            assert not inside, "marks within marks"
            tag, *more = step.operands
            inside.append(int(more[0]["/MCID"]) if more and "/MCID" in more[0] else str(tag))
        elif operator == "EMC":
            inside.pop()
        elif operator in PAINTING:
            assert inside, f"{operator} is in no mark"
            painted.append((operator, inside[0]))
    return painted


def assert_tagged(data):
    """Fail on the first of what PDF/UA-1 asks that a file does not have."""
    pdf = opened(data)
    root = pdf.Root
    assert root.MarkInfo.Marked
    assert str(root.Lang)
    assert root.ViewerPreferences.DisplayDocTitle
    with pdf.open_metadata() as metadata:
        assert metadata["dc:title"] == str(pdf.docinfo.Title) != ""
        assert metadata[PDFUA] == "1"
    assert root.Metadata.Subtype == "/XML"
    parents = numbers(root.StructTreeRoot.ParentTree)
    assert len(parents) == len(set(parents))
    assert int(root.StructTreeRoot.ParentTreeNextKey) > max(parents)
    _assert_elements(document(pdf), root.StructTreeRoot)
    for page in pdf.pages:
        _assert_page(page, parents)
    read = widgets_read(pdf)
    assert read == [widget.objgen for page in pdf.pages for widget in page.get("/Annots", [])]
    assert len(read) == len(set(read))
    for font in fonts(pdf):
        assert "/FontFile2" in font.get("/DescendantFonts", [font])[0].FontDescriptor, font.BaseFont


def _assert_elements(element, parent, depth=0):
    assert element.P.objgen == parent.objgen
    assert depth < 12
    if element.S == "/Form":
        assert element.K.Type == "/OBJR"
    if element.S == "/Figure":
        assert str(element.Alt)
    if element.S == "/TH":
        assert element.A.Scope == "/Column"
    for kid in kids(element):
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            _assert_elements(kid, element, depth + 1)
    if depth == 0:
        levels = [int(str(each.S)[2]) for each in elements(element) if str(each.S)[:2] == "/H"]
        assert levels[0] == 1
        assert all(after <= before + 1 for before, after in pairwise(levels))


def _assert_page(page, parents):
    painted = marked(page)
    runs = {mark for _, mark in painted if isinstance(mark, int)}
    heard = list(parents[int(page.StructParents)])
    assert runs <= set(range(len(heard)))
    begun = [
        int(step.operands[1]["/MCID"])
        for step in pikepdf.parse_content_stream(page)
        if str(step.operator) == "BDC" and "/MCID" in step.operands[1]
    ]
    assert sorted(begun) == list(range(len(heard)))
    for run, element in enumerate(heard):
        assert element.Pg.objgen == page.objgen
        assert run in [int(kid) for kid in kids(element) if not isinstance(kid, pikepdf.Object)]
    for widget in page.get("/Annots", []):
        assert page.Tabs == "/S"
        assert str(_inherited(widget, "/TU")).strip()
        element = parents[int(widget.StructParent)]
        assert element.S == "/Form"
        assert element.K.Obj.objgen == widget.objgen
        assert element.K.Pg.objgen == page.objgen


def _inherited(widget, key):
    while key not in widget:
        widget = widget.Parent
    return widget[key]


def fonts(pdf):
    """Every font that pages, forms and appearances use."""
    found = {}
    for thing in [*pdf.pages, *pdf.objects]:
        with suppress(AttributeError, ValueError, TypeError, KeyError):
            resources = thing.get("/Resources")
            if resources is not None and "/Font" in resources:
                for font in dict(resources["/Font"]).values():
                    found[font.objgen] = font
    return list(found.values())
