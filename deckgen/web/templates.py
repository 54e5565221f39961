"""The templates of pages.

They are compiled in every process, which takes 1 to 80 ms a page: Jinja could keep what it compiled in a folder, but
whoever can write there would have us run what they like.
"""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined


def environment(folder: Path) -> Environment:
    """What renders the templates of a folder: all that is put in is escaped, and a name that is not there is an error."""
    return Environment(loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined)
