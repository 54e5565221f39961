"""What character sheets cost: processor time and size of a PDF with one character, with 100, and of 100 files.

Prints the best of a few runs in seconds of CPU (user and system) of the whole process, with warm bytecode.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from rivals import measured

from deckgen.files import shipped_path
from deckgen.sheet.reader import shipped_sheets

RUNS = 5
MANY = 100


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        for game in shipped_sheets():
            _measure(game, Path(name))


def _measure(game: str, folder: Path) -> None:
    people = sorted((shipped_path("data") / game / "characters").glob("*.yaml"))
    copies = folder / game
    shutil.copytree(people[0].parent, copies)
    for number in range(len(people), MANY):
        shutil.copy(people[number % len(people)], copies / f"{number}.yaml")
    every, out = [str(path) for path in sorted(copies.glob("*.yaml"))], folder / f"{game}.pdf"
    sheet = [sys.executable, "-m", "deckgen", "sheet", game, "-q"]
    one = measured([*sheet, str(people[0]), "-o", str(out)], RUNS).cpu
    size = out.stat().st_size
    many = measured([*sheet, *every, "-o", str(out)]).cpu
    files = measured([*sheet, *every, "-o", str(folder / f"{game}-files")]).cpu
    print(
        f"{game}: one {one:.2f} s, {size // 1000} kB; {MANY} in one {many:.2f} s, {out.stat().st_size // 1000} kB;"
        f" {MANY} files {files:.2f} s"
    )


if __name__ == "__main__":
    main()
