"""The files of the studio's page: the same ones are served here, and stand on a site."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from markupsafe import Markup

from deckgen import __version__
from deckgen.draw.paper import papers
from deckgen.language import ORIGINAL, catalogs, load_language
from deckgen.library.games import games, load_game
from deckgen.library.names import seed_words
from deckgen.library.proof import pack
from deckgen.studio.facts import (
    example_play,
    example_sheet,
    game_cover,
    game_css,
    game_facts,
    language_name,
    plain_fonts_css,
)
from deckgen.web.page import environment, minify, phrases_in

Engine = Literal["local", "page"]
"""What works for the page: a process on this machine, or a worker in the browser."""

STUDIO = Path(__file__).parent
TEMPLATE = "my-game.zip"
"""A game to start from, to take and edit."""
LANGUAGES = {"index.html": ORIGINAL, **{f"{code}.html": code for code in catalogs()}}
"""The page in each language, by its file."""
POLICY = (
    "default-src 'none'; script-src 'self'{wasm}; style-src 'self'; img-src 'self' blob: data:; font-src 'self' data:; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
_ONLY_PAGE = {"worker.js", "service-worker.js", "engine-page.js"}
_PAPERS = ("a4", "letter", "a3", "legal", "tabloid", "sra3", "super-b")
_GAME_FILES: Mapping[str, Callable[[Any], str | bytes]] = {
    "-cover.svg": game_cover,
    "-sheet.svg": example_sheet,
    "-play.html": example_play,
}


def policy(engine: Engine) -> str:
    """Return the page's Content-Security-Policy."""
    return POLICY.format(wasm=" 'wasm-unsafe-eval'" if engine == "page" else "")


def page_html(language: str, engine: Engine, start: Mapping[str, Any] | None = None) -> bytes:
    """Return the page in a language; ``start`` has the choice that it opens with, and whether to watch its files."""
    words = phrases_in([*STUDIO.glob("scripts/*.js"), *STUDIO.glob("templates/*.html")], load_language(language))
    shipped = [game_facts(load_game(name, _spoken(name, language))) for name in games()]
    facts = {
        "version": __version__,
        "language": language,
        "games": shipped,
        "start": start,
        "papers": [
            {"name": paper.name, "title": paper.title, "width": paper.width, "height": paper.height}
            for paper in papers().values()
            if paper.name in _PAPERS
        ],
        "seedWords": seed_words(),
        "words": words,
    }
    text = json.dumps(facts, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    page = environment(STUDIO / "templates").get_template("page.html")
    html = page.render(
        language=language,
        tongues=[(code, file, language_name(code)) for file, code in LANGUAGES.items() if code != language],
        engine=engine,
        policy=policy(engine),
        games=shipped,
        _=words.__getitem__,
        facts=Markup(text),  # noqa: S704 (JSON in a script that is only read; it cannot end it)
    )
    return html.encode()


def _spoken(game: str, language: str) -> str | None:
    """Return the language, if the game has texts in it."""
    return language if language in load_game(game).languages else None


def page_file(name: str, engine: Engine) -> bytes | None:
    """Return a file of the page by its path; None if there is none of that name."""
    if name in LANGUAGES:
        return page_html(LANGUAGES[name], engine)
    if name == "studio.css":
        return (plain_fonts_css() + minify((STUDIO / name).read_text(encoding="utf-8"))).encode()
    if name in _scripts(engine):
        return (STUDIO / "scripts" / Path(name).name).read_bytes()
    if name == TEMPLATE:
        return _template()
    for game in games():
        if name == f"games/{game}.css":
            return game_css(load_game(game), game).encode()
        for ending, make in _GAME_FILES.items():
            if name == f"games/{game}{ending}":
                content = make(load_game(game))
                return content.encode() if isinstance(content, str) else content
    return None


def _template() -> bytes:
    """Return the game that ``deckgen new`` makes, as a zip."""
    from deckgen.game.starter import FOLDER, starter
    from deckgen.sheet.reader import ROSTER_SCHEMA, SCHEMA

    name = TEMPLATE.removesuffix(".zip")
    return pack((f"{name}/{file}", content) for file, content in starter(FOLDER, name, SCHEMA, ROSTER_SCHEMA).items())


def _scripts(engine: Engine) -> list[str]:
    """Return the paths of the scripts; the service worker is beside the page, whose files it serves."""
    names = sorted(path.name for path in STUDIO.glob("scripts/*.js"))
    return [
        name if name == "service-worker.js" else f"scripts/{name}"
        for name in names
        if engine == "page" or name not in _ONLY_PAGE
    ]


def page_names(engine: Engine) -> list[str]:
    """Return the paths of all files of the page."""
    of_games = [f"games/{game}{ending}" for game in games() for ending in (".css", *_GAME_FILES)]
    return [*LANGUAGES, "studio.css", TEMPLATE, *_scripts(engine), *of_games]


def studio_files(engine: Engine) -> Iterator[tuple[str, bytes]]:
    """Yield all files of the page, by their paths."""
    for name in page_names(engine):
        content = page_file(name, engine)
        assert content is not None
        yield name, content
