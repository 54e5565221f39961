"""Where results go: data to stdout or to files, messages about them to stderr."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, BinaryIO

import click

from deckgen import guard
from deckgen.cli.process import report

if TYPE_CHECKING:
    from deckgen.errors import Problem
    from deckgen.library.documents import Document

_SUFFIX = re.compile(r"\.[a-z][a-z0-9]*")
_SUFFIXES = {"text": (".txt",), "yaml": (".yaml", ".yml")}
"""The suffixes of formats that are not called like their suffix."""


class Reporter:
    """Prints notes and progress on stderr, unless ``quiet``. Errors do not go through it."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self._start = self._last = monotonic()

    def note(self, text: str) -> None:
        if not self.quiet:
            report(text.replace("\n", "\\n"))

    def wrote(self, paths: Iterable[Path]) -> None:
        """Name the files that were written, one a line."""
        for path in paths:
            self.note(f"wrote {path}")

    def report(self, warnings: Iterable[Problem], notes: Iterable[str]) -> None:
        """Print warnings and notes, one a line."""
        for line in (*(f"warning: {warning}" for warning in warnings), *notes):
            self.note(line)

    def progress(self, step: str) -> None:
        """Begin a step of the work. Print it, but only once the work has taken a second, and once a second."""
        guard.step(step)
        now = monotonic()
        if now - self._last >= 1:
            self._last = now
            self.note(f"{now - self._start:4.0f} s  {step} ...")


class Output(Reporter):
    """The ``destination`` of results that ``-o`` names (empty without ``-o``), and a reporter.

    It is stdout; a folder, if it is one or ends with a slash; else a file. Without a suffix it is a folder, too, but
    not of commands that write one ``file``.
    """

    def __init__(self, destination: str | None, quiet: bool, *, file: bool = False) -> None:
        super().__init__(quiet)
        self.file = file
        self.destination = destination or ""
        self.path = Path(self.destination)
        self.is_stdout = destination == "-"
        suffix = self.path.suffix.lower()
        self.suffix = suffix if _SUFFIX.fullmatch(suffix) else ""
        """In lower case; empty if it is not like a file's: ``.2`` of ``decks-1.2`` is none."""

    def or_at(self, default: Path) -> Output:
        """Return this output, or one at ``default`` if there was no ``-o``."""
        return self if self.destination else Output(str(default), self.quiet, file=self.file)

    @property
    def is_folder(self) -> bool:
        """Whether the destination is a folder, which need not exist yet."""
        if self.is_stdout:
            return False
        slash = self.destination.endswith((os.sep, "/"))
        return slash or self.path.is_dir() or not (self.file or self.suffix or self.path.exists())

    def kind(self, *kinds: str, requested: str | None = None) -> str:
        """Return the format to write: that of ``--format``, else by the suffix, else the first of ``kinds``.

        Raises UsageError if the suffix belongs to none of them, or not to the one that ``--format`` asked for.
        """
        if self.is_stdout or self.is_folder or not self.suffix:
            return requested or kinds[0]
        named = {suffix: kind for kind in kinds for suffix in _SUFFIXES.get(kind, (f".{kind}",))}
        if self.suffix not in named:
            *first, last = named
            suffixes = f"{', '.join(first)} or {last}" if first else last
            raise click.UsageError(
                f"{self.destination}: the output is a {suffixes} file;"
                f" for a folder of that name, write {self.destination}/"
            )
        kind = named[self.suffix]
        if requested not in (None, kind):
            raise click.UsageError(
                f"{self.destination}: --format {requested} does not match the suffix {self.suffix}; leave out one"
            )
        return kind

    def folder(self, refusal: str = "many files cannot go to stdout; name a folder with -o") -> Path:
        """Return the folder that is the destination. Raises UsageError if it is a file, or stdout (``refusal``)."""
        if self.is_stdout:
            raise click.UsageError(refusal)
        if self.suffix and not self.is_folder:
            raise click.UsageError(
                f"{self.destination}: this writes a folder; to name it so, write {self.destination}/"
            )
        return self.path

    def put(self, content: bytes, name: str) -> Path | None:
        """Write to stdout, or else one file, whose path is printed and returned; in a folder it is called ``name``."""
        if self.is_stdout:
            click.echo(content, nl=False)
            return None
        from deckgen.files import write_atomic

        path = self.path / name if self.is_folder else self.path
        write_atomic(path, content, through=not self.is_folder)
        self.wrote([path])
        return path

    def put_stream(self, write: Callable[[BinaryIO], object], name: str) -> None:
        """Let a function write to stdout, or else one file, as ``put`` does."""
        if self.is_stdout:
            write(sys.stdout.buffer)
            return
        from deckgen.files import open_atomic

        path = self.path / name if self.is_folder else self.path
        with open_atomic(path, through=not self.is_folder) as stream:
            write(stream)
        self.wrote([path])

    def put_document(self, document: Document, kind: str | None = None) -> Path | None:
        """Write a document, as ``put`` does, in a format or its default one."""
        kind = kind or document.formats[0]
        return self.put(document.content(kind), document.file_names[kind])

    def put_all(self, files: Iterable[tuple[str, bytes]]) -> None:
        """Write files by their names into the folder, once all have come, and print their paths."""
        from deckgen.files import write_folder

        self.wrote(write_folder(self.folder(), files))
