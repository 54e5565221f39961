"""Sections ``fixed``, ``prose``, ``picture`` and ``ordinal``: values determined by the card; nothing is dealt."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar, Literal, Self

from deckgen.errors import suggest
from deckgen.game.faces import PlayingCard
from deckgen.game.sections.base import DealtResults, DealtVariable, DeckContext, Head, Section
from deckgen.game.sections.distribution import WordedSection, audit_name
from deckgen.game.sections.shares import Outcome, entry_values
from deckgen.game.values import NONE, VALUE, Scalar
from deckgen.markup import has_open_stars
from deckgen.reach import OutOfReachError, resolve_named
from deckgen.records import record
from deckgen.sources import YamlValue

_INTEGER = re.compile(r"-?[0-9]{1,9}")


@record
class FixedSection(WordedSection):
    """A value determined by the playing card: ``values[impulse]``; ``outcomes`` are the different values."""

    values: tuple[Scalar, ...]

    @classmethod
    def from_yaml(cls, head: Head, node: YamlValue, context: DeckContext) -> Self | None:
        """Return the section: a card has the value of the first entry that names it, else None; or of its column."""
        if head["name"] in context.table_cells or "values" not in node.value:
            cells = context.cells_of(head["name"], node)
            return None if cells is None else cls.from_cells(head, cells, context)
        entries = node.items("values")
        choices = [_impulses_of(entry.at("on"), context) for entry in entries]
        values: list[Scalar] = []
        for impulse in range(context.size):
            pairs = zip(entries, choices, strict=True)
            values.append(next((entry.value["value"] for entry, impulses in pairs if impulse in impulses), None))
        printed = {
            (type(entry.value["value"]), entry.value["value"]): context.words.print_text(entry, "value")
            for entry in reversed(entries)
        }
        counts = Counter((type(value), value) for value in values)
        outcomes = tuple(Outcome(key[1], Fraction(cards), printed.get(key)) for key, cards in counts.items())
        return cls(**head, values=tuple(values), outcomes=outcomes)

    @classmethod
    def from_cells(cls, head: Head, cells: Sequence[YamlValue], context: DeckContext) -> Self:
        """Return the section of these cells, one for each card; adds problems for those that it cannot have."""
        values = [cls.read_cell(cell, context) for cell in cells]
        printed = {
            value: context.words.translation_of(cell)
            for value, cell in zip(values, cells, strict=True)
            if isinstance(value, str) and cls.is_printed
        }
        outcomes = tuple(Outcome(value, Fraction(n), printed.get(str(value))) for value, n in Counter(values).items())
        return cls(**head, values=tuple(values), outcomes=outcomes)

    is_printed: ClassVar[bool] = True
    """Whether its texts are printed, and so translated."""

    @classmethod
    def read_cell(cls, cell: YamlValue, context: DeckContext) -> Scalar:
        """Return the value in a table's cell: a whole number, a text, None if it is empty."""
        text = str(cell.value)
        return int(text) if _INTEGER.fullmatch(text) else text or None

    def dealt_variables(self, size: int) -> Sequence[DealtVariable]:
        return ()

    def audited_variables(self, size: int) -> Sequence[DealtVariable]:
        """Return the values as if they were dealt."""
        return super().dealt_variables(size)

    def card_values(self, dealt: DealtResults) -> Sequence[Scalar]:
        return self.values


def _impulses_of(node: YamlValue, context: DeckContext) -> set[int]:
    """Return the impulses of cards named by name, rank, suit, "jokers" or "rest"; add problems for unknown names."""
    impulses_by_name = {"rest": set(range(context.size))}
    for impulse, face in enumerate(context.playing_cards):
        for name in (*(("jokers",) if face.is_joker else (face.suit, face.rank)), face.name):
            if name is not None:
                impulses_by_name.setdefault(name, set()).add(impulse)
    names = [str(listed_name) for listed_name in (node.value if isinstance(node.value, list) else [node.value])]
    for name in names:
        if name not in impulses_by_name:
            context.report(node, f'no card of the deck is "{name}"', suggest(name, impulses_by_name))
    return set().union(*(impulses_by_name.get(name, ()) for name in names))


def fixed_outcomes(
    head: Head, outcomes: YamlValue, cells: Sequence[YamlValue], context: DeckContext
) -> FixedSection | None:
    """Return a distribution's values on the cards of a table; None, with problems added, for one that it lacks."""
    entries = [pair for entry in outcomes.items() for pair in entry_values(entry, context) or ()]
    by_name = {"" if value is None else audit_name(value): (value, printed) for value, printed in entries}
    wrong = [cell for cell in cells if cell.value not in by_name]
    for cell in wrong:
        cell.check_name(by_name, context.problems, f"{head['name']} has no outcome")
    if wrong:
        return None
    counts = Counter(cell.value for cell in cells)
    used = tuple(Outcome(value, Fraction(counts[name]), printed) for name, (value, printed) in by_name.items())
    return FixedSection(**head, values=tuple(by_name[cell.value][0] for cell in cells), outcomes=used)


@record
class ProseSection(FixedSection):
    """Rich text on each card, see ``deckgen.markup``, from a column of the deck's table."""

    @classmethod
    def read_cell(cls, cell: YamlValue, context: DeckContext) -> Scalar:
        """Return the text, None if there is none; adds a problem for bold words that do not end."""
        if has_open_stars(cell.value):
            context.report(cell, "one ** has no partner", "write **bold words**")
        return cell.value or None

    def audited_variables(self, size: int) -> Sequence[DealtVariable]:
        """Return nothing: texts of single cards are no frequencies."""
        return ()


@record
class PictureSection(ProseSection):
    """A picture on each card: the names of files in the game's ``folder``, from a column of the deck's table."""

    folder: Path = Path()
    is_printed: ClassVar[bool] = False

    @classmethod
    def from_cells(cls, head: Head, cells: Sequence[YamlValue], context: DeckContext) -> Self:
        return replace(super().from_cells(head, cells, context), folder=context.folder)

    @classmethod
    def read_cell(cls, cell: YamlValue, context: DeckContext) -> Scalar:
        """Return the name of a file, None if there is none; adds a problem unless it is there and may be read."""
        if not cell.value:
            return None
        try:
            path = resolve_named(cell.value, context.folder)
        except OutOfReachError as error:
            context.report(cell, error.message, error.remedy)
            return None
        if not path.is_file():
            names = sorted(str(Path(cell.value).with_name(file.name)) for file in path.parent.glob("[!.]*.*"))
            remedy = suggest(cell.value, names, otherwise="write its path from the game's folder")
            context.report(cell, f'there is no picture "{cell.value}"', remedy)
        return str(cell.value)

    def file_of(self, value: str) -> Path:
        """Return the path of a card's picture."""
        return self.folder / value


@record
class OrdinalSection(Section):
    """A number determined by the playing card: its impulse, suit or rank.

    Suits and ranks count from 1 in the deck's order; a low joker's rank is 0, a high joker's one above the
    highest. Jokers have no suit (None), unless ``jokers`` gives numbers for the low and the high ones.
    """

    source: Literal["impulse", "suit", "rank"]
    jokers: tuple[int, int] | None = None

    @classmethod
    def from_yaml(cls, head: Head, node: YamlValue, context: DeckContext) -> Self | None:
        """Return the section; None, with a problem added, if the deck has no suits, or jokers have a number already."""
        source = node.value["source"]
        if source == "suit" and not any(face.suit for face in context.playing_cards):
            remedy = "choose impulse or rank, or give the deck suits"
            context.report(node.at("source"), "the deck has no suits", remedy)
            return None
        if "jokers" in node.value and source != "suit":
            message = f"by its {source} a joker has a number already"
            context.report(node.at("jokers"), message, "write source: suit, or delete jokers")
            return None
        return cls(**head, source=source, jokers=tuple(node.value["jokers"]) if "jokers" in node.value else None)

    def possible_marks(self, faces: Sequence[PlayingCard]) -> Sequence[str]:
        """Return VALUE, and NONE if jokers have no number."""
        jokers = any(face.is_joker for face in faces)
        return [VALUE] + [NONE] * (self.source == "suit" and self.jokers is None and jokers)

    def parse_value(self, data: Any) -> int | None:
        """Return an integer or None; raises ValueError for other data, but not for a wrong number."""
        if data is None or type(data) is int:
            return data
        raise self.value_error()

    def card_values(self, dealt: DealtResults) -> Sequence[int | None]:
        """Return each card's impulse, or its suit or rank from 1; jokers as the class describes, None without one."""
        faces = dealt.playing_cards
        if self.source == "impulse":
            return list(range(len(faces)))
        attribute = "suit" if self.source == "suit" else "rank"
        labels = list(dict.fromkeys(getattr(face, attribute) for face in faces if not face.is_joker))
        low, high = self.jokers or ((None, None) if attribute == "suit" else (0, len(labels) + 1))
        first = next((i for i, face in enumerate(faces) if not face.is_joker), 0)
        return [
            labels.index(getattr(face, attribute)) + 1 if not face.is_joker else low if i < first else high
            for i, face in enumerate(faces)
        ]
