"""The formulas of a sheet as JavaScript, which computes in a form what ``character`` computes here.

``sheet_script`` joins the fixed part (``calculate.js``), the sheet's data, and each formula, written from the
same expression tree that ``formula`` evaluates.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from deckgen.sheet import model
from deckgen.sheet.characters.character_data import NUMBER
from deckgen.sheet.formula import is_sum, parse_formula, pattern_parts, sum_target
from deckgen.sheet.lookups import ChanceTable, PoolCells
from deckgen.sheet.model import FieldColumn, FieldGroup, SheetSpec
from deckgen.web.page import minify

_STATIC = Path(__file__).with_name("calculate.js")
_SIGNS: Mapping[type[ast.AST], str] = {
    ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.Div: "divide", ast.FloorDiv: "divideWhole",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip


def sheet_script(spec: SheetSpec, rows: Mapping[str, int] | None = None, *, table: bool = False) -> str:
    """Return a sheet's program in ES5; lists have at least ``rows`` rows; ``table``: with the formulas of persons.

    It defines one global: ``deckgenSheet(read)`` computes derived values from the fields. ``read`` returns
    the text of a field by its name, "" if it is empty or missing; of a ticked mark any text. The result has
    ``text(name)``, the text of a derived field ("" if a value is missing or cannot be computed, or if the
    field is overridden), and ``order``, the names of the derived fields, each after those it depends on. It
    reads every field once at most: create a new one for new values.
    """
    groups = list(spec.groups)
    cells = {name: card_cells.cells for name, card_cells in spec.cells.items()}
    order = [
        [groups.index(name), [candidate.name for candidate in spec.groups[name].columns].index(column)]
        for name, column in spec.order
    ]
    group_texts = [_group(group, (rows or {}).get(group.name, 0), spec) for group in spec.groups.values()]
    data = {
        "groups": f"[{','.join(group_texts)}]",
        "order": _json(order),
        "scope": _value({**spec.tables, **cells, **spec.chances}),
        "decimal": _json(spec.language.decimal),
        "between": f"/{model.BETWEEN}/g",
        "number": f"/^{NUMBER}$/",
    }
    if table and spec.person:
        decimal = spec.language.decimal
        functions = {text: _js_code(parse_formula(text).tree) for text in spec.person.formulas()}
        functions |= {text: _js_pattern(text, decimal) for text in spec.person.patterns()}
        data["table"] = _object({text: f"function(s){{return {body};}}" for text, body in functions.items()})
    return f"var deckgenSheet=(function(){{\n{_static()}\nreturn calculator({_object(data)});\n}})();\n"


@cache
def _static() -> str:
    """Return the part that all sheets share, without its comments."""
    return minify(_STATIC.read_text(encoding="utf-8")).strip()


def _json(value: Any) -> str:
    """Return data as ASCII that is safe inside a page."""
    return json.dumps(value, separators=(",", ":")).replace("</", "<\\/")


def _object(entries: Mapping[str, str]) -> str:
    return "{" + ",".join(f"{_json(name)}:{text}" for name, text in entries.items()) + "}"


def _nonempty(**entries: Any) -> dict[str, str]:
    """Return {name: JSON} of entries of an object, without those that are empty, 0 or None."""
    return {name: _json(value) for name, value in entries.items() if value}


def _group(group: FieldGroup, rows: int, spec: SheetSpec) -> str:
    """Return a group as JavaScript: its name, kind, columns and keys of entries, of a list at least ``rows``."""
    keys = [key for key, _ in group.entries(max(group.rows, rows))]
    entries = _nonempty(main=group.main, key=group.key, special=group.special, short=int(group.short))
    if group.missing is not None:
        entries["missing"] = _json([group.missing, 1])
    columns = ",".join(_column(column, spec.language.decimal) for column in group.columns)
    head = {"name": _json(group.name), "kind": _json(group.kind), "keys": _json(keys)}
    return _object({**head, **entries, "columns": f"[{columns}]"})


def _column(column: FieldColumn, decimal: str) -> str:
    """Return a column as JavaScript: a function if derived, else type, limits, default; ``decimal``: the sign."""
    entries = {"name": _json(column.name), "type": _json(column.type)}
    if column.derived:
        if column.formula:
            body = _js_code(parse_formula(column.formula).tree)
        else:
            body = _js_pattern(column.show or "", decimal)
        return _object({**entries, **_nonempty(unit=column.unit), "formula": f"function(s){{return {body};}}"})
    if column.type in ("number", "track", "dice"):
        entries |= {"least": _json(column.least), "most": _json(column.most)}
    entries |= _nonempty(options=column.options, labels=column.labels, highest=int(column.highest))
    if column.default is not None and column.type != "picture":
        entries["usual"] = _value(column.default_value)
    return _object(entries)


def _js_pattern(pattern: str, decimal: str) -> str:
    """Return the JavaScript of a text with formulas in braces."""
    parts = (
        _json(part) if isinstance(part, str) else f"shown({_js_code(part.tree)},{_json(decimal)})"
        for part in pattern_parts(pattern)
    )
    return "+".join(('""', *parts))


def _value(value: Any) -> str:
    """Return the JavaScript of a value in a formula's scope."""
    match value:
        case Fraction():
            return _json([value.numerator, value.denominator])
        case PoolCells():
            return f"cells({_json(value.list_cells())},{_json(value.beyond)})"
        case ChanceTable():
            return f"chances({_json(value.steps())},{value.most},{_json(value.end)})"
        case Mapping():
            return f"group({_object({str(name): _value(item) for name, item in value.items()})})"
    return _json(value)


def _js_code(node: ast.expr) -> str:  # noqa: C901 (one case for each kind)
    """Return the JavaScript of a part of a formula; ``s`` is its scope."""
    match node:
        case ast.Constant(value=str() as text):
            return _json(text)
        case ast.Constant(value=int() | float() as number):
            return _value(Fraction(str(number)))
        case ast.Name(id=name):
            return f"get(s,{_json(name)})"
        case ast.Attribute(value=inner, attr=name):
            return f"get({_js_code(inner)},{_json(name)})"
        case ast.Subscript(value=inner, slice=index):
            return f"get({_js_code(inner)},shown({_js_code(index)}))"
        case ast.UnaryOp(op=op, operand=inner):
            return f"{'negative' if isinstance(op, ast.USub) else 'number'}({_js_code(inner)})"
        case ast.BinOp(left=left, op=op, right=right):
            return f"{_SIGNS[type(op)]}({_js_code(left)},{_js_code(right)})"
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return f"(yes({_js_code(test)})?{_js_code(body)}:{_js_code(orelse)})"
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            signs = _json([_SIGNS[type(op)] for op in ops])
            functions = ",".join(f"function(){{return {_js_code(operand)};}}" for operand in (left, *comparators))
            return f"compare({signs},[{functions}])"
        case ast.Call() if is_sum(node):
            group, name = sum_target(node)
            return f"sum(s,{_json(group)},{_json(name)})"
        case ast.Call(func=ast.Name(id=name), args=args):
            return f"{name}({','.join(_js_code(argument) for argument in args)})"
    raise AssertionError(ast.dump(node))  # formula.read has refused it
