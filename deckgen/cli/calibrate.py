"""``calibrate``: make backs meet fronts on your printer."""

from click import UsageError

from deckgen.cli.command import command, option
from deckgen.cli.names import Amount
from deckgen.cli.options import A_PRINTER, FLIP, LANGUAGE, PAPER, offset, output
from deckgen.cli.output import Output
from deckgen.errors import DeckgenError, Fault, nearest


@command(
    "deckgen calibrate --paper letter -o calibrate.pdf",
    "deckgen calibrate --printer office --set 0.5,-1",
    "deckgen calibrate --printer office -o again.pdf",
)
def calibrate(
    paper: str = PAPER,
    flip: str = FLIP,
    language: str | None = LANGUAGE,
    printer: str | None = option(
        "--printer NAME", "The printer that is measured; any name you like.", A_PRINTER
    ),
    found: tuple[float, float] | None = option(
        "--set X,Y found", "Keep what the middle cross reads, in mm.", offset
    ),
    tilt: float | None = option(
        "--tilt MM", "With --set: the right cross's reading less the left one's.", Amount(-20, 20)
    ),
    out: Output = output("The PDF, or - for stdout.", None, file=True),
) -> None:
    """Print a sheet that shows how far backs are off, and keep what it shows.

    The sheet says how to read it. What is kept for a printer is used by render --printer NAME; a sheet
    made with --printer is already moved by it, and reads 0 if it is right.
    """
    if not out.place and found is None:
        raise UsageError("give -o FILE.pdf for a sheet to measure, or --printer NAME --set X,Y to keep")
    if found is not None and not printer:
        raise UsageError("--set needs --printer NAME: it is kept under that name")
    out.kind("pdf")
    from deckgen.draw.paper import paper_named
    from deckgen.language import ORIGINAL, catalogues, language as named
    from deckgen.press.calibration import calibration, tilt as degrees
    from deckgen.press.options import Options
    from deckgen.press.pdf import pdf
    from deckgen.press.printers import Printer, keep, printer as known, printers

    languages = (ORIGINAL, *catalogues())
    if language not in (None, *languages):
        what = f'deckgen is not translated to "{language}"'
        remedy = nearest(str(language), languages, listed=True)
        raise DeckgenError(Fault("--language", None, "", what, remedy))
    if flip not in {"long-edge", "short-edge"}:
        raise DeckgenError(Fault("--flip", None, "", f"{flip} has no second side", "choose an edge"))
    if found is not None and printer is not None:
        out.wrote([keep(printer, Printer(*found, degrees(tilt or 0)))])
    if out.place:
        moved = known(printer) if printer in printers() else Printer()
        move, turn, words = (moved.x, moved.y), moved.rotate, named(language or ORIGINAL)
        chosen = Options(paper=paper, flip=flip, back_offset=move, back_rotate=turn, language=words)
        out.put(pdf(calibration(paper_named(paper), chosen)), f"calibrate-{paper}.pdf")
