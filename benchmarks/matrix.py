"""The tests on every Python of this machine that deckgen may run on, and with the oldest packages it allows.

``python benchmarks/matrix.py [--only NAME]... [PYTEST...]`` makes an environment for each under ``build/matrix``,
kept until pyproject.toml changes, and runs pytest there, one environment after the other; what is given beside goes
to pytest. ``lowest`` has the least version that pyproject.toml allows of every package it names, on the oldest
Python; the others, ``3.11`` and so on, have the newest. The table at the end says what came of each, and why one
was left out. The exit code is 1 if a run failed, or none was asked for that is there. Pythons are looked for on
PATH and where pyenv and uv keep theirs; ``DECKGEN_PYTHONS`` may name more folders of them.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "build" / "matrix"
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
LOWEST = "lowest"
_KEPT = ("~/.pyenv/versions/{}.*/bin", "~/.local/share/uv/python/cpython-{}.*/bin")
_FLOOR = re.compile(r"([A-Za-z0-9._-]+)(?:\[[^]]*\])?>=([0-9.]+)")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one environment, in words, and how many seconds that took."""

    name: str
    python: str
    told: str
    seconds: float
    failed: bool


def project() -> dict[str, object]:
    """The table ``project`` of pyproject.toml."""
    found: dict[str, object] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return found


def floors() -> dict[str, str]:
    """The least version of every package that pyproject.toml names; each must have one."""
    table = project()
    named = [
        *table["dependencies"],
        *(each for extra in table["optional-dependencies"].values() for each in extra),
    ]
    found = {}
    for each in named:
        if each.startswith(f"{table['name']}["):
            continue
        floor = _FLOOR.fullmatch(each)
        if not floor:
            sys.exit(f"pyproject.toml: {each}: no least version; write {each}>=")
        found[floor[1]] = floor[2]
    return found


def python(version: str) -> tuple[str, str] | None:
    """The program of that Python and all of its version; None where there is none that runs."""
    name = f"python{version}"
    folders = [
        *os.environ.get("DECKGEN_PYTHONS", "").split(os.pathsep),
        *os.environ["PATH"].split(os.pathsep),
    ]
    for pattern in _KEPT:
        home, _, below = pattern.format(version).partition("/")
        folders += sorted(map(str, Path(home).expanduser().glob(below)), reverse=True)
    for folder in filter(None, folders):
        program = shutil.which(name, path=folder)
        if program:  # perhaps a shim of something that is not there
            done = subprocess.run(
                [program, "-c", "import platform, venv; print(platform.python_version())"],
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode == 0:
                return program, done.stdout.strip()
    return None


def environment(name: str, program: str) -> Path:
    """The Python of the environment of that name, made if it is not there or pyproject.toml has changed."""
    folder, constraints = PLACE / name, PLACE / f"{name}.txt"
    own = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    lines = [f"{package}=={version}\n" for package, version in floors().items()] if name == LOWEST else []
    done = folder / "installed"
    stamp = hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + program.encode()).hexdigest()
    if done.exists() and done.read_text(encoding="utf-8") == stamp:
        return own
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    constraints.write_text("".join(lines), encoding="utf-8")
    subprocess.run([program, "-m", "venv", folder], check=True)
    pip = [own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--constraint", constraints, "--editable", f"{ROOT}[test]"], check=True)
    done.write_text(stamp, encoding="utf-8")
    return own


def run(name: str, options: list[str]) -> Outcome:
    """Run pytest in the environment of that name."""
    version = VERSIONS[0] if name == LOWEST else name
    found = python(version)
    if not found:
        return Outcome(name, version, f"left out: no python{version} on this machine", 0, failed=False)
    started = monotonic()
    print(f"== {name}: Python {found[1]}", flush=True)
    try:
        own = environment(name, found[0])
    except subprocess.CalledProcessError as error:
        return Outcome(name, found[1], f"cannot be installed: {error}", monotonic() - started, failed=True)
    process = subprocess.Popen(
        [own, "-m", "pytest", *options], cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    last = ""
    for line in process.stdout or ():
        print(line, end="", flush=True)
        last = line.strip(" =\n") or last
    return Outcome(name, found[1], last, monotonic() - started, failed=process.wait() != 0)


def main() -> int:
    """Run what is asked for, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", choices=[LOWEST, *VERSIONS], help="one environment, or several")
    asked, options = parser.parse_known_args()
    outcomes = [run(name, options or ["-n", "auto"]) for name in asked.only or (LOWEST, *VERSIONS)]
    print(f"\n{'packages':10}{'Python':10}{'seconds':>8}  outcome")
    for each in outcomes:
        packages = LOWEST if each.name == LOWEST else "newest"
        print(f"{packages:10}{each.python:10}{each.seconds:8.0f}  {each.told}")
    return 1 if any(each.failed for each in outcomes) or not any(each.seconds for each in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
