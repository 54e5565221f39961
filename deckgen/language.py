"""The language of printed matter: the program's own phrases in it, and how it writes numbers and divides words.

What a game says stands in the game's files, with its translations. What the program says of any game goes through
``phrase`` or ``plural``, whose English is the key of the catalogs in ``languages/``: gettext's .po files, which
``make docs`` brings up to date with the code.
"""

from __future__ import annotations

import gettext
import io
from collections.abc import Sequence
from dataclasses import field
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from deckgen.records import record

CATALOGS = Path(__file__).with_name("languages")
ORIGINAL = "en"
"""The language of the phrases in the code."""


def gettext_noop(text: str) -> str:
    """A phrase that is kept in a constant: it goes into the catalogs here, and through ``phrase`` when printed."""
    return text


@record
class Language:
    """A language by its ``code``, such as ``de``. What its catalog lacks stays English."""

    code: str = ORIGINAL
    catalog: gettext.NullTranslations = field(
        default_factory=gettext.NullTranslations, compare=False, repr=False
    )
    decimal: str = "."
    percent_sign: str = "%"
    """The sign with the space before it, if the language has one there."""

    def phrase(self, text: str, /, **fields: object) -> str:
        translation = self.catalog.gettext(text)
        return translation.format_map(fields) if fields else translation

    def plural(self, singular: str, many: str, count: int, /, **fields: object) -> str:
        """The phrase for so many, which is its field ``{count}``."""
        return self.catalog.ngettext(singular, many, count).format_map({"count": count, **fields})

    def number(self, value: Fraction | float, places: int = 0, *, sign: bool = False) -> str:
        """A number to so many decimal places, half away from zero, with a true minus; ``sign``: with a plus too."""
        scaled = abs(Fraction(value)) * 10**places
        digits = str((2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator))
        digits = digits.rjust(places + 1, "0")
        text = digits[: len(digits) - places] + (self.decimal + digits[-places:] if places else "")
        if not digits.strip("0"):
            return text
        return f"−{text}" if value < 0 else f"+{text}" if sign else text

    def percent(self, chance: Fraction | float, places: int = 0) -> str:
        return self.number(Fraction(chance) * 100, places) + self.percent_sign

    def syllables(self, word: str) -> Sequence[str]:
        """The parts that a word may be divided into at the end of a line; the whole word if the language is unknown."""
        divide = _hyphenation(self.code)
        return str(divide.inserted(word, "\0")).split("\0") if divide else [word]


ENGLISH = Language()


@cache
def load_language(code: str) -> Language:
    """The language of that code; one without a catalog has English phrases, and numbers of its own if known."""
    if code == ORIGINAL:  # which needs none of what is imported below
        return Language()
    from babel import Locale, UnknownLocaleError  # noqa: PLC0415

    try:
        locale = Locale.parse(code.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return Language(code, _catalog(code))
    percent = locale.percent_formats[None].pattern
    return Language(
        code,
        _catalog(code),
        locale.number_symbols["latn"]["decimal"],
        percent[percent.rindex("0") + 1 :].replace("\xa0", "\u202f"),
    )


def catalogs() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in CATALOGS.glob("*.po")))


def _catalog(code: str) -> gettext.NullTranslations:
    if code not in catalogs():
        return gettext.NullTranslations()
    from babel.messages.mofile import write_mo  # noqa: PLC0415
    from babel.messages.pofile import read_po  # noqa: PLC0415

    compiled = io.BytesIO()
    with (CATALOGS / f"{code}.po").open("rb") as file:
        write_mo(compiled, read_po(file, locale=code, abort_invalid=True))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


@cache
def _hyphenation(code: str) -> Any:
    """Pyphen's dictionary of a language, None if it has none; German's takes most of a second to read."""
    import pyphen  # noqa: PLC0415

    dictionary = pyphen.language_fallback(code.replace("-", "_"))
    return pyphen.Pyphen(lang=dictionary) if dictionary else None
