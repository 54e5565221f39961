"""What a contact sheet shows: all faces of a deck, or the first of each deck of a run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from deckgen.document.pages import deck_words
from deckgen.press.contact import FaceStrip

if TYPE_CHECKING:
    from deckgen.draw.drawing import Drawing
    from deckgen.run.decks import DealtDeck, Progress


def whole(dealt: DealtDeck, layout: str | None) -> FaceStrip:
    """All faces of a deck, reference cards and the back with them."""
    faces = dealt.faces(dealt.layout(layout))
    return _strip(dealt, [*faces.all_fronts, faces.back])


def beginnings(
    decks: Iterable[DealtDeck], layout: str | None, count: int, progress: Progress
) -> Iterator[FaceStrip]:
    """The first so many fronts of each deck, to see that it is itself."""
    drawn = None
    for dealt in decks:
        progress(f"drawing deck {dealt.deck.number}")
        drawn = drawn or dealt.layout(layout)
        yield _strip(dealt, dealt.faces(drawn, references=False).fronts[:count])


def _strip(dealt: DealtDeck, drawings: Iterable[Drawing]) -> FaceStrip:
    line = deck_words(dealt.deck, dealt.deck.seed, dealt.game.language)
    named = tuple((_name(drawing.title, dealt.spec.title), drawing) for drawing in drawings)
    return FaceStrip(f"{dealt.title} · {line}", named)


def _name(title: str, deck: str) -> str:
    """What a face is called, without the deck's name, which stands over all."""
    return title.removeprefix(deck).strip(" ,")
