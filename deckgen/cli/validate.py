"""``validate``: is the input right."""

from deckgen.cli.command import argument, command, option
from deckgen.cli.names import Name, games
from deckgen.cli.options import A_LAYOUT, LANGUAGE, VOICE
from deckgen.cli.output import Voice
from deckgen.errors import DeckgenError, Fault


@command(
    "deckgen validate future-imperfect",
    "deckgen validate my-game other-game",
    "deckgen validate future-imperfect --language de",
    "deckgen validate my-game hero.yaml people.csv my-game/sheet/theme.yaml",
    "deckgen validate art/my-card.svg future-imperfect --layout art/my-card.svg",
)
def validate(
    games: tuple[str, ...] = argument(
        "games", "GAME|FILE...", Name(games, [".svg", ".yaml", ".csv"]), nargs=-1, required=True
    ),
    layout: str | None = option(
        "--layout L", "Check the games with this layout instead of their own.", A_LAYOUT
    ),
    language: str | None = LANGUAGE,
    voice: Voice = VOICE,
) -> None:
    """Check games, the layouts of their decks, their sheets and characters.

    Every fault is told, a line each: file:line: path: what is wrong; what to do. What is only doubtful,
    such as a section without a slot, or dice that this number of cards cannot average exactly, is told as a
    warning. Of each deck whose dice are solved, every card of one is drawn. A layout can be checked alone by its .svg; a character, a table of characters, a sheet or a theme of
    sheets by its file. With --language, every text of a game that is not translated
    to it is told.
    """
    from deckgen.run.sheet_validation import is_sheet_file
    from deckgen.run.validation import validated

    others = [name for name in games if not (name.endswith(".svg") or is_sheet_file(name))]
    faults: list[Fault] = []
    for name in games:
        try:
            found = validated(name, layout, language, others)
        except DeckgenError as error:
            faults += error.faults
            continue
        for doubt in found.doubts:
            voice.note(f"warning: {doubt}")
        if not found.doubts:
            voice.note(f"{name}: nothing wrong")
        for note in found.notes:
            voice.note(f"{name}: {note}")
    if faults:
        raise DeckgenError(faults)
