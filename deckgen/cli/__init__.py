"""The command line: the only package that imports click, and the one place where errors become messages."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress

from deckgen import guard


def main() -> None:
    """Run the program on its command line; ends in SystemExit 0, 1 or 2, or 70 for a bug."""
    # most objects of a command live to its end: looking for garbage would cost more than it frees
    gc.set_threshold(300_000)
    _replace_closed_streams()
    if limits := guard.requested_limits(sys.argv[1:], os.environ):
        guard.start(limits, _sweep)
    from deckgen.cli.process import flush_streams, open_streams

    open_streams()
    # numpy's threads cost more to start than its small arrays here could ever gain
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from deckgen.cli.program import program

        program(prog_name="deckgen")
    except SystemExit as ended:
        code = flush_streams(int(ended.code or 0))
    except KeyboardInterrupt:  # before click was there
        code = 1
    except BaseException as error:  # noqa: BLE001  the last resort
        code = _report_last(error)
    finally:
        guard.ignore_late_interrupts()
        gc.freeze()  # nor need it be searched for garbage at the end, which takes a fifth of a second after printing
    sys.exit(code)


def _replace_closed_streams() -> None:
    """Open each closed standard stream on the null device, in the wrong direction, so that no file gets its number."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDONLY if number else os.O_WRONLY)


def _sweep(folder: str) -> None:
    from pathlib import Path

    from deckgen.staging import sweep

    sweep(Path(folder))


def _report_last(error: BaseException) -> int:
    """Report that the memory which the command may take is used up, or an error that nobody foresaw. Return the exit code."""
    step = error.__traceback__
    while step:  # let go of what its functions held: there may be no memory left
        with suppress(RuntimeError):
            step.tb_frame.clear()
        step = step.tb_next
    try:
        from deckgen.cli.process import report, report_internal_error

        if isinstance(error, MemoryError) and (limits := guard.current_limits()):
            report(str(limits.memory_problem()))
            return 1
        return report_internal_error(error)
    except BaseException:  # noqa: BLE001  not even that
        os.write(2, b"deckgen: internal error, please report: there was no memory left to describe it\n")
        return 70
