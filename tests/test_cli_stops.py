import os
import signal

import pytest

from deckgen.cli.stops import stoppable


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_program_once_all_is_in_order(number, code, capsys):
    before, order = signal.getsignal(number), []

    def work():
        try:
            os.kill(os.getpid(), number)
            order.append("on")
        finally:
            os.kill(os.getpid(), number)  # once more, as who has no patience does
            order.append("tidied")

    with pytest.raises(SystemExit) as ended, stoppable(lambda: "3 of 4 are done"):
        work()
    assert (ended.value.code, order) == (code, ["tidied"])
    assert capsys.readouterr().err == f"stopped by {number.name}: 3 of 4 are done\n"
    assert signal.getsignal(number) == before


def test_nothing_is_changed_without_one():
    before = signal.getsignal(signal.SIGTERM)
    with stoppable(str):
        assert signal.getsignal(signal.SIGTERM) != before
    assert signal.getsignal(signal.SIGTERM) == before
