"""What bash is told to complete: as click has it, and beyond it names with spaces, and values after ``=``."""

from __future__ import annotations

import os
import re
import shlex
from typing import Any

from click.shell_completion import BashComplete, CompletionItem, add_completion_class

_PLAIN = re.compile(r"([^\w@%+=:,./~-])")


def register() -> None:
    """Let bash be answered as told here."""
    add_completion_class(Bash)


class Bash(BashComplete):
    """Bash takes what it is told as it is, so what it would divide is escaped, unless it stands in quotes."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """What stands before the word, and the word: bash makes ``--paper``, ``=`` and ``a`` of ``--paper=a``."""
        args, incomplete = super().get_completion_args()
        return [arg for arg in args if arg != "="], incomplete

    def format_completion(self, item: CompletionItem[Any]) -> str:
        """As bash would have it typed."""
        if item.type == "plain" and not _in_quotes(os.environ["COMP_WORDS"]):
            item.value = _PLAIN.sub(r"\\\\\1", str(item.value))  # twice: the script reads one away
        return super().format_completion(item)


def _in_quotes(line: str) -> bool:
    try:
        shlex.split(line)
    except ValueError as error:
        return "quotation" in str(error)
    return False
