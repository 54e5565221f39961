"""Rich text in data: ``**bold**``, ``*italics*``, ``{icon-sword}``, paragraphs, and points of lists.

A line break begins a paragraph, ``- `` at its beginning a point of a list. A lone ``*`` is itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_STARS = re.compile(
    r"\*\*(?P<bold>.+?)\*\*(?!\*)|\*(?!\s)(?P<italic>[^*]+?)(?<!\s)\*|\{(?P<icon>icon-[\w-]+)\}", re.DOTALL
)
_MARK = re.compile(r"\{mark\.(?:[^{}.]*\.)?([^{}]*)\}")
_BEFORE_STOP = re.compile(r" (?=[.,;:!?)])")
POINT = "- "
"""Begins a point of a list."""


def split_runs(text: str, style: str = "") -> Iterator[tuple[str, str]]:
    """Yield the parts of a text with "", "bold", "italic" or "bold-italic"; for an icon, its words and its name."""
    end = 0
    for match in _STARS.finditer(text):
        if before := text[end : match.start()]:
            yield before, style
        kind, end = str(match.lastgroup), match.end()
        if kind == "icon":
            yield match[kind].removeprefix("icon-").replace("-", " "), match[kind]
        elif style in (kind, "bold-italic"):
            yield match[0], style
        else:
            yield from split_runs(match[kind], "bold-italic" if style else kind)
    if remainder := text[end:]:
        yield remainder, style


def plain_text(text: str) -> str:
    """Return a text without its markup, in one line: of an icon or mark its words."""
    if not any(sign in text for sign in "*{\n"):
        return text
    parts = (f" {part} " if style.startswith("icon-") else part for part, style in split_runs(_MARK.sub(r"\1", text)))
    lines = (line.strip().removeprefix(POINT) for line in "".join(parts).splitlines())
    return _BEFORE_STOP.sub("", " ".join(" ".join(lines).split()))


def has_open_stars(text: str) -> bool:
    """Return whether a ``**`` has no partner."""
    return any("**" in part for part, _ in split_runs(text))
