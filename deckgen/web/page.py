"""A page that is one file: its template, its scripts packed into it, and a policy that nothing else may run, load or be sent."""

from __future__ import annotations

import re
import zlib
from base64 import b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment

    from deckgen.language import Language

LOADER = """\
(async function () {
  var packed = Uint8Array.from(atob(document.getElementById("code").textContent), function (each) { return each.charCodeAt(0); });
  var script = document.createElement("script");
  script.textContent = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
  document.body.append(script);
})();
"""
"""What unpacks the scripts, which are three times as long, from the element ``code``."""

SAID = re.compile(r'\b(?:say|_)\((?:model, )?"([^"]*)"')
"""A phrase of a script (``say("…")``, ``say(model, "…")``) or a template (``_("…")``, too)."""
_REMARK = re.compile(r"^ *(/\*((?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
_INDENT = re.compile(r"\n\s*")
_IMPORT = re.compile(r"^import [^;]*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|let|class)\b)", re.MULTILINE)


def short(text: str) -> str:
    """A script or style sheet of ours without its remarks, which stand on lines of their own, and its indents."""
    return _INDENT.sub("\n", _REMARK.sub("", text))


def joined(modules: Iterable[Path]) -> str:
    """Modules of JavaScript as one script, in the order in which they need each other.

    Their imports and the word ``export`` are left out, so all they declare needs names of its own. An import
    stands at the start of a line and ends in a semicolon.
    """
    own = (short(_EXPORT.sub("", _IMPORT.sub("", path.read_text(encoding="utf-8")))) for path in modules)
    return "\n".join(("(function () {", '"use strict";', *own, "})();"))


def said(files: Iterable[Path], language: Language) -> dict[str, str]:
    """The phrases in scripts and templates by their English, in a language."""
    texts = (text for path in sorted(files) for text in SAID.findall(path.read_text(encoding="utf-8")))
    return {text: language.phrase(text) for text in texts}


def packed(script: str) -> str:
    """A script as text that the loader unpacks."""
    return b64encode(zlib.compress(script.encode())).decode()


def policy(scripts: Sequence[str], css: str) -> str:
    """A content security policy that lets in these and nothing else: no network, no other script or style."""
    run = " ".join(map(_digest, scripts))
    return (
        f"default-src 'none'; script-src {run}; style-src {_digest(css)}; img-src data: blob:; font-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def environment(folder: Path) -> Environment:
    """What renders the templates of a folder: all that is put in is escaped, and a name that is not there is an error.

    They are compiled in every process, which takes 1 to 80 ms a page: Jinja could keep what it compiled in a folder,
    but whoever can write there would have us run what they like.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415 (sheets of paper need none)

    return Environment(loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined)
