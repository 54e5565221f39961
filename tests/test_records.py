import pickle
from copy import copy
from dataclasses import KW_ONLY, FrozenInstanceError, dataclass, field, fields, replace

import pytest

from deckgen.records import record


@record
class Empty:
    pass


@record
class Point:
    x: int
    y: int = 2
    note: str = field(default="", compare=False, repr=False)
    marks: list[str] = field(default_factory=list)
    _: KW_ONLY
    name: str = "here"


@dataclass(frozen=True)
class Twin:
    x: int
    y: int = 2
    note: str = field(default="", compare=False, repr=False)
    marks: list[str] = field(default_factory=list)
    _: KW_ONLY
    name: str = "here"


@record
class Further(Point):
    z: int = 0

    def __post_init__(self):
        if self.z < 0:
            raise ValueError("z is negative")


@record(eq=False)
class Thing:
    x: int = 1


@record(frozen=False)
class Counter:
    count: int = 0


@record(kw_only=True)
class Choice:
    x: int


def values(made):
    return [getattr(made, each.name) for each in fields(made)]


@pytest.mark.parametrize(("given", "named"), [((1,), {}), ((1, 3, "n", ["m"]), {"name": "x"}), ((), {"x": 4, "y": 5})])
def test_records_hold_and_show_what_frozen_dataclasses_do(given, named):
    made, twin = Point(*given, **named), Twin(*given, **named)
    assert values(made) == values(twin)
    assert repr(made) == repr(twin).replace("Twin", "Point")


@pytest.mark.parametrize(("given", "named"), [((), {}), ((1, 2, "", [], "here"), {}), ((1,), {"q": 1})])
def test_what_does_not_fit_is_refused(given, named):
    for kind in Point, Twin:
        with pytest.raises(TypeError, match=r"__init__\(\)"):
            kind(*given, **named)
    with pytest.raises(TypeError):
        Choice(1)


def test_a_default_list_is_made_anew():
    assert Point(1).marks is not Point(1).marks


def test_records_of_equal_values_are_equal_if_they_are_of_one_kind():
    assert Point(1, note="a") == Point(1, note="b") != Point(2)
    assert Point(1) != Further(1)
    assert Point(1) != (1, 2, [], "here")
    assert hash(Choice(x=1)) == hash(Choice(x=1))
    assert Empty() == Empty()
    assert hash(Empty()) == hash(Empty())
    assert Thing() != Thing()
    assert len({Thing(), Thing()}) == 2


def test_nothing_changes_a_record():
    for made in Point(1), Further(1), Thing():
        with pytest.raises(FrozenInstanceError):
            made.x = 2
        with pytest.raises(FrozenInstanceError):
            del made.x
        assert made.x == 1


def test_records_are_replaced_copied_and_sent_to_processes():
    made = Further(1, z=3)
    assert replace(made, z=4) == Further(1, z=4)
    assert copy(made) == made
    assert pickle.loads(pickle.dumps(made)) == made  # noqa: S301
    with pytest.raises(ValueError, match="negative"):
        replace(made, z=-1)


def test_records_that_change_are_compared_but_not_hashed():
    counter = Counter()
    counter.count += 1
    assert counter == Counter(1) != Counter()
    with pytest.raises(TypeError, match="unhashable"):
        hash(counter)


@record
class Unmade:
    x: int = 1
    note: str = field(default="", compare=False)


def test_records_from_another_process_are_compared_before_one_is_made_here():
    one, other = (object.__new__(Unmade) for _ in range(2))
    vars(one).update(x=3, note="a")
    vars(other).update(x=3, note="b")
    assert one == other
    assert hash(one) == hash(other)
