"""``targets``: the print targets that are shipped."""

from __future__ import annotations

import click

from deckgen.cli import options
from deckgen.cli.command import command
from deckgen.cli.output import echo_json


@command("deckgen targets", "deckgen targets --json")
@options.as_json
def targets(as_json: bool) -> None:
    """List the print targets: printers, services and tabletops."""
    from deckgen.press.target import load_target, target_names

    found = [load_target(name) for name in target_names()]
    if as_json:
        echo_json({"name": target.name, "title": target.title, "about": target.about} for target in found)
        return
    for target in found:
        click.echo(f"{target.name}: {target.about}")
