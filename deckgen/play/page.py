"""The deck in the browser: its cards, its game's procedures and all scripts in one HTML file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from deckgen.card.crop import result_boxes
from deckgen.document.pages import document_style
from deckgen.draw.contrast import contrast, ensure_contrast, luminance, mix_colors
from deckgen.draw.fonts import TYPEABLE_LETTERS, font_face_css
from deckgen.draw.stylesheet import Stylesheet
from deckgen.language import Language
from deckgen.play.model import play_model
from deckgen.press.pictures.web_faces import web_faces
from deckgen.web.page import (
    LOADER,
    by_day,
    by_night,
    environment,
    joined,
    look_css,
    packed,
    policy,
    said,
    short,
    variables,
)

if TYPE_CHECKING:
    from deckgen.card.layout import Layout
    from deckgen.deck.cards import Deck
    from deckgen.draw.drawing import Faces
    from deckgen.game.model import DeckSpec, Game

HERE = Path(__file__).parent
MODULES = (
    "play/scripts/places.js",
    "play/scripts/reading.js",
    "play/scripts/engine.js",
    "play/scripts/words.js",
    "web/scripts/lookup.js",
    "play/scripts/random.js",
    "play/scripts/store.js",
    "play/scripts/share.js",
    "play/scripts/storage.js",
    "play/scripts/statistics.js",
    "play/scripts/reports.js",
    "play/scripts/view-kit.js",
    "play/scripts/view-card.js",
    "play/scripts/view-rolls.js",
    "play/scripts/view-own.js",
    "play/scripts/view-table.js",
    "play/scripts/view-hands.js",
    "play/scripts/view-log.js",
    "play/scripts/view-statistics.js",
    "play/scripts/view-deck.js",
    "play/scripts/page.js",
)
"""The scripts, in the order in which they need each other."""
_SHOWN = TYPEABLE_LETTERS + "÷♣♦♥♠★"
"""Letters that people type, and those that scripts write."""
_GOOD = "#1d7a46"
_DARK = 0.18  # light of a card's ground below which it is dark


def play_html(deck: Deck, game: Game, spec: DeckSpec, layout: Layout, faces: Faces) -> bytes:
    """The page of a deck, which needs no network. ``faces`` are its cards as drawn in ``layout``.

    Raises LayoutError for a wrong theme, and for a section that the layout cannot show.
    """
    style, words = document_style(game), page_words(game.language)
    drawn = play_faces(faces, layout, game, spec, deck)
    own = short((HERE / "play.css").read_text(encoding="utf-8"))
    titles = "".join((game.title, spec.title, *words.values(), "0123456789"))
    css = "".join((play_css(style, titles), drawn.pop("css"), own))
    script = _script({**play_model(game, spec, deck), "words": words, "faces": drawn})
    page = environment(HERE / "templates").get_template("page.html")
    html = page.render(
        language=game.language.code,
        say=words.__getitem__,
        title=f"{game.title}: {spec.title}",
        game=game.title,
        deck=spec.title,
        ground=day_colors(style)["head"],
        policy=policy((LOADER, script), css),
        css=Markup(css),  # noqa: S704 (made here)
        packed=packed(script),
        loader=Markup(LOADER),  # noqa: S704 (ours)
    )
    return html.encode()


def page_words(language: Language) -> dict[str, str]:
    """The phrases of the scripts and templates, by their English; scripts fill what is in braces."""
    return said(HERE.glob("*/*.[hj]*"), language)


def play_faces(faces: Faces, layout: Layout, game: Game, spec: DeckSpec, deck: Deck) -> dict[str, Any]:
    """All that the page shows of cards.

    ``width`` and ``height`` are mm of the trimmed card. Each of ``fronts`` (by impulse) and ``back`` is what an
    ``<svg viewBox="0 0 WIDTH HEIGHT">`` holds, ``defs`` what one ``<defs>`` of the page holds, ``css`` a part of the page's
    style. ``rings`` has a rectangle [x, y, width, height] in mm for every place of each section that cards show, for
    ``plain`` cards and for those of a ``joker``: around all that a card of the deck may show there. A place is
    written as its parts with "/" between them, "" is the whole section.
    Raises LayoutError for a section that its widget cannot draw, or a font that cannot be read.
    """
    made = web_faces([*faces.fronts, faces.back])
    *fronts, back = made.faces
    rings = result_boxes(faces.fronts, layout, game, spec, deck.cards)
    return {
        "width": faces.back.width,
        "height": faces.back.height,
        "defs": made.defs,
        "fronts": fronts,
        "back": back,
        "css": made.css,
        "rings": {
            "joker" if joker else "plain": {
                section: {
                    "/".join(map(str, place)): [round(side, 2) for side in ring]
                    for place, ring in own.items()
                }
                for section, own in sections.items()
            }
            for joker, sections in rings.items()
        },
    }


def _script(model: dict[str, Any]) -> str:
    """All modules as one script, and before them the model that they work on, as text that browsers read quickly."""
    text = json.dumps(model, ensure_ascii=False, separators=(",", ":"))
    modules = (HERE.parent / name for name in MODULES)
    return f"var deckgenPlay = JSON.parse({json.dumps(text, ensure_ascii=False)});\n{joined(modules)}"


# The look: the game's colors by day and by night, the table that the cards lie on, and the page's faces


def play_css(style: Stylesheet, titles: str) -> str:
    """Faces and colors as CSS, by day and by night: as the device is, or as the page's switch says.

    ``titles`` is what is set in the face of titles.
    """
    day, night = day_colors(style), night_colors(style)
    fonts = font_face_css(
        style.fonts, _SHOWN, (("regular", "Text", "font-weight:400"), ("bold", "Text", "font-weight:700"))
    )
    fonts += font_face_css(style.fonts, _SHOWN + titles, (("display", "Display", "font-weight:400"),))
    return (
        f"{fonts}{look_css(style)}:root,:root[data-theme=light]{{{variables(day)}}}"
        f"@media (prefers-color-scheme:dark){{:root{{{variables(night)}}}}}"
        f":root[data-theme=light]{{color-scheme:light}}:root[data-theme=dark]{{color-scheme:dark;{variables(night)}}}"
    )


def day_colors(style: Stylesheet) -> dict[str, str]:
    """The colors of light pages, by the names of their variables."""
    found = by_day(style)
    tint, inks = found["tint"], style.theme.inks
    dark = luminance(inks["ground"].screen if "ground" in inks else style.color("paper")) < _DARK
    felt = mix_colors(tint, found["accent"], 0.07) if dark else mix_colors(found["accent"], "#000000", 0.12)
    return {**found, **_table(felt, tint), "good": ensure_contrast(_GOOD, tint, "#000000"), **_bright(style)}


def night_colors(style: Stylesheet) -> dict[str, str]:
    """The same of dark pages."""
    found = by_night(style)
    felt = mix_colors(found["paper"], "#000000", 0.5)
    return {
        **found,
        **_table(felt, found["tint"]),
        "good": ensure_contrast(_GOOD, found["tint"], "#ffffff"),
        "red": ensure_contrast(found["red"], found["tint"], "#ffffff"),  # of hearts, on buttons
        **_bright(style),
    }


def _table(felt: str, tint: str) -> dict[str, str]:
    towards = "#000000" if luminance(felt) > _DARK else "#ffffff"
    return {
        "felt": felt,
        "felt-deep": mix_colors(felt, "#000000", 0.14),
        "on-felt": ensure_contrast(
            mix_colors(towards, tint, 0.2), mix_colors(felt, "#000000", 0.14), towards
        ),
    }


def _bright(style: Stylesheet) -> dict[str, str]:
    """The color of rings, which stands out against the darkened card: the brightest of the game's."""
    names = ("second", "open", "accent")
    return {"ring": max((style.color(name) for name in names), key=lambda each: contrast(each, "#000000"))}
