"""``new-layout``: a layout of one's own, to begin with."""

from click import UsageError

from deckgen.cli.command import argument, command, option
from deckgen.cli.options import A_LAYOUT, output
from deckgen.cli.output import Output
from deckgen.errors import Fault, LayoutError
from deckgen.files import write_folder


@command("deckgen new-layout my-card", "deckgen new-layout my-card --from west -o art")
def new_layout(
    name: str = argument("name"),
    base: str = option("--from L base", "The layout to begin with.", A_LAYOUT, default="poker"),
    out: Output = output("The folder for the two files.", "."),
) -> None:
    """Start a layout of your own: an SVG to edit in Inkscape, and its theme.

    It looks like the one it begins with. Trim, bleed, safe zone and the names of slots are on
    layers that never print. Files that are there already are left alone.
    """
    from deckgen.card.layout import load_layout
    from deckgen.card.starter import starter, valid_name

    if not valid_name(name):
        raise UsageError("a layout's name is of small letters, digits, - and _, such as my-card")
    folder = out.folder("two files do not go to stdout; give a folder with -o")
    files = [folder / f"{name}{ending}" for ending in (".svg", ".yaml")]
    remedy = "choose another name, or another folder with -o"
    if there := [Fault(str(file), None, "", "is there already", remedy) for file in files if file.exists()]:
        raise LayoutError(there)
    content = starter(load_layout(base), name)
    out.wrote(write_folder(folder, zip([file.name for file in files], content, strict=True)))
