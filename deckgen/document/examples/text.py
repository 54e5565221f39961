"""Examples of play in words: what is drawn, where it is read, what it comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from deckgen.deck.cards import Deck
from deckgen.deck.draws import Looked
from deckgen.deck.situations import Given, Played, answers, play
from deckgen.draw.text import figure, signed
from deckgen.game import model
from deckgen.game.examples import BUMPS, CHOICE, OVER, REST, Situation
from deckgen.game.examples.reader import NAMED
from deckgen.game.model import AnySection, DeckSpec, Game, as_cell, fitting, word
from deckgen.game.places import value_at
from deckgen.language import Language, gettext_noop
from deckgen.records import record

_ALWAYS, _SELDOM = Fraction(199, 200), Fraction(1, 2000)
"""Chances from which on, or below which, a rounded per cent would be 100 or 0."""


@record
class ToldPanel:
    """One picture of a situation: what is done, with which ``card``, what is ``looked`` at, and what is said below.

    ``looked`` is None where no card is read.
    """

    head: str
    card: str
    looked: Looked | None
    lines: tuple[str, ...]


@record
class ToldSituation:
    """A situation as it is printed: its panels from left to right, and what comes of it."""

    title: str
    story: str
    panels: tuple[ToldPanel, ...]
    outcome: str


def told(game: Game, spec: DeckSpec, deck: Deck) -> list[ToldSituation]:
    """All situations that this deck can tell, in the game's order and language."""
    return [told_situation(game, spec, each, play(each, deck, spec)) for each in fitting(game.examples, spec)]


def told_situation(
    game: Game, spec: DeckSpec, situation: Situation, played: Sequence[Played], given: Given | None = None
) -> ToldSituation:
    """A situation that was played with what was ``given`` for its asks."""
    answered = answers(situation, spec, given)
    said = {ask.name: _said(answered[ask.name]) for ask in situation.asks}
    for ask in situation.asks:
        for choice in ask.choices:
            if ask.kind == CHOICE and choice.name == answered[ask.name]:
                facts = {f"{ask.name}.{fact}": _said(value) for fact, value in choice.facts.items()}
                said |= {ask.name: choice.label, **facts}
    return ToldSituation(situation.title, situation.story, *_Teller(game, spec, said).tell(played))


def _said(answer: str | int | tuple[int, ...]) -> str:
    if isinstance(answer, tuple):
        return ", ".join(map(str, answer)) or "–"
    return figure(answer) if isinstance(answer, int) else answer


def as_text(situations: Sequence[ToldSituation]) -> str:
    """The situations without pictures."""
    lines: list[str] = []
    for each in situations:
        lines += [each.title, "=" * len(each.title), each.story, ""]
        for panel in each.panels:
            lines.append(" - " + " · ".join(filter(None, (panel.head, panel.card))))
            lines += [f"     {line}" for line in panel.lines]
        lines += ["", f"   {each.outcome}", "", ""]
    return "\n".join(lines).rstrip() + "\n"


_ROWS = gettext_noop("from column {column}, row {row}: rows {number}")
_COLUMNS = gettext_noop("from column {column}, row {row}: columns {number}")


class _Teller:
    def __init__(self, game: Game, spec: DeckSpec, said: Mapping[str, str]) -> None:
        self.language: Language = game.language
        self.failure = game.words.get("critical_failure", "CF")
        self.faces = spec.faces
        self.said = said

    def tell(self, steps: Sequence[Played]) -> tuple[tuple[ToldPanel, ...], str]:
        panels: list[ToldPanel] = []
        known: dict[str, Played] = {}
        outcome: list[str] = []
        for played in steps:
            known[played.step.name] = played
            if played.step.quiet:
                outcome += self._said(played, known)
                continue
            made = [self._panel(played, looked, first=not i) for i, looked in enumerate(played.looked)]
            lines = self._lines(played)
            if not made and (panels or not played.step.text):
                made, head = panels[-1:], [played.step.text] if played.step.text else []
                panels, lines = panels[:-1], head + lines
            if not made:
                made = [ToldPanel(played.step.text, "", None, ())]
            last = made[-1]
            panels += [*made[:-1], ToldPanel(last.head, last.card, last.looked, (*last.lines, *lines))]
            outcome += self._said(played, known)
        return tuple(panels), " ".join(outcome)

    def _said(self, played: Played, known: Mapping[str, Played]) -> list[str]:
        """The text of its result with what was answered, and what the steps came to."""
        text = played.result.text if played.result is not None else ""
        filled = NAMED.sub(lambda match: self.said.get(match[1]) or _printed(known, match[1]), text)
        return [filled] if text else []

    # One card

    def _panel(self, played: Played, looked: Looked, *, first: bool) -> ToldPanel:
        say = self.language.phrase
        more = say("Another card is drawn") if looked.drawn else say("The card says more")
        head = played.step.text if first else more
        face = self.faces[looked.card.impulse]
        name = face.word if face == looked.card.face else looked.card.face.word
        card = say("card {number}, {name}", number=looked.card.impulse, name=name)
        if not looked.drawn:
            card = say("still card {number}", number=looked.card.impulse)
        shifted = self._shifted(played) if first else []
        read = say("{place}: {result}", place=self._place(looked), result=self._shown(looked))
        return ToldPanel(head, card, looked, (*shifted, read))

    def _shifted(self, played: Played) -> list[str]:
        """How a cell is found that is not the one that is asked for."""
        read, lines = played.step.read, []
        for phrase, sums in ((_ROWS, played.rows), (_COLUMNS, played.columns)):
            if read is None or not sum(worth for _, worth in sums):
                continue
            label = ", ".join(term.label for term, worth in sums if term.label and worth)
            number = signed(sum(worth for _, worth in sums)) + (f" ({label})" if label else "")
            lines.append(self.language.phrase(phrase, column=read.column, row=read.row, number=number))
        return lines

    def _place(self, looked: Looked) -> str:
        say, section, places = self.language.phrase, looked.section, looked.places
        match section:
            case model.GridSection():
                return self._cells(section, places)
            case model.RollsSection() if len(section.rolls) > 1:
                place = section.label(str(places[0][0]))
                return say("{section}, {place}", section=section.title, place=place)
            case model.StackSection() if section.height > 1:
                up = section.standard - int(places[0][0])
                if not up:
                    return say("{section}, the standard place", section=section.title)
                return say("{section}, {up} from the standard place", section=section.title, up=signed(up))
            case model.TableSection():
                words = dict(zip(range(len(section.rows)), section.row_words(), strict=True))
                columns = ", ".join(section.label(str(column)) for column, _ in places)
                row = words[int(places[0][1])]
                return say("{section}, {column}, {row}", section=section.title, column=columns, row=row)
        return section.title

    def _cells(self, section: model.GridSection, places: Sequence[Sequence[str | int]]) -> str:
        say, title = self.language.phrase, section.title
        column, rows = section.label(str(places[0][0])), [int(place[1]) + 1 for place in places]
        listed = ", ".join(map(str, rows))
        if len(section.columns) == 1:
            return say("{section}, row {row}", section=title, row=listed)
        if section.reads == "first-n" and len(rows) > 1 and rows == list(range(1, len(rows) + 1)):
            return say(
                "{section}, column {column}, the first {count}", section=title, column=column, count=len(rows)
            )
        return say("{section}, column {column}, row {row}", section=title, column=column, row=listed)

    def _shown(self, looked: Looked) -> str:
        say, section, value = self.language.phrase, looked.section, looked.card.sections[looked.section.name]
        found = [value_at(section, value, place) for place in looked.places]
        match section:
            case model.GridSection() | model.RollsSection():
                return ", ".join(map(self._cell, found))
            case model.StackSection():
                return section.word(found[0])
            case model.MarksSection():
                figures = ", ".join(str(place[0]) for place in looked.places)
                if not figures:
                    return "–"
                marked = zip(looked.places, found, strict=True)
                if not (crossed := [str(place[0]) for place, crossed in marked if crossed]):
                    return say("of {figures} none is crossed out", figures=figures)
                return say("of {figures} crossed out: {crossed}", figures=figures, crossed=", ".join(crossed))
            case model.TableSection():
                return ", ".join(map(figure, found))
        return _worded(section, found[0]) or "–"

    def _cell(self, value: object) -> str:
        cell = as_cell(value)  # type: ignore[arg-type]  # what a grid or rolls hold
        if cell.critical_failure:
            return self.failure
        number = figure(cell.value)
        if cell.again:
            return self.language.phrase("{number} and draw on", number=number)
        return self.language.phrase("{number}? and draw on", number=number) if cell.confirm else number

    # What it comes to

    def _lines(self, played: Played) -> list[str]:
        say, step, lines = self.language.phrase, played.step, []
        if played.total is not None and not (played.found and played.found.critical):
            lines += self._sum(played)
        if played.over is not None:
            lines.append(self._compared(played))
        if played.over is not None and played.result and played.result.value:
            lines.append(say("it counts as {number}", number=figure(played.worth)))
        if step.levels and played.level:
            lines.append(str(played.level["name"]))
        told = played.over is not None or bool(played.result and played.result.text)
        if told and played.chance is not None and played.chance < _ALWAYS:
            lines.append(say("{chance} of draws come to this", chance=self._percent(played.chance)))
        return lines

    def _percent(self, chance: Fraction) -> str:
        if chance < _SELDOM:
            return self.language.phrase("less than {chance}", chance=self.language.percent(2 * _SELDOM, 1))
        return self.language.percent(chance, 1 if chance * 100 < 10 else 0)

    def _sum(self, played: Played) -> list[str]:
        """How the total is made, if it is not just what was read."""
        step, total, say = played.step, played.total or 0, self.language.phrase
        terms = [(term.label, worth) for term, worth in played.added]
        if played.found is not None:
            terms.insert(0, ("", int(played.found.value or 0)))
        several, number = len(terms) > 1, sum(worth for _, worth in terms) * played.times
        made = _written(terms)
        if played.times > 1:
            made = f"({made}) × {played.times}" if several else f"{made} × {played.times}"
        if played.divide > 1:
            single = not several and played.times == 1
            made = f"{made} ÷ {played.divide}" if single else f"({made}) ÷ {played.divide}"
            number = -(-number // played.divide) if step.up else number // played.divide
        lines = []
        if several or played.times > 1 or played.divide > 1:
            lines.append(f"{made} = {figure(number)}")
        elif len(played.looked) > 1:
            section = played.looked[0].section
            adds = isinstance(section, model.GridSection) and section.reads == "cell"
            text = figure(number)
            lines.append(
                say("together {number}", number=text) if adds else say("that makes {number}", number=text)
            )
        if number > total:
            lines.append(say("at most {number}", number=figure(total)))
        elif number < total:
            lines.append(say("at least {number}", number=figure(total)))
        return lines

    def _compared(self, played: Played) -> str:
        say, over, total = self.language.phrase, played.over or 0, figure(played.total or 0)
        whole = figure(sum(worth for _, worth in played.against))
        against = _written([(term.label, worth) for term, worth in played.against])
        if len(played.against) > 1:
            whole = f"{against} = {whole}"
        elif played.against[0][0].label:
            whole = against
        if played.found and played.found.critical:
            return say("a critical failure against {number}", number=whole)
        if over > 0:
            return say("{total} against {number}: {over} over", total=total, number=whole, over=over)
        if over:
            return say("{total} against {number}: {short} short", total=total, number=whole, short=-over)
        return say("{total} against {number}: just reached", total=total, number=whole)


def _written(terms: Sequence[tuple[str, int]]) -> str:
    """``7 − 4 (running) + 1 (range)``."""
    made = ""
    for label, worth in terms:
        sign = ("−" if worth < 0 else "") if not made else (" − " if worth < 0 else " + ")
        made += sign + str(abs(worth)) + (f" ({label})" if label else "")
    return made or "0"


def _worded(section: AnySection, value: object) -> str:
    if isinstance(section, model.DistributionSection | model.FixedSection | model.TextSection):
        return word(section.outcomes, value)  # type: ignore[arg-type]  # what the section holds
    return "" if value is None else figure(value) if isinstance(value, int) else str(value)


def _printed(known: Mapping[str, Played], said: str) -> str:
    name, _, part = said.partition(".")
    played = known.get(name)
    if played is None:
        return "0"
    if part:
        numbers = {OVER: played.over or 0, BUMPS: played.bumps, REST: played.rest}
        return figure(numbers[part]) if part in numbers else str(played.level.get(part, "–"))
    section = played.looked[0].section if played.looked else None
    found = played.found.value if played.found else None
    if isinstance(section, model.StackSection):
        return section.word(str(found))
    if section is not None and not (isinstance(found, int) and not isinstance(found, bool)):
        return _worded(section, found) or "–"
    return figure(played.worth)
