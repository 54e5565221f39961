"""What a style's fonts, symbols and inks are called in PDFs: the same in every file, so that what was said once is known.

A file numbers its styles, in the order in which its pages show them, and so keeps apart what is of the same name.
"""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

from deckgen.draw.drawing import Ink, Style
from deckgen.draw.fonts import kerning, read_font
from deckgen.press.numbers import number, numbers
from deckgen.press.pdf.fonts import codes
from deckgen.press.pdf.operators import Scribe, Used, extent_of
from deckgen.press.pdf.screen_colours import screen_operator
from deckgen.press.target import Overprint
from deckgen.records import record

_KEPT = 16  # vocabularies of styles that were written last


@record
class Inking:
    """How colours become operators: as inks, or as screens show them; what is more ink than a target allows; what overprints."""

    colour: str = "rgb"
    limit: float | None = None
    overprint: Overprint | None = None


@record
class SharedForm:
    """What a symbol is as a form: its operators, its box, what they use."""

    content: str
    box: tuple[float, ...]
    used: Used


@record
class Letters:
    """The letters of one page of a font."""

    path: str
    page: int


Meaning = Letters | SharedForm | Ink | bool
"""What a name stands for: letters, a symbol, a spot ink, or whether what follows overprints."""


class Vocabulary:
    """The names of one style, which is the ``place``-th of its file, and the operators of its items.

    ``missed`` are faults of what was said: where, what, and what to do. A vocabulary that has any is not used again.
    """

    def __init__(self, style: Style, inking: Inking, place: int) -> None:
        self.style, self.inking = style, inking
        self.missed: list[tuple[str, str, str]] = []
        self.meanings: dict[str, Meaning] = {}
        self._end = f"-{place}" if place else ""
        self._inherits: dict[str, bool] = {}
        self._fonts = {path: f"F{index}" for index, path in reversed([*enumerate(style.fonts.values())])}
        self._forms = {symbol: f"X{index}{self._end}" for index, symbol in enumerate(style.symbols)}
        self._spots = {
            (ink.spot, ink.cmyk): f"S{index}{self._end}"
            for index, ink in reversed([*enumerate(style.inks.values())])
            if ink.spot
        }
        self.scribe = Scribe(style, self)

    def miss(self, where: str, what: str, remedy: str) -> None:
        """Note what cannot be printed, once."""
        if all(what != told for _, told, _ in self.missed):
            self.missed.append((where, what, remedy))

    def encode(self, path: str, string: str) -> list[tuple[str, str]]:
        """A string in as many pieces as it has fonts: (name of a font, the operator that shows it, kerned)."""
        characters = read_font(path).characters
        for character in string:
            if ord(character) not in characters:
                what = f"the font has no character {character!r} (U+{ord(character):04X})"
                self.miss(path, what, "use another font or an icon")
        moves = kerning(path, string)
        if not moves:
            return [(self._font(path, page), f"({shown}) Tj") for page, shown in codes(string)]
        runs: list[tuple[str, str]] = []
        start = 0
        for end, move in enumerate(moves, 1):
            if move or end == len(string):
                runs += [(self._font(path, page), f"({shown})") for page, shown in codes(string[start:end])]
                runs += [(runs[-1][0], number(-1000 * move, 1))] if move else []
                start = end
        return [
            (font, f"[{''.join([part for _, part in parts])}] TJ")
            for font, parts in groupby(runs, key=itemgetter(0))
        ]

    def _font(self, path: str, page: int) -> str:
        name = f"{self._fonts[path]}{f'.{page}' if page else ''}{self._end}"
        self.meanings[name] = Letters(path, page)
        return name

    def symbol(self, name: str) -> str:
        """The name of the form that holds a symbol."""
        called = self._forms[name]
        if called not in self.meanings:
            items, used = self.style.symbols[name].items, Used()
            content = self.scribe.operators(items, name, used)
            self.meanings[called] = SharedForm(content, extent_of(items, self.style), used)
        return called

    def inherits(self, name: str) -> bool:
        """Whether a symbol takes a colour from where it is placed."""
        if name not in self._inherits:
            self._inherits[name] = self.scribe.inherits(self.style.symbols[name].items)
        return self._inherits[name]

    def colour(self, ink: Ink, where: str, *, stroke: bool) -> str:
        """The operator that sets the colour of lines or fills to an ink.

        An ink that is more than the printing condition bears is noted; registration is meant to be all of it.
        """
        if self.inking.colour == "rgb":
            return screen_operator(ink, stroke=stroke)
        most, laid = self.inking.limit, 100 * sum(ink.cmyk)
        if most is not None and ink.spot is None and laid > most + 0.01:
            what = f"the palette's colour {ink.name} ({ink.screen}) lays {laid:.4g} % of ink, the target takes {most:g} %"
            remedy = "lower its CMYK values in the theme: black instead of cyan, magenta and yellow"
            self.miss(where, what, remedy)
        if ink.spot:
            name = self._spots[ink.spot, ink.cmyk]
            self.meanings[name] = ink
            return f"/{name} CS 1 SCN" if stroke else f"/{name} cs 1 scn"
        return f"{numbers(ink.cmyk)} {'K' if stroke else 'k'}"

    def overprints(self, ink: Ink, size: float | None) -> str | None:
        """The graphics state for an ink, for text of ``size`` mm or for shapes; None if it is always the same."""
        wanted = self.inking.overprint
        if wanted is None or not (wanted.spots or wanted.black_text):
            return None
        small = size is not None and size <= wanted.black_text and ink.cmyk == (0, 0, 0, 1)
        over = (wanted.spots and ink.spot not in {None, "All"}) or (small and ink.spot is None)
        name = "GO" if over else "GK"
        self.meanings[name] = over
        return name


_recent: dict[tuple[Style, Inking, int], Vocabulary] = {}


def vocabulary(style: Style, inking: Inking, place: int) -> Vocabulary:
    """The vocabulary of a style, remembered for some time."""
    key = (style, inking, place)
    found = _recent.pop(key, None)
    if found is None or found.missed or found.scribe.is_full:
        found = Vocabulary(style, inking, place)
    _recent[key] = found
    if len(_recent) > _KEPT:
        del _recent[next(iter(_recent))]  # the one that was not asked for longest
    return found
