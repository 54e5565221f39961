"""How much processor time the program takes to start: what every command pays.

Prints the best of a few runs in seconds of CPU (user and system), beside a bare Python.
"""

from __future__ import annotations

import resource
import subprocess
import sys

RUNS = 7
COMMANDS = (
    ["-c", "pass"],
    ["-m", "deckgen", "--version"],
    ["-m", "deckgen", "--help"],
    ["-m", "deckgen", "layouts"],
    ["-m", "deckgen", "games"],
)


def cpu_seconds(arguments: list[str]) -> float:
    """Run Python with these arguments and return the processor time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    for arguments in COMMANDS:
        best = min(cpu_seconds(arguments) for _ in range(RUNS))
        print(f"{best:6.3f} s  python {' '.join(arguments)}")


if __name__ == "__main__":
    main()
