"""Records: frozen dataclasses that are quick to define, as a command defines hundreds and uses few.

``dataclasses`` writes and compiles seven methods for each class, a fifth of the time of a short command.
Records share all of them but ``__init__``, which is compiled when the first instance is created; only then
are the fields read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar, dataclass_transform, overload

_Class = TypeVar("_Class")


@overload
def record(cls: type[_Class], /) -> type[_Class]: ...
@overload
def record(*, eq: bool = ..., kw_only: bool = ..., frozen: bool = ...) -> Callable[[type[_Class]], type[_Class]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(field, Field))
def record(cls: type | None = None, /, *, eq: bool = True, kw_only: bool = False, frozen: bool = True) -> Any:
    """Decorate a class like ``dataclass``, but frozen by default; with ``eq=False`` instances equal only themselves."""

    def decorate(cls: type) -> type:
        """Give a class the methods that it does not define, and placeholders for what is computed when needed."""
        methods: dict[str, Any] = {"__init__": _lazy_init(cls), "__repr__": _repr}
        if eq:
            methods |= {"__eq__": _eq, "__hash__": _hash if frozen else None}
        for name, method in methods.items():
            if cls.__dict__.get(name) is None:
                setattr(cls, name, method)
        lazy = ((name, _LazyFields(cls, kw_only, name)) for name in ("__dataclass_fields__", "_values_to_compare"))
        for name, value in (*lazy, *(_FROZEN if frozen else ())):
            setattr(cls, name, value)
        return cls

    return decorate if cls is None else decorate(cls)


class _LazyFields(NamedTuple):
    """A placeholder for a record's fields and compared values until either is read."""

    cls: type
    kw_only: bool
    name: str

    def __get__(self, _record: object, _cls: type) -> Any:
        """Replace both placeholders of the class by their values, and return that of ``name``."""
        dataclass(init=False, repr=False, eq=False, kw_only=self.kw_only)(self.cls)
        compared = [field.name for field in fields(self.cls) if field.compare]
        setattr(self.cls, "_values_to_compare", attrgetter(*(compared or ["__class__"])))  # noqa: B010
        return self.cls.__dict__[self.name]


def _lazy_init(cls: type) -> Callable[..., None]:
    """Return an ``__init__`` that replaces itself by the compiled one when it is first called."""

    def init(self: object, *values: object, **named: object) -> None:
        cls.__init__ = _compile_init(cls)  # type: ignore[misc]
        cls.__init__(self, *values, **named)  # type: ignore[misc]

    return init


def _compile_init(cls: type) -> Callable[..., None]:
    """Return the ``__init__`` that ``dataclasses`` would write for a record."""
    names: dict[str, Any] = {"_set": object.__setattr__}
    head, body = ["self"], ["pass"]
    for member in sorted(fields(cls), key=lambda member: bool(member.kw_only)):
        value = name = member.name
        default = member.default
        if default is MISSING and member.default_factory is not MISSING:
            default = member.default_factory
            value = f"default_{name}() if {name} is default_{name} else {name}"
        if member.kw_only and "*" not in head:
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


def _hash(self: Any) -> int:
    return hash(self._values_to_compare(self))


def _repr(self: Any) -> str:
    texts = (f"{member.name}={getattr(self, member.name)!r}" for member in fields(self) if member.repr)
    return f"{type(self).__qualname__}({', '.join(texts)})"


def _refuse(_self: object, name: str, _value: object = None) -> None:
    raise FrozenInstanceError(f"cannot change field {name!r}")


_FROZEN = (("__setattr__", _refuse), ("__delattr__", _refuse))
