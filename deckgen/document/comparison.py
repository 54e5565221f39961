"""Two decks of one kind, card by card: what differs, marked on their faces, and the figures of their audits side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from markupsafe import Markup

from deckgen.card.crop import Rings, rings_of
from deckgen.card.layout import Layout
from deckgen.deck.audit.auditor import Audit, CellAudit
from deckgen.deck.cards import Card, Deck
from deckgen.document.certificate.certificate import key_figures
from deckgen.document.certificate.plots import place
from deckgen.document.pages import document_style
from deckgen.document.results import ResultField, result_fields
from deckgen.document.web_pages import document_page
from deckgen.draw.drawing import Drawing
from deckgen.draw.geometry import Box
from deckgen.language import Language
from deckgen.press.numbers import format_number
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


FigureRow = tuple[str, tuple[str, str]]
"""What a figure is, and what it is of either deck."""


def differences(
    one: Card, other: Card, own: Sequence[ResultField], rings: Rings, language: Language
) -> Iterator[Difference]:
    """Where two cards differ, result by result; ``own`` are the fields of their decks."""
    if one.face != other.face:
        yield Difference("", language.phrase("Card"), one.face.word, other.face.word)
    for field in own:
        both = field.read(one), field.read(other)
        if both[0] == both[1]:
            continue
        had, has = (each.text or "–" for each in both)
        if had == has:
            had, has = (f"{each.text or '–'} ({', '.join(each.marks) or '–'})" for each in both)
        shown = rings.get(one.face.joker, {}).get(field.section.name, {})
        name = " ".join(filter(None, (field.section.title, field.column_title, field.label)))
        yield Difference(field.section.title, name, had, has, shown.get(field.key_path, shown.get(())))


def comparison_html(one: Side, other: Side, layout: Layout) -> bytes:
    """The page: figures, then all cards in pairs. The two decks must be of one kind.

    Raises LayoutError for a wrong theme, or a font that cannot be read.
    """
    game, spec = one.audit.game, one.audit.spec
    language, own = game.language, result_fields(spec, game.words)
    rings = rings_of(one.fronts, layout, game, spec, one.deck.cards)
    made = web_faces([*one.fronts, *other.fronts])
    faces = [Markup(face) for face in made.faces]  # noqa: S704 (all text in it is escaped)
    count = len(one.fronts)
    cards: list[dict[str, Any]] = []
    for at, (a, b) in enumerate(zip(one.deck.cards, other.deck.cards, strict=True)):
        found = list(differences(a, b, own, rings, language))
        marked = dict.fromkeys((each.section, each.ring) for each in found if each.ring)
        cards.append({
            "name": one.fronts[at].title.removeprefix(spec.title).strip(" ,"),
            "faces": (faces[at], faces[count + at]),
            "differences": found,
            "rings": [(section, _rectangle(ring)) for section, ring in marked if ring],
        })  # fmt: skip
    every = [each for card in cards for each in card["differences"]]
    changed = sum(bool(card["differences"]) for card in cards)
    face, say = one.fronts[0], language.phrase
    return document_page(
        "diff",
        say("{name}: two decks compared", name=f"{game.title}, {spec.title}"),
        document_style(game),
        css=made.css,
        verdict=_verdict(changed, len(cards), len(every), language, alike=one.deck.id == other.deck.id),
        names=(one.name, other.name),
        figures=[*_facts(one.deck, other.deck, language), *_figures(one.audit, other.audit)],
        cells=list(_cells(one.audit, other.audit, language)),
        cards=cards,
        sections=list(dict.fromkeys(each.section for each in every if each.section)),
        defs=Markup(made.defs),  # noqa: S704 (made here)
        size=(format_number(face.width), format_number(face.height)),
    )


def _verdict(changed: int, cards: int, places: int, language: Language, *, alike: bool) -> str:
    """How many cards differ in how many places; ``alike``: the decks have one id."""
    if changed:
        return language.phrase(
            "{changed} of {cards} cards differ, in {places} places.",
            changed=changed,
            cards=cards,
            places=places,
        )
    if alike:
        return language.phrase("The two are the same deck.")
    return language.phrase("The same stands on every card, though these are two decks by number or seed.")


def _facts(a: Deck, b: Deck, language: Language) -> Iterator[FigureRow]:
    yield language.phrase("seed"), (a.seed, b.seed)
    yield language.phrase("deck"), (f"{a.number}/{a.of}", f"{b.number}/{b.of}")
    yield language.phrase("deck id"), (a.short_id, b.short_id)
    yield language.phrase("dealt by"), (a.generator, b.generator)


def _figures(one: Audit, other: Audit) -> Iterator[FigureRow]:
    phrase = one.game.language.phrase
    verdicts = [phrase("Passed") if audit.passed else phrase("Not passed") for audit in (one, other)]
    yield phrase("Verdict"), (verdicts[0], verdicts[1])
    for (value, what), (of_other, _) in zip(key_figures(one), key_figures(other), strict=True):
        yield what.partition(";")[0], (value, of_other)


def _cells(one: Audit, other: Audit, language: Language) -> Iterator[FigureRow]:
    def shown(cell: CellAudit) -> str:
        return f"{language.number(cell.mean, 4)} · {language.number(cell.tail_error, 2)}"

    for a, b in zip(one.cells, other.cells, strict=True):
        yield f"{one.spec.section(a.cell.section).title} {place(one, a.cell)}", (shown(a), shown(b))


def _rectangle(box: Box) -> str:
    sides = zip(("x", "y", "width", "height"), box.inset(-0.3), strict=True)
    return " ".join(f'{name}="{format_number(side)}"' for name, side in sides)
