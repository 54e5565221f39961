import os
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest
from cli_fixtures import GAME, process, refused, run

from deckgen import __version__, cli
from deckgen.cli.program import SECTIONS, program
from deckgen.errors import DeckgenError, Problem

COMMANDS = [command for command in program.commands.values() if not command.hidden]
HEAVY = (
    "json",
    "pathlib",
    "tempfile",
    "deckgen.cli.common",
    "yaml",
    "numpy",
    "jsonschema",
    "reportlab",
    "cairosvg",
    "svgwrite",
    "font_source_sans_pro",
)


def test_help_lists_every_command_under_its_section():
    text = run("--help").stdout
    assert [line[:-1] for line in text.splitlines() if line[:-1] in SECTIONS] == list(SECTIONS)
    for command in COMMANDS:
        assert f"  {command.name} " in text


def test_the_short_help_of_the_program_is_that_of_its_commands():
    shown = {name: short for section in SECTIONS.values() for name, short in section.items()}
    assert list(shown) == [command.name for command in COMMANDS]
    assert [*shown, "answer"] == list(program.commands)  # which is hidden
    assert shown == {command.name: command.get_short_help_str(76) for command in COMMANDS}


def test_every_command_of_a_module_is_listed():
    modules = [import_module(f"deckgen.cli.{path.stem}") for path in Path(cli.__file__).parent.glob("[a-z]*.py")]
    defined = {m.name for module in modules for m in vars(module).values() if isinstance(m, click.Command)}
    assert defined - {None, "program"} == set(program.commands)


def test_a_command_imports_no_module_of_other_commands():
    code = (
        "import sys; from deckgen.cli.program import program; program(['verify', '--help'], standalone_mode=False);"
        "print({'make', 'play', 'print', 'render', 'sheet', 'check', 'look'}"
        " & {name.removeprefix('deckgen.cli.') for name in sys.modules}, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stderr.split() == ["{'check'}"]


def examples(command):
    """The command lines that the help of a command ends with."""
    first, *lines = command.epilog.removeprefix("\b\n").split("\n  ")
    assert first == "Examples:"
    return lines


@pytest.mark.parametrize("command", COMMANDS, ids=lambda c: c.name)
def test_the_help_of_a_command_says_what_it_does_and_ends_with_examples(command):
    text = run(command.name, "--help").stdout
    assert command.get_short_help_str(200) in " ".join(text.split())
    assert text.rstrip().endswith(examples(command)[-1])
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help, option.name


@pytest.mark.parametrize("example", [e for c in COMMANDS for e in examples(c)])
def test_examples_are_calls_that_the_program_takes(example):
    words = shlex.split(example.split(" | ", maxsplit=1)[0])
    assert words[0] == "deckgen"
    command = program.commands[words[1]]
    command.make_context(words[1], words[2:])


def test_version():
    assert run("--version").stdout == f"deckgen {__version__}\n"


def test_the_module_is_the_same_program():
    assert process("--version").stdout.decode().split() == ["deckgen", __version__]


@pytest.mark.parametrize(
    "call",
    [
        ["nonsense"],
        ["generate"],
        ["generate", GAME, "--seed"],
        ["generate", GAME, "--seed", "1", "--decks", "0"],
        ["generate", GAME, "--seed", "1", "--decks", "2", "-o", "deck.json"],
        ["generate", GAME, "--seed", "1", "--decks", "2", "-o", "-"],
        ["generate", GAME, "--seed", "1", "--unknown"],
        ["audit"],
        ["audit", "deck.json", "--format", "odt"],
        ["render", "deck.json", "--flip", "over"],
        ["render", "deck.json", "--back-offset", "1"],
        ["render", "deck.json", "--card", "-1"],
        ["verify"],
        ["validate"],
        ["games", "extra"],
    ],
    ids=" ".join,
)
def test_a_wrong_call_ends_with_2_and_says_what_is_wrong(call):
    assert "Error: " in refused(*call, code=2)


def test_starting_does_not_load_what_a_command_does_not_need():
    code = (
        "import sys; from deckgen.cli.program import program; program(['--help'], standalone_mode=False);"
        f"print(sorted(set({HEAVY!r}) & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stderr.split() == ["[]"]


@pytest.fixture
def failing(monkeypatch):
    """A command that raises what the test says."""

    def add(error):
        @click.command()
        def fail():
            raise error

        monkeypatch.setitem(program.commands, "fail", fail)

    return add


def test_every_problem_is_a_line_on_stderr(failing):
    failing(DeckgenError([Problem("a.yaml", 3, "size", "is wrong", "mend it"), Problem("b", None, "", "no", "yes")]))
    assert refused("fail").splitlines() == ["a.yaml:3: size: is wrong; mend it", "b: no; yes"]


def test_a_full_disk_is_told_in_words(failing):
    failing(OSError(28, "No space left on device", "out/a.pdf"))
    assert refused("fail") == "out/a.pdf: No space left on device; choose another path, or make room\n"


def test_an_interrupt_ends_without_a_traceback(failing):
    failing(KeyboardInterrupt())
    assert "Aborted" in refused("fail")


def test_a_reader_that_goes_away_is_no_error_message():
    read_end, write_end = os.pipe()
    os.close(read_end)
    done = subprocess.run(
        [sys.executable, "-m", "deckgen", "--help"], stdout=write_end, stderr=subprocess.PIPE, check=False
    )
    os.close(write_end)
    assert done.stderr == b""
