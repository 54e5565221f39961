"""``batch``: many decks of which no two cards are alike, with a manifest."""

from click import IntRange, UsageError

from deckgen.cli.command import command, option
from deckgen.cli.options import DECK_NAME, GAME, SEED, output
from deckgen.cli.output import Output


@command(
    "deckgen batch future-imperfect --count 3 --seed run-1 -o run-1",
    "deckgen batch rough-magic --count 1000 --seed run-1 --jobs 4 -o run-1",
    "deckgen batch rough-magic --count 9999 --seed run-1 --scheduler tcp://head:8786 -o run-1",
)
def batch(
    game: str = GAME,
    count: int = option("--count N", "How many decks.", IntRange(1, 100_000), required=True),
    seed: str = SEED,
    deck_name: str | None = DECK_NAME,
    out: Output = output("The folder for the decks and manifest.json."),
    jobs: int = option("--jobs J", "Processes to use.", IntRange(1, 256), default=1),
    scheduler: str | None = option(
        "--scheduler ADDRESS", "Let a dask cluster do the work, which has the game at this path."
    ),
) -> None:
    """Deal many unique decks, and a manifest of them.

    They are the decks 1 to N of one set, whose rounding cancels out. Each is audited, and no two cards of
    all decks may be alike: have the same dice, or, on cards without a grid, the same of everything. The files are the same however many processes make them.
    Call it again to go on after a break: decks that are there and sound are kept.
    """
    folder = out.folder()
    if scheduler is not None and jobs > 1:
        raise UsageError("--jobs is for this machine, --scheduler for a cluster; give one of them")
    from deckgen.run.batch import make_batch

    made = make_batch(game, deck_name, seed, count, folder, out.progress, jobs=jobs, scheduler=scheduler)
    out.wrote([made.manifest])
    made.check()
