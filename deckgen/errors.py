"""Errors that deckgen raises on purpose; the command line prints each as a message."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from deckgen.records import record

if TYPE_CHECKING:
    from pathlib import Path

_Result = TypeVar("_Result")
_HIDDEN = (
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""Characters that control a terminal, break or reverse a line, or are invisible."""
_LONGEST = 600  # characters of a part of a message
_HEAD = 500  # characters of a longer one before the omission


def shorten_for_message(text: str) -> str:
    """Return a text escaped for one line of a message; of over 600 letters the middle is left out."""
    return escape_hidden(text if len(text) <= _LONGEST else f"{text[:_HEAD]} ... {text[_HEAD - _LONGEST :]}")


def escape_hidden(text: str) -> str:
    r"""Return a text with control and invisible characters escaped, such as ``\x1b``."""
    return text if text.isprintable() else re.sub(_HIDDEN, lambda match: ascii(match[0])[1:-1], text)


_MOST_PROBLEMS = 300  # more are not collected


@record
class Problem:
    """One error or warning about an input: its location, what is wrong, and how to fix it.

    ``file`` is the path as the user gave it, ``line`` counts from 1, ``path`` is the key path in the document
    (``sections.causes.rows``) or an SVG element's id. ``excerpt``: lines to print below, with a caret under a letter.
    """

    file: str
    line: int | None
    path: str
    message: str
    remedy: str
    excerpt: str = ""

    def __lt__(self, other: Problem) -> bool:
        left, right = (
            (problem.file, problem.line, problem.path, problem.message, problem.remedy) for problem in (self, other)
        )
        return left < right

    def __str__(self) -> str:
        """Return the line to print, escaped: ``file:line: path: message; remedy``, and the excerpt."""
        file, path, message, remedy = map(shorten_for_message, (self.file, self.path, self.message, self.remedy))
        if not file or file != file.strip():  # such as of a shell's variable that is not set
            file = f'"{file}"'
        location = file if self.line is None else f"{file}:{self.line}"
        excerpt = "".join(f"\n    {line}" for line in self.excerpt.splitlines())
        return f"{location}:{f' {path}:' if path else ''} {message}; {remedy}{excerpt}"


class DeckgenError(ValueError):
    """An error that the user can fix; ``problems`` holds all that were found, not only the first."""

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = (problems,) if isinstance(problems, Problem) else tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type[DeckgenError], tuple[tuple[Problem, ...]]]:
        """Keep the problems when the error is pickled for another process."""
        return type(self), (self.problems,)


class DeckgenWarning(UserWarning):
    """Something that is wrong but stops nothing, such as a damaged file of the cache."""


def warn_once(problem: Problem) -> None:
    """Warn of a problem; Python's default is to show the same warning once."""
    warnings.warn(str(problem), DeckgenWarning, stacklevel=3)


class GameError(DeckgenError):
    """A game's YAML is wrong."""


class DeckError(DeckgenError):
    """A deck's JSON is wrong, or a deck cannot be dealt."""


class LayoutError(DeckgenError):
    """A layout, theme or drawing is wrong."""


class PressError(DeckgenError):
    """A drawing cannot be written for a print target."""


class Problems:
    """A collection of problems, raised together so that one run reports all of them."""

    def __init__(self) -> None:
        self._problems: dict[Problem, None] = {}

    def add(self, file: str | Path, line: int | None, path: str, message: str, remedy: str, excerpt: str = "") -> None:
        """Add a problem, see ``Problem``. Raise DeckgenError with all of them once there are over 300."""
        self.add_problem(Problem(str(file), line, path, message, remedy, excerpt))

    def extend(self, error: DeckgenError) -> None:
        """Add all problems of an error."""
        for problem in error.problems:
            self.add_problem(problem)

    def add_problem(self, problem: Problem) -> None:
        """Add a problem once. Raise DeckgenError with all of them once there are over 300."""
        self._problems[problem] = None
        if len(self._problems) > _MOST_PROBLEMS:
            last = Problem(
                problem.file,
                None,
                "",
                f"more than {_MOST_PROBLEMS} errors",
                "fix these first",
            )
            raise DeckgenError([*self._sorted(), last])

    def __bool__(self) -> bool:
        return bool(self._problems)

    def __iter__(self) -> Iterator[Problem]:
        return iter(self._problems)

    def raise_as(self, kind: type[DeckgenError]) -> None:
        """Raise ``kind`` with all problems, sorted by file and line; do nothing if there are none."""
        if self._problems:
            raise kind(self._sorted())

    def _sorted(self) -> list[Problem]:
        """Return the problems by file, line (those without one first) and key path."""
        return sorted(self._problems, key=lambda problem: (problem.file, problem.line or 0, problem.path))


def collect(calls: Iterable[Callable[[], _Result]]) -> list[_Result]:
    """Return what all calls return. Raises DeckgenError with the problems of all of them."""
    results, problems = [], Problems()
    for call in calls:
        try:
            results.append(call())
        except DeckgenError as error:
            problems.extend(error)
    problems.raise_as(DeckgenError)
    return results


@contextmanager
def wrap_os_error(kind: type[DeckgenError], file: str | Path, remedy: str) -> Iterator[None]:
    """Turn an OSError about ``file`` into a ``kind`` with this remedy; a missing file's begins with a similar name."""
    try:
        yield
    except FileNotFoundError as error:
        if guess := _closest_file(str(file)):
            remedy = f'did you mean "{guess}"? or {remedy}'
        raise kind(Problem(str(file), None, "", error.strerror or str(error), remedy)) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise kind(Problem(str(file), None, "", reason, remedy)) from error


def format_count(count: int, noun: str) -> str:
    """Return a number with its noun, such as "1 file" or "2 files"."""
    return f"{count} {noun}{'s' * (count != 1)}"


def _closest_file(file: str) -> str | None:
    """Return a path in the same folder: one with its suffix and the closest stem, else one with its stem, else None."""
    from pathlib import Path  # noqa: PLC0415 (only for a message)

    path = Path(file)
    try:
        siblings = sorted(sibling for sibling in path.parent.glob("[!.]*") if sibling.exists())
    except OSError:
        return None
    paths_by_stem = {sibling.stem: sibling for sibling in siblings if sibling.suffix == path.suffix}
    stem = closest_match(path.stem, paths_by_stem)
    return (
        str(paths_by_stem[stem])
        if stem
        else next((str(sibling) for sibling in siblings if sibling.stem == path.stem), None)
    )


_LONGEST_GUESSED = 100  # letters of a name that may be misspelled
_MOST_COMPARED = 2000  # names that it is compared with
_MOST_LISTED = 20  # names that a message lists
_MOST_BESIDE_GUESS = 10  # that it lists beside a guess


def suggest(name: str, names: Iterable[str], *, listed: bool = False, otherwise: str = "") -> str:
    """Return a remedy: the closest of ``names`` ("did you mean ..."), or else up to 20 names to choose from.

    ``listed``: after the closest, list all names if they are at most 10; ``otherwise``: what else one can do.
    """
    choices = [str(choice) for choice in names]
    listing = ", ".join([*choices[:_MOST_LISTED], "..."] if len(choices) > _MOST_LISTED else choices)
    if guess := closest_match(str(name), choices):
        alternatives = f" there are {listing}" if listed and 1 < len(choices) <= _MOST_BESIDE_GUESS else ""
        remedy = f'did you mean "{guess}"?{alternatives}'
    else:
        remedy = f"choose from {listing}" if choices else "there is none to choose from"
    if otherwise:
        remedy += f"{' or' if remedy.endswith('?') else ', or'} {otherwise}"
    return remedy


def closest_match(name: str, names: Iterable[str]) -> str | None:
    """Return the name that was most likely meant: a misspelled one, or the only one that ``name`` begins; or None.

    Case is ignored. For over 100 letters or 2000 names, only one that differs in case or spaces.
    """
    import difflib  # noqa: PLC0415 (only for a message)

    folded = {candidate.casefold(): candidate for candidate in names}
    typed = " ".join(name.casefold().split())
    if len(typed) > _LONGEST_GUESSED or len(folded) > _MOST_COMPARED:  # to compare them would take too long
        return folded.get(typed)
    if close := difflib.get_close_matches(typed, folded, 1):
        return folded[close[0]]
    completions = [candidate for candidate in folded if len(typed) > 1 and candidate.startswith(typed)]
    return folded[completions[0]] if len(completions) == 1 else None
