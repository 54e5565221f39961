"""``layouts``: the layouts that are shipped."""

import click

from deckgen.cli.command import command
from deckgen.cli.options import AS_JSON
from deckgen.cli.output import echo_json


@command("deckgen layouts", "deckgen layouts --json")
def layouts(as_json: bool = AS_JSON) -> None:
    """List the shipped layouts, by what they are for."""
    from deckgen.files import shipped

    themes = sorted(shipped("layouts").glob("*/*.yaml"))
    if as_json:
        echo_json({"kind": theme.parent.name, "name": theme.stem} for theme in themes)
        return
    for theme in themes:
        click.echo(f"{theme.parent.name}: {theme.stem}")
