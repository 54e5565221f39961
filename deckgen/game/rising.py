"""Sections that rise together: on a card the result of a rarer answer is never better than that of a likelier one."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, chain, pairwise

from deckgen.errors import Problems
from deckgen.game.sections.base import Section, Share
from deckgen.game.sections.distribution import DistributionSection
from deckgen.sources import YamlValue


def read_rising(
    node: YamlValue | None, sections: Mapping[str, Section | None], known: Mapping[str, YamlValue], problems: Problems
) -> Iterator[tuple[str, ...]]:
    """Yield the groups of ``sections``, which are those of a deck by name, that rise together.

    ``known`` are the game's sections: a deck may lack some, and a group of which it has one is left out. Problems are
    added for names that no section has or that are there twice, and for groups that cannot rise together.
    """
    named: set[str] = set()
    for group in node.items() if node else ():
        distributions, others = list[DistributionSection](), 0
        for name in group.items():
            if name.check_name(known, problems, "there is no section") and name.value in named:
                name.report(problems, f'"{name.value}" rises with others already', "name each section once")
            named.add(name.value)
            section = sections.get(name.value)
            if isinstance(section, DistributionSection):
                distributions.append(section)
            elif section is not None:
                others += 1
                message = f'"{section.name}" is of kind {section.kind()}; only distributions can rise together'
                name.report(problems, message, "delete it here")
        if len(distributions) > 1 and not others and _can_rise(distributions, group, problems):
            yield tuple(section.name for section in distributions)


def _can_rise(sections: Sequence[DistributionSection], group: YamlValue, problems: Problems) -> bool:
    """Return whether sections have the same values in one order, each more likely to be low than the next, or less."""
    values = [[outcome.value for outcome in section.outcomes] for section in sections]
    for section, other_values in zip(sections, values, strict=True):
        if other_values != values[0]:
            message = f'"{section.name}" has other outcomes than "{sections[0].name}", or in another order'
            group.report(problems, message, "give both the same values, from the best to the worst")
            return False
    chances = [list(accumulate(outcome.cards for outcome in section.outcomes)) for section in sections]
    rising, falling = (
        all(sign * (b - a) >= 0 for one, other in pairwise(chances) for a, b in zip(one, other, strict=True))
        for sign in (1, -1)
    )
    if not (rising or falling):
        message = "on some cards a result of a rarer answer would be better than that of a likelier one"
        group.report(problems, message, "name them from the likeliest to the rarest, as their shares of cards are")
    return rising or falling


def joint_shares(sections: Sequence[Section], size: int) -> tuple[Share, ...]:
    """Return the results that sections which rise together show on one card, as tuples, in the order of their outcomes.

    The cards of each section, in order, are laid beside each other: so each of its results is on as many as alone.
    """
    variables = [section.dealt_variables(size)[0].shares for section in sections]
    ends = [list(accumulate(share.cards for share in shares)) for shares in variables]
    cuts = sorted({Fraction(0), *chain.from_iterable(ends)})
    joint = list[Share]()
    for low, high in pairwise(cuts):
        results = (shares[bisect_left(until, high)].result for shares, until in zip(variables, ends, strict=True))
        joint.append(Share(tuple(results), high - low, len(joint), ""))
    return tuple(joint)
