import pikepdf

from deckgen.preflight.resources import Font, font_findings


def font(kind, **entries):
    return pikepdf.Dictionary(Subtype=pikepdf.Name("/" + kind), BaseFont=pikepdf.Name.Some, **entries)


def test_widths_of_a_simple_font_begin_with_its_first_letter():
    simple = Font(font("TrueType", FirstChar=65, Widths=[500, 250]))
    assert simple.count(b"AB") == 2
    assert simple.width(b"ABC") == 0.75


def test_widths_of_a_composite_font_stand_in_lists_and_ranges():
    inner = pikepdf.Dictionary(DW=1000, W=[1, [100, 200], 5, 6, 300])
    composite = Font(font("Type0", DescendantFonts=[inner]))
    assert composite.count(b"\0\1\0\2") == 2
    assert composite.width(b"\0\1\0\2") == 0.3
    assert composite.width(b"\0\5\0\6\0\7") == 1.6


def test_a_font_must_be_embedded_and_have_outlines():
    document = pikepdf.new()
    file = document.make_stream(b"")
    bare, embedded = font("TrueType"), font("TrueType", FontDescriptor=pikepdf.Dictionary(FontFile2=file))
    assert [what for _, what, _ in font_findings(Font(bare))] == ["the font Some is not embedded"]
    assert list(font_findings(Font(embedded))) == []
    assert "Type 3" in next(font_findings(Font(font("Type3"))))[1]
