"""Commands whose parameters say what their options are, and whose help ends with examples."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from inspect import signature
from typing import Any

import click

from deckgen.records import record


class Command(click.Command):
    """A command with ``examples``: command lines that work on the shipped games."""

    def __init__(self, name: str, examples: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(name, context_settings={"show_default": True}, **kwargs)
        self.examples = examples

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the examples, a line each and never wrapped, so that they can be copied."""
        with formatter.section("Examples"):
            for example in self.examples:
                formatter.write(f"{'':>{formatter.current_indent}}{example}\n")


class TextOption(click.Option):
    """An option whose value, unless it is a path, is text that can be written."""

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        """Click's value. Raises BadParameter for bytes that are no UTF-8."""
        found = super().type_cast_value(ctx, value)
        is_text = getattr(self.type, "is_text", not isinstance(self.type, click.Path))
        for each in found if isinstance(found, tuple) else [found]:
            if is_text and isinstance(each, str):
                try:
                    each.encode()
                except UnicodeEncodeError:
                    raise click.BadParameter("this is not text in UTF-8", ctx, self) from None
        return found


@record
class Group:
    """Options whose values together make one object: ``make`` takes them by their names."""

    make: Callable[..., Any]
    options: tuple[click.Parameter, ...]


def command(*examples: str) -> Callable[[Callable[..., None]], Command]:
    """Make a function a command of its name; its docstring is the help.

    The default of every parameter is the option, or the group of options, that it gets its value from.
    """

    def make(function: Callable[..., None]) -> Command:
        given = {name: each.default for name, each in signature(function).parameters.items()}
        groups = {name: each for name, each in given.items() if isinstance(each, Group)}
        params = [
            param
            for each in given.values()
            for param in (each.options if isinstance(each, Group) else [each])
        ]
        params.sort(key=lambda param: param.name == "quiet")  # the last in every help

        def called(**values: Any) -> None:
            for name, group in groups.items():
                values[name] = group.make(
                    **{str(each.name): values.pop(str(each.name)) for each in group.options}
                )
            function(**values)

        name = function.__name__.replace("_", "-")
        return Command(name, callback=called, params=params, help=function.__doc__, examples=examples)

    return make


def argument(name: str, metavar: str | None = None, kind: Any = None, **settings: Any) -> Any:
    """What must be given, by its place."""
    return click.Argument([name], metavar=metavar, type=kind, **settings)


def option(names: str, text: str, kind: Any = None, **settings: Any) -> Any:
    """What may be given: ``"-o --output FILE place"`` has two names, a value shown as FILE and the parameter ``place``."""
    words = names.split()
    metavar = next((word for word in words if word[0] != "-" and not word.islower()), None)
    return TextOption(
        [word for word in words if word != metavar], metavar=metavar, type=kind, help=text, **settings
    )


def flag(names: str, text: str) -> Any:
    """What is said or not."""
    return option(names, text, is_flag=True)


def group(make: Any, *options: click.Parameter) -> Any:
    """Options of which one object is made; by default those of a dataclass, the defaults of its fields."""
    defaults: list[Any] = [] if options else [field.default for field in fields(make)]
    return Group(make, (*options, *defaults))
