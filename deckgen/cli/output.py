"""Where results go: data to stdout or to files, words about them to stderr."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from deckgen.errors import DeckgenError, told_as

STDOUT = "-"


class Voice:
    """Speaks on stderr. Errors are never quiet; notes and progress are if the user asked for it."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self._start = time.monotonic()
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
        now = time.monotonic()
        if now - self._told >= 1:
            self._told = now
            self.note(f"{now - self._start:4.0f} s  {what} ...")


def put(content: bytes, output: str) -> Path | None:
    """Write ``content`` to stdout if ``output`` is ``-``, else whole to the file of that name, then returned."""
    if output == STDOUT:
        click.echo(content, nl=False)
        return None
    from deckgen.files import write_whole  # noqa: PLC0415  most commands that list things never write

    path = Path(output)
    write_whole(path, content)
    return path


def is_folder(output: str, suffixes: tuple[str, ...]) -> bool:
    """Whether ``-o output`` means a folder: it is one, or does not end like a file of these suffixes."""
    return Path(output).is_dir() or not output.lower().endswith(suffixes)


@contextmanager
def whole_folder(folder: Path) -> Iterator[Path]:
    """A hidden folder to write into; what is in it moves to ``folder`` at the end, or not at all."""
    made = [place for place in (folder, *folder.parents) if not place.exists()]
    stage = None
    try:
        with told_as(DeckgenError, folder, "choose another place with -o"):
            folder.mkdir(parents=True, exist_ok=True)
            stage = Path(tempfile.mkdtemp(prefix=".deckgen-", dir=folder))
        yield stage
        with told_as(DeckgenError, folder, "choose another place with -o"):
            _move(stage, folder)
    finally:
        if stage is not None:
            shutil.rmtree(stage, ignore_errors=True)
        for place in made:  # innermost first; one that holds something stays
            with suppress(OSError):
                place.rmdir()


def _move(stage: Path, folder: Path) -> None:
    for file in sorted(file for file in stage.rglob("*") if file.is_file()):
        target = folder / file.relative_to(stage)
        target.parent.mkdir(parents=True, exist_ok=True)
        file.replace(target)
