"""deckgen beside what one would take instead: CPU, memory and bytes of the same 54 cards as one PDF, and of the same odds.

``python benchmarks/rivals.py --install`` puts the others that Python can install into a virtual environment of their own
(``build/rivals``; ``--venv`` names another), and then measures; without it, what is there already. What is missing is
skipped with a word: librsvg's ``rsvg-convert`` and Chromium come from the system. ``--docs`` writes the tables into
docs/performance.md. On a quiet machine it takes about three minutes.

All others get deckgen's own drawings of the cards, SVG with outlined letters and with bleed, so that every file shows the same;
making those is not counted. deckgen starts from the deck's JSON, and so also sets the cards.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / "build" / "rivals"
PACKAGES = ("typst", "cairosvg", "weasyprint", "pikepdf", "icepool")
GAME, SEED = "future-imperfect", "42"
_PR_SET_CHILD_SUBREAPER = 36


@dataclass(frozen=True)
class Cost:
    """The best CPU seconds of a few runs, its start and what it starts included; and the peak MB of all its processes together."""

    cpu: float
    wall: float
    memory: float


# Measuring


def _family(pid: int) -> Iterator[int]:
    """A process and those that it has started."""
    yield pid
    with suppress(OSError):
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            yield from _family(int(child))


def _held(pid: int) -> float:
    """What a family of processes holds, in MB; what several share is counted once."""
    total = 0.0
    for each in _family(pid):
        with suppress(OSError):
            found = re.search(r"^Pss:\s*(\d+)", Path(f"/proc/{each}/smaps_rollup").read_text(), re.MULTILINE)
            total += int(found[1]) / 1024 if found else 0.0
    return total


def _watch(pid: int, held: list[float], done: threading.Event) -> None:
    while not done.wait(0.1):
        held.append(_held(pid))


def _once(command: Sequence[str], environment: dict[str, str]) -> Cost:
    held, done = [0.0], threading.Event()
    begun = time.perf_counter()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    watcher = threading.Thread(target=_watch, args=(process.pid, held, done))
    watcher.start()
    assert process.stderr is not None
    said = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    done.set()
    watcher.join()
    wall, cpu, peak = time.perf_counter() - begun, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
    with suppress(ChildProcessError):  # what it has left behind, such as a browser's helpers
        while True:
            _, _, usage = os.wait3(0)
            cpu += usage.ru_utime + usage.ru_stime
    if process.returncode:
        raise RuntimeError(f"{command[0]} failed: {said[-400:]}")
    return Cost(cpu, wall, max(peak, *held))


def measured(command: Sequence[str], runs: int = 1) -> Cost:
    """The cost of a command; of a few runs the least of each."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(ROOT / "build" / "bytecode")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    with suppress(OSError, AttributeError):  # Linux: the helpers of helpers are counted, too
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    costs = [_once(command, environment) for _ in range(runs)]
    return Cost(*(min(getattr(each, name) for each in costs) for name in ("cpu", "wall", "memory")))


# Those who print


@dataclass(frozen=True)
class Printer:
    """Somebody who makes a PDF of cards: what it is called, its version, and its command for a folder and a file; or why it is missing."""

    name: str
    version: str
    command: Callable[[Path, Path], list[str]] | None
    remark: str = ""


def _said(*command: str) -> str:
    """The version that a program tells; empty if there is none."""
    with suppress(OSError, subprocess.SubprocessError):
        text = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
        if found := re.search(r"\d+(?:\.\d+)+", text):
            return found[0]
    return ""


def _package(python: Path, name: str) -> str:
    code = f"import importlib.metadata as m; print(m.version({name!r}))"
    return _said(str(python), "-c", code) if python.exists() else ""


def _pictures(folder: Path) -> list[Path]:
    """The SVGs of all pages: each front with the back after it."""
    fronts = sorted(each for each in folder.glob("*.svg") if each.name != "back.svg")
    return [page for front in fronts for page in (front, folder / "back.svg")]


def _script(name: str, python: Path) -> Callable[[Path, Path], list[str]]:
    return lambda folder, out: [
        str(python),
        str(Path(__file__).resolve()),
        "--do",
        name,
        str(folder),
        str(out),
    ]


def _render(*options: str) -> Callable[[Path, Path], list[str]]:
    ours = [sys.executable, "-m", "deckgen", "render"]
    return lambda folder, out: [
        *ours, str(folder.parent / "deck.json"), "--reference", "none", *options, "-q", "-o", str(out),
    ]  # fmt: skip


def _chromium(program: str) -> Callable[[Path, Path], list[str]]:
    switches = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", "--no-first-run"]
    return lambda folder, out: [
        program, *switches, f"--user-data-dir={folder.parent / 'browser'}", f"--print-to-pdf={out}", (folder / "cards.html").as_uri(),
    ]  # fmt: skip


def printers(python: Path) -> list[Printer]:
    """All, also those that are not there."""
    import deckgen  # noqa: PLC0415 (the environment of the others has none)

    rsvg = shutil.which("rsvg-convert")
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    typst, cairo, weasy = (_package(python, name) for name in ("typst", "cairosvg", "weasyprint"))
    merged = _package(python, "pikepdf")
    install, system = "python benchmarks/rivals.py --install", "install librsvg's programs"
    return [
        Printer("deckgen, press", deckgen.__version__, _render("--target", "press"), "a card a page"),
        Printer("deckgen, home", deckgen.__version__, _render(), "sheets of nine"),
        Printer(
            "rsvg-convert",
            _said(rsvg, "--version") if rsvg else "",
            (lambda folder, out: [rsvg, "-f", "pdf", "-o", str(out), *map(str, _pictures(folder))]) if rsvg else None,
            "" if rsvg else system,
        ),
        Printer(
            "cairosvg + pikepdf",
            f"{cairo} + {merged}",
            _script("cairosvg", python) if cairo and merged else None,
            "" if cairo and merged else install,
        ),
        Printer("Typst", typst, _script("typst", python) if typst else None, "" if typst else install),
        Printer("WeasyPrint", weasy, _script("weasyprint", python) if weasy else None, "" if weasy else install),
        Printer(
            "Chromium",
            _said(browser, "--version") if browser else "",
            _chromium(browser) if browser else None,
            "" if browser else "install Chromium",
        ),
    ]  # fmt: skip


def prepared(folder: Path) -> Path:
    """A folder with the drawings of all cards, and the pages that show them; the deck lies beside it."""
    cards = folder / "cards"
    ours, deck = [sys.executable, "-m", "deckgen"], str(folder / "deck.json")
    subprocess.run([*ours, "generate", GAME, "--seed", SEED, "-q", "-o", deck], check=True)
    options = ["--target", "press", "--format", "svg", "--reference", "none", "-q"]
    subprocess.run([*ours, "render", deck, *options, "-o", str(cards)], check=True)
    text = (cards / "back.svg").read_text(encoding="utf-8")[:2000]
    width, height = (re.search(rf' {side}="([0-9.]+)mm"', text)[1] for side in ("width", "height"))  # type: ignore[index]
    names = [page.name for page in _pictures(cards)]
    style = (
        f"@page{{size:{width}mm {height}mm;margin:0}}body{{margin:0}}"
        f"img{{display:block;width:{width}mm;height:{height}mm;break-after:page}}img:last-child{{break-after:auto}}"
    )
    images = "".join(f'<img src="{name}">' for name in names)
    (cards / "cards.html").write_text(f"<!doctype html><title>Cards</title><style>{style}</style>{images}", "utf-8")
    pages = "\n#pagebreak()\n".join(f'#image("{name}", width: 100%, height: 100%)' for name in names)
    setting = f"#set page(width: {width}mm, height: {height}mm, margin: 0mm)\n"
    (cards / "cards.typ").write_text(f"{setting}{pages}\n", encoding="utf-8")
    return cards


# What a PDF is


def facts(file: Path) -> dict[str, str]:
    """What a print shop asks of a PDF."""
    import pikepdf  # noqa: PLC0415 (only what looks at results needs it)

    with pikepdf.open(file) as document:
        page = document.pages[0]
        used = _operators(page, set(), 0)
        trim, media = list(map(float, page.trimbox)), list(map(float, page.mediabox))
        colors = [name for name, signs in (("CMYK", {"k", "K", "4"}), ("RGB", {"rg", "RG", "3"})) if used & signs]
        said = [str(each.get("/S", "")) for each in document.Root.get("/OutputIntents", [])]
        return {
            "pages": str(len(document.pages)),
            "bytes": f"{file.stat().st_size:,}",
            "colors": ", ".join(colors) or "other",
            "trim": "yes" if trim != media else "no",
            "PDF/X": "yes" if "/GTS_PDFX" in said else "no",
            "text": "yes" if "Tj" in used or "TJ" in used else "outlines",
        }


def _operators(holder: object, seen: set[tuple[int, int]], depth: int) -> set[str]:
    """The operators on a page, those of its forms and patterns too; of profiles how many inks they have."""
    import pikepdf  # noqa: PLC0415

    used = {str(each.operator) for each in pikepdf.parse_content_stream(holder)}  # type: ignore[arg-type]
    resources = getattr(holder, "resources", None) or holder.get("/Resources", {})  # type: ignore[attr-defined]
    for space in resources.get("/ColorSpace", {}).values():
        if isinstance(space, pikepdf.Array) and space[0] == "/ICCBased":
            used.add(str(space[1].N))
    inner = [*resources.get("/XObject", {}).values(), *resources.get("/Pattern", {}).values()]
    for each in inner if depth < 8 else ():
        stream = isinstance(each, pikepdf.Stream) and each.get("/Subtype") != "/Image"
        if stream and each.objgen not in seen:
            seen.add(each.objgen)
            used |= _operators(each, seen, depth + 1)
    return used


# Odds

_SIDES, _MOST_DICE, _TOTALS = (4, 6, 8, 10, 12), 8, 60
_ODDS = "P(total ≥ 1 … 60) of the highest of 1 to 8 open-ended dice, d4 to d12, as fractions: 2,400 numbers"


def odds_deckgen() -> list[str]:
    """The chances by deckgen."""
    from deckgen.odds import Roll, distribution  # noqa: PLC0415 (measured in the child)

    found = []
    for sides in _SIDES:
        for count in range(1, _MOST_DICE + 1):
            made = distribution(Roll((sides,) * count, "highest", "open", "all"))
            found += [str(made.tail(total)) for total in range(1, _TOTALS + 1)]
    return found


def odds_icepool() -> list[str]:
    """The same by icepool, whose dice explode only so often: often enough for totals up to 60."""
    import icepool  # noqa: PLC0415 (measured in the child)

    found = []
    for sides in _SIDES:
        die = icepool.d(sides).explode(depth=_TOTALS // sides + 1)
        for count in range(1, _MOST_DICE + 1):
            made = die.pool(count).highest(1).sum()
            found += [str(made.probability(">=", total)) for total in range(1, _TOTALS + 1)]
    return found


# Doing it: what the children run


def do(name: str, folder: Path, out: Path) -> None:
    """Let one library make a PDF, or tell odds."""
    if name.startswith("odds-"):
        out.write_text("\n".join({"odds-deckgen": odds_deckgen, "odds-icepool": odds_icepool}[name]()))
    elif name == "typst":
        import typst  # noqa: PLC0415 (each of them in its own process)

        typst.compile(str(folder / "cards.typ"), output=str(out))
    elif name == "weasyprint":
        from weasyprint import HTML  # noqa: PLC0415

        HTML(str(folder / "cards.html")).write_pdf(str(out))
    elif name == "cairosvg":
        from io import BytesIO  # noqa: PLC0415

        import cairosvg  # noqa: PLC0415
        import pikepdf  # noqa: PLC0415

        pictures = _pictures(folder)
        made = {page: pikepdf.open(BytesIO(cairosvg.svg2pdf(url=str(page)))) for page in dict.fromkeys(pictures)}
        whole = pikepdf.new()
        for page in pictures:
            whole.pages.append(made[page].pages[0])
        whole.save(out)


# Tables


def table(rows: Sequence[Sequence[str]]) -> str:
    """Rows as a Markdown table, whose first is the head; numbers stand at the right."""
    right = [all(re.match(r"[\d,.]+( \w+)?$|–$", row[i]) for row in rows[1:]) for i in range(len(rows[0]))]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]

    def line(row: Sequence[str]) -> str:
        cells = (text.rjust(w) if r else text.ljust(w) for text, w, r in zip(row, widths, right, strict=True))
        return f"| {' | '.join(cells)} |"

    rule = "|".join("-" * (w + 1) + ":" if r else "-" * (w + 2) for w, r in zip(widths, right, strict=True))
    return "\n".join([line(rows[0]), f"|{rule}|", *map(line, rows[1:])])


def compared_cards(python: Path, folder: Path, runs: int) -> tuple[str, list[str]]:
    """The table of those who print, and where deckgen loses."""
    cards = prepared(folder)
    head = [
        "",
        "version",
        "CPU",
        "seconds",
        "memory",
        "bytes",
        "pages",
        "colors",
        "trim box",
        "PDF/X",
        "text",
    ]
    rows, costs = [head], {}
    for printer in printers(python):
        if printer.command is None:
            rows.append([printer.name, f"missing: {printer.remark}", *["–"] * (len(head) - 2)])
            continue
        print(f"measuring {printer.name}", file=sys.stderr)
        out = folder / "out.pdf"
        cost = measured(printer.command(cards, out), runs)
        found = facts(out)
        costs[printer.name] = (cost.cpu, cost.wall, cost.memory, float(out.stat().st_size))
        out.unlink()
        numbers = [f"{cost.cpu:.2f} s", f"{cost.wall:.2f} s", f"{cost.memory:.0f} MB"]
        version = f"{printer.version} ({printer.remark})" if printer.remark else printer.version
        said = [found[name] for name in ("bytes", "pages", "colors", "trim", "PDF/X", "text")]
        rows.append([printer.name, version, *numbers, *said])
    return table(rows), _lost(costs)


def _lost(costs: dict[str, tuple[float, ...]]) -> list[str]:
    """Who is better than deckgen's press file, and in what."""
    ours, found = costs["deckgen, press"], []
    for name, theirs in costs.items():
        better = [
            f"{word} ({theirs[i]:{form}}{unit} to {ours[i]:{form}}{unit})"
            for i, (word, form, unit) in enumerate(
                (("CPU", ".2f", " s"), ("time", ".2f", " s"), ("memory", ".0f", " MB"), ("bytes", ",.0f", ""))
            )
            if theirs[i] < ours[i]
        ]
        if better and not name.startswith("deckgen"):
            found.append(f"{name} needs less {' and less '.join(better)}.")
    return found or ["None of the others needs less CPU, time, memory or bytes."]


def compared_odds(python: Path, folder: Path, runs: int) -> str:
    """The table of those who reckon."""
    rows, answers = [["", "version", "CPU", "memory", "answers"]], {}
    import deckgen  # noqa: PLC0415

    versions = {
        "deckgen": (deckgen.__version__, Path(sys.executable)),
        "icepool": (_package(python, "icepool"), python),
    }
    for name, (version, executable) in versions.items():
        if not version:
            rows.append([name, "missing: python benchmarks/rivals.py --install", "–", "–", "–"])
            continue
        print(f"measuring {name}", file=sys.stderr)
        out = folder / f"{name}.txt"
        cost = measured(_script(f"odds-{name}", executable)(folder, out), runs)
        answers[name] = out.read_text()
        same = "the same" if answers[name] == answers["deckgen"] else "others"
        rows.append([name, version, f"{cost.cpu:.2f} s", f"{cost.memory:.0f} MB", same])
    return table(rows)


def machine() -> str:
    """What it was measured on."""
    model = ""
    with suppress(OSError):
        found = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text())
        model = found[1].strip() if found else ""
    return f"{model or platform.machine()}, {platform.system()}, Python {platform.python_version()}"


def put(name: str, text: str, page: str = "performance") -> None:
    """Put a text between the marks of that name in a page of docs/."""
    file = ROOT / "docs" / f"{page}.md"
    whole = file.read_text(encoding="utf-8")
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    before, _, rest = whole.partition(begin)
    file.write_text(f"{before}{begin}\n{text.strip()}\n\n{end}{rest.partition(end)[2]}", encoding="utf-8")


def install(venv: Path) -> None:
    """Make a virtual environment with the others; those that cannot be had are left out."""
    if not venv.exists():
        subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
    for package in PACKAGES:
        if subprocess.run([str(venv / "bin" / "pip"), "install", "-q", package], check=False).returncode:
            print(f"{package} cannot be installed here", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--install", action="store_true", help="install the others into their environment")
    parser.add_argument("--venv", type=Path, default=VENV, help="the environment of the others")
    parser.add_argument("--runs", type=int, default=2, help="of each, of which the best counts")
    parser.add_argument("--docs", action="store_true", help="write the tables into docs/performance.md")
    parser.add_argument("--do", nargs=3, metavar=("NAME", "FOLDER", "OUT"), help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.do:
        do(chosen.do[0], Path(chosen.do[1]), Path(chosen.do[2]))
        return
    if chosen.install:
        install(chosen.venv)
    python = chosen.venv / "bin" / "python"
    with tempfile.TemporaryDirectory() as folder:
        cards, lost = compared_cards(python, Path(folder), chosen.runs)
        odds = compared_odds(python, Path(folder), chosen.runs)
    where = f"Measured on {machine()}; the best of {chosen.runs} runs."
    losses = "\n".join(f"- {each}" for each in lost)
    text = f"{where}\n\n{cards}\n\nWhere deckgen's press file loses:\n\n{losses}\n"
    print(text)
    print(f"{_ODDS}\n\n{odds}")
    if chosen.docs:
        put("cards", text)
        put("odds", f"{_ODDS}:\n\n{odds}")


if __name__ == "__main__":
    main()
