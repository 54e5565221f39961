"""The faces of a tuck box, as read when it is closed, in the look of the cards in it.

The front is the layout's group ``static-box``, drawn at the size of the box's front, with text slots
``slot-box-title`` (and ``game``, ``count``, ``line``, ``seed``) and the deck's emblem in ``slot-box-emblem``.
A layout without it gets a plain front of words and emblem.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from deckgen.card.code import deck_numbers
from deckgen.card.layout import Layout
from deckgen.card.strings import ALIGN, BOX, fill_pattern
from deckgen.deck.cards import Deck
from deckgen.draw.contrast import first_readable
from deckgen.draw.drawing import Drawing, Ink, Style, Symbol, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, rectangle, transform_items
from deckgen.draw.text import wrap
from deckgen.errors import LayoutError, Problems
from deckgen.game.model import BoxWords, DeckSpec, Game
from deckgen.records import record

ART = "static-box"
"""The template's group of art for the front."""
TUCK_ART = "static-box-tuck"
"""The group for the lid's flap, as wide as the front and 14 mm high, its upper edge the fold."""
BLEED = 2.0
"""How far, in mm, faces extend over folds and cuts, at least."""
WHITE = "#ffffff"
_BARCODE = (37.0, 26.0)  # mm
_SAFE = 4.2  # mm from folds, which vary by a millimeter
_INSIDE = 1.4  # mm between the anatomy and the edge of its panel
_BLURB = (8.2, 7.8, 7.4, 7.0, 6.6)  # points, tried in turn
_LEADING = 1.32
_BLURB_SHARE = 0.24  # of the back's height, at most
_GAP = 2.6
_MIN_SIZE = 6.5 * PT  # of text
_STRINGS = {name: "{" + name + "}" for name in ("title", "game", "count", "line", "seed")}
_CLEAR = 1.0  # mm between the emblem and the words by the barcode
_MIN_EMBLEM = 4.0  # mm: the least size of the emblem there
_NARROW = 7.0  # mm: a narrower side has no words


@record
class BoxContent:
    """The contents of a box: decks of one game, the ``specs`` they were dealt by, and the number of cards.

    ``layouts`` are those of its decks, whose emblems it has; the first is the look of the box.
    """

    game: Game
    specs: Sequence[DeckSpec]
    decks: Sequence[Deck]
    layouts: Sequence[Layout]
    cards: int

    @property
    def title(self) -> str:
        """The title of the deck; the game's if there are several kinds of decks."""
        return self.game.title if len({spec.title for spec in self.specs}) > 1 else self.kinds

    @property
    def kinds(self) -> str:
        """The titles of the kinds of decks, as one text."""
        return " · ".join(dict.fromkeys(spec.title for spec in self.specs))

    @property
    def count(self) -> str:
        """The number of cards, and of decks if several, as a text."""
        cards = self.game.language.plural("{count} card", "{count} cards", self.cards)
        if len(self.decks) == 1:
            return cards
        decks = self.game.language.plural("{count} deck", "{count} decks", len(self.decks))
        return f"{decks} · {cards}"

    @property
    def words(self) -> BoxWords:
        """The printed texts of the deck's box; the game's if there are several kinds of decks."""
        return self.specs[0].box if len({spec.name for spec in self.specs}) == 1 else self.game.box

    @property
    def seeds(self) -> str:
        """The different seeds of the decks, as one text."""
        return ", ".join(dict.fromkeys(deck.seed for deck in self.decks))

    @property
    def contents(self) -> list[str]:
        """The title of each kind of deck, with deck numbers if it is of a set."""
        kinds: dict[tuple[str, int], list[int]] = {}
        for spec, deck in zip(self.specs, self.decks, strict=True):
            kinds.setdefault((spec.title, deck.of), []).append(deck.number)
        return [
            title + (f" {_deck_numbers(sorted(set(numbers)), set_size)}" if set_size > 1 else "")
            for (title, set_size), numbers in kinds.items()
        ]

    def fields(self) -> dict[str, str]:
        """Return the fields that texts of the front may use, by name; deck numbers only for a single deck."""
        deck = self.decks[0]
        numbers = {**deck_numbers(deck), "number": str(deck.number)} if len(self.decks) == 1 else {}
        fields_by_name = {
            "title": self.kinds,
            "game": self.game.title,
            "count": self.count,
            "seed": self.seeds,
        }
        fields_by_name |= {f"words.{name}": text for name, text in self.game.words.items()}
        return {**fields_by_name, **numbers, "line": self.words.line}


def anatomy_room(content: BoxContent, back: tuple[float, float]) -> Box:
    """Return where a picture of a card and its parts goes on a back of size ``back``."""
    return _Faces(content, {"back": back}).anatomy_panel().inset(_INSIDE)


def draw_box_faces(
    content: BoxContent,
    sizes: Mapping[str, tuple[float, float]],
    anatomy: Drawing | None = None,
    *,
    bleed: float = BLEED,
) -> dict[str, Drawing]:
    """Return drawings by face: front, back, left, right, lid, tuck, floor, dust (flaps); others show only the ground.

    ``sizes``: face → width, height in mm. ``anatomy`` is drawn in its ``anatomy_room``; ``bleed`` is at least BLEED.
    Raises LayoutError for texts that do not fit.
    """
    return _Faces(content, sizes, max(bleed, BLEED)).draw(anatomy)


class _Faces:
    """Draws the faces of one box; ``sizes``: face → width, height in mm."""

    def __init__(self, content: BoxContent, sizes: Mapping[str, tuple[float, float]], bleed: float = BLEED) -> None:
        layout = content.layouts[0]
        self.bleed = bleed
        self.layout, self.content, self.sizes = layout, content, sizes
        theme, back = layout.theme, layout.back
        color_or, colors = theme.color_or, list(theme.inks_by_screen())
        self.problems = Problems()
        self.pen = layout.pen(content.game, self.problems, minimum=min(theme.minimum, _MIN_SIZE))
        self.ground = color_or("ground", back.ground)
        self.strong = first_readable(self.ground, [color_or("ground_ink"), color_or("paper")], colors)
        self.soft = first_readable(self.ground, [color_or("pale"), self.strong], colors)
        self.bright = first_readable(self.ground, [back.emblem_ink, color_or("deck"), color_or("open")], colors, 3.0)
        layouts_by_emblem = {emblem_layout.back.emblem: emblem_layout for emblem_layout in content.layouts}
        self.inks = {
            k: ink
            for emblem_layout in layouts_by_emblem.values()
            for k, ink in emblem_layout.theme.inks_by_screen().items()
        }
        self.emblem_inks = {
            icon: first_readable(self.ground, [emblem_layout.back.emblem_ink, self.bright], [], 3.0)
            for icon, emblem_layout in layouts_by_emblem.items()
        }
        self.dark = first_readable(self.bright, [color_or("ink"), self.ground], colors)

    def draw(self, anatomy: Drawing | None) -> dict[str, Drawing]:
        """Return the drawing of every face. Raises LayoutError with every problem."""
        theme, template = self.layout.theme, self.layout.template
        symbols = dict(template.icons)
        symbols |= {name: Symbol(template.groups.get(name, ())) for name in (ART, TUCK_ART)}
        if anatomy is not None:
            symbols |= {**anatomy.style.symbols, "anatomy": Symbol(anatomy.items)}
        inks = {WHITE: Ink("white", WHITE, (0, 0, 0, 0)), **self.inks, **theme.inks_by_screen()}
        style = Style(theme.fonts.files, inks, symbols)
        draw: dict[str, Callable[[Box], None]] = {
            "front": self.draw_front,
            "back": partial(self.draw_back, anatomy=anatomy),
            "left": partial(self.draw_side, runs_down=True),
            "right": partial(self.draw_side, runs_down=False),
            "lid": self.draw_lid,
            "tuck": self.draw_tuck,
            "floor": self.draw_floor,
            "dust": self.draw_dust,
        }
        faces = {}
        for name, (width, height) in self.sizes.items():
            page = Box(0, 0, width, height)
            self.pen.begin("the box", name)
            self.pen.path(rectangle(*page.inset(-self.bleed)), self.ground)
            if name in draw:
                draw[name](page)
            faces[name] = Drawing(width, height, self.bleed, tuple(self.pen.items), style, f"box, {name}")
        self.problems.raise_as(LayoutError)
        return faces

    # Front

    def draw_front(self, page: Box) -> None:
        """Draw the template's front with its emblems and texts, or a plain one if it has no art."""
        pen, template = self.pen, self.layout.template
        if not template.groups.get(ART):
            self.draw_plain_front(page)
            return
        pen.items.append(Use(ART))
        box = template.boxes.get(BOX + "emblem")
        if box is not None:
            ink = self.layout.back.emblem_ink if len(self.emblem_inks) == 1 else ""
            self.draw_emblems(box.cx, box.cy, min(box.width, box.height), box.width, ink)
        fields = self.content.fields()
        for name, slot in template.texts.items():
            if name.startswith(BOX):
                pattern = self.layout.theme.strings.get(name, _STRINGS.get(name.removeprefix(BOX), ""))
                string = fill_pattern(pattern, lambda name: fields.get(name) or fields.get(name.lower(), "").upper())
                style, align = (slot.face, slot.size, slot.fill), ALIGN[slot.anchor]
                pen.line(
                    string,
                    slot.x,
                    slot.y,
                    *style,
                    align,
                    room=slot.width,
                    upward=slot.upward,
                    spacing=slot.spacing,
                )

    def draw_plain_front(self, page: Box) -> None:
        """Draw the emblems between the titles, with number of cards and line, for a template without art."""
        content, height, room = self.content, page.height, page.width - 2 * _SAFE
        self.draw_emblems(page.cx, 0.42 * height, min(0.5 * page.width, 0.3 * height), room)
        upper_title = content.game.title if content.title == content.kinds else content.kinds
        lines = (
            (upper_title, "semibold", 10, self.soft, 0.2 * height),
            (content.title, "display", 20, self.strong, 0.68 * height),
            (content.count, "semibold", 9, self.soft, 0.75 * height),
            (content.words.line, "semibold", 8, self.soft, height - _SAFE - 0.8),
        )
        for text, typeface, size, ink, y in lines:
            self.pen.line(text, page.cx, y, typeface, size * PT, ink, 0.5, room=room)

    def draw_emblems(self, x: float, y: float, side: float, room: float, ink: str = "") -> None:
        """Draw all emblems about (x, y), ``side`` mm each, smaller to fit ``room``, in their colors or in ``ink``."""
        count = len(self.emblem_inks)
        side = min(side, room / (1.35 * count - 0.35))
        x -= 1.35 * side * (count - 1) / 2
        for icon, emblem_ink in self.emblem_inks.items():
            self.pen.icon(icon, x, y, side, ink or emblem_ink)
            x += 1.35 * side

    # Back

    def anatomy_panel(self) -> Box:
        """Return the room between the blurb and the barcode."""
        width, height = self.sizes["back"]
        top = _SAFE + self.blurb(width, height)[1] + (_GAP if self.content.words.blurb else 0.0)
        low = height - _SAFE - _BARCODE[1] - _GAP
        return Box(_SAFE, top, width - 2 * _SAFE, max(0.0, low - top))

    def blurb(self, width: float, height: float) -> tuple[list[tuple[str, float, float]], float]:
        """Return (text, size, baseline) of the blurb's lines, and their height, in mm; too much text is a problem."""
        text, room = self.content.words.blurb, width - 2 * _SAFE
        if not text:
            return [], 0.0
        for size in (points * PT for points in _BLURB):
            lines = wrap([(text, "semibold")], size, room, self.pen.fonts, language=self.pen.language)
            text_height = len(lines) * size * _LEADING
            if text_height <= height * _BLURB_SHARE:
                break
        else:
            message = (
                f"the text on the back of the box is {text_height:.0f} mm high and has {height * _BLURB_SHARE:.0f} mm"
            )
            self.problems.add(self.content.game.folder, None, "box.blurb", message, "shorten it")
        cap = self.pen.cap("semibold") * size
        step = size * _LEADING
        return [(line.string, size, _SAFE + i * step + (step + cap) / 2) for i, line in enumerate(lines)], text_height

    def draw_back(self, page: Box, anatomy: Drawing | None) -> None:
        """Draw blurb, anatomy (if any), a white field for the barcode, and the imprint."""
        pen = self.pen
        for line, size, y in self.blurb(page.width, page.height)[0]:
            pen.line(line, _SAFE, y, "semibold", size, self.strong)
        if anatomy is not None:
            anatomy_panel = self.anatomy_panel()
            pen.panel(anatomy_panel, 1.8, self.layout.theme.color_or("tint", WHITE))
            inner = anatomy_panel.inset(_INSIDE)
            pen.items.append(Use("anatomy", (1, 0, 0, 1, inner.x, inner.y)))
        code = Box(page.right - _SAFE - _BARCODE[0], page.bottom - _SAFE - _BARCODE[1], *_BARCODE)
        pen.path(rectangle(*code), WHITE)
        self.draw_imprint(Box(_SAFE, code.y, code.x - _SAFE - 2.2, code.height))

    def draw_imprint(self, box: Box) -> None:
        """Draw emblems, game, the first three contents and the number of cards in ``box``, from its bottom up."""
        pen, content = self.pen, self.content
        size, y = 6.6 * PT, box.bottom - 0.3
        imprint_runs = [(content.game.title, "bold")]
        for text in (*content.contents[:3], content.count.rpartition(" · ")[2]):
            is_wide = pen.width(text, "semibold", size) > box.width
            parts = text.rpartition(" ")[::2] if is_wide else (text,)  # 1–3/3 is not broken
            imprint_runs += [(part, "semibold") for part in parts if part]
        lines = [
            line for run in imprint_runs for line in wrap([run], size, box.width, pen.fonts, language=pen.language)
        ]
        side = min(box.width, 9.5, box.height - len(lines) * size * 1.25 - _CLEAR)
        if side > _MIN_EMBLEM:
            self.draw_emblems(box.cx, box.y + side / 2, side, box.width)
        for line in reversed(lines):
            pen.line(line.string, box.cx, y, line.runs[0][1], size, self.soft, 0.5, room=box.width)
            y -= size * 1.25

    # Sides, lid, floor and flaps

    def draw_side(self, page: Box, *, runs_down: bool) -> None:
        """Draw a spine, words running down or up, upright when the box lies on its back; a narrow one stays empty."""
        pen, content = self.pen, self.content
        if page.width < _NARROW:
            return
        start, short = len(pen.items), page.width
        mark, note, long = min(short * 0.56, 12.0), 7 * PT, page.height
        # drawn horizontally, the front's edge above: x runs along the side, as words are read
        near, far = (_SAFE + mark + 3.0, _SAFE) if runs_down else (_SAFE, _SAFE + mark + 3.0)
        room = long - near - far
        step = note * 1.3
        titles = [*dict.fromkeys(spec.title for spec in content.specs)] if len(self.emblem_inks) > 1 else []
        notes = [*(titles or [content.game.title]), content.count][-max(1, int((short - 4) / step)) :]
        notes_width = min(0.4 * room, max(pen.width(text, "semibold", note) for text in notes))
        fit = pen.fit(content.title, "display", min(short * 0.4, 26 * PT), room - notes_width - 3, short)
        base = short / 2 + pen.cap("display") * fit.size / 2
        pen.line(content.title, near, base, "display", fit.size, self.strong, room=room - notes_width - 3)
        first = short / 2 + pen.cap("semibold") * note / 2 - (len(notes) - 1) * step / 2
        for i, text in enumerate(notes):
            pen.line(text, long - far, first + i * step, "semibold", note, self.soft, 1.0, room=notes_width)
        unturned = pen.items[start:]
        del pen.items[start:]
        # the front is on the right of the left side, and on the left of the right one
        turn = (0.0, 1.0, -1.0, 0.0, short, 0.0) if runs_down else (0.0, -1.0, 1.0, 0.0, 0.0, long)
        pen.items += transform_items(unturned, turn)
        self.draw_emblems(page.cx, _SAFE + mark / 2, mark, short - 2 * _SAFE)

    def draw_lid(self, page: Box) -> None:
        """Draw the title between two of the one emblem, or above a row of several; a narrow lid stays empty."""
        pen, content = self.pen, self.content
        if page.height < _NARROW:
            return
        room, y = page.width - 2 * _SAFE, page.cy
        mark, size = min(page.height * 0.56, 12.0), min(page.height * 0.4, 20 * PT)
        if len(self.emblem_inks) > 1 and page.height > 3 * _NARROW:
            self.draw_emblems(page.cx, page.cy + mark * 0.7, mark, room)
            y -= mark * 0.7
        elif len(self.emblem_inks) == 1:
            room -= 2 * mark + 4
            for x in (_SAFE + mark / 2, page.right - _SAFE - mark / 2):
                self.draw_emblems(x, page.cy, mark, mark)
        fit = pen.fit(content.title, "display", size, room, page.height)
        base = y + pen.cap("display") * fit.size / 2
        pen.line(content.title, page.cx, base, "display", fit.size, self.strong, 0.5, room=room)

    def draw_tuck(self, page: Box) -> None:
        """Draw the tuck flap, visible through the thumb notch: the template's art, else emblems on the bright color."""
        if self.layout.template.groups.get(TUCK_ART):
            self.pen.items.append(Use(TUCK_ART))
            return
        self.pen.path(rectangle(*page.inset(-self.bleed)), self.bright)
        self.draw_emblems(page.cx, 4.1, 5.4, 11.0, self.dark)

    def draw_floor(self, page: Box) -> None:
        """Draw the contents and seeds of the box; nothing if there is no room for all of them."""
        pen, content = self.pen, self.content
        size = 7 * PT
        room, line_step = page.width - 2 * _SAFE, size * 1.5
        content_lines = wrap(
            [(" · ".join([content.game.title, *content.contents]), "semibold")], size, room, pen.fonts,
            language=pen.language,
        )  # fmt: skip
        seed = pen.language.phrase("seed {seed}", seed=content.seeds)
        lines = [*(line.string for line in content_lines), f"{content.count} · {seed}"]
        if page.height < line_step * len(lines) + 3:
            return
        for i, line in enumerate(lines):
            y = page.cy + pen.cap("semibold") * size / 2 + (i - (len(lines) - 1) / 2) * line_step
            pen.line(line, page.cx, y, "semibold", size, self.soft, 0.5, room=room)

    def draw_dust(self, page: Box) -> None:
        """Draw the emblems in the middle of a dust flap; nothing if they would be tiny."""
        side = min(page.width, page.height) * 0.5
        if side >= 2:
            self.draw_emblems(page.cx, page.cy, side, page.width - 6)


def _deck_numbers(numbers: Sequence[int], set_size: int) -> str:
    """Return sorted deck numbers as text: ``2/5, 4/5``; three or more, all in a row, as ``1–3/5``."""
    first, last = numbers[0], numbers[-1]
    if len(numbers) > 2 and len(numbers) == last - first + 1:
        return f"{first}–{last}/{set_size}"
    return ", ".join(f"{number}/{set_size}" for number in numbers)
