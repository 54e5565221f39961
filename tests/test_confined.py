import sys

import pytest
from confined_tasks import add, babble, blame, climb, die, grow, put, slip, spin

from deckgen.confined import Confinement, StoppedError, confined, drive
from deckgen.errors import Fault, PressError

ANYTHING = {"kind": PressError, "seconds": 2.0, "megabytes": 300}


def test_what_runs_elsewhere_answers_in_json_and_is_not_heard(capfd):
    assert confined(add, 1, 2, **ANYTHING) == {"sum": 3, "half": "?"}
    assert capfd.readouterr() == ("", "")


@pytest.mark.finding("R4")
def test_what_takes_too_long_or_too_much_or_dies_is_stopped_and_the_next_one_runs():
    with Confinement(PressError) as process:
        with pytest.raises(StoppedError, match=r"took more than 0\.2 s"):
            process.run(spin, seconds=0.2, megabytes=300)
        if sys.platform == "linux":  # memory is limited on Linux alone
            with pytest.raises(StoppedError, match="took more than 300 MB of memory"):
                process.run(grow, seconds=9, megabytes=300)
        with pytest.raises(StoppedError, match="made its reader crash"):
            process.run(die, seconds=9, megabytes=300)
        with pytest.raises(StoppedError, match="made its reader crash"):
            process.run(babble, seconds=9, megabytes=300)
        assert process.run(add, 3, 4, seconds=9, megabytes=300)["sum"] == 7


def test_faults_come_back_as_they_were_and_slips_are_told():
    with Confinement(PressError) as process:
        with pytest.raises(PressError) as raised:
            process.run(blame, "a.pdf", seconds=9, megabytes=300)
        assert raised.value.faults == (Fault("a.pdf", 3, "here", "it is wrong", "mend it"),)
        with pytest.raises(RuntimeError, match="ZeroDivisionError"):
            process.run(slip, seconds=9, megabytes=300)


def test_nothing_is_written_or_run(tmp_path):
    place = tmp_path / "new"
    assert len(confined(put, place, **ANYTHING)) == 3
    assert not place.exists()


def test_steps_are_told_and_each_has_its_time():
    told = []
    assert confined(climb, 3, **ANYTHING, tell=told.append) == 3 == drive(climb(3))
    assert told == ["step 1", "step 2"]
