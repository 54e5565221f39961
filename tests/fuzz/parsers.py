"""Readers of text alone, called straight: thousands of inputs a second, guided by coverage where atheris is installed.

    python tests/fuzz/parsers.py --minutes 10
    python tests/fuzz/parsers.py --only formula --minutes 1 --seed 7
    python tests/fuzz/parsers.py --only path --input build/fuzz/path-0123456789

A reader may raise what its module says (ValueError and what derives from it), and takes at most 5 s.
The exit code is 1 if anything else happens; the input is then kept.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import random
import subprocess
import sys
import time
import traceback
import warnings
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import mutate
import nasty

ROOT = Path(__file__).resolve().parent.parent.parent
SMALL = Path(__file__).parent / "small"
SECONDS = 5.0  # as the commands have that the guard ends
_HERE = Path("input")

Target = tuple[Callable[[bytes], object], list[bytes], list[str]]


def _targets() -> dict[str, Target]:
    """What each reader is called with: a function of bytes, inputs to begin with, and words to put into them."""
    from deckgen import numbers, reading
    from deckgen.card.svg import css, parser, shapes
    from deckgen.errors import DeckgenError, Problems
    from deckgen.odds import parse_dice as dice
    from deckgen.sheet import formula
    from deckgen.yaml_dialect import parse_yaml

    def text(function: Callable[[str], object]) -> Callable[[bytes], object]:
        return lambda content: function(content.decode(errors="replace"))

    def lock(content: bytes) -> object:
        return reading.parse_json(content, _HERE, DeckgenError, "mend it")

    def evaluated(content: str) -> None:
        skills = {"01": {"level": Fraction(1), "": None}}
        scope = {
            "age": Fraction(40),
            "level": Fraction(3),
            "might": {"die": Fraction(6)},
            "name": "x",
            "none": None,
        }
        with contextlib.suppress(KeyError):  # the sheet's reader has looked up all names before
            formula.parse_formula(content).evaluate({**scope, "skills": skills, formula.ENTRIES: {"skills": skills}})

    def number(content: str) -> None:
        for function in (numbers.parse_int, numbers.parse_float, numbers.parse_fraction):
            try:
                function(content)
            except ValueError:
                continue

    def encoded(*words: list[str]) -> list[bytes]:
        return [word.encode("utf-8", "surrogatepass") for group in words for word in group]

    drawing = (SMALL / "look.svg").read_bytes()
    games = [(SMALL / f"{name}.yaml").read_bytes() for name in ("game", "sections", "play")]
    return {
        "yaml": (
            lambda content: parse_yaml(_HERE, content, Problems()),
            [*games, *encoded(nasty.YAML)],
            nasty.YAML,
        ),
        "svg": (
            lambda content: parser.parse_svg(content, _HERE),
            [drawing],
            [*nasty.ELEMENTS, *nasty.DOCTYPES],
        ),
        "css": (text(css.parse_declarations), encoded(nasty.CSS), [*nasty.CSS, *nasty.COLORS]),
        "color": (text(css.parse_color), encoded(nasty.COLORS), nasty.COLORS),
        "path": (text(shapes.parse_path), encoded(nasty.PATH_DATA), nasty.PATH_DATA),
        "length": (text(shapes.parse_length), encoded(nasty.NUMBERS), nasty.NUMBERS),
        "formula": (text(evaluated), encoded(nasty.FORMULAS), nasty.FORMULAS),
        "dice": (text(dice), [b"d6", b"2d6", b"highest of 3d8"], nasty.NUMBERS),
        "number": (text(number), encoded(nasty.NUMBERS), nasty.NUMBERS),
        "json": (lock, [(SMALL / "solutions.lock.json").read_bytes(), *encoded(nasty.JSON)], nasty.JSON),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10, help="over all readers")
    parser.add_argument("--only", help="one reader")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=Path("build/fuzz"))
    parser.add_argument("--input", type=Path, help="read this file, and nothing else")
    parser.add_argument("--plain", action="store_true", help="without atheris, though it is there")
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    options.keep.mkdir(parents=True, exist_ok=True)
    if options.only:
        sys.exit(_run(options))
    code = 0
    for name in _targets():
        share = options.minutes / len(_targets())
        words = [
            "--only",
            name,
            "--minutes",
            str(share),
            "--seed",
            str(options.seed),
            "--keep",
            str(options.keep),
        ]
        words += ["--plain"] if options.plain else []
        before = set(options.keep.glob(f"{name}-*"))
        code |= subprocess.run([sys.executable, __file__, *words], check=False).returncode  # noqa: S603  this script
        code |= set(options.keep.glob(f"{name}-*")) != before  # libFuzzer ends the process itself
    sys.exit(1 if code else 0)


def _run(options: argparse.Namespace) -> int:
    if options.input:
        function = _targets()[options.only][0]
        return 0 if _called(function, options.input.read_bytes(), options) else 1
    if not options.plain:
        try:
            import atheris
        except ImportError:
            pass
        else:
            return _guided(atheris, options)
    function, seeds, words = _targets()[options.only]
    chance = random.Random(f"{options.seed} {options.only}")  # noqa: S311  not for secrets
    end, count, wrong = time.monotonic() + options.minutes * 60, 0, 0
    while time.monotonic() < end and wrong < 20:
        content = chance.choice(seeds)
        for _ in range(chance.choice((1, 1, 2, 5))):
            content = mutate.some_bytes(content, chance, [*words, *nasty.NUMBERS])[:200_000]
        wrong += not _called(function, content, options)
        count += 1
    print(f"{options.only}: {count} inputs, {wrong} wrong")
    return 1 if wrong else 0


def _guided(atheris, options: argparse.Namespace) -> int:
    """Let libFuzzer choose the inputs; it ends this process."""
    with atheris.instrument_imports(include=["deckgen"]):
        function, seeds, words = _targets()[options.only]
    folder = options.keep / f"seeds-{options.only}"
    folder.mkdir(exist_ok=True)
    for seed in seeds:
        (folder / hashlib.sha256(seed).hexdigest()[:16]).write_bytes(seed)
    dictionary = options.keep / f"{options.only}.dict"
    lines = [
        '"' + "".join(f"\\x{byte:02x}" for byte in word.encode("utf-8", "surrogatepass")[:60]) + '"'
        for word in words
        if word
    ]
    dictionary.write_text("\n".join(lines) + "\n", encoding="utf-8")
    flags = [
        f"-max_total_time={max(1, round(options.minutes * 60))}",
        f"-seed={options.seed}",
        "-max_len=20000",
        "-print_final_stats=0",
        "-verbosity=0",
    ]

    def one(content: bytes) -> None:
        _called(function, content, options)

    atheris.Setup([sys.argv[0], *flags, f"-dict={dictionary}", str(folder)], one)
    atheris.Fuzz()
    return 0


_SEEN: set[str] = set()


def _called(function: Callable[[bytes], object], content: bytes, options: argparse.Namespace) -> bool:
    """Call a reader; whether it kept to the rule. What did not is kept and told, once for a cause."""
    began = time.process_time()
    cause = ""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # nothing is to be told on stderr
            function(content)
    except ValueError:  # DeckgenError and FormulaError are such
        pass
    except Exception:  # noqa: BLE001  it is told, whatever it is
        frame = traceback.extract_tb(sys.exc_info()[2])[-1]
        cause = f"{sys.exc_info()[0].__name__} in {Path(frame.filename).name}:{frame.name}"
    taken = time.process_time() - began
    if not cause and taken > SECONDS:
        cause = f"{options.only} takes long"
    if not cause or cause in _SEEN:
        return True
    _SEEN.add(cause)
    path = options.keep / f"{options.only}-{hashlib.sha256(content).hexdigest()[:10]}"
    path.write_bytes(content)
    print(f"{options.only}: {cause} ({taken:.1f} s): {path}", flush=True)
    return False


if __name__ == "__main__":
    main()
