"""``solve``: a game's cells, solved once and kept."""

from deckgen.cli.command import command
from deckgen.cli.options import GAME, output
from deckgen.cli.output import Output
from deckgen.errors import Fault, GameError


@command("deckgen solve my-game", "deckgen solve my-game -o solutions.lock.json")
def solve(
    game: str = GAME,
    out: Output = output(
        "A file, or - for stdout; by default the lock file in the game's folder.", None, file=True
    ),
) -> None:
    """Solve a game's cells once and keep the solutions.

    They go into a file beside the game's YAML, and its decks are then dealt at once, everywhere. A
    game without this file is solved when its first deck is dealt, which takes a while.
    """
    out.kind("json")
    from deckgen.deck.deal.library import arrangements
    from deckgen.deck.solve.plan import lock
    from deckgen.deck.solve.store import LOCK
    from deckgen.game import load
    from deckgen.reach import check_reach

    loaded = load(game)
    place = loaded.folder / LOCK
    if not out.place:
        check_reach(place, loaded.folder, GameError)
        if place.exists() and not place.is_file():
            raise GameError(
                Fault(str(place), None, "", "this is no file", "take it away, or name another with -o")
            )
    out.or_at(place).put(lock(loaded, out.progress, arrangements), LOCK)
