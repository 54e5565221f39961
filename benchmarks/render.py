"""What printing a deck costs: CPU seconds, peak memory and bytes, each measured on a process of its own.

Run it with ``python benchmarks/render.py [DECK.json]``. Without a deck it prints drawings made up here:
54 cards of 150 texts and 20 icons each, and their backs.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deckgen.draw.drawing import Faces

_JOBS = (
    ("home", "a4", "pdf"),
    ("home", "letter", "pdf"),
    ("press", "a4", "pdf"),
    ("drivethrucards", "a4", "pdf"),
    ("press", "a4", "png"),
)
_RUNS = 3


def made_up() -> Faces:
    from deckgen.draw import drawing  # noqa: PLC0415 (measured in the child)
    from deckgen.draw.fonts import packaged_file  # noqa: PLC0415

    black, red = "#000000", "#8c1c13"
    inks = {
        black: drawing.Ink("black", black, (0, 0, 0, 1)),
        red: drawing.Ink("red", red, (0, 0.9, 0.9, 0.4)),
    }
    corners = (("M", -1, 0), ("C", -1, -1, 1, -1, 1, 0), ("L", 0, 1), ("Z",))
    icon = drawing.Symbol((drawing.Path(corners, fill="inherit"),))
    faces = ("regular", "bold", "bold-italic")
    style = drawing.Style({face: packaged_file(face) for face in faces}, inks, {"icon": icon})

    def card(number: int) -> drawing.Drawing:
        dice = random.Random(number)  # noqa: S311
        texts = (
            drawing.Text(
                4 + i % 15 * 3.8,
                9 + i // 15 * 7,
                str(dice.randint(1, 20)),
                dice.choice(faces),
                2.4,
                dice.choice((black, red)),
            )
            for i in range(150)
        )
        icons = (drawing.Use("icon", (1, 0, 0, 1, 4 + i * 2.9, 83), black) for i in range(20))
        return drawing.Drawing(63.5, 88.9, 3.175, (*texts, *icons), style, f"card {number}")

    return drawing.Faces(tuple(map(card, range(54))), card(54))


def child(target: str, paper: str, kind: str, out: str) -> None:
    from deckgen.files import write_files  # noqa: PLC0415
    from deckgen.press.options import Options  # noqa: PLC0415
    from deckgen.press.target import load_target  # noqa: PLC0415
    from deckgen.press.write import render_cards  # noqa: PLC0415

    place, options = Path(out), Options(paper, title="Benchmark")
    lone = kind == "pdf"
    write_files(place, render_cards(made_up(), load_target(target), place, options, kind, single_file=lone))


def measure(command: list[str]) -> tuple[float, float]:
    """CPU seconds and peak MB of a process, its start included."""
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"failed: {' '.join(command)}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main() -> None:
    deck = sys.argv[1:2]
    print(f"{'target':14} {'paper':7} {'kind':4} {'CPU s':>6} {'MB':>6} {'KB':>6}   (least of {_RUNS} runs)")
    with tempfile.TemporaryDirectory() as folder:
        for target, paper, kind in _JOBS:
            out = Path(folder, f"{target}-{paper}" + (".pdf" if kind == "pdf" else "-faces"))
            if deck:
                options = ["--target", target, "--paper", paper, "--format", kind, "-q", "-o", str(out)]
                command = [sys.executable, "-m", "deckgen", "render", *deck, *options]
            else:
                command = [sys.executable, __file__, "--child", target, paper, kind, str(out)]
            runs = [measure(command) for _ in range(_RUNS)]
            seconds, memory = min(run[0] for run in runs), min(run[1] for run in runs)
            files = [out] if out.is_file() else list(out.iterdir())
            size = sum(file.stat().st_size for file in files) / 1000
            print(f"{target:14} {paper:7} {kind:4} {seconds:6.2f} {memory:6.1f} {size:6.0f}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(*sys.argv[2:])
    else:
        main()
