"""``games``: the games that are shipped."""

import click

from deckgen.cli.command import command
from deckgen.cli.options import AS_JSON
from deckgen.cli.output import echo_json


@command("deckgen games", "deckgen games --json")
def games(as_json: bool = AS_JSON) -> None:
    """List the shipped games: their decks, the sets they name, their languages."""
    from deckgen.game import load, shipped_games

    found = [load(name) for name in shipped_games()]
    if as_json:
        echo_json(
            {
                "name": game.id,
                "title": game.title,
                "decks": [{"name": s.name, "title": s.title, "size": s.size} for s in game.decks],
                "sets": [{"name": name, "seed": seed} for name, seed in game.sets],
                "languages": game.languages,
            }
            for game in found
        )
        return
    for game in found:
        click.echo(f"{game.id}: {game.title}")
        for spec in game.decks:
            click.echo(f"  {spec.name}: {spec.title}, {spec.size} cards")
        if game.sets:
            click.echo(f"  sets: {', '.join(name for name, _ in game.sets)}")
        click.echo(f"  languages: {', '.join(game.languages)}")
