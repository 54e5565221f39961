"""What shells are told to complete: as click has it, and beyond it names with spaces, and values after ``=``."""

from __future__ import annotations

import os
import re
import shlex
from typing import Any

from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
)

_DIVIDES = re.compile(r"([^\w@%+=:,./~-])")


def register() -> None:
    """Let shells be answered as told here."""
    for shell in (Bash, Zsh, Fish):
        add_completion_class(shell)


class _Whole(ShellComplete):
    """Shells put what they are told in place of a whole word, such as ``--paper=l``: click tells only ``letter``."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[Any]]:
        """What the word may be, with the option that it begins with."""
        found = super().get_completions(args, incomplete)
        option, equals, _ = incomplete.partition("=")
        if equals and option.startswith("-"):
            for item in found:
                item.value = f"{option}={item.value}"
        return found


class Zsh(_Whole, ZshComplete):
    """Zsh escapes names itself."""


class Fish(_Whole, FishComplete):
    """Fish escapes names itself."""


class Bash(_Whole, BashComplete):
    """Bash takes what it is told as it is, so what it would divide is escaped, unless it stands in quotes."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """What stands before the word, and the word: bash makes ``--paper``, ``=`` and ``l`` of ``--paper=l``."""
        args, incomplete = super().get_completion_args()
        return [arg for arg in args if arg != "="], "" if incomplete == "=" else incomplete

    def format_completion(self, item: CompletionItem[Any]) -> str:
        """As bash would have it typed."""
        if item.type == "plain" and not _in_quotes(os.environ["COMP_WORDS"]):
            item.value = _DIVIDES.sub(r"\\\\\1", str(item.value))  # twice: click's script reads one away
        return super().format_completion(item)


def _in_quotes(line: str) -> bool:
    try:
        shlex.split(line)
    except ValueError as error:
        return "quotation" in str(error)
    return False
