"""What heroes' own decks cost beside the deck for everybody, and how many cards change with the hero.

Run: python benchmarks/heroes.py [GAME ...] [--seeds 20]

For each hero that comes with a game: CPU seconds of dealing, both kinds of decks by turns, least of a few runs, and their
ratio. Then, for changes of one hero: the cards that differ with ``since`` and without, the mean over seeds, and a number
that they cannot fall below, as one result alone has so many other numbers.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import deckgen
from deckgen.library.decks import Deck
from deckgen.library.games import Game

_RUNS = 5
_CHANGES = {
    "future-imperfect": ("tamsin-vale", {"a die more": ("dexterity: 3d10", "dexterity: 4d10")}),
    "west-that-wasnt": (
        "josefina-arroyo",
        {
            "a die more": ("dexterity: 3d10", "dexterity: 4d10"),
            "a level more": ("Pistols, trait: dexterity, level: 3", "Pistols, trait: dexterity, level: 4"),
        },
    ),
    "action-and-combat": ("mara-okonkwo", {"a level more": ("Marksmanship, characteristic: ref, level: 4",
                                                            "Marksmanship, characteristic: ref, level: 5")}),
    "rough-magic": ("mother-anvil", {"a point more": ("brawn: 8", "brawn: 9")}),
}  # fmt: skip
"""A hero of each game, and changes of the hero's file: text, and what replaces it."""


def seconds(deal: Callable[[str], object], seeds: Callable[[], str]) -> float:
    """Return the CPU seconds of dealing one deck of a seed that was not dealt before."""
    start = process_time()
    deal(seeds())
    return process_time() - start


def compare_costs(game: Game, hero: Path) -> str:
    """Return CPU seconds of a deck for everybody, of a hero's own, and their ratio."""
    heroic, numbers = game.with_hero(hero), map(str, count())
    name = heroic.decks[-1]
    deals: list[Callable[[str], object]] = [lambda seed: game.deal(seed=seed), lambda seed: heroic.deal(name, seed)]
    turns = [[seconds(deal, numbers.__next__) for deal in deals] for _ in range(_RUNS)]
    everybody, own = (min(column) for column in zip(*turns, strict=True))
    return f"{hero.stem:20}{everybody:8.3f}{own:8.3f}{own / everybody:7.2f}"


def least_changes(before: Deck, after: Deck) -> int:
    """Return the most cards that one result must change on, as its numbers differ."""
    most = 0
    for name in after.spec.hero.results if after.spec.hero else ():
        rows: list[list[Any]] = [[card.sections[name] for card in deck.data.cards] for deck in (before, after)]
        for label in {*rows[0][0]} & {*rows[1][0]}:
            old, new = (Counter(row[label] for row in cards) for cards in rows)
            most = max(most, (old - new).total())
    return most


def count_changes(game: Game, hero: Path, changes: Mapping[str, tuple[str, str]], seeds: int) -> None:
    """Print how many cards of a changed hero differ, for each change."""
    text = "".join(line for line in hero.open(encoding="utf-8") if not line.startswith("portrait:"))
    for change, (old, new) in changes.items():
        if text.count(old) != 1:
            raise ValueError(f"{hero.name} has {old!r} {text.count(old)} times, not once")
        with TemporaryDirectory() as folder:
            changed = Path(folder, hero.name)
            changed.write_text(text.replace(old, new), "utf-8")
            kept, dealt, least = [], [], []
            for seed in map(str, range(seeds)):
                first = deal_own(game.with_hero(hero), seed)
                anew = deal_own(game.with_hero(changed), seed)
                kept.append(count_cards(deal_own(game.with_hero(changed, first), seed), first))
                dealt.append(count_cards(anew, first))
                least.append(least_changes(first, anew))
        means = (fmean(cards) for cards in (kept, dealt, least))
        print(f"{hero.stem}, {change}".ljust(36) + "".join(f"{mean:8.1f}" for mean in means))


def count_cards(deck: Deck, earlier: Deck) -> int:
    """Return how many cards differ from an earlier deck's."""
    return len(deck.changes_since(earlier)[0])


def deal_own(game: Game, seed: str) -> Deck:
    """Return the hero's own deck, the last of a game with one."""
    return game.deal(game.decks[-1], seed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", default=[*_CHANGES], help="games; all that are shipped if left out")
    parser.add_argument("--seeds", type=int, default=20, help="decks for each change")
    options = parser.parse_args()
    print(f"{'CPU s of a deck':20}{'all':>8}{'own':>8}{'ratio':>7}")
    games = {name: deckgen.load_game(name) for name in options.games}
    for game in games.values():
        for hero in sorted((game.data.folder / "characters").glob("*.yaml")):
            print(compare_costs(game, hero))
    print(f"\n{'cards that differ':36}{'since':>8}{'anew':>8}{'least':>8}")
    for name, game in games.items():
        stem, changes = _CHANGES[name]
        count_changes(game, game.data.folder / "characters" / f"{stem}.yaml", changes, options.seeds)


if __name__ == "__main__":
    main()
