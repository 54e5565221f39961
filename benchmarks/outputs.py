"""Hashes of everything that deckgen makes: run it before and after a change that should change nothing.

``python benchmarks/outputs.py FILE [PART...]`` runs more than 300 commands on the shipped games (only those whose
name contains a PART, if any is given) and writes to FILE, for each, a line with the hash of what it printed and
its exit code, and one for every file that it made. Compare two such files with ``diff``. The package is
the one of the current folder, so that the same script can measure an older checkout.

``python benchmarks/outputs.py --pages BEFORE AFTER`` compares two folders of what was made: every page of every PDF, drawn by
PDFium at 150 dpi. It names the pages that differ, with the largest difference of a color (of 255) and the share of pixels,
and the PDFs that one folder lacks; it exits with 1 if there are any.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SEED = "42"
DPI = 150
PROGRESS = re.compile(rb"(?m)^ *[0-9]+ s  .* \.\.\.\n")  # lines that come after a second, or not
Case = tuple[str, list[str]]
"""A name, and the arguments of deckgen; ``OUT`` is an empty folder of the case's own, ``IN`` that of the decks."""


def run(arguments: list[str], folder: Path, cache: Path) -> subprocess.CompletedProcess[bytes]:
    """Run deckgen as a user does, in ``folder``."""
    environment = {**os.environ, "DECKGEN_CACHE": str(cache), "PYTHONPATH": str(Path.cwd()), "COLUMNS": "100"}
    command = [sys.executable, "-m", "deckgen", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)


def asked(*arguments: str) -> str:
    """What deckgen prints."""
    return run(list(arguments), Path.cwd(), Path("/nonexistent")).stdout.decode()


def helps() -> Iterator[Case]:
    text = asked("--help")
    yield "help", ["--help"]
    commands = text.partition("Make:")[2].splitlines()
    for name in (line.split()[0] for line in commands if line.startswith("  ") and line[2] != " "):
        yield f"help-{name}", [name, "--help"]
    for name in ("games", "layouts", "targets"):
        yield name, [name]
        yield f"{name}-json", [name, "--json"]


def of_game(game: str, decks: list[str], languages: list[str], characters: list[str]) -> Iterator[Case]:
    for paper in ("a4", "letter"):
        yield f"build-{game}-{paper}", ["build", game, "--seed", SEED, "--paper", paper, "-o", "OUT"]
        yield f"sheet-{game}-{paper}", ["sheet", game, "--paper", paper, "-o", "OUT/blank.pdf"]
        yield (
            f"sheet-{game}-{paper}-flat",
            ["sheet", game, *characters, "--paper", paper, "--flat", "-o", "OUT"],
        )
        yield f"sheet-{game}-{paper}-filled", ["sheet", game, *characters, "--paper", paper, "-o", "OUT"]
    yield f"build-{game}-set", ["build", game, "--seed", "our campaign", "--decks", "2", "-o", "OUT"]
    for size in ("large", "poker"):
        yield f"sheet-{game}-{size}", ["sheet", game, *characters, "--cards", size, "-o", "OUT/cards.pdf"]
    yield f"sheet-{game}-new", ["sheet", game, "--new", "-o", "OUT/new.yaml"]
    yield f"validate-{game}", ["validate", game]
    yield f"templates-{game}", ["templates", game, "--scale", "1:60", "-o", "OUT/templates/"]
    yield f"tokens-{game}", ["tokens", game, "--flip", "long-edge", "-o", "OUT/tokens.pdf"]
    yield f"rulings-{game}", ["rulings", game, "-o", "OUT/rulings.html"]
    yield f"new-{game}", ["new", "mine", "--like", game, "-o", "OUT/mine"]
    yield f"batch-{game}", ["batch", game, "--count", "3", "--seed", "run", "-o", "OUT"]
    yield f"odds-{game}", ["odds", game, "-o", "OUT/odds.html"]
    for language in languages:
        yield f"build-{game}-{language}", ["build", game, "--seed", SEED, "--language", language, "-o", "OUT"]
    for deck in decks:
        yield from of_deck(f"{game}-{deck}", f"IN/{game}-{deck}.json", game, deck)


def of_deck(name: str, file: str, game: str, deck: str) -> Iterator[Case]:
    for kind in ("csv", "html", "md", "pdf"):
        yield f"table-{name}-{kind}", ["table", file, "-o", f"OUT/table.{kind}"]
    for kind in ("csv", "html", "pdf"):
        yield f"odds-{name}-{kind}", ["odds", file, "-o", f"OUT/odds.{kind}"]
    yield f"booklet-{name}", ["table", file, "--booklet", "-o", "OUT/booklet.pdf"]
    yield f"booklet-{name}-letter", ["table", file, "--booklet", "--paper", "letter", "-o", "OUT/booklet.pdf"]
    for kind in ("text", "json", "pdf"):
        yield f"audit-{name}-{kind}", ["audit", file, "--format", kind, "-o", "OUT/audit"]
    yield f"verify-{name}", ["verify", file]
    yield f"box-{name}", ["box", file, "-o", "OUT/box.pdf"]
    yield f"map-{name}-svg", ["map", game, "--deck", deck, "-o", "OUT/map.svg"]
    yield f"render-{name}-svg", ["render", file, "--format", "svg", "-o", "OUT"]
    if deck == "action":
        yield f"map-{name}-png", ["map", game, "--deck", deck, "-o", "OUT/map.png"]
        yield f"preview-{name}", ["preview", file, "-o", "OUT"]
        for target in (line.partition(":")[0] for line in asked("targets").splitlines()):
            yield f"target-{name}-{target}", ["render", file, "--target", target, "-o", "OUT"]
        for kind, _, layout in (line.partition(": ") for line in asked("layouts").splitlines()):
            if kind == "card":
                yield f"layout-{name}-{layout}", ["render", file, "--layout", layout, "-o", "OUT/cards.pdf"]


def printing(file: str) -> Iterator[Case]:
    ways = {
        "gutterfold": ["--flip", "gutterfold"],
        "short-edge": ["--flip", "short-edge", "--paper", "letter", "--colophon"],
        "light": ["--ink", "light", "--gutter", "4", "--bleed", "2"],
        "moved": ["--back-offset", "0.5,-1", "--back-rotate", "1", "--blanks", "5", "--order", "fronts-then-backs"],
        "card": ["--card", "14", "--format", "png", "--dpi", "150"],
        "draft": ["--layout", "tactics", "--paper", "universal"],
    }  # fmt: skip
    for name, options in ways.items():
        yield f"print-{name}", ["render", file, *options, "-o", "OUT"]
    yield "calibrate", ["calibrate", "-o", "OUT/calibrate.pdf"]
    for layout in ("poker", "west-tarot", "magic", "tactics"):
        yield f"new-layout-{layout}", ["new-layout", "mine", "--from", layout, "-o", "OUT"]
    yield "new", ["new", "fresh", "-o", "OUT/fresh"]
    wrong = {
        "game": ["build", "no-such-game", "--seed", "1", "-o", "OUT"],
        "deck": ["generate", "rough-magic", "--deck", "none", "--seed", "1", "-o", "OUT/x.json"],
        "seed": ["generate", "rough-magic", "-o", "OUT/x.json"],
        "target": ["render", file, "--target", "nowhere", "-o", "OUT/x.pdf"],
        "layout": ["render", file, "--layout", "nothing", "-o", "OUT/x.pdf"],
        "paper": ["render", file, "--paper", "a9", "-o", "OUT/x.pdf"],
        "command": ["printout", file],
        "file": ["audit", "OUT/none.json"],
        "sheet": ["sheet", "rough-magic", file, "-o", "OUT"],
    }
    for name, arguments in wrong.items():
        yield f"wrong-{name}", arguments


def cases(decks: Path) -> Iterator[Case]:
    """Every case, once the decks that they read have been dealt into ``decks``."""
    yield from helps()
    first = ""
    for game in json.loads(asked("games", "--json")):
        name, folder = game["name"], Path.cwd() / "data" / game["name"]
        names = [deck["name"] for deck in game["decks"]]
        for deck in names:
            first = first or f"IN/{name}-{deck}.json"
            file = str(decks / f"{name}-{deck}.json")
            run(["generate", name, "--deck", deck, "--seed", SEED, "-o", file], decks, decks / "cache")
        people = [str(path) for path in sorted((folder / "characters").glob("*.yaml"))]
        yield from of_game(name, names, game["languages"][1:], people)
    yield from printing(first)


def hashed(case: Case, decks: Path) -> list[str]:
    """The lines of one case."""
    name, arguments = case
    with tempfile.TemporaryDirectory() as place:
        out = Path(place, "out")
        out.mkdir()
        given = [each.replace("OUT", str(out)).replace("IN/", f"{decks}/") for each in arguments]
        done = run(given, Path(place), decks / "cache")
        said = done.stdout + b"\0" + PROGRESS.sub(b"", done.stderr)
        for path, word in ((str(out), b"OUT"), (str(decks), b"IN"), (str(Path.cwd()), b"HERE")):
            said = said.replace(path.encode(), word)
        lines = [f"{name} exit {done.returncode} {hashlib.sha256(said).hexdigest()}"]
        for file in sorted(path for path in Path(place).rglob("*") if path.is_file()):
            digest = hashlib.sha256(file.read_bytes()).hexdigest()
            lines.append(f"{name} {file.relative_to(place).as_posix()} {digest}")
    return lines


def page_differences(before: Path, after: Path) -> Iterator[str]:
    """Yield a line for each page of two PDFs that is drawn otherwise, or is in one of them only."""
    import numpy as np  # noqa: PLC0415 (hashes do without)
    import pypdfium2  # noqa: PLC0415

    with pypdfium2.PdfDocument(before) as old, pypdfium2.PdfDocument(after) as new:
        for file in (old, new):
            file.init_forms()  # fields are drawn, too
        if len(old) != len(new):
            yield f"{len(old)} pages before, {len(new)} after"
        for i in range(min(len(old), len(new))):
            one, other = (
                file[i].render(scale=DPI / 72, may_draw_forms=True).to_numpy().astype(np.int16) for file in (old, new)
            )
            if one.shape != other.shape:
                yield f"page {i + 1}: {one.shape[1::-1]} pixels before, {other.shape[1::-1]} after"
            elif (most := np.abs(one - other)).any():
                yield f"page {i + 1}: {most.max()} at most, {most.any(axis=2).mean():.4%} of the pixels"


def compare_pages(before: Path, after: Path) -> int:
    """Print where the PDFs of two folders differ; return how many lines that took."""
    old, new = ({path.relative_to(folder): path for path in folder.rglob("*.pdf")} for folder in (before, after))
    lines = [f"{name}: only in {before if name in old else after}" for name in sorted(old.keys() ^ new.keys())]
    for name in sorted(old.keys() & new.keys()):
        lines += [f"{name}: {line}" for line in page_differences(old[name], new[name])]
    print("\n".join([*lines, f"{len(old.keys() & new.keys())} PDFs compared, {len(lines)} differences"]))
    return len(lines)


def main() -> None:
    if sys.argv[1:2] == ["--pages"]:
        sys.exit(bool(compare_pages(*map(Path, sys.argv[2:4]))))
    result, *parts = sys.argv[1:] or sys.exit("give a file for the hashes")
    with tempfile.TemporaryDirectory() as folder:
        decks = Path(folder)
        chosen = [case for case in cases(decks) if not parts or any(part in case[0] for part in parts)]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            lines = [line for some in pool.map(lambda case: hashed(case, decks), chosen) for line in some]
    Path(result).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    print(f"{len(chosen)} commands, {len(lines) - len(chosen)} files")


if __name__ == "__main__":
    main()
