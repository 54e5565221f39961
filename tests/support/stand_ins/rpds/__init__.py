"""Stands for rpds-py, which is compiled: the three types that referencing and jsonschema use, in plain Python."""

from collections.abc import Mapping


class HashTrieMap(Mapping):
    def __init__(self, value=None, **more):
        self._items = dict(value or {}, **more)

    @classmethod
    def convert(cls, value):
        return value if isinstance(value, cls) else cls(value)

    def __getitem__(self, key):
        return self._items[key]

    def __iter__(self):
        return iter(self._items)

    def __len__(self):
        return len(self._items)

    def __hash__(self):
        return hash(frozenset(self._items.items()))

    def insert(self, key, value):
        return HashTrieMap({**self._items, key: value})

    def remove(self, key):
        rest = dict(self._items)
        del rest[key]
        return HashTrieMap(rest)

    def update(self, *maps, **more):
        joined = dict(self._items)
        for items in (*maps, more):
            joined.update(items)
        return HashTrieMap(joined)


class HashTrieSet(frozenset):
    def insert(self, value):
        return HashTrieSet(self | {value})

    def remove(self, value):
        return HashTrieSet(self - {value})

    def update(self, *others):
        return HashTrieSet(self.union(*others))


class List(tuple):
    __slots__ = ()

    def __new__(cls, *items):
        return super().__new__(cls, items[0] if len(items) == 1 and not isinstance(items[0], str) else items)

    def push_front(self, value):
        return List((value, *self))

    def drop_first(self):
        return List(self[1:])

    @property
    def first(self):
        return self[0]

    @property
    def rest(self):
        return List(self[1:])
