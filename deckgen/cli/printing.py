"""Options of printing cards, and what they choose together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from deckgen.cli import options
from deckgen.press.options import INKS, ORDERS, Options

F = TypeVar("F", bound=Callable[..., Any])

CHOICES = (
    options.paper,
    options.flip,
    click.option(
        "--order",
        type=click.Choice(ORDERS),
        default=ORDERS[0],
        show_default=True,
        help="Of the sides of sheets, for printers that print one side at a time.",
    ),
    options.back_offset,
    click.option(
        "--back-rotate",
        type=click.FloatRange(-10, 10),
        metavar="DEGREES",
        help="Turn the backs of sheets, clockwise.",
    ),
    click.option("--printer", metavar="NAME", help="Move the backs as deckgen calibrate kept it."),
    click.option(
        "--gutter", type=click.FloatRange(0, 50), metavar="MM", help="The gap between cards on sheets."
    ),
    click.option(
        "--bleed",
        type=click.FloatRange(0, 20),
        metavar="MM",
        help="How far art must reach beyond sheets' cards.",
    ),
    click.option(
        "--blanks",
        type=click.IntRange(0, 500),
        default=0,
        show_default=True,
        metavar="N",
        help="Add N cards with nothing on their fronts.",
    ),
    click.option(
        "--ink",
        type=click.Choice(INKS),
        default="full",
        show_default=True,
        help="light draws dark areas as outlines.",
    ),
    click.option("--colophon", is_flag=True, help="End sheets with a page that says how to make them again."),
)


def choices(function: F) -> F:
    """Add the options of printing to a command."""
    for option in reversed(CHOICES):
        function = option(function)
    return function


def chosen(values: dict[str, Any], **facts: Any) -> Options:
    """What the options mean together; ``facts`` are title, footer and colophon. Raises PressError.

    ``values`` is emptied of them. A shift given by hand goes before that of the printer.
    """
    names = ("paper", "flip", "order", "gutter", "bleed", "blanks", "ink")
    offset, rotate, name = (values.pop(key) for key in ("back_offset", "back_rotate", "printer"))
    if name is not None:
        from deckgen.press.printers import printer

        kept = printer(name)
        offset = offset or (kept.x, kept.y)
        rotate = kept.rotate if rotate is None else rotate
    if not values.pop("colophon"):
        facts["colophon"] = ()
    picked = {key: values.pop(key) for key in names}
    return Options(**picked, back_offset=offset or (0.0, 0.0), back_rotate=rotate or 0.0, **facts)
