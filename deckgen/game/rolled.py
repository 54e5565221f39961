"""Sections of dice: grids and rolls, from YAML that fits the schema to the model."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from deckgen.errors import Faults, nearest
from deckgen.game.context import DeckContext, SectionHead
from deckgen.game.model import Column, GridSection, Roll, RollsSection
from deckgen.sources import Spot, exact

_DICE = re.compile(r"(\d*)d(\d+)")


def grid(about: SectionHead, spot: Spot, deal: DeckContext, faults: Faults) -> GridSection | None:
    """The grid; None, with faults added, if it does not fit."""
    columns = _columns(spot.at("columns"), deal, faults)
    rules = {**spot.get("dice", {}), "critical_failure": spot.get("critical_failure"), "dice": "d6"}
    roll = _roll(rules, spot.at("dice") if "dice" in spot.value else spot, faults)
    rising, reads = spot.get("rising", False), spot.get("reads", "cell")
    if rising and reads == "first-n":
        what = "cells that are one die each cannot rise from row to row"
        spot.at("rising").blame(faults, what, "write rising: false, or reads: cell")
        return None
    if rising and roll is not None and roll.keep not in ("sum", "count"):
        what = f"a grid that keeps the {roll.keep} die cannot rise from row to row"
        spot.at("rising").blame(faults, what, "write rising: false, or keep: sum")
        return None
    if roll is not None and not _fit_pools(roll, spot, deal, faults):
        return None
    if rising and roll is not None and roll.critical_failure:
        what = "a grid with critical failures, which count as 1 in every row, cannot rise from row to row"
        spot.at("rising").blame(faults, what, "write rising: false, or critical_failure: none")
        return None
    if columns is None or roll is None:
        return None
    return GridSection(
        **vars(about),
        columns=columns,
        rows=spot.value["rows"],
        keep=roll.keep,
        explode=roll.explode,
        maxima=roll.maxima,
        critical_failure=roll.critical_failure,
        rising=rising,
        tail_bar=_tail_bar(spot),
        reads=reads,
        success_at=roll.success_at,
        pool_bar=exact(spot.get("pool_bar", 1)),
    )


def _fit_pools(roll: Roll, spot: Spot, deal: DeckContext, faults: Faults) -> bool:
    """Whether a grid may be read as it says; if not, faults are added."""
    if spot.get("reads", "cell") != "first-n":
        if "pool_bar" in spot.value:
            what = "only cells that are read together make a pool"
            spot.at("pool_bar").blame(faults, what, "write reads: first-n, or delete pool_bar")
            return False
        return True
    wrong = []
    if roll.keep != "highest":
        what = f"cells that are read together keep the highest, not the {roll.keep}"
        wrong.append((what, "write keep: highest, or reads: cell"))
    elif roll.explode != "none" and roll.maxima != "all":
        what = "every open cell that is read is drawn on, so all maxima are rolled on"
        wrong.append((what, "write maxima: all, or reads: cell"))
    if deal.draw != "without-replacement":
        what = "cells are read together, but the added cards are drawn with replacement"
        wrong.append((what, "write reads: cell, or draw: without-replacement in the deck"))
    for what, remedy in wrong:
        spot.at("reads").blame(faults, what, remedy)
    return not wrong


def _columns(spot: Spot, deal: DeckContext, faults: Faults) -> tuple[Column, ...] | None:
    named = spot.value
    if isinstance(named, str):
        if named in deal.broken:
            return None
        if named not in deal.columns:
            spot.blame(faults, f'there are no columns "{named}"', nearest(named, deal.columns))
            return None
        named = deal.columns[named].value
    return tuple(Column(label, int(die[1:])) for label, die in named.items())


def _tail_bar(spot: Spot) -> Fraction:
    return exact(spot.get("tail_bar", 1))


def _roll(given: Mapping[str, Any], spot: Spot, faults: Faults) -> Roll | None:
    """The roll that is described; None, with faults added at ``spot``, if its rules do not fit together."""
    counts, success_at = given.get("keep") == "count", given.get("success_at")
    if counts and success_at is None:
        spot.blame(
            faults, "it is not said what a success is", "add success_at: the lowest number that is one"
        )
        return None
    if success_at is not None and not counts:
        spot.blame(faults, "success_at is only for dice that are counted", "write keep: count beside it")
        return None
    if counts and given.get("critical_failure", "none") not in (None, "none"):
        spot.blame(faults, "dice that are counted have no critical failure", "delete critical_failure")
        return None
    dice = (int(sides) for number, sides in _DICE.findall(given["dice"]) for _ in range(int(number or 1)))
    return Roll(
        dice=tuple(dice),
        keep=given.get("keep", "sum"),
        explode=given.get("explode", "none"),
        maxima=given.get("maxima", "choose"),
        critical_failure=given.get("critical_failure") == "more-than-half-ones",
        success_at=success_at,
    )


def rolls(about: SectionHead, spot: Spot, _deal: DeckContext, faults: Faults) -> RollsSection | None:
    """The rolls; None, with faults added, if one is none, or needs more than a number on the card."""
    made = []
    for each in spot.at("rolls").items():
        roll = _roll({"dice": each.value} if isinstance(each.value, str) else each.value, each, faults)
        if roll is not None and (roll.explode != "none" or roll.critical_failure):
            what = "a roll of this kind is a bare number, which cannot say that a card is added, or a failure"
            each.blame(faults, what, "make it a grid, or delete explode and critical_failure")
            roll = None
        made.append((str(each.path[-1]), roll))
    rolls = tuple((label, roll) for label, roll in made if roll is not None)
    if len(rolls) < len(made):
        return None
    return RollsSection(**vars(about), rolls=rolls, tail_bar=_tail_bar(spot))
