"""The faces of a deck's cards as drawings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from deckgen.card.back import FACE, NAME, HeroBack, back_text, draw_back
from deckgen.card.code import CODE_SLOT, CodeOptions, code_text, draw_code, longest_text, read_code_options
from deckgen.card.layout import CARTOUCHE, PATTERN, Layout
from deckgen.card.strings import BOX, Strings, card_label, deck_fields, named_seed, shorter_seeds
from deckgen.card.svg.compiler import JOKER_SECTIONS, SECTIONS
from deckgen.card.widgets import DRAWN_BY, POKER, default_widget, printed_texts, sample_values
from deckgen.card.widgets.base import Painter, draw_cached
from deckgen.deck.cards import Card, Deck
from deckgen.draw.contrast import first_readable
from deckgen.draw.drawing import Drawing, Faces, Item, Symbol, Use
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.errors import LayoutError, Problem, Problems
from deckgen.game.model import AnySection, DeckSpec, Game, PlayingCard, ProseSection
from deckgen.game.translation import MARK
from deckgen.game.values import to_json

if TYPE_CHECKING:
    from deckgen.card.rules.reference import Colophon
    from deckgen.deck.audit.summary import AuditSummary

_FRONT_EMBLEM = "front-emblem"  # the slot of the deck's emblem on its fronts
SPECIAL_SLOTS = frozenset({POKER, CODE_SLOT, CARTOUCHE, PATTERN, FACE, _FRONT_EMBLEM, "emblem", f"{BOX}emblem"})
"""Slots that show no section."""


def draw_faces(layout: Layout, game: Game, spec: DeckSpec, deck: Deck) -> Faces:
    """Return the faces of ``deck`` without reference cards. Raises as ``CardArtist``."""
    return cached_artist(layout, game, spec).faces(deck)


class CardArtist:
    """Draws the cards of all decks of ``spec``; what decks share is drawn once.

    All drawings have one ``style``; equal parts in equal positions are the same items on every card of every
    deck. A slot stays empty if the deck lacks its section, and a section without a slot is left out. Raises
    LayoutError for texts that do not fit, sections that a widget cannot draw, and missing glyphs and icons.
    """

    def __init__(self, layout: Layout, game: Game, spec: DeckSpec) -> None:
        self.layout, self.game, self.spec = layout, game, spec
        problems, template = Problems(), layout.template
        pen, slots = _card_pen(layout, game, spec, problems), _Slots(layout, spec, problems)
        symbols = dict(template.icons)
        symbols |= {name: Symbol(items) for name, items in template.groups.items()}
        self._painters: dict[bool, dict[str, Painter]] = {}
        for joker, name in ((False, SECTIONS), (True, JOKER_SECTIONS)):
            pen.begin("")
            self._painters[joker] = slots.painters(pen, joker=joker)
            symbols[name] = Symbol(tuple(pen.items))
        self._code_options = _code_options(layout, spec, problems)
        problems.raise_as(LayoutError)
        self.style = layout.theme.style(symbols)
        self._strings = Strings(layout, game, spec)
        uses = {name: Use(name) for name, symbol in symbols.items() if symbol.items}
        self._art = draw_cached(lambda pen, face: pen.items.extend(self._card_art(face, uses)))
        self._backs: dict[str, Drawing] = {}
        self._colophons: dict[str, Colophon] = {}

    def faces(self, deck: Deck, back: str = "", hero: HeroBack | None = None) -> Faces:
        """Return a deck's faces but references. Raises LayoutError if a card lacks a section, or text has no room.

        ``back``: the ``back_text`` that the back follows from, by default that of the deck's set. The ``hero`` is on it.
        """
        problems = Problems()
        for card in deck.cards:
            required = self._painters[card.face.is_joker].keys() - {POKER}
            for name in sorted(required - card.sections.keys()):
                location, message = f"cards[{card.impulse}]", f"the card lacks the section {name}"
                problems.add("deck.json", None, location, message, "generate the deck again")
        problems.raise_as(LayoutError)
        pen = _card_pen(self.layout, self.game, self.spec, problems)
        codes = {joker: self._code(deck, joker=joker) for joker in (False, True)}
        fill = self._strings.deck_filler(pen, deck.cards, deck_fields(deck, self.layout.theme.fonts))
        cards = [replace(card, face=self._worded_card(card)) for card in deck.cards]
        fronts = [self._draw_front(pen, card, fill, codes[card.face.is_joker]) for card in cards]
        drawn_back = self._draw_back(pen, deck, back or back_text(deck), hero)
        problems.raise_as(LayoutError)
        return Faces(tuple(fronts), drawn_back)

    @cached_property
    def references(self) -> tuple[tuple[str, Drawing], ...]:
        """Names and faces of the reference cards. Raises LayoutError as ``draw_references``."""
        from deckgen.card.rules.reference import draw_references  # noqa: PLC0415 (panels of rules are slow to import)

        return draw_references(self.layout, self.game, self.spec, self.style)

    def colophon(self, deck: Deck, summary: AuditSummary, link: str = "") -> tuple[str, Drawing]:
        """Return name and face of the card about the deck itself; ``link``: its code's. Raises as ``Colophon``."""
        from deckgen.card.rules.reference import Colophon  # noqa: PLC0415 (as above)

        if link not in self._colophons:
            self._colophons[link] = Colophon(self.layout, self.game, self.spec, self.style, link)
        return self._colophons[link].draw_card(deck, summary)

    def slots(self, *, joker: bool) -> Collection[str]:
        """Return the names of the slots that sections, or POKER, have on jokers or on other cards."""
        return self._painters[joker].keys()

    def slot_items(self, slot: str, card: Card) -> Sequence[Item]:
        """Return what a card shows in a slot beside what all cards show there."""
        pen = self.layout.pen(self.game, Problems())
        self._painters[card.face.is_joker][slot](pen, card.face if slot == POKER else card.sections[slot])
        return pen.items

    def _worded_card(self, card: Card) -> PlayingCard:
        """Return the card's playing card with its printed name, not in deck.json; as it is if not in ``spec``."""
        same_place = self.spec.playing_cards[card.impulse : card.impulse + 1]
        return same_place[0] if same_place == (card.face,) else card.face

    def _draw_front(self, pen: Pen, card: Card, fill: Callable[[Card], None], code: Sequence[Item]) -> Drawing:
        """Return the front of a card: art, widgets, texts drawn by ``fill``, and the items of its ``code``."""
        playing_card = card.face
        pen.begin(card_label(card))
        self._art(pen, playing_card)
        for name, painter in self._painters[playing_card.is_joker].items():
            pen.slot = name
            painter(pen, playing_card if name == POKER else card.sections[name])
        fill(card)
        pen.items += code
        title = f"{self.spec.title} {card.impulse}, {playing_card.printed_name}"
        return self.layout.drawing(pen.items, self.style, title)

    def _card_art(self, card: PlayingCard, uses: Mapping[str, Use]) -> list[Use]:
        """Return the art of a card: that of all cards, its own on top, then what all slots share."""
        groups = (*self.layout.template.art_groups(card), JOKER_SECTIONS if card.is_joker else SECTIONS)
        return [uses[name] for name in groups if name in uses]

    def _code(self, deck: Deck, *, joker: bool) -> Sequence[Item]:
        """Return the deck's QR code, as on jokers or on all other cards; empty without a slot for it."""
        box = self.layout.template.boxes_for(joker=joker).get(CODE_SLOT)
        if self._code_options is None or box is None:
            return ()
        return draw_code(
            code_text(self._code_options.pattern, deck), self._code_options, box, self.layout.template.file
        )

    def _draw_back(self, pen: Pen, deck: Deck, text: str, hero: HeroBack | None) -> Drawing:
        """Return the back that follows from a ``back_text``, the same object for the next deck with it and the same hero.

        One with problems is drawn again for each deck, to report them.
        """
        layout, titles = self.layout, (self.game.title, self.spec.title)
        key = f"{text if layout.shows_seed else ''}/{hero and hero[0]}"
        if key in self._backs:
            return self._backs[key]
        ground, inks = layout.back.ground or "#ffffff", list(layout.theme.inks_by_screen())
        ink = first_readable(ground, [layout.theme.color_or("ground_ink")], inks)
        pen.begin("the back", "back")
        flaws = pen.problem_count
        draw_back(pen, layout, titles, ink, text, shorter_seeds(named_seed(deck.seed, layout.theme.fonts)), hero)
        title = self.game.language.phrase("{deck}, back", deck=self.spec.title)
        back = layout.drawing(pen.items, self.style, title)
        if pen.problem_count == flaws:
            self._backs = {key: back}  # decks of a set come one after the other
        return back


@lru_cache(maxsize=8)
def cached_artist(layout: Layout, game: Game, spec: DeckSpec) -> CardArtist:
    """Return the artist for the decks of ``spec`` in a layout, the same for the same objects."""
    return CardArtist(layout, game, spec)


def check_layout(layout: Layout, game: Game, spec: DeckSpec) -> tuple[Problem, ...]:
    """Return warnings: sections that no slot of ``layout`` shows, unless the theme is ``without`` them; empty slots.

    Raises LayoutError for sections that a widget cannot draw, texts that do not fit, and missing icons.
    """
    problems = Problems()
    pen = _card_pen(layout, game, spec, problems)
    _code_options(layout, spec, problems)
    slots = _Slots(layout, spec, problems)
    for joker in (False, True):
        painters = slots.painters(pen, joker=joker)
        for section in spec.sections:
            for value in sample_values(section) if section.name in painters else ():
                pen.begin(_sample_label(section, value, spec), section.name)
                painters[section.name](pen, value)
        for playing_card in spec.playing_cards if POKER in painters else ():
            if playing_card.is_joker == joker:
                pen.begin(playing_card.name, POKER)
                painters[POKER](pen, playing_card)
    problems.raise_as(LayoutError)
    file = str(layout.template.file)
    return tuple(Problem(file, None, "", *texts) for texts in _slot_warnings(layout, game, spec))


def _slot_warnings(layout: Layout, game: Game, spec: DeckSpec) -> Iterator[tuple[str, str]]:
    """Yield message and remedy for sections without a slot, text slots without a string, and, in a layout of the user's, slots without a section."""
    template, theme = layout.template, layout.theme
    shown_sections = {*template.boxes, *template.joker_boxes, *theme.without, *layout.sections_in_texts}
    for name in [section.name for section in spec.sections if section.name not in shown_sections]:
        remedy = f'draw a rect with the id "slot-{name}" in it, or name {name} under without: in the theme'
        yield f"no slot shows the section {name}", remedy
    for name in {**template.texts, **template.joker_texts}:
        if not (name in theme.strings or name in theme.jokers or name.startswith((BOX, NAME))):
            remedy = f'write under strings: in the theme {name}: and its words, or "" to leave it empty'
            yield f'the text slot "{name}" has no string and stays empty', remedy
    sections = {section.name for spec in game.decks for section in spec.sections}
    boxes = () if layout.is_shipped else {**template.boxes, **template.joker_boxes}
    if idle := [name for name in boxes if name not in sections | SPECIAL_SLOTS | theme.without]:
        message = f"no deck of the game has a section for the slots {', '.join(idle)}"
        yield message, f"delete them, or write without: [{', '.join(idle)}] in the theme"


def _card_pen(layout: Layout, game: Game, spec: DeckSpec, problems: Problems) -> Pen:
    """Return a pen for cards; its words include those of marks, as ``mark.prone``, if a text of the deck names one."""
    pen = layout.pen(game, problems)
    if any(MARK.search(text) for section in spec.sections for text in printed_texts(section)):
        from deckgen.card.rules.mark_names import mark_words  # noqa: PLC0415 (few texts name marks)

        pen.words = {**game.words, **{f"mark.{m}": words for m, words in mark_words(layout, game, spec).items()}}
    return pen


def _sample_label(section: AnySection, value: Any, spec: DeckSpec) -> str:
    """Return the place of a sample in messages: the first card that has it, or the section and its value."""
    if isinstance(section, ProseSection):
        return f'card "{spec.playing_cards[section.values.index(value)].name}"'
    return f"{section.name}: {to_json(value)!r}"


def _code_options(layout: Layout, spec: DeckSpec, problems: Problems) -> CodeOptions | None:
    """Return the options of QR codes, tried with the longest text; None with problems, or without a slot for them."""
    boxes = {box for joker in (False, True) if (box := layout.template.boxes_for(joker=joker).get(CODE_SLOT))}
    if not boxes or CODE_SLOT in [section.name for section in spec.sections]:
        return None
    options = read_code_options(layout.theme, problems)
    if options is None:
        return None
    for box in sorted(boxes):
        try:
            draw_code(longest_text(options.pattern), options, box, layout.template.file)
        except LayoutError as error:
            problems.extend(error)
    return options


class _Slots:
    """The painters of a layout's slots; a slot in the same box on jokers and other cards is built once."""

    def __init__(self, layout: Layout, spec: DeckSpec, problems: Problems) -> None:
        self.layout, self.problems = layout, problems
        self.sections: dict[str, AnySection | None] = {section.name: section for section in spec.sections}
        self.sections.setdefault(POKER, None)
        self.built: dict[tuple[str, Box], tuple[Painter, Sequence[Item]]] = {}

    def painters(self, pen: Pen, *, joker: bool) -> dict[str, Painter]:
        """Return painters by section (or POKER), if it has a slot; ``pen`` draws what cards share. Adds problems."""
        painters: dict[str, Painter] = {}
        boxes, back = self.layout.template.boxes_for(joker=joker), self.layout.back
        if back.emblem and _FRONT_EMBLEM in boxes:
            slot_box, pen.slot = boxes[_FRONT_EMBLEM], _FRONT_EMBLEM
            pen.icon(back.emblem, slot_box.cx, slot_box.cy, min(slot_box.width, slot_box.height), back.emblem_ink)
        for name, section in self.sections.items():
            box = boxes.get(name)
            if box is None:
                continue
            if (name, box) in self.built:
                painters[name], static_items = self.built[name, box]
                pen.items += static_items
                continue
            widget, options = self.layout.widget(name, section, self.problems)
            if section is not None and widget.name not in DRAWN_BY[type(section)]:
                message = (
                    f"the widget that the theme chooses cannot draw the section {name}, which is a {section.kind()}"
                )
                location, remedy = f"slots.{name}.widget", f'choose "{default_widget(section)}"'
                self.problems.add(self.layout.theme.file, None, location, message, remedy)
                continue
            pen.slot, start = name, len(pen.items)
            painters[name] = widget.build(section, box, options, pen)
            self.built[name, box] = painters[name], pen.items[start:]
        return painters
