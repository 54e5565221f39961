"""``validate``: is the input right."""

from __future__ import annotations

import click

from deckgen.cli import options
from deckgen.cli.command import command
from deckgen.cli.output import Voice
from deckgen.errors import DeckgenError, Fault


@command(
    "deckgen validate future-imperfect",
    "deckgen validate my-game other-game",
    "deckgen validate art/my-card.svg future-imperfect --layout art/my-card.svg",
)
@click.argument("games", metavar="GAME...", nargs=-1, required=True)
@click.option("--layout", metavar="L", help="Check the games with this layout instead of their own.")
@options.language
@options.quiet
def validate(games: tuple[str, ...], layout: str | None, language: str | None, voice: Voice) -> None:
    """Check the data of games and the layouts of their decks.

    Every fault is told, a line each: file:line: path: what is wrong; what to do. What is only doubtful,
    such as a section without a slot, is told as a warning. A layout can be checked alone by its .svg.
    """
    from deckgen.run.validation import validated

    faults: list[Fault] = []
    for name in games:
        try:
            doubts = validated(name, layout, language)
        except DeckgenError as error:
            faults += error.faults
            continue
        for doubt in doubts:
            voice.note(f"warning: {doubt}")
        if not doubts:
            voice.note(f"{name}: nothing wrong")
    if faults:
        raise DeckgenError(faults)
