"""Files to preflight: one that a strict printer takes, to be damaged by tests."""

from dataclasses import replace

from press_drawings import BLACK, RED, drawing, rect, write

from deckgen.draw.drawing import Faces, Text
from deckgen.preflight import preflight
from deckgen.press.target import load_target

STRICT = load_target("drivethrucards")


def face(number):
    """A face that any shop takes."""
    return drawing(
        rect(-3.175, -3.175, 69.85, 95.25, fill=RED),
        rect(5, 5, 53.5, 78.9, stroke=BLACK, stroke_width=0.3),
        Text(10, 20, f"No. {number}", "bold", 5, BLACK),
        Text(10, 30, "small", "regular", 2.5, BLACK),
        title=f"card {number}",
    )


FACES = Faces(tuple(face(number) for number in range(6)), face(99))


def good_file(folder):
    """A file that DriveThruCards takes."""
    path = folder / "good.pdf"
    write(FACES, STRICT, path)
    return path


EXCHANGE = replace(load_target("press"), version=(1, 6), pdfx=replace(load_target("press").pdfx, standard="x4"))


def exchange_file(folder):
    """PDF/X-4: for each of six cards its front and its back."""
    (path,) = write(FACES, EXCHANGE, folder / "exchange.pdf")
    return path


def checks(path, target=STRICT):
    return {finding.check for finding in preflight(path, target).findings}
