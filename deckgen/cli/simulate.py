"""``simulate``: does play agree with the exact means."""

from click import IntRange

from deckgen.cli.command import command, option
from deckgen.cli.options import DECK_FILE, TO_STDOUT, DeckArgument, kind_option, seed_option
from deckgen.cli.output import Output
from deckgen.errors import DeckgenError, Fault


@command(
    "deckgen simulate deck.json",
    "deckgen simulate deck.json --draws 5000000 --seed 7 -o play.json",
)
def simulate(
    draws: int = option(
        "--draws N", "About how many cards to turn over.", IntRange(1000, 10**9), default=1_000_000
    ),
    seed: str = seed_option("Any text: the same seed, the same play."),
    kind: str | None = kind_option("text", "json", of="Of the result"),
    deck: DeckArgument = DECK_FILE,
    out: Output = TO_STDOUT,
) -> None:
    """Play a deck by chance and compare with the exact long-run means.

    Cards are drawn and shuffled by the game's rules. Every rolled cell is played by itself, as if
    each task read it, all on the same shuffles. z is how many standard errors the played mean is
    from the exact one. The exit code is 1 if some z is larger than chance explains.
    """
    kind = out.kind("text", "json", asked=kind)
    from deckgen.deck.audit.simulation import simulate as play

    dealt = deck.read()
    result = play(dealt.deck, dealt.game, draws, seed, deck.deck)
    name = f"{dealt.stem}-simulation.{'json' if kind == 'json' else 'txt'}"
    path = out.put(result.to_json() if kind == "json" else result.to_text().encode(), name)
    if not result.passed:
        what = "play does not agree with the exact means"
        remedy = "try another --seed; if it is so again, report it as an error of deckgen"
        raise DeckgenError(Fault(str(path or deck.deck), None, "", what, remedy))
