"""``audit``: are the odds right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from click import UsageError

from deckgen.cli.command import command
from deckgen.cli.options import DECKS_OR_RUN, GAME_FOLDER, LANGUAGE, PAPER, TO_STDOUT, kind_option
from deckgen.cli.output import Output, Voice
from deckgen.cli.stops import stoppable
from deckgen.errors import DeckgenError

if TYPE_CHECKING:
    from deckgen.deck.audit.auditor import Audit
    from deckgen.deck.cards import Deck


@command(
    "deckgen audit deck.json",
    "deckgen audit decks/*.json -o audit.json",
    "deckgen audit run-1/ -o certificate.pdf",
    "deckgen audit deck.json --paper letter -o certificate.pdf",
    "deckgen audit deck.json --language de -o zertifikat.pdf",
    "deckgen audit deck.json --game my-game",
)
def audit(
    decks: tuple[Path, ...] = DECKS_OR_RUN,
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
    together; all of a run if its folder is given, which deckgen batch has made. The exit code is 1 if a bar is missed.
    """
    kind = out.kind("text", "json", "pdf", asked=kind)
    if len(decks) > 1 and any(path.is_dir() for path in decks):
        raise UsageError("a run is audited by itself: give one folder, or files of decks")
    from deckgen.run.documents import audit_name, audited, not_passed

    read = _of_run if decks[0].is_dir() else _of_files
    result, first = read(decks, game_folder, language, out)
    path = out.put(audited(result, kind, paper), audit_name(first, kind))
    if not result.passed:
        raise DeckgenError(not_passed(str(path or decks[0])))


def _of_files(
    paths: Sequence[Path], game_folder: str | None, language: str | None, voice: Voice
) -> tuple[Audit, Deck]:
    from deckgen.deck.audit.auditor import audit as audit_decks
    from deckgen.run.decks import read_set
    from deckgen.run.manifest import MANIFEST

    # who names all .json files of a run's folder means its decks
    named = [path for path in paths if path.name != MANIFEST] or paths
    given, game = read_set(named, game_folder, language)
    voice.progress(f"auditing {len(given)} decks")
    return audit_decks(given, game, named), given[0]


def _of_run(
    folders: Sequence[Path], game_folder: str | None, language: str | None, voice: Voice
) -> tuple[Audit, Deck]:
    from deckgen.deck.audit.auditor import audit as audit_decks
    from deckgen.run.manifest import read_run

    run = read_run(folders[0], game_folder, language)

    def decks() -> Iterator[Deck]:
        numbers = run.numbers()
        for number in numbers:
            voice.progress(f"auditing deck {number} of {len(numbers)}")
            yield run.deck(number).deck

    with stoppable(lambda: f"{run.folder} is not audited"):
        return audit_decks(decks(), run.game), run.deck(1).deck
