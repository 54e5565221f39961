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

    def __reduce__(self) -> tuple[type[DeckgenError], tuple[tuple[Fault, ...]]]:
        """Come whole from another process: by its faults, not by its text."""
        return type(self), (self.faults,)


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
    """Turn an operating system error about ``file`` into a deckgen error with a remedy, or with the file that is meant."""
    try:
        yield
    except FileNotFoundError as error:
        if guess := _file_meant(str(file)):
            remedy = f'did you mean "{guess}"? or {remedy}'
        raise kind(Fault(str(file), None, "", error.strerror or str(error), remedy)) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise kind(Fault(str(file), None, "", reason, remedy)) from error


def counted(count: int, noun: str) -> str:
    """A number with its noun, such as "1 file" and "2 files"."""
    return f"{count} {noun}{'s' * (count != 1)}"


def _file_meant(file: str) -> str | None:
    """The file in the same folder that is most likely meant: another name, or else another suffix, is misspelt."""
    from pathlib import Path  # noqa: PLC0415 (only for a message)

    path = Path(file)
    try:
        others = sorted(other for other in path.parent.glob("[!.]*") if other.exists())
    except OSError:
        return None
    alike = {other.stem: other for other in others if other.suffix == path.suffix}
    stem = meant(path.stem, alike)
    return (
        str(alike[stem]) if stem else next((str(other) for other in others if other.stem == path.stem), None)
    )


_SHOWN = 20  # names that a message lists
_FEW = 10  # that it lists beside a guess


def nearest(name: str, names: Iterable[str], *, listed: bool = False, otherwise: str = "") -> str:
    """A remedy that names the one of ``names`` that is meant, else all of them, unless they are too many.

    ``listed``: the others, too, if they are few; ``otherwise``: what else can be done.
    """
    known = [str(each) for each in names]
    shown = ", ".join([*known[:_SHOWN], "..."] if len(known) > _SHOWN else known)
    if guess := meant(str(name), known):
        others = f" there are {shown}" if listed and 1 < len(known) <= _FEW else ""
        remedy = f'did you mean "{guess}"?{others}'
    else:
        remedy = f"choose from {shown}" if known else "there is none to choose from"
    if otherwise:
        remedy += f"{' or' if remedy.endswith('?') else ', or'} {otherwise}"
    return remedy


def meant(name: str, names: Iterable[str]) -> str | None:
    """The one of ``names`` that is most likely meant: in other letters, misspelt, or only begun; None if none is."""
    import difflib  # noqa: PLC0415 (only for a message)

    folded = {each.casefold(): each for each in names}
    wanted = " ".join(name.casefold().split())
    if close := difflib.get_close_matches(wanted, folded, 1):
        return folded[close[0]]
    begun = [each for each in folded if len(wanted) > 1 and each.startswith(wanted)]
    return folded[begun[0]] if len(begun) == 1 else None
