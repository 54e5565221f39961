"""Writes pages as PDF: native CMYK or sRGB, embedded font subsets, the same bytes each time."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from reportlab.pdfbase.pdfdoc import XMP, PDFObjectReference, PDFString

from deckgen.draw import geometry
from deckgen.draw.drawing import IDENTITY
from deckgen.draw.geometry import Box
from deckgen.draw.truetype import read_font
from deckgen.errors import PressError, Problem, Problems
from deckgen.press.images import EncodedImage, encode_image, ink_profile
from deckgen.press.numbers import format_numbers
from deckgen.press.pages import PlacedFace, PlacedPicture, TaggedText
from deckgen.press.pdf.document import (
    Array,
    Corners,
    Dictionary,
    Document,
    PageObject,
    name_object,
    number_array,
    set_entry,
)
from deckgen.press.pdf.fonts import CLUSTERS, ClusterCodes, add_cluster_font, add_font
from deckgen.press.pdf.operators import (
    ColorRules,
    FontPage,
    FormXObject,
    ProcessingStep,
    Resource,
    ResourceNames,
    ScaledPicture,
    Shading,
    UsedResources,
    bounds_of,
    cached_resource_names,
    path_operators,
)
from deckgen.press.pdf.standards import RGB_SPACE, add_intent, add_rgb_space, document_info, xmp_metadata

if TYPE_CHECKING:
    from deckgen.draw.drawing import Drawing, Segment, Style
    from deckgen.press.pages import Book, Page

_POINT = 72 / 25.4  # points in a mm
_MAX_SHARED = 512  # cached streams of pages, for later pages with the same content


def write_pdf(book: Book, finish: Callable[[Document, PageWriter], None] | None = None) -> bytes:
    """Return the file; ``finish`` may add form fields. PressError: no ink for a color, two fonts of one name."""
    document = Document(book.version)
    writer = PageWriter(document, book)
    writer.write_contents(book.pages)
    if finish is not None:
        finish(document, writer)
    labels = page_labels((index, page.label) for index, page in enumerate(book.pages) if page.label)
    if labels.sequence:
        document.catalog["PageLabels"] = Dictionary({"Nums": labels})
    return writer.close()


def page_labels(labels: Iterable[tuple[int, str]]) -> Array:
    """Return the entries of a number tree from (page index from 0, label) pairs."""
    return Array([part for index, label in labels for part in (index, Dictionary({"P": PDFString(label)}))])


class PageWriter:
    """Adds pages with the same options to a file, and at its end shared fonts, symbols, color spaces.

    ``book`` gives the options of the file; its own pages may be some of many. ``hints``: entries of all
    form XObjects.
    """

    def __init__(self, document: Document, book: Book, hints: Mapping[str, str] | None = None) -> None:
        self._document, self._book, self._hints = document, book, hints or {}
        standard = book.pdfx.standard if book.pdfx is not None else ""
        self._color_rules = ColorRules(book.color, book.ink_limit, book.overprint, standard)
        self._layers: dict[ProcessingStep, PDFObjectReference] = {}
        self._style_indexes: dict[Style, int] = {}
        self._names_by_style: dict[Style, ResourceNames] = {}
        self._strings: set[tuple[str, str]] = set()
        self._objects: dict[str, tuple[str, PDFObjectReference]] = {}
        self._codes = ClusterCodes()
        self._fonts: dict[tuple[str, int], tuple[str, PDFObjectReference]] = {}
        self._spots: dict[tuple[str | None, tuple[float, ...]], PDFObjectReference] = {}
        self._repeated: set[Drawing] = set()
        self._is_see_through = False
        self._space = "/DeviceCMYK" if book.color == "cmyk" else "/DeviceRGB"
        self._tagged_streams: dict[tuple[TaggedText, int], tuple[PDFObjectReference, frozenset[str]]] = {}
        # Equal pages and forms, such as backs, share their streams; those that use the same names share resources.
        self._stream = lru_cache(_MAX_SHARED)(self._add_stream)
        self._resources_of = lru_cache(_MAX_SHARED)(self._add_resources)
        self._face_form = lru_cache(_MAX_SHARED)(self._add_face_form)
        self.spaces: dict[str, Dictionary] = {}
        """The entry about colors in the resources of all that paints; empty if there is none."""
        if book.color == "rgb":
            self.spaces["ColorSpace"] = Dictionary({RGB_SPACE: add_rgb_space(document)})

    def names_of(self, style: Style) -> ResourceNames:
        """Return the resource names of a style in this file, which numbers styles as they are first used."""
        if style not in self._names_by_style:
            index = self._style_indexes.setdefault(style, len(self._style_indexes))
            self._names_by_style[style] = cached_resource_names(style, self._color_rules, index)
        return self._names_by_style[style]

    # Pages

    def write_contents(self, pages: Iterable[Page]) -> list[PageObject]:
        """Write the contents of pages; return page objects, for the caller to write. PressError: all problems."""
        self._names_by_style.clear()
        self._tagged_streams.clear()
        pages = tuple(pages)
        drawings = [placed.face for page in pages for placed in page.placed if isinstance(placed, PlacedFace)]
        drawings += [page.marks for page in pages if page.marks is not None]
        self._repeated = {face for face, count in Counter(drawings).items() if count > 1}
        page_objects = [self._write_page(page) for page in pages]
        self._raise_problems()
        return page_objects

    def _raise_problems(self) -> None:
        """Raise PressError with all problems of the last contents."""
        problems = Problems()
        reported: set[str] = set()
        for names in self._names_by_style.values():
            for subject, message, remedy in names.problems:
                if message not in reported:
                    problems.add(subject or "drawing", None, "", message, remedy)
                    reported.add(message)
        problems.raise_as(PressError)

    def close(self, *, extra_xmp: str = "") -> bytes:
        """Write shared resources; return the file. ``extra_xmp`` is added to its XMP. Raises PressError."""
        document, book = self._document, self._book
        self._raise_problems()
        del self._stream, self._resources_of, self._face_form  # they hold the writer, which else waits to be collected
        strings: defaultdict[str, set[str]] = defaultdict(set)
        for path, string in self._strings:
            strings[read_font(path).name].add(string)
        for (font_name, page), (path, reference) in self._fonts.items():
            if page == CLUSTERS:
                add_cluster_font(document, reference, path, self._codes.of_font(font_name))
            else:
                add_font(document, reference, path, page, strings[font_name])
        if book.pdfx is not None:
            document.catalog["OutputIntents"] = Array([add_intent(document, book.pdfx)])
        if self._layers:
            layers = Array(self._layers.values())
            default = Dictionary({"Name": PDFString("Default"), "Order": layers})
            document.catalog["OCProperties"] = Dictionary({"OCGs": layers, "D": default})
        document.catalog["ViewerPreferences"] = self._viewer_preferences()
        if self._color_rules.standard == "x4":
            document.catalog["Metadata"] = XMP(
                creator=lambda file: xmp_metadata(book, file.signature.digest(), extra_xmp)
            )
        return document.save(document_info(book))

    def _viewer_preferences(self) -> Dictionary:
        """Return how viewers are to show and print the file: by its title, at 100 % or not, and the duplex way."""
        book = self._book
        view = {"DisplayDocTitle": "true"}
        if not book.scaling:
            view["PrintScaling"] = "/None"
        if book.duplex:
            view["Duplex"] = f"/{book.duplex}"
        return Dictionary(view)

    def _write_page(self, page: Page) -> PageObject:
        """Return a page with its boxes, contents and resources, all added to the file."""
        names: set[str] = set()
        trim, bleed = (box and _rectangle(box, page.height) for box in (page.trim, page.bleed))
        size = round(page.width * _POINT, 4), round(page.height * _POINT, 4)
        page_object = self._document.add_page(size, trim, bleed)
        content = self._tagged_content(page, names) if page.tagged else self._content(page, names)
        set_entry(page_object.page, "Contents", content)
        set_entry(page_object.page, "Resources", self._resources_of(frozenset(names)))
        if self._is_see_through:  # which colors are mixed
            group = {"S": "/Transparency", "CS": self._space, "I": "true"}
            set_entry(page_object.page, "Group", Dictionary(group))
        return page_object

    def _content(self, page: Page, names: set[str]) -> PDFObjectReference:
        """Return the stream of a page without tags; add the resources it uses to ``names``."""
        lines = [self._draw_placed(placed, page, names) for placed in page.placed if not isinstance(placed, TaggedText)]
        lines += self._marks(page, names)
        if page.shift != IDENTITY:
            lines = [f"q {_shift_matrix(page)} cm", *lines, "Q"]
        return self._stream("\n".join(lines))

    def _add_stream(
        self, content: str, box: tuple[float, ...] | None = None, resources: PDFObjectReference | None = None
    ) -> PDFObjectReference:
        """Add a stream, a form XObject if it has a ``box``; return its reference."""
        entries: dict[str, object] = {}
        if box is not None:
            entries = {"Type": "/XObject", "Subtype": "/Form", "BBox": number_array(box)}
            entries |= {"Resources": resources, **self._hints}
        return self._document.add_stream(entries, f"{self._codes.replace_tokens(content)}\n".encode("latin-1"))

    def _marks(self, page: Page, names: set[str]) -> list[str]:
        """Return the operators of a page's marks in a list, [] without marks; add their resources to ``names``."""
        if page.marks is None:
            return []
        drawn = self._draw_face(page.marks, names)
        return [f"q {_matrix(1, 0, page.height)} cm\n{drawn}\nQ"]

    def _tagged_content(self, page: Page, names: set[str]) -> Array:
        """Return the streams of a page with its art marked as decoration; equal texts share streams."""
        streams, mcid = [], 0
        for placed in page.placed:
            if isinstance(placed, TaggedText):
                streams.append(self._tagged_stream(placed, mcid, page.height, names))
                mcid += len(placed.runs)
                continue
            drawn = self._draw_placed(placed, page, names)
            if isinstance(placed, PlacedPicture):
                streams.append(self._stream(f"/Figure<</MCID {mcid}>>BDC\n{drawn}\nEMC"))
                mcid += 1
            else:
                streams.append(self._stream(_artifact(drawn)))
        streams += [self._stream(_artifact(drawn)) for drawn in self._marks(page, names)]
        return Array(streams)

    def _tagged_stream(self, text: TaggedText, first_mcid: int, height: float, names: set[str]) -> PDFObjectReference:
        """Return a text's stream on a page ``height`` mm high, cached by text and MCID; add to ``names``."""
        key = text, first_mcid
        if key not in self._tagged_streams:
            style_names, used = self.names_of(text.style), UsedResources()
            drawn = style_names.tagged_operators(text.runs, first_mcid, text.title, used)
            matrix = _matrix(1, text.x, height - text.y)
            stream = self._stream(f"q {matrix} cm\n{drawn}\nQ")
            self._tagged_streams[key] = stream, frozenset(self._add_used(used, style_names))
        stream, stream_names = self._tagged_streams[key]
        names |= stream_names
        return stream

    def _draw_placed(self, placed: PlacedFace | PlacedPicture, page: Page, names: set[str]) -> str:
        """Return the operators that draw a face or picture on a page; add its resources to ``names``."""
        if isinstance(placed, PlacedPicture):
            return self._draw_picture(placed, page, names)
        x, y, scale = placed.x, placed.y, placed.scale
        if placed.turned:
            x, y, scale = x + placed.face.width * scale, y + placed.face.height * scale, -scale
        window = _clip(placed.window, placed.clip)
        drawn = self._draw_face(placed.face, names)
        return f"q {_matrix(scale, x, page.height - y)} cm {window}\n{drawn}\nQ"

    def _draw_face(self, face: Drawing, names: set[str]) -> str:
        """Return a face's operators, of a repeated one as a form XObject; add its resources to ``names``."""
        style_names = self.names_of(face.style)
        if face not in self._repeated:
            used = UsedResources()
            drawn = style_names.operators(face.items, face.title, used)
            names |= self._add_used(used, style_names)
            return drawn
        form_name = self._face_form(face)
        names.add(form_name)
        return f"/{form_name} Do"

    def _add_face_form(self, face: Drawing) -> str:
        """Add a face to the file as a form XObject, and return its resource name."""
        style_names, used = self.names_of(face.style), UsedResources()
        content = style_names.operators(face.items, face.title, used)
        reference = self._add_form(FormXObject(content, bounds_of(face.items, face.style), used), style_names)
        form_name = f"D{reference.name}"
        self._objects[form_name] = "XObject", reference
        return form_name

    def _draw_picture(self, placed: PlacedPicture, page: Page, names: set[str]) -> str:
        """Return a picture's operators, in its box or an oval; add its name to ``names``, and its image to the file."""
        image_name = "P" + hashlib.sha256(placed.jpeg).hexdigest()[:12]
        if image_name not in self._objects:
            image = EncodedImage("RGB", placed.size, "/DCTDecode", placed.jpeg)
            self._objects[image_name] = "XObject", self._add_image(image)
        names.add(image_name)
        box, clip = placed.box, ""
        if placed.ellipse:
            clip = f"{_clip(box, geometry.ellipse(box.cx, box.cy, box.width / 2, box.height / 2))}\n"
        matrix = format_numbers((box.width, 0, 0, -box.height, box.x, box.bottom), 4)
        return f"q {_matrix(1, 0, page.height)} cm\n{clip}{matrix} cm /{image_name} Do Q"

    # Resources

    def _add_used(self, used: UsedResources, style_names: ResourceNames) -> set[str]:
        """Add used strings and resources to the file; return the names of the resources."""
        self._strings |= used.strings
        names = {key_name for required in used.required for key_name in required.names}
        for key_name in sorted(names - self._objects.keys()):
            self._objects[key_name] = self._add_resource(style_names.resources[key_name], style_names)
        return names

    def _add_resource(self, resource: Resource, style_names: ResourceNames) -> tuple[str, PDFObjectReference]:
        """Add a resource to the file; return its category in PDF, such as Font, and its reference."""
        document = self._document
        if isinstance(resource, FontPage):
            return "Font", self._add_font(resource)
        if isinstance(resource, FormXObject):
            return "XObject", self._add_form(resource, style_names)
        if isinstance(resource, bool):
            # Mode 1: a plate that gets no ink keeps its content.
            is_on = str(resource).lower()
            state = {"Type": "/ExtGState", "OP": is_on, "op": is_on, "OPM": int(resource)}
            return "ExtGState", document.add(Dictionary(state))
        if isinstance(resource, float):
            self._is_see_through = True
            return "ExtGState", document.add(Dictionary({"Type": "/ExtGState", "CA": resource, "ca": resource}))
        if isinstance(resource, Shading):
            return "Shading", self._add_shading(resource)
        if isinstance(resource, ScaledPicture):
            inks = (ink_profile(self._book.pdfx), self._book.ink_limit) if self._book.color == "cmyk" else None
            return "XObject", self._add_image(encode_image(resource.raster, resource.factor, inks))
        if isinstance(resource, ProcessingStep):
            if resource not in self._layers:
                self._layers[resource] = self._add_layer(resource)
            return "Properties", self._layers[resource]
        key = (resource.spot, resource.cmyk)
        if key not in self._spots:
            tint = _color_run((0, 0, 0, 0), resource.cmyk)
            self._spots[key] = document.add(
                Array(["/Separation", name_object(resource.spot or ""), "/DeviceCMYK", tint])
            )
        return "ColorSpace", self._spots[key]

    def _add_layer(self, step: ProcessingStep) -> PDFObjectReference:
        """Return the layer of a processing step: ISO 19593-1:2018, 6.2."""
        entries = {"GTS_ProcStepsGroup": f"/{step.group}", "GTS_ProcStepsType": f"/{step.kind}"}
        metadata = Dictionary(entries if step.kind else {"GTS_ProcStepsGroup": f"/{step.group}"})
        title = PDFString(step.kind or step.group)
        return self._document.add(Dictionary({"Type": "/OCG", "Name": title, "GTS_Metadata": metadata}))

    def _add_shading(self, shading: Shading) -> PDFObjectReference:
        """Return an axial or radial shading, whose colors go on beyond its ends, with a function from stop to stop."""
        (first, color), (last, end_color) = shading.stops[0], shading.stops[-1]
        stops = [(0.0, color), *shading.stops, (1.0, end_color)] if first < last else [(0.0, color), (1.0, end_color)]
        parts = [_color_run(low, high) for (_, low), (_, high) in pairwise(stops)]
        function = Dictionary({
            "FunctionType": 3, "Domain": Array([0, 1]), "Functions": Array(parts),
            "Bounds": number_array((offset for offset, _ in stops[1:-1]), 5), "Encode": Array([0, 1] * len(parts)),
        })  # fmt: skip
        kind, reference = 2 if len(shading.axis) == 4 else 3, self._document.add(function)
        return self._document.add(Dictionary({
            "ShadingType": kind, "ColorSpace": self._space, "Coords": number_array(shading.axis, 5),
            "Function": reference, "Extend": Array(["true", "true"]),
        }))  # fmt: skip

    def _add_image(self, image: EncodedImage) -> PDFObjectReference:
        """Return an image XObject, with its alpha as a soft mask."""
        (width, height), space = image.size, {"L": "/DeviceGray", "RGB": "/DeviceRGB", "CMYK": "/DeviceCMYK"}
        entries: dict[str, object] = {
            "Type": "/XObject", "Subtype": "/Image", "Width": width, "Height": height,
            "ColorSpace": space[image.mode], "BitsPerComponent": 8, "Filter": image.filters,
        }  # fmt: skip
        if image.filters == "/FlateDecode":
            entries["DecodeParms"] = Dictionary({"Predictor": 2, "Colors": len(image.mode), "Columns": width})
        elif image.mode == "CMYK":
            entries["Decode"] = Array([1, 0] * 4)
        if image.mask is not None:
            self._is_see_through = True
            entries["SMask"] = self._add_image(image.mask)
        return self._document.add_plain_stream(entries, image.data)

    def _add_font(self, font: FontPage) -> PDFObjectReference:
        """Return a font's reference; equal files share one. Raises PressError for different fonts of one name."""
        font_name = read_font(font.path).name
        if (font_name, font.page) not in self._fonts:
            self._fonts[font_name, font.page] = font.path, self._document.reserve()
        path, reference = self._fonts[font_name, font.page]
        if path != font.path and Path(path).read_bytes() != Path(font.path).read_bytes():
            message = f"the font {font_name} differs from the font of the same name in {path}"
            raise PressError(Problem(font.path, None, "", message, "use one of the two files for both"))
        return reference

    def _add_form(self, form: FormXObject, style_names: ResourceNames) -> PDFObjectReference:
        resources = self._resources_of(frozenset(self._add_used(form.used, style_names)))
        return self._stream(form.content, form.box, resources)

    def _add_resources(self, names: frozenset[str]) -> PDFObjectReference:
        """Add the resource dictionary of names, by category, with the color space; return its reference."""
        kinds: defaultdict[str, dict[str, PDFObjectReference]] = defaultdict(dict)
        for key_name in sorted(names):
            kind, reference = self._objects[key_name]
            kinds[kind][key_name] = reference
        entries = {kind: Dictionary(objects) for kind, objects in sorted(kinds.items())}
        return self._document.add(Dictionary({**entries, **self.spaces}))


def _clip(box: Box, outline: tuple[Segment, ...]) -> str:
    """Return the operators that clip what follows to an outline, or without one to a box."""
    return f"{path_operators(outline)} W n" if outline else f"{format_numbers(box)} re W n"


def _color_run(first: Iterable[float], last: Iterable[float]) -> Dictionary:
    """Return a function from 0 to 1 between two colors."""
    ends = {"C0": number_array(first), "C1": number_array(last)}
    return Dictionary({"FunctionType": 2, "Domain": Array([0, 1]), "N": 1, **ends})


def _artifact(drawn: str) -> str:
    """Return operators marked as decoration, which screen readers skip."""
    return f"/Artifact BMC\n{drawn}\nEMC"


@lru_cache(maxsize=256)  # most pages have the same
def _matrix(scale_factor: float, x: float, y: float) -> str:
    """Return operands that map mm, y downwards, to points, y upwards; (x, y): the origin, in mm, y upwards."""
    scale = scale_factor * _POINT
    return f"{format_numbers((scale, 0, 0, -scale), 7)} {format_numbers((x * _POINT, y * _POINT), 4)}"


def _shift_matrix(page: Page) -> str:
    """Return the page's shift as operands for points with y upwards."""
    a, b, c, d, e, f = page.shift
    across, down = e + c * page.height, page.height - f - d * page.height
    return f"{format_numbers((a, -b, -c, d), 7)} {format_numbers((across * _POINT, down * _POINT), 4)}"


@lru_cache(maxsize=256)
def _rectangle(box: Box, height: float) -> Corners:
    """Return a box in mm as a PDF rectangle in points; ``height``: the page's, in mm."""
    left, lower, right, upper = (
        round(end * _POINT, 4) for end in (box.x, height - box.bottom, box.right, height - box.y)
    )
    return left, lower, right, upper
