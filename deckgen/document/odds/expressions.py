"""The odds of rolls that are typed as expressions, side by side: text, CSV, JSON, and a page with plots."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from string import ascii_uppercase
from typing import Any

from deckgen import __version__
from deckgen.document.spreadsheet import csv_bytes
from deckgen.document.web_pages import document_page
from deckgen.draw.stylesheet import load_stylesheet
from deckgen.language import Language, gettext_noop
from deckgen.odds.joint import WAYS, Joint, Scalar, Way
from deckgen.records import record

_YES = gettext_noop("yes")
_LONGEST_FRACTION = 21  # letters; tables with longer ones have decimals alone
_LEAST_SHOWN = Fraction(1, 20_000)
_MOST_TICKS = 20
_PLOT, _WIDEST_BAR = (720, 120), 72
Chances = Sequence[Fraction]
"""The chances of a value in each way."""


@record
class TypedRoll:
    """A roll as it was typed, and its exact chances."""

    text: str
    joint: Joint


@record
class PartTable:
    """The chances of one part of the results of rolls: ``columns`` by the number of the roll, a line for each value."""

    name: str
    kind: str
    ways: Sequence[Way]
    values: Sequence[Scalar]
    columns: Mapping[int, Sequence[Chances]]

    def value_text(self, value: Scalar, language: Language) -> str:
        if isinstance(value, int) and self.kind != "mark":
            return language.number(value)
        return language.phrase(value if isinstance(value, str) else _YES) if value else "–"


def list_parts(rolls: Sequence[TypedRoll]) -> Iterator[PartTable]:
    """Yield the odds of each part; first parts that are numbers are one, and others of one name."""
    indexes: dict[str, dict[int, int]] = {}
    for number, roll in enumerate(rolls):
        for index, part in enumerate(roll.joint.parts):
            key = "total" if index == 0 and part.kind == "number" else part.name
            indexes.setdefault(key, {})[number] = index
    for places in indexes.values():
        parts = [rolls[number].joint.parts[index] for number, index in places.items()]
        words = list(dict.fromkeys(word for part in parts for word in part.words))
        values = {value for number, index in places.items() for value in rolls[number].joint.of_part(index)}
        ordered = sorted(values, key=lambda value: words.index(value) if isinstance(value, str) else int(value))
        if parts[0].kind == "mark":
            ordered = [True]
        columns = {number: [*rolls[number].joint.measures(index, ordered)] for number, index in places.items()}
        name = " / ".join(dict.fromkeys(part.name for part in parts))
        yield PartTable(name, parts[0].kind, parts[0].ways, ordered, columns)


@record
class _Table:
    """Cells are (decimal, fraction) by line and column; ``title`` is above the values, which are the heads of lines."""

    title: str
    heads: Sequence[str]
    values: Sequence[str]
    lines: Sequence[Sequence[tuple[str, str]]]


def _tables(part: PartTable, labels: Sequence[str], language: Language) -> Iterator[_Table]:
    """Yield the tables of a part: of one roll one with a column for each measure, else one for each with a column for each roll."""
    name, measures = language.phrase(part.name), [language.phrase(measure) for measure in part.ways]
    numbers, tables = [*part.columns], list[tuple[str, Sequence[str], list[tuple[int, int]]]]()
    if len(numbers) == 1:
        title = f"{name}, {labels[numbers[0]]}".removesuffix(", ")
        tables.append((title, measures, [(numbers[0], measure) for measure in range(len(measures))]))
    else:
        titles = [f"{name}, {measure}" for measure in measures] if len(measures) > 1 else [name]
        names = [labels[number] for number in numbers]
        tables += [(title, names, [(number, measure) for number in numbers]) for measure, title in enumerate(titles)]
    values = [part.value_text(value, language) for value in part.values]
    for title, heads, places in tables:
        columns = [[chances[m] for chances in part.columns[n]] for n, m in places]
        short = all(len(str(chance)) <= _LONGEST_FRACTION for column in columns for chance in column)
        cells = [[(_percent(c, language), str(c) * (short and c > 0)) for c in column] for column in columns]
        lines = [[column[n] if n < len(column) else ("", "") for column in cells] for n in range(len(values))]
        yield _Table(title, heads, values, lines)


def as_text(rolls: Sequence[TypedRoll], language: Language) -> bytes:
    """Return tables of text, with decimals and fractions."""
    labels = [""] if len(rolls) == 1 else [*ascii_uppercase, *map(str, range(27, len(rolls) + 1))][: len(rolls)]
    lines = [
        "  ".join(filter(None, (label, *_heading(roll, language)))) for label, roll in zip(labels, rolls, strict=True)
    ]
    for part in list_parts(rolls):
        for table in _tables(part, labels, language):
            columns = [[table.title, *table.values]]
            for number, head in enumerate(table.heads):
                cells = [line[number] for line in table.lines]
                wide = [max(map(len, texts)) for texts in zip(*cells, strict=True)]
                texts = [f"{decimal:>{wide[0]}} {fraction:<{wide[1]}}" for decimal, fraction in cells]
                columns.append([head.rjust(wide[0]), *texts])
            wide = [max(map(len, column)) for column in columns]
            aligned = [
                [f"{texts[0]:>{wide[0]}}", *map(str.ljust, texts[1:], wide[1:])] for texts in zip(*columns, strict=True)
            ]
            lines += ["", *("   ".join(texts).rstrip() for texts in aligned)]
    return ("\n".join(lines) + "\n").encode()


def as_csv(rolls: Sequence[TypedRoll]) -> bytes:
    """Return CSV: a line per roll, part and value, chances as exact fractions and with six decimals."""
    names = [measure.replace(" ", "_") for measure in WAYS]
    lines = [["roll", "part", "value", *names, *(f"{name}_decimal" for name in names)]]
    for roll in rolls:
        for part in list_parts([roll]):
            for value, chances in zip(part.values, part.columns[0], strict=True):
                measured = chances[: len(part.ways)]
                blank = [""] * (len(WAYS) - len(measured))
                decimals = [f"{float(chance):.6f}" for chance in measured]
                lines.append([roll.text, part.name, str(value), *map(str, measured), *blank, *decimals, *blank])
    return csv_bytes(lines)


def as_json(rolls: Sequence[TypedRoll]) -> bytes:
    """Return JSON: of each roll the chances of its parts, and of its results, which are all parts together."""
    return (json.dumps({"rolls": [*map(_data, rolls)]}, ensure_ascii=False, indent=1) + "\n").encode()


def _data(roll: TypedRoll) -> dict[str, Any]:
    joint = roll.joint
    parts = [
        {
            "name": part.name,
            "kind": part.kind,
            "chances": [
                {"value": value}
                | {name.replace(" ", "_"): str(c) for name, c in zip(part.ways, chances, strict=False)}
                | {"decimal": round(float(chances[0]), 9)}
                for value, chances in zip(part.values, part.columns[0], strict=True)
            ],
        }
        for part in list_parts([roll])
    ]
    names = [part.name for part in joint.parts]
    results = [
        {"chance": str(Fraction(weight, joint.denominator)), **dict(zip(names, outcome, strict=True))}
        for outcome, weight in joint.weights.items()
    ]
    mean = None if joint.mean is None else str(joint.mean)
    return {
        "roll": roll.text, "mean": mean, "more": str(joint.rest), "parts": parts, "results": results,
    }  # fmt: skip


def as_html(rolls: Sequence[TypedRoll], language: Language) -> bytes:
    """Return a page with a plot of each part of each roll, to one scale, and tables."""
    parts, labels = [], [""] if len(rolls) == 1 else [roll.text for roll in rolls]
    for part in list_parts(rolls):
        values = [part.value_text(value, language) for value in part.values]
        highest = max(chances[0] for column in part.columns.values() for chances in column) or Fraction(1)
        width = min(_PLOT[0] / len(values), _WIDEST_BAR)
        plots = [
            (rolls[number].text, [*_bars(column, width, highest, language)]) for number, column in part.columns.items()
        ]
        ticks = [(width * (n + 0.5), values[n]) for n in range(0, len(values), -(-len(values) // _MOST_TICKS))]
        tables = [*_tables(part, labels, language)]
        parts.append((language.phrase(part.name), plots, ticks, _percent(highest, language), tables))
    return document_page(
        "expressions",
        language.phrase("{name}: odds", name=" · ".join(roll.text for roll in rolls)),
        load_stylesheet(language=language),
        rolls=[tuple(_heading(roll, language)) for roll in rolls],
        parts=parts,
        size=_PLOT,
        line=f"deckgen {__version__}",
    )


def _bars(
    column: Sequence[Chances], width: float, highest: Fraction, language: Language
) -> Iterator[tuple[float, float, float, float, str]]:
    """Yield x, y, width and height of each bar, and its chance in words."""
    gap = min(2.0, width / 5)
    for index, (chance, *_) in enumerate(column):
        height = round(float(chance / highest) * _PLOT[1], 2)
        yield (
            round(index * width + gap / 2, 2),
            _PLOT[1] - height,
            round(width - gap, 2),
            height,
            _percent(chance, language),
        )


def _heading(roll: TypedRoll, language: Language) -> Iterator[str]:
    """Yield the roll, its mean, and how rare more is than what the tables have."""
    yield roll.text
    joint = roll.joint
    if joint.mean is not None:
        exact = f" ({joint.mean})" if joint.mean.denominator > 1 and len(str(joint.mean)) <= _LONGEST_FRACTION else ""
        yield f"{language.phrase('mean')} {language.number(joint.mean, 4)}{exact}"
    if joint.rest:
        yield f"> {joint.highest}: {_percent(joint.rest, language)}"


def _percent(chance: Fraction, language: Language) -> str:
    """Return a chance with two decimals, such as 8.33%, <0.01% and, of an impossible one, –."""
    if 0 < chance < _LEAST_SHOWN:
        return f"<{language.percent(Fraction(1, 10_000), 2)}"
    if 1 - _LEAST_SHOWN < chance < 1:
        return f">{language.percent(Fraction(9_999, 10_000), 2)}"
    return language.percent(chance, 2) if chance else "–"
