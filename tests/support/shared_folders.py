"""What takes long to make is made by one worker of a run, and read by all others."""

import os
import shutil
from pathlib import Path
from time import sleep

RUN = "DECKGEN_TESTS"
"""The variable that names the folder of a run, which is gone afterwards."""


def shared(name, fill):
    """The folder of that name with what ``fill`` put there, once in a run: whoever comes later waits for it."""
    done = Path(os.environ[RUN]) / name
    part = done.with_suffix(".part")
    while not done.exists():
        try:
            part.mkdir()
        except FileExistsError:
            sleep(0.1)
            continue
        try:
            fill(part)
        except BaseException:
            shutil.rmtree(part)
            raise
        part.rename(done)
    return done
