"""Print runs that tests share, made once in a run of the suite, and copies to spoil."""

from functools import cache
from pathlib import Path

from cli_fixtures import contents, run
from shared_folders import shared

GAME = "rough-magic"
CALL = ("batch", GAME, "--count", "5", "--seed", "run 1", "-q")
PRINTED = ("batch", GAME, "--count", "2", "--seed", "p", "--target", "press", "--certificate", "text", "-q")


@cache
def whole(call: tuple[str, ...] = CALL) -> dict[str, bytes]:
    """The files of a run by name."""
    return contents(shared(" ".join(call), lambda folder: run(*call, "-o", folder)))


def lay(folder: Path, files: dict[str, bytes]) -> Path:
    """The files in a folder, to do something to them."""
    folder.mkdir(exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder
