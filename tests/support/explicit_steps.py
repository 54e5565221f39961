"""Steps built by hand, as the reader makes them."""

from dataclasses import replace

from deckgen.game.examples import explicit_results


def explicit(*steps):
    """The steps with conditions in place of the names of results that stand for one."""
    return tuple(replace(each, results=explicit_results(each.results, each.against)) for each in steps)
