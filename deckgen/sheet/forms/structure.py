"""The tag tree of a PDF of sheets, after PDF/UA-1 (ISO 14289-1): who cannot see the pages hears them in order.

Each page is a section of headings, texts and fields; several characters are parts of the document. A field
is a ``Form`` that refers to its widget. Keys of the parent tree are the numbers of what they are of.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from html import escape
from itertools import chain, count, groupby
from operator import attrgetter

from reportlab.pdfbase.pdfdoc import PDFObjectReference, PDFString

from deckgen.press.pdf.document import Array, Dictionary, Document, Leaf, set_entry
from deckgen.press.pdf.standards import MAKER
from deckgen.sheet.paper.tags import FIELD, ReadPage, Spoken, TagNode, TagPlace, Told

_LEAVES = 200  # entries of a leaf of the parent tree
_ATTRIBUTES = {"TH": {"A": Dictionary({"O": "/Table", "Scope": "/Column"})}}


class Structure:
    """The tags of one PDF: ``pages`` in their order, the document's title and the code of its language."""

    def __init__(self, pages: Sequence[ReadPage], title: str, language: str) -> None:
        self._pages, self._title, self._language = pages, title, language
        self._parents: dict[int, PDFObjectReference] = {}
        self._keys = count()
        self._titled = False
        self._widgets: defaultdict[tuple[int, int], list[tuple[int, PDFObjectReference]]] = defaultdict(list)

    def add_widget(self, page: int, slot: int, widget: PDFObjectReference) -> int:
        """Return the key in the parent tree of a widget of a slot, by the numbers of page and slot."""
        key = next(self._keys)
        self._widgets[page, slot].append((key, widget))
        return key

    def write(self, document: Document) -> None:
        """Add the tags to a document whose pages and widgets are there."""
        self._document = document
        root, whole = document.reserve(), document.reserve()
        parts: list[PDFObjectReference] = []
        leaves = iter(enumerate(document.pages))
        groups = [[*pages] for _, pages in groupby(self._pages, attrgetter("owner"))]
        for pages in groups:
            own = document.reserve() if len(groups) > 1 else whole
            kids = [element for page in pages for element in self._page(page, *next(leaves), own)]
            if own == whole:
                parts = kids
            else:
                part = {"S": "/Part", "P": whole, "K": Array(kids)}
                if pages[0].name:
                    part["T"] = PDFString(pages[0].name)
                document.put(own, Dictionary(part))
                parts.append(own)
        document.put(whole, Dictionary({"S": "/Document", "P": root, "K": Array(parts)}))
        tree = {"ParentTree": self._parent_tree(), "ParentTreeNextKey": next(self._keys)}
        document.put(root, Dictionary({"Type": "/StructTreeRoot", "K": whole, **tree}))
        document.catalog |= {
            "StructTreeRoot": root,
            "MarkInfo": Dictionary({"Marked": "true"}),
            "Lang": PDFString(self._language),
            "Metadata": self._metadata(),
        }

    def _page(
        self, page: ReadPage, index: int, leaf: Leaf, parent: PDFObjectReference
    ) -> list[PDFObjectReference]:
        """The elements of a page, and the page's keys."""
        self._index, self._leaf = index, leaf.reference
        self._heard: dict[int, PDFObjectReference] = {}
        found = [self._element(told.tree, parent, told) for told in page.told]
        heard = [self._heard[run] for run in range(len(self._heard))]
        key = next(self._keys)
        self._parents[key] = self._document.add(Array(heard))
        set_entry(leaf.page, "StructParents", key)
        set_entry(leaf.page, "Tabs", "/S")
        return found

    def _element(self, node: TagNode, parent: PDFObjectReference, told: Told) -> PDFObjectReference:
        document, leaf = self._document, self._leaf
        own, tag = document.reserve(), node.tag
        if tag[0] == "H":  # the first heading of all is the title
            tag, self._titled = tag if self._titled else "H1", True
        kids: list[int | PDFObjectReference] = []
        for each in node.inside:
            if isinstance(each, int):
                self._heard[told.first + each] = own
                kids.append(told.first + each)
            elif isinstance(each, TagPlace):
                kids += self._at(each, own, told)
            else:
                kids.append(self._element(each, own, told))
        entries = {"S": f"/{tag}", "P": parent, "Pg": leaf, "K": Array(kids), **_ATTRIBUTES.get(tag, {})}
        return document.put(own, Dictionary(entries))

    def _at(self, place: TagPlace, parent: PDFObjectReference, told: Told) -> Iterator[PDFObjectReference]:
        """The elements of what is at a place: what is written there, then the widgets."""
        for each in told.spoken.get(place, ()):
            yield self._spoken(each, parent)
        for key, widget in self._widgets.get((self._index, place.number), ()) if place.tag == FIELD else ():
            self._parents[key] = self._form(widget, parent)
            yield self._parents[key]

    def _spoken(self, spoken: Spoken, parent: PDFObjectReference) -> PDFObjectReference:
        entries = {"S": f"/{spoken.tag}", "P": parent, "Pg": self._leaf, "K": spoken.run}
        if spoken.instead:
            entries["Alt"] = PDFString(spoken.instead)
        own = self._heard[spoken.run] = self._document.add(Dictionary(entries))
        return own

    def _form(self, widget: PDFObjectReference, parent: PDFObjectReference) -> PDFObjectReference:
        inside = Dictionary({"Type": "/OBJR", "Obj": widget, "Pg": self._leaf})
        return self._document.add(Dictionary({"S": "/Form", "P": parent, "Pg": self._leaf, "K": inside}))

    def _parent_tree(self) -> PDFObjectReference:
        """From keys to elements: a tree of one level."""
        entries, kids = sorted(self._parents.items()), []
        for start in range(0, len(entries), _LEAVES):
            some = entries[start : start + _LEAVES]
            limits = Array([some[0][0], some[-1][0]])
            leaf = {"Limits": limits, "Nums": Array(chain.from_iterable(some))}
            kids.append(self._document.add(Dictionary(leaf)))
        return self._document.add(Dictionary({"Kids": Array(kids)}))

    def _metadata(self) -> PDFObjectReference:
        """The title again, and which standard the file keeps to, as XML."""
        described = _XMP.format(
            title=escape(self._title), language=self._language, creator=MAKER, producer=MAKER
        )
        return self._document.plain_stream({"Type": "/Metadata", "Subtype": "/XML"}, described.encode())


_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
   <dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
   <pdf:Producer>{producer}</pdf:Producer>
   <xmp:CreatorTool>{creator}</xmp:CreatorTool>
   <pdfuaid:part>1</pdfuaid:part>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
"""
