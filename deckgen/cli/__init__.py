"""The command line: the only room that knows click, and the one place where errors become messages."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress


def main() -> None:
    """Run the program on the arguments it was called with; ends in SystemExit 0, 1 or 2, or 70 if the program is at fault."""
    from deckgen.cli.streams import flushed, open_streams

    open_streams()
    # numpy's threads cost more to start than its small arrays here could ever gain
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # most of what a command makes lives to its end: looking for waste would cost more than it finds
    gc.set_threshold(300_000)
    try:
        from deckgen.cli.program import program

        if "_DECKGEN_COMPLETE" in os.environ:  # a shell asks
            from deckgen.cli.completion import register

            register()
        program(prog_name="deckgen")
    except SystemExit as ended:
        code = flushed(int(ended.code or 0))
    except KeyboardInterrupt:  # before click was there
        code = 1
    except BaseException as error:  # noqa: BLE001  the last resort
        code = _told(error)
    finally:
        gc.freeze()  # nor need it be looked through for waste at the end, which takes a fifth of a second after printing
    sys.exit(code)


def _told(error: BaseException) -> int:
    """Tell of what nobody foresaw, as well as can be; the exit code."""
    step = error.__traceback__
    while step:  # let go of what its functions held: there may be no memory left
        with suppress(RuntimeError):
            step.tb_frame.clear()
        step = step.tb_next
    try:
        from deckgen.cli.last_resort import tell

        return tell(error)
    except BaseException:  # noqa: BLE001  not even that
        os.write(2, b"deckgen: internal error, please report: there was no memory left to tell it\n")
        return 70
