"""``audit``: are the odds right."""

from __future__ import annotations

from pathlib import Path

import click

from deckgen.cli import options
from deckgen.cli.command import command
from deckgen.cli.output import STDOUT, Output
from deckgen.errors import DeckgenError


@command(
    "deckgen audit deck.json",
    "deckgen audit decks/*.json --format json -o audit.json",
    "deckgen audit deck.json --format pdf --paper letter -o certificate.pdf",
    "deckgen audit deck.json --game my-game",
)
@click.argument("decks", metavar="DECK.json...", type=click.Path(path_type=Path), nargs=-1, required=True)
@options.text_or("json", "pdf", text="Of the audit; as pdf it is a certificate to hand out.")
@options.paper
@options.game_folder
@options.output("A file, or - for stdout.", default=STDOUT, show_default=True)
def audit(*, decks: tuple[Path, ...], kind: str, paper: str, game_folder: str | None, out: Output) -> None:
    """Compare the odds of decks with those of the dice.

    Cell by cell, with what is exact and what cannot be, and why. Decks of one set are audited
    together. The exit code is 1 if a bar is missed.
    """
    from deckgen.deck.audit.auditor import audit as audit_decks
    from deckgen.run.decks import read_set
    from deckgen.run.documents import audited, not_passed

    given, game = read_set(decks, game_folder)
    out.progress(f"auditing {len(given)} decks")
    result = audit_decks(given, game, decks)
    path = out.put(audited(result, kind, paper))
    if not result.passed:
        raise DeckgenError(not_passed(str(path or decks[0])))
