"""What formulas of a sheet name: whether it is there, and in which order derived values are computed.

Both are found without computing anything, in a tree of names whose leaves are the places of values: ``(group, column)``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Any

from deckgen.errors import Problems, suggest
from deckgen.sheet import model
from deckgen.sheet.formula import FUNCTIONS, FormulaError, is_sum
from deckgen.sheet.model import FieldColumn, FieldGroup, SheetSpec, full

Place = tuple[str, str]
"""A group's name and a column's."""
_ADDED = ("number", "track")
"""What can be added up, beside derived values."""


class _AnyName(dict[str, Any]):
    """Entries whose names a sheet does not know, such as those of a list; its one value, if any, stands for all."""


def derived_order(spec: SheetSpec, problems: Problems) -> tuple[Place, ...]:
    """Return the derived columns of a sheet, each after those that its formulas rest on.

    Adds a problem for every formula that cannot be read or names what is not there, and if some rest on each other in a
    circle; then the order is empty.
    """
    tree, sound = _names(spec), True
    graph: dict[Place, list[Place]] = {}
    derived = [
        (group, column) for group in spec.groups.values() for column in group.columns if column.derived
    ]
    for group, column in derived:
        entry = {} if group.kind == "one" else _leaf(group)
        scope = {**tree, **(entry if isinstance(entry, dict) else {})}
        try:
            _check_names(column, scope, spec)
            graph[group.name, column.name] = [*dict.fromkeys(_rests_on(column, scope))]
        except FormulaError as error:
            column.rule.blame(problems, str(error), error.remedy)
            sound = False
    if not sound:
        return ()
    graph = {place: [other for other in others if other in graph] for place, others in graph.items()}
    try:
        return tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        circle: list[Place] = error.args[1]
        names = " → ".join(full(*place) for place in reversed(circle))
        group_name, column_name = circle[-1]
        spec.groups[group_name].column(column_name).rule.blame(
            problems,
            f"the formulas rest on each other in a circle: {names}",
            "compute one of them from other values",
        )
        return ()


def _names(spec: SheetSpec) -> dict[str, Any]:
    tables = {name: dict.fromkeys(table, frozenset[Place]()) for name, table in spec.tables.items()}
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
            asked = {model.plain(name): main for name in group.known + group.names}
            model.add_to_scope(tree, group, asked or _AnyName({"": main}))
            if group.key:
                entries[group.name] = _AnyName({"": leaf})
    return {model.ENTRY: entries, **tree}


def _leaf(group: FieldGroup) -> Any:
    """An entry of a group: its place, or places by column; of a pool of dice by its parts."""
    places: dict[str, Any] = {}
    for column in group.columns:
        place = frozenset({(group.name, column.name)})
        places[column.name] = dict.fromkeys(model.NO_DICE, place) if column.type == "dice" else place
    if not group.columns[0].name:
        return places[""]
    main = places.get(group.main or "")
    return places | main if isinstance(main, dict) else places


def _check_names(column: FieldColumn, scope: Mapping[str, Any], spec: SheetSpec) -> None:
    """Raise FormulaError if a formula names what is not there, or adds up what are no numbers."""
    for formula in column.formulas:
        for path in formula.names:
            _check_name(path, scope)
        for name, value in formula.sums:
            groups = {
                each.name: each
                for each in spec.groups.values()
                if each.kind != "one" and each.columns[0].name
            }
            if name not in groups:
                raise FormulaError(f"there is no list {name!r} to add up", suggest(name, groups))
            summed = [each.name for each in groups[name].columns if each.derived or each.type in _ADDED]
            if value not in summed:
                raise FormulaError(f"{name!r} has no numbers {value!r} to add up", suggest(value, summed))


def _check_name(path: tuple[str, ...], tree: Mapping[str, Any]) -> None:
    place: Any = tree
    for step in path:
        if isinstance(place, _AnyName):
            return
        if not isinstance(place, Mapping) or step not in place:
            known = [*place, *FUNCTIONS] if isinstance(place, Mapping) else FUNCTIONS
            what = f"there is no {'.'.join(path)!r} ({step!r} is unknown)"
            raise FormulaError(what, suggest(step, known))
        place = place[step]


def _rests_on(column: FieldColumn, scope: Mapping[str, Any]) -> Iterator[Place]:
    """The places that a column's formulas name, also those that are not derived."""
    for formula in column.formulas:
        yield from formula.sums
        others: list[Place] = []
        yield from _places(_find(formula.tree, scope, others))
        yield from others


def _find(node: ast.expr, scope: Mapping[str, Any], others: list[Place]) -> Any:
    """What a path or a look-up stands for; the places of all other parts are added to ``others``."""
    match node:
        case ast.Name(id=name):
            return scope.get(name)
        case ast.Attribute(value=inner, attr=name):
            return _entry(_find(inner, scope, others), name)
        case ast.Subscript(value=inner, slice=index):
            others += _places(_find(index, scope, others))
            key = index.value if isinstance(index, ast.Constant) else None
            return _entry(_find(inner, scope, others), key)
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr) and not is_sum(node):
            others += _places(_find(child, scope, others))
    return None


def _entry(group: Any, name: object) -> Any:
    """An entry of a group; all of them together where it depends on values which one it is."""
    if not isinstance(group, Mapping):
        return group  # a part of a pool of dice
    if name in group:
        return group[name]
    entries = list(group.values())
    if entries and all(isinstance(entry, Mapping) for entry in entries):
        steps = dict.fromkeys(step for entry in entries for step in entry)
        return {step: {place for entry in entries for place in _places(entry.get(step))} for step in steps}
    return {place for entry in entries for place in _places(entry)}


def _places(part: Any) -> Iterator[Place]:
    if isinstance(part, Mapping):
        for inner in part.values():
            yield from _places(inner)
    elif part:
        yield from sorted(part)
