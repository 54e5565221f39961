"""``targets``: the print targets that are shipped."""

from deckgen.cli.command import command
from deckgen.cli.options import AS_JSON
from deckgen.cli.output import echo


@command("deckgen targets", "deckgen targets --json")
def targets(as_json: bool = AS_JSON) -> None:
    """List the print targets: printers, services and tabletops."""
    from deckgen.press.target import load_target, target_names

    targets = [load_target(name) for name in target_names()]
    found = [{"name": target.name, "title": target.title, "about": target.about} for target in targets]
    echo(found, "{name}: {about}", as_json=as_json)
