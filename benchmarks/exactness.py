"""How exact decks are: means, odds, sets of decks, jokers, independence and dealing, beside the dice and chance.

Run: python benchmarks/exactness.py [--seeds 200] [--sets 12] [--games GAME ...] [--decks DIR] [--jobs 2]

It shares no code with deckgen: the program deals the decks that DIR lacks, and all figures are computed from their JSON
and from the authors' dice (``dice_rules.py``). Errors are in cards: the largest difference of P(total >= t) between
cards and dice, times the number of cards. The last column says whether a figure is within its limit, if it has one.
"±" is one standard error, over decks.
"""

from __future__ import annotations

import argparse
import math
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from dealt_decks import GAMES, PER_SET, Decks, deal
from dice_rules import Bools, Floats, best_of_all, pool_tails

HALVED_SHARES = {"future-imperfect": 0.75, "action-and-combat": 1.0, "rough-magic": 1.0}
"""Least share of cells that should be twice as near to the dice in a set as in a deck."""
SET_LIMIT, SHUFFLES = 0.35, 4
F_LIMIT = 2.798  # 95 of 100 F tests of four suits with 13 cards each are below it by chance


class Line(NamedTuple):
    """A figure of one game beside the expected one; ``passed`` is None if there is no limit."""

    figure: str
    measured: str
    expected: str = ""
    passed: bool | None = None


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
    if critical:
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
    yield Line(f"all {decks.count} seeds together", mean_and_worst(decks.joint_errors), "0")
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
    return np.array([eight.deck_errors.mean(axis=0) for eight in sets]), np.array(
        [eight.joint_errors for eight in sets]
    )


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
    if options.seeds < 2 or options.sets < 1:
        parser.error("standard errors need 2 seeds, and sets 1")
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
