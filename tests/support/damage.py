"""Ways to damage a PDF that a print shop takes: each is one problem that preflight must find."""

import zlib
from collections.abc import Callable

import pikepdf
from pikepdf import Array, Dictionary, Name, String

DAMAGES: dict[str, tuple[set[str], Callable]] = {}


def damage(*rules):
    """Register a damage that these rules, and no others, must find."""

    def register(function):
        DAMAGES[function.__name__] = (set(rules), function)
        return function

    return register


def paint(pdf, operators, resources=None, page=1):
    """Add operators to a page, in points, and what they name."""
    leaf = pdf.pages[page]
    for kind, entries in (resources or {}).items():
        held = leaf.obj.Resources.get(kind, Dictionary())
        for name, value in entries.items():
            held[name] = value
        leaf.obj.Resources[kind] = held
    leaf.contents_add(b"q " + operators + b" Q")


def image(pdf, width=300, height=300, **entries):
    raw = bytes(width * height * (4 if entries.get("ColorSpace") == Name.DeviceCMYK else 3))
    entries.setdefault("ColorSpace", Name.DeviceRGB)
    stream = pikepdf.Stream(pdf, zlib.compress(raw))
    for key, value in {"Type": Name.XObject, "Subtype": Name.Image, "Width": width, "Height": height,
                       "BitsPerComponent": 8, "Filter": Name.FlateDecode, **entries}.items():  # fmt: skip
        stream[f"/{key}"] = value
    return stream


def state(pdf, **entries):
    keys = {f"/{key}": value for key, value in entries.items()}
    paint(pdf, b"/GX gs 0 0 0 1 k 40 40 10 10 re f", {"/ExtGState": {"/GX": Dictionary(keys)}})


@damage("color.inks")
def rgb_operator(pdf):
    paint(pdf, b"1 0 0 rg 40 40 10 10 re f")


@damage("color.inks")
def rgb_line(pdf):
    paint(pdf, b"0 1 0 RG 1 w 40 40 m 50 50 l S")


@damage("color.inks")
def calibrated_color(pdf):
    space = Array([Name.CalRGB, Dictionary(WhitePoint=Array([1, 1, 1]))])
    paint(pdf, b"/CX cs 1 0 0 sc 40 40 9 9 re f", {"/ColorSpace": {"/CX": space}})


@damage("color.inks")
def lab_color(pdf):
    space = Array([Name.Lab, Dictionary(WhitePoint=Array([1, 1, 1]))])
    paint(pdf, b"/CX cs 50 10 10 sc 40 40 9 9 re f", {"/ColorSpace": {"/CX": space}})


@damage("color.inks")
def spot_on_rgb(pdf):
    function = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([1, 1, 1]), C1=Array([1, 0, 0]), N=1)
    space = Array([Name.Separation, Name("/Gold"), Name.DeviceRGB, function])
    paint(pdf, b"/CX cs 1 scn 40 40 9 9 re f", {"/ColorSpace": {"/CX": space}})


@damage("color.inks")
def rgb_image(pdf):
    paint(pdf, b"20 0 0 20 40 40 cm /IX Do", {"/XObject": {"/IX": pdf.make_indirect(image(pdf))}})


@damage("color.inks")
def rgb_inline_image(pdf):
    paint(pdf, b"1 0 0 1 40 40 cm BI /W 1 /H 1 /BPC 8 /CS /RGB ID \x00\x00\x00 EI")


@damage("color.inks")
def rgb_shading(pdf):
    shading = Dictionary(ShadingType=2, ColorSpace=Name.DeviceRGB, Coords=Array([0, 0, 9, 9]))
    paint(pdf, b"/SX sh", {"/Shading": {"/SX": shading}})


@damage("color.inks")
def rgb_in_a_form(pdf):
    form = pikepdf.Stream(pdf, b"1 0 0 rg 0 0 9 9 re f")
    form.Type, form.Subtype, form.BBox = Name.XObject, Name.Form, Array([0, 0, 9, 9])
    paint(pdf, b"1 0 0 1 40 40 cm /FX Do", {"/XObject": {"/FX": pdf.make_indirect(form)}})


@damage("color.transfer")
def transfer_function(pdf):
    state(pdf, TR=Name.Identity)


@damage("transparency.opacity")
def half_opaque_fill(pdf):
    state(pdf, ca=0.5)


@damage("transparency.opacity")
def half_opaque_line(pdf):
    state(pdf, CA=0.5)


@damage("transparency.soft-mask")
def soft_mask(pdf):
    state(pdf, SMask=Dictionary(S=Name.Alpha))


@damage("transparency.blending")
def blend_mode(pdf):
    state(pdf, BM=Name.Multiply)


@damage("transparency.group")
def page_group(pdf):
    pdf.pages[0].obj.Group = Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK)


@damage("transparency.image")
def image_with_soft_mask(pdf):
    mask = pdf.make_indirect(image(pdf, ColorSpace=Name.DeviceGray))
    shown = image(pdf, ColorSpace=Name.DeviceCMYK, SMask=mask)
    paint(pdf, b"20 0 0 20 40 40 cm /IX Do", {"/XObject": {"/IX": pdf.make_indirect(shown)}})


@damage("images.resolution")
def coarse_image(pdf):
    shown = pdf.make_indirect(image(pdf, 20, 20, ColorSpace=Name.DeviceCMYK))
    paint(pdf, b"72 0 0 72 40 40 cm /IX Do", {"/XObject": {"/IX": shown}})


@damage("ink.limit")
def too_much_ink(pdf):
    paint(pdf, b"1 1 1 1 k 40 40 9 9 re f")


@damage("lines.hairline")
def hairline(pdf):
    paint(pdf, b"0 0 0 1 K 0.1 w 40 40 m 50 50 l S")


@damage("lines.hairline")
def line_made_thin_by_its_matrix(pdf):
    paint(pdf, b"0.1 0 0 0.1 40 40 cm 0 0 0 1 K 1 w 0 0 m 50 50 l S")


@damage("fonts.embedded")
def font_not_embedded(pdf):
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
    paint(pdf, b"BT 0 0 0 1 k /FX 9 Tf 90 90 Td (x) Tj ET", {"/Font": {"/FX": font}})


@damage("fonts.outlines")
def type_3_font(pdf):
    font = Dictionary(Type=Name.Font, Subtype=Name.Type3, FirstChar=0, Widths=Array([500]))
    paint(pdf, b"BT 0 0 0 1 k /FX 9 Tf 90 90 Td (x) Tj ET", {"/Font": {"/FX": font}})


@damage("safe.text")
def text_near_the_trim(pdf):
    name = next(iter(pdf.pages[1].obj.Resources.Font.keys()))
    left, bottom = (float(value) for value in list(pdf.pages[1].obj.TrimBox)[:2])
    paint(pdf, f"BT 0 0 0 1 k {name} 9 Tf {left + 4} {bottom + 40} Td (x) Tj ET".encode())


def write_small(pdf, size, color, ground=b""):
    name = next(iter(pdf.pages[1].obj.Resources.Font.keys()))
    paint(pdf, ground + f" BT {color} k {name} {size} Tf 90 90 Td (x) Tj ET".encode())


@damage("text.inks")
def small_text_in_many_inks(pdf):
    write_small(pdf, 7, "0.6 0.5 0.4 0.2")


@damage("text.reversed")
def small_light_text_on_many_inks(pdf):
    write_small(pdf, 6, "0 0 0 0", b"0.6 0.5 0.4 0.2 k 80 80 40 30 re f")


@damage("boxes.trim")
def no_trim_box(pdf):
    del pdf.pages[0].obj.TrimBox


@damage("boxes.nested")
def trim_beyond_the_page(pdf):
    pdf.pages[0].obj.TrimBox = Array([-20, 9, 160, 261])


@damage("boxes.bleed")
def too_little_bleed(pdf):
    left, bottom, right, top = (float(value) for value in pdf.pages[0].obj.TrimBox)
    pdf.pages[0].obj.BleedBox = Array([left - 3, bottom - 3, right + 3, top + 3])


@damage("boxes.crop")
def cropped_bleed(pdf):
    pdf.pages[0].obj.CropBox = pdf.pages[0].obj.TrimBox


@damage("boxes.art")
def art_box(pdf):
    pdf.pages[0].obj.ArtBox = pdf.pages[0].obj.TrimBox


@damage("size.page")
def page_too_large(pdf):
    pdf.pages[0].obj.MediaBox = Array([0, 0, 612, 792])


@damage("size.alike", "size.page", "size.service")
def another_trim(pdf):
    left, bottom, right, top = (float(value) for value in pdf.pages[2].obj.TrimBox)
    pdf.pages[2].obj.TrimBox = Array([left, bottom, right - 9, top])


@damage("size.turned")
def turned_page(pdf):
    pdf.pages[0].obj.Rotate = 90


@damage("size.unit")
def page_with_a_unit(pdf):
    pdf.pages[0].obj.UserUnit = 2


@damage("order.pairs")
def missing_page(pdf):
    del pdf.pages[-1]


@damage("order.sides")
def swapped_pages(pdf):
    pages = list(pdf.pages)
    pdf.pages[2], pdf.pages[3] = pages[3], pages[2]


@damage("actions.javascript")
def script(pdf):
    action = Dictionary(S=Name.JavaScript, JS=String("app.alert(1)"))
    pdf.Root.Names = Dictionary(JavaScript=Dictionary(Names=Array([String("x"), action])))


@damage("actions.opening")
def opening_action(pdf):
    pdf.Root.OpenAction = Dictionary(S=Name.URI, URI=String("https://example.org"))


@damage("actions.page")
def page_action(pdf):
    pdf.pages[0].obj.AA = Dictionary(O=Dictionary(S=Name.Named, N=Name.NextPage))


@damage("actions.attached")
def attached_file(pdf):
    pdf.attachments["notes.txt"] = b"notes"


@damage("annotations.on-card")
def note_on_the_card(pdf):
    note = Dictionary(Type=Name.Annot, Subtype=Name.Text, Rect=Array([60, 60, 80, 80]))
    pdf.pages[0].obj.Annots = Array([pdf.make_indirect(note)])


@damage("annotations.form")
def form_field(pdf):
    pdf.Root.AcroForm = Dictionary(Fields=Array([]))


@damage("layers.none")
def layers(pdf):
    pdf.Root.OCProperties = Dictionary(OCGs=Array([]), D=Dictionary())


@damage("intent.one")
def no_intent(pdf):
    del pdf.Root.OutputIntents


@damage("intent.known")
def no_registry(pdf):
    del pdf.Root.OutputIntents[0].RegistryName


@damage("intent.condition")
def no_condition(pdf):
    del pdf.Root.OutputIntents[0].OutputConditionIdentifier


@damage("intent.profile")
def screen_profile(pdf):
    profile = pikepdf.Stream(pdf, bytes(12) + b"mntrRGB XYZ " + bytes(12) + b"acsp")
    profile.N = 3
    pdf.Root.OutputIntents[0].DestOutputProfile = pdf.make_indirect(profile)


@damage("standard.key")
def no_version_key(pdf):
    del pdf.docinfo["/GTS_PDFXVersion"]


@damage("standard.trapped")
def not_trapped_not_untrapped(pdf):
    pdf.docinfo["/Trapped"] = Name.Unknown


@damage("standard.title")
def no_title(pdf):
    del pdf.docinfo["/Title"]


@damage("standard.dates")
def no_date(pdf):
    del pdf.docinfo["/ModDate"]


@damage("version.postscript")
def postscript(pdf):
    stream = pikepdf.Stream(pdf, b"showpage")
    stream.Type, stream.Subtype = Name.XObject, Name.PS
    paint(pdf, b"/PX Do", {"/XObject": {"/PX": pdf.make_indirect(stream)}})


@damage("actions.annotation")
def link_beyond_the_card(pdf):
    go = Dictionary(S=Name.URI, URI=String("https://example.org"))
    link = Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array([900, 900, 910, 910]), A=go)
    pdf.pages[0].obj.Annots = Array([pdf.make_indirect(link)])


@damage("actions.document")
def closing_action(pdf):
    pdf.Root.AA = Dictionary(WC=Dictionary(S=Name.Named, N=Name.NextPage))


@damage("fonts.named")
def text_without_a_font(pdf):
    paint(pdf, b"BT 0 0 0 1 k 90 90 Td (x) Tj ET")


@damage("images.here")
def image_kept_elsewhere(pdf):
    shown = image(pdf, ColorSpace=Name.DeviceCMYK, OPI=Dictionary())
    paint(pdf, b"20 0 0 20 40 40 cm /IX Do", {"/XObject": {"/IX": pdf.make_indirect(shown)}})


def embed(pdf, kind, colors, version=2):
    profile = pikepdf.Stream(pdf, bytes(8) + bytes([version, 0, 0, 0]) + b"prtr" + kind + bytes(16) + b"acsp")
    profile.N = colors
    pdf.Root.OutputIntents[0].DestOutputProfile = pdf.make_indirect(profile)


@damage("intent.cmyk")
def profile_of_another_printer(pdf):
    embed(pdf, b"RGB ", 3)


@damage("intent.version")
def profile_too_new(pdf):
    embed(pdf, b"CMYK", 4, version=4)


@damage("intent.components")
def profile_of_other_colors(pdf):
    embed(pdf, b"CMYK", 3)


@damage("version.readable")
def operator_without_sense(pdf):
    paint(pdf, b"(x) w")
