"""Commands that make decks and files: build, generate, batch, solve, new, new-layout and new-language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from deckgen.cli import common
from deckgen.cli.output import Output, Reporter
from deckgen.cli.process import stoppable
from deckgen.errors import DeckgenError, GameError, LayoutError, Problem, format_count, suggest


@common.with_examples(
    "deckgen build future-imperfect",
    "deckgen build future-imperfect --seed 42 --deck all",
    "deckgen build future-imperfect --seed 42 --decks 2 --paper letter -o print",
    "deckgen build future-imperfect --set 'Core game' --deck action --deck psionics",
    "deckgen build future-imperfect --seed 42 --language de -o druck",
    "deckgen build west-that-wasnt --party our-party --seed 42 -o kit",
)
@click.command()
@common.GAME
@click.option(
    "--party",
    metavar="FOLDER",
    type=common.Name("FOLDER", folder=True),
    help="Instead, a kit for the characters in a folder: heroes are in YAML files, others in tables.",
)
@common.deck_option(
    multiple=True,
    help="Deck of the game, repeatable, or all; default: the first. Several have a folder each.",
)
@common.CHOSEN_DECKS
@common.RULINGS
@common.LANGUAGE
@common.PAPER
@common.REFERENCE
@common.COLOPHON
@common.jobs_option(show_default="one a core on Linux, else 1", help="Processes to use.")
@common.output("Folder for the files.")
def build(game: str, deck_name: tuple[str, ...], language: str | None, paper: str, out: Output, **options: Any) -> None:
    """Make everything to print for a game: cards, tables, sheets, screen.

    For the game's first deck, or those that you choose: its JSON, a PDF to print at home, a PDF for a print shop, a page to
    play it in a browser, its audit and its certificate. For the game: the blank character sheet, the tokens and the
    screen. Without a seed two random words are used and printed. The last lines name the file to open first. If
    anything fails, no file is written. If an audit fails, or the file for a print shop alone, all others are written and
    the exit code is 1. The files do not depend on the number of processes.

    With --party each hero has a deck, and in one file to print the deck with its backs, the sheet and a card for each
    attack; in another the Master has the roster, posse cards, the screen and the rulings. index.txt names what is what.
    """
    folder = out.folder()
    from deckgen import load_game
    from deckgen.run import build as run

    loaded = load_game(game, language, rulings=options.pop("rulings"))
    seed, set_name, count = (options.pop(name) for name in ("seed", "set_name", "count"))
    if party := options.pop("party"):
        if deck_name or set_name or count or any(options[name] for name in ("colophon_card", "site")):
            remedy = "remove --deck, --set, --decks and --colophon-card"
            raise click.UsageError(f"--party deals a deck for each hero; {remedy}")
        from deckgen.run.party import party_tasks

        seed = common.choose_seed(seed, out)
        tasks, left_out = party_tasks(loaded, Path(party), seed, paper, out.progress, options["references"])
        out.report(left_out, ())
        files, errors = run.write_all(tasks, folder, options["jobs"], out.progress)
        out.wrote(files)
        if errors:
            raise DeckgenError(errors)
        return
    selection = common.choose_decks(loaded, seed, set_name, count, out)
    colophon = options.pop("colophon_card")
    built = run.build(loaded, deck_name, selection, paper, folder, out.progress, colophon=colophon, **options)
    out.wrote(built.files)
    out.note(f"to try the deck, open in a browser: {built.play}")
    out.note(f"to print it, open first: {built.cards}")
    out.note(f'  on {built.paper}, both sides, flipped on the long edge, at 100 % ("actual size")')
    if built.rules_cards:
        out.note(f"  its last cards ({built.rules_cards}) are rules: hand them out, do not shuffle them in")
    if built.press in built.files:
        out.note(f"to have it printed, send: {built.press}")
    if built.unbuilt_decks:
        out.note(f"also: {' '.join(f'--deck {name}' for name in built.unbuilt_decks)}, or --deck all")
    if built.errors:
        raise DeckgenError(built.errors)


_CHARACTERS = common.character_option(
    "characters", multiple=True, help="Deal the own deck of a character, or of each in a table; repeatable."
)


@common.with_examples(
    "deckgen generate future-imperfect --seed 42 -o deck.json",
    "deckgen generate future-imperfect --seed 'our campaign' --decks 4 -o decks",
    "deckgen generate future-imperfect --set 'First set' -o deck.json",
    "deckgen generate future-imperfect --seed 42 -o - | gzip > deck.json.gz",
    "deckgen generate west-that-wasnt --character josefina-arroyo.yaml --seed 42 -o hero.json",
    "deckgen generate west-that-wasnt --character josefina-arroyo.yaml --since hero.json -o hero-2.json",
)
@click.command()
@common.GAME
@common.DECK_NAME
@common.CHOSEN_DECKS
@_CHARACTERS
@click.option(
    "--since",
    type=common.File("OLD.json", ".json"),
    help="The deck that the character had before: its seed again, and as few other cards as possible.",
)
@common.RULINGS
@common.output("A .json file for one deck, - for stdout, or a folder with one file a deck.")
def generate(game: str, deck_name: str | None, rulings: dict[str, str], out: Output, **selection: Any) -> None:
    """Deal decks and write them as JSON.

    The same seed gives the same deck, byte for byte, everywhere; without a seed two random words are used and printed.
    Files in a folder are named GAME-DECK-SEED-NUMBER.json. With --character it is the deck of a hero's own, which prints
    results by name, such as Pistols or Dodge; all other commands take it. After a character has changed, --since deals a
    deck that keeps the cards of the old one wherever it can, and deckgen render --since prints only the others.
    """
    out.kind("json")
    characters, since = selection.pop("characters"), selection.pop("since")
    if since and (not characters or any(selection.values())):
        raise click.UsageError("--since is for one --character, and has the seed; remove --seed, --set and --decks")
    from deckgen import load_deck, load_game
    from deckgen.library.choices import DeckSelection
    from deckgen.run.solving import report_deck

    loaded = load_game(game, complete=False, rulings=rulings)
    loaded.check_deck(deck_name)
    earlier = load_deck(since, loaded.data.folder) if since else None
    games = common.with_heroes(loaded, deck_name, characters, out, earlier)
    if earlier:
        part = DeckSelection(earlier.seed, earlier.data.of, (earlier.data.number,))
    else:
        part = common.choose_decks(loaded, **selection, reporter=out)
    count = part.count * len(games)
    if count > 1 and not out.is_folder:
        raise click.UsageError(f"-o names one file for {count} decks; name a folder")
    decks = []
    for name, dealer in games.items():
        decks += dealer.deal_set(name, part.seed, decks=part.of, numbers=part.numbers, progress=out.progress)
        if not out.quiet:
            out.report(*report_deck(dealer.data, decks[-1].spec))
        if earlier:
            out.note(decks[-1].changes_since(earlier)[1])
    if count > 1:
        out.put_all((f"{deck.stem}.json", deck.to_json()) for deck in decks)
    else:
        out.put(decks[0].to_json(), f"{decks[0].stem}.json")


@common.with_examples(
    "deckgen batch future-imperfect --count 3 --seed run-1 -o run-1",
    "deckgen batch rough-magic --count 1000 --seed run-1 --jobs 4 -o run-1",
    "deckgen batch rough-magic --count 200 --seed run-1 --target press --certificate text -o run-1",
    "deckgen batch rough-magic --count 9999 --seed run-1 --scheduler tcp://head:8786 -o run-1",
    "deckgen batch west-that-wasnt --character josefina-arroyo.yaml --count 8 --seed run-1 -o run-1",
)
@click.command()
@common.GAME
@click.option("--count", type=common.WholeNumber(1, 100_000), required=True, help="How many decks.")
@common.SEED
@common.DECK_NAME
@_CHARACTERS
@common.target_option(
    help="Also write each deck for a print target: press, a service (see deckgen targets), or a YAML file; repeatable.",
    multiple=True,
)
@common.LAYOUT
@common.SHEET_PAPER
@common.RULINGS
@common.LANGUAGE
@click.option(
    "--certificate",
    type=common.Choice(["pdf", "json", "text"]),
    help="Also write each deck's audit to its own file.",
)
@common.COLOPHON
@common.OWN_BACKS
@common.jobs_option(default=1, help="Processes to use.")
@click.option(
    "--scheduler",
    type=common.Name("ADDRESS"),
    help="Let a dask cluster do the work; it needs the game at the same path.",
)
@common.output("Folder for the run: its files and manifest.json.")
def batch(
    deck_name: str | None,
    characters: tuple[Path, ...],
    target: tuple[str, ...],
    paper: str | None,
    jobs: int,
    scheduler: str | None,
    seed: str | None,
    rulings: dict[str, str],
    out: Output,
    **order: Any,
) -> None:
    """Make a print run: many unique decks, their files, and a manifest of them.

    Makes the decks 1 to N of one set, whose rounding cancels out. Each is audited, and no two cards of the
    run may be alike: have the same dice, or, without a grid, equal results everywhere. The files do not depend on the
    number of processes. After a break run the same command to continue: complete decks are kept. deckgen verify checks
    a run, deckgen audit audits it as one set. With --character the decks are a hero's own; of several heroes each has a
    run in a folder of its own.
    """
    folder = out.folder()
    if scheduler is not None and jobs > 1:
        raise click.UsageError("--jobs is for this machine, --scheduler for a cluster; use one of them")
    from deckgen import load_game
    from deckgen.run.print_run.batch import Batch
    from deckgen.run.print_run.making import RunSpec, hero_run

    requested = RunSpec(
        deck=deck_name,
        targets=tuple(dict.fromkeys(target)),
        paper=paper or "",
        seed=common.choose_seed(seed, out),
        rulings=tuple(rulings.items()),
        **order,
    )
    specs, runs = [requested], list[Batch]()
    if characters:
        loaded = load_game(requested.game, complete=False, rulings=rulings)
        games = common.with_heroes(loaded, deck_name, characters, out)
        specs = [hero_run(requested, game.data) for game in games.values()]
    with stoppable(lambda: runs[-1].progress_problem if runs else "no deck is done"):
        for spec in specs:
            place = folder / str(spec.deck) if len(specs) > 1 else folder
            runs.append(Batch(spec, place, out.progress, out.note))
            runs[-1].make(jobs=jobs, scheduler=scheduler)
    out.wrote(run.manifest for run in runs)
    for run in runs:
        run.check()


@common.with_examples("deckgen solve my-game", "deckgen solve my-game -o solutions.lock.json")
@click.command()
@common.GAME
@common.output("A file, or - for stdout; default: the lock file in the game's folder.", None, file=True)
def solve(game: str, out: Output) -> None:
    """Solve a game's cells once and save the solutions.

    Writes a file beside the game's YAML; then its decks are dealt at once, everywhere. It needs the extra "solve":
    pip install "deckgen[solve]". For each column, progress is the best set of decks so far and the proven minimum. Ctrl-C
    takes the best so far and writes the file; a second Ctrl-C writes nothing. A game without this file is solved when its
    first deck is dealt, with less effort.
    """
    out.kind("json")
    from threading import Thread

    from deckgen import load_game
    from deckgen.reach import check_reach
    from deckgen.run.solving import report_lock, thorough_effort

    effort = thorough_effort()

    def hurry() -> None:
        effort.stopped = True
        note = "stopping: columns that are left take the first decks that are found; Ctrl-C again writes nothing"
        Thread(target=out.note, args=(note,)).start()  # this one may be in the middle of another line

    loaded = load_game(game)
    solutions = loaded.solve(out.progress, effort)
    path = loaded.data.folder / solutions.file_names["json"]
    if not out.destination:
        check_reach(path, loaded.data.folder, GameError)
        if path.exists() and not path.is_file():
            raise GameError(Problem(str(path), None, "", "this is not a file", "remove it, or name another with -o"))
    with stoppable(lambda: "nothing is written", hurry):
        content = solutions.content()
    out.or_at(path).put(content, path.name)
    out.report(*report_lock(loaded.data, content))
    if effort.stopped:
        out.note("stopped early: run deckgen solve again for decks that are nearer to the dice")
    out.note(f"solved in {out.seconds:.0f} s")


@common.with_examples(
    "deckgen new my-game",
    "deckgen new my-game --like rough-magic -o games/my-game",
    "deckgen new my-dice --dice '4d6 drop lowest' --dice 'd20 adv'",
)
@click.command()
@click.argument("name")
@click.option(
    "--like",
    type=common.Name("GAME", common.GAMES),
    help="Copy this shipped game, with its comments, instead of a small one.",
)
@click.option(
    "--dice",
    multiple=True,
    metavar="EXPRESSION",
    help="A roll that the deck deals, repeatable, such as '4d6 drop lowest', instead of a small game.",
)
@common.output("Folder of the game; default: NAME, in the current folder.", None, metavar="DIR")
def new(name: str, like: str | None, dice: tuple[str, ...], out: Output) -> None:
    """Start a game of your own: a folder of YAML that builds at once.

    Every key of the small game has a comment. The files' JSON Schemas are written beside them, so that
    editors complete and check what you write. With --dice it has the rolls that you name, on cards of their own, and is
    solved, which needs the extra "solve". A folder that is not empty is left alone.
    """
    import shlex

    from deckgen import games as shipped_games
    from deckgen.files import shipped_path, write_folder
    from deckgen.game.starter import FOLDER, starter, valid_name
    from deckgen.sheet.reader import ROSTER_SCHEMA as ROSTER, SCHEMA as SHEET

    if not valid_name(name):
        raise click.UsageError("a game's name is of small letters, digits and hyphens, such as my-game")
    if dice and like is not None:
        raise click.UsageError("--like copies a game with its own dice; use it or --dice")
    folder = out.or_at(Path(name)).folder("a folder cannot go to stdout; name it with -o")
    games = shipped_games()
    if name in games:
        raise GameError(Problem(name, None, "", "a shipped game has this name", "choose another name"))
    if like is not None and like not in games:
        raise GameError(Problem(like, None, "", "there is no shipped game of this name", suggest(like, games)))
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        remedy = "choose another name, or another folder with -o"
        raise GameError(Problem(str(folder), None, "", "it already exists", remedy))
    if dice:
        from deckgen.library.rolls import dice_game

        files = dice_game(name, dice, out.progress)
    else:
        files = starter(FOLDER if like is None else shipped_path("data") / like, name, SHEET, ROSTER)
    out.wrote(write_folder(folder, files.items()))
    out.note(f"now: deckgen build {shlex.quote(str(folder))}")


@common.with_examples(
    "deckgen new-layout my-card",
    "deckgen new-layout my-card --from west -o art",
    "deckgen new-layout my-card --from blank --size 44x67mm",
    "deckgen new-layout my-card --from blank --size 2.5x3.5in --game my-game -o my-game",
)
@click.command()
@click.argument("name")
@click.option("--from", "base", type=common.A_LAYOUT, default="base/1", help="Layout to start from, or blank.")
@click.option("--size", metavar="WxH", help="Size of a blank card: 44x67mm, 2.5x3.5in; default: poker size.")
@click.option(
    "--game", type=common.Name("PATH", folder=True), help="A slot for each section of this game on a blank card."
)
@common.DECK_NAME
@common.output("Folder for the two files.", ".")
def new_layout(name: str, base: str, size: str | None, game: str | None, deck_name: str | None, out: Output) -> None:
    """Start a layout of your own: an SVG to edit in Inkscape, and its theme.

    It looks like the layout it begins with, and never changes: whatever a later deckgen does to that layout. A blank
    one has slots alone, in a neutral look. Trim, bleed, safe zone and the names of slots are on layers that never print.
    Existing files are left alone. The theme names its JSON Schema, so that editors complete and check its keys.
    """
    from deckgen.card.layout import load_layout
    from deckgen.card.starter import is_valid_name, name_files, starter_files
    from deckgen.files import write_folder

    if not is_valid_name(name):
        raise click.UsageError("a layout's name is of small letters, digits, - and _, such as my-card")
    if base != "blank" and (size or game or deck_name):
        raise click.UsageError("--size, --game and --deck are for a blank card: add --from blank")
    folder = out.folder("two files cannot go to stdout; name a folder with -o")
    files = [folder / f"{name}{suffix}" for suffix in (".svg", ".yaml")]
    remedy = "choose another name, or another folder with -o"
    if problems := [Problem(str(file), None, "", "it already exists", remedy) for file in files if file.exists()]:
        raise LayoutError(problems)
    if base == "blank":
        from deckgen import load_game
        from deckgen.card.blank import blank_files

        spec = load_game(game).data.deck(deck_name) if game else None
        content = blank_files(name, size or "63.5x88.9mm", spec)
    else:
        content = starter_files(load_layout(base), name, folder)
    out.wrote(write_folder(folder, name_files(name, *content).items()))


@common.with_examples("deckgen new-language my-game pl", "deckgen new-language rough-magic pl -o pl.po")
@click.command()
@common.GAME
@click.argument("code")
@common.output("A .po file, or - for stdout; default: languages/CODE.po in the game's folder.", None, file=True)
def new_language(game: str, code: str, out: Output) -> None:
    """Start to translate what deckgen itself prints: a catalog for your game.

    CODE is the language's, such as pl or pt-BR. The .po file has every phrase, to be translated with Poedit, Weblate
    or any editor. A file that is there keeps its translations, gets new phrases, and loses those that deckgen no
    longer prints. The game's own texts are not in it: deckgen validate GAME --language CODE lists them.
    """
    out.kind("po")
    from deckgen import load_game

    loaded = load_game(game)
    phrases = loaded.phrases(code)
    path = loaded.data.folder / phrases.file_names["po"]
    out.or_at(path).put(phrases.content(), path.name)


@common.with_examples("deckgen upgrade my-game --check", "deckgen upgrade my-game")
@click.command()
@click.argument("folder", metavar="GAME", type=common.Name("GAME", folder=True))
@click.option(
    "--check", is_flag=True, help="Print what would change, and write nothing; exit code 1 if anything would."
)
@common.REPORTER
def upgrade(folder: str, check: bool, reporter: Reporter) -> None:
    """Rewrite a game's files that an older version wrote.

    Renames keys, words and options, writes sets and marks in today's form, and renews JSON Schemas, in the game's YAML, its
    sheet, and the themes and targets in its folder. Comments and the order of lines stay. Prints each change with its file
    and line. What needs a decision is left to you: deckgen validate names it, and so it does solutions to solve again.
    """
    from deckgen.run.upgrade import upgrade_game

    changes = upgrade_game(Path(folder), write=not check)
    for change in changes:
        click.echo(str(change))
    if not changes:
        reporter.note(f"{folder}: nothing to change")
    elif check:
        message = f"{format_count(len(changes), 'line')} to change"
        raise DeckgenError(Problem(folder, None, "", message, f"run deckgen upgrade {folder}"))
    else:
        reporter.note(f"now: deckgen validate {folder}")
