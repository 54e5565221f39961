"""The authors' worked examples of a game: which come out, with cards of a dealt deck or on a filled sheet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from deckgen.deck.replay import Replay, replay, ruled
from deckgen.errors import DeckgenError, Problems, format_count
from deckgen.game import read_game
from deckgen.game.cases import Case, read_cases
from deckgen.game.model import Game
from deckgen.game.reader import sheet_words
from deckgen.sheet.character import derive_character
from deckgen.sheet.model import SheetSpec
from deckgen.sheet.reader import read_sheet


@lru_cache(maxsize=1)
def replay_all(game: Game) -> list[Replay]:
    """Return all cases of a game, replayed in its original language, in its order; cached.

    Raises DeckgenError where a case does not fit the sheet.
    """
    if game.language.code != game.languages[0]:
        game = read_game(game.folder, rulings=game.changed_rulings)
    replays = {result.case.name: result for result in replay(game)}
    return [replays.get(case.name) or _fill(case, _sheet(ruled(game, case))) for case in read_cases(game)]


@lru_cache(maxsize=16)
def _sheet(game: Game) -> SheetSpec:
    return read_sheet(game, sheet_words(game.folder))


def _fill(case: Case, spec: SheetSpec) -> Replay:
    """Return a case whose facts are fields of a sheet."""
    sheet = case.node.at("sheet")
    fields = {"game": spec.game} | ({"name": case.name} if "name" in spec.groups else {})
    texts = derive_character(replace(sheet, value={**fields, **sheet.value}), spec).texts
    for name in case.facts:
        case.node.at("facts", name).check_name(texts, problems := Problems(), "the sheet has no field", name)
        problems.raise_as(DeckgenError)
    differences = ((name, texts[name]) for name, value in case.facts.items() if texts[name] != str(value))
    return Replay(case, differences=tuple(differences))


def check_cases(game: Game) -> None:
    """Raise DeckgenError with every fact that differs from its case, and every case whose cards no deck has.

    Under other rulings than the game's own, only cases that name theirs can be wrong.
    """
    problems = Problems()
    for result in replay_all(game):
        case = result.case
        if game.changed_rulings and not case.rulings:
            continue
        if case.situation and result.deck is None:
            cards = "; ".join(" and ".join(map(str, card)) for card in case.cards)
            remedy = "let one card show less, or read the example again"
            case.node.at("cards").report(problems, f"no card of the decks that were tried shows {cards}", remedy)
        for name, value in result.differences:
            node = case.node.at("facts", name) if name in case.facts else case.node.at(name)
            node.report(problems, f"it is {value}", "correct the case, or what decides it")
    problems.raise_as(DeckgenError)


def listed(game: Game) -> Iterator[str]:
    """Yield lines of text about cases: source and story, the cards that play it, the rulings, what comes out."""
    replays = replay_all(game)
    for result in replays:
        case, rulings = result.case, result.case.rulings or game.changed_rulings
        yield f"{case.name} ({case.source})"
        yield f"  {case.text}"
        if result.deck:
            cards = ", ".join(card.face.printed_name for card in result.cards)
            yield f"  {result.deck.deck}, seed {result.deck.seed}, deck {result.deck.number} of {result.deck.of}: {cards}"
        if rulings:
            yield "  ruled so: " + ", ".join(f"{ruling}: {choice}" for ruling, choice in rulings.items())
        if case.contradicts:
            yield f"  the author contradicts it in {case.contradicts}"
        different = [f"{name} {value}, not {case.facts.get(name)}" for name, value in result.differences]
        same = [f"{name} {'–' if value is None else value}" for name, value in case.facts.items()]
        yield f"  {'does not come out' if different else 'comes out'}: {', '.join(different or same)}"
    count, facts = sum(not result.differences for result in replays), sum(len(result.case.facts) for result in replays)
    if replays:
        yield f"{count} of {format_count(len(replays), 'worked example')} come out, {format_count(facts, 'fact')}"
