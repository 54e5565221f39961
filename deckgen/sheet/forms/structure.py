"""The tag tree of a PDF of sheets, after PDF/UA-1 (ISO 14289-1), for screen readers.

Each page is a section of headings, texts and fields; several characters are parts of the document. A field
is a ``Form`` that refers to its widget. Keys of the parent tree are the numbers of pages and widgets.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from html import escape
from itertools import chain, count, groupby
from operator import attrgetter

from reportlab.pdfbase.pdfdoc import PDFObjectReference, PDFString

from deckgen.press.pdf.document import Array, Dictionary, Document, PageObject, set_entry
from deckgen.press.pdf.standards import PRODUCER
from deckgen.sheet.paper.canvas import FIELD, Part, SlotRef
from deckgen.sheet.paper.fill import TaggedPage, TaggedTree

_LEAVES = 200  # entries of a leaf of the parent tree
_HELD = 50_000  # entries that are held before they are written
_ATTRIBUTES = {"TH": {"A": Dictionary({"O": "/Table", "Scope": "/Column"})}}


class Structure:
    """The tags of one PDF, its pages added in order; with ``several`` owners the pages of each are a part."""

    def __init__(self, document: Document, title: str, language: str, *, several: bool) -> None:
        self._document, self._title, self._language, self._several = document, title, language, several
        self._root: tuple[PDFObjectReference, PDFObjectReference] | None = None
        self._parts: list[PDFObjectReference] = []
        self._leaves: list[PDFObjectReference] = []
        self._parents: dict[int, PDFObjectReference] = {}
        self._keys = count()
        self._titled = False
        self._widgets: defaultdict[tuple[int, int], list[tuple[int, PDFObjectReference]]] = defaultdict(list)

    def add_widget(self, page: int, slot: int, widget: PDFObjectReference) -> int:
        """Note a slot's widget; return its key in the parent tree. ``page`` and ``slot`` are indexes."""
        key = next(self._keys)
        self._widgets[page, slot].append((key, widget))
        return key

    def add(self, pages: Sequence[TaggedPage], leaves: Sequence[PageObject]) -> None:
        """Add the tags of pages, written as ``leaves``, after their widgets; all pages of an owner come in one call."""
        document = self._document
        _, top = self._root_and_document()
        numbered_leaves = iter(enumerate(leaves))
        for _, group in groupby(pages, attrgetter("owner")):
            owned = [*group]
            owner = document.reserve() if self._several else top
            kids = [element for page in owned for element in self._page(page, *next(numbered_leaves), owner)]
            if self._several:
                part = {"S": "/Part", "P": top, "K": Array(kids)}
                if owned[0].name:
                    part["T"] = PDFString(owned[0].name)
                kids = [document.put(owner, Dictionary(part))]
            self._parts += kids
        self._widgets.clear()
        if len(self._parents) > _HELD:
            self._write_parents()

    def _root_and_document(self) -> tuple[PDFObjectReference, PDFObjectReference]:
        """Return the root of the tags, and the document element below it."""
        self._root = self._root or (self._document.reserve(), self._document.reserve())
        return self._root

    def _write_parents(self) -> None:
        """Write the collected entries of the parent tree to the document, and forget them."""
        entries = sorted(self._parents.items())
        for start in range(0, len(entries), _LEAVES):
            chunk = entries[start : start + _LEAVES]
            limits = Array([chunk[0][0], chunk[-1][0]])
            leaf = Dictionary({"Limits": limits, "Nums": Array(chain.from_iterable(chunk))})
            self._leaves.append(self._document.add(leaf))
        self._parents.clear()

    def close(self) -> None:
        """Write the root of the tags, the parent tree, language and metadata, after all pages were added."""
        document = self._document
        root, top = self._root_and_document()
        document.put(top, Dictionary({"S": "/Document", "P": root, "K": Array(self._parts)}))
        self._write_parents()
        tree = {
            "ParentTree": document.add(Dictionary({"Kids": Array(self._leaves)})),
            "ParentTreeNextKey": next(self._keys),
        }
        document.put(root, Dictionary({"Type": "/StructTreeRoot", "K": top, **tree}))
        xmp = _XMP.format(title=escape(self._title), language=self._language, creator=PRODUCER, producer=PRODUCER)
        document.catalog |= {
            "StructTreeRoot": root,
            "MarkInfo": Dictionary({"Marked": "true"}),
            "Lang": PDFString(self._language),
            "Metadata": document.add_plain_stream({"Type": "/Metadata", "Subtype": "/XML"}, xmp.encode()),
        }

    def _page(
        self, page: TaggedPage, index: int, leaf: PageObject, parent: PDFObjectReference
    ) -> list[PDFObjectReference]:
        """Write the tags of the page with this index; return its top elements."""
        self._index, self._leaf = index, leaf.reference
        self._element_by_run: dict[int, PDFObjectReference] = {}
        elements = [self._write_element(tagged_tree.tree, parent, tagged_tree) for tagged_tree in page.trees]
        key = next(self._keys)
        self._parents[key] = self._document.add(
            Array([self._element_by_run[run] for run in range(len(self._element_by_run))])
        )
        set_entry(leaf.page, "StructParents", key)
        set_entry(leaf.page, "Tabs", "/S")
        return elements

    def _write_element(self, part: Part, parent: PDFObjectReference, tagged_tree: TaggedTree) -> PDFObjectReference:
        """Write a part and all inside it; the first heading of the document becomes its H1."""
        element, tag = self._document.reserve(), part.tag
        if tag[0] == "H":  # the first heading of all is the title
            tag, self._titled = tag if self._titled else "H1", True
        kids: list[int | PDFObjectReference] = []
        for inner in part.inside:
            if isinstance(inner, int):
                self._element_by_run[tagged_tree.first_run + inner] = element
                kids.append(tagged_tree.first_run + inner)
            elif isinstance(inner, SlotRef):
                kids += self._slot_elements(inner, element, tagged_tree)
            else:
                kids.append(self._write_element(inner, element, tagged_tree))
        return self._put_element(element, tag, parent, Array(kids), **_ATTRIBUTES.get(tag, {}))

    def _slot_elements(
        self, slot_ref: SlotRef, parent: PDFObjectReference, tagged_tree: TaggedTree
    ) -> Iterator[PDFObjectReference]:
        """Yield the elements of a slot: its text, then its widgets."""
        for content in tagged_tree.content_by_slot.get(slot_ref, ()):
            instead = {"Alt": PDFString(content.alt_text)} if content.alt_text else {}
            element = self._put_element(self._document.reserve(), content.tag, parent, content.run, **instead)
            self._element_by_run[content.run] = element
            yield element
        for key, widget in self._widgets.get((self._index, slot_ref.slot_index), ()) if slot_ref.tag == FIELD else ():
            inside = Dictionary({"Type": "/OBJR", "Obj": widget, "Pg": self._leaf})
            self._parents[key] = self._put_element(self._document.reserve(), "Form", parent, inside)
            yield self._parents[key]

    def _put_element(
        self, element: PDFObjectReference, tag: str, parent: PDFObjectReference, kids: object, **more: object
    ) -> PDFObjectReference:
        entries = {"S": f"/{tag}", "P": parent, "Pg": self._leaf, "K": kids, **more}
        return self._document.put(element, Dictionary(entries))


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
