"""Errors of jsonschema in plain words: a key path, what is wrong there, and a remedy.

Two keys in a schema help here and in editors: ``title`` names the value ("a die"), ``errorMessage`` is what
to write ("write d and the number of sides, such as d6").
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.validators import extend

from deckgen.errors import suggest
from deckgen.yaml_dialect import KeyPath

_Error = Any
"""A jsonschema ValidationError, whose own types allow every attribute to be unset."""

SchemaProblem = tuple[KeyPath, str, str]
"""A key path, what is wrong there, and the remedy."""

_KINDS = {
    "object": "keys with values",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}

# JSON Schema calls 5.0 an integer; 5.0 rows in a game are a mistake.
_Validator = extend(  # type: ignore[no-untyped-call]
    Draft202012Validator,
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine(
        "integer", lambda _, value: isinstance(value, int) and not isinstance(value, bool)
    ),
)


def find_problems(data: Any, schema: bytes) -> tuple[SchemaProblem, ...]:
    """Return everything wrong with ``data`` by a JSON schema, without repetitions, in the order of its keys."""
    errors = _Validator(json.loads(schema)).iter_errors(data)
    return tuple(dict.fromkeys(problem for error in errors for problem in _problems_of(error)))


def _problems_of(error: _Error) -> Iterator[SchemaProblem]:
    """Yield an error's problems: of the alternative that was meant, else one per unknown or missing key, else one."""
    advice = error.schema.get("errorMessage")
    # the schema may have better words for a single wrong value than its alternatives have
    overrides = advice is not None and not isinstance(error.instance, dict | list)
    if error.validator in ("anyOf", "oneOf") and not overrides and (branch := _intended_branch(error)):
        for inner in branch:
            yield from _problems_of(inner)
        return
    path: KeyPath = tuple(error.absolute_path)
    if list(error.absolute_schema_path)[-2:-1] == ["propertyNames"]:
        path = (*path, str(error.instance))
    if error.validator in ("additionalProperties", "unevaluatedProperties"):
        yield from _unknown(error, path)
    elif error.validator == "required":
        yield from _missing(error, path)
    else:
        message, remedy = _describe(error)
        yield path, message, advice or remedy


def _intended_branch(error: _Error) -> list[_Error] | None:
    """Return the errors of the alternative that alone fits the value's kind or type; None if not just one does."""
    branches: dict[int, list[_Error]] = {}
    for inner in error.context or ():
        branches.setdefault(int(inner.relative_schema_path[0]), []).append(inner)
    matching = [errors for errors in branches.values() if not any(map(_excludes_branch, errors))]
    return matching[0] if len(matching) == 1 else None


def _excludes_branch(error: _Error) -> bool:
    """Return whether an error shows that another alternative was meant."""
    return error.validator in ("type", "const") and list(error.relative_path) in ([], ["kind"])


def _unknown(error: _Error, path: KeyPath) -> Iterator[SchemaProblem]:
    """Yield a problem, at its own key path, for each key that the schema does not have."""
    known_keys, advice = list(error.schema.get("properties", {})), error.schema.get("errorMessage")
    for key in error.instance:
        if key not in known_keys:
            remedy = suggest(key, known_keys, otherwise=advice)
            yield (*path, key), f'the key "{key}" is unknown here', remedy


def _missing(error: _Error, path: KeyPath) -> Iterator[SchemaProblem]:
    """Yield a problem, at the ``path`` of the mapping, for each required key that is not given."""
    properties = error.schema.get("properties", {})
    for key in error.validator_value:
        if key not in error.instance:
            description = dict(properties.get(key) or {}).get("description", "")
            description = description.partition(". ")[0].rstrip(".")
            meaning = f" ({description[:1].lower()}{description[1:]})" if description else ""
            yield path, f'the key "{key}" is missing', f"add {key}: with its value{meaning}"


def _format_value(value: Any) -> str:
    """Return a value for a message: shortened, and a container only by its kind."""
    if isinstance(value, dict | list):
        return "this is " + _KINDS["object" if isinstance(value, dict) else "array"]
    text = json.dumps(value, ensure_ascii=False) if not isinstance(value, float) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _expected(error: _Error) -> str:
    """Return what must be there, such as "a list or a text": the schema's title, or else its types."""
    if title := error.schema.get("title"):
        return str(title)
    types = error.validator_value if error.validator == "type" else error.schema.get("type", "as it must be here")
    return " or ".join(_KINDS.get(kind, kind) for kind in ([types] if isinstance(types, str) else types))


def _describe(error: _Error) -> tuple[str, str]:
    """Return (message, remedy) for an error other than unknown or missing keys."""
    kind, limit, value = error.validator, error.validator_value, _format_value(error.instance)
    expected = _expected(error)
    wrong = f"{value}, not {expected}" if value.startswith("this is") else f"{value} is not {expected}"
    if kind in ("enum", "const"):
        options = [limit] if kind == "const" else limit
        names = [option if isinstance(option, str) else json.dumps(option) for option in options]
        return f"{value} is not one of the values known here", suggest(str(error.instance), names)
    if kind in _LIMITS:
        amount = f"there are {len(error.instance)}" if hasattr(error.instance, "__len__") else f"{value} is given"
        return f"{amount}, but there must be {_LIMITS[kind]} {limit}", "change it to fit"
    if kind == "uniqueItems":
        return "duplicate entry", "keep one of them"
    if kind == "pattern":
        return wrong, f"write it in the form {limit}"
    if kind == "type" and "boolean" in limit:
        return wrong, "write true or false"
    if kind == "type" and limit == "string" and isinstance(error.instance, int | float):
        return wrong, f'put it in quotes: "{value}"'
    return wrong if kind == "type" or "title" in error.schema else error.message, f"write {expected}"


_LIMITS = {
    "minimum": "at least",
    "maximum": "at most",
    "exclusiveMinimum": "more than",
    "exclusiveMaximum": "less than",
    "minItems": "at least",
    "maxItems": "at most",
    "minProperties": "at least",
    "maxProperties": "at most",
    "minLength": "a length of at least",
    "maxLength": "a length of at most",
}
