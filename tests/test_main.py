"""``python -m deckgen``, and the process around the program: streams, locale, exit codes."""

import runpy
import sys

import pytest
from cli_fixtures import process

from deckgen import __version__


def test_the_module_is_the_program(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["deckgen", "--version"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("deckgen", run_name="__main__")
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"deckgen {__version__}\n"


def test_importing_the_module_runs_nothing(capsys):
    runpy.run_module("deckgen.__main__", run_name="deckgen.__main__")
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_what_is_printed_is_utf_8_in_every_locale(locale):
    done = process("games", LC_ALL=locale, PYTHONUTF8="0")
    assert done.returncode == 0
    assert done.stdout == process("games").stdout
    done.stdout.decode()


def test_exit_codes():
    assert [process(*call).returncode for call in (["layouts"], ["validate", "no-game"], ["nonsense"])] == [
        0,
        1,
        2,
    ]
