"""``targets``: the print targets that are shipped."""

from deckgen.cli.command import command
from deckgen.cli.options import AS_JSON
from deckgen.cli.output import echo


@command("deckgen targets", "deckgen targets --json")
def targets(as_json: bool = AS_JSON) -> None:
    """List the print targets: printers, services and tabletops, and the sizes of cards that services print."""
    from deckgen.press.sizes import all_told
    from deckgen.press.target import load_target, target_names

    targets = [load_target(name) for name in target_names()]
    found = [
        {
            "name": target.name,
            "title": target.title,
            "about": target.about,
            "sizes": [
                {"name": size.name, "trim": [size.width, size.height], "pixels": size.pixels}
                for size in target.sizes
            ],
            "other_sizes": target.other_sizes or not target.sizes,
        }
        for target in targets
    ]
    if not as_json:
        for target, entry in zip(targets, found, strict=True):
            sizes = f" Cards: {all_told(target.sizes)}." if target.sizes else ""
            entry["sizes"] = sizes.removesuffix(".") + ", and others." if target.other_sizes else sizes
    echo(found, "{name}: {about}{sizes}", as_json=as_json)
