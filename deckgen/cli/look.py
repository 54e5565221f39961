"""Commands for looking around: games, layouts, targets and preview."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from deckgen.cli import common
from deckgen.cli.output import Output

_TO_FOLDER = common.output("Folder for cards.html and cards.png.", "preview")


def _print(entries: Sequence[dict[str, Any]], lines: Iterable[str], *, as_json: bool) -> None:
    click.echo(json.dumps(entries, ensure_ascii=False, indent=2) if as_json else "\n".join(lines))


@common.with_examples("deckgen games", "deckgen games --json")
@click.command()
@common.AS_JSON
def games(as_json: bool) -> None:
    """List the shipped games: their decks, named sets and languages."""
    from deckgen import games as shipped_games, load_game

    entries: list[dict[str, Any]] = []
    lines: list[str] = []
    for game in (load_game(name).data for name in shipped_games()):
        entries.append(
            {
                "name": game.id,
                "title": game.title,
                "decks": [{"name": spec.name, "title": spec.title, "size": spec.size} for spec in game.decks],
                "sets": [{"name": part.name, "seed": part.seed, "decks": part.decks} for part in game.sets],
                "languages": game.languages,
            }
        )
        lines += [
            f"{game.id}: {game.title}",
            *(f"  {spec.name}: {spec.title}, {spec.size} cards" for spec in game.decks),
            *(f"  set {part.name}: {', '.join(part.decks)}" for part in game.sets),
            f"  languages: {', '.join(game.languages)}",
        ]
    _print(entries, lines, as_json=as_json)


@common.with_examples("deckgen layouts", "deckgen layouts --json")
@click.command()
@common.AS_JSON
def layouts(as_json: bool) -> None:
    """List the shipped layouts by purpose, and the sizes of their cards."""
    from deckgen.card.layout import shipped_size
    from deckgen.files import shipped_themes

    entries, lines = list[dict[str, Any]](), list[str]()
    shipped = [(kind, name) for kind in ("card", "document", "sheet") for name in shipped_themes(kind)]
    for kind, name in shipped:
        entries.append({"kind": kind, "name": name})
        lines.append(f"{kind}: {name}")
        if kind == "card":
            width, height, shape = shipped_size(name)
            entries[-1] |= {"trim": [width, height], "shape": shape}
            lines[-1] += f", {width:g} × {height:g} mm" + ("" if shape == "rect" else f", {shape}")
    _print(entries, lines, as_json=as_json)


@common.with_examples("deckgen targets", "deckgen targets --json")
@click.command()
@common.AS_JSON
def targets(as_json: bool) -> None:
    """List the print targets: printers, services, tabletops, and their card sizes."""
    from deckgen.press.target import load_target, target_names

    entries: list[dict[str, Any]] = []
    lines: list[str] = []
    for target in map(load_target, target_names()):
        entries.append(
            {
                "name": target.name,
                "title": target.title,
                "about": target.about,
                "sizes": [
                    {"name": size.name, "trim": [size.width, size.height], "pixels": size.pixels, "shape": size.shape}
                    for size in target.sizes
                ],
                "other_sizes": target.other_sizes or not target.sizes,
            }
        )
        sizes = f" Cards: {', '.join(map(str, target.sizes))}." if target.sizes else ""
        sizes = sizes.removesuffix(".") + ", and others." if target.other_sizes else sizes
        lines.append(f"{target.name}: {target.about}{sizes}")
    _print(entries, lines, as_json=as_json)


@common.with_examples("deckgen preview deck.json", "deckgen preview deck.json --layout art/my-card.svg -o look")
@click.command()
@common.LAYOUT
@common.LANGUAGE
@common.DECK_FILE
@_TO_FOLDER
def preview(layout: str | None, language: str | None, deck: Path, game_folder: str | None, out: Output) -> None:
    """Show all cards of a deck: a page for a browser, and a picture of them all.

    The page works offline as a single file, and can show the cards in grays and at their real size. The
    picture needs the cairo library; without it, only the page is written.
    """
    from deckgen.run.previews import missing_picture_note, write_preview

    out.wrote(write_preview(deck, game_folder, layout, language, out.folder()))
    if lack := missing_picture_note():
        out.note(lack)
