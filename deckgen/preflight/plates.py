"""Splits a PDF into its plates: for each ink a copy whose grays are the amounts of that ink.

Colors become indexes into a table, of which every copy has its own. So a viewer that knows nothing of inks shows
each plate exactly, with smoothed edges and overprinting.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pikepdf
from pikepdf import ContentStreamInstruction as Instruction, Dictionary, Name, Operator

from deckgen import guard
from deckgen.preflight.resources import COLORS, ColorSpace, color_of, content_key, resource

PROCESS = ("Cyan", "Magenta", "Yellow", "Black")
_BLACK = ColorSpace("gray", "DeviceGray")
_DEEPEST = 20  # forms in forms
_BOXES = ("/BleedBox", "/TrimBox", "/CropBox", "/MediaBox")


@dataclass(frozen=True)
class Paint:
    """A color, its opacity (0 to 1), and whether it overprints: in ``mode`` 1, CMYK components of 0 paint nothing."""

    space: ColorSpace = _BLACK
    values: tuple[float, ...] = (0.0,)
    over: bool = False
    mode: int = 0
    opaque: float = 1.0

    @property
    def inks(self) -> dict[str, float] | None:
        """The amount (0 to 1) by ink, ``All`` for registration; None if it is not made of inks."""
        if self.space.kind == "gray" and self.values:
            return {**dict.fromkeys(PROCESS, 0.0), "Black": 1 - self.values[0]}
        if self.space.kind == "cmyk" and len(self.values) == 4:
            return dict(zip(PROCESS, self.values, strict=True))
        if self.space.kind == "spots" and len(self.values) == len(self.space.names):
            return dict(zip((name[1:] for name in self.space.names), self.values, strict=True))
        return None

    def ink_on(self, plate: str) -> float | None:
        """Return the amount (0 to 1) of a plate's ink; None if what is there stays. 0 for registration."""
        inks = self.inks
        if inks is None:
            return None
        if "All" in inks:  # registration, to align plates: no part of the art
            return 0.0
        ink_amount = inks.get(plate)
        if ink_amount is None or (not ink_amount and self.over and self.mode and self.space.kind == "cmyk"):
            return None if self.over else 0.0
        return min(1.0, max(0.0, ink_amount))


_State = dict[str, Paint]
"""The current paints of a content stream: for fill and stroke."""


@dataclass
class Plates:
    """One document, prepared once; ``names`` are its plates, ``uncounted`` what is on none of them.

    ``first_alike``: for each page index, the first page that looks the same; the others are emptied.
    """

    document: pikepdf.Pdf
    first_alike: list[int] = field(default_factory=list)
    uncounted: dict[str, None] = field(default_factory=dict)
    _paints: dict[Paint, int] = field(default_factory=dict)
    _forms: dict[Any, Any] = field(default_factory=dict)
    _art: dict[Any, tuple[str, _Art]] = field(default_factory=dict)
    _resources: list[Any] = field(default_factory=list)
    _tables: dict[str, list[Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        first_by_content: dict[Any, int] = {}
        for number, page in enumerate(self.document.pages):
            guard.step()
            area = next((page.obj[name] for name in _BOXES if name in page.obj), page.mediabox)
            key = (content_key(page.obj) or number), tuple(map(float, area))
            self.first_alike.append(first_by_content.setdefault(key, number))
            page.mediabox = page.cropbox = pikepdf.Array(area)
            if self.first_alike[-1] != number:
                page.obj.Contents = self.document.make_stream(b"")
                continue
            for name in ("/Annots", "/Group"):
                if name in page.obj:
                    del page.obj[name]
            resources = page.obj.get("/Resources", page.resources)
            page.obj.Resources = self._copy_resources(resources)
            data = self._rewrite(page, page.obj.Resources, resources, {"fill": Paint(), "stroke": Paint()}, 0)
            page.obj.Contents = self.document.make_stream(data)
        self._tables = {kind: [] for kind in ("ColorSpace", "fill", "stroke")}
        spaces = self.document.make_indirect(Dictionary())
        states = Dictionary()
        for number in self._paints.values():
            for kind, table in self._tables.items():
                entry = self.document.make_indirect(pikepdf.Array() if kind == "ColorSpace" else Dictionary())
                table.append(entry)
                (spaces if kind == "ColorSpace" else states)[f"/{_resource_name(kind, number)}"] = entry
        for resources in self._resources:
            resources.ColorSpace = spaces
            for name, state in states.items():
                resources.ExtGState[name] = state

    @property
    def names(self) -> tuple[str, ...]:
        """The four process inks, then the spot inks in use."""
        used = {name for paint in self._paints for name in paint.inks or ()}
        return (*PROCESS, *sorted(used - {*PROCESS, "All", "None"}))

    def plate(self, name: str) -> bytes:
        """Return the PDF of one plate of ``names`` in grays: the darker, the more ink."""
        spaces, fills, strokes = self._tables.values()
        for paint, number in self._paints.items():
            ink_amount = paint.ink_on(name)
            gray = bytes([round(255 * (1 - (ink_amount or 0.0)))])
            spaces[number][:] = []
            for part in (Name.Indexed, Name.DeviceGray, 0, pikepdf.String(gray)):
                spaces[number].append(part)
            opaque = 0.0 if ink_amount is None else paint.opaque
            fills[number].ca, strokes[number].CA = opaque, opaque
        for _, art in self._art.values():
            art.show(PROCESS.index(name) if name in PROCESS else None)
        out = io.BytesIO()
        self.document.save(out, compress_streams=False, object_stream_mode=pikepdf.ObjectStreamMode.disable)
        return out.getvalue()

    def _copy_resources(self, inherited: Any) -> Any:
        """Return a copy of a stream's resources, to receive the tables when all colors are known."""
        resources: Any = Dictionary({} if inherited is None else inherited)
        for kind in ("/ExtGState", "/XObject", "/Shading"):
            resources[kind] = Dictionary(resources.get(kind, Dictionary()))
        self._resources.append(resources)
        return resources

    def _rewrite(self, stream: Any, resources: Any, inherited: Any, state: _State, depth: int) -> bytes:
        """Return the operators of a page or form with colors from the tables; parameters as in ``_steps``."""
        return pikepdf.unparse_content_stream(list(self._steps(stream, resources, inherited, state, depth)))

    def _steps(self, stream: Any, resources: Any, inherited: Any, state: _State, depth: int) -> Iterator[Any]:
        """Yield a stream's operators with colors from the tables; ``inherited``: its original resources."""
        stack: list[_State] = []
        yield from self._set_paint(state, *state)
        for step in pikepdf.parse_content_stream(stream):
            name = str(step.operator)
            if not isinstance(step, Instruction):
                self.uncounted["images"] = None
            elif name in COLORS:
                side = "fill" if name.islower() else "stroke"
                space, values = color_of(state[side].space, name, step.operands, inherited)
                state[side] = replace(state[side], space=space, values=values)
                yield from self._set_paint(state, side)
            elif name == "gs":
                yield step
                _apply_state(state, resource(inherited, "/ExtGState", step.operands[0]))
                yield from self._set_paint(state, *state)
            elif name == "Do":
                yield from self._rewrite_form(resources, inherited, step, state, depth)
            elif name == "sh":
                yield from self._rewrite_art(resources, inherited, step, state, "/Shading", "shadings")
            else:
                if name == "q":
                    stack.append({**state})
                elif name == "Q" and stack:
                    state = stack.pop()
                yield step

    def _set_paint(self, state: _State, *sides: str) -> Iterator[Instruction]:
        """Yield operators that set the table colors for a state's paints; those of no inks are ``uncounted``."""
        for side in sides:
            if state[side].inks is None:
                self.uncounted["colors that are no inks"] = None
            number = self._paints.setdefault(state[side], len(self._paints))
            space = Name(f"/{_resource_name('ColorSpace', number)}")
            yield Instruction([space], Operator("cs" if side == "fill" else "CS"))
            yield Instruction([0], Operator("sc" if side == "fill" else "SC"))
            yield Instruction([Name(f"/{_resource_name(side, number)}")], Operator("gs"))

    def _rewrite_form(
        self, resources: Any, inherited: Any, step: Any, state: _State, depth: int
    ) -> Iterator[Instruction]:
        """Yield operators that place a form, rewritten for the current paints; images go to ``uncounted``."""
        form = resource(inherited, "/XObject", step.operands[0])
        if form is None or str(form.get("/Subtype", "")) != "/Form" or depth >= _DEEPEST:
            yield from self._rewrite_art(resources, inherited, step, state, "/XObject", "images")
            return
        key = (form.objgen, *state.values())
        if key not in self._forms:
            form_inherited = form.get("/Resources", inherited)
            form_resources = self._copy_resources(form_inherited)
            entries = {name: form[name] for name in ("/Type", "/Subtype", "/BBox", "/Matrix") if name in form}
            data = self._rewrite(form, form_resources, form_inherited, {**state}, depth + 1)
            rewritten = self.document.make_stream(data, entries)
            rewritten.Resources = form_resources
            self._forms[key] = rewritten, f"/DGX{len(self._forms)}"
        rewritten, name = self._forms[key]
        resources.XObject[name] = rewritten
        yield Instruction([Name(name)], Operator("Do"))

    def _rewrite_art(
        self, resources: Any, inherited: Any, step: Any, state: _State, kind: str, uncounted: str
    ) -> Iterator[Instruction]:
        """Yield the operator that paints an image or shading in grays of a plate; those of no inks are ``uncounted``."""
        source = resource(inherited, kind, step.operands[0])
        key = None if source is None else source.objgen
        if key and key not in self._art and (art := _read_art(source, self.document)):
            self._art[key] = f"/DGA{len(self._art)}", art
        if key not in self._art:
            self.uncounted[uncounted] = None
            return
        name, art = self._art[key]
        opaque = state["fill"].opaque
        opacity = f"/DGO{round(1000 * opaque)}"  # that of the last color may differ on this plate
        resources[kind][name], resources.ExtGState[opacity] = art.plate, Dictionary(ca=opaque)
        for operands, operator in (((), "q"), ((Name(opacity),), "gs"), ((Name(name),), str(step.operator)), ((), "Q")):
            yield Instruction(list(operands), Operator(operator))


@dataclass
class _Art:
    """An image or shading, ``plate``, that is to show one ink; ``inks``: pixels, or ends of functions, in CMYK."""

    plate: Any
    inks: Any

    def show(self, channel: int | None) -> None:
        """Show the ink of that number, 0 to 3; None: no ink."""
        if isinstance(self.inks, list):
            for function, key, color in self.inks:
                function[key] = pikepdf.Array([1 - color[channel] if channel is not None else 1])
        else:
            shade = 255 - self.inks[:, :, 0 if channel is None else channel]
            self.plate.write((shade if channel is not None else shade * 0 + 255).tobytes())


def _read_art(source: Any, document: pikepdf.Pdf) -> _Art | None:
    """Return an image or shading in grays; None unless it is of gray or CMYK, an image of 8 bits."""
    colors = {"/DeviceGray": 1, "/DeviceCMYK": 4}.get(str(source.get("/ColorSpace", "")))
    if colors is None:
        return None
    if not isinstance(source, pikepdf.Stream):
        shading = document.make_indirect(Dictionary(source))
        ends: list[tuple[Any, str, list[float]]] = []
        function = _copy_function(shading.get("/Function"), ends, document) if colors == 4 else None
        if function is None:
            return None
        shading.ColorSpace, shading.Function = Name.DeviceGray, function
        return _Art(shading, ends)
    if int(source.get("/BitsPerComponent", 0)) != 8 or "/ImageMask" in source:
        return None
    pixels = _read_pixels(source, colors)
    if pixels is None:
        return None
    entries = {name: source[name] for name in ("/Type", "/Subtype", "/Width", "/Height", "/SMask") if name in source}
    return _Art(document.make_stream(b"", {**entries, "/ColorSpace": Name.DeviceGray, "/BitsPerComponent": 8}), pixels)


def _read_pixels(image: Any, colors: int) -> Any:
    """Return the inks of an image as rows of pixels of CMYK, from 0 to 255; None if it cannot be read."""
    import numpy as np  # noqa: PLC0415 (slow to import)
    from PIL import Image  # noqa: PLC0415

    shape = int(image.Height), int(image.Width), colors
    is_inverted = "/Decode" in image and float(image.Decode[0]) == 1
    if str(image.get("/Filter", "")) == "/DCTDecode":
        values = np.asarray(Image.open(io.BytesIO(image.read_raw_bytes())))
        is_inverted ^= colors == 4  # Pillow takes all inks in JPEGs as upside down
    else:
        values = np.frombuffer(image.read_bytes(), np.uint8)
    if values.size != shape[0] * shape[1] * colors:
        return None
    values = 255 - values.reshape(shape) if is_inverted else values.reshape(shape)
    return values if colors == 4 else np.pad(255 - values, ((0, 0), (0, 0), (3, 0)))


def _copy_function(function: Any, ends: list[tuple[Any, str, list[float]]], document: pikepdf.Pdf) -> Any:
    """Return a copy of a function from color to color, its ends added to ``ends``; None if it is of another kind."""
    kind = function.get("/FunctionType") if isinstance(function, Dictionary) else None
    if kind not in (2, 3):
        return None
    copied = document.make_indirect(Dictionary(function))
    if kind == 2:
        ends += [(copied, key, [float(share) for share in function[key]]) for key in ("/C0", "/C1")]
        return copied
    parts = [_copy_function(part, ends, document) for part in function.Functions]
    if None in parts:
        return None
    copied.Functions = pikepdf.Array(parts)
    return copied


def _resource_name(kind: str, number: int) -> str:
    return f"DG{kind[0]}{number}"


def _apply_state(state: _State, settings: Any) -> None:
    """Apply overprint and opacity of a graphics state."""
    if not isinstance(settings, Dictionary):
        return
    strokes = bool(settings.get("/OP", state["stroke"].over))
    fills = bool(settings.get("/op", settings.get("/OP", state["fill"].over)))
    mode = int(settings.get("/OPM", state["fill"].mode))
    for side, over, key in (("fill", fills, "/ca"), ("stroke", strokes, "/CA")):
        opaque = float(settings.get(key, state[side].opaque))
        state[side] = replace(state[side], over=over, mode=mode, opaque=opaque)
