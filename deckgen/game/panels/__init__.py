"""Panels of rules, and what they are printed on: reference cards and the screen."""

from __future__ import annotations

from dataclasses import field

from deckgen.records import record
from deckgen.sources import YamlValue


@record
class PanelText:
    """A paragraph, with bold words between ``**``."""

    text: str


@record
class PanelList:
    """A bulleted list."""

    points: tuple[str, ...]


@record
class PanelTable:
    """A table: a heading for each column, and rows with as many cells."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@record
class PanelScopes:
    """The difficulties of scopes, given by their printed names, with target numbers."""

    scopes: tuple[str, ...]


@record
class PanelMarks:
    """Samples of how cards mark the values of these sections; empty: of all sections."""

    sections: tuple[str, ...]


@record
class PanelShares:
    """The results of a section with their numbers of cards."""

    section: str


@record
class PanelOdds:
    """Chances of success against a scope, given by its printed name: a row for each roll and bonus.

    ``rolls`` are the labels of a rolls section, or the columns of a grid whose pools are ``rows``.
    """

    section: str
    scope: str
    rolls: tuple[str, ...]
    rows: tuple[int, ...]
    bonuses: tuple[int, ...]


PanelBlock = PanelText | PanelList | PanelTable | PanelScopes | PanelMarks | PanelShares | PanelOdds


@record
class Panel:
    """A few rules under a title; ``spot`` is where they are written, for errors when drawing."""

    name: str
    title: str
    icon: str
    blocks: tuple[PanelBlock, ...]
    spot: YamlValue = field(compare=False, repr=False)


@record
class PanelPage:
    """Panels printed together in columns: a reference card, or a page of the screen, whose title may be ""."""

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
