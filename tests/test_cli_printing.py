import json

import click
import pytest
from cli_fixtures import run
from click.testing import CliRunner

from deckgen.cli.command import command
from deckgen.cli.printing import PRINTING
from deckgen.errors import PressError
from deckgen.language import Language


@command()
def show(printing=PRINTING):
    """Print what was chosen."""
    chosen = printing.options("T", "", (("a", "b"),), Language())
    click.echo(
        json.dumps([chosen.flip, chosen.back_offset, chosen.back_rotate, chosen.gutter, chosen.colophon])
    )


def shown(*arguments):
    result = CliRunner().invoke(show, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


@pytest.fixture(autouse=True)
def office(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKGEN_CONFIG", str(tmp_path))
    run("calibrate", "--printer", "office", "--set", "0.5,-1", "--tilt", "0.5")


def test_nothing_chosen_is_the_defaults():
    assert shown() == ["long-edge", [0, 0], 0, None, []]


def test_a_printer_brings_what_was_kept_for_it():
    _, offset, rotate, _, _ = shown("--printer", "office")
    assert offset == [0.5, -1]
    assert rotate > 0


def test_what_is_said_goes_before_what_was_kept():
    assert shown("--printer", "office", "--back-offset", "0,0", "--back-rotate", "0")[1:3] == [[0, 0], 0]


def test_the_rest_is_handed_on():
    assert shown("--gutter", "3", "--flip", "gutterfold", "--colophon")[0::3] == ["gutterfold", 3]
    assert shown("--colophon")[4] == [["a", "b"]]


def test_an_unknown_printer_is_told():
    with pytest.raises(PressError, match="no printer is called 'cellar'; choose from office, or set it anew"):
        shown("--printer", "cellar")


@pytest.mark.finding("R1")
@pytest.mark.parametrize("option", ["--bleed", "--gutter", "--back-rotate", "--back-offset"])
@pytest.mark.parametrize("value", ["nan", "-inf", "1e308", "1e309", "²", "9" * 5000])
def test_lengths_and_angles_are_finite_and_within_range(option, value):
    value = f"0,{value}" if option == "--back-offset" else value
    result = CliRunner().invoke(show, [option, value], catch_exceptions=False)
    assert result.exit_code == 2
    assert f"Invalid value for '{option}'" in result.stderr


def test_a_shift_is_as_far_as_a_printer_may_be_off():
    assert shown("--back-offset", "50,-50")[1] == [50, -50]
    result = CliRunner().invoke(show, ["--back-offset", "50.5,0"], catch_exceptions=False)
    assert "'50.5,0' is farther than 50 mm" in result.stderr
