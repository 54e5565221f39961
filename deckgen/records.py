"""Records: dataclasses that are quick to define, for a command defines hundreds of them and makes few of most.

``dataclasses`` writes and compiles seven methods for each, which is a fifth of the time of a short command. Records share
them; their fields are read when the first record is made, and an ``__init__`` is compiled for those that are made often.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from itertools import repeat
from operator import attrgetter
from typing import Any, NamedTuple, dataclass_transform

_FEW = 100
"""Records that take as long to make as it takes to compile their ``__init__``."""


@dataclass_transform(frozen_default=True, field_specifiers=(field, Field))
def record(
    cls: type | None = None,
    /,
    *,
    eq: bool = True,
    kw_only: bool = False,
    frozen: bool = True,
    order: bool = False,
) -> Any:
    """A decorator like ``dataclass(frozen=True)``; records with ``eq=False`` equal only themselves."""

    def decorated(cls: type) -> type:
        methods: dict[str, Any] = {"__init__": _first_init(cls), "__repr__": _repr}
        if eq:
            methods |= {"__eq__": _eq, "__hash__": _hash if frozen else None}
        if order:
            methods["__lt__"] = _lt
        for name, method in methods.items():
            if cls.__dict__.get(name) is None:
                setattr(cls, name, method)
        lazy = ("__dataclass_fields__", _Fields(cls, kw_only)), ("_values_to_compare", _Compared(cls))
        for name, value in (*lazy, *(_FROZEN if frozen else ())):
            setattr(cls, name, value)
        return cls

    return decorated if cls is None else decorated(cls)


class _Fields(NamedTuple):
    """The fields of a record until they are read; ``dataclasses`` puts its own into the place of this."""

    cls: type
    kw_only: bool

    def __get__(self, _record: object, _cls: type) -> Any:
        dataclass(init=False, repr=False, eq=False, kw_only=self.kw_only)(self.cls)
        return self.cls.__dict__["__dataclass_fields__"]


class _Compared(NamedTuple):
    """Gets the values that are compared; a getter of ``operator`` takes the place of this when it is first used."""

    cls: type

    def __get__(self, _record: object, _cls: type) -> Any:
        names = [field.name for field in fields(self.cls) if field.compare]
        getter = attrgetter(*(names or ["__class__"]))
        setattr(self.cls, "_values_to_compare", getter)  # noqa: B010  (mypy knows no such attribute)
        return getter


def _first_init(cls: type) -> Callable[..., None]:
    """An ``__init__`` for the first few records; the compiled one comes into its place, or for what does not fit."""
    count = 0
    positional: list[str] = []
    defaults: dict[str, Callable[[], object]] = {}
    required: set[str] = set()

    def init(self: Any, *values: object, **named: object) -> None:
        nonlocal count
        if not count:
            for field in fields(cls):
                if not field.kw_only:
                    positional.append(field.name)
                if field.default is MISSING and field.default_factory is MISSING:
                    required.add(field.name)
                factory = None if field.default_factory is MISSING else field.default_factory
                defaults[field.name] = factory or repeat(field.default).__next__
        count += 1
        state = dict(zip(positional, values, strict=False)) | named
        fits = len(state) == len(values) + len(named) and required <= state.keys() <= defaults.keys()
        if count > _FEW or not fits:
            cls.__init__ = _compiled(cls)  # type: ignore[misc]
            cls.__init__(self, *values, **named)  # type: ignore[misc]
        else:
            for name, default in defaults.items():
                self.__dict__[name] = state[name] if name in state else default()
            if hasattr(self, "__post_init__"):
                self.__post_init__()

    return init


def _compiled(cls: type) -> Callable[..., None]:
    """The ``__init__`` of a record, as ``dataclasses`` would write it."""
    names: dict[str, Any] = {"_set": object.__setattr__}
    head, body = ["self"], ["pass"]
    for each in sorted(fields(cls), key=lambda each: bool(each.kw_only)):
        value = name = each.name
        default = each.default
        if default is MISSING and each.default_factory is not MISSING:
            default = each.default_factory
            value = f"default_{name}() if {name} is default_{name} else {name}"
        if each.kw_only and "*" not in head:
            head.append("*")
        head.append(name if default is MISSING else f"{name}=default_{name}")
        names[f"default_{name}"] = default
        body.append(f"_set(self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    exec(f"def __init__({', '.join(head)}):\n " + "\n ".join(body), names)  # noqa: S102 -- names of fields alone
    init: Callable[..., None] = names["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init


def _eq(self: Any, other: Any) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return self._values_to_compare(self) == self._values_to_compare(other)


def _lt(self: Any, other: Any) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return bool(self._values_to_compare(self) < self._values_to_compare(other))


def _hash(self: Any) -> int:
    return hash(self._values_to_compare(self))


def _repr(self: Any) -> str:
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _refuse(_self: object, name: str, _value: object = None) -> None:
    raise FrozenInstanceError(f"cannot change field {name!r}")


_FROZEN = (("__setattr__", _refuse), ("__delattr__", _refuse))
