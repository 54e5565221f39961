"""Self-contained HTML pages: a template, packed scripts, a policy that blocks all else, and colors as CSS."""

from __future__ import annotations

import re
import zlib
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

from deckgen.draw.contrast import contrast, ensure_contrast, luminance, mix_colors
from deckgen.language import CATALOGS, ORIGINAL, Language, catalogs

if TYPE_CHECKING:
    from jinja2 import Environment

    from deckgen.draw.stylesheet import Stylesheet

LOADER = """\
(async function () {
  var packed = Uint8Array.from(atob(document.getElementById("code").textContent), function (each) { return each.charCodeAt(0); });
  var script = document.createElement("script");
  script.textContent = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
  document.body.append(script);
})();
"""
"""The script that unpacks the others, which are three times as long, from the element ``code``."""

PHRASE = re.compile(r'\b(?:say|_)\((?:model, )?"([^"]*)"')
"""A phrase of a script (``say("…")``, ``say(model, "…")``) or a template (``_("…")``, too)."""
_SIMPLE_ELEMENT = re.compile(r"(<\w+(?: [^<>]*)?)>([^<>]+)(?=<)")
_COMMENT = re.compile(r"^ *(/\*((?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
_INDENT = re.compile(r"\n\s*")
_IMPORT = re.compile(r"^import [^;]*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|let|class)\b)", re.MULTILINE)


def minify(text: str) -> str:
    """Return a script or style sheet of ours without indents, and without comments on their own lines."""
    return _INDENT.sub("\n", _COMMENT.sub("", text))


def join_modules(modules: Iterable[Path]) -> str:
    """Return JavaScript modules, given in dependency order, as one script.

    Imports and the word ``export`` are removed, so all declared names must differ. An import is at the start of a
    line and ends in a semicolon.
    """
    scripts = (minify(_EXPORT.sub("", _IMPORT.sub("", path.read_text(encoding="utf-8")))) for path in modules)
    return "\n".join(("(function () {", '"use strict";', *scripts, "})();"))


def phrases_in(files: Iterable[Path], language: Language) -> dict[str, str]:
    """Return the phrases in scripts and templates, translated, by their English."""
    texts = (text for path in sorted(files) for text in PHRASE.findall(path.read_text(encoding="utf-8")))
    return {text: language.phrase(text) for text in texts}


def mark_english(page: str, language: Language) -> str:
    """Return a page in which elements with a phrase of ours that stays English say so, for who has it read aloud."""
    if language.code in (ORIGINAL, *catalogs()):  # which are complete
        return page
    from deckgen.catalogs import read_catalog, translated  # noqa: PLC0415 (Babel)

    phrases = translated(read_catalog(CATALOGS / f"{catalogs()[0]}.po"))
    english = {phrase for phrase in phrases if language.phrase(phrase) == phrase}

    def mark(match: re.Match[str]) -> str:
        return f'{match[1]} lang="en">{match[2]}' if unescape(match[2]).strip() in english else match[0]

    return _SIMPLE_ELEMENT.sub(mark, page)


def pack_script(script: str) -> str:
    """Return a script as text that the loader unpacks."""
    return b64encode(zlib.compress(script.encode())).decode()


def content_security_policy(scripts: Sequence[str], css: str) -> str:
    """Return a Content-Security-Policy for only these inline scripts and CSS: no network, nothing else."""
    script_hashes = " ".join(map(_digest, scripts))
    return (
        f"default-src 'none'; script-src {script_hashes}; style-src {_digest(css)}; img-src data: blob:; font-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def environment(folder: Path) -> Environment:
    """Return the Jinja environment of a folder: values are escaped, and an undefined name is an error.

    Each process compiles templates (1 to 80 ms a page): anyone who could write to a cache could have us run any code.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415 (sheets of paper need none)

    return Environment(loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined)


# Colors

_MAX_DARK_LUMINANCE = 0.02

_CORNERS: Mapping[str, str] = {
    "round": "--round:.55rem;--cut:none",
    "square": "--round:0;--cut:none",
    "notch": "--round:.55rem .1rem;--cut:none",
    "cut": "--round:0;--cut:polygon(.6rem 0,calc(100% - .6rem) 0,100% .6rem,100% 100%,0 100%,0 .6rem)",
    "cut-two": "--round:0;--cut:polygon(0 0,calc(100% - .7rem) 0,100% .7rem,100% 100%,0 100%)",
}


def look_css(style: Stylesheet, red: str = "") -> str:
    """Return a style sheet's colors as CSS variables, for light and dark; ``red``: of red suits ("": of alarms)."""
    day, night = light_colors(style, red), dark_colors(style, red)
    return (
        f":root{{color-scheme:light dark;{css_variables(day)};{_CORNERS[style.theme.corners]}}}"
        f"@media (prefers-color-scheme:dark){{:root{{{css_variables(night)}}}}}"
    )


def mix_until(color: str, target: str, step: float, is_enough: Callable[[str], bool]) -> str:
    """Return a color mixed with ``target``, by the share ``step`` at a time, until ``is_enough``, maybe not at all."""
    while not is_enough(color):
        color = mix_colors(color, target, step)
    return color


def css_variables(colors: Mapping[str, str]) -> str:
    """Return colors as declarations of CSS variables."""
    return ";".join(f"--{name}:{value}" for name, value in colors.items())


def light_colors(style: Stylesheet, red: str = "") -> dict[str, str]:
    """Return the colors of a page on light screens, by variable name; ``red``: of red suits ("": of alarms)."""
    color_names = ("ink", "soft", "paper", "tint", "rule", "accent", "open", "alarm")
    colors = {name: style.color(name) for name in color_names}
    for name in ("soft", "accent", "alarm"):
        colors[name] = ensure_contrast(colors[name], colors["tint"], "#000000")
    colors["on"] = ensure_contrast(style.color("accent_ink"), colors["accent"], "#ffffff")
    head, ink = style.masthead.fill or colors["accent"], style.masthead.ink
    colors["head"], colors["title"] = (
        head,
        ensure_contrast(ink if style.masthead.fill else colors["on"], head, ""),
    )
    colors["edge"] = style.masthead.spine or style.color("second")
    colors["suit"], colors["red"], colors["name"] = colors["ink"], red or colors["alarm"], "#ffffff"
    colors["mark"], colors["halo"] = (
        ensure_contrast(style.color("open_ink"), colors["open"], ""),
        "transparent",
    )
    return colors


def dark_colors(style: Stylesheet, red: str = "") -> dict[str, str]:
    """Return the colors on dark screens, by variable name: the game's dark color behind, bright ones for headings."""
    day = light_colors(style, red)
    paper = min((style.masthead.fill or day["accent"], day["accent"]), key=luminance)
    paper = mix_until(paper, "#000000", 0.06, lambda dark: luminance(dark) <= _MAX_DARK_LUMINANCE)
    tint = mix_colors(paper, "#ffffff", 0.1)
    colors = {**day, "paper": paper, "tint": tint, "rule": mix_colors(paper, "#ffffff", 0.32)}
    colors["ink"] = ensure_contrast(mix_colors("#ffffff", day["tint"], 0.5), tint, "#ffffff")
    colors["soft"] = ensure_contrast(mix_colors(colors["ink"], paper, 0.35), tint, "#ffffff")
    bright = day["edge"] if contrast(day["edge"], tint) > contrast(day["accent"], tint) else day["accent"]
    colors["accent"], colors["alarm"] = (
        ensure_contrast(bright, tint, "#ffffff"),
        ensure_contrast(day["alarm"], tint, "#ffffff"),
    )
    colors["on"] = ensure_contrast(paper, colors["accent"], "#000000")
    colors["halo"] = colors["soft"]
    colors["suit"] = mix_colors(paper, "#ffffff", 0.22)
    return colors
