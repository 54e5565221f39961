"""A command whose help ends with examples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click


class Command(click.Command):
    """A command with ``examples``: command lines that work on the shipped games."""

    def __init__(self, *args: Any, examples: tuple[str, ...] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.examples = examples

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the examples, a line each and never wrapped, so that they can be copied."""
        with formatter.section("Examples"):
            for example in self.examples:
                formatter.write(f"{'':>{formatter.current_indent}}{example}\n")


def command(*examples: str) -> Callable[[Callable[..., None]], Command]:
    """Make a function a command of its name; its docstring is the help."""
    return click.command(cls=Command, examples=examples)
