"""The first page of a certificate, to frame: what is certified, four figures, and a seal drawn from the deck's id."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from deckgen import __version__
from deckgen.deck.audit.auditor import Audit
from deckgen.document.framed import draw_cartouche, draw_divider, draw_frame, draw_medallion, draw_seal
from deckgen.draw.drawing import Drawing
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.draw.paper import find_paper
from deckgen.draw.pen import Pen
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.text import Line, wrap
from deckgen.language import gettext_noop

_DRAWS = {
    "without-replacement": gettext_noop("drawn without replacement"),
    "with-replacement": gettext_noop("drawn with replacement"),
}
_SEAL = 26.0  # mm, the seal's radius
_GROUP = 4  # digits of an id that are printed together
_DIGITS = 24  # of an id


def cover_page(
    style: Stylesheet, audit: Audit, paper: str, seed: str, numbers: str, figures: Sequence[tuple[str, str]], title: str
) -> Drawing:
    """Return the page; ``seed`` and the decks' ``numbers`` as printed, ``figures`` as pairs of value and label."""
    sheet = find_paper(paper)
    identity = audit_identity(audit)
    pen = style.pen("certificate")
    page = Box(0, 0, sheet.width, sheet.height)
    room = draw_frame(pen, style, page, identity).inset(6.0, 5.0)
    _Cover(style, pen, room, audit, identity).draw(seed, numbers, figures)
    return Drawing(sheet.width, sheet.height, 0.0, tuple(pen.items), style.shared, title)


def audit_identity(audit: Audit) -> str:
    """Return the id that the seal follows from: the deck's, or of several a digest of all their ids."""
    ids = [deck.id for deck in audit.decks]
    return ids[0] if audit.count == 1 else "sha256:" + hashlib.sha256("\n".join(ids).encode()).hexdigest()


def group_digits(identity: str) -> str:
    """Return the first digits of an id in groups: 013f da21 …, as they can be compared by eye."""
    digits = identity.removeprefix("sha256:")[:_DIGITS]
    return " ".join(digits[i : i + _GROUP] for i in range(0, len(digits), _GROUP))


def even_lines(style: Stylesheet, text: str, size: float, width: float) -> list[Line]:
    """Return a text in the fewest lines of ``width`` mm, as even as they can be, so that no word is alone."""
    runs, fonts = [(text, "regular")], style.fonts
    lines, narrow = wrap(runs, size, width, fonts, language=style.language), width
    while narrow > width / 2:
        narrow -= width / 60
        attempt = wrap(runs, size, narrow, fonts)
        longest = max(line.width for line in attempt)
        if len(attempt) > len(lines) or longest > narrow:
            break
        lines = attempt
    return lines


class _Cover:
    """Draws the page from top to bottom; ``unit`` is a share of the room's height."""

    def __init__(self, style: Stylesheet, pen: Pen, room: Box, audit: Audit, identity: str) -> None:
        self.style, self.pen, self.room, self.audit, self.identity = style, pen, room, audit, identity
        self.phrase = style.language.phrase
        self.ink, self.soft, self.accent = map(style.color, ("ink", "soft", "accent"))
        self.unit = room.height / 235.0
        self.y = room.y

    def draw(self, seed: str, numbers: str, figures: Sequence[tuple[str, str]]) -> None:
        audit, phrase, room = self.audit, self.phrase, self.room
        self._vignette()
        self._centered(f"{audit.game.title} · {audit.spec.title}", "regular", 13 * PT, self.soft, 7.5)
        heading = self.style.texts["title"]
        words = phrase("Certificate of odds")
        size = min(42 * PT, room.width * 0.9 / self.pen.width(words, "display", 1.0))
        self._centered(words, "display", size, heading.ink, size / self.unit * 1.12)
        draw_divider(self.pen, self.style, room.cx, self.y + 1.5 * self.unit, room.width * 0.86)
        self.y += 7.0 * self.unit
        intro = phrase("This is to certify that the decks dealt from the seed")
        if audit.count == 1:
            intro = phrase("This is to certify that the deck dealt from the seed")
        self._centered(intro, "regular", 13.5 * PT, self.ink, 8.5)
        cartouche = Box(room.cx - room.width * 0.27, self.y, room.width * 0.54, 20.0 * self.unit)
        if self.pen.width(seed, "bold", 6.0) > cartouche.width - 10:
            cartouche = Box(room.x + 8, self.y, room.width - 16, 20.0 * self.unit)
        draw_cartouche(self.pen, self.style, cartouche, seed)
        self.y += (20.0 + 5.0) * self.unit
        self._statement(numbers)
        self._medallions(figures)
        self._foot()

    def _vignette(self) -> None:
        """Draw the game's picture on its ground, as wide as the page's room."""
        band = self.style.masthead
        art = self.style.frame.art or band.art
        if not art:
            self.y += 10.0 * self.unit
            return
        height = 33.0 * self.unit
        box = Box(self.room.x, self.y, self.room.width, height)
        self.pen.panel(box, band.corner, band.fill or None, band.edge or None, band.edge_width)
        if band.inner:
            self.pen.panel(box.inset(band.edge_width + band.inner_gap), band.corner, None, band.inner, 0.18)
        self.pen.icon(art, box.cx, box.cy, min(box.width * 0.7, height * 3.0), band.ink)
        self.y += height + 7.0 * self.unit

    def _centered(self, words: str, face: str, size: float, ink: str, advance: float) -> None:
        """Draw a line in the middle and go down by ``advance`` units."""
        cap = self.pen.cap(face) * size
        self.pen.line(words, self.room.cx, self.y + cap, face, size, ink, 0.5, room=self.room.width * 0.94)
        self.y += advance * self.unit

    def _statement(self, numbers: str) -> None:
        """Draw what is certified, in lines of about the same length."""
        audit, phrase = self.audit, self.phrase
        draws = phrase(_DRAWS[audit.spec.draw])
        if audit.passed:
            words = phrase(
                "{numbers}, of {size} cards, {draws}, bears upon its cards the odds of dice, neither better nor worse,"
                " as here set down.",
                numbers=numbers, size=audit.spec.size, draws=draws,
            ) if audit.count == 1 else phrase(
                "{numbers}, of {size} cards each, {draws}, bear upon their cards the odds of dice, neither better nor"
                " worse, as here set down.",
                numbers=numbers, size=audit.spec.size, draws=draws,
            )  # fmt: skip
        else:
            words = phrase(
                "{numbers}, of {size} cards, {draws}, was compared with dice and is outside the game’s limits, as here"
                " set down.",
                numbers=numbers, size=audit.spec.size, draws=draws,
            )  # fmt: skip
        size = 13.5 * PT
        lines = even_lines(self.style, words, size, self.room.width * 0.86)
        for line in lines:
            self.pen.line(line.string, self.room.cx, self.y + size * 0.8, "regular", size, self.ink, 0.5)
            self.y += size * 1.38
        self.y += 6.0 * self.unit

    def _medallions(self, figures: Sequence[tuple[str, str]]) -> None:
        """Draw key figures on medallions side by side, each with its label below."""
        step = self.room.width / len(figures)
        radius = min(15.5 * self.unit, step * 0.42)
        size = max(self.style.min_text_size, 8 * PT)
        lowest = self.y
        for index, (value, label) in enumerate(figures):
            x = self.room.x + (index + 0.5) * step
            draw_medallion(self.pen, self.style, x, self.y + radius, radius, value, f"{index} {self.identity}")
            y = self.y + 2 * radius + 3.4
            for line in even_lines(self.style, label, size, step - 3.0):
                self.pen.line(line.string, x, y + size * 0.5, "regular", size, self.soft, 0.5)
                y += size * 1.25
            lowest = max(lowest, y)
        self.y = lowest + 5.0 * self.unit

    def _foot(self) -> None:
        """Draw the seal and beside it what identifies the decks, then what follows."""
        room, pen, phrase, style = self.room, self.pen, self.phrase, self.style
        small = max(style.min_text_size, 8 * PT)
        last = room.bottom - 2.0
        words = phrase("What is guaranteed, every result and every frequency: the pages that follow.")
        pen.line(words, room.cx, last, "regular", small, self.soft, 0.5, room=room.width)
        top, bottom = self.y, last - small * 3.2
        caption = small * 1.6
        radius = min(_SEAL, (bottom - top - caption) / 2, room.width * 0.2)
        cx, cy = room.x + room.width * 0.245, top + (bottom - top - caption) / 2
        draw_seal(pen, style, cx, cy, radius, self.identity)
        pen.mark("check" if self.audit.passed else "cross", cx, cy, radius * 0.17, self.accent)
        words = phrase("drawn from the deck’s id: no other deck has it")
        if self.audit.count > 1:
            words = phrase("drawn from the decks’ ids: no others have it")
        pen.line(words, cx, cy + radius + caption, "regular", small, self.soft, 0.5, room=room.width * 0.46)
        self._facts(Box(room.x + room.width * 0.5, cy - radius, room.width * 0.5, 2 * radius))

    def _facts(self, box: Box) -> None:
        """Draw pairs of a name and a value on rules, and how to check them."""
        audit, phrase, pen = self.audit, self.phrase, self.pen
        verdict = phrase("within all limits") if audit.passed else phrase("not within all limits")
        one = audit.count == 1
        facts = [
            (phrase("Deck id") if one else phrase("First deck"), group_digits(audit.decks[0].id)),
            (phrase("Data"), group_digits(audit.spec.sha256)),
            (phrase("Dealt by"), ", ".join(sorted({deck.generator for deck in audit.decks}))),
            (phrase("Audited by"), f"deckgen {__version__}, {verdict}"),
        ]
        size, small = 9.5 * PT, max(self.style.min_text_size, 8 * PT)
        label = max(pen.width(name, "regular", small) for name, _ in facts) + 3.0
        step = min(11.5, box.height / (len(facts) + 0.9))
        y = box.cy - step * (len(facts) + 0.9) / 2
        for name, value in facts:
            y += step
            pen.line(name, box.x, y - 1.8, "regular", small, self.soft)
            pen.line(value, box.x + label, y - 1.8, "bold", size, self.ink, room=box.width - label)
            pen.rule(box.x, y, box.right, y, self.accent, 0.2)
        words = phrase("Check it yourself: {command}", command="deckgen verify DECK.json")
        y += step * 0.85
        pen.line(words, box.x, y, "bold", size, self.style.texts["heading"].ink, room=box.width)
