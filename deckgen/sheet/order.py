"""The names in a sheet's formulas: whether they exist, and in which order to compute derived values.

Both are found without computing, in a tree of names whose leaves are references to columns: ``(group,
column)``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Any

from deckgen.errors import Problems, suggest
from deckgen.sheet import model
from deckgen.sheet.formula import FUNCTIONS, Formula, FormulaError, is_sum
from deckgen.sheet.model import FieldColumn, FieldGroup, SheetSpec, join_name

ColumnRef = tuple[str, str]
"""The names of a group and of a column."""
_SUMMABLE = ("number", "track")
"""Types that can be added up, besides derived values."""


class _AnyName(dict[str, Any]):
    """Entries with names unknown to a sheet, such as a list's; an only value is that of all."""


def derived_order(spec: SheetSpec, problems: Problems) -> tuple[ColumnRef, ...]:
    """Return the derived columns of a sheet, each after those its formulas depend on.

    Reports formulas that cannot be read, use unknown names or depend on each other in a circle, and tables that have
    a field's name; then it is empty.
    """
    tree, is_valid = _name_tree(spec), True
    graph: dict[ColumnRef, list[ColumnRef]] = {}
    for name in [name for name in spec.tables if name in spec.groups]:
        remedy = "rename one of them, also in the formulas"
        spec.source.at("tables", name).report(problems, f'a table and a field are both called "{name}"', remedy)
        is_valid = False
    derived = [(group, column) for group in spec.groups.values() for column in group.columns if column.derived]
    for group, column in derived:
        entry = {} if group.kind == "one" else _leaf(group)
        scope = {**tree, **(entry if isinstance(entry, dict) else {})}
        try:
            _check_names(column.formulas, scope, spec)
            graph[group.name, column.name] = [*dict.fromkeys(_referenced_columns(column, scope))]
        except FormulaError as error:
            column.rule_source.report(problems, str(error), error.remedy)
            is_valid = False
    if not is_valid:
        return ()
    graph = {
        column_ref: [reference for reference in references if reference in graph]
        for column_ref, references in graph.items()
    }
    try:
        return tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        cycle: list[ColumnRef] = error.args[1]
        names = " → ".join(join_name(*column_ref) for column_ref in reversed(cycle))
        group_name, column_name = cycle[-1]
        spec.groups[group_name].column(column_name).rule_source.report(
            problems,
            f"the formulas depend on each other in a circle: {names}",
            "compute one of them from other values",
        )
        return ()


def check_formulas(formulas: Iterable[Formula], spec: SheetSpec, group: FieldGroup | None, *more: str) -> None:
    """Raise FormulaError if formulas, of entries of a list if it is given, use names that the sheet and ``more`` lack."""
    names = {**_name_tree(spec), **(_leaf(group) if group else {}), **{name: _AnyName() for name in more}}
    _check_names(formulas, names, spec)


def _name_tree(spec: SheetSpec) -> dict[str, Any]:
    """Return the tree of names for formulas; leaves are sets of the columns they refer to, of tables none."""
    tables = {name: dict.fromkeys(table, frozenset[ColumnRef]()) for name, table in spec.tables.items()}
    tree: dict[str, Any] = {**tables, **{name: _AnyName() for name in (*spec.cells, *spec.chances)}}
    entries: dict[str, Any] = {}
    for group in spec.groups.values():
        leaf = _leaf(group)
        if group.kind == "keys":
            model.add_to_scope(tree, group, dict.fromkeys(group.keys, leaf))
        elif group.kind == "one":
            model.add_to_scope(tree, group, leaf)
        else:
            main = frozenset({(group.name, group.main)}) if group.main else leaf
            named_entries = {model.formula_name(name): main for name in group.known + group.names}
            model.add_to_scope(tree, group, named_entries or _AnyName({"": main}))
            if group.key:
                entries[group.name] = _AnyName({"": leaf})
    return {model.ENTRY: entries, **tree}


def _leaf(group: FieldGroup) -> Any:
    """Return an entry's set of references, or sets by column; a pool of dice has sets by part, also beside columns."""
    refs_by_column: dict[str, Any] = {}
    for column in group.columns:
        column_ref = frozenset({(group.name, column.name)})
        refs_by_column[column.name] = dict.fromkeys(model.NO_DICE, column_ref) if column.type == "dice" else column_ref
    if not group.columns[0].name:
        return refs_by_column[""]
    main = refs_by_column.get(group.main or "")
    return refs_by_column | main if isinstance(main, dict) else refs_by_column


def _check_names(formulas: Iterable[Formula], scope: Mapping[str, Any], spec: SheetSpec) -> None:
    """Raise FormulaError if formulas use names not in ``scope``, or add up values that are no numbers."""
    for formula in formulas:
        for path in formula.names:
            _check_name(path, scope)
        for name, value in formula.sums:
            groups = {
                group.name: group for group in spec.groups.values() if group.kind != "one" and group.columns[0].name
            }
            if name not in groups:
                raise FormulaError(f"there is no list {name!r} to add up", suggest(name, groups))
            summable = [
                summand.name for summand in groups[name].columns if summand.derived or summand.type in _SUMMABLE
            ]
            if value not in summable:
                raise FormulaError(f"{name!r} has no numbers {value!r} to add up", suggest(value, summable))


def _check_name(path: tuple[str, ...], tree: Mapping[str, Any]) -> None:
    """Raise FormulaError if the tree has no such path; below entries with any names, all paths exist."""
    node: Any = tree
    for step in path:
        if isinstance(node, _AnyName):
            return
        if not isinstance(node, Mapping) or step not in node:
            choices = [*node, *FUNCTIONS] if isinstance(node, Mapping) else FUNCTIONS
            message = f"there is no {'.'.join(path)!r} ({step!r} is unknown)"
            raise FormulaError(message, suggest(step, choices))
        node = node[step]


def _referenced_columns(column: FieldColumn, scope: Mapping[str, Any]) -> Iterator[ColumnRef]:
    """Yield the columns that a column's formulas use, derived or not, perhaps repeatedly."""
    for formula in column.formulas:
        yield from formula.sums
        references: list[ColumnRef] = []
        yield from _column_refs(_resolve(formula.tree, scope, references))
        yield from references


def _resolve(node: ast.expr, scope: Mapping[str, Any], references: list[ColumnRef]) -> Any:
    """Return the subtree that a path or lookup names, else None; add columns that other parts use to ``references``."""
    match node:
        case ast.Name(id=name):
            return scope.get(name)
        case ast.Attribute(value=inner, attr=name):
            return _look_up(_resolve(inner, scope, references), name)
        case ast.Subscript(value=inner, slice=index):
            references += _column_refs(_resolve(index, scope, references))
            key = index.value if isinstance(index, ast.Constant) else None
            return _look_up(_resolve(inner, scope, references), key)
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr) and not is_sum(node):
            references += _column_refs(_resolve(child, scope, references))
    return None


def _look_up(group: Any, name: object) -> Any:
    """Return the subtree ``name`` of a group; without such a name all its entries merged; a leaf unchanged."""
    if not isinstance(group, Mapping):
        return group  # a part of a pool of dice
    if name in group:
        return group[name]
    entries = list(group.values())
    if entries and all(isinstance(entry, Mapping) for entry in entries):
        steps = dict.fromkeys(step for entry in entries for step in entry)
        return {
            step: {column_ref for entry in entries for column_ref in _column_refs(entry.get(step))} for step in steps
        }
    return {column_ref for entry in entries for column_ref in _column_refs(entry)}


def _column_refs(part: Any) -> Iterator[ColumnRef]:
    """Yield the references in a subtree; none if it is empty or None."""
    if isinstance(part, Mapping):
        for inner in part.values():
            yield from _column_refs(inner)
    elif part:
        yield from sorted(part)
