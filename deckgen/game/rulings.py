"""Rulings: questions that a game's text leaves open, how they are decided, and the alternatives."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from pathlib import Path
from typing import Any

from deckgen.errors import Problems, suggest
from deckgen.game.decode import Printed, decode
from deckgen.game.entries import CASES, SCHEMA, GameEntries
from deckgen.game.lookup import Lookup, TextReader
from deckgen.game.translation import Translation
from deckgen.records import record
from deckgen.sources import YamlFile, YamlValue, check_schema

_RULINGS = "rulings"
_UNSETTABLE = ("game", _RULINGS, "translations", *CASES)
"""Top-level keys whose values no choice sets."""


@record
class RulingChoice:
    """A way to decide a question: its name in the game's files, printed ``label`` and ``rule``, and numbers by name.

    ``sets``: whether it sets values of the game.
    """

    name: str
    label: str
    rule: str
    facts: Mapping[str, int]
    sets: bool


@record
class Ruling:
    """A question, and the ``choice`` that decides it; ``other_answers`` cannot be chosen."""

    name: str
    choices: tuple[RulingChoice, ...]
    choice: RulingChoice
    question: Printed = field(metadata={"maxLength": 120})
    """What the text leaves open."""
    source: Printed = field(metadata={"maxLength": 80})
    """The passage of the text, such as ch. 3, Recovery."""
    text: Printed = field(metadata={"maxLength": 300})
    """What is written there, in a sentence or two."""
    other_answers: tuple[str, ...] = ()

    @property
    def texts(self) -> dict[str, str]:
        """The printed texts that stand for it, by the name that texts have in braces."""
        return {f"{_RULINGS}.{self.name}.choice": self.choice.label, f"{_RULINGS}.{self.name}.rule": self.choice.rule}


def read_rulings(
    entries: GameEntries, names: Mapping[str, str], words: Translation, problems: Problems
) -> tuple[Ruling, ...]:
    """Return the rulings of a game, decided by the choices' ``names``; texts of ``words`` are then filled with them.

    A problem is added for one without alternatives.
    """
    texts = TextReader(words, problems, Lookup(entries))
    rulings = []
    for name, node in entries.valid(_RULINGS).items():
        choices = tuple(_read_choice(choice, texts) for choice in node.items("choices"))
        other_answers = tuple(map(texts.printed_text, node.items("others")))
        if len(choices) + len(other_answers) < 2:
            node.report(problems, "there is only one answer", "add a choice, or others: with a text")
        decision = next((choice for choice in choices if choice.name == names.get(name)), choices[0])
        fields = {"name": name, "choices": choices, "choice": decision, "other_answers": other_answers}
        rulings.append(decode(Ruling, node, {"Printed": texts.printed_text}, **fields))
        words.rulings.update(rulings[-1].texts)
    return tuple(rulings)


def _read_choice(node: YamlValue, texts: TextReader) -> RulingChoice:
    """Return a choice, whose rule is by default what it is called."""
    label, facts = texts.words.key_text(node), {key: fact for key, fact in node.value.items() if isinstance(fact, int)}
    rule = texts.printed_text(node.at("rule")) if "rule" in node.value else label
    return RulingChoice(node.name, label, rule, {"number": 0, **facts}, "set" in node.value)


def apply_rulings(entries: GameEntries, names: Mapping[str, str], folder: Path, problems: Problems) -> GameEntries:
    """Return the entries with the values that choices set: those of ``names`` by ruling, else the first ones.

    Problems are added for unknown names, and for values of any choice that no entry has or its schema refuses.
    """
    rulings = entries.all_of(_RULINGS)
    for name, choice_name in () if problems else names.items():  # else what was read may lack some
        choice_names = rulings[name].value["choices"] if name in rulings else ()
        if name not in rulings:
            remedy = suggest(name, rulings, listed=True) if rulings else "leave it out: the game has no rulings"
            problems.add(folder, None, _RULINGS, f'there is no ruling "{name}"', remedy)
        elif choice_name not in choice_names:
            remedy = suggest(choice_name, choice_names, listed=True)
            problems.add(folder, None, f"{_RULINGS}.{name}", f'there is no choice "{choice_name}"', remedy)
    for name, node in entries.valid(_RULINGS).items():
        first = next(iter(node.value["choices"]))
        for choice in (choice for choice in node.items("choices") if "set" in choice.value):
            changed = _set_values(entries, choice.at("set"), problems)
            entries = changed if choice.name == names.get(name, first) else entries
    return entries


def _set_values(entries: GameEntries, settings: YamlValue, problems: Problems) -> GameEntries:
    """Return entries with new values at key paths, those in parts that are left out passed over.

    If paths or values do not fit, add problems and change nothing.
    """
    by_key, changed = dict(entries.by_key), dict[str, dict[str, Any]]()
    for setting in settings.items():
        parent, _, key = setting.name.rpartition(".")
        if (top := setting.name.partition(".")[0]) in entries.without and top not in _UNSETTABLE:
            continue
        settable = {top: values for top, values in by_key.items() if top not in _UNSETTABLE}
        steps: Sequence[str | int] = (parent,)
        if key not in settable.get(parent, ()):
            node = Lookup(GameEntries(settable)).resolve(parent, setting, partial(setting.report, problems))
            if node is None:
                continue
            is_entry = node.path[0] in settable and not any(isinstance(step, int) for step in node.path)
            if not is_entry or not isinstance(node.value, dict):
                message = "no value of a sheet, of a list or in a single value can be set"
                setting.report(problems, message, "set the whole list or value of an entry")
                continue
            steps = node.path
        top, name, *inner = map(str, (*steps, key))
        entry = by_key[top][name]
        value = _replaced(entry.value, inner, setting.value)
        by_key[top] = {**by_key[top], name: YamlValue(entry.source, entry.path, value)}
        changed.setdefault(top, {})[name] = value
    wrong_values, digest = Problems(), hashlib.sha256(repr(changed).encode()).digest()
    check_schema(YamlFile(settings.source.path, changed, digest), SCHEMA, wrong_values)
    for problem in wrong_values:
        settings.report(problems, f"{problem.path}: {problem.message}", problem.remedy)
    return entries if wrong_values else replace(entries, by_key=by_key)


def _replaced(value: Any, steps: Sequence[str], new_value: Any) -> Any:
    """Return a copy of a mapping with another value at the end of ``steps``."""
    return {**value, steps[0]: _replaced(value.get(steps[0]), steps[1:], new_value)} if steps else new_value


def check_settings(entries: GameEntries, words: Translation, problems: Problems) -> None:
    """Add a problem for each value that a choice sets and that is a printed text, since its translations would stay."""
    choices = (choice for node in entries.valid(_RULINGS).values() for choice in node.items("choices"))
    for setting in (setting for choice in choices for setting in choice.items("set")):
        for path, node in words.sources.items():
            is_inside = f"{path}.".replace("[", ".[").startswith(f"{setting.name}.")
            if is_inside and node.value == words.originals[path]:
                remedy = f"write {{{_RULINGS}.{setting.path[1]}.rule}} in that text"
                setting.report(problems, f'the text at "{path}" is printed and translated', remedy)
