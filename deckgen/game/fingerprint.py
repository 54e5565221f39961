"""The hash of what decides how a deck is dealt."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from typing import Any

from deckgen.game.model import AnySection, DrawModel, Face, Reshuffle

_LOOKS = frozenset({"title", "help", "printed", "attributes"})
"""Fields that change what is printed about a section, not what is dealt."""


def fingerprint(
    faces: Sequence[Face], draw: DrawModel, reshuffle: Reshuffle, sections: Sequence[AnySection]
) -> str:
    """SHA-256, as hex digits, of a deck's rules: the same for any order of sections and any words about them.

    A field that has its default is left out, so that a rule added later changes no older deck's hash.
    """
    rules = {
        "faces": [_plain(face) for face in faces],
        "draw": draw,
        "reshuffle": reshuffle,
        "sections": {section.name: _plain(section) for section in sections},
    }
    text = json.dumps(rules, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if not is_dataclass(value):
        return value
    kept = {
        field.name: _plain(getattr(value, field.name))
        for field in fields(value)
        if field.name not in _LOOKS and not _is_default(field.default, getattr(value, field.name))
    }
    return {"kind": type(value).__name__.removesuffix("Section"), **kept}


def _is_default(default: Any, value: Any) -> bool:
    return default is not MISSING and default == value
