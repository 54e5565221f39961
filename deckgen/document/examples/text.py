"""Examples of play in words: the cards drawn, the results read, and the facts that come of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from deckgen.card.layout import Layout
from deckgen.card.rules.mark_names import name_marks
from deckgen.deck.cards import Deck
from deckgen.deck.draws import CardReading
from deckgen.deck.situations import PlayedStep, PromptInput, answers, play
from deckgen.draw.text import format_modifier, format_number
from deckgen.game import model
from deckgen.game.examples import BAD, BUMPS, CHOICE, GOOD, INFO, MIXED, OVER, REMAINDER, Situation, overall_tone
from deckgen.game.examples.reader import STEP_NAME
from deckgen.game.model import AnySection, DeckSpec, Game, Scalar, as_cell, playable_situations, printed_word
from deckgen.game.sections.dice import result_text
from deckgen.game.value_paths import value_at
from deckgen.language import Language, gettext_noop
from deckgen.records import record

_ALWAYS, _SELDOM = Fraction(199, 200), Fraction(1, 2000)
"""Above or below these chances a rounded percentage would be 100 or 0."""
_SIGNS = {GOOD: "✓", BAD: "✗", MIXED: "◐", INFO: "•"}


@record
class ExamplePanel:
    """A picture of a situation: what is done, which card, its results read (None without a card), lines below."""

    head: str
    card: str
    reading: CardReading | None
    lines: tuple[str, ...]


@record
class Fact:
    """What came of a step, and its ``tone`` for the one who acts, of TONES."""

    text: str
    tone: str


def verdict(facts: Iterable[Fact]) -> str:
    """Return the tone of all facts together."""
    return overall_tone(fact.tone for fact in facts)


@record
class NarratedSituation:
    """A situation in words: its panels from left to right, and the facts that come of it."""

    title: str
    story: str
    panels: tuple[ExamplePanel, ...]
    facts: tuple[Fact, ...]


def narrate_all(layout: Layout, game: Game, spec: DeckSpec, deck: Deck) -> list[NarratedSituation]:
    """Return all situations that this deck can play, in the game's order and language. LayoutError: a mark's name."""
    return [
        narrate(game, spec, situation, play(situation, deck, spec))
        for situation in name_marks(playable_situations(game.examples, spec), layout, game, spec)
    ]


def narrate(
    game: Game, spec: DeckSpec, situation: Situation, played: Sequence[PlayedStep], inputs: PromptInput | None = None
) -> NarratedSituation:
    """Return in words a situation that was played; ``inputs``: answers to its prompts, else their defaults."""
    values = answers(situation, spec, inputs)
    texts = {ask.name: _answer_text(values[ask.name]) for ask in situation.asks}
    for ask in situation.asks:
        for choice in ask.choices:
            if ask.kind == CHOICE and choice.name == values[ask.name]:
                facts = {f"{ask.name}.{fact}": _answer_text(value) for fact, value in choice.facts.items()}
                texts |= {ask.name: choice.label, **facts}
    return NarratedSituation(situation.title, situation.story, *_Narrator(game, spec, texts).narrate(played))


def _answer_text(answer: str | int | tuple[int, ...]) -> str:
    if isinstance(answer, tuple):
        return ", ".join(map(str, answer)) or "–"
    return format_number(answer) if isinstance(answer, int) else answer


def as_text(situations: Sequence[NarratedSituation]) -> str:
    """Return the situations as plain text."""
    lines: list[str] = []
    for situation in situations:
        lines += [situation.title, "=" * len(situation.title), situation.story, ""]
        for panel in situation.panels:
            lines.append(" - " + " · ".join(filter(None, (panel.head, panel.card))))
            lines += [f"     {line}" for line in panel.lines]
        lines += ["", *(f"   {_SIGNS[fact.tone]} {fact.text}" for fact in situation.facts), "", ""]
    return "\n".join(lines).rstrip() + "\n"


_ROWS = gettext_noop("from column {column}, row {row}: rows {number}")
_COLUMNS = gettext_noop("from column {column}, row {row}: columns {number}")


class _Narrator:
    """Puts played steps into words; ``answer_texts``: by name of a prompt, facts of its choice as "name.fact"."""

    def __init__(self, game: Game, spec: DeckSpec, answer_texts: Mapping[str, str]) -> None:
        self.language: Language = game.language
        self.failure = game.words.get("critical_failure", "CF")
        self.faces = spec.playing_cards
        self.answer_texts = answer_texts

    def narrate(self, steps: Sequence[PlayedStep]) -> tuple[tuple[ExamplePanel, ...], tuple[Fact, ...]]:
        """Return panels and facts. Quiet steps have no panel; steps that read no card use the one before, if any."""
        panels: list[ExamplePanel] = []
        steps_by_name: dict[str, PlayedStep] = {}
        facts: list[Fact] = []
        for played in steps:
            steps_by_name[played.step.name] = played
            if played.result is not None and played.result.text:
                facts.append(Fact(self._filled_text(played.result.text, steps_by_name), played.result.tone))
            if played.step.quiet:
                continue
            new_panels = [self._panel(played, reading, first=not i) for i, reading in enumerate(played.readings)]
            lines = self._step_lines(played)
            if not new_panels and (panels or not played.step.text):
                new_panels, head = panels[-1:], [played.step.text] if played.step.text else []
                panels, lines = panels[:-1], head + lines
            if not new_panels:
                new_panels = [ExamplePanel(played.step.text, "", None, ())]
            last = new_panels[-1]
            panels += [*new_panels[:-1], replace(last, lines=(*last.lines, *lines))]
        return tuple(panels), tuple(facts)

    def _filled_text(self, text: str, steps_by_name: Mapping[str, PlayedStep]) -> str:
        """Return a result's text with its ``{names}`` of answers and steps filled in."""
        return STEP_NAME.sub(
            lambda match: self.answer_texts.get(match[1]) or _step_value(steps_by_name, match[1]), text
        )

    # One card

    def _panel(self, played: PlayedStep, reading: CardReading, *, first: bool) -> ExamplePanel:
        """Return the panel of a step's reading; unless ``first``, its head is that another or the same card is read."""
        phrase = self.language.phrase
        more_head = phrase("Another card is drawn") if reading.is_drawn else phrase("The same card is read again")
        head = played.step.text if first else more_head
        face = self.faces[reading.card.impulse]
        name = face.printed_name if face == reading.card.face else reading.card.face.printed_name
        card = phrase("card {number}, {name}", number=reading.card.impulse, name=name)
        if not reading.is_drawn:
            card = phrase("still card {number}", number=reading.card.impulse)
        shifted = self._shift_lines(played) if first else []
        result_line = phrase("{place}: {result}", place=self._place_text(reading), result=self._results_text(reading))
        return ExamplePanel(head, card, reading, (*shifted, result_line))

    def _shift_lines(self, played: PlayedStep) -> list[str]:
        """Return how rows or columns are counted from the cell that the step names; nothing if they are not."""
        read, lines = played.step.read, []
        for phrase, sums in ((_ROWS, played.rows), (_COLUMNS, played.columns)):
            if read is None or not sum(worth for _, worth in sums):
                continue
            label = ", ".join(term.label for term, worth in sums if term.label and worth)
            number = format_modifier(sum(worth for _, worth in sums)) + (f" ({label})" if label else "")
            lines.append(self.language.phrase(phrase, column=read.column, row=read.row, number=number))
        return lines

    def _place_text(self, reading: CardReading) -> str:
        """Return where a result is read, in words: section, column, row, or steps from the standard place."""
        phrase, section, places = self.language.phrase, reading.section, reading.key_paths
        match section:
            case model.GridSection():
                return self._cells_text(section, places)
            case model.RollsSection() | model.DiceSection() if len(section.rolls) > 1:
                place = section.printed_label(str(places[0][0]))
                return phrase("{section}, {place}", section=section.title, place=place)
            case model.StackSection() if section.height > 1:
                up = section.standard - int(places[0][0])
                if not up:
                    return phrase("{section}, the standard place", section=section.title)
                return phrase("{section}, {up} from the standard place", section=section.title, up=format_modifier(up))
            case model.TableSection():
                words = dict(zip(range(len(section.rows)), section.printed_rows(), strict=True))
                columns = ", ".join(section.printed_label(str(column)) for column, _ in places)
                row = words[int(places[0][1])]
                return phrase("{section}, {column}, {row}", section=section.title, column=columns, row=row)
        return section.title

    def _cells_text(self, section: model.GridSection, places: Sequence[Sequence[str | int]]) -> str:
        """Return a grid's cells in words: section, column, rows from 1, or only how many, if read from the first."""
        phrase, title = self.language.phrase, section.title
        column, rows = section.printed_label(str(places[0][0])), [int(place[1]) + 1 for place in places]
        listed = ", ".join(map(str, rows))
        if len(section.columns) == 1:
            return phrase("{section}, row {row}", section=title, row=listed)
        if section.reads == "first-n" and len(rows) > 1 and rows == list(range(1, len(rows) + 1)):
            return phrase(
                "{section}, column {column}, the first {count}", section=title, column=column, count=len(rows)
            )
        return phrase("{section}, column {column}, row {row}", section=title, column=column, row=listed)

    def _results_text(self, reading: CardReading) -> str:
        """Return the results of a reading as text; "–" if there are none."""
        phrase, section = self.language.phrase, reading.section
        value = reading.card.sections[section.name]
        values = [value_at(section, value, place) for place in reading.key_paths]
        match section:
            case model.GridSection() | model.RollsSection():
                return ", ".join(map(self._cell_text, values))
            case model.StackSection():
                return section.printed_word(values[0])
            case model.DiceSection():
                return result_text(values[0].parts, values[0].outcome, section.printed_word)
            case model.MarksSection():
                figures = ", ".join(str(place[0]) for place in reading.key_paths)
                if not figures:
                    return "–"
                marked = zip(reading.key_paths, values, strict=True)
                if not (crossed := [str(place[0]) for place, crossed in marked if crossed]):
                    return phrase("of {figures} none is crossed out", figures=figures)
                return phrase("of {figures} crossed out: {crossed}", figures=figures, crossed=", ".join(crossed))
            case model.TableSection():
                return ", ".join(map(format_number, values))
        return _value_text(section, values[0]) or "–"

    def _cell_text(self, value: object) -> str:
        """Return a cell as text: number, "?" if to confirm, "and draw on"; the game's word for a failure."""
        cell = as_cell(value)  # type: ignore[arg-type]  # what a grid or rolls hold
        if cell.critical_failure:
            return self.failure
        number = format_number(cell.value)
        if cell.again:
            return self.language.phrase("{number} and draw on", number=number)
        return self.language.phrase("{number}? and draw on", number=number) if cell.confirm else number

    # Outcome

    def _step_lines(self, played: PlayedStep) -> list[str]:
        """Return the lines below a step, those that apply: sum, comparison, worth, level and chance."""
        phrase, step, lines = self.language.phrase, played.step, []
        if played.total is not None and not (played.read_value and played.read_value.critical):
            lines += self._sum_lines(played)
        if played.margin is not None:
            lines.append(self._comparison_text(played))
        if played.margin is not None and played.result and played.result.value:
            lines.append(phrase("it counts as {number}", number=format_number(played.worth)))
        if step.levels and played.level:
            lines.append(str(played.level["name"]))
        shows_chance = played.margin is not None or bool(played.result and played.result.text)
        if shows_chance and played.chance is not None and played.chance < _ALWAYS:
            lines.append(phrase("{chance} of draws come to this", chance=self._percent(played.chance)))
        return lines

    def _percent(self, chance: Fraction) -> str:
        """Return a chance in percent; a very small one as "less than"."""
        if chance < _SELDOM:
            return self.language.phrase("less than {chance}", chance=self.language.percent(2 * _SELDOM, 1))
        return self.language.percent(chance, 1 if chance * 100 < 10 else 0)

    def _sum_lines(self, played: PlayedStep) -> list[str]:
        """Return lines on how the total is computed, none if it is one result; and the bound, if one changed it."""
        step, total, phrase = played.step, played.total or 0, self.language.phrase
        terms = [(term.label, worth) for term, worth in played.added]
        if played.read_value is not None:
            terms.insert(0, ("", int(played.read_value.value or 0)))
        several, number = len(terms) > 1, sum(worth for _, worth in terms) * played.times
        expression = _format_terms(terms)
        if played.times > 1:
            expression = f"({expression}) × {played.times}" if several else f"{expression} × {played.times}"
        if played.divide > 1:
            single = not several and played.times == 1
            expression = f"{expression} ÷ {played.divide}" if single else f"({expression}) ÷ {played.divide}"
            number = -(-number // played.divide) if step.up else number // played.divide
        lines = []
        if several or played.times > 1 or played.divide > 1:
            lines.append(f"{expression} = {format_number(number)}")
        elif len(played.readings) > 1:
            section = played.readings[0].section
            adds = isinstance(section, model.GridSection) and section.reads == "cell"
            text = format_number(number)
            lines.append(
                phrase("together {number}", number=text) if adds else phrase("that makes {number}", number=text)
            )
        if number > total:
            lines.append(phrase("at most {number}", number=format_number(total)))
        elif number < total:
            lines.append(phrase("at least {number}", number=format_number(total)))
        return lines

    def _comparison_text(self, played: PlayedStep) -> str:
        """Return the total against the number it must reach, and by how much it is over or short."""
        phrase, over, total = self.language.phrase, played.margin or 0, format_number(played.total or 0)
        goal = format_number(sum(worth for _, worth in played.against))
        terms = _format_terms([(term.label, worth) for term, worth in played.against])
        if len(played.against) > 1:
            goal = f"{terms} = {goal}"
        elif played.against[0][0].label:
            goal = terms
        if played.read_value and played.read_value.critical:
            return phrase("a critical failure against {number}", number=goal)
        if over > 0:
            return phrase("{total} against {number}: {over} over", total=total, number=goal, over=over)
        if over:
            return phrase("{total} against {number}: {short} short", total=total, number=goal, short=-over)
        return phrase("{total} against {number}: just reached", total=total, number=goal)


def _format_terms(terms: Sequence[tuple[str, int]]) -> str:
    """Return a sum as text: ``7 − 4 (running) + 1 (range)``; 0 without terms."""
    text = ""
    for label, worth in terms:
        sign = ("−" if worth < 0 else "") if not text else (" − " if worth < 0 else " + ")
        text += sign + str(abs(worth)) + (f" ({label})" if label else "")
    return text or "0"


def _part_text(section: model.DiceSection, name: str, value: Scalar) -> str:
    """Return a part of dice as printed; "–" for a mark or a word that they have not."""
    if isinstance(value, int) and not isinstance(value, bool):
        return format_number(value)
    return section.printed_word(name if value is True else str(value or "")) or "–"


def _value_text(section: AnySection, value: object) -> str:
    """Return a value's printed word or number; "" for None."""
    if isinstance(section, model.DistributionSection | model.FixedSection | model.TextSection):
        return printed_word(section.outcomes, value)  # type: ignore[arg-type]  # what the section holds
    return "" if value is None else format_number(value) if isinstance(value, int) else str(value)


def _step_value(steps_by_name: Mapping[str, PlayedStep], reference: str) -> str:
    """Return the text for {name} or {name.part}: 0 for a step not played, "–" for a missing part."""
    name, _, part = reference.partition(".")
    played = steps_by_name.get(name)
    if played is None:
        return "0"
    section = played.readings[0].section if played.readings else None
    value = played.read_value.value if played.read_value else None
    parts = played.read_value.parts if played.read_value else {}
    if part:
        numbers = {OVER: played.margin or 0, BUMPS: played.bumps, REMAINDER: played.remainder}
        if isinstance(section, model.DiceSection) and part not in numbers and part in parts:
            return _part_text(section, part, parts[part])
        return _answer_text(numbers[part] if part in numbers else played.level.get(part, "–"))
    if isinstance(section, model.DiceSection) and isinstance(value, str | bool):
        return _part_text(section, played.step.read.row if played.step.read else "", value)
    if isinstance(section, model.StackSection):
        return section.printed_word(str(value))
    if section is not None and not (isinstance(value, int) and not isinstance(value, bool)):
        return _value_text(section, value) or "–"
    return format_number(played.worth)
