from __future__ import annotations

import dataclasses
from fractions import Fraction

import pytest
from widget_drawing import TITLES, drawn, outcomes

from deckgen.card.widgets import DRAWN_BY, POKER, WIDGETS, default_widget, sample_values
from deckgen.game.model import (
    DistributionSection,
    FixedSection,
    HitLocation,
    MarksSection,
    OrdinalSection,
    StackSection,
    TextSection,
)


def test_every_kind_of_section_has_a_widget_that_can_draw_it():
    shown = FixedSection(*TITLES, values=(1,), outcomes=outcomes(1))
    for section in (
        DistributionSection(*TITLES, outcomes()),
        shown,
        TextSection(*TITLES, outcomes()),
        OrdinalSection(*TITLES, "rank"),
    ):
        assert DRAWN_BY[type(section)][0] == default_widget(section) in WIDGETS
    for widget in WIDGETS.values():
        assert dataclasses.is_dataclass(widget.options)


@pytest.mark.parametrize("section", [
    DistributionSection(*TITLES, outcomes(1, None)), TextSection(*TITLES, outcomes("x")),
    StackSection(*TITLES, ((HitLocation("legs", Fraction(1), ()),),), 3, 1), MarksSection(*TITLES, 4, Fraction(1)),
])  # fmt: skip
def test_samples_are_values_that_the_widget_of_the_section_can_draw(section):
    widget = WIDGETS[default_widget(section)]
    assert sample_values(section)
    for value in sample_values(section):
        drawn(widget, section, value)


def test_a_widget_has_the_name_of_its_module_or_builder_and_the_first_that_can_draw_a_section_is_its_default():
    for name, widget in WIDGETS.items():
        assert name == widget.name
        assert name in (
            widget.build.__module__.rpartition(".")[2],
            widget.build.__name__.removeprefix("build_"),
        )
    assert {name for names in DRAWN_BY.values() for name in names} | {POKER} == set(WIDGETS)
    assert default_widget(None) == POKER
