"""Where results go: data to stdout or to files, words about them to stderr."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

import click

STDOUT = "-"


def echo(entries: Sequence[dict[str, Any]], line: str, *, as_json: bool) -> None:
    """Write what is known to stdout: a line each, of this form, or JSON for programs."""
    if as_json:
        click.echo(json.dumps(entries, ensure_ascii=False, indent=2))
    else:
        for entry in entries:
            click.echo(line.format(**entry))


class Voice:
    """Speaks on stderr. Errors are never quiet; notes and progress are if the user asked for it."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self._start = monotonic()
        self._told = self._start

    def note(self, text: str) -> None:
        """Say one thing."""
        if not self.quiet:
            click.echo(text, err=True)

    def wrote(self, paths: Iterable[Path]) -> None:
        """Name the files that were written, one a line."""
        for path in paths:
            self.note(f"wrote {path}")

    def progress(self, what: str) -> None:
        """Say what is being done, but only once the work has taken a second, and once a second."""
        now = monotonic()
        if now - self._told >= 1:
            self._told = now
            self.note(f"{now - self._start:4.0f} s  {what} ...")


class Output(Voice):
    """What ``-o`` and ``-q`` ask for: a ``place`` for results (empty if ``-o`` is not given), and a voice."""

    def __init__(self, place: str | None, quiet: bool) -> None:
        super().__init__(quiet)
        self.place = place or ""
        self.path = Path(self.place)
        self.is_stdout = place == STDOUT

    def or_at(self, place: Path) -> Output:
        """The same, or this place if none was given."""
        return self if self.place else Output(str(place), self.quiet)

    def is_folder(self, *suffixes: str) -> bool:
        """Whether the place means a folder: it is one, or does not end like a file of these suffixes."""
        return not self.is_stdout and (self.path.is_dir() or not self.place.lower().endswith(suffixes))

    def folder(self, what: str = "many files do not go to stdout; give a folder with -o") -> Path:
        """The folder that the place means. Raises UsageError, which says ``what``, if it is stdout."""
        if self.is_stdout:
            raise click.UsageError(what)
        return self.path

    def put(self, content: bytes, name: str | None = None) -> Path | None:
        """Write to stdout, or else one whole file, which is named and returned.

        With a ``name`` the place may be a folder, in which the file is then called so.
        """
        if self.is_stdout:
            click.echo(content, nl=False)
            return None
        from deckgen.files import write_whole

        path = self.path / name if name and self.is_folder(Path(name).suffix) else self.path
        write_whole(path, content)
        self.wrote([path])
        return path

    def put_all(self, files: Iterable[tuple[str, bytes]]) -> None:
        """Write files by their names into the folder, all or none; each is named."""
        from deckgen.files import write_folder

        self.wrote(write_folder(self.folder(), files))
