"""The marks that a game's texts name: ``{mark.prone}`` becomes what a layout draws, in the game's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar

from deckgen.card.layout import Layout
from deckgen.card.rules.legend import mark_looks
from deckgen.errors import LayoutError, Problems
from deckgen.game.model import DeckSpec, Game
from deckgen.game.translation import MARK
from deckgen.sources import YamlValue

_Texts = TypeVar("_Texts")


def name_marks(
    texts: _Texts, layout: Layout, game: Game, spec: DeckSpec, sources: Iterable[tuple[str, YamlValue]] | None = None
) -> _Texts:
    """Return a game's text, or data with texts in it, whose marks are named as ``layout`` draws them for ``spec``.

    ``sources`` are the values whose texts name marks, with the marks' names: by default all of the game's own files.
    Raises LayoutError with those that name a mark which the layout lacks.
    """
    names: set[str] = set()

    def word(name: str) -> str:
        names.add(name)
        return mark_words(layout, game, spec).get(name, "")

    named: _Texts = _fill(texts, word)
    if not names:
        return texts
    if missing := names - mark_words(layout, game, spec).keys():
        problems = Problems()
        message = 'the layout {0} draws no mark "{1}", or draws it in several ways'
        remedy = "choose a layout with that mark, write {mark.SECTION.MARK}, or reword the text"
        for name, node in game.marks if sources is None else sources:
            if name in missing:
                node.report(problems, message.format(layout.name, name), remedy)
        problems.raise_as(LayoutError)
    return named


@lru_cache(maxsize=8)
def mark_words(layout: Layout, game: Game, spec: DeckSpec) -> Mapping[str, str]:
    """Return what a layout draws for each mark, by ``SECTION.MARK``, and by ``MARK`` if all sections draw it alike."""
    words: dict[str, str] = {}
    nouns: dict[str, set[str]] = {}
    for section, look, mark, _ in mark_looks(layout, game, spec):
        words[f"{section}.{mark}"] = noun = look.noun or look.words
        nouns.setdefault(mark, set()).add(noun)
    return words | {mark: noun for mark, (noun, *other_nouns) in nouns.items() if not other_nouns}


def _fill(value: Any, word: Callable[[str], str]) -> Any:
    """Return a copy of a value with the marks in all its texts replaced by their words."""
    if isinstance(value, str):
        return MARK.sub(lambda match: word(match[1]), value)
    if isinstance(value, tuple | list):
        return type(value)(_fill(item, word) for item in value)
    if isinstance(value, Mapping):
        return {key: _fill(item, word) for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, YamlValue):
        filled = {field.name: _fill(getattr(value, field.name), word) for field in fields(value)}
        return replace(value, **filled)  # type: ignore[type-var]
    return value
