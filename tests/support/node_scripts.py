"""Our scripts in Node, for what a JavaScript engine alone has not: streams, packing, promises."""

import json
import shutil
import subprocess

import pytest
from script_modules import PACKAGE


def run_in_node(module, code, **given):
    """What the body of an async function comes to, in which ``module`` (path in the package) has the name ``own``.

    ``given`` are names in it; all goes by JSON. Skips the test where there is no Node.
    """
    node = shutil.which("node") or pytest.skip("Node is not installed")
    names = "".join(f"const {name} = given.{name};\n" for name in given)
    script = f"""\
      import * as own from {json.dumps((PACKAGE / module).as_uri())};
      import {{ readFileSync }} from "node:fs";
      const given = JSON.parse(readFileSync(0, "utf-8"));
      {names}
      const found = await (async () => {{ {code} }})();
      console.log(JSON.stringify(found));"""
    command = [node, "--no-warnings", "--input-type=module", "--eval", script]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, check=False, timeout=120)  # noqa: S603 (our own files)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
