"""The tag tree of a PDF of sheets, after PDF/UA-1 (ISO 14289-1): who cannot see the pages hears them in order.

Each page is a section of headings, texts and fields; several characters are parts of the document. A field
is a ``Form`` that refers to its widget. Keys of the parent tree are the numbers of what they are of.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from operator import attrgetter

from deckgen.press.objects import Leaf, PdfFile, references, text_string
from deckgen.press.pdfx import MAKER
from deckgen.sheet.tags import FIELD, ReadPage, Spoken, TagNode, TagPlace, Told

_LEAVES = 200  # entries of a leaf of the parent tree
_ATTRIBUTES = {"TH": "/A<</O/Table/Scope/Column>>"}


class Structure:
    """The tags of one PDF: ``pages`` in their order, the document's title and the code of its language."""

    def __init__(self, pages: Sequence[ReadPage], title: str, language: str) -> None:
        self._pages, self._title, self._language = pages, title, language
        self._parents: dict[int, str] = {}
        self._titled = False
        self.widgets: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        """The widgets of slots, by the numbers of page and slot; a form adds its own."""

    def write(self, document: PdfFile) -> None:
        """Add the tags to a document whose pages and widgets are there."""
        self._document = document
        root, whole = document.reserve(), document.reserve()
        parts: list[int] = []
        leaves = iter(enumerate(document.pages))
        groups = [[*pages] for _, pages in groupby(self._pages, attrgetter("owner"))]
        for pages in groups:
            own = document.reserve() if len(groups) > 1 else whole
            kids = [element for page in pages for element in self._page(page, *next(leaves), own)]
            if own == whole:
                parts = kids
            else:
                said = f"/T{text_string(pages[0].name)}" if pages[0].name else ""
                document.put(own, f"<</S/Part/P {whole} 0 R{said}/K{references(kids)}>>")
                parts.append(own)
        document.put(whole, f"<</S/Document/P {root} 0 R/K{references(parts)}>>")
        tree, following = self._parent_tree(), max(self._parents, default=0) + 1
        document.put(
            root,
            f"<</Type/StructTreeRoot/K {whole} 0 R/ParentTree {tree} 0 R/ParentTreeNextKey {following}>>",
        )
        document.catalog |= {
            "StructTreeRoot": f"{root} 0 R",
            "MarkInfo": "<</Marked true>>",
            "Lang": text_string(self._language),
            "Metadata": f"{self._metadata()} 0 R",
        }

    def _page(self, page: ReadPage, index: int, leaf: Leaf, parent: int) -> list[int]:
        """The elements of a page, and the page's keys."""
        self._index, self._leaf = index, leaf.number
        self._heard: dict[int, int] = {}
        found = [self._element(told.tree, parent, told) for told in page.told]
        heard = [self._heard[run] for run in range(len(self._heard))]
        self._parents[self._leaf] = f"{self._document.add(references(heard))} 0 R"
        leaf.entries |= {"StructParents": str(self._leaf), "Tabs": "/S"}
        return found

    def _element(self, node: TagNode, parent: int, told: Told) -> int:
        document, leaf = self._document, self._leaf
        own, tag = document.reserve(), node.tag
        if tag[0] == "H":  # the first heading of all is the title
            tag, self._titled = tag if self._titled else "H1", True
        kids: list[str] = []
        for each in node.inside:
            if isinstance(each, int):
                self._heard[told.first + each] = own
                kids.append(str(told.first + each))
            elif isinstance(each, TagPlace):
                kids += [f"{kid} 0 R" for kid in self._at(each, own, told)]
            else:
                kids.append(f"{self._element(each, own, told)} 0 R")
        inside = " ".join(kids)
        return document.put(
            own, f"<</S/{tag}/P {parent} 0 R/Pg {leaf} 0 R{_ATTRIBUTES.get(tag, '')}/K[{inside}]>>"
        )

    def _at(self, place: TagPlace, parent: int, told: Told) -> Iterator[int]:
        """The elements of what is at a place: what is written there, then the widgets."""
        for each in told.spoken.get(place, ()):
            yield self._spoken(each, parent)
        for widget in self.widgets.get((self._index, place.number), ()) if place.tag == FIELD else ():
            yield self._form(widget, parent)

    def _spoken(self, spoken: Spoken, parent: int) -> int:
        instead = f"/Alt{text_string(spoken.instead)}" if spoken.instead else ""
        head = f"<</S/{spoken.tag}/P {parent} 0 R/Pg {self._leaf} 0 R{instead}"
        own = self._heard[spoken.run] = self._document.add(f"{head}/K {spoken.run}>>")
        return own

    def _form(self, widget: int, parent: int) -> int:
        leaf = self._leaf
        inside = f"<</Type/OBJR/Obj {widget} 0 R/Pg {leaf} 0 R>>"
        own = self._document.add(f"<</S/Form/P {parent} 0 R/Pg {leaf} 0 R/K {inside}>>")
        self._parents[widget] = f"{own} 0 R"
        return own

    def _parent_tree(self) -> int:
        """From keys to elements: a tree of one level."""
        entries, kids = sorted(self._parents.items()), []
        for start in range(0, len(entries), _LEAVES):
            some = entries[start : start + _LEAVES]
            numbers = " ".join(f"{key} {value}" for key, value in some)
            kids.append(self._document.add(f"<</Limits[{some[0][0]} {some[-1][0]}]/Nums[{numbers}]>>"))
        return self._document.add(f"<</Kids{references(kids)}>>")

    def _metadata(self) -> int:
        """The title again, and which standard the file keeps to, as XML."""
        described = _XMP.format(
            title=escape(self._title), language=self._language, creator=MAKER, producer=MAKER
        )
        return self._document.plain_stream("/Type/Metadata/Subtype/XML", described.encode())


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
<?xpacket end="w"?>"""
