"""What attacks come to: those of characters, with each of their weapons, on another one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from deckgen.errors import DeckgenError, Problem
from deckgen.game.model import DeckSpec, Game, playable_situations
from deckgen.library.documents import Document, Progress, file_names, ignore, in_turn, pages_pdf
from deckgen.library.sheets import Person, people_at_table

if TYPE_CHECKING:
    from deckgen.deck.cards import Deck
    from deckgen.document.odds.attacks import Attack


@in_turn
def attack_document(
    game: Game,
    spec: DeckSpec,
    deck: Deck | None,
    people: Sequence[Person],
    against: Person,
    paper: str = "a4",
    progress: Progress = ignore,
) -> Document:
    """Return what attacks of people on another one come to (html, pdf, csv), with dice and with a ``deck`` if there is one.

    Without ``people`` all that come with the game attack. Raises DeckgenError with all that is wrong with them.
    """
    shipped = (path for kind in ("yaml", "csv") for path in (game.folder / "characters").glob(f"*.{kind}"))
    people = people or sorted(shipped)
    attackers, targets = (people_at_table(game, game.changed_rulings, named, "") for named in (people, [against]))
    if len(targets) != 1:
        problem = f"these are {len(targets)} characters, and a table is about one target"
        raise DeckgenError(Problem(str(against), None, "", problem, "name the file of one character"))
    attacks = [*_attacks(game, spec, deck, attackers, targets[0], progress)]
    if not attacks:
        message = f'there is no attack to compute: no weapon has a procedure with odds in the deck "{spec.name}"'
        remedy = "name a character with a weapon and a deck that attacks are read on, or add odds: to procedures"
        raise DeckgenError(Problem(str(game.folder), None, "procedures", message, remedy))

    def make(kind: str) -> bytes:
        from deckgen.document.odds.attacks import attack_csv, attack_html, attack_pages

        name = targets[0]["name"]
        if kind == "pdf":
            return pages_pdf(paper, "the table", lambda: attack_pages(game, attacks, name, deck, paper=paper))
        return attack_csv(attacks) if kind == "csv" else attack_html(game, attacks, name, deck)

    return Document(make, file_names(f"{game.id}-attacks", "html", "pdf", "csv", paper=paper))


def _attacks(
    game: Game,
    spec: DeckSpec,
    deck: Deck | None,
    attackers: Sequence[Mapping[str, Any]],
    target: Mapping[str, Any],
    progress: Progress,
) -> Iterator[Attack]:
    """Yield each attack of people on a target once, however many of them are alike."""
    from deckgen.deck.forecasts import Forecaster
    from deckgen.deck.situations import answers
    from deckgen.document.odds.attacks import Attack
    from deckgen.sheet.person import attack_answers

    def target_answers(roll: str, known: Mapping[str, Any], added: Mapping[tuple[str, str], int]) -> Mapping[str, Any]:
        tracks = {**target["tracks"]}
        for (track, place), marks in added.items():
            name = f"{track}.{target['places'].get(place, place)}"
            if name in tracks:
                tracks[name] = {**tracks[name], "value": min(tracks[name]["value"] + marks, tracks[name]["most"])}
        presets = (preset for preset in target["presets"] if preset["roll"] == roll)
        given, _ = attack_answers({**target, "tracks": tracks}, next(presets, {"given": {}}), {"target": {}})
        return answers(procedures[roll], spec, {**given, **known})

    procedures, listed = {procedure.name: procedure for procedure in playable_situations(game.procedures, spec)}, []
    for attacker, preset in ((person, preset) for person in attackers for preset in person["presets"]):
        name, procedure = preset["title"], procedures.get(preset["roll"])
        given, placed = attack_answers(attacker, preset, target)
        if procedure is None or procedure.forecast is None or (name, procedure.name, given, placed) in listed:
            continue
        listed.append((name, procedure.name, given, placed))
        progress(f"{attacker['name']}: {name}")
        asked = {**given, **procedure.forecast.asks}
        forecaster = Forecaster(procedure, spec, deck, placed, procedures, target_answers)
        rows = [forecaster.chances(answers(procedure, spec, {**asked, **row})) for row in procedure.forecast.rows]
        yield Attack(attacker["name"], name, procedure, rows)
