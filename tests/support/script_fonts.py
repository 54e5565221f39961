"""Fonts of other scripts, from packages of the registry; a test that wants one is skipped where it is missing."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from deckgen.draw.fonts import Fonts, font_files

_FILES = {
    "arabic": ("fontpkg_noto_sans_arabic", "files/*.ttf"),
    "devanagari": ("fontpkg_noto_sans_devanagari", "files/*.ttf"),
    "japanese": ("pylopdf_fonts_jp", "NotoSansJP-Regular.otf"),
}
SENTENCES = {
    "arabic": "السَّلامُ عَلَيْكُمْ هذه بطاقة، والله (رقم 12)!",
    "devanagari": "नमस्ते दुनिया, क्षत्रिय की किताब ३",
    "japanese": "吾輩は猫である。名前は「まだ」無い。",
}


def script_font(script):
    package, pattern = _FILES[script]
    spec = find_spec(package)
    if spec is None:
        pytest.skip(f"the package {package} is missing")
    return str(next(Path(spec.origin).parent.glob(pattern)))


def script_fonts(*scripts):
    """Source Sans, with the fonts of these scripts after it."""
    return Fonts(font_files({}, [script_font(script) for script in scripts or _FILES]))
