"""``diff``: where two decks differ."""

from pathlib import Path

from deckgen.cli.command import argument, command
from deckgen.cli.options import DECK_PATH, GAME_FOLDER, LANGUAGE, LAYOUT, output
from deckgen.cli.output import Output


@command(
    "deckgen diff deck-1.json deck-2.json -o diff.html",
    "deckgen diff old.json new.json --language de -o vergleich.html",
)
def diff(
    one: Path = argument("one", "A.json", DECK_PATH),
    other: Path = argument("other", "B.json", DECK_PATH),
    layout: str | None = LAYOUT,
    language: str | None = LANGUAGE,
    game_folder: str | None = GAME_FOLDER,
    out: Output = output("An .html file, a folder, or - for stdout."),
) -> None:
    """Show where two decks of one kind differ: a page for a browser.

    Cards stand side by side, and what differs is marked on them; above them are the figures of both audits. If
    the decks are the same, it says so.
    """
    out.kind("html")
    from deckgen.run.comparison import comparison, read_pair

    first, second = read_pair(one, other, game_folder, language)
    names = one.name, other.name
    if one.name == other.name:
        names = str(one), str(other)
    page = comparison(first, second, names, layout, out.progress)
    out.put(page, f"{first.stem}-diff.html")
    if first.deck.id == second.deck.id:
        out.note(f"{one} and {other} are the same deck")
