from dataclasses import dataclass

import click
import pytest
from click.testing import CliRunner

from deckgen.cli.command import argument, command, flag, group, option
from deckgen.cli.names import Name

quiet = flag("-q --quiet", "Q.")


@dataclass(frozen=True)
class Size:
    width: int = option("--width", "W.", int, default=3)
    height: int = option("--height", "H.", int)


@command(
    "deckgen draw-it a",
    "deckgen draw-it b --width 5 | a very long line that would be wrapped if it were not an example",
)
def draw_it(
    name=argument("name"),
    loud=group(lambda quiet: not quiet, quiet),
    size=group(Size),
    kind=option("--format kind", "F.", default="x"),
    mirrored=flag("--mirrored", "M."),
):
    """Draw it.

    At length.
    """
    click.echo(repr((name, loud, size, kind, mirrored)))


def said(*arguments):
    result = CliRunner().invoke(draw_it, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_command_is_called_as_its_function():
    assert draw_it.name == "draw-it"
    assert draw_it.get_short_help_str() == "Draw it."


@pytest.mark.parametrize(
    ("arguments", "values"),
    [
        (("a",), ("a", True, Size(3, None), "x", False)),
        (("a", "--format", "y", "--mirrored"), ("a", True, Size(3, None), "y", True)),
        (("-q", "a", "--height", "2", "--width", "1"), ("a", False, Size(1, 2), "x", False)),
    ],
)
def test_parameters_get_the_values_of_their_options(arguments, values):
    assert said(*arguments) == f"{values!r}\n"


def test_the_help_shows_options_in_order_with_quiet_last_and_examples_unwrapped():
    text = said("--help")
    order = [
        text.index(word) for word in ("--width", "--height", "--format", "--mirrored", "--quiet", "--help")
    ]
    assert order == sorted(order)
    assert "[default: 3]" in text
    assert all(f"  {example}\n" in text for example in draw_it.examples)


@pytest.mark.finding("R19")
def test_text_is_utf_8_and_paths_are_any_bytes():
    @command()
    def say(url=option("--url PREFIX", "A text."), game=option("--game G", "A path.", Name(folder=True))):
        """Say it."""
        click.echo(ascii((url, game)))

    bad = "a\udcffb"
    result = CliRunner().invoke(say, ["--url", bad])
    assert (result.exit_code, result.exception.__class__) == (2, SystemExit)
    assert "Invalid value for '--url': this is not text in UTF-8" in result.stderr
    assert CliRunner().invoke(say, ["--game", bad, "--url", "ä"]).output == "('\\xe4', 'a\\udcffb')\n"
