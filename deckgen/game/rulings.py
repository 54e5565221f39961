"""Rulings: questions that a game's text leaves open, how they are decided, and the alternatives."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from deckgen.errors import Problems, suggest
from deckgen.game.decode import Printed, decode
from deckgen.game.entries import SCHEMA, GameEntries
from deckgen.game.lookup import Lookup, longest_prefix
from deckgen.game.texts import TextReader
from deckgen.game.translation import Translation
from deckgen.records import record
from deckgen.sources import YamlFile, YamlValue, check_schema

_RULINGS = "rulings"
_NUMBER = "number"
NO_RULINGS: Mapping[str, str] = MappingProxyType({})
"""No choices by ruling: every question is decided by its first choice."""
_UNSETTABLE = (_RULINGS, "translations", "game")
"""Top-level keys whose values no ruling sets."""


@record
class RulingChoice:
    """A way to decide a question: its ``name`` in the game's files, printed ``label``, and ``rule`` for texts.

    ``facts`` are whole numbers by name, ``number`` among them. ``sets``: whether it sets values of the game.
    """

    name: str
    label: str
    rule: str
    facts: Mapping[str, int]
    sets: bool


@record
class Ruling:
    """A question, and the ``choice`` by which it is decided, by default the first of ``choices``.

    ``others`` are answers that cannot be chosen.
    """

    name: str
    choices: tuple[RulingChoice, ...]
    choice: RulingChoice
    question: Printed = field(metadata={"maxLength": 120})
    """What the text leaves open."""
    source: Printed = field(metadata={"maxLength": 80})
    """The passage of the text, such as ch. 3, Recovery."""
    text: Printed = field(metadata={"maxLength": 300})
    """What is written there, in a sentence or two."""
    others: tuple[str, ...] = ()

    @property
    def is_default(self) -> bool:
        return self.choice == self.choices[0]

    @property
    def texts(self) -> dict[str, str]:
        """The printed texts that stand for it, by the name that texts have in braces."""
        return {f"{_RULINGS}.{self.name}.choice": self.choice.label, f"{_RULINGS}.{self.name}.rule": self.choice.rule}


def read_rulings(
    entries: GameEntries, names: Mapping[str, str], words: Translation, problems: Problems
) -> tuple[Ruling, ...]:
    """Return the rulings of a game, decided by the choices' ``names``; texts of ``words`` are then filled with them.

    Problems are added for one without alternatives, and for choices without a rule beside others that have one.
    """
    rulings = []
    texts = TextReader(words, problems, Lookup(entries))
    for name, node in entries.valid(_RULINGS).items():
        choices = tuple(_read_choice(choice, texts) for choice in node.items("choices"))
        others = tuple(map(texts.printed_text, node.items("others")))
        if len(choices) + len(others) < 2:
            node.report(problems, "there is only one answer", "add a choice, or others: with a text")
        for choice, spot in zip(choices, node.items("choices"), strict=True):
            if not choice.rule and any(other.rule for other in choices):
                spot.report(problems, "other choices have a rule, and this one has none", 'add rule: "..."')
        choice = next((choice for choice in choices if choice.name == names.get(name)), choices[0])
        ruling = decode(
            Ruling, node, {"Printed": texts.printed_text}, name=name, choices=choices, choice=choice, others=others
        )
        words.rulings.update(ruling.texts)
        rulings.append(ruling)
    return tuple(rulings)


def _read_choice(node: YamlValue, texts: TextReader) -> RulingChoice:
    facts = {_NUMBER: 0} | {key: value for key, value in node.value.items() if isinstance(value, int)}
    rule = texts.printed_text(node.at("rule")) if "rule" in node.value else ""
    return RulingChoice(node.name, texts.words.key_text(node), rule, facts, "set" in node.value)


def apply_rulings(entries: GameEntries, names: Mapping[str, str], folder: Path, problems: Problems) -> GameEntries:
    """Return the entries with the values that choices set: those of ``names`` by ruling, else the first ones.

    Problems are added for unknown names, and for values of any choice that no entry has or its schema refuses.
    """
    rulings = entries.all_of(_RULINGS)
    for name, choice_name in () if problems else names.items():  # else what was read may lack some
        if name not in rulings:
            remedy = suggest(name, rulings, listed=True) if rulings else "leave it out: the game has no rulings"
            problems.add(folder, None, _RULINGS, f'there is no ruling "{name}"', remedy)
        elif choice_name not in rulings[name].value["choices"]:
            remedy = suggest(choice_name, rulings[name].value["choices"], listed=True)
            problems.add(folder, None, f"{_RULINGS}.{name}", f'there is no choice "{choice_name}"', remedy)
    for name, node in entries.valid(_RULINGS).items():
        choices = node.items("choices")
        for choice in choices:
            if "set" in choice.value:
                changed = _set_values(entries, choice.at("set"), problems)
                if choice.name == names.get(name, choices[0].name):
                    entries = changed
    return entries


def _set_values(entries: GameEntries, settings: YamlValue, problems: Problems) -> GameEntries:
    """Return entries with new values at key paths; problems are added for paths and values that do not fit."""
    by_key, changed = dict(entries.by_key), dict[str, tuple[str, str]]()
    for setting in settings.items():
        top, _, suffix = setting.name.partition(".")
        values = {} if top in _UNSETTABLE else by_key.get(top, {})
        name = longest_prefix(values, suffix)
        steps = None if name is None else _steps_to(values[name].value, suffix[len(name) :])
        if name is None or steps is None:
            tops = [key for key in by_key if key not in _UNSETTABLE]
            remedy = suggest(setting.name, [f"{top}.{key}" for key in values] or tops)
            setting.report(problems, f'"{setting.name}" leads to no value of an entry', remedy)
            continue
        node = values[name]
        by_key[top] = {**values, name: YamlValue(node.source, node.path, _replaced(node.value, steps, setting.value))}
        changed[f"{top}.{name}"] = top, name
    for top, name in changed.values():
        data = {top: {name: by_key[top][name].value}}
        wrong_values = Problems()
        check_schema(
            YamlFile(settings.source.path, data, hashlib.sha256(repr(data).encode()).digest()), SCHEMA, wrong_values
        )
        for problem in wrong_values:
            settings.report(problems, f"{problem.path}: {problem.message}", problem.remedy)
    return GameEntries(by_key, entries.broken)


def _steps_to(value: Any, suffix: str) -> tuple[str, ...] | None:
    """Return the keys that ``suffix``, a dot first or empty, leads along; the last may be new; None for no mapping."""
    if not suffix:
        return ()
    if not isinstance(value, dict) or suffix[0] != ".":
        return None
    key = longest_prefix(value, suffix[1:])
    if key is None:
        return None if "." in suffix[1:] or "[" in suffix else (suffix[1:],)
    steps = _steps_to(value[key], suffix[1 + len(key) :])
    return None if steps is None else (key, *steps)


def _replaced(value: Any, steps: tuple[str, ...], new_value: Any) -> Any:
    """Return a copy of a mapping with another value at the end of ``steps``."""
    return {**value, steps[0]: _replaced(value.get(steps[0]), steps[1:], new_value)} if steps else new_value


def check_settings(entries: GameEntries, words: Translation, problems: Problems) -> None:
    """Add a problem for each value that a choice sets and that is a printed text, since its translations would stay."""
    for setting in _all_settings(entries):
        for path, node in words.sources.items():
            inside = path == setting.name or path.startswith((setting.name + ".", setting.name + "["))
            if inside and node.value == words.originals[path]:
                remedy = f"write {{{_RULINGS}.{setting.path[1]}.rule}} in that text"
                setting.report(problems, f'the text at "{path}" is printed and translated', remedy)


def _all_settings(entries: GameEntries) -> Iterator[YamlValue]:
    """Yield the values that choices set, in all rulings."""
    for node in entries.valid(_RULINGS).values():
        for choice in node.items("choices"):
            yield from choice.items("set")
