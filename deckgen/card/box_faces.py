"""The faces of a tuck box, as read when it is closed, in the look of the cards in it.

The front is the layout's group ``static-box``, drawn at the size of the box's front, with text slots
``slot-box-title`` (and ``game``, ``count``, ``line``, ``seed``) and the deck's emblem in ``slot-box-emblem``.
A layout without it gets a plain front of words and emblem.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from deckgen.card.back import back_text, deck_pattern
from deckgen.card.box_content import BoxContent
from deckgen.card.code import CodeOptions, code_text, draw_code, read_code_options
from deckgen.card.patterns.seal import seal
from deckgen.card.strings import ALIGN, BOX, fill_pattern
from deckgen.draw.contrast import first_readable
from deckgen.draw.drawing import Drawing, Ink, Style, Symbol, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, ellipse, rectangle, transform_items
from deckgen.draw.text import shorten, wrap
from deckgen.errors import LayoutError, Problems

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
_MIN_ANATOMY = 20.0  # mm: the least height of the picture of a card
_BESIDE = 2.2  # mm between the barcode and the words beside it
_MIN_EMBLEM = 4.0  # mm: the least size of the emblem there
_MIN_SEAL, _MAX_SEAL = 8.0, 14.0  # mm: the diameter of the seal there
_CODES = 2  # decks: with more, the field for a barcode has seals instead of codes
_ONE_ROW = 4  # decks: from so many on there are two rows
_NARROW = 7.0  # mm: a narrower side has no words
_WIDE = 28.0  # mm: a wider side has the titles of decks below the game's
_HEAD = 20.0  # mm: the most height of the field of emblems at a spine's end
_TITLE, _NOTE = 34 * PT, 8 * PT
_IMPRINT, _IMPRINT_LEADING = 6.6 * PT, 1.25
_TIED = "\u00a0"  # a space at which no line breaks
_Words = list[tuple[str, str]]  # lines with their typefaces
_Blurb = list[tuple[str, float, float]]  # lines with their size and baseline


def anatomy_room(content: BoxContent, back: tuple[float, float]) -> Box | None:
    """Return where a picture of a card and its parts goes on a back of size ``back``; None if it has no room."""
    *_, panel, _ = _Faces(content, {"back": back}).back_parts(Box(0, 0, *back))
    return panel and panel.inset(_INSIDE)


def draw_box_faces(
    content: BoxContent,
    sizes: Mapping[str, tuple[float, float]],
    anatomy: Drawing | None = None,
    *,
    bleed: float = BLEED,
    coded: bool = False,
) -> dict[str, Drawing]:
    """Return drawings by face: front, back, left, right, lid, tuck, floor, dust (flaps); others show only the ground.

    ``sizes``: face → width, height in mm. ``anatomy`` is drawn in its ``anatomy_room``; ``bleed`` is at least BLEED.
    ``coded``: the field for a shop's barcode has the deck's QR code and seed. Raises LayoutError for texts that do not fit.
    """
    return _Faces(content, sizes, max(bleed, BLEED), coded=coded).draw(anatomy)


class _Faces:
    """Draws the faces of one box; ``sizes``: face → width, height in mm."""

    def __init__(
        self,
        content: BoxContent,
        sizes: Mapping[str, tuple[float, float]],
        bleed: float = BLEED,
        *,
        coded: bool = False,
    ) -> None:
        layout = content.layouts[0]
        self.bleed, self.coded = bleed, coded
        self.layout, self.content, self.sizes = layout, content, sizes
        theme, back = layout.theme, layout.back
        color_or, colors = theme.color_or, list(theme.inks_by_screen())
        self.problems = Problems()
        self.pen = layout.pen(content.game, self.problems, minimum=min(theme.minimum, _MIN_SIZE))
        self.ground = color_or("ground", back.ground)
        self.strong = first_readable(self.ground, [color_or("ground_ink"), color_or("paper")], colors)
        self.soft = first_readable(self.ground, [color_or("pale"), self.strong], colors)
        self.bright = first_readable(self.ground, [back.emblem_ink, color_or("deck"), color_or("open")], colors, 3.0)
        looks = {look.back.emblem: look for look in content.layouts}
        self.inks = {screen: ink for look in looks.values() for screen, ink in look.theme.inks_by_screen().items()}
        self.emblem_inks = {
            icon: first_readable(self.ground, [look.back.emblem_ink, self.bright], [], 3.0)
            for icon, look in looks.items()
        }
        self.dark = first_readable(self.bright, [color_or("ink"), self.ground], colors)
        card = (layout.template.width, layout.template.height)
        front = sizes.get("front", card)
        # a box of decks of several sizes may be larger than the art
        self.groups = layout.template.groups if max(front[0] - card[0], front[1] - card[1]) <= BLEED else {}

    def draw_if_room(
        self, text: str, x: float, y: float, typeface: str, size: float, ink: str, align: float, room: float
    ) -> bool:
        """Draw a line as ``Pen.line`` does if it fits into ``room`` mm; return whether it does."""
        fits = self.pen.fit(text, typeface, size, room, size).fits
        if fits:
            self.pen.line(text, x, y, typeface, size, ink, align, room=room)
        return fits

    def report_small(self) -> None:
        """Report that the box has no room for the least that is printed on it."""
        width, height = self.sizes.get("front") or self.sizes["back"]
        message = f"{width:g} × {height:g} mm are too small for “{self.content.title}”"
        self.problems.add(self.content.game.folder, None, "the box", message, "choose a layout of larger cards")

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
        if not self.groups.get(ART):
            self.draw_plain_front(page)
            return
        pen.items.append(Use(ART))
        box = template.boxes.get(BOX + "emblem")
        if box is not None:
            ink = self.layout.back.emblem_ink if len(self.emblem_inks) == 1 else ""
            side, count = min(box.width, box.height), len(self.emblem_inks)
            if count in {3, 4}:  # in two rows they are larger
                for index, (icon, emblem_ink) in enumerate(self.emblem_inks.items()):
                    row, column = (index + 4 - count) // 2, (index + 4 - count) % 2
                    x = box.cx + (0.0 if count + row == 3 else (column - 0.5) * side / 2)
                    self.pen.icon(icon, x, box.cy + (row - 0.5) * side / 2, 0.42 * side, emblem_ink)
            else:
                self.draw_emblems(box.cx, box.cy, side, box.width, ink)
        fields = self.content.fields()
        for name, slot in template.texts.items():
            if name.startswith(BOX):
                pattern = self.layout.theme.strings.get(name, _STRINGS.get(name.removeprefix(BOX), ""))
                string = fill_pattern(pattern, lambda name: fields.get(name) or fields.get(name.lower(), "").upper())
                style, align = (slot.face, slot.size, slot.fill), ALIGN[slot.anchor]
                if (
                    string == self.content.kinds != self.content.title
                    and not pen.fit(string, slot.face, slot.size, slot.width or page.width, slot.size).fits
                ):
                    continue  # the back of the box lists all
                pen.line(
                    string, slot.x, slot.y, *style, align, room=slot.width, upward=slot.upward, spacing=slot.spacing
                )

    def draw_plain_front(self, page: Box) -> None:
        """Draw the emblems between the titles, with number of cards and line, for a template without art."""
        content, height, room = self.content, page.height, page.width - 2 * _SAFE
        self.draw_emblems(page.cx, 0.42 * height, min(0.5 * page.width, 0.3 * height), room)
        upper_title = content.game.title if content.title == content.kinds else content.kinds
        lines = (
            (upper_title, "semibold", 10, self.soft, 0.2 * height),
            (content.count, "semibold", 9, self.soft, 0.75 * height),
            (content.words.line, "semibold", 8, self.soft, height - _SAFE - 0.8),
        )
        for text, typeface, size, ink, y in lines:
            self.draw_if_room(text, page.cx, y, typeface, size * PT, ink, 0.5, room)
        if not self.draw_if_room(content.title, page.cx, 0.68 * height, "display", 20 * PT, self.strong, 0.5, room):
            self.report_small()

    def draw_emblems(self, x: float, y: float, side: float, room: float, ink: str = "") -> None:
        """Draw all emblems about (x, y), ``side`` mm each, smaller to fit ``room``, in their colors or in ``ink``."""
        count = len(self.emblem_inks)
        side = min(side, room / (1.35 * count - 0.35))
        x -= 1.35 * side * (count - 1) / 2
        for icon, emblem_ink in self.emblem_inks.items():
            self.pen.icon(icon, x, y, side, ink or emblem_ink)
            x += 1.35 * side

    # Back

    def back_parts(self, page: Box) -> tuple[_Blurb, _Words, Box, Box | None, Box | None]:
        """Return what is on a back: blurb, lines of the imprint and its box, boxes of picture and barcode, None if left out.

        The imprint is beside the barcode, or above it on a narrow box. There parts are left out that have no room: the picture first, then the barcode, then the blurb. A back
        without room for the words, or a wide one without room for the blurb, is a problem.
        """
        inner, blurb_text = page.inset(_SAFE), self.content.words.blurb
        code: Box | None = Box(inner.right - _BARCODE[0], inner.bottom - _BARCODE[1], *_BARCODE)
        assert code is not None
        beside = code._replace(x=inner.x, width=code.x - inner.x - _BESIDE)
        words, height = self.imprint(beside.width)
        if words and height <= beside.height:
            room = page.height * _BLURB_SHARE
            blurb, blurb_height = self.blurb(inner.width, room)
            if blurb_text and not blurb:
                message = f"the text on the back of the box is {blurb_height:.0f} mm high and has {room:.0f} mm"
                self.problems.add(self.content.game.folder, None, "box.blurb", message, "shorten it")
            top, imprint, low = inner.y + blurb_height + (_GAP if blurb_text else 0.0), beside, code.y
        else:
            words, height = self.imprint(inner.width)
            if not words or height > inner.height:
                self.report_small()
            free = inner.height - height - _GAP
            code_height = code.height + _GAP if inner.width >= code.width else math.inf
            blurb, blurb_height = self.blurb(inner.width, free - code_height)
            if not blurb:
                blurb, blurb_height = self.blurb(inner.width, free)
            if not blurb:
                blurb_height = -_GAP
            if blurb_height + code_height > free:
                code = None
            top, bottom = inner.y + blurb_height + _GAP, code.y - _GAP if code else inner.bottom
            low = bottom - height
            if low - _GAP - top < _MIN_ANATOMY:  # room for the seal instead
                low = max(top, low - _MAX_SEAL - _CLEAR)
            imprint = Box(inner.x, low, inner.width, bottom - low)
        picture = Box(inner.x, top, inner.width, low - _GAP - top)
        return blurb, words, imprint, picture if picture.height >= _MIN_ANATOMY else None, code

    def blurb(self, width: float, room: float) -> tuple[_Blurb, float]:
        """Return the blurb's lines, none if they are higher than ``room`` mm, and their height."""
        text, text_height = self.content.words.blurb, 0.0
        cap = self.pen.cap("semibold")
        for size in (points * PT for points in _BLURB if text):
            lines = wrap([(text, "semibold")], size, width, self.pen.fonts, language=self.pen.language)
            step = size * _LEADING
            text_height = len(lines) * step
            if text_height <= room:
                return [
                    (line.string, size, _SAFE + i * step + (step + cap * size) / 2) for i, line in enumerate(lines)
                ], text_height
        return [], text_height

    def draw_back(self, page: Box, anatomy: Drawing | None) -> None:
        """Draw blurb, anatomy (if any), a white field for the barcode, and the imprint."""
        pen, (blurb, words, imprint, panel, code) = self.pen, self.back_parts(page)
        for line, size, y in blurb:
            pen.line(line, _SAFE, y, "semibold", size, self.strong)
        if anatomy is not None and panel is not None:
            pen.panel(panel, 1.8, self.layout.theme.color_or("tint", WHITE))
            inner = panel.inset(_INSIDE)
            pen.items.append(Use("anatomy", (1, 0, 0, 1, inner.x, inner.y)))
        if code is not None:
            pen.path(rectangle(*code), WHITE)
            if self.coded:
                self.draw_codes(code)
        self.draw_imprint(imprint, words)

    def draw_codes(self, field: Box) -> None:
        """Draw the seed, and the codes of one or two decks, the seals of more."""
        pen, content, theme = self.pen, self.content, self.layout.theme
        options = read_code_options(theme, self.problems) or CodeOptions(ink=self.dark)
        options = replace(options, ground=WHITE)
        size, pad, count = _MIN_SIZE, 1.2, len(content.decks)
        room = Box(field.x, field.y + pad / 2, field.width, field.height - size - 2 * pad)
        rows = 1 if count < _ONE_ROW else 2
        columns = math.ceil(count / rows)
        side = min(room.height / rows, room.width / columns)
        for index, deck in enumerate(content.decks):
            row, column = divmod(index, columns)
            x, y = room.cx + side * (column - columns / 2), room.cy + side * (row - rows / 2)
            if count <= _CODES:
                pen.items += draw_code(code_text(options.pattern, deck), options, Box(x, y, side, side), theme.file)
            elif side >= _MIN_SEAL:
                items = seal(
                    deck.id, options.ink, first_readable(WHITE, [self.ground], [options.ink]), WHITE, 0.46 * side
                )
                pen.place_items(items, x + side / 2, y + side / 2)
        seed = pen.language.phrase("seed {seed}", seed=content.seeds)
        short = shorten(seed, "semibold", size, field.width - 2 * pad, pen.fonts)
        pen.line(short, field.cx, field.bottom - pad, "semibold", size, options.ink, 0.5)

    def imprint(self, width: float) -> tuple[_Words, float]:
        """Return the lines with the game, all contents and the number of cards, none if a word is too wide; and their height."""
        pen, content = self.pen, self.content
        runs = [(content.game.title, "bold")]
        for text in (*content.contents, content.count.rpartition(" · ")[2]):
            parts = [text]
            if pen.width(text, "semibold", _IMPRINT) > width:
                parts = text.split(" · ") if " · " in text else [*text.rpartition(" ")[::2]]
            for part in filter(None, parts):
                tied = part.replace(" ", _TIED)
                runs.append((tied if pen.width(tied, "semibold", _IMPRINT) <= width else part, "semibold"))
        if any(pen.width(word, face, _IMPRINT) > width for text, face in runs for word in text.split(" ")):
            return [], 0.0
        lines = [
            (line.string, run[1])
            for run in runs
            for line in wrap([run], _IMPRINT, width, pen.fonts, language=pen.language)
        ]
        return lines, len(lines) * _IMPRINT * _IMPRINT_LEADING

    def draw_imprint(self, box: Box, lines: _Words) -> None:
        """Draw the lines from below, over them the seal of the deck, or the emblems of several."""
        pen, content, y, step = self.pen, self.content, box.bottom - 0.3, _IMPRINT * _IMPRINT_LEADING
        free = box.height - len(lines) * step - _CLEAR
        if len(content.decks) == 1 and min(box.width, free) >= _MIN_SEAL:
            radius = min(box.width, free, _MAX_SEAL) / 2
            items = seal(content.decks[0].id, self.soft, self.bright, self.ground, radius)
            pen.place_items(items, box.cx, box.y + radius)
        elif (side := min(box.width, 9.5, free)) > _MIN_EMBLEM:
            self.draw_emblems(box.cx, box.y + side / 2, side, box.width)
        for line, typeface in reversed(lines):
            pen.line(line, box.cx, y, typeface, _IMPRINT, self.soft, 0.5, room=box.width)
            y -= step

    # Sides, lid, floor and flaps

    def draw_side(self, page: Box, *, runs_down: bool) -> None:
        """Draw a spine: emblems on the pattern of the deck's back, else on their colors, and words that run down or up.

        The words are upright when the box lies on its back. A narrow spine stays empty.
        """
        pen, content = self.pen, self.content
        if page.width < _NARROW:
            return
        head = self.draw_head(page._replace(height=min(page.width, _HEAD)), runs_down=runs_down)
        start, short, long = len(pen.items), page.width, page.height
        # drawn horizontally, the front's edge above: x runs along the side, as words are read
        near, far = (head + 3.0, _SAFE) if runs_down else (_SAFE, head + 3.0)
        room = Box(near, 0.0, long - near - far, short)
        notes = [*(title for title in content.titles if title != content.game.title), content.count]
        if short < _WIDE:
            notes = notes[-max(1, int((short - 3) / (_NOTE * 1.3))) :]
            width = min(0.38 * room.width, max(pen.width(text, "bold", _NOTE) for text in notes))
            self.draw_title(room._replace(width=room.width - width - 3.5), 0.0)
            self.draw_notes(notes, Box(room.right - width, 0.0, width, short), 1.0)
        else:
            height = len(notes) * _NOTE * 1.3
            title = room._replace(y=(short - height - 0.3 * short) / 2, height=0.3 * short)
            self.draw_title(title, 0.5)
            self.draw_notes(notes, Box(room.x, title.bottom + 1.0, room.width, height), 0.5)
        unturned = pen.items[start:]
        del pen.items[start:]
        # the front is on the right of the left side, and on the left of the right one
        turn = (0.0, 1.0, -1.0, 0.0, short, 0.0) if runs_down else (0.0, -1.0, 1.0, 0.0, 0.0, long)
        pen.items += transform_items(unturned, turn)

    def draw_head(self, box: Box, *, runs_down: bool) -> float:
        """Draw the upper end of a spine, to the bleed: a field for each emblem; return its lower end.

        One emblem has the end of the back's pattern around it that is next to this side.
        """
        pen, layout = self.pen, self.layout
        reach = box.inset(-self.bleed)._replace(height=box.height + self.bleed)
        if len(self.emblem_inks) == 1:
            pen.path(rectangle(*reach), layout.back.ground)
            left = box.x if runs_down else box.right - layout.template.width
            pen.place_items(deck_pattern(layout, back_text(self.content.decks[0])), left, box.y)
            below = Box(reach.x, box.bottom, reach.width, self.sizes["front"][1])
            pen.path(rectangle(*below), self.ground)
            pen.rule(reach.x, box.bottom, reach.right, box.bottom, self.bright, 0.5)
            pen.path(ellipse(box.cx, box.cy, 0.36 * box.height), self.bright, layout.back.ground, 0.8)
            self.draw_emblems(box.cx, box.cy, 0.46 * box.height, box.width, self.dark)
            return box.bottom
        width = box.width / len(self.emblem_inks)
        for index, (icon, ink) in enumerate(self.emblem_inks.items()):
            field = Box(box.x + index * width, reach.y, width, reach.height)
            if index in {0, len(self.emblem_inks) - 1}:
                field = field._replace(x=field.x - (0 if index else self.bleed), width=width + self.bleed)
            pen.path(rectangle(*field), ink)
            middle, dark = box.x + (index + 0.5) * width, first_readable(ink, [self.dark, self.ground], list(self.inks))
            pen.icon(icon, middle, box.cy, min(0.6 * box.height, 0.7 * width), dark)
        return box.bottom

    def draw_title(self, box: Box, align: float) -> None:
        """Draw the game's title in a box, as large as fits; none if it does not."""
        pen, title = self.pen, self.content.game.title
        fit = pen.fit(title, "display", min(0.6 * box.height, _TITLE), box.width, box.height)
        base = box.cy + pen.cap("display") * fit.size / 2
        self.draw_if_room(title, box.x + align * box.width, base, "display", fit.size, self.strong, align, box.width)

    def draw_notes(self, notes: Sequence[str], box: Box, align: float) -> None:
        """Draw lines in the middle of a box: the titles of decks bold in the bright color, last their number."""
        pen, step = self.pen, _NOTE * 1.3
        base = box.cy + pen.cap("bold") * _NOTE / 2 - (len(notes) - 1) * step / 2
        ink = first_readable(self.ground, [self.bright], [self.strong])
        for index, text in enumerate(notes):
            face, fill = ("semibold", self.soft) if index == len(notes) - 1 else ("bold", ink)
            x = box.x + align * box.width
            self.draw_if_room(text, x, base + index * step, face, _NOTE, fill, align, box.width)

    def draw_lid(self, page: Box) -> None:
        """Draw the game's title over those of the decks, beside emblems or, in a deep box, above them; none if narrow."""
        pen, content = self.pen, self.content
        if page.height < _NARROW:
            return
        room = Box(_SAFE, page.y, page.width - 2 * _SAFE, page.height)
        mark = min(page.height * 0.56, 12.0)
        if len(self.emblem_inks) > 1 and page.height > 3 * _NARROW:
            self.draw_title(room._replace(height=0.45 * page.height), 0.5)
            self.draw_labels(room._replace(y=0.45 * page.height, height=0.55 * page.height - _SAFE))
            return
        between = Box(room.x + mark + 2, room.y, room.width - 2 * mark - 4, room.height)
        if len(self.emblem_inks) == 1 and pen.fit(content.game.title, "display", _TITLE, between.width, _TITLE).fits:
            for x in (room.x + mark / 2, room.right - mark / 2):
                self.draw_emblems(x, page.cy, mark, mark)
            room = between
        if content.title == content.game.title or page.height < 2 * _NARROW:
            self.draw_title(room, 0.5)
            return
        self.draw_title(room._replace(y=0.08 * page.height, height=0.54 * page.height), 0.5)
        ink, y = first_readable(self.ground, [self.bright], [self.strong]), 0.76 * page.height
        self.draw_if_room(content.kinds, room.cx, y, "bold", 8 * PT, ink, 0.5, room.width)

    def draw_labels(self, box: Box) -> None:
        """Draw the emblems of all kinds of decks side by side, each over its deck's title, in two lines if it is long."""
        pen = self.pen
        looks = zip(self.content.layouts, self.content.specs, strict=True)
        titles = {look.back.emblem: spec.title for look, spec in looks}
        width, size = box.width / len(self.emblem_inks), 7 * PT
        side = min(0.6 * box.height, 0.7 * width)
        for index, (icon, ink) in enumerate(self.emblem_inks.items()):
            middle = box.x + (index + 0.5) * width
            pen.icon(icon, middle, box.y + side / 2, side, ink)
            lines = wrap([(titles[icon].replace(" · ", "\n"), "bold")], size, width - 1, pen.fonts)
            for row, line in enumerate(lines):
                y = box.y + side + (1.5 + 1.2 * row) * size
                self.draw_if_room(line.string, middle, y, "bold", size, self.soft, 0.5, width)

    def draw_tuck(self, page: Box) -> None:
        """Draw the tuck flap, visible through the thumb notch: the template's art, else emblems on the bright color."""
        if self.groups.get(TUCK_ART):
            self.pen.items.append(Use(TUCK_ART))
            return
        self.pen.path(rectangle(*page.inset(-self.bleed)), self.bright)
        self.draw_emblems(page.cx, 4.1, 5.4, 11.0, self.dark)

    def draw_floor(self, page: Box) -> None:
        """Draw the contents and seeds of the box; nothing if there is no room for all of them."""
        pen, content = self.pen, self.content
        size = 7 * PT
        room, line_step = page.width - 2 * _SAFE, size * 1.5
        lines = [content.game.title]
        for text in content.contents:
            longer = f"{lines[-1]} · {text}"
            lines[-1:] = [longer] if pen.width(longer, "semibold", size) <= room else [lines[-1], text]
        seed = pen.language.phrase("seed {seed}", seed=content.seeds)
        lines.append(f"{content.count} · {seed}")
        if page.height < line_step * len(lines) + 3 or not all(
            pen.fit(line, "semibold", size, room, size).fits for line in lines
        ):
            return
        for i, line in enumerate(lines):
            y = page.cy + pen.cap("semibold") * size / 2 + (i - (len(lines) - 1) / 2) * line_step
            pen.line(line, page.cx, y, "semibold", size, self.soft, 0.5, room=room)

    def draw_dust(self, page: Box) -> None:
        """Draw the emblems in the middle of a dust flap; nothing if they would be tiny."""
        side = min(page.width, page.height) * 0.5
        if side >= 2:
            self.draw_emblems(page.cx, page.cy, side, page.width - 6)
