"""How many small problems in the code the tests find: mutmut over the rooms that pyproject.toml names.

``python benchmarks/mutants.py [--sample N] [--seed S] [PATTERN...]`` tries every mutant whose name fits a PATTERN
(``deckgen.odds.*``; all without one), or ``N`` of each module, drawn by the seed. It prints a table by module and
the difference of every mutant that lived. ``zip(strict=True)`` guards against problems that are not there: its
mutants are left out. All this happens in a copy under ``build``, made anew each time. mutmut changes no function that has a decorator: properties and cached functions are not tried.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter, defaultdict
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COPY = ROOT / "build" / "mutation"
MUTMUT = str(Path(sys.executable).with_name("mutmut"))
TESTS = {
    "deckgen.odds.*": "odds/",
    "deckgen.sheet.formula.*": "sheet/test_formula",
    "deckgen.deck.solve.*": "deck/solve/",
    "deckgen.deck.deal.*": "deck/deal/",
    "deckgen.deck.audit.*": "deck/audit/",
    "deckgen.deck.*": "deck/test_cards deck/test_schemas deck/audit/test_verification",
}
"""Which test files a mutant is tried on, by how their paths below tests/ begin: its own package's; the first pattern that fits."""
NONE = "none"
"""A name that no mutant has: they are made, and none is tried."""
FOUND = ("killed", "timeout", "segproblem", "caught by type check")


def told(*arguments: str) -> str:
    """What mutmut prints."""
    return subprocess.run([MUTMUT, *arguments], cwd=COPY, check=True, capture_output=True, text=True).stdout


def copy(patterns: list[str]) -> None:
    """Copy what mutmut needs, set to change only the modules that some pattern names."""
    shutil.rmtree(COPY, ignore_errors=True)
    for name in ("deckgen", "tests", "data", "layouts"):
        shutil.copytree(ROOT / name, COPY / name, ignore=shutil.ignore_patterns("__pycache__"))
    useful = tuple(start for starts in TESTS.values() for start in starts.split())
    for test in (COPY / "tests").rglob("test_*.py"):
        if not test.relative_to(COPY / "tests").as_posix().startswith(useful):
            test.unlink()
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    may = tomllib.loads(text)["tool"]["mutmut"]["only_mutate"]
    files = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "deckgen").rglob("*.py"))]
    names = {file: file.removesuffix(".py").replace("/", ".") + ".x" for file in files}
    wanted = [
        file
        for file, name in names.items()
        if any(fnmatch(file, pattern) for pattern in may) and any(fnmatch(name, pattern) for pattern in patterns)
    ]
    text = re.sub(r"(?m)^only_mutate = .*$", f"only_mutate = {wanted}", text)
    (COPY / "pyproject.toml").write_text(text, encoding="utf-8")


def statuses() -> dict[str, str]:
    """What became of every mutant, by its name."""
    lines = told("results", "--all", "true").splitlines()
    return dict(line.strip().rsplit(": ", 1) for line in lines if ": " in line)


def chosen(names: list[str], count: int | None, seed: str) -> list[str]:
    """All names, or that many of each module, always the same for one seed."""
    modules = defaultdict(list)
    for name in sorted(names):
        modules[name.rpartition(".")[0]].append(name)
    if count is None:
        return sorted(names)
    return [
        name
        for module, inside in modules.items()
        for name in random.Random(f"{seed} {module}").sample(inside, min(count, len(inside)))  # noqa: S311
    ]


def changed(name: str) -> str:
    """The lines that a mutant changes."""
    lines = told("show", name).splitlines()
    return "\n".join(line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---"))


def is_of_zip(change: str) -> bool:
    """Whether nothing but ``strict`` of a ``zip`` is changed."""
    before, _, after = change.partition("\n+")
    bare = [
        text[start:].replace("strict=True", "").replace("strict=False", "").replace("strict=None", "")
        for text, start in ((before, 1), (after, 0))
    ]
    return before != after and len({"".join(text.split()).replace(",)", ")") for text in bare}) == 1


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("pattern", nargs="*", default=["*"])
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", default="1")
    given = parser.parse_args()
    copy(given.pattern)
    run(given.jobs, NONE, tests=TESTS["deckgen.sheet.formula.*"])
    names = [name for name in statuses() if any(fnmatch(name, pattern) for pattern in given.pattern)]
    names = chosen(names, given.sample, given.seed)
    print(f"{len(names)} mutants", flush=True)
    for pattern, tests in TESTS.items():
        if part := [name for name in names if room(name) == pattern]:
            run(given.jobs, *part, tests=tests)
    report([name for name in names if room(name)])


def room(name: str) -> str | None:
    """The pattern of a mutant's room."""
    return next((pattern for pattern in TESTS if fnmatch(name, pattern)), None)


def run(jobs: str, *names: str, tests: str) -> None:
    """Try mutants on tests; mutmut first learns which of them reach which function."""
    command = [MUTMUT, "run", "--max-children", jobs, *names]
    environment = {**os.environ, "MUTANTS_TESTS": tests}
    done = subprocess.run(command, cwd=COPY, env=environment, check=False, capture_output=True, text=True)
    if done.returncode and names != (NONE,):
        sys.exit((done.stdout + done.stderr)[-4000:])


def report(names: list[str]) -> None:
    """Print what became of these mutants."""
    now = statuses()
    alive = {name: changed(name) for name in names if now[name] not in FOUND}
    alive = {name: change for name, change in alive.items() if not is_of_zip(change)}
    counted = [name for name in names if now[name] in FOUND or name in alive]
    every = Counter(name.rpartition(".")[0] for name in counted)
    lived = Counter(name.rpartition(".")[0] for name in alive)
    for name, change in alive.items():
        print(f"\n{name}: {now[name]}\n{change}")
    print(f"\n{'module':<40}{'mutants':>8}{'found':>8}{'%':>8}")
    for module, count in [*sorted(every.items()), ("all", len(counted))]:
        found = count - (len(alive) if module == "all" else lived[module])
        print(f"{module:<40}{count:>8}{found:>8}{100 * found / count:>8.1f}")


if __name__ == "__main__":
    main()
