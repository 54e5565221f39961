"""In which order derived values are computed: what each formula rests on, found without computing anything."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Any

from deckgen.errors import Faults
from deckgen.sheet import model
from deckgen.sheet.formula import holes, is_sum, read
from deckgen.sheet.model import FieldColumn, FieldGroup, SheetSpec, full

Place = tuple[str, str]
"""A group's name and a column's."""
_ANY = "*"  # the entries of a list, whatever they are called


def derived_order(spec: SheetSpec, faults: Faults) -> tuple[Place, ...]:
    """The derived columns of a sheet, each after those that its formulas rest on.

    Adds a fault if some rest on each other in a circle; then the order is empty.
    """
    columns = {
        (group.name, column.name): column
        for group in spec.groups.values()
        for column in group.columns
        if column.derived
    }
    scope = _scope(spec)
    graph = {
        place: [
            each for each in dict.fromkeys(_rests_on(spec.groups[place[0]], column, scope)) if each in columns
        ]
        for place, column in columns.items()
    }
    try:
        return tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        circle: list[Place] = error.args[1]
        said = " → ".join(full(*place) for place in reversed(circle))
        columns[circle[-1]].rule.blame(
            faults,
            f"the formulas rest on each other in a circle: {said}",
            "compute one of them from other values",
        )
        return ()


def _scope(spec: SheetSpec) -> dict[str, Any]:
    """What formulas find, with sets of places instead of values."""
    scope: dict[str, Any] = {model.ENTRY: {}}
    for group in spec.groups.values():
        leaf = _leaf(group)
        if group.kind == "rows":
            model.add_to_scope(scope, group, {_ANY: _main(group)})
            scope[model.ENTRY][group.name] = {_ANY: leaf}
        else:
            entries: Any = dict.fromkeys(group.keys, leaf)
            model.add_to_scope(scope, group, entries if group.kind == "keys" else leaf)
    return scope


def _leaf(group: FieldGroup) -> Any:
    """An entry of a group."""
    places: dict[str, Any] = {column.name: {(group.name, column.name)} for column in group.columns}
    if not group.columns[0].name:
        return places[""]
    if group.main and group.column(group.main).type == "dice":
        places |= dict.fromkeys(model.NO_DICE, places[group.main])
    return places


def _main(group: FieldGroup) -> Any:
    """What a name in a list stands for."""
    return {(group.name, group.main)} if group.main else _leaf(group)


def _rests_on(group: FieldGroup, column: FieldColumn, scope: Mapping[str, Any]) -> Iterator[Place]:
    """The places that a column's formulas name, also those that are not derived."""
    own = _leaf(group) if group.kind != "one" else {}
    around = {**scope, **own} if isinstance(own, dict) else scope
    for formula in (read(column.formula),) if column.formula else holes(column.show or ""):
        yield from formula.sums
        found: list[Place] = []
        yield from _places(_find(formula.tree, around, found))
        yield from found


def _find(node: ast.expr, scope: Mapping[str, Any], found: list[Place]) -> Any:
    """What a path or a look-up stands for; the places of all other parts are added to ``found``."""
    match node:
        case ast.Name(id=name):
            return scope.get(name)
        case ast.Attribute(value=inner, attr=name):
            return _entry(_find(inner, scope, found), name)
        case ast.Subscript(value=inner, slice=index):
            found += _places(_find(index, scope, found))
            key = index.value if isinstance(index, ast.Constant) else None
            return _entry(_find(inner, scope, found), key)
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr) and not is_sum(node):
            found += _places(_find(child, scope, found))
    return None


def _entry(of: Any, name: object) -> Any:
    """An entry of a group; all of them together where it depends on values which one it is."""
    if not isinstance(of, Mapping):
        return of  # a part of a pool of dice
    if name in of:
        return of[name]
    every = list(of.values())
    if every and all(isinstance(each, Mapping) for each in every):
        steps = dict.fromkeys(step for each in every for step in each)
        return {step: {place for each in every for place in _places(each.get(step))} for step in steps}
    return {place for each in every for place in _places(each)}


def _places(found: Any) -> Iterator[Place]:
    if isinstance(found, Mapping):
        for each in found.values():
            yield from _places(each)
    elif found:
        yield from sorted(found)
