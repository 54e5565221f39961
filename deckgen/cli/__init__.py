"""The command line: the only package that imports click, and the one place where errors become messages."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress


def main() -> None:
    """Run the program on its command line; ends in SystemExit 0, 1 or 2, or 70 if the program is at fault."""
    # most objects of a command live to its end: looking for garbage would cost more than it frees
    gc.set_threshold(300_000)
    from deckgen.cli.process import flush_stdout, open_streams

    open_streams()
    # numpy's threads cost more to start than its small arrays here could ever gain
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from deckgen.cli.program import program

        program(prog_name="deckgen")
    except SystemExit as ended:
        code = flush_stdout(int(ended.code or 0))
    except KeyboardInterrupt:  # before click was there
        code = 1
    except BaseException as error:  # noqa: BLE001  the last resort
        code = _report_bug(error)
    finally:
        gc.freeze()  # nor need it be searched for garbage at the end, which takes a fifth of a second after printing
    sys.exit(code)


def _report_bug(error: BaseException) -> int:
    """Report an error that nobody foresaw as well as can be. Return the exit code."""
    step = error.__traceback__
    while step:  # let go of what its functions held: there may be no memory left
        with suppress(RuntimeError):
            step.tb_frame.clear()
        step = step.tb_next
    try:
        from deckgen.cli.process import report_internal_error

        return report_internal_error(error)
    except BaseException:  # noqa: BLE001  not even that
        os.write(2, b"deckgen: internal error, please report: there was no memory left to tell it\n")
        return 70
