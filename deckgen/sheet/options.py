"""Words and options in sheet.yaml.

Options of blocks are frozen dataclasses, which also describe them to the schema. An option is a field of type
``Annotated[type, Option(...)]``; one without a default must be given. Other fields are not for sheet.yaml.
Options that several kinds of blocks share are defined here, with one meaning for all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, field, fields
from types import UnionType
from typing import Annotated, Any, Self, TypeVar, Union, get_args, get_origin, get_type_hints

from deckgen.game.translation import Translation
from deckgen.language import Language
from deckgen.records import record
from deckgen.sources import YamlValue

Fill = Callable[..., str]
"""Return a text with the formulas in its braces filled in, "" if a value is missing; keywords are more names for them."""
_FORMULA = re.compile(r"\{(?!rulings\.|mark\.)[^{}]*\}")
_REFERENCE = " | ="
"""Separates a remark's term from a grid whose rule it shows, and which is not translated."""


@record
class SheetWords:
    """Translates the words of a sheet; numbers, signs and references stay.

    ``name_marks`` returns a text at a value with the marks in it named as on the cards.
    """

    translation: Translation
    language: Language
    name_marks: Callable[[str, YamlValue], str] = lambda text, _: text

    def translate(self, spot: YamlValue) -> Any:
        """Return a text or number as printed, or those of each item of a list or value of a mapping."""
        value = spot.value
        if isinstance(value, dict):
            return {str(key): self.translate(spot.at(key)) for key in value}
        if isinstance(value, list):
            return [self.translate(item) for item in spot.items()]
        if isinstance(value, str):
            words, bar, reference = value.partition(_REFERENCE)
            worded = any(char.isalpha() for char in _FORMULA.sub("", words)) and not value.startswith("=")
            return (self._register(spot, words) if worded else words) + bar + reference
        return str(getattr(value, "text", value)).replace("-", "−").replace(".", self.language.decimal)

    def translate_key(self, spot: YamlValue, key: str, otherwise: str = "") -> str:
        """Return the printed text under a key of a mapping; if it is missing ``otherwise``, as it is."""
        return str(self.translate(spot.at(key))) if key in spot.value else otherwise

    def label(self, spot: YamlValue, name: str) -> str:
        """Return the label beside a field: its ``label``, or else one made from its name."""
        if "label" in spot.value:
            return self.translate_key(spot, "label")
        return self._register(spot, name.rsplit(".", 1)[-1].replace("_", " ").capitalize())

    def _register(self, spot: YamlValue, text: str) -> str:
        return self.name_marks(self.translation.register(spot, text), spot)

    def translate_names(self, spots: Iterable[YamlValue]) -> dict[str, str]:
        """Return the printed text of each name, by the name in the file."""
        return {str(spot.value): self.translate(spot) for spot in spots}


# Options of blocks


@record(eq=False)
class Option:
    """An option's meaning, with its unit, and its JSON Schema. ``printed``: its texts are translated."""

    description: str
    schema: Mapping[str, Any]
    printed: bool = False


def mapping_schema(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of a mapping from any names to ``values``."""
    return {"type": "object", "additionalProperties": values}


TEXT: Mapping[str, Any] = {"type": "string"}
TEXTS: Mapping[str, Any] = {"type": "array", "items": TEXT}
SHARE: Mapping[str, Any] = {"type": "number", "exclusiveMinimum": 0}
_LENGTH = {"type": "number", "minimum": 0}
_SHARES = {"type": "object", "minProperties": 1, "additionalProperties": SHARE}
_ALIGN = mapping_schema({"enum": ["left", "center", "right"]})
_OF = "The fields or the group it shows."
_GROUP = {"title": "the name of one field or group", **TEXT}
_GROUPS = {"anyOf": [TEXT, {"type": "array", "minItems": 1, "items": TEXT}]}
_CELLS = {"type": "array", "minItems": 1, "items": {"type": ["string", "number"]}}
_TABLE = {"title": "rows of texts", "type": "array", "minItems": 1, "items": _CELLS}
_SHAPE = {"enum": ["box", "circle", "diamond", "shield", "star", "cartridge"]}


Title = Annotated[str, Option("The heading above it.", TEXT, printed=True)]
Group = Annotated[str, Option("The field or the group it shows.", _GROUP)]
Groups = Annotated[tuple[str, ...], Option(_OF, _GROUPS)]
Columns = Annotated[Mapping[str, float], Option("Columns of a group with their widths in shares.", _SHARES)]
LabelWidth = Annotated[float, Option("The room for labels, in mm; in shares for a list of records.", _LENGTH)]
Levels = Annotated[str, Option("The name of the levels of its marks.", TEXT)]
Shape = Annotated[str, Option("The shape of its marks; default: box.", _SHAPE)]
Shapes = Annotated[
    Mapping[str, str],
    Option("The shape of the marks of some entries, by their keys.", mapping_schema(_SHAPE)),
]
RowCount = Annotated[
    int, Option("The number of rows; default: as many as the list.", {"type": "integer", "minimum": 1})
]
Rows = Annotated[
    tuple[tuple[str, ...], ...],
    Option("The rows of a table, such as [[first, second], [third, fourth]].", _TABLE, printed=True),
]
Notes = Annotated[Mapping[str, str], Option("A remark for each key.", mapping_schema(TEXT), printed=True)]
Texts = Annotated[tuple[str, ...], Option("The text, or several texts.", {"anyOf": [TEXT, TEXTS]}, printed=True)]
LevelHeadings = Annotated[
    Mapping[str, str],
    Option("Entries of the levels, with their headings.", mapping_schema(TEXT), printed=True),
]
Short = Annotated[
    Mapping[str, str], Option("What entries are called here, by their keys.", mapping_schema(TEXT), printed=True)
]
Align = Annotated[
    Mapping[str, str], Option("Alignment of columns, by their names, or by their numbers in a table.", _ALIGN)
]
Labels = Annotated[bool, Option("Show labels with values.", {"type": "boolean"})]
Role = Annotated[str, Option("The field with what somebody is, below the name on small cards.", TEXT)]
Start = Annotated[str, Option("The field with the number a countdown starts from.", TEXT)]
ArtName = Annotated[str, Option("A drawing of the theme: the symbol art-NAME of its icons.", TEXT)]
Height = Annotated[float, Option("Its height, in mm.", SHARE)]
Pitch = Annotated[float, Option("The height of a row, in mm.", {"type": "number", "minimum": 4})]
Grow = Annotated[float, Option("Its share of the page's spare height.", _LENGTH)]


@record(kw_only=True)
class BlockOptions:
    """Options of every block."""

    title: Title = ""
    grow: Grow = 0.0

    def filled(self, fill: Fill) -> Self | None:  # noqa: ARG002 (most kinds have no texts to fill in)
        """Return the options with their texts filled in; None if nothing remains."""
        return self


@record(kw_only=True)
class ColumnOptions(BlockOptions):
    """Options of blocks that show a group in columns: all columns equally wide by default."""

    of: Group
    columns: Columns = field(default_factory=dict)
    align: Align = field(default_factory=dict)


def list_options(options: type[BlockOptions]) -> dict[str, tuple[Any, Option]]:
    """Return the options of a kind of block by name: the type and the Option."""
    options_by_name = {}
    for name, hint in get_type_hints(options, include_extras=True).items():
        for variant in (hint, *get_args(hint)):  # Annotated[...], or one of Annotated[...] | None
            if get_origin(variant) is Annotated:
                options_by_name[name] = get_args(variant)
    return options_by_name


def required_options(options: type[BlockOptions]) -> list[str]:
    """Return the names of options without a default."""
    return [
        option.name for option in fields(options) if option.default is MISSING and option.default_factory is MISSING
    ]


AnyOptions = TypeVar("AnyOptions", bound=BlockOptions)


def read_options(options: type[AnyOptions], spot: YamlValue, words: SheetWords) -> AnyOptions:
    """Return a block's options from sheet.yaml, typed, printed ones translated; others have their defaults."""
    values: dict[str, Any] = {}
    for name, (hint, option) in list_options(options).items():
        if name in spot.value:
            entry = spot.at(name)
            printed = option.printed and isinstance(entry.value, str | list | dict)
            values[name] = _convert(hint, words.translate(entry) if printed else entry.value)
    return options(**values)


def _convert(hint: Any, value: Any) -> Any:
    """Return a value of YAML as type ``hint``; a single text for a tuple becomes its only item."""
    arguments, is_list = get_args(hint), isinstance(value, list)
    match get_origin(hint):
        case kind if kind in (Union, UnionType):
            return _convert(next(variant for variant in arguments if (get_origin(variant) is tuple) == is_list), value)
        case kind if kind is tuple:
            return tuple(_convert(arguments[0], item) for item in (value if is_list else [value]))
        case kind if kind is Mapping:
            return {key: _convert(arguments[1], item) for key, item in value.items()}
    return hint(getattr(value, "text", value) if hint is str else value)
