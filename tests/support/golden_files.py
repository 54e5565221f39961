"""Golden files: texts that are compared with what the program makes, or written by ``--update-goldens``."""

import difflib
from pathlib import Path

import pytest

GOLDENS = Path(__file__).parents[1] / "goldens"


def compare(path, made, *, update):
    """Compare a text with a golden file, or write it there."""
    if update:
        path.parent.mkdir(exist_ok=True)
        path.write_text(made, encoding="utf-8")
        return
    if not path.exists():
        pytest.fail(f"there is no {path.name}: look at what is made, then run pytest --update-goldens")
    blessed = path.read_text(encoding="utf-8")
    if made != blessed:
        lines = difflib.unified_diff(
            blessed.splitlines(), made.splitlines(), f"{path.name} blessed", f"{path.name} made", lineterm=""
        )
        pytest.fail("\n".join(lines) + "\nif this is meant, run pytest --update-goldens and look at git diff")
