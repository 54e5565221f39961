"""The harness looked at itself: sound cases have no problem, and every kind of problem is seen where a program has it."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import server
from case import Case
from kinds import GAME

_SOUND = (
    ("validate", "game", "-q"),
    ("verify", "decks/deck.json", *GAME),
    ("render", "decks/deck.json", *GAME, "-o", "out/cards.pdf"),
    ("sheet", "game", "people/hero.yaml", "-o", "out/sheet.pdf"),
    ("sheet", "game", "--export", "pdf/sheet.pdf", "-o", "out/hero.yaml"),
)


def check(base: dict[str, bytes], cache: Path) -> list[str]:
    """What is wrong with the harness, in words."""
    wrong = []
    for command in _SOUND:
        problems, codes = server.run(Case("sound", (command,)), base, cache)
        if problems or codes != [0]:
            wrong.append(f"{' '.join(command)}: {codes} {problems}")
    for word, does in _FAULTY.items():
        with patch("deckgen.cli.main", does), patch.multiple(server, KILLED=3, MEGABYTES=200):
            problems, _ = server.run(Case("faulty", (("render", "game"),)), base, cache)
        if word not in {problem.word for problem in problems}:
            wrong.append(f"{word} is not seen")
    handle, other = tempfile.mkstemp()
    os.close(handle)
    with patch("deckgen.cli.main", Path(other).unlink):
        problems, _ = server.run(Case("faulty", (("render", "game"),)), base, cache)
    if not Path(other).exists() or "traceback" not in {problem.word for problem in problems}:
        wrong.append("what is taken away elsewhere is not seen")
    Path(other).unlink(missing_ok=True)
    return wrong


def _fails() -> None:
    raise ZeroDivisionError


def _hangs() -> None:
    while True:
        time.process_time()


def _is_guarded() -> None:
    from deckgen import guard

    guard.start(guard.Limits(1, 10**10), print)
    _hangs()


def _takes() -> None:
    bytearray(b"x") * (300 << 20)


def _leaves() -> None:
    Path("out/cards.pdf").write_bytes(b"%PDF-1.4\n%%EOF\n")
    raise SystemExit(1)


def _reads() -> None:
    Path("outside/secret.yaml").read_bytes()


def _writes() -> None:
    Path("out/cards.pdf").write_bytes(b"%PDF-1.4\n1 0 obj << /MediaBox [0 0 nan 5] >> endobj\n%%EOF\n")


def _says() -> None:
    server.sys.stderr.write("game: \x1b[31m is wrong; mend it\n")
    raise SystemExit(1)


_FAULTY: dict[str, Callable[[], None]] = {
    "traceback": _fails,
    "hang": _hangs,
    server.ENDED: _is_guarded,
    "memory": _takes,
    "partial": _leaves,
    "outside": _reads,
    "content": _writes,
    "message": _says,
}
