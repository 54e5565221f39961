"""Runs the program in this process, and keeps what is slow to make: one deck, one build."""

import os
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from click.testing import CliRunner, Result
from shared_folders import shared

from deckgen.cli.program import program
from deckgen.export import tabletop
from deckgen.press import contact
from deckgen.press.pictures import png

GAME = "future-imperfect"


def run(*arguments: str | Path, code: int = 0) -> Result:
    """Run ``deckgen`` with these arguments; the exit code must be ``code``, and no traceback is told.

    Its clock stands still: what is told of work that takes a second must not depend on the machine.
    """
    with patch("deckgen.cli.output.monotonic", lambda: 0.0):
        result = CliRunner().invoke(program, [str(a) for a in arguments], prog_name="deckgen")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, result.stderr
    return result


def refused(*arguments: str | Path, code: int = 1) -> str:
    """Run ``deckgen``, which must refuse with ``code``, say why on stderr and put nothing on stdout."""
    result = run(*arguments, code=code)
    assert result.stdout == ""
    assert result.stderr.strip()
    assert "Traceback" not in result.stderr
    return result.stderr


def process(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run ``python -m deckgen`` as a process of its own, in this environment and what is given beside it."""
    return subprocess.run(  # noqa: S603  our own program
        [sys.executable, "-m", "deckgen", *map(str, arguments)],
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
    )


@cache
def deck_bytes(seed: str = "42") -> bytes:
    """deck.json of the shipped game."""
    return run("generate", GAME, "--seed", seed, "-q", "-o", "-").stdout_bytes


def white_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sheets of all faces show white ones: what else is made or said does not hang on drawing them."""

    def white(faces: Iterable[object], _dpi: int = 0, *, pixels: tuple[int, int] | None = None, **_bleed: float):
        pixels = pixels or (50, 70)
        return (np.full((*reversed(pixels), 3), 255, np.uint8) for _ in faces)

    for module in (contact, tabletop, png):
        monkeypatch.setattr(module, "render_pixels", white)


WHOLE = ("--seed", "42")
"""A build of the main deck."""
LETTER = ("build", GAME, "--seed", "42", "--paper", "letter")
GERMAN = ("build", GAME, "--set", "Core game", "--language", "de")
TABLETOP = ("render", "deck.json", "--target", "tabletop-simulator")
VALID = ("validate", GAME)
ELSEWHERE = (LETTER, GERMAN, TABLETOP, VALID)
"""Calls that the README has, and tests of tests/cli run."""
SMALL = "rough-magic"
PAIR = ("--seed", "42", "--decks", "2")
"""A build of two decks of a kind, which belong together."""


@cache
def built(game: str = GAME, *options: str) -> dict[str, bytes]:
    """Every file that ``build`` writes for a game with these options, by name; made once in a run."""
    options = options or WHOLE
    name = " ".join(["built", game, *(option.removeprefix("--") for option in options)])
    return contents(shared(name, lambda folder: run("build", game, *options, "-q", "-o", folder)))


def contents(folder: Path) -> dict[str, bytes]:
    """All files under ``folder``, hidden ones too, by their path in it."""
    return {str(f.relative_to(folder)): f.read_bytes() for f in sorted(folder.rglob("*")) if f.is_file()}
