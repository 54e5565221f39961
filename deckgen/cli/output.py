"""Where results go: data to stdout or to files, words about them to stderr."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

import click

from deckgen.cli.streams import say

STDOUT = "-"
_SUFFIX = re.compile(r"\.[a-z][a-z0-9]*")
_SUFFIXES = {"text": (".txt",), "yaml": (".yaml", ".yml")}
"""The suffixes of kinds of files that are not called as they end."""


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
            say(text.replace("\n", "\\n"))

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
    """What ``-o`` and ``-q`` ask for: a ``place`` for results (empty if ``-o`` is not given), and a voice.

    The place is stdout; a folder, if it is one or ends with a slash; or else a file. Without a suffix it is a folder, too, but
    not of commands that write one ``file``.
    """

    def __init__(self, place: str | None, quiet: bool, *, file: bool = False) -> None:
        super().__init__(quiet)
        self.file = file
        self.place = place or ""
        self.path = Path(self.place)
        self.is_stdout = place == STDOUT
        suffix = self.path.suffix.lower()
        self.suffix = suffix if _SUFFIX.fullmatch(suffix) else ""
        """How the place ends, in small letters; empty if not like a file: ``.2`` of ``decks-1.2`` is none."""

    def or_at(self, place: Path) -> Output:
        """The same, or this place if none was given."""
        return self if self.place else Output(str(place), self.quiet, file=self.file)

    @property
    def is_folder(self) -> bool:
        """Whether the place means a folder, which may still have to be made."""
        if self.is_stdout:
            return False
        slash = self.place.endswith((os.sep, "/"))
        return slash or self.path.is_dir() or not (self.file or self.suffix or self.path.exists())

    def kind(self, *kinds: str, asked: str | None = None) -> str:
        """Which of these kinds of files is wanted: what ``--format`` asks for, or as the place ends, or the first.

        Raises UsageError if the place ends like none of them, or not as it is asked for.
        """
        if self.is_stdout or self.is_folder or not self.suffix:
            return asked or kinds[0]
        named = {suffix: kind for kind in kinds for suffix in _SUFFIXES.get(kind, (f".{kind}",))}
        if self.suffix not in named:
            raise click.UsageError(
                f"{self.place}: this goes into a {_either(named)} file; or, in a folder of that name: {self.place}/"
            )
        kind = named[self.suffix]
        if asked not in (None, kind):
            raise click.UsageError(
                f"{self.place}: --format {asked} does not go into a {self.suffix} file; leave out one"
            )
        return kind

    def folder(self, what: str = "many files do not go to stdout; give a folder with -o") -> Path:
        """The folder that the place means. Raises UsageError if it is a file, or stdout, and then says ``what``."""
        if self.is_stdout:
            raise click.UsageError(what)
        if self.suffix and not self.is_folder:
            raise click.UsageError(
                f"{self.place}: this makes a folder; if it is to be called so: {self.place}/"
            )
        return self.path

    def put(self, content: bytes, name: str) -> Path | None:
        """Write to stdout, or else one whole file, which is named and returned; in a folder it is called ``name``."""
        if self.is_stdout:
            click.echo(content, nl=False)
            return None
        from deckgen.files import write_whole

        path = self.path / name if self.is_folder else self.path
        write_whole(path, content, through=not self.is_folder)
        self.wrote([path])
        return path

    def put_all(self, files: Iterable[tuple[str, bytes]]) -> None:
        """Write files by their names into the folder, once all have come; each is named."""
        from deckgen.files import write_folder

        self.wrote(write_folder(self.folder(), files))


def _either(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last
