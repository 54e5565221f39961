"""``games`` and ``layouts``: what is shipped."""

from __future__ import annotations

import json
from typing import Any

import click

from deckgen.cli.group import Command

json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON, for programs.")


@click.command(cls=Command, section="Look", examples=("deckgen games", "deckgen games --json"))
@json_option
def games(as_json: bool) -> None:
    """List the shipped games: their decks, the sets they name, their languages."""
    from deckgen.game import load, shipped_games  # noqa: PLC0415  --help does not wait for YAML

    found = [load(name) for name in shipped_games()]
    if as_json:
        _write_json(
            [
                {
                    "name": game.id,
                    "title": game.title,
                    "decks": [
                        {"name": spec.name, "title": spec.title, "size": spec.size} for spec in game.decks
                    ],
                    "sets": [{"name": name, "seed": seed} for name, seed in game.sets],
                    "languages": game.languages,
                }
                for game in found
            ]
        )
        return
    for game in found:
        click.echo(f"{game.id}: {game.title}")
        for spec in game.decks:
            click.echo(f"  {spec.name}: {spec.title}, {spec.size} cards")
        if game.sets:
            click.echo(f"  sets: {', '.join(name for name, _ in game.sets)}")
        click.echo(f"  languages: {', '.join(game.languages)}")


@click.command(cls=Command, section="Look", examples=("deckgen layouts", "deckgen layouts --json"))
@json_option
def layouts(as_json: bool) -> None:
    """List the shipped layouts, by what they are for."""
    from deckgen.files import shipped  # noqa: PLC0415

    found = [
        {"kind": theme.parent.name, "name": theme.stem}
        for theme in sorted(shipped("layouts").glob("*/*.yaml"))
    ]
    if as_json:
        _write_json(found)
        return
    for layout in found:
        click.echo(f"{layout['kind']}: {layout['name']}")


@click.command(cls=Command, section="Look", examples=("deckgen targets", "deckgen targets --json"))
@json_option
def targets(as_json: bool) -> None:
    """List the print targets: printers, services and tabletops."""
    from deckgen.press.target import load_target, target_names as names  # noqa: PLC0415

    found = [
        {"name": target.name, "title": target.title, "about": target.about}
        for target in map(load_target, names())
    ]
    if as_json:
        _write_json(found)
        return
    for target in found:
        click.echo(f"{target['name']}: {target['about']}")


def _write_json(value: Any) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
