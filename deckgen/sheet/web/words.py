"""What the page says itself, in templates and scripts alike; games' words come from their sheets."""

from __future__ import annotations

from collections.abc import Mapping

from deckgen.language import Language, gettext_noop

_WORDS: Mapping[str, str] = {
    # The bar
    "skip": gettext_noop("Skip to the sheet"),
    "tools": gettext_noop("Characters and files"),
    "character": gettext_noop("Character"),
    "unnamed": gettext_noop("No name yet"),
    "new": gettext_noop("New"),
    "more": gettext_noop("Menu"),
    "look": gettext_noop("Light or dark"),
    "auto": gettext_noop("As the device"),
    "light": gettext_noop("Light"),
    "dark": gettext_noop("Dark"),
    "parts": gettext_noop("Parts of the sheet"),
    # Saving
    "saved": gettext_noop("Saved"),
    "saving": gettext_noop("Saving"),
    "unsaved": gettext_noop("Not saved"),
    "full": gettext_noop(
        "The browser's store is full, so this sheet is not saved. Take a YAML file out of the menu before you close the page."
    ),
    "forbidden": gettext_noop(
        "The browser does not let this page save. Take a YAML file out of the menu before you close the page."
    ),
    "newer": gettext_noop(
        "Here is what was saved in this browser. The file itself has another version of {name}: Reset takes that one."
    ),
    "other_tab": gettext_noop("{name} was changed in another tab; this is now the same."),
    "no_script": gettext_noop("This sheet needs JavaScript: allow it for this file, or take the PDF."),
    # Files
    "open": gettext_noop("Import YAML or XFDF …"),
    "yaml": gettext_noop("Export as YAML"),
    "xfdf": gettext_noop("Export for the PDF (XFDF)"),
    "print": gettext_noop("Print"),
    "reset": gettext_noop("Reset"),
    "delete": gettext_noop("Delete"),
    "undo": gettext_noop("Undo"),
    "close": gettext_noop("Close"),
    "imported": gettext_noop("{name} was imported."),
    "was_reset": gettext_noop("{name} was reset."),
    "was_deleted": gettext_noop("{name} was deleted."),
    "undone": gettext_noop("Undone."),
    "not_imported": gettext_noop("Nothing was imported. In {file} this is wrong:"),
    "not_exported": gettext_noop("Nothing was exported. On this sheet this is wrong:"),
    # Fields
    "computed": gettext_noop("Computed: {value}"),
    "add_row": gettext_noop("Another row"),
    "added_row": gettext_noop("{list} {number} was added."),
    "none": gettext_noop("None"),
    "picture": gettext_noop("Choose a picture"),
    "no_picture": gettext_noop("Remove the picture"),
    "bad_picture": gettext_noop("This picture cannot be read. Choose a PNG or a JPEG."),
    "picture_file": gettext_noop(
        "The picture {file} is a file of its own: choose it again with Choose a picture."
    ),
    # What is wrong with a value
    "not_number": gettext_noop("{text} is not a number; write digits, without a unit"),
    "range": gettext_noop("{text} is not possible here; it goes from {least} to {most}"),
    "choices": gettext_noop("{text} is not possible here; choose from {options}"),
    "not_dice": gettext_noop("{text} is not a pool of dice; write it as 3{die}"),
    "no_die": gettext_noop("the game has no {die} here; use {options}"),
    "many_dice": gettext_noop("{text} has too many dice; use {most} at most"),
    "long_text": gettext_noop("the text has {count} letters; use {most} at most"),
    "lines": gettext_noop("the text has several lines; write it in one"),
    "missing": gettext_noop("this is missing"),
    "derived": gettext_noop("this follows from other values; leave it out, or write it under overrides"),
    "not_known": gettext_noop("the game has no such name: {text}"),
    "twice": gettext_noop("{text} is written twice, first in {first}"),
    # What is wrong with a file
    "not_yaml": gettext_noop("this is not YAML: {text}"),
    "not_xfdf": gettext_noop("this is not XFDF, which PDF readers export from a form"),
    "not_text": gettext_noop("this is neither YAML nor XFDF; give a .yaml or an .xfdf file"),
    "no_values": gettext_noop("it has no values of this sheet"),
    "no_game": gettext_noop("it does not say which game it is for; add game: {game}"),
    "other_game": gettext_noop("this is a character of {other}, not of {game}"),
    "no_field": gettext_noop("the sheet has no such field"),
    "not_one": gettext_noop("this is not one value"),
    "not_group": gettext_noop("this is not a group; write its entries below it"),
    "not_list": gettext_noop("this is not a list; begin each of its entries with a dash"),
    "many_rows": gettext_noop("it has more than {most} entries"),
    "large": gettext_noop("the file is too large"),
}


def web_words(language: Language) -> dict[str, str]:
    """The words by their keys, in a language; scripts fill what stands in braces."""
    return {key: language.phrase(text) for key, text in _WORDS.items()}
