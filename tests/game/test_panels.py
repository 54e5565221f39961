"""Panels of rules as data: what they are counts, not where they stand."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from deckgen.errors import GameError
from deckgen.game.panels import Panel, PanelPage, PanelText, PrintedRules
from deckgen.sources import parse_yaml_file


def page(file: str) -> PanelPage:
    spot = parse_yaml_file(Path(file), b"a: {b: 1}\n", GameError).at("a")
    return PanelPage("rules", "Rules", (Panel("a", "A", "", (PanelText("text"),), spot),), 1, spot)


def test_pages_are_the_same_wherever_they_stand():
    one, other = page("one.yaml"), page("other.yaml")
    assert one == other
    assert hash(one) == hash(other)
    assert one.spot.location != other.spot.location
    assert PrintedRules((one,)) == PrintedRules((other,)) != PrintedRules(screen=(one,))


def test_they_do_not_change():
    with pytest.raises(FrozenInstanceError):
        page("one.yaml").title = "Other"
