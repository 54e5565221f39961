"""What tests have another process do: a module that imports little, as each process reads it."""

import os
from pathlib import Path

from deckgen.errors import Fault, PressError


def add(one, other):
    os.write(2, b"said by Python\n")
    os.write(1, b"said by a library\n")
    return {"sum": one + other, "half": "\udc80"}


def babble():
    return {"\udc80": 1, "?": 2}


def spin():
    while True:
        pass


def grow():
    return len(bytes(400_000_000))


def die():
    os._exit(3)


def blame(file):
    raise PressError(Fault(file, 3, "here", "it is wrong", "mend it"))


def slip():
    return 1 // 0


def put(place):
    refused = []
    for act in (lambda: Path(place).write_bytes(b""), Path(place).mkdir, os.fork):
        try:
            act()
        except PermissionError as error:
            refused.append(str(error))
    return refused


def climb(last):
    for number in range(1, last):
        yield f"step {number}", 2.0
    return last
