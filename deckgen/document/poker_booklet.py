"""The lookup booklet: a small panel for each card of an ordinary deck, to fold and staple."""

from __future__ import annotations

from collections.abc import Sequence

from deckgen import __version__
from deckgen.card.layout import Layout
from deckgen.deck.cards import Deck
from deckgen.document.brush import SMALLEST, Brush, section_marks, suit_icons, with_card
from deckgen.document.dice_page import TITLE, WORDS
from deckgen.document.dice_rules import advice
from deckgen.document.poker_deck import PokerCard, PokerGroup, poker_deck
from deckgen.document.poker_panels import Packing, Piece, pack, pieces, rooms
from deckgen.document.results import fields
from deckgen.draw.drawing import Drawing
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.draw.paper import paper_named
from deckgen.draw.stylesheet import load_stylesheet
from deckgen.draw.text import Run, known, wrap
from deckgen.errors import Fault, LayoutError
from deckgen.game.model import DeckSpec, Game

_FITS = ((3, 4), (3, 3), (2, 4), (2, 3), (2, 2), (1, 2), (1, 1))
"""Panels across and down a page, as many as there is room for."""
_LOOSE = tuple(
    Packing(scale, line, pad, even)
    for scale, line, pad in (
        (1.4, 4.6, 2.4), (1.4, 4.0, 1.8), (1.2, 3.6, 1.8), (1.1, 3.2, 1.4),
        (1.0, 3.0, 1.6), (1.0, 2.8, 1.2), (1.0, 2.65, 1.2), (1.0, 2.65, 0.9), (1.0, 2.5, 0.9), (1.0, 2.5, 0.7),
    )
    for even in (True, False)
)  # fmt: skip
"""From the loosest to the tightest; the first that fits is taken."""
_RIM, _SPINE, _TOP, _BOTTOM = 5.0, 6.5, 5.0, 7.4
_SPACE = 1.6
_PAD = 0.9
_HEAD = 4.6


def booklet(
    deck: Deck, game: Game, spec: DeckSpec, layout: Layout, *, paper: str = "a4"
) -> tuple[Drawing, ...]:
    """The booklet's pages in reading order, each half of ``paper``; their number is a multiple of 4.

    The first page tells how to read, the last what to roll instead. Raises PressError for an unknown
    paper, LayoutError if a card's results do not fit on a page.
    """
    return _Booklet(deck, game, spec, layout, paper).drawings()


class _Booklet:
    def __init__(self, deck: Deck, game: Game, spec: DeckSpec, layout: Layout, paper: str) -> None:
        sheet = paper_named(paper)
        self.width, self.height = sheet.height / 2, sheet.width
        self.look = with_card(load_stylesheet(), layout)
        self.looks = section_marks(layout, spec, self.look)
        self.suits = suit_icons(layout)
        self.deck, self.game, self.spec = deck, game, spec
        self.carrier = poker_deck(deck.cards, spec.faces)
        self.fields = fields(spec, game.words)

    def drawings(self) -> tuple[Drawing, ...]:
        (across, down), self.pieces = self._fitting()
        rows = [(row, block) for block in self.carrier.blocks for row in block.rows]
        per = across * down
        leaves = [rows[i : i + per] for i in range(0, len(rows), per)]
        blank = -(len(leaves) + 2) % 4
        pages = [self._cover()]
        pages += [self._cards(leaf, across, down, number) for number, leaf in enumerate(leaves, 2)]
        pages += [self._notes() for _ in range(blank)]
        return (*pages, self._dice())

    def _fitting(self) -> tuple[tuple[int, int], list[Piece]]:
        """Panels across and down, and the pieces of each: the largest panels on the fewest sheets."""
        brush = Brush(self.look)
        entries = [frozenset(map(field.read, self.deck.cards)) for field in self.fields]
        found: list[tuple[int, int, tuple[int, int], list[Piece]]] = []
        for across, down in _FITS:
            room = self._rooms(across, down, 1)[0].inset(_PAD)
            sheets = -(-(-(-self.deck.size // (across * down)) + 2) // 4)
            if found and sheets > found[0][0]:
                break
            for fit in _LOOSE:
                made = pieces(self.fields, entries, self.looks, brush, room.width, fit)
                placed = pack(made, room.width, room.height - _HEAD)
                if placed is not None:
                    found.append((sheets, across * down, (across, down), placed))
                    break
        if not found:
            what = "the results of one card do not fit on a page of the booklet"
            raise LayoutError(
                Fault("booklet", None, self.spec.name, what, "take a larger paper, or print the table")
            )
        return min(found, key=lambda fit: fit[:2])[2:]

    def _rooms(self, across: int, down: int, number: int) -> list[Box]:
        sides = (_SPINE, _RIM) if number % 2 else (_RIM, _SPINE)
        margins = Box(sides[0], _TOP, sides[1], _BOTTOM)
        return rooms(self.width, self.height, across, down, margins, _SPACE)

    def _cards(
        self, leaf: Sequence[tuple[PokerCard, PokerGroup]], across: int, down: int, number: int
    ) -> Drawing:
        brush = Brush(self.look)
        for (row, block), room in zip(leaf, self._rooms(across, down, number), strict=False):
            self._panel(brush, row, block, room)
        first, last = leaf[0][0].name, leaf[-1][0].name
        ink, base = self.look.colour("soft"), self.height - 4.6
        near, far = (1.0, self.width - _RIM) if number % 2 else (0.0, _RIM)
        brush.words(f"{number}", far, base, "bold", 7 * PT, ink, near)
        other = _SPINE if number % 2 else self.width - _SPINE
        words = f"{first} to {last}" if len(leaf) > 1 else first
        brush.words(words, other, base, "regular", SMALLEST, ink, 1.0 - near)
        return self._page(brush, words)

    def _panel(self, brush: Brush, row: PokerCard, block: PokerGroup, room: Box) -> None:
        """One card: its name on a dark bar, and all its results."""
        look = self.look
        accent, paper = look.colour("accent"), look.colour("paper")
        brush.box(*room, "", accent, 0.3)
        brush.box(room.x, room.y, room.width, _HEAD, accent)
        base, size = room.y + 3.5, 10.5 * PT
        x = room.x + 1.4
        if block.suit:
            x += brush.words(row.short, x, base, "bold", size, paper, slot="name") + 0.8
            if brush.icon(f"{self.suits}{block.suit}", x + 1.4, room.y + _HEAD / 2, 2.9, paper):
                x += 3.6
        elif block.jokers and brush.icon("icon-joker", x + 1.4, room.y + _HEAD / 2, 3.2, paper):
            x += 3.8
        name = row.name + (f" · {row.number}" if row.number and row.number != row.name else "")
        size = brush.fit(name, "semibold", 7.5 * PT, room.right - 1.4 - x)
        brush.words(name, room.right - 1.4, base - 0.2, "semibold", size, paper, 1.0)
        inner = room.inset(_PAD)
        for piece in self.pieces:
            piece.draw(brush, row.card, inner.x + piece.x, inner.y + _HEAD + piece.y)

    # The other pages

    def _cover(self) -> Drawing:
        look, brush = self.look, Brush(self.look)
        accent = look.colour("accent")
        left, right = _SPINE + 5.5, self.width - _RIM - 5.5
        brush.box(0, 0, self.width, 58.0, accent)
        paper = look.colour("paper")
        brush.words("Lookup booklet", left, 24.0, "semibold", 9 * PT, paper)
        size = min(25 * PT, (right - left) / brush.fonts.em(self.game.title, "bold"))
        brush.words(self.game.title, left, 35.0, "bold", size, paper)
        brush.words(f"{self.spec.title} with ordinary cards", left, 42.5, "regular", 11 * PT, paper)
        runs: list[list[Run]] = [
            [
                (
                    "Draw a card from an ordinary deck, find its panel here, read the result you need.",
                    "semibold",
                )
            ],
            *([[(self.carrier.note, "semibold")]] if self.carrier.note else []),
        ]
        runs += [
            [((s.title or s.name) + "  ", "bold"), (s.help, "regular")] for s in self.spec.sections if s.help
        ]
        self._text(brush, runs, left, right, 66.0, self.height - 16.0)
        deck = self.deck
        seed = known(deck.seed, "regular", look.fonts)
        words = f"seed {seed} · deck {deck.number} of {deck.of} · {deck.id[7:19]} · deckgen {__version__}"
        brush.words(words, left, self.height - 8.0, "regular", SMALLEST, look.colour("soft"))
        return self._page(brush, "Cover")

    def _dice(self) -> Drawing:
        brush = Brush(self.look)
        left, right = _RIM + 5.5, self.width - _SPINE - 5.5
        brush.words(TITLE, left, 17.0, "bold", 15 * PT, self.look.colour("accent"))
        runs: list[list[Run]] = [[(WORDS, "regular")]]
        for section in self.spec.sections:
            said = advice(section, self.spec, self.game.words.get("critical_failure", "CF"))
            if said.dice == "none":
                continue
            results = "; ".join(f"{throw}: {text}" for throw, text in said.results)
            words = " ".join(part for part in (*said.how, results) if part)
            runs.append(
                [
                    ((section.title or section.name) + "  ", "bold"),
                    (f"{said.dice}. ", "semibold"),
                    (words, "regular"),
                ]
            )
        self._text(brush, runs, left, right, 24.0, self.height - 8.0)
        return self._page(brush, TITLE)

    def _notes(self) -> Drawing:
        brush = Brush(self.look)
        brush.words("Notes", _SPINE + 4, 14.0, "bold", 12 * PT, self.look.colour("accent"))
        for i in range(int((self.height - 34.0) / 8.0)):
            y = 26.0 + 8.0 * i
            brush.line(_SPINE + 4, y, self.width - _SPINE - 4, y, self.look.colour("rule"), 0.2)
        return self._page(brush, "Notes")

    def _text(
        self, brush: Brush, runs: Sequence[list[Run]], left: float, right: float, top: float, bottom: float
    ) -> None:
        """Paragraphs as large as the room allows. Raises LayoutError if they do not fit at the smallest size."""
        for points in (9.0, 8.5, 8.0, 7.5, 7.0, 6.5):
            size = points * PT
            lines = [wrap(run, size, right - left, brush.fonts) for run in runs]
            need = sum(len(block) * size * 1.3 + size * 0.45 for block in lines)
            if need <= bottom - top:
                break
        else:
            what = f"{need:.0f} mm of words do not fit in {bottom - top:.0f} mm"
            raise LayoutError(Fault("booklet", None, self.spec.name, what, "shorten the sections' help"))
        y = top
        for block in lines:
            for line in block:
                x = left
                for text, face in line.runs:
                    x += brush.words(text, x, y + size, face, size, self.look.colour("ink"))
                y += size * 1.3
            y += size * 0.45

    def _page(self, brush: Brush, title: str) -> Drawing:
        return Drawing(self.width, self.height, 0.0, tuple(brush.items), self.look.style, title)
