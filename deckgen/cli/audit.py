"""``audit``: are the odds right."""

from pathlib import Path

from deckgen.cli.command import command
from deckgen.cli.options import DECKS, GAME_FOLDER, LANGUAGE, PAPER, TO_STDOUT, kind_option
from deckgen.cli.output import Output
from deckgen.errors import DeckgenError


@command(
    "deckgen audit deck.json",
    "deckgen audit decks/*.json -o audit.json",
    "deckgen audit deck.json --paper letter -o certificate.pdf",
    "deckgen audit deck.json --language de -o zertifikat.pdf",
    "deckgen audit deck.json --game my-game",
)
def audit(
    decks: tuple[Path, ...] = DECKS,
    kind: str | None = kind_option(
        "text", "json", "pdf", of="Of the audit; as pdf it is a certificate to hand out"
    ),
    paper: str = PAPER,
    language: str | None = LANGUAGE,
    game_folder: str | None = GAME_FOLDER,
    out: Output = TO_STDOUT,
) -> None:
    """Compare the odds of decks with those of the dice.

    Cell by cell, with what is exact and what cannot be, and why. Decks of one set are audited
    together. The exit code is 1 if a bar is missed.
    """
    kind = out.kind("text", "json", "pdf", asked=kind)
    from deckgen.deck.audit.auditor import audit as audit_decks
    from deckgen.run.decks import read_set
    from deckgen.run.documents import audit_name, audited, not_passed

    given, game = read_set(decks, game_folder, language)
    out.progress(f"auditing {len(given)} decks")
    result = audit_decks(given, game, decks)
    path = out.put(audited(result, kind, paper), audit_name(given[0], kind))
    if not result.passed:
        raise DeckgenError(not_passed(str(path or decks[0])))
