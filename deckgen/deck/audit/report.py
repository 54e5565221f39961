"""The audit as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from deckgen.deck.audit.auditor import Audit, CellAudit
from deckgen.deck.audit.dealing import PoolAudit, ResolutionAudit
from deckgen.deck.audit.extremes import ExtremeChances
from deckgen.deck.audit.frequencies import HALF_A_CARD, DiceAudit, Frequency
from deckgen.deck.audit.spread import Balance, Independence
from deckgen.deck.cards import canonical_json
from deckgen.errors import format_count
from deckgen.game.solved_cells import tail_remedy
from deckgen.odds import describe


def as_json(audit: Audit) -> bytes:
    """Return canonical JSON; fractions are strings such as ``21/5``."""
    body = _body(audit)
    if audit.deck_audits:
        body["each"] = [_body(deck_audit) for deck_audit in audit.deck_audits]
    return canonical_json(body)


def _body(audit: Audit) -> dict[str, Any]:
    """Return the audit as JSON data, without the audits of its single decks."""
    decks_omitted = audit.count > len(audit.decks)
    return {
        "format": "deckgen-audit/1",
        "decks": [deck.id for deck in audit.decks],
        "game": audit.game.id,
        "deck": audit.spec.name,
        "cells": [_cell(cell) for cell in audit.cells],
        "pools": [_pool(pool) for pool in audit.pools],
        **({"rolls": [_dice(d) for d in audit.dice]} if audit.dice else {}),
        "frequencies": [_frequency(f) for f in audit.frequencies],
        "resolutions": [_resolution(r) for r in audit.resolutions],
        "independence": {
            "pairs": audit.independence.pairs,
            "max_correlation": round(audit.independence.largest, 4),
            "max_correlation_bar": round(audit.independence.largest_limit, 4),
            "max_correlation_cells": list(audit.independence.largest_pair),
            "mean_correlation": round(audit.independence.mean, 4),
            "mean_correlation_bar": round(audit.independence.mean_limit, 4),
            "mean_signed_correlation": round(audit.independence.signed_mean, 5),
            "mean_signed_correlation_bar": round(audit.independence.signed_limit, 5),
            "passed": audit.independence.passed,
        },
        "balance": {
            "lowest_mean_percentile": round(audit.balance.lowest, 4),
            "highest_mean_percentile": round(audit.balance.highest, 4),
            "mean_percentile_bars": [round(limit, 4) for limit in audit.balance.limits],
            "passed": audit.balance.passed,
        },
        **({"cards_out_of_order": list(audit.falls)} if audit.falls else {}),
        "passed": audit.passed,
        **({"number_of_decks": audit.count, "failed_decks": list(audit.failed)} if decks_omitted else {}),
    }


def _cell(c: CellAudit) -> dict[str, Any]:
    return {
        "section": c.cell.section,
        "column": c.cell.column,
        "row": c.cell.row,
        "roll": describe(c.cell.roll),
        "target": str(c.target),
        "mean": str(c.mean),
        "exact": c.exact,
        "can_be_exact": c.exactness.possible,
        "reason": c.exactness.reason,
        "residue": str(c.residue),
        "residue_bound": str(c.allowance),
        "open_cards": int(c.open_cards) if c.open_cards.denominator == 1 else float(c.open_cards),
        "max_tail_error_cards": round(float(c.tail_error), 6),
        "mixture_max_tail_error_cards": None if c.mixture is None else float(c.mixture),
        "tail_bar_cards": float(c.effective_limit),
        "proven_minimum": c.proven_minimum,
        "proven_least_tail_error_cards": None if c.bound is None else float(c.bound),
        "long_run_mean": str(c.long_run_mean),
        "long_run_residue": str(c.long_run_residue),
        "joker_mean": None if c.joker_mean is None else str(c.joker_mean),
        **({"extremes": [_extremes(chances) for chances in c.extremes]} if c.extremes else {}),
        "faults": list(c.problems),
        "passed": c.passed,
    }


def _extremes(chances: ExtremeChances) -> dict[str, Any]:
    return {name: str(chance) for name, chance in chances._asdict().items()} | {"exact": chances.exact}


def _pool(p: PoolAudit) -> dict[str, Any]:
    return {
        "section": p.cell.section,
        "column": p.cell.column,
        "dice": p.cell.row,
        "roll": describe(p.cell.roll),
        "max_tail_error_cards": round(float(p.tail_error), 6),
        "tail_bar_cards": float(p.tail_limit),
        "passed": p.passed,
    }


def _dice(d: DiceAudit) -> dict[str, Any]:
    return {
        "section": d.section,
        "roll": d.label,
        "results": len(d.frequencies),
        "exact": d.exact,
        "max_tail_error_cards": round(float(d.tail_error), 6),
        "passed": d.passed,
    }


def _frequency(f: Frequency) -> dict[str, Any]:
    fields = {
        "section": f.section,
        "value": f.value,
        "cards": int(f.cards) if f.cards.denominator == 1 else str(f.cards),
        "target": str(f.target),
        "long_run_cards": str(f.long_run_cards),
        "long_run_bar_cards": None if f.long_run_limit is None else str(f.long_run_limit),
        "passed": f.passed,
    }
    return {**fields, "place": f.place} if f.place else fields


def _resolution(r: ResolutionAudit) -> dict[str, Any]:
    return {
        "name": r.resolution.name,
        "dice": str(r.dice),
        "one_draw": str(r.one_draw),
        "long_run": str(r.long_run),
        "off_cards": round(float(r.error), 6),
        "long_run_off_cards": round(float(r.long_run_error), 6),
        "bar_cards": float(r.limit),
        "passed": r.passed,
    }


def text(audit: Audit) -> str:
    """Return tables for the terminal: cells, frequencies, resolutions, independence, balance, the verdict."""
    return "\n".join(_lines(audit)) + "\n"


def _lines(audit: Audit) -> Iterator[str]:
    """Yield the lines of ``text``."""
    for deck_audit in audit.deck_audits or (audit,):
        deck = deck_audit.decks[0]
        deck_label = f"deck {deck.number}" if deck_audit.count == 1 else f"{deck_audit.count} decks"
        yield f"{audit.game.title}: {audit.spec.title}, seed {deck.seed!r}, {deck_label} of {deck.of}"
        yield f"  {deck.id}"
        if audit.game.ruling_line:
            yield f"  rulings: {audit.game.ruling_line}"
        if audit.deck_audits:
            yield f"  {_verdict(deck_audit)}"
        if deck_audit.failed:
            yield f"  FAILED on their own: decks {', '.join(map(str, deck_audit.failed))}"
    yield ""
    if not audit.spec.is_dealt:
        yield f"Result: {_verdict(audit)}"
        return
    if audit.cells or not audit.dice:
        yield from _cell_table(audit)
        yield ""
    yield from _dice_table(audit)
    if audit.pools:
        yield from _pool_table(audit)
        yield ""
    yield from _frequency_table(audit)
    if audit.resolutions:
        yield ""
        yield from _resolution_table(audit)
    yield ""
    for names, falls in zip(audit.spec.rise_together, audit.falls, strict=True):
        where = f"{format_count(falls, 'card')} out of order" if falls else "in order on every card"
        yield f"Rise together: {', '.join(names)}: {where}{_failed(not falls)}"
    yield from _spread_lines(audit.independence, audit.balance)
    yield f"Result: {_verdict(audit)}"


def _spread_lines(i: Independence, b: Balance) -> Iterator[str]:
    """Yield a line on the means of correlations, one on the largest, and one on luck."""
    means_passed = i.mean <= i.mean_limit and abs(i.signed_mean) <= i.signed_limit
    yield (
        f"Independence of cells in different columns: mean correlation {i.signed_mean:+.4f} (limit {i.signed_limit:.4f}),"
        f" mean |correlation| {i.mean:.3f} (limit {i.mean_limit:.3f}){_failed(means_passed)}"
    )
    yield f"  largest {i.largest:.3f} (limit {i.largest_limit:.3f}){_failed(i.largest <= i.largest_limit)}"
    low, high = b.limits
    yield (
        f"Balance: every card's mean percentile is from {b.lowest:.3f} to {b.highest:.3f} (limits {low:.3f} and"
        f" {high:.3f}){_failed(b.passed)}"
    )


def _failed(passed: bool) -> str:
    """Return a mark for the end of a line that did not pass."""
    return "" if passed else "  FAILED"


def _verdict(audit: Audit) -> str:
    """Return whether the audit passed, how many cells are exact, and the largest tail error, as text."""
    verdict = "passed" if audit.passed else "FAILED"
    if not audit.spec.is_dealt:
        return f"{verdict}; nothing is dealt in this deck: each card is as the game has it"
    cells = f"{audit.exact_results} of {len(audit.results)} {'results are exactly as with dice' if audit.dice else 'cells average exactly what the dice do'}"
    return f"{verdict}; {cells}, largest tail error {float(audit.tail_error):.2f} cards"


def _cell_table(audit: Audit) -> Iterator[str]:
    """Yield the lines of the table of cells: head, a line a cell, extremes below it, and notes."""
    names = [f"{c.cell.section} {c.cell.column}-{c.cell.row}" for c in audit.cells]
    width = _column_width(names)
    head = f"{'cell':<{width}}{'dice':<38}{'target':>12}{'deck':>12}{'residue':>12}{'open':>6}{'tail':>6}{'seeds':>7}{'long run':>10}{'residue':>9}"
    yield head
    for name, c in zip(names, audit.cells, strict=True):
        residue = "exact" if c.exact else f"{float(c.residue):+.7f}"
        problems = f"  FAILED: {', '.join(c.problems)}" if c.problems else ""
        seeds = "–" if c.mixture is None else f"{float(c.mixture):.2f}"
        opens = f"{float(c.open_cards):.4g}"
        yield (
            f"{name:<{width}}{describe(c.cell.roll):<38}{_short(c.target):>12}{_short(c.mean):>12}{residue:>12}"
            f"{opens:>6}{float(c.tail_error):>6.2f}{seeds:>7}{float(c.long_run_mean):>10.3f}{float(c.long_run_residue):>+9.4f}  {_limit_text(c)}{problems}"
        )
        for low, high, dice in sorted(set(c.extremes)):
            yield f"{'':<{width}}lowest {low}, highest {high} (dice: {dice})"
    yield "Tail: largest gap between deck and dice in P(total or more), in cards; seeds: the gap of all seeds together."
    yield "If no deck can meet the game's limit, what each is proven to have at least is the limit; up to 0.1 above it passes."
    for name, c in zip(names, audit.cells, strict=True):
        if "tails" in c.problems:
            yield f"{name}: for its tails to pass, {tail_remedy(audit.spec, c.cell, c.tail_error)}"


def _limit_text(c: CellAudit) -> str:
    return f"limit {float(c.effective_limit):.2f}{' (at least, proven)' if c.proven_minimum else ''}"


def _short(value: Fraction) -> str:
    """Return a fraction in up to 10 letters, else as a decimal with six places."""
    exact_text = str(value)
    return exact_text if len(exact_text) <= 10 else f"{float(value):.6f}"


def _column_width(names: Sequence[str]) -> int:
    """Return how many letters a column of names takes, with the space behind it."""
    return max([18, *(len(name) + 2 for name in names)])


def _pool_table(audit: Audit) -> Iterator[str]:
    names = [f"{p.cell.section} {p.cell.column}-1 to {p.cell.row}" for p in audit.pools]
    width = _column_width(names)
    yield f"{'pool':<{width}}{'dice':<50}{'tail':>6}{'limit':>6}"
    for name, p in zip(names, audit.pools, strict=True):
        problem = "" if p.passed else "  FAILED: tails"
        yield f"{name:<{width}}{describe(p.cell.roll):<50}{float(p.tail_error):>6.2f}{float(p.tail_limit):>6.2f}{problem}"


def _dice_table(audit: Audit) -> Iterator[str]:
    """Yield the lines of the table of rolls of several parts, and an empty one; nothing without any."""
    if not audit.dice:
        return
    yield f"{'roll, all its parts together':<40}{'results':>10}{'exact':>12}{'tail':>10}{'limit':>7}"
    for d in audit.dice:
        exact = "yes" if d.exact else "rounded"
        yield (
            f"{f'{d.section} {d.label}':<40}{len(d.frequencies):>10}{exact:>12}{float(d.tail_error):>10.2f}{1:>7.2f}"
            f"{_failed(d.passed)}"
        )
    yield ""


def _frequency_table(audit: Audit) -> Iterator[str]:
    """Yield the lines of the table of frequencies: head, a line each, and a note if a limit is above 1/2."""
    yield f"{'frequency':<40}{'cards':>10}{'target':>12}{'long run':>10}{'off':>7}{'limit':>6}"
    for f in audit.frequencies:
        name = " ".join(part for part in (f.section, f.place, f.value) if part)
        limit = "" if f.long_run_limit is None else f"{float(f.long_run_limit):.2f}"
        yield (
            f"{name:<40}{float(f.cards):>10.4g}{float(f.target):>12.4g}{float(f.long_run_cards):>10.3f}"
            f"{float(f.long_run_error):>7.2f}{limit:>6}{_failed(f.passed)}"
        )
    if any((f.long_run_limit or 0) > HALF_A_CARD for f in audit.frequencies):
        yield "With a single joker, half a card is too strict for the long run: the limit is the least that decks can meet."


def _resolution_table(audit: Audit) -> Iterator[str]:
    yield f"{'on one card, chances in %':<44}{'dice':>8}{'deck':>8}{'off':>7}{'long run':>10}{'off':>7}{'limit':>6}"
    for r in audit.resolutions:
        yield (
            f"{r.resolution.title:<44}{float(100 * r.dice):>8.2f}{float(100 * r.one_draw):>8.2f}{float(r.error):>+7.2f}"
            f"{float(100 * r.long_run):>10.2f}{float(r.long_run_error):>+7.2f}{float(r.limit):>6.2f}{_failed(r.passed)}"
        )
    yield "Off: cards more than with dice. In the long run, the rule for shuffling decides which cards come up first;"
    yield "added cards come from the rest of a whole deck."
