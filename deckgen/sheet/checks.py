"""Checks that blocks can show what they name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from deckgen.errors import Faults, nearest
from deckgen.sheet.model import Block, FieldGroup, SheetSpec
from deckgen.sources import Spot


class _Wants(NamedTuple):
    """What a kind of block needs: options, the kind of group, the type of its values."""

    options: tuple[str, ...]
    group: str = ""
    type: str = ""


_WANTS = {
    "banner": _Wants((), "one"),
    "fields": _Wants(("of",), "one"),
    "records": _Wants(("of",), "keys"),
    "list": _Wants(("of",), "rows"),
    "notes": _Wants(("of",), "one", "long"),
    "wounds": _Wants(("of", "levels"), "keys", "track"),
    "ladder": _Wants(("of", "levels"), "one", "track"),
    "pips": _Wants(("of",), "", "track"),
    "countdown": _Wants(("of", "start"), "one", "track"),
    "figure": _Wants(("of", "parts"), "keys"),
    "table": _Wants(("rows",)),
    "text": _Wants(("text",)),
}
_SINGLE = ("banner", "records", "list", "notes", "wounds", "ladder", "countdown", "figure")


def check_places(spec: SheetSpec, faults: Faults) -> None:
    """Add what is wrong with the blocks and clip tracks of a sheet."""
    stacks = [stack for page in spec.pages for row in page.rows for stack in row] + list(spec.npc)
    for block in (block for stack in stacks for block in stack.blocks):
        _check_block(block, spec, faults)
    for name, levels in spec.levels.items():
        for number, level in enumerate(levels):
            for key, text in level.items():
                if text.startswith("="):
                    spot = spec.source.spot("levels", name, number, key)
                    _known(
                        spot,
                        text[1:],
                        [g.name for g in spec.groups.values() if g.kind == "one"],
                        "field",
                        faults,
                    )
    for number, page in enumerate(spec.pages):
        for side, runs in page.edges.items():
            for i, run in enumerate(runs):
                spot = spec.source.spot("pages", number, "edges", side, i, "levels")
                _known(spot, run["levels"], spec.levels, "level", faults)


def _known(spot: Spot, name: str, known: Iterable[str], what: str, faults: Faults) -> bool:
    names = list(known)
    if name in names:
        return True
    spot.blame(faults, f'there is no {what} "{name}"', nearest(name, names))
    return False


def _check_block(block: Block, spec: SheetSpec, faults: Faults) -> None:
    wants = _WANTS[block.kind]
    missing = [option for option in wants.options if option not in block.options]
    if missing:
        block.spot.blame(faults, f'a block "{block.kind}" needs {missing[0]}', f"add {missing[0]}: ...")
        return
    for option, known in (("levels", list(spec.levels)), ("start", list(spec.groups))):
        if option in block.options:
            _known(block.spot.at(option), str(block.options[option]), known, option.removesuffix("s"), faults)
    groups = _groups(block, spec, faults)
    for group, spot in groups:
        fits = (not wants.group or group.kind == wants.group) and (
            not wants.type or group.columns[0].type == wants.type
        )
        if not fits or (block.kind == "pips" and group.kind == "rows"):
            named = {"one": "a field", "keys": "a group with keys", "rows": "a list"}.get(
                wants.group, "tracks"
            )
            remedy = f"name {named}" + (f" of type {wants.type}" if wants.type else "")
            spot.blame(faults, f'a block "{block.kind}" cannot show "{group.name}"', remedy)
        elif block.kind in ("records", "list", "figure"):
            _check_parts(block, group, faults)
    if block.kind == "table":
        _check_table(block, faults)


def _groups(block: Block, spec: SheetSpec, faults: Faults) -> list[tuple[FieldGroup, Spot]]:
    """The groups that a block shows, those that exist."""
    of = block.options.get("of")
    if of is None:
        return []
    if isinstance(of, list) and block.kind in _SINGLE:
        block.spot.at("of").blame(faults, f'a block "{block.kind}" shows one group', "name one")
        return []
    spots = block.spot.at("of").items() if isinstance(of, list) else [block.spot.at("of")]
    return [(spec.groups[s.value], s) for s in spots if _known(s, s.value, spec.groups, "field", faults)]


def _check_parts(block: Block, group: FieldGroup, faults: Faults) -> None:
    names = [column.name for column in group.columns]
    for name in block.options.get("columns", {}):
        _known(block.spot.at("columns", name), name, names, "column", faults)
    if block.kind == "figure":
        keys = [key for key in group.keys if key in block.options["parts"]]
        for side in ("left", "right"):
            for spot in block.spot.at(side).items() if side in block.options else []:
                _known(spot, spot.value, keys, "part for", faults)


def _check_table(block: Block, faults: Faults) -> None:
    if not isinstance(block.options["rows"], list) or not block.options["rows"]:
        block.spot.at("rows").blame(faults, "a table has rows of texts", "write [[first, second], ...]")
        return
    head = block.options.get("head") or block.options["rows"][0]
    widths = block.options.get("widths")
    if widths is not None and len(widths) != len(head):
        what = f"there are {len(widths)} widths for {len(head)} columns"
        block.spot.at("widths").blame(faults, what, "give one for each column")
    for spot in block.spot.at("rows").items():
        if len(spot.value) != len(head):
            what = f"the row has {len(spot.value)} cells, the table {len(head)} columns"
            spot.blame(faults, what, "give one for each column")
