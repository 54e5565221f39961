"""``audit``: are the odds right."""

from pathlib import Path

from deckgen.cli.command import argument, command
from deckgen.cli.options import FILE, GAME_FOLDER, LANGUAGE, PAPER, TO_FILE, text_or
from deckgen.cli.output import Output
from deckgen.errors import DeckgenError


@command(
    "deckgen audit deck.json",
    "deckgen audit decks/*.json --format json -o audit.json",
    "deckgen audit deck.json --format pdf --paper letter -o certificate.pdf",
    "deckgen audit deck.json --format pdf --language de -o zertifikat.pdf",
    "deckgen audit deck.json --game my-game",
)
def audit(
    decks: tuple[Path, ...] = argument("decks", "DECK.json...", FILE, nargs=-1, required=True),
    kind: str = text_or("json", "pdf", of="Of the audit; as pdf it is a certificate to hand out."),
    paper: str = PAPER,
    language: str | None = LANGUAGE,
    game_folder: str | None = GAME_FOLDER,
    out: Output = TO_FILE,
) -> None:
    """Compare the odds of decks with those of the dice.

    Cell by cell, with what is exact and what cannot be, and why. Decks of one set are audited
    together. The exit code is 1 if a bar is missed.
    """
    from deckgen.deck.audit.auditor import audit as audit_decks
    from deckgen.run.decks import read_set
    from deckgen.run.documents import audited, not_passed

    given, game = read_set(decks, game_folder, language)
    out.progress(f"auditing {len(given)} decks")
    result = audit_decks(given, game, decks)
    path = out.put(audited(result, kind, paper))
    if not result.passed:
        raise DeckgenError(not_passed(str(path or decks[0])))
