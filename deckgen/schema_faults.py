"""What jsonschema finds, in plain words: a path, what is wrong there and what to do.

A schema helps with two keys that editors know too: ``title`` names the thing ("a die"), ``errorMessage``
says what to write ("write d and the number of sides, such as d6").
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.validators import extend

from deckgen.errors import nearest
from deckgen.yaml_dialect import Steps

_Error = Any
"""A jsonschema ValidationError; its own types allow every attribute to be unset."""

Found = tuple[Steps, str, str]
"""A path, what is wrong there, and the remedy."""

_KINDS = {
    "object": "keys with values",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}

# JSON Schema calls 5.0 an integer; a game that says 5.0 rows has another idea.
_Validator = extend(  # type: ignore[no-untyped-call]
    Draft202012Validator,
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine(
        "integer", lambda _, value: isinstance(value, int) and not isinstance(value, bool)
    ),
)


def find(data: Any, schema: bytes) -> tuple[Found, ...]:
    """Everything that is wrong with ``data``, each thing once, in the order of the schema's keys."""
    errors = _Validator(json.loads(schema)).iter_errors(data)
    return tuple(dict.fromkeys(found for error in errors for found in _tell(error)))


def _tell(error: _Error) -> Iterator[Found]:
    if error.validator in ("anyOf", "oneOf") and not _speaks(error) and (branch := _branch(error)):
        for inner in branch:
            yield from _tell(inner)
        return
    path: Steps = tuple(error.absolute_path)
    if list(error.absolute_schema_path)[-2:-1] == ["propertyNames"]:
        path = (*path, str(error.instance))
    if error.validator in ("additionalProperties", "unevaluatedProperties"):
        yield from _unknown(error, path)
    elif error.validator == "required":
        yield from _missing(error, path)
    else:
        told = _SAYINGS.get(str(error.validator), _other)
        what, remedy = told(error)
        yield path, what, _advice(error) or remedy


def _branch(error: _Error) -> list[_Error] | None:
    """The errors of the alternative that was meant, if one was: of the same kind, or the only fitting type."""
    branches: dict[int, list[_Error]] = {}
    for inner in error.context or ():
        branches.setdefault(int(inner.relative_schema_path[0]), []).append(inner)
    meant = [
        found
        for found in branches.values()
        if not any(
            inner.validator in ("type", "const") and len(inner.relative_path) <= 1 and _decides(inner)
            for inner in found
        )
    ]
    return meant[0] if len(meant) == 1 else None


def _speaks(error: _Error) -> bool:
    """Whether the schema has better words for a single wrong value than its alternatives have."""
    return "errorMessage" in error.schema and not isinstance(error.instance, dict | list)


def _decides(error: _Error) -> bool:
    """Whether an error says that another alternative was meant."""
    return not error.relative_path or list(error.relative_path) == ["kind"]


def _unknown(error: _Error, path: Steps) -> Iterator[Found]:
    known = list(error.schema.get("properties", {}))
    for key in error.instance:
        if key not in known:
            yield (*path, key), f'the key "{key}" is unknown here', nearest(key, known)


def _missing(error: _Error, path: Steps) -> Iterator[Found]:
    properties = error.schema.get("properties", {})
    for key in error.validator_value:
        if key not in error.instance:
            about = dict(properties.get(key) or {}).get("description", "")
            about = about.partition(". ")[0].rstrip(".")
            meaning = f" ({about[:1].lower()}{about[1:]})" if about else ""
            yield path, f'the key "{key}" is missing', f"add {key}: with its value{meaning}"


def _advice(error: _Error) -> str | None:
    advice = error.schema.get("errorMessage")
    return str(advice) if advice else None


def _name(value: Any) -> str:
    """A value as a message shows it: short, and a container only by its kind."""
    if isinstance(value, dict | list):
        return "this is " + _KINDS["object" if isinstance(value, dict) else "array"]
    text = json.dumps(value, ensure_ascii=False) if not isinstance(value, float) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _wanted(error: _Error) -> str:
    """What the schema wants, in words."""
    if title := error.schema.get("title"):
        return str(title)
    types = error.validator_value if error.validator == "type" else error.schema.get("type", "something else")
    return " or ".join(_KINDS.get(kind, kind) for kind in ([types] if isinstance(types, str) else types))


def _not(error: _Error) -> str:
    value = _name(error.instance)
    return (
        f"{value}, not {_wanted(error)}"
        if value.startswith("this is")
        else f"{value} is not {_wanted(error)}"
    )


def _type(error: _Error) -> tuple[str, str]:
    types = error.validator_value
    if types == "boolean" or "boolean" in types:
        return _not(error), "write true or false"
    if types == "string" and isinstance(error.instance, int | float):
        return _not(error), f'put it in quotes: "{_name(error.instance)}"'
    return _not(error), f"write {_wanted(error)}"


def _enum(error: _Error) -> tuple[str, str]:
    values = [error.validator_value] if error.validator == "const" else error.validator_value
    return f"{_name(error.instance)} is not one of the values known here", nearest(
        str(error.instance), [value if isinstance(value, str) else json.dumps(value) for value in values]
    )


def _limit(words: str) -> Callable[[_Error], tuple[str, str]]:
    """A saying for a limit: ``words`` goes before the limit's number."""

    def say(error: _Error) -> tuple[str, str]:
        value = error.instance
        sized = isinstance(value, dict | list) or (isinstance(value, str) and error.validator != "pattern")
        shown = f"there are {len(value)}" if sized else f"{_name(value)} is given"
        return f"{shown}, but there must be {words} {error.validator_value}", "change it to fit"

    return say


def _other(error: _Error) -> tuple[str, str]:
    return _not(error) if "title" in error.schema else error.message, f"write {_wanted(error)}"


def _pattern(error: _Error) -> tuple[str, str]:
    return _not(error), f"write it in the form {error.validator_value}"


_SAYINGS: dict[str, Callable[[_Error], tuple[str, str]]] = {
    "type": _type,
    "enum": _enum,
    "const": _enum,
    "pattern": _pattern,
    "minimum": _limit("at least"),
    "maximum": _limit("at most"),
    "exclusiveMinimum": _limit("more than"),
    "exclusiveMaximum": _limit("less than"),
    "minItems": _limit("at least"),
    "maxItems": _limit("at most"),
    "minProperties": _limit("at least"),
    "maxProperties": _limit("at most"),
    "minLength": _limit("a length of at least"),
    "maxLength": _limit("a length of at most"),
    "uniqueItems": lambda _: ("an entry stands twice", "keep one of them"),
}
