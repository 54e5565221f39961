"""The errors deckgen raises on purpose; the command line turns each into a message."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, order=True)
class Fault:
    """One thing that is wrong in an input, where it is, and how to mend it.

    ``file`` is shown as the user gave it, ``line`` counts from 1, ``path`` is the place inside the
    document (``sections.causes.rows``) or an SVG element's id.
    """

    file: str
    line: int | None
    path: str
    what: str
    remedy: str

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        path = f" {self.path}:" if self.path else ""
        return f"{place}:{path} {self.what}; {self.remedy}"


class DeckgenError(ValueError):
    """Something the user can mend. ``faults`` holds every fault found, not only the first."""

    def __init__(self, faults: Fault | Iterable[Fault]) -> None:
        self.faults: tuple[Fault, ...] = (faults,) if isinstance(faults, Fault) else tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


class GameError(DeckgenError):
    """A game's YAML is wrong."""


class DeckError(DeckgenError):
    """A deck's JSON is wrong, or a deck cannot be made."""


class LayoutError(DeckgenError):
    """A layout, theme or drawing is wrong."""


class PressError(DeckgenError):
    """A drawing cannot be written for a print target."""


class Faults:
    """Collects faults, so that one run tells all of them."""

    def __init__(self) -> None:
        self._found: list[Fault] = []

    def add(self, file: str | Path, line: int | None, path: str, what: str, remedy: str) -> None:
        """Keep a fault; see ``Fault``."""
        self._found.append(Fault(str(file), line, path, what, remedy))

    def take(self, error: DeckgenError) -> None:
        """Keep the faults of an error."""
        self._found += error.faults

    def __bool__(self) -> bool:
        return bool(self._found)

    def __iter__(self) -> Iterator[Fault]:
        return iter(self._found)

    def raise_as(self, kind: type[DeckgenError]) -> None:
        """Raise ``kind`` with all faults, each once, ordered by file and line, if there are any."""
        if self._found:
            raise kind(sorted(dict.fromkeys(self._found), key=lambda f: (f.file, f.line or 0, f.path)))


@contextmanager
def told_as(kind: type[DeckgenError], file: str | Path, remedy: str) -> Iterator[None]:
    """Turn an operating system error about ``file`` into a deckgen error with a remedy."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise kind(Fault(str(file), None, "", reason, remedy)) from error


_SHOWN = 20  # names that a message lists


def nearest(name: str, names: Iterable[str]) -> str:
    """A remedy that names the nearest of ``names``, else all of them, unless they are too many."""
    import difflib  # noqa: PLC0415 (only for a message)

    known = [str(each) for each in names]
    if close := difflib.get_close_matches(str(name), known, 1):
        return f'did you mean "{close[0]}"?'
    shown = [*known[:_SHOWN], "..."] if len(known) > _SHOWN else known
    return "choose from " + ", ".join(shown) if known else "there is none to choose from"
