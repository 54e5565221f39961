"""``new-layout``, ``preview`` and ``watch``: an artist's way from a shipped layout to one of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deckgen.cli import options
from deckgen.cli.generate import deal
from deckgen.cli.group import Command
from deckgen.cli.inputs import layout_of, read_files, spec_of
from deckgen.cli.output import STDOUT, Voice, put
from deckgen.errors import DeckgenError, Fault, LayoutError

if TYPE_CHECKING:
    from deckgen.draw.drawing import Faces

_REFRESH = 2  # seconds after which a watched page looks for news
layout_option = click.option(
    "--layout", metavar="L", help="A shipped layout or a path to one; the game's choice by default."
)


@click.command(
    "new-layout",
    cls=Command,
    section="Make",
    examples=("deckgen new-layout my-card", "deckgen new-layout my-card --from west -o art"),
)
@click.argument("name")
@click.option(
    "--from", "base", default="poker", show_default=True, metavar="L", help="The layout to begin with."
)
@options.output(".", "The folder for the two files.")
@options.quiet
def new_layout(*, name: str, base: str, output: str, quiet: bool) -> None:
    """Start a layout of your own: an SVG to edit in Inkscape, and its theme.

    It looks like the one it begins with. Trim, bleed, safe zone and the names of slots are on
    layers that never print. Files that are there already are left alone.
    """
    from deckgen.card.layout import load_layout  # noqa: PLC0415  fonts and SVG
    from deckgen.card.starter import starter, valid_name  # noqa: PLC0415

    if not valid_name(name):
        raise click.UsageError("a layout's name is of small letters, digits, - and _, such as my-card")
    if output == STDOUT:
        raise click.UsageError("two files do not go to stdout; give a folder with -o")
    files = [Path(output, f"{name}{ending}") for ending in (".svg", ".yaml")]
    faults = [
        Fault(str(file), None, "", "is there already", "choose another name, or another folder with -o")
        for file in files
        if file.exists()
    ]
    if faults:
        raise LayoutError(faults)
    voice = Voice(quiet)
    for file, content in zip(files, starter(load_layout(base), name), strict=True):
        put(content, str(file))
    voice.wrote(files)


@click.command(
    cls=Command,
    section="Look",
    examples=("deckgen preview deck.json", "deckgen preview deck.json --layout art/my-card.svg -o look"),
)
@click.argument("deck", metavar="DECK.json", type=click.Path(path_type=Path))
@layout_option
@options.game_folder
@options.output("preview", "The folder for cards.png and cards.html.")
@options.quiet
def preview(*, deck: Path, layout: str | None, game_folder: str | None, output: str, quiet: bool) -> None:
    """Show all cards of a deck: a picture of them all, and a page for a browser.

    The page needs no network and no other file, and can show the cards in greys and at their size.
    """
    voice = Voice(quiet)
    faces, title = _drawn(str(deck), layout, game_folder, "1", voice)
    voice.wrote(_show(faces, title, Path(output), voice))


@click.command(
    cls=Command,
    section="Look",
    examples=("deckgen watch future-imperfect --layout art/my-card.svg", "deckgen watch deck.json -o look"),
)
@click.argument("source", metavar="GAME_OR_DECK")
@layout_option
@options.game_folder
@click.option(
    "--seed", type=options.Seed(), default="1", show_default=True, help="For a game: the deck to show."
)
@options.output("preview", "The folder for cards.png and cards.html.")
@options.quiet
def watch(
    *, source: str, layout: str | None, game_folder: str | None, seed: str, output: str, quiet: bool
) -> None:
    """Show all cards, and show them anew when game, deck or layout change.

    The page in the browser reloads by itself. What is wrong is told, and the watch goes on; it ends
    with Ctrl-C. Needs the package watchfiles.
    """
    try:
        import watchfiles  # noqa: PLC0415  an extra
    except ImportError:
        remedy = "install it: pip install 'deckgen[watch]'"
        raise DeckgenError(Fault("watch", None, "", "the package watchfiles is not there", remedy)) from None
    voice, out = Voice(quiet), Path(output)
    folders = _folders(source, layout, game_folder)
    voice.note(f"watching {', '.join(map(str, folders))}; Ctrl-C ends it")
    changes = watchfiles.watch(*folders, raise_interrupt=False)
    for _ in _worth(({path for _, path in change} for change in changes), out):
        try:
            faces, title = _drawn(source, layout, game_folder, seed, voice)
            voice.wrote(_show(faces, title, out, voice, refresh=_REFRESH))
        except DeckgenError as error:
            for fault in error.faults:
                click.echo(str(fault), err=True)


def _worth(changes: Iterable[set[str]], out: Path) -> Iterator[None]:
    """Once at the start, then for every change of something but our own results and hidden files."""
    yield
    for paths in changes:
        places = [Path(path) for path in paths]
        if any(out.resolve() not in place.resolve().parents and place.name[:1] != "." for place in places):
            yield


def _folders(source: str, layout: str | None, game_folder: str | None) -> list[Path]:
    """The folders of what the cards depend on. Raises DeckgenError if the source or the layout is not there."""
    from deckgen.files import shipped  # noqa: PLC0415
    from deckgen.game import load  # noqa: PLC0415

    if source.endswith(".json"):
        (file,), game = read_files([Path(source)], game_folder)
        folders, name = {Path(source).parent, game.folder}, file.deck
    else:
        game = load(source)
        folders, name = {game.folder}, game.decks[0].name
    chosen = Path(layout or layout_of(game, game.deck(name)))
    folders.add(chosen.parent if chosen.suffix in (".svg", ".yaml") else shipped("layouts") / "card")
    missing = [folder for folder in folders if not folder.is_dir()]
    if missing:
        raise LayoutError(
            Fault(str(chosen), None, "", "there is no such layout", "name a shipped layout, or an .svg")
        )
    return sorted(folders)


def _drawn(
    source: str, layout: str | None, game_folder: str | None, seed: str, voice: Voice
) -> tuple[Faces, str]:
    """The faces of a deck, given or dealt from a game, and a title."""
    from deckgen.card.faces import draw_faces  # noqa: PLC0415
    from deckgen.card.layout import load_layout  # noqa: PLC0415
    from deckgen.game import load  # noqa: PLC0415

    if source.endswith(".json"):
        (file,), game = read_files([Path(source)], game_folder)
        spec = spec_of(game, file.deck)
        deck = file.typed(spec)  # dealt from older data it may still be drawn
    else:
        game = load(source)
        spec = spec_of(game, None)
        (deck,) = deal(game, spec, seed, 1, voice)
    faces = draw_faces(load_layout(layout or layout_of(game, spec)), game, spec, deck)
    return faces, f"{game.title}: {spec.title}"


def _show(faces: Faces, title: str, folder: Path, voice: Voice, *, refresh: int = 0) -> list[Path]:
    """Write the contact sheet and the page."""
    from deckgen.press.preview import contact_sheet, page  # noqa: PLC0415  cairosvg

    voice.progress("drawing")
    made = {"cards.png": contact_sheet(faces), "cards.html": page(faces, title, refresh=refresh)}
    for name, content in made.items():
        put(content, str(folder / name))
    return [folder / name for name in made]
