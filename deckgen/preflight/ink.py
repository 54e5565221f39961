"""Ink coverage of the pages of a finished PDF: the mean of each plate, and the highest total of all plates.

Each plate is rendered as a picture, of which the mean gray is the mean coverage (``plates.py``); the total is per
pixel. Lines thinner than a pixel count as one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckgen.errors import PressError, Problem, shorten_for_message
from deckgen.preflight.report import open_pdf, to_json_bytes
from deckgen.records import record

if TYPE_CHECKING:
    import numpy as np

_INSTALL = 'install them: pip install "deckgen[preflight]"'
_MAX_MEGAPIXELS = 400  # million pixels of a page: A2 at 1,200 an inch
_BAND_PIXELS = 4_000_000  # pixels rendered at once
_INCH = 25.4
_UNPRINTED_PLATES = {"dieline", "foil", "varnish", "cut", "cutcontour", "crease", "perforation"}
"""Names of plates that are no ink: for cutting, folding, and what is done after printing."""
INITIALS = {"Cyan": "C", "Magenta": "M", "Yellow": "Y", "Black": "K"}


@record
class PageInk:
    """Ink of a page (from 1) within its bleed box: mean of each plate, highest total (percent), area (mm²)."""

    page: int
    area: float
    means: tuple[float, ...]
    most: float


@record
class InkReport:
    """The ink of a file: its ``plates``, its pages (areas in mm²), and what was not counted."""

    file: str
    dpi: int
    plates: tuple[str, ...]
    pages: tuple[PageInk, ...]
    uncounted: tuple[str, ...]

    @property
    def means(self) -> tuple[float, ...]:
        """The mean of each plate over the area of all pages, in percent."""
        total_area = sum(page.area for page in self.pages) or 1.0
        columns = zip(*([mean * page.area for mean in page.means] for page in self.pages), strict=True)
        return tuple(sum(column) / total_area for column in columns) or (0.0,) * len(self.plates)

    @property
    def most(self) -> PageInk | None:
        """The page with the highest total; None without pages."""
        return max(self.pages, key=lambda page: page.most, default=None)

    def value(self) -> dict[str, Any]:
        """Return the report for JSON; percent, rounded to hundredths."""
        most = self.most
        return {
            "file": self.file,
            "dpi": self.dpi,
            "plates": list(self.plates),
            "means": _by_name(self.plates, self.means),
            "most": {"page": most.page if most else 0, "total": round(most.most, 2) if most else 0.0},
            "pages": [
                {
                    "page": page.page,
                    "area_mm2": round(page.area, 2),
                    "means": _by_name(self.plates, page.means),
                    "most": round(page.most, 2),
                }
                for page in self.pages
            ],
            "uncounted": list(self.uncounted),
        }

    def lines(self) -> Iterator[str]:
        """Yield the report as lines: a table of pages and plates, the means of all, and what was not counted."""
        yield f"{shorten_for_message(self.file)}: ink in percent: mean of each plate on the page with its bleed, and highest total"
        yield ""
        names = [INITIALS.get(name, shorten_for_message(name)) for name in self.plates]
        widths = [max(7, len(name) + 2) for name in names]
        yield "  page" + "".join(f"{name:>{w}}" for name, w in zip(names, widths, strict=True)) + "    most"
        for page in self.pages:
            yield f"{page.page:6}" + _cells(page.means, widths) + f"{page.most:8.0f}"
        most = self.most
        yield ("   all" + _cells(self.means, widths) + (f"{most.most:8.0f}, on page {most.page}" if most else ""))
        if self.uncounted:
            yield f"  not counted: {', '.join(map(shorten_for_message, self.uncounted))}"


def _by_name(plates: Iterable[str], means: Iterable[float]) -> dict[str, float]:
    return {name: round(mean, 2) for name, mean in zip(plates, means, strict=True)}


def _cells(means: Iterable[float], widths: Iterable[int]) -> str:
    return "".join(f"{mean:{w}.2f}" for mean, w in zip(means, widths, strict=True))


def to_json(reports: Iterable[InkReport]) -> bytes:
    return to_json_bytes({"files": [report.value() for report in reports]})


def to_text(reports: Iterable[InkReport]) -> str:
    return "\n".join("\n".join(report.lines()) + "\n" for report in reports)


def measure_ink(path: Path, dpi: int = 300, progress: Callable[[str], None] = lambda _: None) -> InkReport:
    """Return the ink of a PDF, at ``dpi``. Raises PressError if unreadable, too large, or a package is missing."""
    try:
        import pypdfium2  # noqa: PLC0415 (only this needs it)

        from deckgen.preflight.plates import Plates  # noqa: PLC0415 (it needs pikepdf)
    except ImportError as error:
        raise PressError(Problem("ink", None, "", "it needs pikepdf and pypdfium2", _INSTALL)) from error

    with open_pdf(path) as document:
        plates = Plates(document)
        plate_documents = [pypdfium2.PdfDocument(plates.plate(name)) for name in plates.names]
        is_printed = [name.casefold() not in _UNPRINTED_PLATES for name in plates.names]
        pages: list[PageInk] = []
        for number, first in enumerate(plates.first_alike):
            progress(f"{path}, page {number + 1} of {len(plates.first_alike)}")
            if first != number:
                pages.append(replace(pages[first], page=number + 1))
                continue
            plate_pages = [plate_document[number] for plate_document in plate_documents]
            _check_pixels(plate_pages[0], number + 1, path, dpi)
            pages.append(replace(_measure_page(plate_pages, is_printed, dpi), page=number + 1))
        for plate_document in plate_documents:
            plate_document.close()
        return InkReport(str(path), dpi, plates.names, tuple(pages), tuple(plates.uncounted))


def _check_pixels(page: Any, number: int, path: Path, dpi: int) -> None:
    """Raise PressError if a page has too many pixels at ``dpi``."""
    width, height = page.get_size()
    count: float = width * height * (dpi / 72) ** 2 / 1_000_000
    if not count <= _MAX_MEGAPIXELS:
        message = f"page {number} has {count:.3g} million pixels at {dpi} dpi"
        remedy = "use a lower --dpi, or make the page smaller"
        raise PressError(Problem(str(path), None, "", message, remedy))


def _measure_page(plates: list[Any], printed: list[bool], dpi: int) -> PageInk:
    """Return a page's ink, as page 0; closes ``plates``. Only ``printed`` ones (True) count for the highest total."""
    import numpy as np  # noqa: PLC0415 (slow to import)

    scale = dpi / 72
    width, height = plates[0].get_size()
    width_pixels, height_pixels = ceil(width * scale), ceil(height * scale)
    rows = max(1, _BAND_PIXELS // width_pixels)
    sums, most = [0.0] * len(plates), 0.0
    for top in range(0, height_pixels, rows):
        bottom = max(0, height_pixels - top - rows)
        total: np.ndarray[Any, Any] | None = None
        for index, (plate, counts) in enumerate(zip(plates, printed, strict=True)):
            # A quarter pixel less than whole pixels, as sizes are rounded up.
            crop = (0, max(0.0, bottom - 0.25) / scale, 0, max(0.0, top - 0.25) / scale)
            bitmap = plate.render(scale=scale, grayscale=True, crop=crop)
            grays = bitmap.to_numpy().reshape(bitmap.height, -1)[:, : bitmap.width]
            ink_percent = 100 - grays * np.float32(100 / 255)
            bitmap.close()
            sums[index] += float(ink_percent.sum(dtype=np.float64))
            if counts:
                total = ink_percent if total is None else total + ink_percent
        if total is not None and total.size:
            most = max(most, float(total.max()))
    for plate in plates:
        plate.close()
    area = width / 72 * _INCH * height / 72 * _INCH
    return PageInk(0, area, tuple(ink_sum / (width_pixels * height_pixels) for ink_sum in sums), most)
