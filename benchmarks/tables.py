"""An evening at one table: several tables of three browsers, random actions of all, one guest dropped and returned.

    python benchmarks/tables.py [--tables 3] [--actions 200] [--seed 1] [GAME …]

Needs Chromium and Playwright. Prints what each table came to, and fails where a guest's page differed from what the
host's page has for it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "support")]

from browser import browser, ready  # noqa: E402 (from the tests)
from shared_table import (  # noqa: E402 (from the tests)
    act_somehow,
    bring,
    chance,
    here,
    join,
    name_oneself,
    open_page_for_tests,
    settle,
    state_of,
)


class OneTable:
    """A host and two guests, each in a browser context of their own."""

    def __init__(self, running: Any, path: Path, number: int) -> None:
        self._running, self._path = running, path
        self.lots, self.errors, self.codes, self.times = chance(number), [], [], []
        self.done, self.different = Counter(), []
        self.host = self._page()
        name_oneself(self.host, "Ana")
        self.guests = {}
        for name in ("Ben", "Cleo"):
            self._join(name)
            bring(self.guests[name], f"{name}’s hero")

    def _page(self) -> Any:
        page = self._running.new_context(bypass_csp=True, viewport={"width": 1280, "height": 800}).new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(self._path.as_uri())
        ready(page)
        return page

    def _join(self, name: str, again: str = "") -> None:
        self.guests[name] = self._page()
        invitation, answer, seconds = join(self.host, self.guests[name], name, again)
        self.codes += [len(invitation), len(answer)]
        self.times.append(seconds)

    def act(self) -> None:
        """One action of somebody, and whether every page shows it."""
        done = act_somehow(self.host, self.guests, self.lots)
        self.done[done.split(": ")[1]] += 1
        self.host.wait_for_timeout(5)
        behind = settle(self.host, self.guests)
        if behind:
            self.different.append((done, behind))

    def drop(self) -> None:
        """The page of one guest is gone; the host is told after a while."""
        self.guests.pop("Ben").close()
        self.host.wait_for_function("testing.together.connection.here.some(({away}) => away)")

    def come_back(self) -> None:
        """The same guest by another page and a new invitation, with the same people."""
        before = [person for person in state_of(self.host)["people"] if person["by"] == "Ben"]
        self._join("Ben", "Ben")
        assert [person for person in state_of(self.host)["people"] if person["by"] == "Ben"] == before
        if settle(self.host, self.guests):
            self.different.append(("come back", ["Ben"]))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=["future-imperfect", "rough-magic", "west-that-wasnt"])
    parser.add_argument("--tables", type=int, default=3)
    parser.add_argument("--actions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as folder, browser() as running:
        tables = []
        for number in range(asked.tables):
            path = Path(folder, f"{number}.html")
            path.write_text(open_page_for_tests(asked.games[number % len(asked.games)]), encoding="utf-8")
            tables.append(OneTable(running, path, asked.seed + number))
        for number in range(asked.actions):
            for table in tables:
                if number == asked.actions // 2:
                    table.drop()
                if number == asked.actions * 3 // 5:
                    table.come_back()
                table.act()
        print(
            f"{'table':6}{'actions':>8}{'different':>10}{'log':>5}{'round':>6}{'people':>7}{'codes, letters':>16}{'joined in, s':>14}{'errors':>7}  here"
        )
        for number, table in enumerate(tables, 1):
            state = state_of(table.host)
            codes, times = f"{min(table.codes)}–{max(table.codes)}", f"{min(table.times):.2f}–{max(table.times):.2f}"
            print(
                f"{number:<6}{sum(table.done.values()):>8}{len(table.different):>10}{len(state['log']):>5}{state['round']:>6}"
                f"{len(state['people']):>7}{codes:>16}{times:>14}{len(table.errors):>7}  {', '.join(name for name, _ in here(table.host))}"
            )
            print("      ", ", ".join(f"{what} {count}" for what, count in sorted(table.done.items())))
            print(*table.different[:5], *table.errors[:5], sep="\n")
            failed = failed or bool(table.different or table.errors)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
