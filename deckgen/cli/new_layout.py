"""``new-layout``: a layout of one's own, to begin with."""

from click import UsageError

from deckgen.cli.command import argument, command, option
from deckgen.cli.options import output
from deckgen.cli.output import Output


@command("deckgen new-layout my-card", "deckgen new-layout my-card --from west -o art")
def new_layout(
    name: str = argument("name"),
    base: str = option("--from", "base", default="poker", metavar="L", help="The layout to begin with."),
    out: Output = output("The folder for the two files.", default="."),
) -> None:
    """Start a layout of your own: an SVG to edit in Inkscape, and its theme.

    It looks like the one it begins with. Trim, bleed, safe zone and the names of slots are on
    layers that never print. Files that are there already are left alone.
    """
    from deckgen.card.starter import valid_name
    from deckgen.run.starters import new_layout as start

    if not valid_name(name):
        raise UsageError("a layout's name is of small letters, digits, - and _, such as my-card")
    out.wrote(start(name, base, out.folder("two files do not go to stdout; give a folder with -o")))
