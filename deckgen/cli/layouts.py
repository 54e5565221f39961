"""``layouts``: the layouts that are shipped."""

from deckgen.cli.command import command
from deckgen.cli.options import AS_JSON
from deckgen.cli.output import echo


@command("deckgen layouts", "deckgen layouts --json")
def layouts(as_json: bool = AS_JSON) -> None:
    """List the shipped layouts, by what they are for."""
    from deckgen.files import shipped

    themes = sorted(shipped("layouts").glob("*/*.yaml"))
    found = [{"kind": theme.parent.name, "name": theme.stem} for theme in themes]
    echo(found, "{kind}: {name}", as_json=as_json)
