"""The language of printed matter: translated phrases, number formats and hyphenation.

A game's own texts are in its files, with their translations. The program's texts go through ``phrase`` or
``plural``; their English is the key in the catalogs in ``languages/``, gettext's .po files, which ``make
docs`` updates. A game may have catalogs, too: its phrases come before those that are shipped.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Sequence
from dataclasses import field
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from deckgen.records import record

CATALOGS = Path(__file__).with_name("languages")
ORIGINAL = "en"
"""The language of the phrases in the code."""


_NO_CATALOG = gettext.NullTranslations()
_STRAIGHT = re.compile(r"""\{[^{}]*\}|['"]""")


def set_quotes(text: str, quotes: Sequence[str] = ()) -> str:
    """Return a text with curly apostrophes, ``quotes`` instead of straight ones, and primes after figures: 6′1″.

    What is in braces stays as it is, and so do quotation marks without ``quotes``.
    """
    opened = False

    def set_mark(match: re.Match[str]) -> str:
        nonlocal opened
        mark, after_figure = match[0], text[max(match.start() - 1, 0)].isdigit()
        if mark == "'":
            return "′" if after_figure and not text[match.end() : match.end() + 1].isalpha() else "’"
        if mark != '"':
            return mark
        if after_figure and not opened:
            return "″"
        opened = not opened
        return quotes[not opened] if quotes else mark

    return _STRAIGHT.sub(set_mark, text)


def gettext_noop(text: str) -> str:
    """Return ``text``, marked for the catalogs: for constants that go through ``phrase`` later."""
    return text


@record
class Language:
    """A language by its ``code``, such as ``de``; phrases missing in its catalog stay English."""

    code: str = ORIGINAL
    catalog: gettext.NullTranslations = field(default=_NO_CATALOG, repr=False)
    decimal: str = "."
    percent_sign: str = "%"
    """The percent sign, with a space before it where the language has one."""

    def phrase(self, text: str, /, **fields: object) -> str:
        """Return the translation of an English phrase, with its ``{fields}`` filled in."""
        translation = self.catalog.gettext(text)
        return translation.format_map(fields) if fields else translation

    def set_quotes(self, text: str) -> str:
        """Return a text with the apostrophes, primes and quotation marks that are printed in this language.

        The marks are those of its catalog; without one, straight ones stay.
        """
        quoted = self.phrase("“{words}”")
        is_known = self.code == ORIGINAL or self.catalog is not _NO_CATALOG
        return set_quotes(text, quoted.split("{words}") if is_known else ())

    def plural(self, singular: str, plural_text: str, count: int, /, **fields: object) -> str:
        """Return the translation of one of two English phrases for a count, with ``{count}`` and fields filled in."""
        return self.catalog.ngettext(singular, plural_text, count).format_map({"count": count, **fields})

    def number(self, value: Fraction | float, places: int = 0, *, sign: bool = False) -> str:
        """Return a number with that many decimal places, half rounded away from zero, with a true minus.

        ``sign``: positive numbers get a plus. What is rounded to 0 has no sign.
        """
        scaled = abs(Fraction(value)) * 10**places
        digits = str((2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator))
        digits = digits.rjust(places + 1, "0")
        text = digits[: len(digits) - places] + (self.decimal + digits[-places:] if places else "")
        if not digits.strip("0"):
            return text
        return f"−{text}" if value < 0 else f"+{text}" if sign else text

    def percent(self, chance: Fraction | float, places: int = 0) -> str:
        """Return a chance, from 0 to 1, as a percentage with its sign."""
        return self.number(Fraction(chance) * 100, places) + self.percent_sign

    def syllables(self, word: str) -> Sequence[str]:
        """Return the parts between which a word may be hyphenated; the whole word if the language is unknown."""
        divide = _hyphenation(self.code)
        return str(divide.inserted(word, "\0")).split("\0") if divide else [word]


ENGLISH = Language()


def load_language(code: str, *folders: Path) -> Language:
    """Return the language for a code; English phrases without a catalog, English number formats if Babel lacks it.

    A catalog in one of these ``folders``, of a game and those that it extends, comes before the shipped one.
    Raises GameError if it has faults.
    """
    paths = catalog_paths(code, folders)
    return _load_language(code, tuple((path, path.stat().st_mtime_ns) for path in paths))


def catalog_paths(code: str, folders: Sequence[Path] = ()) -> list[Path]:
    """Return the files with a language's phrases: those in ``folders``, and the shipped one, as far as they exist."""
    files = (folder / CATALOGS.name / f"{code}.po" for folder in (*folders, CATALOGS.parent))
    return [path for path in files if path.exists()]


@lru_cache(maxsize=16)
def _load_language(code: str, paths: tuple[tuple[Path, int], ...]) -> Language:
    """Return the language for a code, with the catalogs in files of these times, the first before the others."""
    if code == ORIGINAL and not paths:  # which needs none of what is imported below
        return Language()
    from deckgen.catalogs import compile_catalog, find_locale, read_catalog  # noqa: PLC0415

    catalog = _NO_CATALOG
    for path, _ in reversed(paths):
        translations = compile_catalog(read_catalog(path))
        translations.add_fallback(catalog)
        catalog = translations
    locale = find_locale(code)
    if locale is None:
        return Language(code, catalog)
    percent = locale.percent_formats[None].pattern
    return Language(
        code,
        catalog,
        locale.number_symbols["latn"]["decimal"],
        percent[percent.rindex("0") + 1 :].replace("\xa0", "\u202f"),
    )


def catalogs() -> tuple[str, ...]:
    """Return the codes of all languages with a catalog."""
    return tuple(sorted(path.stem for path in CATALOGS.glob("*.po")))


@cache
def _hyphenation(code: str) -> Any:
    """Return Pyphen's dictionary of a language, or None; loading the German one takes most of a second."""
    import pyphen  # noqa: PLC0415

    dictionary = pyphen.language_fallback(code.replace("-", "_"))
    return pyphen.Pyphen(lang=dictionary) if dictionary else None
