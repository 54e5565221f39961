"""A file with document parts, two decks of six pages, and ways to damage it: each is one problem that preflight must find."""

from collections.abc import Callable

import pikepdf
from pikepdf import Array, Dictionary, Name, String
from preflight_files import exchange_file

DAMAGES: dict[str, tuple[set[str], Callable]] = {}
_XMP = b"""<pdfvtid:GTS_PDFVTVersion xmlns:pdfvtid="http://www.npes.org/pdfvt/ns/id/">PDF/VT-1</pdfvtid:GTS_PDFVTVersion>
<pdfvtid:GTS_PDFVTModDate xmlns:pdfvtid="http://www.npes.org/pdfvt/ns/id/">2000-01-01T00:00:00Z</pdfvtid:GTS_PDFVTModDate>
"""


def parts_file(folder):
    """PDF/VT-1 of two decks, each a leaf below the job."""
    path = exchange_file(folder)
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        metadata = pdf.Root.Metadata.read_bytes()
        pdf.Root.Metadata.write(metadata.replace(b"  </rdf:Description>", _XMP + b"  </rdf:Description>"))
        root = pdf.make_indirect(Dictionary(Type=Name.DPartRoot, RecordLevel=1))
        root.NodeNameList = Array([Name.Job, Name.Deck])
        job = pdf.make_indirect(Dictionary(Type=Name.DPart, Parent=root))
        decks = []
        for number in range(2):
            pages = [page.obj for page in pdf.pages[number * 6 : number * 6 + 6]]
            deck = Dictionary(Type=Name.DPart, Parent=job, Start=pages[0], End=pages[-1])
            deck.DPM = Dictionary(Deck=number + 1, Seed=String("s"), Sizes=Array([1.5, True]))
            decks.append(pdf.make_indirect(deck))
            for page in pages:
                page.DPart = decks[-1]
        job.DParts = Array([Array(decks)])
        root.DPartRootNode = job
        pdf.Root.DPartRoot = root
        form = pdf.make_indirect(pikepdf.Stream(pdf, b""))
        form.Type, form.Subtype, form.BBox, form.GTS_Scope = (
            Name.XObject,
            Name.Form,
            Array([0, 0, 1, 1]),
            Name.File,
        )
        pdf.pages[0].obj.Resources.XObject = Dictionary(Hinted=form)
        pdf.save(path)
    return path


def damage(*rules):
    """Register a damage that these rules, and no others, must find."""

    def register(function):
        DAMAGES[function.__name__] = (set(rules), function)
        return function

    return register


def metadata(pdf, old, new):
    text = pdf.Root.Metadata.read_bytes()
    assert old in text
    pdf.Root.Metadata.write(text.replace(old, new))


def decks(pdf):
    return pdf.Root.DPartRoot.DPartRootNode.DParts[0]


@damage("parts.version")
def another_version(pdf):
    metadata(pdf, b">PDF/VT-1<", b">PDF/VT-2<")


@damage("parts.date")
def another_date(pdf):
    metadata(
        pdf,
        b'GTS_PDFVTModDate xmlns:pdfvtid="http://www.npes.org/pdfvt/ns/id/">2000',
        b"GTS_PDFVTModDate>2001",
    )


@damage("parts.standard")
def no_exchange(pdf):
    metadata(pdf, b">PDF/X-4<", b">PDF/X-9<")
    del pdf.docinfo["/GTS_PDFXVersion"]


@damage("parts.root")
def no_tree(pdf):
    del pdf.Root.DPartRoot


@damage("parts.names")
def too_few_names(pdf):
    pdf.Root.DPartRoot.NodeNameList = Array([Name.Job])


@damage("parts.names")
def no_name_of_xml(pdf):
    pdf.Root.DPartRoot.NodeNameList = Array([Name.Job, Name("/1 deck")])


@damage("parts.record")
def no_such_level(pdf):
    pdf.Root.DPartRoot.RecordLevel = 2


@damage("parts.nodes")
def flat_array(pdf):
    job = pdf.Root.DPartRoot.DPartRootNode
    whole = Array([Array([decks(pdf)[0]]), decks(pdf)[1]])
    job.DParts = whole
    pdf.Root.DPartRoot.NodeNameList = Array([Name.Job])
    pdf.Root.DPartRoot.RecordLevel = 0


@damage("parts.nodes")
def pages_and_parts(pdf):
    deck = decks(pdf)[0]
    deck.DParts = Array([Array([])])


@damage("parts.nodes")
def begins_with_no_page(pdf):
    decks(pdf)[0].Start = pdf.Root


@damage("parts.parents")
def no_parent(pdf):
    del decks(pdf)[1].Parent


@damage("parts.parents")
def twice(pdf):
    decks(pdf).append(decks(pdf)[0])


@damage("parts.empty")
def empty_part(pdf):
    node = Dictionary(Type=Name.DPart, Parent=pdf.Root.DPartRoot.DPartRootNode)
    decks(pdf).append(pdf.make_indirect(node))


@damage("parts.cover")
def page_in_no_part(pdf):
    pdf.pages[5].obj.DPart = decks(pdf)[0]
    decks(pdf)[0].End = pdf.pages[4].obj


@damage("parts.cover")
def parts_out_of_order(pdf):
    one, two = decks(pdf)
    pdf.Root.DPartRoot.DPartRootNode.DParts = Array([Array([two, one])])


@damage("parts.cover")
def last_pages_in_no_part(pdf):
    decks(pdf)[1].End = pdf.pages[9].obj


@damage("parts.page")
def page_of_another_part(pdf):
    pdf.pages[3].obj.DPart = decks(pdf)[1]


@damage("parts.page")
def page_of_no_part(pdf):
    del pdf.pages[11].obj.DPart


@damage("parts.metadata")
def names_as_metadata(pdf):
    decks(pdf)[0].DPM.Kind = Array([Name.Action])


@damage("parts.scope")
def no_such_scope(pdf):
    pdf.pages[0].obj.Resources.XObject.Hinted.GTS_Scope = Name.Everywhere


@damage("parts.scope")
def scope_of_no_environment(pdf):
    pdf.pages[0].obj.Resources.XObject.Hinted.GTS_Scope = Name.Global


@damage("parts.scope")
def scope_of_no_record(pdf):
    pdf.pages[0].obj.Resources.XObject.Hinted.GTS_Scope = Name.Record
    del pdf.Root.DPartRoot.RecordLevel
