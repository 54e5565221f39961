"""The types of the studio's scripts hold: TypeScript's compiler finds nothing."""

import os
import shutil
import subprocess

import pytest
from script_modules import PACKAGE

TSC = os.environ.get("DECKGEN_TSC") or shutil.which("tsc")


@pytest.mark.skipif(not TSC, reason="no tsc: install TypeScript, or name its compiler in DECKGEN_TSC")
def test_scripts_are_well_typed():
    project = PACKAGE / "studio" / "scripts" / "jsconfig.json"
    command = [TSC, "-p", project]
    found = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 (our own files)
    assert (found.returncode, found.stdout) == (0, "")
