"""The campaign against what deckgen reads: mutated files and command lines, and a table of what came of them.

    python tests/fuzz/run.py --cases 20000 --jobs 2
    python tests/fuzz/run.py --minutes 5 --kind yaml,svg --seed 7
    python tests/fuzz/run.py --replay build/fuzz/hang-0123456789.json
    python tests/fuzz/run.py --shrink build/fuzz/hang-0123456789.json

The same seed makes the same cases; what they find is kept in a folder, one file a cause, to be run again with --replay.
The exit code is 1 if anything is found.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from dataclasses import replace
from difflib import SequenceMatcher
from pathlib import Path

import selftest
import server
from case import Case, read
from kinds import SHARES, Maker, make_base

HERE = Path(__file__).parent
CORPUS = HERE / "corpus"
_HEADS = {
    "traceback": "tracebacks",
    server.ENDED: "ended by the guard",
    "hang": "beyond the time",
    "memory": "beyond the memory",
    "partial": "partial outputs",
    "outside": "reads outside the rule",
    "content": "no numbers, or not drawn",
    "message": "badly told",
}
_NAMES = {
    "yaml": "YAML games",
    "svg": "SVG layouts",
    "themes": "themes, random SVG",
    "deck": "deck.json",
    "characters": "characters, sheets, formulas",
    "pdf": "PDF import and export",
    "files": "files, lock, cache, targets, ICC",
    "cli": "command line",
    "preflight": "preflight",
}
_STATE: list[tuple[Maker, dict[str, bytes], Path, float]] = []
"""What the workers have from the process they are forked from."""


def main() -> None:
    options = _options()
    server.warm()
    cache = Path(tempfile.mkdtemp(prefix="fuzz-cache-"))  # no TemporaryDirectory: what is forked would end it, too
    try:
        sys.exit(_do(options, cache))
    finally:
        shutil.rmtree(cache, ignore_errors=True)


def _do(options: argparse.Namespace, cache: Path) -> int:
    """What the command line asks for; the exit code."""
    again = [Path(each) for each in options.replay] or (sorted(CORPUS.rglob("*.json")) if options.corpus else [])
    base = make_base(warm=not (again or options.corpus or options.shrink))
    server.keep()
    if options.corpus and (wrong := selftest.check(base, cache)):
        print("\n".join(wrong))
        return 1
    if options.shrink:
        return shrunk(options.shrink, base, cache)
    if again or options.corpus:
        return _replay(again, base, cache)
    end = time.monotonic() + options.minutes * 60 if options.minutes else float("inf")
    _STATE.append((Maker(base, options.seed), base, cache, end))
    return _campaign(options)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=20_000, help="how many, over all kinds")
    parser.add_argument("--skip", type=int, default=0, help="how many of them to leave out: they were run before")
    parser.add_argument("--minutes", type=float, help="stop then, whatever is left")
    parser.add_argument("--kind", default=",".join(SHARES), help="some of " + ", ".join(SHARES))
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other cases")
    parser.add_argument("--only", type=int, help="the case of this number alone")
    parser.add_argument("--keep", type=Path, default=Path("build/fuzz"), help="where what is found is kept")
    parser.add_argument(
        "--shrink", type=Path, metavar="FILE", help="make a kept case as small as still has its problem"
    )
    parser.add_argument("--replay", nargs="+", default=[], metavar="FILE", help="run kept cases again")
    parser.add_argument(
        "--corpus",
        action="store_true",
        help="run again all that was ever found, after a look at the harness itself",
    )
    return parser.parse_args()


def _plan(kinds: list[str], cases: int) -> list[tuple[str, int]]:
    """Cases of all kinds in turn, each as often as in the trial of 0.1.0."""
    whole = sum(SHARES[kind] for kind in kinds)
    counts = {kind: round(cases * SHARES[kind] / whole) for kind in kinds}
    places = [((index + 0.5) / count, kind, index) for kind, count in counts.items() for index in range(count)]
    return [(kind, index) for _, kind, index in sorted(places)]


def _one(what: tuple[str, int]) -> tuple[str, int, list[int | None], list[server.Problem], str] | None:
    maker, base, cache, end = _STATE[0]
    if time.monotonic() > end:
        return None
    kind, index = what
    case = maker.case(kind, index)
    try:
        problems, codes = server.run(case, base, cache)
        for _ in range(2):  # a machine that does other work makes commands slower, by chance
            if any(problem.word == "hang" for problem in problems):
                problems, codes = server.run(case, base, cache)
    except Exception as error:  # noqa: BLE001  the harness's own, with which the others need not end
        told = server.Problem("traceback", f"the harness: {error!r:.60}", traceback.format_exc()[-1500:])
        problems, codes = [told], []
    text = case.to_json(base) if any(problem.word != server.ENDED for problem in problems) else ""
    return kind, index, codes, problems, text


def _campaign(options: argparse.Namespace) -> int:
    kinds = options.kind.split(",")
    plan = _plan(kinds, options.cases)[options.skip :] if options.only is None else [(kinds[0], options.only)]
    options.keep.mkdir(parents=True, exist_ok=True)
    done: Counter[str] = Counter()
    found: Counter[tuple[str, str]] = Counter()
    causes: dict[tuple[str, str], tuple[int, str, str]] = {}
    ended: Counter[tuple[str, int | None]] = Counter()
    began = time.monotonic()
    with multiprocessing.get_context("fork").Pool(options.jobs) as pool:
        for result in pool.imap_unordered(_one, plan, chunksize=4):
            if result is None:
                continue
            kind, index, codes, problems, text = result
            done[kind] += 1
            ended.update((kind, code) for code in codes)
            for word in {problem.word for problem in problems}:
                found[kind, word] += 1
            for problem in problems:
                if problem.word == server.ENDED:
                    print(f"{kind} {index}: ended: {problem.key}", flush=True)
                    continue
                cause = problem.word, problem.key
                count, shortest, where = causes.get(cause, (0, "", ""))
                if not shortest or len(text) < len(shortest):
                    if not shortest:
                        print(f"{kind} {index}: {problem.word}: {problem.key}", flush=True)
                    shortest, where = text, f"{kind} {index}\n{problem.seen}"
                    _kept(options.keep, cause, ".json").write_text(text, encoding="utf-8")
                    _kept(options.keep, cause, ".txt").write_text(
                        f"{problem.word}: {problem.key}\n{where}\n",
                        encoding="utf-8",
                        errors="backslashreplace",
                    )
                causes[cause] = count + 1, shortest, where
            if not sum(done.values()) % 100:
                print(f"{sum(done.values())} cases, {time.monotonic() - began:.0f} s", flush=True)
    print(_table(done, found))
    for kind in kinds:  # a kind of which nothing, or all, is refused finds little
        said = ", ".join(f"{code}: {ended[kind, code]}" for code in (0, 1, 2, None) if ended[kind, code])
        print(f"exit codes of {kind}: {said}")
    for (word, key), (count, _, _) in sorted(causes.items()):
        print(f"{count:6} {word}: {key}: {_kept(options.keep, (word, key), '.json')}")
    print(f"{sum(done.values())} cases in {time.monotonic() - began:.0f} s, seed {options.seed}")
    return 1 if causes else 0


def _kept(folder: Path, cause: tuple[str, str], suffix: str) -> Path:
    return folder / f"{cause[0]}-{hashlib.sha256(repr(cause).encode()).hexdigest()[:10]}{suffix}"


def _table(done: Counter[str], found: Counter[tuple[str, str]]) -> str:
    lines = ["| campaign | cases | " + " | ".join(_HEADS.values()) + " |", "|---" * (len(_HEADS) + 2) + "|"]
    for kind in [each for each in SHARES if done[each]]:
        cells = [f"{found[kind, word]}" for word in _HEADS]
        lines.append(f"| {_NAMES[kind]} | {done[kind]:,} | " + " | ".join(cells) + " |")
    sums = [str(sum(found[kind, word] for kind in SHARES)) for word in _HEADS]
    lines.append(f"| all | {sum(done.values()):,} | " + " | ".join(sums) + " |")
    return "\n".join(lines)


def shrunk(file: Path, base: dict[str, bytes], cache: Path) -> int:
    """Take back, piece by piece, what a case changed, as long as its first problem stays; the file is written anew."""
    case = read(file.read_text(encoding="utf-8"))
    first = server.run(case, base, cache)[0]
    if not first:
        print(f"{file}: has no problem")
        return 1
    cause = first[0].word, first[0].key

    def still(other: Case) -> bool:
        return cause in {(problem.word, problem.key) for problem in server.run(other, base, cache)[0]}

    for number in range(len(case.commands)):
        other = replace(case, commands=case.commands[:number] + case.commands[number + 1 :])
        if len(case.commands) > 1 and still(other):
            case = other
            break
    for name, content in list(case.files.items()):
        without = replace(case, files={each: what for each, what in case.files.items() if each != name})
        if still(without):
            case = without
            continue
        if not isinstance(content, bytes) or name not in base:
            continue
        old = base[name]
        for lines in (True, False):
            kept = case.files[name]
            assert isinstance(kept, bytes)
            if not lines and len(kept) > 20_000:
                continue  # bytes are compared in a time that grows with their square
            a, b = (_pieces(each, lines=lines) for each in (old, kept))
            changes = [each for each in SequenceMatcher(None, a, b, autojunk=False).get_opcodes() if each[0] != "equal"]
            for _, i, j, k, m in reversed(changes):
                text = b"".join([*b[:k], *a[i:j], *b[m:]])
                if still(other := replace(case, files={**case.files, name: text})):
                    case, b = other, [*b[:k], *a[i:j], *b[m:]]
    file.write_text(case.to_json(base), encoding="utf-8")
    print(f"{file}: {cause[0]}: {cause[1]}")
    return 0


def _pieces(content: bytes, *, lines: bool) -> list[bytes]:
    return content.splitlines(keepends=True) if lines else [bytes([each]) for each in content]


def _replay(files: list[Path], base: dict[str, bytes], cache: Path) -> int:
    code = 0
    for file in files:
        for problem in server.run(read(file.read_text(encoding="utf-8")), base, cache)[0]:
            code = 1 if problem.word != server.ENDED else code
            print(f"{file}: {problem.word}: {problem.key}\n{problem.seen}", flush=True)
    print(f"{len(files)} cases run again")
    return code


if __name__ == "__main__":
    main()
