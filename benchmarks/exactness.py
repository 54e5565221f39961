"""How exact decks are: means, odds, sets of decks, jokers, independence and dealing, beside the dice and chance.

Run: python benchmarks/exactness.py [--seeds 200] [--sets 12] [--games GAME ...] [--decks DIR] [--jobs 2]

It shares no code with deckgen: the program deals the decks that DIR lacks, and all figures are computed from their JSON
and from the authors' dice (``dice_rules.py``). Errors are in cards: the largest difference of P(total >= t) between
cards and dice, times the number of cards. The last column says whether a figure is within its limit, if it has one.
"±" is one standard error, over decks.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from dice_rules import Bools, Floats, Roll, best_by_choice, best_of_all, card_tails, pool_tails, sum_of_dice

ROW = 0  # as many dice as the row's number


def sizes(*numbers: int) -> dict[str, int]:
    return {str(number): number for number in numbers}


GAMES: dict[str, tuple[tuple[str, str, int, dict[str, int]], ...]] = {
    "future-imperfect": (
        ("causes", "choice", ROW, {"I": 4, "II": 6, "III": 8, "IV": 10, "V": 12}),
        ("effects", "open", ROW, {str(number): 2 * number + 2 for number in range(1, 8)}),
        ("burst", "plain", 1, sizes(3, 5, 10)),
    ),
    "action-and-combat": (
        ("causes", "plain", 3, {"Act": 6, "Resist": 6}),
        ("effects", "penetrating", ROW, {"Damage": 6}),
        ("burst", "plain", 1, sizes(2, 3, 4, 5, 6, 8, 10)),
        ("die", "plain", 1, {"1d6": 6}),
        ("die", "plain", 2, {"2d6": 6}),
        ("initiative", "plain", 3, {"3d6": 6}),
    ),
    "rough-magic": (
        (
            "causes",
            "plain",
            2,
            dict.fromkeys(("Brawn", "Agility", "Reason", "Perception", "Will", "Power", "Opponent"), 6),
        ),
        ("die", "plain", 1, {"1d6": 6}),
        ("initiative", "plain", 2, {"2d6": 6}),
    ),
    "west-that-wasnt": (
        ("causes", "pool", 1, sizes(4, 6, 8, 10, 12)),  # 3d8 is the highest of the first three cells of column 8
        ("effects", "open", ROW, sizes(4, 6, 8, 10, 12)),
        ("burst", "plain", 1, sizes(2, 3, 6)),
        ("unintended_targets", "plain", 1, {"1st": 6, "2nd": 6, "3rd": 6}),
    ),
}
"""Rolled cells of each game: section, kind of dice, number of dice, and sides by column."""
HALVED_SHARES = {"future-imperfect": 0.75, "action-and-combat": 1.0, "rough-magic": 1.0}
"""Least share of cells that should be twice as near to the dice in a set as in a deck."""
PER_SET, SET_LIMIT, SHUFFLES = 8, 0.35, 4
F_LIMIT = 2.798  # 95 of 100 F tests of four suits with 13 cards each are below it by chance


class Line(NamedTuple):
    """A figure of one game beside the expected one; ``passed`` is None if there is no limit."""

    figure: str
    measured: str
    expected: str = ""
    passed: bool | None = None


class Cell(NamedTuple):
    """One rolled cell. Cells with the same ``group`` are dealt together."""

    name: str
    group: str
    row: int
    roll: Roll
    kind: str
    dice: int
    sides: int


def cells_of(game: str, cards: Sequence[dict[str, Any]]) -> Iterator[tuple[Cell, list[dict[str, int]]]]:
    """Yield a game's rolled cells, each with its JSON by card."""
    for section, kind, number, columns in GAMES[game]:
        for column, sides in columns.items():
            values = [card["sections"][section][column] for card in cards]
            grid = isinstance(values[0], list)
            for row, by_card in enumerate(zip(*values, strict=True) if grid else [values], 1):
                dice = number or row
                roll = best_by_choice(dice, sides) if kind == "choice" else sum_of_dice(kind, dice, sides)
                name = f"{section} {column}"
                group = f"{name}-{row}" if kind in {"choice", "pool"} else name
                cell = Cell(f"{name}-{row}" if grid else name, group, row, roll, kind, dice, sides)
                yield cell, [value if isinstance(value, dict) else {"value": value} for value in by_card]


class Decks:
    """Decks of one game as arrays by deck, cell and card."""

    def __init__(self, game: str, paths: Iterable[Path]) -> None:
        decks = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
        cards = decks[0]["cards"]
        self.game, self.generator, self.count, self.size = game, decks[0]["generator"], len(decks), len(cards)
        self.distinct = len({json.dumps(deck["cards"], sort_keys=True) for deck in decks})
        self.on_jokers = np.array([card["poker"]["rank"] == "joker" for card in cards])
        self.suits = np.array([card["poker"]["suit"] or "" for card in cards])
        by_deck = [list(cells_of(game, deck["cards"])) for deck in decks]
        self.cells = [cell for cell, _ in by_deck[0]]

        def read(key: str) -> Any:
            return np.array([[[value.get(key, 0) for value in values] for _, values in deck] for deck in by_deck])

        self.values, self.opened = read("value"), read("again").astype(bool)
        self.failing, self.confirmed = read("critical_failure"), read("confirm").any(axis=(0, 2))
        self.plain_cards = (~self.opened).sum(axis=2)
        self.multisets = [
            [
                (tuple(sorted(numbers[~opened].tolist())), tuple(sorted(numbers[opened].tolist())))
                for numbers, opened in zip(*deck, strict=True)
            ]
            for deck in zip(self.values, self.opened, strict=True)
        ]
        self.means = [[mean_of_cards(*multiset) for multiset in deck] for deck in self.multisets]
        self.targets = np.array([float(cell.roll.mean) for cell in self.cells])
        self.totals = self.values + self.opened * self.targets[:, None]  # those that a card promises, on average

    @cached_property
    def deck_errors(self) -> Floats:
        """Tail errors by deck and cell."""
        return np.array([self.errors([deck]) for deck in range(self.count)])

    @cached_property
    def set_errors(self) -> Floats:
        """Tail errors of all decks together, by cell."""
        return self.errors(range(self.count))

    def errors(self, decks: Sequence[int], *, explain: bool = True) -> Floats:
        """Return by cell the tail error of decks drawn from in turn.

        ``explain``: differences that follow from rounded numbers of critical failures do not count.
        """
        return np.array([self._error(index, decks, explain) for index in range(len(self.cells))])

    def _error(self, index: int, decks: Sequence[int], explain: bool) -> float:
        roll = self.cells[index].roll
        error = sum(card_tails(*self.multisets[deck][index]) for deck in decks) / len(decks) - roll.tails
        if roll.failing and explain:
            failing, dice = self.failing[decks, index].mean(), float(roll.failing)
            explained = (dice - failing) / (1 - dice) * roll.tails
            error -= np.clip(error, np.minimum(explained, 0), np.maximum(explained, 0))
            error[:2] = 0
        if self.confirmed[index]:  # a second card confirms the lowest and the highest total
            error[[self.cells[index].dice + 1, self.cells[index].dice * self.cells[index].sides]] = 0
        return float(np.abs(error).max()) * self.size


def mean_of_cards(plain: Sequence[int], opened: Sequence[int]) -> Fraction:
    """Return the mean total: an open card comes before all plain ones with chance 1/(plain cards + 1)."""
    return Fraction(sum(plain), len(plain)) + Fraction(sum(opened), len(plain) + 1)


def deal(folder: Path, games: Sequence[str], seeds: int, sets: int, jobs: int) -> None:
    """Run deckgen for the decks that ``folder`` lacks: GAME/seeds/SEED.json and GAME/sets/SEED/*.json."""
    numbers = {f"seeds/{seed}.json": (seed, 1) for seed in range(1, seeds + 1)}
    numbers |= {f"sets/{seed}": (seed, PER_SET) for seed in range(1, sets + 1)}
    calls = [
        [game, "--seed", str(seed), "--decks", str(decks), "-o", str(folder / game / path)]
        for game in games
        for path, (seed, decks) in numbers.items()
        if not (folder / game / path).exists()
    ]
    command = [sys.executable, "-m", "deckgen", "generate", "-q"]
    with ThreadPoolExecutor(jobs) as executor:
        list(executor.map(lambda call: subprocess.run([*command, *call], check=True), calls))


def failures(figure: str, failed: int, total: int) -> Line:
    """Return the line of a figure that should be 0."""
    return Line(figure, f"{failed:,} of {total:,}", "0", failed == 0)


def plus_minus(values: Floats, digits: int = 3) -> str:
    return f"{values.mean():+.{digits}f} ± {standard_error(values):.{digits}f}"


def standard_error(values: Floats) -> float:
    return float(values.std(ddof=1)) / math.sqrt(len(values))


def mean_and_worst(values: Floats) -> str:
    return f"{values.mean():.2f} / {values.max():.3f}"


def verify(decks: Decks, sets: Sequence[Decks]) -> Iterator[Line]:
    """Yield how often means, the order of rows and critical failures are as promised."""
    yield failures("decks that equal another", decks.count - decks.distinct, decks.count)
    counts = [0, 0, 0, 0]
    for deck, plain in zip(decks.means, decks.plain_cards.tolist(), strict=True):
        for cell, mean, m in zip(decks.cells, deck, plain, strict=True):
            gap = abs(mean - cell.roll.mean)
            counts[0 if not gap else 1 if gap * m * (m + 1) < 1 else 2 if gap * m < 1 else 3] += 1
    yield Line("means equal to the dice's", f"{counts[0]:,} of {sum(counts):,}")
    yield Line("other means within 1/(m(m+1)), with m plain cards", f"{counts[1]:,}")
    yield Line("other means within 1/m", f"{counts[2]:,}")
    yield failures("means farther off", counts[3], sum(counts))
    inexact = partial = off_mean = 0
    for eight in sets:
        for index, cell in enumerate(decks.cells):
            gaps, plain = [deck[index] - cell.roll.mean for deck in eight.means], eight.plain_cards[:, index].tolist()
            if any(gaps):
                inexact += 1
                fine = all(abs(gap) * m * (m + 1) < 1 for gap, m in zip(gaps, plain, strict=True))
                steps = [m * (m + 1) if fine else m for m in plain]
                sums = np.cumsum([gap * step for gap, step in zip(gaps, steps, strict=True)])
                partial += any(abs(total) >= 1 for total in sums)
                off_mean += abs(sum(gaps)) * min(steps) > 1
    yield failures("sets: means farther off than a deck's step / 8", off_mean, inexact)
    yield failures("sets: residues of the first decks add up to a step", partial, inexact)
    lower = [i for i, cell in enumerate(decks.cells) if cell.kind in {"open", "penetrating"} and cell.row > 1]
    upper = [index - 1 for index in lower]
    falls = decks.values[:, lower] < decks.values[:, upper]
    falls |= decks.opened[:, upper] & ~decks.opened[:, lower]
    yield failures("steps down a column that can lower a total", int(falls.sum()), falls.size)
    critical = [index for index, cell in enumerate(decks.cells) if cell.roll.failing]
    if critical and sets:
        shares = np.array([float(decks.cells[index].roll.failing) for index in critical]) * decks.size * PER_SET
        off = np.array([abs(eight.failing[:, critical].sum(axis=(0, 2)) - shares) for eight in sets])
        yield failures("sets: critical failures a card or more off", int((off >= 1).sum()), off.size)
        yield Line("sets: critical failures, cards off at worst", f"{off.max():.3f}", "< 1")


def odds(decks: Decks, sets: Sequence[Decks]) -> Iterator[Line]:
    """Yield tail errors of a deck, a set, and all seeds together."""
    number, errors = len(decks.cells), decks.deck_errors
    yield Line("a deck: mean over cells / worst", mean_and_worst(errors), "<= 1", bool(errors.max() <= 1))
    if any(cell.roll.failing for cell in decks.cells):
        raw = np.array([decks.errors([deck], explain=False) for deck in range(decks.count)])
        yield Line("a deck, with what rounded failures explain", mean_and_worst(raw))
    varied = sum(len({deck[index] for deck in decks.multisets}) >= 16 for index in range(number))
    yield Line("cells with 16 or more different multisets", f"{varied} of {number}")
    yield Line(f"all {decks.count} seeds together", mean_and_worst(decks.set_errors), "0")
    if not sets:
        return
    in_decks, in_sets = set_errors(sets)
    halved = int((in_sets.mean(axis=0) <= in_decks.mean(axis=0) / 2 + 1e-9).sum())
    always = int((in_sets <= in_decks / 2 + 1e-9).all(axis=0).sum())
    least = HALVED_SHARES.get(decks.game)
    expected, passed = (f">= {math.ceil(least * number)}", halved >= least * number) if least else ("", None)
    yield Line("a set: cells at most half a deck's error, on average", f"{halved} of {number}", expected, passed)
    yield Line("a set: cells at most half a deck's error, in every set", f"{always} of {number}")
    yield Line("a set: mean over cells / worst", mean_and_worst(in_sets))
    over = int((in_sets.max(axis=0) > SET_LIMIT + 1e-9).sum())
    yield failures(f"a set: cells over {SET_LIMIT} in some set", over, number)


def set_errors(sets: Sequence[Decks]) -> tuple[Floats, Floats]:
    """Return, by set and cell, the mean tail error of its decks, and the set's."""
    return np.array([eight.deck_errors.mean(axis=0) for eight in sets]), np.array([eight.set_errors for eight in sets])


def worst_cells(sets: Sequence[Decks]) -> Iterator[str]:
    """Yield the cells whose sets are over the limit, or over half of a deck's error."""
    in_decks, in_sets = (errors.T for errors in set_errors(sets))
    for index in np.argsort(-in_sets.max(axis=1)):
        deck, mean, worst = in_decks[index].mean(), in_sets[index].mean(), in_sets[index].max()
        if worst > SET_LIMIT + 1e-9 or mean > deck / 2 + 1e-9:
            yield f"{sets[0].cells[index].name:26}{deck:8.2f}{mean:8.2f}{worst:8.2f}{mean / deck:10.2f}"


def pools(decks: Decks) -> Iterator[Line]:
    """Yield tail errors of pools that read the first n cells of a column."""
    columns: dict[str, list[int]] = {}
    for index, cell in enumerate(decks.cells):
        if cell.kind == "pool":
            columns.setdefault(cell.name.rsplit("-", 1)[0], []).append(index)
    for column, indexes in columns.items():
        dice = range(2, len(indexes) + 1)
        decks_of_column = zip(decks.values[:, indexes].tolist(), decks.opened[:, indexes].tolist(), strict=True)
        tails = np.array([pool_tails(values, opened) for values, opened in decks_of_column])
        gaps = tails - [best_of_all(number, decks.cells[indexes[0]].sides) for number in dice]
        for number, errors, together in zip(
            dice,
            np.abs(gaps).max(axis=2).T * decks.size,
            np.abs(gaps.mean(axis=0)).max(axis=1) * decks.size,
            strict=True,
        ):
            measured, passed = f"{mean_and_worst(errors)} / {together:.2f}", bool(errors.max() <= 1)
            yield Line(f"{column}, highest of {number}", measured, "worst <= 1", passed)


def long_run(decks: Decks) -> Iterator[Line]:
    """Yield long-run means beside the dice's, and the percentiles of jokers."""
    jokers, plain = decks.on_jokers, ~decks.opened
    # Between two shuffles, a card that is no joker is drawn with chance 1/(J+1), and one of J jokers.
    total = decks.values[:, :, ~jokers].sum(axis=2) / (jokers.sum() + 1) + decks.values[:, :, jokers].mean(axis=2)
    tasks = plain[:, :, ~jokers].sum(axis=2) / (jokers.sum() + 1) + plain[:, :, jokers].mean(axis=2)
    bias = 100 * (total / tasks / decks.targets - 1)
    z = np.abs(bias.mean(axis=0) / (bias.std(axis=0, ddof=1) / math.sqrt(decks.count) + 1e-9)).clip(max=999)
    ranks = np.array([percentiles(deck) for deck in decks.totals])
    explode = decks.opened.any(axis=(0, 2))
    for title, cells in (("open cells", explode), ("plain cells", ~explode)):
        number, means = int(cells.sum()), bias.mean(axis=0)[cells]
        if number:
            yield Line(f"{title}: bias in %, mean over cells", f"{means.mean():+.3f}", "0")
            yield Line(f"{title}: means above the dice's", f"{(means > 0).sum()} of {number}", f"{number / 2:g}")
            yield Line(f"{title}: rms of a deck's bias in %", f"{np.sqrt(np.square(bias[:, cells]).mean()):.3f}")
            z_range = f"{np.median(z[cells]):.2f} / {z[cells].max():.2f}"
            yield Line(f"{title}: |z|, median / largest", z_range, "0.67 / 3")
            yield failures(f"{title}: means outside 4 standard errors", int((z[cells] > 4).sum()), number)
            rank = plus_minus(ranks[:, cells][:, :, jokers].mean(axis=(1, 2)))
            plain_rank = ranks[:, cells][plain[:, cells]].mean()
            yield Line(f"{title}: jokers' percentile of totals", rank, f"{plain_rank:.3f}, as plain cards")
    yield Line("open cells on jokers", f"{decks.opened[:, :, jokers].sum()}")


def bursts(decks: Decks) -> Iterator[Line]:
    """Yield chi-square tests of plain dice on jokers beside those on all cards.

    Jokers of a deck depend on each other, so the chance of a larger chi-square is that with random signs of the
    decks' differences.
    """
    signs = np.random.default_rng(1).choice([-1.0, 1.0], size=(10000, decks.count))
    for index, cell in enumerate(decks.cells):
        if cell.kind == "plain" and cell.dice == 1:
            show = decks.values[:, index, :, None] == np.arange(1, cell.sides + 1)
            counts = show[:, decks.on_jokers].sum(axis=1)
            shares = show.mean(axis=(0, 1)) * counts.sum()
            gaps = counts - shares / decks.count
            statistic = float((np.square(gaps.sum(axis=0)) / shares).sum())
            by_chance = (np.square(signs @ (gaps - gaps.mean(axis=0))) / shares).sum(axis=1)
            chance = float((by_chance >= statistic - 1e-9).mean())
            measured = f"p {chance:.3f}, chi2 {statistic:5.1f}: {' '.join(map(str, counts.sum(axis=0)))}"
            yield Line(cell.name, measured, "p > 0.01", chance > 0.01)


def percentiles(totals: Floats) -> Floats:
    """Return each card's percentile among the cards, by cell; equal totals share theirs."""
    pairs = totals[:, :, None], totals[:, None, :]
    ranks: Floats = ((pairs[0] > pairs[1]) + 0.5 * (pairs[0] == pairs[1])).mean(axis=2)
    return ranks


def upper_quarters(totals: Floats) -> Floats:
    """Return by cell 1 for the cards of the upper part that is nearest to a quarter, else 0."""
    shares = (totals[:, None, :] >= totals[:, :, None]).mean(axis=2)
    limits = np.take_along_axis(totals, np.abs(shares - 0.25).argmin(axis=1)[:, None], axis=1)
    return (totals >= limits).astype(float)


def dependence(facts: Floats, pairs: Bools) -> list[float]:
    """Return mean r, largest |r|, joint upper quarters beside chance in %, and the standard deviation of luck.

    ``facts`` are scaled totals, percentiles and upper quarters, by cell and card; ``pairs`` are the cells compared.
    """
    scaled, ranks, upper = facts
    r, sums = (scaled @ scaled.T / len(scaled.T))[pairs], upper.sum(axis=1)
    joint, chance = (upper @ upper.T)[pairs].sum(), (np.outer(sums, sums) / len(upper.T))[pairs].sum()
    return [r.mean(), np.abs(r).max(), 100 * (joint / chance - 1), ranks.mean(axis=0).std()]


def independence(decks: Decks) -> Iterator[Line]:
    """Yield how cells that are dealt apart depend on each other, beside decks with each group shuffled."""
    stream = np.random.default_rng(1)
    names = [cell.group for cell in decks.cells]
    groups = np.array([names.index(name) for name in names])
    pairs = np.triu(groups[:, None] != groups)
    for title, by_deck in (("totals", decks.totals), ("numbers", decks.values)):
        if title == "numbers" and not decks.opened.any():
            continue
        dealt, shuffled = [], []
        for totals in by_deck:
            scaled = (totals - totals.mean(axis=1, keepdims=True)) / totals.std(axis=1, keepdims=True)
            facts = np.array([scaled, percentiles(totals), upper_quarters(totals)])
            dealt.append(dependence(facts, pairs))
            for _ in range(SHUFFLES):
                orders = stream.permuted(np.tile(np.arange(decks.size), (len(names), 1)), axis=1)[groups]
                shuffled.append(dependence(np.take_along_axis(facts, orders[None], axis=2), pairs))
        figures = ("mean r", 4), ("largest |r|", 3), ("both in the upper quarter, % over chance", 1), ("sd of luck", 4)
        for (figure, digits), deck, chance in zip(figures, np.array(dealt).T, np.array(shuffled).T, strict=True):
            limit = 2 * math.hypot(standard_error(deck), standard_error(chance))
            passed = bool(abs(deck.mean() - chance.mean()) <= limit) if figure == "mean r" else None
            yield Line(f"{title}: {figure}", plus_minus(deck, digits), plus_minus(chance, digits), passed)


def dealing(decks: Decks) -> Iterator[Line]:
    """Yield whether a card's luck depends on its impulse, on the card before it, or on its suit."""
    luck = np.array([percentiles(deck).mean(axis=0) - 0.5 for deck in decks.totals])
    impulse = np.arange(decks.size) - (decks.size - 1) / 2
    squares = np.square(luck).sum(axis=1)
    slope = luck @ impulse / np.sqrt(squares * np.square(impulse).sum())
    neighbors = (luck[:, 1:] * luck[:, :-1]).sum(axis=1) / squares
    for figure, r, expected in (("impulse", slope, 0), ("neighbor in impulse", neighbors, -1 / decks.size)):
        passed = bool(abs(r.mean() - expected) <= 3 * standard_error(r))
        yield Line(f"{figure}: r", plus_minus(r), f"{expected:.3f}, 3 errors", passed)
    by_suit = np.array([luck[:, decks.suits == suit] for suit in sorted(set(decks.suits)) if suit])
    means, count = by_suit.mean(axis=2), by_suit.shape[2]
    between = count * means.var(axis=0, ddof=1)
    within = np.square(by_suit - means[:, :, None]).sum(axis=(0, 2)) / (len(means) * (count - 1))
    share, limit = float((between / within > F_LIMIT).mean()), 3 * math.sqrt(0.05 * 0.95 / decks.count)
    yield Line("suits: F tests with p < 0.05", f"{share:.3f}", "0.050, 3 errors", abs(share - 0.05) <= limit)


def print_table(title: str, lines_by_game: dict[str, list[Line]]) -> int:
    """Print a table by figure and game; return the number of figures outside their limits."""
    lines = [(game, line) for game, lines in lines_by_game.items() for line in lines]
    if not lines:
        return 0
    measured = 2 + max(len(line.measured) for _, line in lines)
    expected = 2 + max(len("expected"), *(len(line.expected) for _, line in lines))
    print(f"\n{title}\n{'':21}{'measured':{measured}}{'expected':{expected}}passed")
    for figure in dict.fromkeys(line.figure for _, line in lines):
        print(figure)
        for game, line in lines:
            if line.figure == figure:
                verdict = {None: "", True: "yes", False: "NO"}[line.passed]
                print(f"   {game:18}{line.measured:{measured}}{line.expected:{expected}}{verdict}".rstrip())
    return sum(line.passed is False for _, line in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=200, help="decks of each game, each with its seed; at least 2")
    parser.add_argument("--sets", type=int, default=12, help="sets of eight decks of each game")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--decks", type=Path, help="folder of decks; default: a temporary one")
    parser.add_argument("--jobs", type=int, default=2, help="processes that deal")
    options = parser.parse_args()
    games, seeds, sets = options.games, dict[str, Decks](), dict[str, list[Decks]]()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.decks or Path(temporary)
        deal(folder, games, options.seeds, options.sets, options.jobs)
        started = time.process_time()
        for game in games:
            seeds[game] = Decks(
                game, [folder / game / "seeds" / f"{seed}.json" for seed in range(1, options.seeds + 1)]
            )
            folders = [folder / game / "sets" / str(seed) for seed in range(1, options.sets + 1)]
            numbered = (sorted(path.glob("*.json"), key=lambda file: int(file.stem.split("-")[-1])) for path in folders)
            sets[game] = [Decks(game, paths) for paths in numbered]
    print(f"{seeds[games[0]].generator}: {options.seeds} seeds of each game, {options.sets} sets of {PER_SET} decks")
    tables = (
        ("Verified", {game: list(verify(seeds[game], sets[game])) for game in games}),
        ("Odds: errors in cards", {game: list(odds(seeds[game], sets[game])) for game in games}),
        (
            "Pools: errors in cards, mean over decks / worst / all seeds",
            {game: list(pools(seeds[game])) for game in games},
        ),
        ("Long run, if a joker reshuffles", {game: list(long_run(seeds[game])) for game in games}),
        ("Plain dice on jokers: how often each number", {game: list(bursts(seeds[game])) for game in games}),
        ("Independence, beside shuffled columns", {game: list(independence(seeds[game])) for game in games}),
        ("Dealing and a card's luck, its mean percentile", {game: list(dealing(seeds[game])) for game in games}),
    )
    failed = sum(print_table(title, lines) for title, lines in tables)
    print(f"\nSets over {SET_LIMIT} card or half of a deck\n{'':29}{'deck':>8}{'set':>8}{'worst':>8}{'set/deck':>10}")
    for game in games:
        print(game, *worst_cells(sets[game]), sep="\n   ")
    print(f"\n{failed} figures are outside their limits; {time.process_time() - started:.0f} s of CPU without dealing")


if __name__ == "__main__":
    main()
