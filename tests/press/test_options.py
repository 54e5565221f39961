import dataclasses

import pytest
from press_drawings import deck, write

from deckgen.errors import PressError
from deckgen.press.options import FLIPS, INKS, ORDERS, Options
from deckgen.press.target import load_target

CHOICES = {"flip": FLIPS, "order": ORDERS, "ink": INKS}


def test_what_is_not_chosen_is_the_first_of_its_choices():
    assert [getattr(Options(), name) for name in CHOICES] == [known[0] for known in CHOICES.values()]


def test_options_are_chosen_once():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Options().paper = "letter"


@pytest.mark.parametrize("name", CHOICES)
def test_every_choice_prints_and_any_other_is_told_with_what_there_is(name, tmp_path):
    home = load_target("home")
    for known in CHOICES[name]:
        assert write(deck(), home, tmp_path / f"{known}.pdf", Options(**{name: known}))
    with pytest.raises(PressError, match=f"(?s){name}.*{', '.join(CHOICES[name])}"):
        write(deck(), home, tmp_path / "other.pdf", Options(**{name: "other"}))
