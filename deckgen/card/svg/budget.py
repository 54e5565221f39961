"""How much work a drawing may make: what no drawing of a card needs is refused before it is done."""

from __future__ import annotations

from collections.abc import Mapping

from deckgen.card.svg.css import Properties
from deckgen.card.svg.parser import Node
from deckgen.draw.drawing import Symbol, Use

STEPS = 100_000
"""What the elements of a file may cost once its clones are made: about a megabyte of outlines, or 10,000 elements."""
MAX_ITEMS = 20_000
"""As many items a group or a symbol may have, with those of the symbols in it."""
MAX_DEPTH = 40
"""As deep as elements, clones and symbols may be nested."""
_ELEMENT, _LETTERS = 10, 10  # steps of an element, and letters of a step
_LONG = (
    100  # letters of a property: longer ones cost each element that has them, though one may say them for all
)


class SpentError(Exception):
    """A drawing has cost all that it may; ``node`` is where it had."""

    def __init__(self, node: Node) -> None:
        super().__init__()
        self.node = node


class Budget:
    """Counts what the elements of a file cost."""

    def __init__(self) -> None:
        self._left = STEPS

    def element(self, node: Node, rules: int, style: Properties) -> None:
        """Pay for drawing an element of that style, for which so many rules are looked at. Raises SpentError."""
        letters = _letters(node)
        letters += sum(len(part) for part in node.content if isinstance(part, str))
        letters += sum(len(value) for value in style.values() if len(value) > _LONG)
        self._pay(node, _ELEMENT + rules + letters // _LETTERS)

    def outline(self, node: Node, segments: int) -> None:
        """Pay for the segments of an element that are more than its letters paid for. Raises SpentError."""
        self._pay(node, max(0, segments - _letters(node) // _LETTERS))

    def _pay(self, node: Node, steps: int) -> None:
        self._left -= steps
        if self._left < 0:
            raise SpentError(node)


def _letters(node: Node) -> int:
    """The letters of its attributes."""
    return sum(map(len, node.attributes.values()))


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
