"""What the studio's page says about a game before anything is made: its decks, people, colors, box and an example."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from deckgen.draw.fonts import TYPEABLE_LETTERS, font_face_css
from deckgen.game.model import playable_situations
from deckgen.library.decks import Deck
from deckgen.library.games import Game
from deckgen.sheet import FILE
from deckgen.web.page import css_variables, dark_colors, light_colors

INK = Path(__file__).with_name("ink.json")
"""The share of ink that --ink light saves, by game: see docs/tools/studio_ink.py."""
_EXAMPLE = "tonight"
"""The seed of what is shown as an example."""
_FONTS = (("regular", "text", "400"), ("bold", "text", "700"), ("display", "display", "400"))


def example_deck(game: Game) -> Deck:
    return game.deal(seed=_EXAMPLE)


def people_of(game: Game) -> Mapping[str, Path]:
    """Return the files of the characters in the game's folder, by their names in the files."""
    files = sorted((game.data.folder / "characters").glob("*.yaml"))
    return {path.stem.replace("-", " ").title(): path for path in files}


def language_name(code: str) -> str:
    """Return what a language calls itself; its code if Babel lacks it."""
    from deckgen.catalogs import find_locale

    locale = find_locale(code)
    return ((locale and locale.display_name) or code).title()


def game_facts(game: Game) -> dict[str, Any]:
    """Return the facts of a game, as the page has them."""
    data = game.data
    specs = [
        {
            "name": spec.name,
            "title": spec.title,
            "cards": spec.size,
            "references": len(data.reference_cards_for(spec)),
        }
        for spec in data.decks
    ]
    return {
        "id": game.name,
        "title": game.title,
        "line": data.about.line,
        "rules": data.about.rules,
        "decks": specs,
        "sets": [{"name": part.name, "decks": list(part.decks)} for part in data.sets],
        "languages": [{"code": code, "name": language_name(code)} for code in game.languages],
        "items": _items(game),
        "people": list(people_of(game)),
        "light": json.loads(INK.read_bytes()).get(game.name),
    }


def _items(game: Game) -> list[str]:
    """Return the names of what can be made of a game, here."""
    from deckgen.press.pictures.png import has_cairo

    data = game.data
    has_sheet, has_examples = (data.folder / FILE).is_file(), bool(playable_situations(data.examples, data.decks[0]))
    conditions = {
        "cards": True, "play": True, "sheet": has_sheet, "map": True, "screen": bool(data.rules.screen),
        "tokens": bool(data.tokens), "box": True, "table": True, "examples": has_examples, "odds": True,
        "poster": True, "rulings": bool(data.rulings), "press": True, "drivethrucards": True, "foundry": has_cairo(),
        "tabletop-simulator": has_cairo(), "certificate": True, "audit": True,
    }  # fmt: skip
    return [name for name, possible in conditions.items() if possible]


def game_css(game: Game, name: str) -> str:
    """Return fonts and colors of a game, by day and night, for elements with ``data-game`` of that ``name``."""
    from deckgen.document.pages import document_style

    style = document_style(game.data)
    typefaces = [(face, f"{name}-{family}", f"font-weight:{weight}") for face, family, weight in _FONTS]
    scope, fonts = f'[data-game="{name}"]', font_face_css(style.fonts, TYPEABLE_LETTERS + game.title, typefaces)
    families = f"--text:{name}-text;--display:{name}-{'display' if 'display' in style.fonts.files else 'text'}"
    day, night = (f"{css_variables(colors(style))};{families}" for colors in (light_colors, dark_colors))
    return (
        f"{fonts}{scope}{{{day}}}@media (prefers-color-scheme:dark){{:root:not([data-theme=light]) {scope}{{{night}}}}}"
        f":root[data-theme=dark] {scope}{{{night}}}"
    )


def plain_fonts_css() -> str:
    """Return the fonts of the page as it is without a game."""
    from deckgen.draw.stylesheet import load_stylesheet

    return font_face_css(
        load_stylesheet().fonts,
        TYPEABLE_LETTERS + "·×",
        [(face, "plain", f"font-weight:{weight}") for face, _, weight in _FONTS[:2]],
    )


def game_cover(game: Game) -> str:
    """Return the front of the game's box as SVG."""
    from deckgen.card.box_content import BoxContent
    from deckgen.card.box_faces import draw_box_faces
    from deckgen.press import box
    from deckgen.press.pictures.web_faces import drawing_svg

    deck = example_deck(game)
    layout = deck.layout()
    count = len(deck) + len(game.data.reference_cards_for(deck.spec))
    content = BoxContent(game.data, [deck.spec], [deck.data], [layout], count)
    net = box.net_for((layout.template.width, layout.template.height), [count])
    return drawing_svg(draw_box_faces(content, {"front": net.sizes()["front"]})["front"])


def example_sheet(game: Game) -> str:
    """Return the first sheet of a deck as SVG."""
    from deckgen.press.pictures.web_faces import page_svg

    return page_svg(example_deck(game).render("home", references=False).part.book.pages[0])


def example_play(game: Game) -> bytes:
    """Return the page on which a dealt deck is played."""
    return example_deck(game).play_page().content()
