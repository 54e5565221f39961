"""``batch``: a print run of many decks of which no two cards are alike, with a manifest."""

from click import IntRange, UsageError

from deckgen.cli.command import command, option
from deckgen.cli.names import Choice
from deckgen.cli.options import (
    A_TARGET,
    COLOPHON_CARD,
    DECK_NAME,
    GAME,
    LANGUAGE,
    LAYOUT,
    SEED,
    SHEET_PAPER,
    output,
)
from deckgen.cli.output import Output
from deckgen.cli.stops import stoppable


@command(
    "deckgen batch future-imperfect --count 3 --seed run-1 -o run-1",
    "deckgen batch rough-magic --count 1000 --seed run-1 --jobs 4 -o run-1",
    "deckgen batch rough-magic --count 200 --seed run-1 --target press --certificate text -o run-1",
    "deckgen batch rough-magic --count 9999 --seed run-1 --scheduler tcp://head:8786 -o run-1",
)
def batch(
    game: str = GAME,
    count: int = option("--count N", "How many decks.", IntRange(1, 100_000), required=True),
    seed: str = SEED,
    deck_name: str | None = DECK_NAME,
    targets: tuple[str, ...] = option(
        "--target T targets",
        "Also each deck's file for a print target: press, a service (see deckgen targets), or a YAML file; may be given again.",
        A_TARGET,
        multiple=True,
    ),
    layout: str | None = LAYOUT,
    paper: str | None = SHEET_PAPER,
    language: str | None = LANGUAGE,
    certificate: str | None = option(
        "--certificate", "Also each deck's audit, in a file of its own.", Choice(["pdf", "json", "text"])
    ),
    colophon_card: bool = COLOPHON_CARD,
    out: Output = output("The folder for the run: its files and manifest.json."),
    jobs: int = option("--jobs J", "Processes to use.", IntRange(1, 256), default=1),
    scheduler: str | None = option(
        "--scheduler ADDRESS", "Let a dask cluster do the work, which has the game at this path."
    ),
) -> None:
    """Make a print run: many unique decks, their files, and a manifest of them.

    They are the decks 1 to N of one set, whose rounding cancels out. Each is audited, and no two cards of
    all decks may be alike: have the same dice, or, on cards without a grid, the same of everything. The files are the same however many processes make them.
    Call it again to go on after a break: decks whose files are there and sound are kept. deckgen verify checks a run, deckgen audit audits it as one set.
    """
    folder = out.folder()
    if scheduler is not None and jobs > 1:
        raise UsageError("--jobs is for this machine, --scheduler for a cluster; give one of them")
    from deckgen.run.batch import Batch
    from deckgen.run.making import Order

    order = Order(
        game=game,
        deck=deck_name,
        seed=seed,
        count=count,
        targets=tuple(dict.fromkeys(targets)),
        layout=layout,
        paper=paper or "",
        language=language,
        certificate=certificate,
        colophon_card=colophon_card,
    )
    run: Batch | None = None
    with stoppable(lambda: run.standing if run else "nothing is done"):
        run = Batch(order, folder, out.progress, out.note)
        run.make(jobs=jobs, scheduler=scheduler)
    out.wrote([run.manifest])
    run.check()
