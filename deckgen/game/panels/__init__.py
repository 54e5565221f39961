"""Panels of rules, and where they are printed: reference cards and the screen."""

from __future__ import annotations

from dataclasses import field

from deckgen.records import record
from deckgen.sources import YamlValue


@record
class PanelText:
    """A paragraph; ``**`` stands around what is bold."""

    text: str


@record
class PanelList:
    """Points, each a paragraph with a mark before it."""

    points: tuple[str, ...]


@record
class PanelTable:
    """A heading for each column, and rows of as many cells."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@record
class PanelScopes:
    """The difficulties of scopes, which are named as they are printed, with their numbers."""

    scopes: tuple[str, ...]


@record
class PanelMarks:
    """How cards mark the values of these sections, as they are drawn; none: of all sections."""

    sections: tuple[str, ...]


@record
class PanelShares:
    """What stands on how many cards of a deck."""

    section: str


@record
class PanelOdds:
    """Chances of success against a scope, named as it is printed: a row for each roll of the section and each bonus.

    ``rolls`` are the labels of a section of rolls, or the columns of a grid, of which ``rows`` are the pools.
    """

    section: str
    scope: str
    rolls: tuple[str, ...]
    rows: tuple[int, ...]
    bonuses: tuple[int, ...]


PanelBlock = PanelText | PanelList | PanelTable | PanelScopes | PanelMarks | PanelShares | PanelOdds


@record
class Panel:
    """A few rules under a title. ``spot`` is where they stand, for what is wrong with them once they are drawn."""

    name: str
    title: str
    icon: str
    blocks: tuple[PanelBlock, ...]
    spot: YamlValue = field(compare=False, repr=False)


@record
class PanelPage:
    """Panels that are printed together, in columns: a reference card, or a page of the screen, which may have no title."""

    name: str
    title: str
    panels: tuple[Panel, ...]
    columns: int
    spot: YamlValue = field(compare=False, repr=False)


@record
class PrintedRules:
    """All reference cards of a game, and the pages of its screen."""

    reference_cards: tuple[PanelPage, ...] = ()
    screen: tuple[PanelPage, ...] = ()
