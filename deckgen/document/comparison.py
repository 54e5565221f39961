"""An HTML page that compares two decks of one kind: figures of their audits, then card by card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from markupsafe import Markup

from deckgen.card.crop import ResultBoxes, result_boxes
from deckgen.card.layout import Layout
from deckgen.deck.audit.auditor import Audit, CellAudit
from deckgen.deck.cards import Card, Deck
from deckgen.document.certificate.certificate import key_figures
from deckgen.document.certificate.plots import cell_label
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
class ComparedDeck:
    """One of the two decks: its file's name, its cards' fronts and its audit."""

    name: str
    deck: Deck
    fronts: Sequence[Drawing]
    audit: Audit


@record
class Difference:
    """A result in which cards differ. ``section``: title, "" for rank and suit; ``box``: mm, None if not printed."""

    section: str
    name: str
    left: str
    right: str
    box: Box | None = None


FigureRow = tuple[str, tuple[str, str]]
"""The name of a figure, and its values in the left and the right deck."""


def differences(
    left: Card, right: Card, fields: Sequence[ResultField], rings: ResultBoxes, language: Language
) -> Iterator[Difference]:
    """Yield where cards differ: rank and suit, then ``fields``; ``rings``: boxes by is_joker, section, key path."""
    if left.face != right.face:
        yield Difference("", language.phrase("Card"), left.face.printed_name, right.face.printed_name)
    for field in fields:
        results = field.read(left), field.read(right)
        if results[0] == results[1]:
            continue
        first, second = (result.text or "–" for result in results)
        if first == second:
            first, second = (f"{result.text or '–'} ({', '.join(result.marks) or '–'})" for result in results)
        boxes = rings.get(left.face.is_joker, {}).get(field.section.name, {})
        name = " ".join(filter(None, (field.section.title, field.column_title, field.label)))
        yield Difference(field.section.title, name, first, second, boxes.get(field.key_path, boxes.get(())))


def comparison_html(left: ComparedDeck, right: ComparedDeck, layout: Layout) -> bytes:
    """Return a web page comparing decks of one game and kind. Raises LayoutError for a wrong theme or a broken font."""
    game, spec = left.audit.game, left.audit.spec
    language, fields = game.language, result_fields(spec, game.words)
    rings = result_boxes(left.fronts, layout, game, spec, left.deck.cards)
    drawn_faces = web_faces([*left.fronts, *right.fronts])
    faces = [Markup(face) for face in drawn_faces.faces]  # noqa: S704 (all text in it is escaped)
    count = len(left.fronts)
    cards: list[dict[str, Any]] = []
    for index, (left_card, right_card) in enumerate(zip(left.deck.cards, right.deck.cards, strict=True)):
        differing = list(differences(left_card, right_card, fields, rings, language))
        boxes = dict.fromkeys((d.section, d.box) for d in differing if d.box)
        cards.append({
            "name": left.fronts[index].title.removeprefix(spec.title).strip(" ,"),
            "faces": (faces[index], faces[count + index]),
            "differences": differing,
            "rings": [(section, _rectangle(box)) for section, box in boxes if box],
        })  # fmt: skip
    all_differences = [d for card in cards for d in card["differences"]]
    changed = sum(bool(card["differences"]) for card in cards)
    face, phrase = left.fronts[0], language.phrase
    return document_page(
        "diff",
        phrase("{name}: two decks compared", name=f"{game.title}, {spec.title}"),
        document_style(game),
        css=drawn_faces.css,
        verdict=_verdict(changed, len(cards), len(all_differences), language, same_id=left.deck.id == right.deck.id),
        names=(left.name, right.name),
        figures=[*_facts(left, right, language), *_figures(left.audit, right.audit)],
        cells=list(_cells(left.audit, right.audit, language)),
        cards=cards,
        sections=list(dict.fromkeys(d.section for d in all_differences if d.section)),
        defs=Markup(drawn_faces.defs),  # noqa: S704 (made here)
        size=(format_number(face.width), format_number(face.height)),
    )


def _verdict(changed: int, cards: int, places: int, language: Language, *, same_id: bool) -> str:
    """Return how many of ``cards`` differ, in how many ``places``; if none, whether both decks have one id."""
    if changed:
        return language.phrase(
            "{changed} of {cards} cards differ, in {places} places.", changed=changed, cards=cards, places=places
        )
    if same_id:
        return language.phrase("The two are the same deck.")
    return language.phrase("All cards are the same, though the decks differ in number or seed.")


def _facts(left_side: ComparedDeck, right_side: ComparedDeck, language: Language) -> Iterator[FigureRow]:
    left, right = left_side.deck, right_side.deck
    yield language.phrase("seed"), (left.seed, right.seed)
    yield language.phrase("deck"), (f"{left.number}/{left.of}", f"{right.number}/{right.of}")
    yield language.phrase("deck id"), (left.short_id, right.short_id)
    yield language.phrase("dealt by"), (left.generator, right.generator)
    if left.rulings or right.rulings:
        yield language.phrase("rulings"), (left_side.audit.game.ruling_line, right_side.audit.game.ruling_line)


def _figures(left: Audit, right: Audit) -> Iterator[FigureRow]:
    """Yield the verdicts, then the key figures of both audits, their labels up to the first semicolon."""
    phrase = left.game.language.phrase
    verdicts = [phrase("Passed") if audit.passed else phrase("Not passed") for audit in (left, right)]
    yield phrase("Verdict"), (verdicts[0], verdicts[1])
    for (left_value, label), (right_value, _) in zip(key_figures(left), key_figures(right), strict=True):
        yield label.partition(";")[0], (left_value, right_value)


def _cells(left: Audit, right: Audit, language: Language) -> Iterator[FigureRow]:
    """Yield a row per cell, which both audits must share: mean and tail error (in cards) of both decks."""

    def cell_text(cell: CellAudit) -> str:
        return f"{language.number(cell.mean, 4)} · {language.number(cell.tail_error, 2)}"

    for a, b in zip(left.cells, right.cells, strict=True):
        yield f"{left.spec.section(a.cell.section).title} {cell_label(left, a.cell)}", (cell_text(a), cell_text(b))


def _rectangle(box: Box) -> str:
    sides = zip(("x", "y", "width", "height"), box.inset(-0.3), strict=True)
    return " ".join(f'{name}="{format_number(side)}"' for name, side in sides)
