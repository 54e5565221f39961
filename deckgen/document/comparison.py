"""Two decks of one kind, card by card: what differs, marked on their faces, and the figures of their audits side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from deckgen.card.layout import Layout
from deckgen.card.rings import Rings, rings_of
from deckgen.deck.audit.auditor import Audit
from deckgen.deck.cards import Card, Deck
from deckgen.document.certificate.plots import place
from deckgen.document.certificate.summary import key_figures
from deckgen.document.look import document_style
from deckgen.document.results import Field, fields
from deckgen.document.web_pages import document_page
from deckgen.draw.drawing import Drawing
from deckgen.draw.geometry import Box
from deckgen.game import model
from deckgen.game.places import Place
from deckgen.language import Language
from deckgen.press.numbers import number
from deckgen.press.pictures.web_faces import web_faces
from deckgen.records import record


@record
class Side:
    """One of the two decks: the name of its file, its faces and its audit."""

    name: str
    deck: Deck
    fronts: Sequence[Drawing]
    audit: Audit


@record
class Difference:
    """A place where two cards differ: what it is called, and what either says; ``ring`` is around it, if the layout shows it."""

    section: str
    name: str
    had: str
    has: str
    ring: Box | None = None


@record
class ComparedCard:
    """A card of both decks: its name, its two faces as markup, and where they differ."""

    name: str
    faces: tuple[Markup, Markup]
    differences: tuple[Difference, ...]

    @property
    def rings(self) -> list[tuple[str, str]]:
        """The section and the rectangle, as attributes of SVG, of every place that is marked; each once."""
        found = {(each.section, each.ring): None for each in self.differences if each.ring}
        return [(section, _rectangle(ring)) for section, ring in found if ring]


@record
class FigureRow:
    """A line of figures: what it is, and what it is of either deck."""

    what: str
    values: tuple[str, str]

    @property
    def alike(self) -> bool:
        return self.values[0] == self.values[1]


def differences(
    one: Card, other: Card, own: Sequence[Field], rings: Rings, language: Language
) -> Iterator[Difference]:
    """Where two cards differ, result by result; ``own`` are the fields of their decks."""
    if one.face != other.face:
        yield Difference("", language.phrase("Card"), one.face.word, other.face.word)
    for field in own:
        had, has = field.read(one), field.read(other)
        if had == has:
            continue
        shown = rings.get(one.face.joker, {}).get(field.section.name, {})
        words = [had.text or "–", has.text or "–"]
        if words[0] == words[1]:
            words = [
                f"{text} ({', '.join(each.marks) or '–'})"
                for text, each in zip(words, (had, has), strict=True)
            ]
        name = " ".join(filter(None, (field.section.title, field.group, field.label)))
        ring = shown.get(_place(field), shown.get(()))
        yield Difference(field.section.title, name, words[0], words[1], ring)


def _place(field: Field) -> Place:
    """Where in the section's value the field stands."""
    match field.section:
        case model.GridSection():
            return (field.column, int(field.row) - 1)
        case model.TableSection() as section:
            return (field.column, section.rows.index(field.row))
        case model.RollsSection():
            return (field.column,)
        case model.StackSection():
            return (int(field.row) - 1,)
        case model.MarksSection():
            return (int(field.row),)
    return ()


def comparison_html(one: Side, other: Side, layout: Layout) -> bytes:
    """The page: figures, then all cards in pairs. The two decks must be of one kind.

    Raises LayoutError for a wrong theme, or a font that cannot be read.
    """
    game, spec = one.audit.game, one.audit.spec
    language, own = game.language, fields(spec, game.words)
    rings = rings_of(one.fronts, layout, game, spec, one.deck.cards)
    made = web_faces([*one.fronts, *other.fronts])
    faces = [Markup(face) for face in made.faces]  # noqa: S704 (all text in it is escaped)
    count = len(one.fronts)
    cards = [
        ComparedCard(
            one.fronts[at].title.removeprefix(spec.title).strip(" ,"),
            (faces[at], faces[count + at]),
            tuple(differences(a, b, own, rings, language)),
        )
        for at, (a, b) in enumerate(zip(one.deck.cards, other.deck.cards, strict=True))
    ]
    face = one.fronts[0]
    return document_page(
        "diff",
        language.phrase("{name}: two decks compared", name=f"{game.title}, {spec.title}"),
        document_style(game),
        css=made.css,
        words=_words(language),
        verdict=_verdict(cards, one, other, language),
        names=(one.name, other.name),
        facts=list(_facts(one, other, language)),
        figures=list(_figures(one.audit, other.audit)),
        cells=list(_cells(one.audit, other.audit, language)),
        cards=cards,
        sections=list(dict.fromkeys(d.section for card in cards for d in card.differences if d.section)),
        defs=Markup(made.defs),  # noqa: S704 (made here)
        size=(number(face.width), number(face.height)),
    )


def _words(language: Language) -> dict[str, str]:
    phrase = language.phrase
    return {
        "odds": phrase("The odds of both"),
        "cells": phrase("All results: mean, and largest tail error in cards"),
        "result": phrase("Result"),
        "cards": phrase("Cards"),
        "mark": phrase("Mark"),
        "every": phrase("All that differs"),
        "only": phrase("Only cards that differ"),
        "same": phrase("the same"),
        "places": phrase("What differs"),
    }


def _verdict(cards: Sequence[ComparedCard], one: Side, other: Side, language: Language) -> str:
    changed = [card for card in cards if card.differences]
    if not changed:
        if one.deck.id == other.deck.id:
            return language.phrase("The two are the same deck.")
        return language.phrase("The same stands on every card, though these are two decks by number or seed.")
    return language.phrase(
        "{changed} of {cards} cards differ, in {places} places.",
        changed=len(changed),
        cards=len(cards),
        places=sum(len(card.differences) for card in changed),
    )


def _facts(one: Side, other: Side, language: Language) -> Iterator[FigureRow]:
    phrase = language.phrase
    a, b = one.deck, other.deck
    yield FigureRow(phrase("seed"), (a.seed, b.seed))
    yield FigureRow(phrase("deck"), (f"{a.number}/{a.of}", f"{b.number}/{b.of}"))
    yield FigureRow(phrase("deck id"), (a.short_id, b.short_id))
    yield FigureRow(phrase("dealt by"), (a.generator, b.generator))


def _figures(one: Audit, other: Audit) -> Iterator[FigureRow]:
    phrase = one.game.language.phrase
    verdicts = [phrase("Passed") if audit.passed else phrase("Not passed") for audit in (one, other)]
    yield FigureRow(phrase("Verdict"), (verdicts[0], verdicts[1]))
    for (value, what), (of_other, _) in zip(key_figures(one), key_figures(other), strict=True):
        yield FigureRow(what.partition(";")[0], (value, of_other))


def _cells(one: Audit, other: Audit, language: Language) -> Iterator[FigureRow]:
    """Mean and tail error of every rolled result."""
    for a, b in zip(one.cells, other.cells, strict=True):
        name = f"{one.spec.section(a.cell.section).title} {place(one, a.cell)}"
        shown = [
            f"{language.number(each.mean, 4)} · {language.number(each.tail_error, 2)}" for each in (a, b)
        ]
        yield FigureRow(name, (shown[0], shown[1]))


def _rectangle(box: Box) -> str:
    sides = zip(("x", "y", "width", "height"), box.inset(-0.3), strict=True)
    return " ".join(f'{name}="{number(side)}"' for name, side in sides)
