"""The package by room: what each room imports, and how many lines it has.

``python benchmarks/rooms.py`` prints it, and what breaks the rules of the house; ``tests/test_house.py`` checks them.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "deckgen"
BASE = "(root)"
"""Modules in no room: errors, files, sources and the like, under every room."""

_DECK = ("odds", "game", "deck")
_PRINT = (*_DECK, "draw", "web", "card", "press")
MAY_IMPORT: Mapping[str, tuple[str, ...]] = {
    BASE: (),
    "odds": (),
    "game": ("odds",),
    "deck": ("odds", "game"),
    "draw": (),
    "web": ("draw",),
    "card": (*_DECK, "draw"),
    "press": ("draw", "web"),
    "document": _PRINT,
    "sheet": _PRINT,
    "preflight": ("draw", "press"),
    "export": (*_PRINT, "document", "sheet"),
    "play": (*_PRINT, "document"),
    "library": (*_PRINT, "document", "sheet", "export", "play"),
    "run": (*_PRINT, "document", "sheet", "library"),
    "studio": (*_PRINT, "document", "sheet", "library", "run"),
    "cli": ("library", "run", "studio"),
}
"""The rooms, lowest first, and the rooms that each may lean on. All may import the modules in no room."""
ALSO: Mapping[str, tuple[str, ...]] = {
    "common": ("draw.paper",),  # --paper: the name of a size
    "render": ("press.options",),  # the choices of options
    "look": ("press.target", "card.layout"),  # targets, layouts: what they say about themselves
    "check": ("press.target", "preflight", "preflight.ink"),  # preflight, ink: tools for any PDF
    "make": (
        "game.starter",
        "card.starter",
        "card.blank",
        "card.layout",
        "sheet.reader",
    ),  # new, new-layout: files to copy
    "print": (
        "press.printers",
        "press.options",
        "press.pdf.writer",
        "draw.paper",
    ),  # calibrate: no game in it
}
"""What a module of the command line imports for commands that work on no game or deck."""

Graph = dict[str, set[str]]


def modules(root: Path = ROOT) -> dict[str, ast.Module]:
    """Every module of the package by its dotted name, parsed."""
    found = {}
    for path in sorted((root / PACKAGE).rglob("*.py")):
        name = ".".join(path.relative_to(root).with_suffix("").parts)
        found[name.removesuffix(".__init__")] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def imports(trees: Mapping[str, ast.Module]) -> Graph:
    """What each module imports, inside functions too: the package's modules, and other packages.

    Nothing for the package itself, which imports the names of the library when they are used.
    """
    return {
        name: {_module(target, trees) for target in _targets(tree) if name != PACKAGE} - {name}
        for name, tree in trees.items()
    }


def _targets(tree: ast.Module) -> Iterable[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _module(target: str, trees: Mapping[str, ast.Module]) -> str:
    """The module of the package that is meant by ``package.module`` or ``package.module.name``; or the package."""
    if not target.startswith(f"{PACKAGE}."):
        return target.partition(".")[0]
    return target if target in trees else target.rpartition(".")[0]


def is_package(module: str) -> bool:
    """Whether a module is a folder's ``__init__``."""
    return (ROOT / Path(*module.split("."))).is_dir()


def room(module: str) -> str:
    """The room of a module of the package."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and (ROOT / PACKAGE / parts[1]).is_dir() else BASE


def rooms(graph: Graph) -> Graph:
    """The rooms that each room imports, the modules in no room being left out."""
    found: Graph = {name: set() for name in (*MAY_IMPORT, *sorted(map(room, graph)))}
    for module, targets in graph.items():
        if module != f"{PACKAGE}.__main__":  # only starts the command line
            found[room(module)] |= {room(t) for t in targets if t.startswith(f"{PACKAGE}.")}
    return {name: targets - {name, BASE} for name, targets in found.items()}


def circle(graph: Graph) -> list[str]:
    """The names along some circle, the first also last; none if there is no circle."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def lines(root: Path = ROOT) -> dict[str, int]:
    """The lines of Python in each room."""
    counts: dict[str, int] = defaultdict(int)
    for path in (root / PACKAGE).rglob("*.py"):
        name = ".".join(path.relative_to(root).with_suffix("").parts)
        counts[room(name)] += len(path.read_text(encoding="utf-8").splitlines())
    return dict(counts)


def main() -> None:
    graph = imports(modules())
    arrows, counts = rooms(graph), lines()
    ordered = [name for name in MAY_IMPORT if name in counts] + sorted(counts.keys() - MAY_IMPORT)
    print(f"{'room':<10} {'lines':>6}  imports")
    for name in ordered:
        print(f"{name:<10} {counts[name]:>6}  {' '.join(other for other in ordered if other in arrows[name])}")
    print(f"{'all':<10} {sum(counts.values()):>6}")
    for name, targets in graph.items():
        for target in sorted(targets):
            if not allowed(name, target):
                print(f"not allowed: {name} imports {target}")
    for what, drawn in (("files", graph), ("rooms", arrows)):
        print(f"circles of {what}: {' > '.join(circle(drawn)) or 'none'}")


def allowed(module: str, target: str) -> bool:
    """Whether a module may import another, as far as their rooms say."""
    if not target.startswith(f"{PACKAGE}.") or module == f"{PACKAGE}.__main__":
        return True
    own, other = room(module), room(target)
    if own == "cli" and target in [f"{PACKAGE}.{name}" for name in ALSO.get(module.rpartition(".")[2], ())]:
        return True
    return other in (own, BASE, *MAY_IMPORT.get(own, ()))


if __name__ == "__main__":
    sys.exit(main())
