"""Documents for the screen: one HTML file with style, fonts and script, which needs no network."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from deckgen.draw.fonts import font_face_css
from deckgen.draw.stylesheet import Stylesheet
from deckgen.web import ELEMENTS
from deckgen.web.page import content_security_policy, environment, join_modules, look_css, mark_english, minify

FOLDER = Path(__file__).with_name("web")


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
    """Return the page of template, style sheet and script, if any, called ``name``; values are escaped unless they are Markup.

    ``css`` is added to the style sheet. ``scripts``: modules that the script imports. ``red``: color of red
    suits. ``names``: variables of the template, which also has ``title``, and ``say`` to translate a phrase.
    """
    templates = environment(FOLDER / "templates")
    body = templates.get_template(f"{name}.html").render(title=title, say=style.language.phrase, **names)
    stylesheets = (minify((FOLDER / f"{stem}.css").read_text(encoding="utf-8")) for stem in ("document", name))
    look = "".join((font_face_css(style.fonts, title + body), look_css(style, red), *stylesheets, css))
    script = join_modules((ELEMENTS, *scripts, *FOLDER.glob(f"{name}.js")))
    page = templates.get_template("page.html").render(
        title=title,
        code=style.language.code,
        policy=content_security_policy([script], look),
        css=Markup(look),  # noqa: S704 (made here)
        body=Markup(body),  # noqa: S704 (the template has escaped it)
        script=Markup(script),  # noqa: S704 (ours)
    )
    return mark_english(page, style.language).encode()
