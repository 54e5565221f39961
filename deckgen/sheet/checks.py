"""Checks that blocks can show what they name."""

from __future__ import annotations

from deckgen.errors import Faults
from deckgen.sheet.blocks import KINDS
from deckgen.sheet.blocks.base import name_known
from deckgen.sheet.model import Block, FieldGroup, SheetSpec
from deckgen.sheet.options import ColumnOptions
from deckgen.sources import Spot

_CALLED: dict[tuple[str, ...], str] = {
    ("one",): "a field",
    ("keys",): "a group with keys",
    ("rows",): "a list",
}


def check_places(spec: SheetSpec, faults: Faults) -> None:
    """Add what is wrong with the blocks and clip tracks of a sheet."""
    stacks = [stack for page in spec.pages for row in page.rows for stack in row] + list(spec.npc)
    for block in (block for stack in stacks for block in stack.blocks):
        _check_block(block, spec, faults)
    single = [group.name for group in spec.groups.values() if group.kind == "one"]
    for name, levels in spec.levels.items():
        for number, level in enumerate(levels):
            for key, text in level.items():
                if text.startswith("="):
                    spot = spec.source.spot("levels", name, number, key)
                    name_known(spot, text[1:], single, "field", faults)
    for number, page in enumerate(spec.pages):
        for side, runs in page.edges.items():
            for i, run in enumerate(runs):
                spot = spec.source.spot("pages", number, "edges", side, i, "levels")
                name_known(spot, run["levels"], spec.levels, "level", faults)


def _check_block(block: Block, spec: SheetSpec, faults: Faults) -> None:
    kind, options = KINDS[block.kind], block.options
    for option, known, what in (("levels", spec.levels, "level"), ("start", spec.groups, "start")):
        if option in block.spot.value:
            name_known(block.spot.at(option), block.spot.value[option], known, what, faults)
    for group, spot in _groups(block, spec, faults):
        shown = not kind.groups or group.kind in kind.groups
        if not shown or kind.type not in ("", group.columns[0].type):
            remedy = f"name {_CALLED.get(kind.groups, 'tracks')}" + (
                f" of type {kind.type}" if kind.type else ""
            )
            spot.blame(faults, f'a block "{block.kind}" cannot show "{group.name}"', remedy)
            continue
        for name in options.columns if isinstance(options, ColumnOptions) else ():
            columns = [column.name for column in group.columns]
            name_known(block.spot.at("columns", name), name, columns, "column", faults)
    if kind.check:
        kind.check(options, block.spot, spec, faults)


def _groups(block: Block, spec: SheetSpec, faults: Faults) -> list[tuple[FieldGroup, Spot]]:
    """The groups that a block shows, those that exist, and where it names them."""
    if "of" not in block.spot.value:
        return []
    of = block.spot.at("of")
    spots = of.items() if isinstance(of.value, list) else [of]
    return [(spec.groups[s.value], s) for s in spots if name_known(s, s.value, spec.groups, "field", faults)]
