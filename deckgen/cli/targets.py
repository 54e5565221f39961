"""``targets``: the print targets that are shipped."""

import click

from deckgen.cli.command import command
from deckgen.cli.options import AS_JSON
from deckgen.cli.output import echo_json


@command("deckgen targets", "deckgen targets --json")
def targets(as_json: bool = AS_JSON) -> None:
    """List the print targets: printers, services and tabletops."""
    from deckgen.press.target import load_target, target_names

    found = [load_target(name) for name in target_names()]
    if as_json:
        echo_json({"name": target.name, "title": target.title, "about": target.about} for target in found)
        return
    for target in found:
        click.echo(f"{target.name}: {target.about}")
