"""A hero's own deck as a spec of its game: what YAML says of such decks, and the sections made of a hero's results."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

from deckgen.errors import DeckError, Problem, Problems
from deckgen.files import plain_name
from deckgen.game.decks import fingerprint
from deckgen.game.decode import decode
from deckgen.game.entries import GameEntries
from deckgen.game.hero import MOST_RESULTS, Hero, HeroDeck, HeroGroup, HeroLine, HeroResult
from deckgen.game.model import AnySection, DeckSpec, Game
from deckgen.game.sections.base import CellSpec, RolledSection
from deckgen.game.sections.grid import GridSection
from deckgen.game.sections.rolls import RollsSection
from deckgen.game.translation import Translation
from deckgen.game.values import AGAIN, CONFIRM
from deckgen.sources import YamlValue

_HOLE = re.compile(r"\{[^{}]*\}")


def read_hero_deck(
    entries: GameEntries, specs: Sequence[DeckSpec], words: Translation, problems: Problems
) -> HeroDeck | None:
    """Return what a game says of its heroes' decks; None without it, or, with problems added, if it names no deck."""
    nodes = entries.valid("hero_deck")
    if not nodes or not {"deck", "results"} <= nodes.keys():
        return None
    by_name = {spec.name: spec for spec in specs}
    if not nodes["deck"].check_name(by_name, problems, "there is no deck"):
        return None
    spec = by_name[nodes["deck"].value]
    kept = nodes["sections"].items() if "sections" in nodes else []
    known = {section.name: section for other in specs for section in other.sections}  # rulings take some from a deck
    for name in kept:
        name.check_name(known, problems, "no deck has a section")
    rolled = [section.name for section in spec.sections if isinstance(section, RolledSection)]
    groups = []
    for node in nodes["results"].items():
        node.at("of").check_name(rolled, problems, "the deck has no rolled section")
        if node.name in [name.value for name in kept]:
            node.report(problems, "a section that is kept has this name", "give the results another name")
        lines = tuple(_read_line(line, words) for line in node.items("lines"))
        texts = words.text(node, "title"), words.text(node, "help")
        groups.append(HeroGroup(node.name, *texts, node.value["of"], node.value["most"], lines))
    layout = str(nodes["layout"].value) if "layout" in nodes else spec.layout
    return HeroDeck(spec.name, layout, tuple(name.value for name in kept), tuple(groups))


def _read_line(node: YamlValue, words: Translation) -> HeroLine:
    """Return a line; a name of values alone is not translated."""
    key = name = str(node.value["name"])
    if _HOLE.sub("", key).strip():
        name = words.text(node, "name")
    return decode(HeroLine, node, {}, key=key, name=name, source=node)


def with_hero(game: Game, data: Mapping[str, Any], file: Path) -> Game:
    """Return the game with a hero's own deck, the last; ``data`` is the ``hero`` of the deck.json that is ``file``.

    Raises DeckError if the game's heroes have no decks, or if the deck's results are none of the game's.
    """
    try:
        hero = Hero.from_json(data)
        spec, *_ = [hero_spec(game, replace(hero, results=results)) for results in (hero.results, *hero.before)]
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        message = f"is not a hero's deck as {game.id} has them"
        if not game.hero_deck:
            message = f"heroes of {game.id} have no decks of their own"
        raise DeckError(Problem(str(file), None, "hero", message, "generate it again")) from error
    changed = copy(game)
    vars(changed)["decks"] = (*game.decks, spec)
    return changed


def hero_spec(game: Game, hero: Hero) -> DeckSpec:
    """Return the spec of a hero's own deck. Raises KeyError for results that the game's deck does not have."""
    rules = game.hero_deck
    if rules is None or sum(map(len, hero.results.values())) > MOST_RESULTS:
        raise KeyError(hero.name)
    base, groups = game.deck(rules.deck), {group.name: group for group in rules.groups}
    kept = [section for section in base.sections if section.name in rules.kept]
    named = {name: group_section(groups[name], game, results) for name, results in hero.results.items()}
    sections: tuple[AnySection, ...] = (*kept, *(named[name] for name in groups if name in named))
    names = {section.name for section in kept}
    resolutions = tuple(r for r in base.resolutions if {c.section for c in r.conditions} <= names)
    rising = tuple(group for group in base.rise_together if {*group} <= names)
    sha256 = fingerprint(base.playing_cards, base.draw, base.reshuffle, sections, resolutions, rising)
    return replace(
        base,
        name=f"hero-{plain_name(hero.name) or 'nameless'}",
        title=hero.name,
        sections=sections,
        layout=rules.layout,
        sha256=sha256,
        stream=base.sha256,
        resolutions=resolutions,
        rise_together=rising,
        hero=hero,
    )


def group_section(group: HeroGroup, game: Game, results: Sequence[HeroResult]) -> RollsSection:
    """Return the section of named results of a group, with the rolls of their cells. Raises KeyError for unknown cells.

    A cell is asked for what its section asks, but one that is read from several cells of a grid for what is usual.
    Meanings of marks are those that hold for results with a name and a bonus.
    """
    assert game.hero_deck is not None
    section = game.deck(game.hero_deck.deck).section(group.section)
    if not isinstance(section, RolledSection) or len({result.name for result in results}) < len(results):
        raise KeyError(group.name)
    by_place = cells_by_place(section)
    cells = [(result, by_place[result.column, result.row]) for result in results]
    is_pooled = isinstance(section, GridSection) and section.reads == "first-n"
    limits = [
        (result.name, section.least_open(cell), section.exact_in(cell)) for result, cell in cells if not is_pooled
    ]
    again = game.language.phrase("Draw another card and add the result of the same name.")
    marks = {**dict(section.marks), AGAIN: again}
    if CONFIRM in marks and any(cell.roll.bonus or result.bonus for result, cell in cells):
        marks[CONFIRM] = game.language.phrase("First take off what is added. {rule}", rule=marks[CONFIRM])
    return RollsSection(
        name=group.name,
        title=group.title,
        help=group.help,
        rolls=tuple((result.name, replace(cell.roll, bonus=cell.roll.bonus + result.bonus)) for result, cell in cells),
        marks=tuple(marks.items()),
        labels=tuple(_labels(group, results)),
        tail_bar=None if is_pooled else section.tail_bar,
        open_least=tuple(sorted((name, least) for name, least, _ in limits if least is not None)),
        exact=tuple(sorted((name, where) for name, _, where in limits if where != "auto")),
    )


def _labels(group: HeroGroup, results: Sequence[HeroResult]) -> Iterator[tuple[str, str]]:
    """Yield the results' names with what the game's language calls them, if it is something else."""
    for line in group.lines:
        pattern = "(.+)".join(map(re.escape, _HOLE.split(line.key)))
        for match in (re.fullmatch(pattern, result.name) for result in results if line.key != line.name):
            if match:
                label = line.name
                for hole, value in zip(_HOLE.findall(line.key), match.groups(), strict=True):
                    label = label.replace(hole, value)
                yield match[0], label


def solved_specs(game: Game) -> tuple[DeckSpec, ...]:
    """Return the specs that a lock file is for: the game's decks, and one of all results that heroes' decks may have."""
    if game.hero_deck is None:
        return game.decks
    base, sections = game.deck(game.hero_deck.deck), []
    for group in {group.section: group for group in game.hero_deck.groups}.values():
        cells = base.section(group.section).rolled_cells()
        results = [HeroResult(f"{cell.column}-{cell.row}", cell.column, cell.row) for cell in cells]
        sections.append(group_section(group, game, results))
    return (*game.decks, replace(base, sections=tuple(sections)))


def cells_by_place(section: AnySection) -> dict[tuple[str, int], CellSpec]:
    """Return the cells of a section that are rolled in play, by column or roll, and row."""
    return {(cell.column, cell.row): cell for cell in section.rolled_cells()}
