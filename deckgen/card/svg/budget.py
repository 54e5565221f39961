"""How much work a drawing may make: what no drawing of a card needs is refused before it is done."""

from __future__ import annotations

from collections.abc import Mapping

from deckgen.card.svg.parser import Node
from deckgen.draw.drawing import Symbol, Use

STEPS = 100_000
"""What the elements of a file may cost once its clones are made: about a megabyte of outlines, or 10,000 elements."""
MAX_ITEMS = 20_000
"""As many items a group or a symbol may have, with those of the symbols in it."""
MAX_DEPTH = 40
"""As deep as elements, clones and symbols may be nested."""
_ELEMENT, _LETTERS = 10, 10  # steps of an element, and letters of a step


class SpentError(Exception):
    """A drawing has cost all that it may; ``node`` is where it had."""

    def __init__(self, node: Node) -> None:
        super().__init__()
        self.node = node


class Budget:
    """Counts what the elements of a file cost."""

    def __init__(self) -> None:
        self._left = STEPS

    def element(self, node: Node, rules: int) -> None:
        """Pay for drawing an element for which so many rules of style are looked at. Raises SpentError."""
        letters = sum(map(len, node.attributes.values()))
        letters += sum(len(part) for part in node.content if isinstance(part, str))
        self._left -= _ELEMENT + rules + letters // _LETTERS
        if self._left < 0:
            raise SpentError(node)


def tangled(symbols: Mapping[str, Symbol]) -> str:
    """The name of a symbol that shows itself, or is too deep or too much with the symbols in it; empty if none is."""
    sizes: dict[str, int] = {}

    def size(name: str, depth: int) -> int:
        """How many items it is with those of the symbols in it; more than are allowed for one that shows itself."""
        if name in sizes:
            return sizes[name]
        sizes[name] = MAX_ITEMS + 1  # while it is being counted
        if depth <= MAX_DEPTH:
            sizes[name] = sum(
                1 + (size(item.symbol, depth + 1) if isinstance(item, Use) and item.symbol in symbols else 0)
                for item in symbols[name].items
            )
        return sizes[name]

    return next((name for name in symbols if size(name, 0) > MAX_ITEMS), "")
