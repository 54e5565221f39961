"""The deck in the browser: its cards, its game's procedures and all scripts in one HTML file."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from deckgen.card.back import back_text, deck_pattern
from deckgen.card.crop import result_boxes
from deckgen.card.rules.mark_names import name_marks
from deckgen.card.rules.reference import NAME as COLOPHON
from deckgen.document.pages import document_style
from deckgen.document.screen import draw_panorama
from deckgen.draw.contrast import contrast, ensure_contrast, luminance, mix_colors
from deckgen.draw.drawing import Text
from deckgen.draw.fonts import TYPEABLE_LETTERS, font_face_css
from deckgen.draw.stylesheet import TONE_INKS, Stylesheet
from deckgen.language import Language
from deckgen.play.model import play_model
from deckgen.play.rules import rules_text
from deckgen.press.numbers import format_number
from deckgen.press.pictures.web_faces import web_faces
from deckgen.web.page import (
    LOADER,
    content_security_policy,
    css_variables,
    dark_colors,
    environment,
    join_modules,
    light_colors,
    look_css,
    mark_english,
    minify,
    pack_script,
    phrases_in,
)

if TYPE_CHECKING:
    from deckgen.card.layout import Layout
    from deckgen.deck.cards import Deck
    from deckgen.draw.drawing import Drawing, Faces
    from deckgen.game.model import DeckSpec, Game

_POKER_RATIO, _RATIO_TOLERANCE = 63 / 88, 0.03  # of cards in play.css
PLAY_FOLDER = Path(__file__).parent
MODULES = (
    "play/scripts/places.js",
    "play/scripts/reading.js",
    "play/scripts/engine.js",
    "play/scripts/words.js",
    "web/scripts/lookup.js",
    "web/scripts/codes.js",
    "web/scripts/faces.js",
    "play/scripts/random.js",
    "play/scripts/store.js",
    "play/scripts/storage.js",
    "play/scripts/share.js",
    "play/scripts/link.js",
    "play/scripts/host.js",
    "play/scripts/statistics.js",
    "play/scripts/reports.js",
    "play/scripts/view-kit.js",
    "play/scripts/view-card.js",
    "play/scripts/view-rolls.js",
    "play/scripts/view-own.js",
    "play/scripts/view-table.js",
    "play/scripts/view-people.js",
    "play/scripts/view-next.js",
    "play/scripts/view-log.js",
    "play/scripts/view-statistics.js",
    "play/scripts/view-rules.js",
    "play/scripts/view-print.js",
    "play/scripts/view-deck.js",
    "play/scripts/view-invite.js",
    "play/scripts/page.js",
)
"""The scripts, in dependency order."""
STYLES = ("play.css", "rules.css")
_FONT_LETTERS = TYPEABLE_LETTERS + "÷♣♦♥♠★"
"""Letters that the user can type, and those that scripts write."""
_DARK_LUMINANCE = 0.18  # a card with less luminance is dark
PATTERN_OPACITY = 0.06
"""Of the back's pattern on the table."""
SCENE_OPACITY = 0.07
"""Of the mat's picture below it, in grays."""


def play_html(
    deck: Deck,
    game: Game,
    spec: DeckSpec,
    layout: Layout,
    faces: Faces,
    people: Sequence[Mapping[str, Any]] = (),
    looks: Mapping[str, Any] | None = None,
) -> bytes:
    """Return a deck's page, which needs no network. Raises LayoutError if something cannot be drawn.

    ``faces`` are as drawn in ``layout``. ``people``, as ``deckgen.sheet.person.person_of`` returns them, are at the
    table when it is opened. ``looks`` are the parts of faces, as ``deckgen.sheet.web.faces.face_parts`` returns them.
    """
    style, words, phrase = document_style(game), page_words(game.language), game.language.phrase
    rules = rules_text(layout, game, spec)
    face_data = play_faces(faces, layout, game, spec, deck, rules.samples)
    samples = face_data.pop("samples")
    page_css = minify("".join((PLAY_FOLDER / name).read_text(encoding="utf-8") for name in STYLES))
    titles = "".join((game.title, spec.title, *words.values(), "0123456789"))
    css = "".join((play_css(style, titles), face_data.pop("css"), page_css, _card_css(faces.back)))
    model = play_model(game, spec, deck)
    model["plays"] = name_marks(model["plays"], layout, game, spec)
    script = _script({**model, "words": words, "faces": face_data, "people": [*people], "looks": looks})
    page = environment(PLAY_FOLDER / "templates").get_template("page.html")
    html = page.render(
        language=game.language.code,
        say=words.__getitem__,
        title=f"{game.title}: {spec.title}",
        game=game.title,
        deck=spec.title,
        rulings=phrase("Rulings: {rulings}", rulings=game.ruling_line) if game.ruling_line else "",
        ruled=phrase("with other rulings"),
        ground=day_colors(style)["head"],
        rules=rules,
        samples=[Markup(sample) for sample in samples],  # noqa: S704 (the writer of faces has escaped it)
        references=face_data["references"],
        policy=content_security_policy((LOADER, script), css),
        css=Markup(css),  # noqa: S704 (made here)
        packed=pack_script(script),
        loader=Markup(LOADER),  # noqa: S704 (ours)
    )
    return mark_english(html, game.language).encode()


def page_words(language: Language) -> dict[str, str]:
    """Return the translated phrases of scripts and templates, by their English; scripts fill in braces."""
    return phrases_in(PLAY_FOLDER.glob("*/*.[hj]*"), language)


def play_faces(
    faces: Faces, layout: Layout, game: Game, spec: DeckSpec, deck: Deck, samples: Sequence[Drawing] = ()
) -> dict[str, Any]:
    """Return all card data of the page. Raises LayoutError for a section that cannot be drawn, or an unreadable font.

    ``width`` and ``height`` are mm of the trimmed card. Each of ``fronts`` (by impulse) and ``back`` is the content
    of an ``<svg viewBox="0 0 WIDTH HEIGHT">``, ``defs`` that of one ``<defs>`` of the page, ``css`` a part of the
    page's style. ``pattern``, on the table, is that of the back, whose lines are shared, "" if it has none, and ``scene`` the
    picture of the mat, without its title, with width and height in mm; null if the game's look has none. ``rings`` ("plain" and "joker" cards) → section → key path, its parts joined by "/", "" for all of
    it → [x, y, width, height] in mm, around all results that a card of the deck may show there. ``references`` are
    the rules cards, each once. ``samples`` are those of marks.
    """
    copies = Counter(drawing for name, drawing in faces.references if name != COLOPHON)
    felt = replace(faces.back, items=deck_pattern(layout, back_text(deck)), outline=())
    art = draw_panorama(document_style(game), game)
    scenes = [replace(art, items=tuple(item for item in art.items if not isinstance(item, Text)))] if art else []
    web = web_faces([*faces.fronts, faces.back, felt, *scenes, *copies, *samples])
    pictures = iter(web.faces)
    fronts, back, pattern = [next(pictures) for _ in faces.fronts], next(pictures), next(pictures)
    scene = [{"face": next(pictures), "width": art.width, "height": art.height} for art in scenes]
    rings = result_boxes(faces.fronts, layout, game, spec, deck.cards)
    return {
        "width": faces.back.width,
        "height": faces.back.height,
        "defs": web.defs,
        "fronts": fronts,
        "back": back,
        "pattern": pattern if felt.items else "",
        "scene": scene[0] if scene else None,
        "references": [
            {"title": drawing.title, "face": next(pictures), "copies": count} for drawing, count in copies.items()
        ],
        "samples": [*pictures],
        "css": web.css,
        "rings": {
            "joker" if joker else "plain": {
                section: {
                    "/".join(map(str, place)): [round(side, 2) for side in ring]
                    for place, ring in rings_by_place.items()
                }
                for section, rings_by_place in sections.items()
            }
            for joker, sections in rings.items()
        },
    }


def _card_css(card: Drawing) -> str:
    """Return the CSS of cards that are not as high as those of poker, or no rectangles; "" for others."""
    ratio, css = f"{format_number(card.width)}/{format_number(card.height)}", ""
    if abs(card.width / card.height - _POKER_RATIO) > _RATIO_TOLERANCE:
        css = f".card,.pile .slot,.empty{{aspect-ratio:{ratio}}}"
        css += f"#card-face{{max-width:min(100%,calc((100dvh - 15rem)*{ratio}))}}"
    if card.outline:
        css += ".card,.pile .slot,#card-face,.panels figure{border-radius:0;box-shadow:none;overflow:visible}"
    return css


def _script(model: dict[str, Any]) -> str:
    """Return all modules as one script, after their model as JSON text, which browsers read quickly."""
    text = json.dumps(model, ensure_ascii=False, separators=(",", ":"))
    modules = (PLAY_FOLDER.parent / name for name in MODULES)
    return f"var deckgenPlay = JSON.parse({json.dumps(text, ensure_ascii=False)});\n{join_modules(modules)}"


# Colors of light and dark pages, and the page's fonts


def play_css(style: Stylesheet, titles: str) -> str:
    """Return fonts and colors as CSS, light and dark; ``titles``: all text in the title typeface."""
    day, night = day_colors(style), night_colors(style)
    fonts = font_face_css(
        style.fonts, _FONT_LETTERS, (("regular", "Text", "font-weight:400"), ("bold", "Text", "font-weight:700"))
    )
    fonts += font_face_css(style.fonts, _FONT_LETTERS + titles, (("display", "Display", "font-weight:400"),))
    return (
        f"{fonts}{look_css(style)}:root,:root[data-theme=light]{{{css_variables(day)}}}"
        f"@media (prefers-color-scheme:dark){{:root{{{css_variables(night)}}}}}"
        f":root[data-theme=light]{{color-scheme:light}}:root[data-theme=dark]{{color-scheme:dark;{css_variables(night)}}}"
    )


def day_colors(style: Stylesheet) -> dict[str, str]:
    """Return the colors of light pages, by variable name."""
    colors = light_colors(style)
    tint, inks = colors["tint"], style.theme.inks
    dark = luminance(inks["ground"].screen if "ground" in inks else style.color("paper")) < _DARK_LUMINANCE
    felt = mix_colors(tint, colors["accent"], 0.07) if dark else mix_colors(colors["accent"], "#000000", 0.12)
    return {
        **colors,
        **_table_colors(felt, tint),
        **{tone: ensure_contrast(ink.screen, tint, "#000000") for tone, ink in TONE_INKS.items()},
        **_ring_color(style),
    }


def night_colors(style: Stylesheet) -> dict[str, str]:
    """Return the colors of dark pages, by variable name."""
    colors = dark_colors(style)
    felt = mix_colors(colors["paper"], "#000000", 0.5)
    return {
        **colors,
        **_table_colors(felt, colors["tint"]),
        **{tone: ensure_contrast(ink.screen, colors["tint"], "#ffffff") for tone, ink in TONE_INKS.items()},
        "red": ensure_contrast(colors["red"], colors["tint"], "#ffffff"),  # hearts on buttons
        **_ring_color(style),
    }


def _table_colors(felt: str, tint: str) -> dict[str, str]:
    """Return the colors of the table, ``felt``, its shade, and text on it, also on the lines of the pattern."""
    opposite = "#000000" if luminance(felt) > _DARK_LUMINANCE else "#ffffff"
    deep = mix_colors(felt, "#000000", 0.14)
    nearest = mix_colors(felt if opposite == "#ffffff" else deep, opposite, PATTERN_OPACITY + SCENE_OPACITY)
    return {
        "felt": felt,
        "felt-deep": deep,
        "on-felt": ensure_contrast(mix_colors(opposite, tint, 0.2), nearest, opposite),
        "pattern": f"brightness(0) invert({int(opposite == '#ffffff')}) opacity({PATTERN_OPACITY})",
        "scene": f"grayscale(1) opacity({SCENE_OPACITY})",
    }


def _ring_color(style: Stylesheet) -> dict[str, str]:
    """Return the color of rings, the game's brightest, as it must show on a darkened card."""
    names = ("second", "open", "accent")
    return {"ring": max((style.color(name) for name in names), key=lambda color: contrast(color, "#000000"))}
