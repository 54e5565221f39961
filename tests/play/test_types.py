"""The types of the pages' scripts hold: TypeScript's compiler finds nothing."""

import os
import shutil
import subprocess

import pytest
from script_modules import PACKAGE

TSC = os.environ.get("DECKGEN_TSC") or shutil.which("tsc")


@pytest.mark.skipif(not TSC, reason="no tsc: install TypeScript, or name its compiler in DECKGEN_TSC")
@pytest.mark.parametrize("room", ["play", "studio"])
def test_scripts_are_well_typed(room):
    project = PACKAGE / room / "scripts" / "jsconfig.json"
    command = [TSC, "-p", project]
    found = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 (our own files)
    assert (found.returncode, found.stdout) == (0, "")
