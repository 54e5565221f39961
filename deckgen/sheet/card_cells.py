"""What formulas and remarks of a sheet find of the cards: the cells of a grid that stand for a pool of dice."""

from __future__ import annotations

from collections.abc import Mapping

from deckgen.errors import Faults, nearest
from deckgen.game.model import Game, GridSection
from deckgen.records import record
from deckgen.sheet.formula import FormulaError, Value
from deckgen.sources import Spot


class PoolCells(dict[str, Value]):
    """The cells for each number of dice of one column, as they are printed: ``7`` gives ``V-5``, or ``5d10 + 2d10``."""

    def __init__(self, grid: GridSection, column: str, pattern: str) -> None:
        super().__init__()
        self._grid, self._column, self._pattern = grid, column, pattern

    def __contains__(self, key: object) -> bool:
        return True

    @property
    def beyond(self) -> str:
        """What stands for dice after those ``listed``: ``again``, as many more cards; ``last``; or nothing."""
        again = self._grid.beyond == "draw-again"
        return "again" if again else "last" if self._grid.beyond else ""

    def listed(self) -> list[str]:
        """The cells of 1, 2 ... dice, as far as they differ."""
        after = len(self._grid.columns) if self.beyond == "last" else 0
        texts = [str(self[str(row)]) for row in range(1, self._grid.rows + after + 1)]
        while after and len(texts) > 1 and texts[-1] == texts[-2]:
            texts.pop()
        return texts

    def __missing__(self, key: str) -> Value:
        """Raises FormulaError for what is no number of dice, and for one of which the game says nothing."""
        row = int(key) if key.isdecimal() and len(key) < 5 else 0
        cells = self._grid.cells_for(self._column, row) if row else ()
        if not cells:
            what = f"the game does not say what {key} dice are in column {self._column} of {self._grid.title}"
            raise FormulaError(what, f"use 1 to {self._grid.rows} dice, or add beyond: ... to the section")
        printed = (self._pattern.replace("{column}", c).replace("{row}", str(r)) for c, r in cells)
        return " + ".join(printed)


@record
class CardCells:
    """A grid of the game's cards: its cells by the sides of a die and a number of dice, and its rule in words."""

    cells: Mapping[str, Value]
    rule: str


def read_card_cells(game: Game, spot: Spot, faults: Faults) -> dict[str, CardCells]:
    """The grids that a sheet names, of the first deck of its game; adds a fault for one that is not there.

    Raises GameError if the game has no deck.
    """
    deck = game.deck()
    grids = {section.name: section for section in deck.sections if isinstance(section, GridSection)}
    found = {}
    for each in spot.items():
        name, cells, rule = each.value["grid"], {}, ""
        if grid := grids.get(name):
            cells = {str(c.sides): PoolCells(grid, c.label, each.value["print"]) for c in grid.columns[::-1]}
            if grid.beyond:
                rule = grid.beyond_in_words(game.language.phrase(grid.beyond_rule))
        else:
            each.at("grid").blame(faults, f'the cards have no grid "{name}"', nearest(name, grids))
        found[str(each.path[-1])] = CardCells(cells, rule)
    return found
