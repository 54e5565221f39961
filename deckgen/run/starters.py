"""Games and layouts to begin with: copied from shipped ones into a folder that holds nothing of theirs."""

from __future__ import annotations

from pathlib import Path

from deckgen.errors import Fault, GameError, LayoutError, nearest
from deckgen.files import shipped, write_folder, write_whole


def new_game(name: str, like: str | None, folder: Path) -> list[Path]:
    """Write a game's folder: a copy of the shipped game ``like``, or a small one with a remark for every key.

    Raises GameError if a shipped game has this name, if there is no game ``like``, and if the folder holds anything.
    """
    from deckgen.game import shipped_games
    from deckgen.game.starter import FOLDER, starter
    from deckgen.sheet.reader import SCHEMA

    games = shipped_games()
    if name in games:
        raise GameError(Fault(name, None, "", "a shipped game is called this", "choose another name"))
    if like is not None and like not in games:
        raise GameError(Fault(like, None, "", "no shipped game is called this", nearest(like, games)))
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        remedy = "choose another name, or another folder with -o"
        raise GameError(Fault(str(folder), None, "", "is there already", remedy))
    base = FOLDER if like is None else shipped("data") / like
    return write_folder(folder, starter(base, name, SCHEMA).items())


def new_layout(name: str, base: str, folder: Path) -> list[Path]:
    """Write a layout's SVG and theme, which look like the layout ``base``. Raises LayoutError if one is there."""
    from deckgen.card.layout import load_layout
    from deckgen.card.starter import starter

    files = [folder / f"{name}{ending}" for ending in (".svg", ".yaml")]
    remedy = "choose another name, or another folder with -o"
    faults = [Fault(str(file), None, "", "is there already", remedy) for file in files if file.exists()]
    if faults:
        raise LayoutError(faults)
    for file, content in zip(files, starter(load_layout(base), name), strict=True):
        write_whole(file, content)
    return files
