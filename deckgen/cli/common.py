"""Parameter types, and the arguments and options that several commands share."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial, reduce
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

import click

from deckgen.cli.output import Output, Reporter
from deckgen.errors import DeckError, DeckgenError, closest_match
from deckgen.numbers import parse_float
from deckgen.reading import DECK as DECK_LIMIT, parse_json, read_bytes

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from deckgen.library.choices import DeckSelection
    from deckgen.library.decks import Deck
    from deckgen.library.games import Game

    KnownNames = Callable[[click.Context], Iterable[str]]


class Choice(click.Choice[str]):
    """An option with a few choices, in upper or lower case."""

    def __init__(self, choices: Iterable[str]) -> None:
        super().__init__(choices, case_sensitive=False)

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        """Return click's message, which lists the choices, and the closest one."""
        guess = closest_match(str(value), self.choices)
        return super().get_invalid_choice_message(value, ctx) + (f" Did you mean {guess!r}?" if guess else "")


class Name(click.ParamType[str]):
    """A name that shells complete: one of the known names for the line so far, a file with a suffix, or a folder.

    The command itself checks whether it exists. Without suffixes and folders it is text, which must be UTF-8.
    """

    name = "text"

    def __init__(
        self, metavar: str, known_names: KnownNames | None = None, *suffixes: str, folder: bool = False
    ) -> None:
        self.metavar, self.known_names, self.suffixes, self.folder = metavar, known_names, suffixes, folder
        self.is_text = not (suffixes or folder)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return self.metavar

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the value. Fails for text with bytes that are not UTF-8; paths may have any."""
        if self.is_text:
            try:
                value.encode()
            except UnicodeEncodeError:
                self.fail("this is not text in UTF-8", param, ctx)
        return value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
        """Return the names that begin so; if there are none, leave files and folders to the shell."""
        from click.shell_completion import CompletionItem

        names: list[str] = []
        with suppress(DeckgenError, OSError):  # no messages in the middle of a line
            names += self.known_names(ctx) if self.known_names else []
        head, slash, _ = incomplete.rpartition("/")
        with suppress(OSError):
            files = sorted(file.name for file in Path(head + slash or ".").iterdir() if file.is_file())
            names += [head + slash + name for name in files if name.lower().endswith(self.suffixes)]
        matches = [name for name in names if name.casefold().startswith(incomplete.casefold())]
        shell, line = os.environ.get("_DECKGEN_COMPLETE"), os.environ.get("COMP_WORDS", "")
        if shell == "bash_complete" and "'" not in line and '"' not in line:
            matches = [name.replace(" ", r"\\ ") for name in matches]  # click's script reads one backslash away
        if matches or self.is_text:
            return [CompletionItem(name) for name in matches]
        return [CompletionItem(incomplete, type="dir" if self.folder else "file")]


class File(Name):
    """The path of a file with one of some suffixes."""

    def __init__(self, metavar: str, *suffixes: str) -> None:
        super().__init__(metavar, None, *suffixes)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return Path(super().convert(value, param, ctx))


class PaperName(Name):
    """The name of a paper, in any case, or its size. Raises PressError if there is no such paper."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the paper's name, which is safe in file names."""
        name: str = super().convert(value, param, ctx).strip().lower()
        if name == DEFAULT_PAPER or (ctx and ctx.resilient_parsing):
            return name
        from deckgen.draw.paper import find_paper

        return find_paper(name).name


class Amount(click.FloatRange):
    """A finite number within a range, shown as MM."""

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return "MM"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(parse_float(str(value)), param, ctx)
        except ValueError as error:
            self.fail(str(error), param, ctx)


class WholeNumber(click.IntRange):
    """A whole number within a range, shown as N."""

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return "N"


class Numbers(click.ParamType[range]):
    """Consecutive numbers from 1 up, such as ``1-200``, ``7`` or ``51-``, which has no end."""

    name = "a-b"
    _FORM = re.compile(r"(\d{1,7})(?:(-)(\d{1,7})?)?")

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> range:
        """Return the range; "51-" stops at ``sys.maxsize``. Fails for other text."""
        match = self._FORM.fullmatch(str(value).strip())
        first, last = (int(match[1]), match[3] or ("" if match[2] else match[1])) if match else (0, "")
        if not match or first < 1 or (last and int(last) < first):
            self.fail(f"{value!r} is not a range of decks; write it as 1-200, 7 or 51-", param, ctx)
        return range(first, int(last) + 1 if last else sys.maxsize)


def seed_text(value: str) -> str:
    """Return a seed from the command line, its bytes read as UTF-8 in every locale. Raises BadParameter."""
    from deckgen.library.names import check_seed

    with suppress(UnicodeError):  # a locale that cannot hold it, so it did not come through one
        value = os.fsencode(value).decode()
    try:
        return check_seed(value)
    except DeckgenError as error:
        raise click.BadParameter(error.problems[0].message) from None


def offset(value: str) -> tuple[float, float]:
    """Return two lengths in mm from text such as ``0.5,-1``. Raises BadParameter."""
    try:
        x, y = map(parse_float, value.split(","))
    except ValueError:
        raise click.BadParameter(f"{value!r} is not two numbers in mm, such as 0.5,-1") from None
    return x, y


def _imported(path: str) -> KnownNames:
    """Return the function at a path such as ``package.module:function``, which is imported when it is called."""
    return lambda _: resolve_name(path)()


def _layouts(_: click.Context) -> Iterable[str]:
    from deckgen.files import shipped_themes

    return sorted(shipped_themes("card"))


def _languages(ctx: click.Context) -> Iterable[str]:
    """Return the codes of the named game's languages, else those of all catalogs."""
    for game in _named_games(ctx):
        return game.languages
    from deckgen.language import ORIGINAL, catalogs

    return (ORIGINAL, *catalogs())


def _sets(ctx: click.Context) -> Iterable[str]:
    return [name for game in _named_games(ctx) for part in game.data.sets for name in (part.name, *part.decks)]


def _ruling_choices(ctx: click.Context) -> Iterable[str]:
    rulings = (ruling for game in _named_games(ctx) for ruling in game.data.rulings)
    return [f"{ruling.name}={choice.name}" for ruling in rulings for choice in ruling.choices]


def _read_rulings(ctx: click.Context, param: click.Parameter, texts: tuple[str, ...]) -> dict[str, str]:
    """Return choices by ruling. Raises BadParameter for a text without "=", or if one ruling has two choices."""
    rulings: dict[str, str] = {}
    for text in texts:
        name, equals, choice = map(str.strip, text.partition("="))
        if not equals:
            message = f"{text!r} names no choice; write KEY=CHOICE, which deckgen rulings GAME lists"
            raise click.BadParameter(message, ctx, param)
        if rulings.setdefault(name, choice) != choice:
            raise click.BadParameter(f"{name} has two choices; remove one", ctx, param)
    return rulings


def _named_games(ctx: click.Context) -> list[Game]:
    """Return the game that the line names so far, itself or by a deck's file; empty if it names none."""
    params = ("game_folder", "game", "games", "source", "decks", "deck")
    values = [ctx.params[name] for name in params if ctx.params.get(name)]
    values += ctx.args  # where click leaves arguments before an option that has no value yet
    if not values:
        return []
    name = values[0][0] if isinstance(values[0], tuple) else values[0]
    from deckgen import games, load_game

    if str(name).endswith(".json"):
        path = Path(name)
        deck = parse_json(read_bytes(path, DeckError, DECK_LIMIT), path, DeckError, "")
        name = deck.get("game") if isinstance(deck, dict) else None
        if name not in games():  # a deck may name no folder
            return []
    return [load_game(name)]


def with_heroes(
    game: Game, deck: str | None, files: Sequence[Path], reporter: Reporter, since: Deck | None = None
) -> dict[str | None, Game]:
    """Return the game by the ``deck`` to deal, or with the own deck of each character in files by that deck's name.

    Report what those decks lack. Raises UsageError if a deck is named beside characters.
    """
    if files and deck:
        raise click.UsageError("--character has a deck of its own; remove --deck")
    heroes = game.with_heroes(files, since) if files else []
    reporter.report((problem for hero in heroes for problem in hero.left_out), ())
    return {hero.decks[-1]: hero for hero in heroes} or {deck: game}


GAMES = _imported("deckgen:games")
A_DECK = Name("NAME", lambda ctx: [name for game in _named_games(ctx) for name in game.decks])
A_LAYOUT = Name("L", _layouts, ".svg")
A_PRINTER = Name("NAME", _imported("deckgen.press.printers:read_printers"))
DEFAULT_PAPER = "a4"


def with_examples(*lines: str) -> Callable[[click.Command], click.Command]:
    """Return a decorator that ends a command's help with these command lines, ready to copy."""

    def decorate(command: click.Command) -> click.Command:
        command.epilog = "\n  ".join(["\b\nExamples:", *lines])
        return command

    return decorate


def together(*options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a decorator that adds several options, in the order of the help."""
    return lambda command: reduce(lambda function, option: option(function), reversed(options), command)


def format_option(*kinds: str, of: str = "Output format") -> Callable[[Any], Any]:
    """Return ``--format``, whose value ``kind`` is for ``Output.kind``."""
    text = f"{of}; default: by the suffix of -o, else {kinds[0]}."
    return click.option("--format", "kind", type=Choice(kinds), help=text)


seed_option = partial(click.option, "--seed", metavar="TEXT", type=seed_text)
deck_option = partial(click.option, "--deck", "deck_name", type=A_DECK)
layout_option = partial(click.option, "--layout", type=A_LAYOUT)
target_option = partial(
    click.option, "--target", type=Name("T", _imported("deckgen.press.target:target_names"), ".yaml")
)
A_PAPER = PaperName("P", _imported("deckgen.draw.paper:papers"))
paper_option = partial(
    click.option,
    "--paper",
    type=A_PAPER,
    help="a4, letter, or universal for both; a3, sra3, tabloid, super-b ...; or a size: 320x450mm, 12x18in.",
)
A_CHARACTER = File("FILE", ".yaml", ".yml", ".csv", ".xlsx", ".ods", ".pdf", ".xfdf")
character_option = partial(click.option, "--character", type=A_CHARACTER)
jobs_option = partial(click.option, "--jobs", metavar="J", type=click.IntRange(1, 256))


def output(text: str, default: str | None = "output", *, file: bool = False, **settings: Any) -> Callable[[Any], Any]:
    """Return ``-o``, with the help ``text``, and ``-q``; their value is an ``Output``, see there for ``file``."""

    def make_output(ctx: click.Context, _: click.Parameter, destination: str | None) -> Output:
        return Output(destination, ctx.params.pop("quiet"), file=file)

    if default:
        settings["default"] = default
    return together(
        click.option("-o", "--output", "out", type=click.Path(), callback=make_output, help=text, **settings),
        click.option("-q", "--quiet", is_flag=True, is_eager=True, help=_QUIET),
    )


_RULING = (
    "Decide a question of the rules otherwise, such as 'concussion=same card'; repeatable. deckgen rulings lists them."
)
_SEED = "Any text: the same seed, the same deck; default: two random words."
_QUIET = "Print errors only."

REPORTER = click.option(
    "-q", "--quiet", "reporter", is_flag=True, callback=lambda _ctx, _, quiet: Reporter(quiet), help=_QUIET
)
TO_STDOUT = output("A file, or - for stdout.", "-", file=True)
TO_NAMED = output("A file, or - for stdout.", None, file=True, required=True)
TO_OUTPUT = output("A file, a folder, or - for stdout.")

GAME = click.argument("game", type=Name("GAME", GAMES, folder=True))
DECK = click.argument("deck", type=File("DECK.json", ".json"))
DECK_OR_RUN = click.argument("deck", type=File("DECK.json|RUN/", ".json"))
GAME_FOLDER = click.option(
    "--game",
    "game_folder",
    type=Name("PATH", folder=True),
    help="Folder of the deck's game, if the game does not ship with deckgen.",
)
DECK_FILE = together(DECK, GAME_FOLDER)
DECK_NAME = deck_option(help="Deck of the game; default: the first.")
LANGUAGE = click.option(
    "--language",
    type=Name("L", _languages),
    help="Language of the output, such as de; default: the game's. deckgen games lists them.",
)
_A_RULING = Name("KEY=CHOICE", _ruling_choices)
RULINGS = click.option("--ruling", "rulings", type=_A_RULING, multiple=True, callback=_read_rulings, help=_RULING)
SEED = seed_option(help=_SEED)
CHOSEN_DECKS = together(
    seed_option(help=_SEED),
    click.option(
        "--set",
        "set_name",
        type=Name("NAME", _sets),
        help="A set that the game names, or one deck of it, instead of --seed; deckgen games lists them.",
    ),
    click.option(
        "--decks",
        "count",
        metavar="M",
        type=click.IntRange(1, 10_000),
        show_default="1",
        help="Deal a set of M decks whose rounding cancels out.",
    ),
)
LAYOUT = layout_option(help="A shipped layout or a path to one; default: the game's.")
PAPER = paper_option(default=DEFAULT_PAPER)
SHEET_PAPER = paper_option(show_default="the first that the target takes, or a4")
FLIP = click.option(
    "--flip",
    type=Choice(["long-edge", "short-edge", "none", "gutterfold"]),
    default="long-edge",
    help="Edge on which your printer flips a sheet; none: fronts only; gutterfold: both on one side, to fold.",
)
REFERENCE = click.option(
    "--reference",
    "references",
    type=Choice(["all", "none"]),
    default="all",
    callback=lambda _ctx, _, value: value == "all",
    help="The game's reference cards to print after the deck's.",
)
COLOPHON_CARD = click.option(
    "--colophon-card",
    is_flag=True,
    is_eager=True,
    help="Add a card with the deck's number, seed, id, audit result and QR code.",
)


def _read_site(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Return the address of a page. Raises BadParameter if it is none, UsageError without --colophon-card."""
    if value and not re.fullmatch(r"https?://[^#{}\\^`<>\"\s]{1,300}", value, re.ASCII):
        message = f"{value!r} is not the address of a page, such as https://example.org/studio/"
        raise click.BadParameter(message, ctx, param)
    if value and not ctx.params.get("colophon_card"):
        raise click.UsageError("--site is for the QR code of the colophon card; add --colophon-card")
    return value


COLOPHON = together(
    COLOPHON_CARD,
    click.option(
        "--site",
        metavar="URL",
        default="",
        callback=_read_site,
        help="Address of the studio's page, to which the QR code leads: it deals the deck again and proves it.",
    ),
)
OWN_BACKS = click.option(
    "--own-backs",
    is_flag=True,
    help="Give every deck a back of its own. By default all decks of a set have one, so that no back marks a card.",
)
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Write JSON, for programs.")


def choose_decks(
    game: Game, seed: str | None, set_name: str | None, count: int | None, reporter: Reporter
) -> DeckSelection:
    """Return the decks that the options of ``CHOSEN_DECKS`` choose, by default one of a random seed.

    Raises UsageError if they contradict each other, GameError for an unknown set.
    """
    from deckgen.library.choices import DeckSelection

    if set_name is not None:
        for name, value in (("--seed", seed), ("--decks", count)):
            if value is not None:
                raise click.UsageError(f"{name} and --set both choose decks; remove one")
        return game.find_set(set_name)
    return DeckSelection(choose_seed(seed, reporter), count or 1)


def choose_seed(seed: str | None, reporter: Reporter) -> str:
    """Return the seed, or else two random words, which are printed."""
    if seed is not None:
        return seed
    from deckgen.library.names import random_seed

    words = random_seed()
    reporter.note(f"the seed is {words}; for the same deck again: --seed {words}")
    return words
