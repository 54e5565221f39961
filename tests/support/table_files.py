"""Spreadsheets for tests, written as plain as their formats allow."""

import io
import zipfile
from xml.sax.saxutils import escape

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/"


def _zipped(parts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return out.getvalue()


def xlsx(*rows):
    """A workbook: cells are texts, numbers, or the XML of a cell without its place as a tuple (attributes, content)."""

    def cell(place, value):
        if isinstance(value, tuple):
            return f'<c r="{place}" {value[0]}>{value[1]}</c>'
        if isinstance(value, str):
            return f'<c r="{place}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'
        return f'<c r="{place}"><v>{value}</v></c>'

    lines = [
        f'<row r="{number}">' + "".join(cell(f"{chr(65 + i)}{number}", value) for i, value in enumerate(row)) + "</row>"
        for number, row in enumerate(rows, 1)
    ]
    link = f'<Relationship Id="rId1" Type="{_OFFICE}/{{}}" Target="{{}}"/>'
    links = f'<Relationships xmlns="{_PACKAGE}relationships">{link}</Relationships>'
    types = (
        f'<Types xmlns="{_PACKAGE}content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/></Types>'
    )
    return _zipped(
        {
            "[Content_Types].xml": types,
            "_rels/.rels": links.format("officeDocument", "xl/workbook.xml"),
            "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
            '<sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": links.format("worksheet", "worksheets/sheet1.xml"),
            "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_MAIN}"><sheetData>{"".join(lines)}</sheetData></worksheet>',
        }
    )


def ods(*rows):
    """The same for OpenDocument."""

    def cell(value):
        if isinstance(value, tuple):
            return f"<table:table-cell {value[0]}><text:p>{value[1]}</text:p></table:table-cell>"
        if isinstance(value, str):
            return f'<table:table-cell office:value-type="string"><text:p>{escape(value)}</text:p></table:table-cell>'
        return f'<table:table-cell office:value-type="float" office:value="{value}"/>'

    spaces = "".join(
        f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
    )
    lines = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
    body = f'<office:body><office:spreadsheet><table:table table:name="People">{lines}</table:table></office:spreadsheet></office:body>'
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = (
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/></manifest:manifest>'
    )
    return _zipped(
        {
            "mimetype": kind,
            "content.xml": f"<office:document-content{spaces}>{body}</office:document-content>",
            "META-INF/manifest.xml": manifest,
        }
    )
