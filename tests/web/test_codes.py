"""Codes of persons, as Python writes and reads them; the page's are compared in a browser."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from person_codes import read_code, write_code

DATA = {"name": "Żofia Ő’Brien", "presets": [{"given": {"aim": -1}}] * 50}


def test_a_code_comes_through_a_message():
    code = write_code("person", DATA)
    assert read_code("person", f"Look:\n{code[:40]}\n  {code[40:]}\n") == DATA
    for text in ("", code[:-1], code.replace("person", "turn"), code.replace("person-1", "person-2"), code[:-1] + "-"):
        with pytest.raises(ValueError, match="code"):
            read_code("person", text)
    with pytest.raises(ValueError, match="too long"):
        read_code("person", write_code("person", ["x" * 50] * 50_000))


@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
def test_pages_and_python_read_each_other(tmp_path):
    module = Path(__file__).parents[2] / "deckgen/web/scripts/codes.js"
    script = tmp_path / "run.mjs"
    script.write_text(
        f"""
        import {{ coded, decoded }} from {json.dumps(module.as_uri())};
        const {{ data }} = await decoded({json.dumps(write_code("person", DATA))}, "person");
        console.log(await coded("person", data));
        """,
        encoding="utf-8",
    )
    done = subprocess.run(["node", script], capture_output=True, text=True, check=True)  # noqa: S603, S607  ours
    assert read_code("person", done.stdout) == DATA
