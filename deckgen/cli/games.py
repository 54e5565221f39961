"""``games``: the games that are shipped."""

from typing import Any

import click

from deckgen.cli.command import command
from deckgen.cli.options import AS_JSON
from deckgen.cli.output import echo


@command("deckgen games", "deckgen games --json")
def games(as_json: bool = AS_JSON) -> None:
    """List the shipped games: their decks, the sets they name, their languages."""
    from deckgen.game import load, shipped_games

    found: list[dict[str, Any]] = [
        {
            "name": game.id,
            "title": game.title,
            "decks": [{"name": spec.name, "title": spec.title, "size": spec.size} for spec in game.decks],
            "sets": [{"name": each.name, "seed": each.seed, "decks": each.decks} for each in game.sets],
            "languages": game.languages,
        }
        for game in map(load, shipped_games())
    ]
    if as_json:
        echo(found, "", as_json=True)
        return
    for game in found:
        echo([game], "{name}: {title}", as_json=False)
        echo(game["decks"], "  {name}: {title}, {size} cards", as_json=False)
        for each in game["sets"]:
            click.echo(f"  set {each['name']}: {', '.join(each['decks'])}")
        click.echo(f"  languages: {', '.join(game['languages'])}")
