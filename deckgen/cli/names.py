"""Names on the command line: which there are, for shells that complete them, and for what is told of a wrong one."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deckgen.errors import DeckError, DeckgenError, meant
from deckgen.numbers import finite
from deckgen.reading import DECK, content_of, json_of

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from deckgen.game.model import Game

Known = Callable[[click.Context], Iterable[str]]
"""The names that are known, after what the line says so far."""


class Choice(click.Choice[str]):
    """One of a few words, in small letters or others."""

    def __init__(self, choices: Iterable[str]) -> None:
        super().__init__(choices, case_sensitive=False)

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        """Click's message, which lists the choices, and the one that is meant."""
        guess = meant(str(value), self.choices)
        return super().get_invalid_choice_message(value, ctx) + (f" Did you mean {guess!r}?" if guess else "")


class Name(click.ParamType[str]):
    """A name that shells complete: one of those ``known``, or else a file that ends as said, or a folder.

    Whether there is such a thing is for the command to find out. ``is_text``: it is never a path.
    """

    name = "text"

    def __init__(
        self, known: Known | None = None, endings: Iterable[str] = (), *, folder: bool = False
    ) -> None:
        self.known, self.endings, self.folder = known, tuple(endings), folder
        self.is_text = not (self.endings or folder)

    def shell_complete(
        self,
        ctx: click.Context,
        param: click.Parameter,  # noqa: ARG002 (as click calls it)
        incomplete: str,
    ) -> list[CompletionItem[str]]:
        """What it may be that begins so; what shells can find themselves, if nothing does."""
        from click.shell_completion import CompletionItem

        names = [*self._names(ctx), *self._files(incomplete)]
        begun = [each for each in names if each.casefold().startswith(incomplete.casefold())]
        if begun or self.is_text:
            return [CompletionItem(each) for each in begun]
        return [CompletionItem(incomplete, type="dir" if self.folder else "file")]

    def _names(self, ctx: click.Context) -> list[str]:
        try:
            return list(self.known(ctx)) if self.known else []
        except (DeckgenError, OSError):  # a shell must not be told in the midst of a line
            return []

    def _files(self, incomplete: str) -> list[str]:
        """Files in the folder of what is begun, with that folder as it was written."""
        head, slash, _ = incomplete.rpartition("/")
        try:
            found = sorted(file.name for file in Path(head + slash or ".").iterdir() if file.is_file())
        except OSError:
            return []
        return [head + slash + name for name in found if name.lower().endswith(self.endings)]


class File(Name):
    """The path of a file that ends as said."""

    def __init__(self, *endings: str) -> None:
        super().__init__(endings=endings)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ARG002 (as click calls it)
        """Make it a path."""
        return Path(value)


class Amount(click.FloatRange):
    """A number within a range, finite as every number is that is asked for."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Make it a number."""
        try:
            return super().convert(finite(str(value)), param, ctx)
        except ValueError as error:
            self.fail(str(error), param, ctx)


class Numbers(click.ParamType[range]):
    """Numbers from 1 that follow each other, such as ``1-200``, ``7`` or ``51-``, which has no end."""

    name = "numbers"
    _FORM = re.compile(r"(\d{1,7})(?:(-)(\d{1,7})?)?")

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> range:
        """Make them a range."""
        found = self._FORM.fullmatch(str(value).strip())
        first, last = (int(found[1]), found[3] or ("" if found[2] else found[1])) if found else (0, "")
        if not found or first < 1 or (last and int(last) < first):
            self.fail(f"{value!r} is no range of decks; write it as 1-200, 7 or 51-", param, ctx)
        return range(first, int(last) + 1 if last else sys.maxsize)


class PaperName(Name):
    """The name of a paper, in any case, or its size. Raises PressError if there is no such paper."""

    DEFAULT = "a4"

    def __init__(self) -> None:
        super().__init__(papers)

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002 (as click calls it)
        """Make it the paper's own name, which is fit for names of files."""
        name = value.strip().lower()
        if name != self.DEFAULT and not (ctx and ctx.resilient_parsing):
            from deckgen.draw.paper import paper_named

            return paper_named(name).name
        return name


def papers(_: click.Context) -> Iterable[str]:
    """All papers."""
    from deckgen.draw import paper

    return paper.papers()


def games(_: click.Context) -> Iterable[str]:
    """The shipped games."""
    from deckgen.game.parts import shipped_games

    return shipped_games()


def layouts(_: click.Context) -> Iterable[str]:
    """The shipped layouts of cards."""
    from deckgen.files import shipped

    return sorted(theme.stem for theme in (shipped("layouts") / "card").glob("*.yaml"))


def targets(_: click.Context) -> Iterable[str]:
    """The shipped print targets."""
    from deckgen.press.target import target_names

    return target_names()


def printers(_: click.Context) -> Iterable[str]:
    """The printers that were measured."""
    from deckgen.press import printers

    return printers.printers()


def decks(ctx: click.Context) -> Iterable[str]:
    """The decks of the game that the line names."""
    game = _game(ctx)
    return [spec.name for spec in game.decks] if game else []


def sets(ctx: click.Context) -> Iterable[str]:
    """The sets of the game that the line names, and their decks."""
    game = _game(ctx)
    return [name for each in game.sets for name in (each.name, *each.decks)] if game else []


def languages(ctx: click.Context) -> Iterable[str]:
    """The languages of the game that the line names, or else those that deckgen knows."""
    game = _game(ctx)
    if game:
        return game.languages
    from deckgen.language import ORIGINAL, catalogues

    return (ORIGINAL, *catalogues())


def _game(ctx: click.Context) -> Game | None:
    """The game that the line names so far, itself or by a deck's file."""
    places = ("game_folder", "game", "games", "source", "decks", "deck")
    said = [ctx.params[name] for name in places if ctx.params.get(name)]
    said += ctx.args  # where click leaves arguments before an option that has no value yet
    if not said:
        return None
    given = said[0][0] if isinstance(said[0], tuple) else said[0]
    from deckgen.game import load, shipped_games

    if str(given).endswith(".json"):
        path = Path(given)
        data = json_of(content_of(path, DeckError, DECK), path, DeckError, "")
        given = data.get("game") if isinstance(data, dict) else None
        if given not in shipped_games():  # a deck may name no folder
            return None
    return load(given)
