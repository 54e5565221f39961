"""Our scripts in a JavaScript engine without a browser; tests are skipped where there is none."""

import json
import re

import pytest

from deckgen.files import shipped_path

_FROM = re.compile(r'^import [^;]*? from "([^"]+)";', re.MULTILINE)
_LINES = re.compile(r"^import [^;]*;\n|^export (?=async |function|const|let|class)", re.MULTILINE)


class Scripts:
    """Modules, given by their paths in the package, whose names are called from here; those that they need are there too."""

    def __init__(self, *paths):
        quickjs = pytest.importorskip("quickjs", reason="quickjs-ng is not installed")
        self._context = quickjs.Context()
        self._known = set()
        for path in paths:
            self._load((PACKAGE / path).resolve())

    def _load(self, path):
        if path in self._known:
            return
        self._known.add(path)
        text = path.read_text(encoding="utf-8")
        for needed in _FROM.findall(text):
            self._load((path.parent / needed).resolve())
        self._context.eval(_LINES.sub("", text))

    def run(self, code, **given):
        """What the expression comes to; ``given`` are names in it. All goes by JSON."""
        names = "".join(f"const {name} = JSON.parse({json.dumps(json.dumps(value))});" for name, value in given.items())
        return json.loads(self._context.eval(f"(() => {{ {names} return JSON.stringify({code}); }})()"))


ENGINE = tuple(f"play/scripts/{name}.js" for name in ("places", "reading", "engine"))
"""The modules of the engine, in the order of need."""
PACKAGE = shipped_path("data").parent / "deckgen"
