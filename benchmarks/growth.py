"""How what deckgen costs grows: from 1 to 1,000 decks, and from decks of 20 cards to those of 200.

``python benchmarks/growth.py`` takes about a minute; ``--decks 1,10,100,1000`` and ``--printed 1,10,100`` name other numbers of
decks, without and with a press file for each. ``--docs`` writes the tables into docs/performance.md.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from rivals import machine, measured, put, table

GAME = "future-imperfect"
CARDS = (20, 50, 100, 200)
_DECK = """\
game: {{id: grown, title: Grown}}
columns:
  dice: {{I: d4, II: d6, III: d8, IV: d10}}
decks:
  main:
    title: Main
    cards:
      suits: [spades, hearts]
      ranks: [1..{ranks}]
sections:
  skill:
    kind: grid
    title: Skill
    columns: dice
    rows: 3
    dice: {{keep: highest, explode: open}}
    tail_bar: 0.9
"""
"""A game of as many cards as are asked for: twelve results of open-ended dice on each."""


def of_decks(counts: list[int], printed: list[int], folder: Path) -> str:
    """The cost of runs of so many decks, and of runs of ``printed`` ones that have a press file each."""
    rows = [["decks", "with", "CPU", "a deck", "memory", "bytes"]]
    for options, numbers in (([], counts), (["--target", "press"], printed)):
        for count in numbers:
            out = folder / f"run-{count}-{len(options)}"
            command = [
                "batch",
                GAME,
                "--count",
                str(count),
                "--seed",
                "growth",
                *options,
                "-q",
                "-o",
                str(out),
            ]
            cost = measured([sys.executable, "-m", "deckgen", *command])
            size = sum(each.stat().st_size for each in out.rglob("*") if each.is_file())
            what = "press files" if options else "deck.json alone"
            each = f"{1000 * cost.cpu / count:,.0f} ms"
            rows.append([f"{count:,}", what, f"{cost.cpu:.1f} s", each, f"{cost.memory:.0f} MB", f"{size:,}"])
    return table(rows)


def of_cards(counts: tuple[int, ...], folder: Path) -> str:
    """The cost of a first deck of so many cards, whose solutions nobody has found yet; of a second one; and of its press file."""
    rows = [["cards", "first deck", "second deck", "press file", "memory", "bytes"]]
    ours = [sys.executable, "-m", "deckgen"]
    for count in counts:
        print(f"measuring {count} cards", file=sys.stderr)
        game, deck, out = folder / f"game-{count}", folder / f"{count}.json", folder / f"{count}.pdf"
        game.mkdir()
        (game / "game.yaml").write_text(_DECK.format(ranks=count // 2), encoding="utf-8")
        dealing = [*ours, "generate", str(game), "--seed", "growth", "-q", "-o", str(deck)]
        first, second = measured(dealing), measured(dealing)
        drawn = measured(
            [
                *ours,
                "render",
                str(deck),
                "--game",
                str(game),
                "--target",
                "press",
                "--reference",
                "none",
                "-q",
                "-o",
                str(out),
            ]
        )
        times = [f"{each.cpu:.2f} s" for each in (first, second, drawn)]
        most = max(first.memory, drawn.memory)
        rows.append([str(count), *times, f"{most:.0f} MB", f"{out.stat().st_size:,}"])
    return table(rows)


def _numbers(text: str) -> list[int]:
    return [int(each) for each in text.split(",") if each]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--decks", type=_numbers, default=[1, 10, 100, 1000], help="dealt; 1,10,100,1000 if left out")
    parser.add_argument(
        "--printed", type=_numbers, default=[1, 10, 100], help="dealt and printed; 1,10,100 if left out"
    )
    parser.add_argument("--docs", action="store_true", help="write the tables into docs/performance.md")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        decks = of_decks(chosen.decks, chosen.printed, Path(folder))
        cards = of_cards(CARDS, Path(folder))
    text = f"Measured on {machine()}, each once, in one process.\n\n{decks}\n\n{cards}\n"
    print(text)
    if chosen.docs:
        put("growth", text)


if __name__ == "__main__":
    main()
