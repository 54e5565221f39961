"""Documents for the screen: a template, the look of the game and a script, all in one file that needs no network."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from deckgen.draw.fonts import font_face_css
from deckgen.draw.stylesheet import Stylesheet
from deckgen.web import ELEMENTS
from deckgen.web.page import environment, joined, look_css, policy, short

WEB_FOLDER = Path(__file__).with_name("web")


def document_page(
    name: str,
    title: str,
    style: Stylesheet,
    *,
    scripts: Sequence[Path] = (),
    css: str = "",
    red: str = "",
    **names: Any,
) -> bytes:
    """The page of the template, style sheet and script of that ``name``; all that is put in is escaped.

    ``css`` are rules of its own; ``scripts`` are modules that its script needs, ``red`` is the color of red suits,
    ``names`` are what the template knows, beside ``say``, which says a phrase in the style's language.
    """
    templates = environment(WEB_FOLDER / "templates")
    body = templates.get_template(f"{name}.html").render(title=title, say=style.language.phrase, **names)
    stylesheets = (
        short((WEB_FOLDER / f"{sheet_name}.css").read_text(encoding="utf-8"))
        for sheet_name in ("document", name)
    )
    look = "".join((font_face_css(style.fonts, title + body), look_css(style, red), *stylesheets, css))
    script = joined((ELEMENTS, *scripts, WEB_FOLDER / f"{name}.js"))
    page = templates.get_template("page.html").render(
        title=title,
        code=style.language.code,
        policy=policy([script], look),
        css=Markup(look),  # noqa: S704 (made here)
        body=Markup(body),  # noqa: S704 (the template has escaped it)
        script=Markup(script),  # noqa: S704 (ours)
    )
    return page.encode()
