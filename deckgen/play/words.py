"""What the page's scripts say, in the game's language: phrases by their English, which scripts fill and print."""

from __future__ import annotations

from deckgen.language import Language, gettext_noop

_PHRASES = (
    # What is read, and what it comes to, as deckgen/document/examples.py says it
    gettext_noop("Another card is drawn"),
    gettext_noop("The card says more"),
    gettext_noop("card {number}, {name}"),
    gettext_noop("still card {number}"),
    gettext_noop("{place}: {result}"),
    gettext_noop("from column {column}, row {row}: rows {number}"),
    gettext_noop("from column {column}, row {row}: columns {number}"),
    gettext_noop("{section}, {place}"),
    gettext_noop("{section}, the standard place"),
    gettext_noop("{section}, {up} from the standard place"),
    gettext_noop("{section}, {column}, {row}"),
    gettext_noop("{section}, row {row}"),
    gettext_noop("{section}, column {column}, the first {count}"),
    gettext_noop("{section}, column {column}, row {row}"),
    gettext_noop("of {figures} none is crossed out"),
    gettext_noop("of {figures} crossed out: {crossed}"),
    gettext_noop("{number} and draw on"),
    gettext_noop("{number}? and draw on"),
    gettext_noop("it counts as {number}"),
    gettext_noop("{chance} of draws come to this"),
    gettext_noop("together {number}"),
    gettext_noop("that makes {number}"),
    gettext_noop("at most {number}"),
    gettext_noop("at least {number}"),
    gettext_noop("a critical failure against {number}"),
    gettext_noop("{total} against {number}: {over} over"),
    gettext_noop("{total} against {number}: {short} short"),
    gettext_noop("{total} against {number}: just reached"),
    # What only the page says
    gettext_noop("{chance} of draws read {number} or more"),
    gettext_noop("{chance} of draws read the same"),
    gettext_noop("less than {chance}"),
)


def play_words(language: Language) -> dict[str, str]:
    """The phrases by their English; what stands in braces is left for scripts to fill."""
    return {text: language.phrase(text) for text in _PHRASES}
