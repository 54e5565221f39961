"""The decks of a game: their cards, and their sections."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from typing import Any

from deckgen.errors import Problems, suggest
from deckgen.game.card_tables import table_path
from deckgen.game.entries import GameEntries
from deckgen.game.faces import LARGEST, SMALLEST, PlayingCard, read_playing_cards
from deckgen.game.model import KINDS, AnySection, BoxWords, DeckSpec, DrawModel, Reshuffle
from deckgen.game.resolutions import Reaching, Resolution, Showing, read_resolutions
from deckgen.game.rising import read_rising
from deckgen.game.sections.base import DeckContext, Head
from deckgen.game.sections.dice import DiceRoll, DiceSection
from deckgen.game.sections.distribution import DistributionSection, TextSection
from deckgen.game.sections.fixed import FixedSection, OrdinalSection, PictureSection, ProseSection, fixed_outcomes
from deckgen.game.sections.grid import Column, GridSection
from deckgen.game.sections.marks import MarksSection
from deckgen.game.sections.rolls import RollsSection
from deckgen.game.sections.shares import Outcome
from deckgen.game.sections.stack import HitLocation, StackSection
from deckgen.game.sections.table import TableSection
from deckgen.game.translation import Translation
from deckgen.odds.joint import Joint, Part
from deckgen.odds.roll import Die, Roll
from deckgen.sources import YamlValue

_NOT_HASHED = frozenset(
    {"title", "help", "labels", "printed", "attributes", "beyond", "marks", "folder", "expression", "written"}
)
"""Fields that change what is printed about a section, not what is dealt."""
_HASH_NAMES = {
    PlayingCard: "Face",
    Outcome: "Outcome",
    Roll: "Roll",
    Column: "Column",
    HitLocation: "Place",
    Resolution: "Resolution",
    Reaching: "Reaching",
    Showing: "Showing",
    OrdinalSection: "Ordinal",
    TableSection: "Table",
    DistributionSection: "Distribution",
    FixedSection: "Fixed",
    RollsSection: "Rolls",
    GridSection: "Grid",
    StackSection: "Stack",
    MarksSection: "Marks",
    TextSection: "Text",
    ProseSection: "Prose",
    PictureSection: "Picture",
    DiceSection: "Dice",
    DiceRoll: "Roll",
    Joint: "Joint",
    Part: "Part",
    Die: "Die",
}
"""The name of each class in the hash of a deck's rules: never change one, whatever the class is called."""


def read_decks(entries: GameEntries, words: Translation, problems: Problems) -> tuple[DeckSpec, ...]:
    """Return all valid decks of a game; problems are added for others, and for resolutions that no deck has."""
    chains = {name: _extended_chain(name, entries, problems) for name in entries.valid("decks")}
    decks = (_read_deck(name, nodes, entries, words, problems) for name, nodes in chains.items() if nodes)
    specs = tuple(deck for deck in decks if deck is not None)
    used_names = {resolution.name for deck in specs for resolution in deck.resolutions}
    for name, node in entries.local("resolutions").items() if not problems else ():
        if name not in used_names:
            node.report(problems, "no deck has all of its sections", "name sections of one deck, or delete it")
    return specs


def _extended_chain(name: str, entries: GameEntries, problems: Problems) -> list[YamlValue]:
    """Return the deck's values, the most basic one that it extends first, itself last.

    Empty if one is broken, or, with a problem added, if one is missing or they extend each other in a circle.
    """
    decks = entries.all_of("decks")
    chain = [decks[name]]
    while "extends" in chain[0].value:
        node = chain[0].at("extends")
        if not node.check_name(decks, problems, "there is no deck") or ("decks", node.value) in entries.broken:
            return []
        if decks[node.value] in chain:
            remedy = "delete one extends of the circle"
            node.report(problems, f'extending "{node.value}" makes a circle', remedy)
            return []
        chain.insert(0, decks[node.value])
    return chain


def _read_deck(
    name: str, nodes: list[YamlValue], entries: GameEntries, words: Translation, problems: Problems
) -> DeckSpec | None:
    """Return the deck that ``nodes`` describe together: keys of a later one replace those of earlier ones.

    Wrong sections are left out; None if its cards are missing or wrong. Problems are added for both.
    """
    values_by_key = {key: node.at(key) for node in nodes for key in node.value}
    instead = {replacement.name: replacement for node in nodes for replacement in node.items("instead")}
    cards_node = values_by_key.get("cards")
    table = entries.tables.get(table_path(cards_node)) if cards_node and isinstance(cards_node.value, str) else None
    if cards_node is None or (table is None and isinstance(cards_node.value, str)):
        return None
    table_cells = table.sections() if table else {}
    sources = _source_names(values_by_key.get("sections"), instead, entries, table_cells if table else None, problems)
    cards = table.playing_cards(words) if table else read_playing_cards(cards_node, problems, words)
    if cards is None:
        return None
    values = {key: node.value for key, node in values_by_key.items()}
    draw, reshuffle = values.get("draw", "without-replacement"), values.get("reshuffle", "jokers")
    columns = dict.fromkeys(entries.all_of("columns")) | entries.valid("columns")
    context = DeckContext(cards, columns, problems, words, draw, table_cells, cards_node.source.path.parent)
    valid_sections, titles = entries.valid("sections"), table.titles if table else {}
    sections_by_name = {
        name: _read_section(name, valid_sections[source], context)
        if source in valid_sections
        else ProseSection.from_cells(Head(name=name, title=titles[name], help="", marks=()), table_cells[name], context)
        for name, source in sources.items()
        if source in valid_sections or (name in table_cells and name not in entries.all_of("sections"))
    }
    sections: tuple[AnySection, ...] = tuple(section for section in sections_by_name.values() if section is not None)
    deck_resolutions = tuple(read_resolutions(entries, sections_by_name, context))
    known_sections = entries.all_of("sections")
    rising = tuple(read_rising(values_by_key.get("rise_together"), sections_by_name, known_sections, problems))
    references = values_by_key["reference_cards"].items() if "reference_cards" in values_by_key else []
    for reference in references:
        reference.check_name(entries.all_of("reference_cards"), problems, "there is no reference card", reference.name)
    spec = DeckSpec(
        name=name,
        title=words.text(values_by_key["title"]),
        playing_cards=cards,
        draw=draw,
        reshuffle=reshuffle,
        sections=sections,
        layout=values.get("layout", "base/1"),
        sha256=fingerprint(cards, draw, reshuffle, sections, deck_resolutions, rising),
        resolutions=deck_resolutions,
        reference_cards=tuple((reference.name, reference.value) for reference in references),
        box=read_box_words(words, entries.valid("game").get("game"), *nodes),
        rise_together=rising,
    )
    if table and spec.is_dealt and not SMALLEST <= spec.size <= LARGEST:
        remedy = f"a deck to which something is dealt has {SMALLEST} to {LARGEST} cards"
        cards_node.report(problems, f"the table has {spec.size} cards", remedy)
    return spec


def read_box_words(words: Translation, *nodes: YamlValue | None) -> BoxWords:
    """Return the texts on a box: each from the last of ``nodes`` that has it."""
    lines = {line.name: line for node in nodes if node is not None for line in node.items("box")}
    return BoxWords(**{key: words.text(line) for key, line in lines.items()})


def _read_section(name: str, node: YamlValue, context: DeckContext) -> AnySection | None:
    """Return a section on the cards of a deck; None, with problems added, if it does not fit."""
    texts = node.items("marks")
    marks = tuple((mark_text.name, context.words.text(mark_text)) for mark_text in texts)
    head = Head(name=name, title=context.words.text(node, "title"), help=context.words.text(node, "help"), marks=marks)
    section: AnySection | None
    cells, kind = context.table_cells.get(name), KINDS[node.value["kind"]]
    if cells is not None and kind is DistributionSection:
        section = fixed_outcomes(head, node.at("outcomes"), cells, context)
    elif cells is not None and not issubclass(kind, FixedSection):
        message = f"the section {name}, which is a {kind.kind()}, has no values that a table could hold"
        context.report(cells[0], message, "call the column something else, or delete it")
        return None
    else:
        section = kind.from_yaml(head, node, context)
    possible_marks = section.possible_marks(context.playing_cards) if section else ()
    for mark_text in texts if section else []:
        if mark_text.name not in possible_marks:
            remedy = suggest(mark_text.name, possible_marks) if possible_marks else "delete it"
            context.report(mark_text, f'no card can have the mark "{mark_text.name}" here', remedy)
    return section


def _source_names(
    listed: YamlValue | None,
    instead: dict[str, YamlValue],
    entries: GameEntries,
    columns: Collection[str] | None,
    problems: Problems,
) -> dict[str, str]:
    """Return, by a section's name on the card, the name of the section that defines it; adds problems.

    ``listed`` are the deck's sections, None for all that no table fills; ``instead`` names sections that replace
    others. The cards of a table have the sections of its ``columns``, and those that are listed.
    """
    sections = entries.all_of("sections")
    if listed is not None or columns is not None:
        named = listed.items() if listed else []
        for section in named:
            section.check_name({*sections, *(columns or ())}, problems, "there is no section")
        names = [*dict.fromkeys((*(section.value for section in named), *(columns or ())))]
    else:
        # Sections that replace others are not dealt by themselves.
        replacements = {
            source for node in entries.valid("decks").values() for source in node.get("instead", {}).values()
        }
        names = sorted(name for name, node in sections.items() if name not in replacements and not _needs_table(node))
    for name, node in instead.items():
        node.check_name(names, problems, "the deck has no section", name)
        node.check_name(sections, problems, "there is no section")
    return {name: instead[name].value if name in instead else name for name in names}


def _needs_table(node: YamlValue) -> bool:
    """Return whether a section has its values from a deck's table."""
    kind = node.get("kind") if isinstance(node.value, dict) else None
    return kind in ("prose", "picture") or (kind == "fixed" and "values" not in node.value)


def fingerprint(
    faces: Sequence[PlayingCard],
    draw: DrawModel,
    reshuffle: Reshuffle,
    sections: Sequence[AnySection],
    resolutions: Sequence[Resolution],
    rising: Sequence[tuple[str, ...]],
) -> str:
    """Return the SHA-256, as hex digits, of a deck's rules.

    It does not depend on the order of sections or texts about them. A field with its default value is left
    out, so that a rule added later changes no older deck's hash; so are resolutions and groups that rise together, if
    there are none.
    """
    rules: dict[str, Any] = {
        "faces": [_hashable_rules(face) for face in faces],
        "draw": draw,
        "reshuffle": reshuffle,
        "sections": {section.name: _hashable_rules(section) for section in sections},
    }
    later_rules = {
        "resolutions": {resolution.name: _hashable_rules(resolution) for resolution in resolutions},
        "rise_together": list(rising),
    }
    rules |= {key: value for key, value in later_rules.items() if value}
    text = json.dumps(rules, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _hashable_rules(value: Any) -> Any:
    """Return a value as JSON data: of a record its hash name, and the fields that are not at their default."""
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, tuple):
        return [_hashable_rules(item) for item in value]
    if isinstance(value, Mapping):
        return [_hashable_rules(item) for item in value.items()]
    if not is_dataclass(value):
        return value
    rules = {
        field.name: _hashable_rules(getattr(value, field.name))
        for field in fields(value)
        if field.name not in _NOT_HASHED and (field.default is MISSING or field.default != getattr(value, field.name))
    }
    return {"kind": _HASH_NAMES[type(value)], **rules}
