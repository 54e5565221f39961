"""A click group with sections in its help, and commands whose help ends with examples."""

from __future__ import annotations

import errno
from typing import Any

import click

from deckgen.errors import DeckgenError

SECTIONS = ("Make", "Print", "Check", "Look")
"""The headings of the program's help, in order; every command names one of them."""


class Command(click.Command):
    """A command under one of SECTIONS. ``examples`` are command lines that work on the shipped games."""

    def __init__(self, *args: Any, section: str, examples: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.section = section
        self.examples = examples

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the examples, a line each and never wrapped, so that they can be copied."""
        with formatter.section("Examples"):
            for example in self.examples:
                formatter.write(f"{'':>{formatter.current_indent}}{example}\n")


class Program(click.Group):
    """The program: lists its commands by section and turns deckgen's errors into messages."""

    command_class = Command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the commands under their sections, in the order they were added."""
        commands = [c for c in self.commands.values() if isinstance(c, Command)]
        for section in SECTIONS:
            rows = [(c.name or "", c.get_short_help_str(76)) for c in commands if c.section == section]
            if rows:
                with formatter.section(section):
                    formatter.write_dl(rows)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Names in the order they were added, not by alphabet."""
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> None:
        """Run a command; every fault of a DeckgenError becomes a line on stderr, and the exit code 1."""
        try:
            super().invoke(ctx)
        except DeckgenError as error:
            for fault in error.faults:
                click.echo(str(fault), err=True)
        except OSError as error:
            if error.errno == errno.EPIPE:  # the reader has gone, as in `deckgen games | head -1`
                raise
            place = error.filename or "deckgen"
            click.echo(f"{place}: {error.strerror or error}; choose another place or make room", err=True)
        else:
            return
        ctx.exit(1)
