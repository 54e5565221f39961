"""How much ink the pages of a finished PDF lay: of each plate the mean, and the most of all plates at one place.

Each plate is a picture, of which the mean grey is the mean coverage (``plates.py``); a pixel's inks together are what lies there.
Lines thinner than a pixel count as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckgen.errors import Fault, PressError, told_as
from deckgen.preflight.report import DAMAGE, pretty

if TYPE_CHECKING:
    import numpy as np

_INSTALL = 'install them: pip install "deckgen[preflight]"'
_REMEDY = "name a PDF, or write it again"
_INCH = 25.4
_LINES = {"dieline", "cut", "cutcontour", "crease", "perforation"}
"""What plates are called whose lines are for cutting and folding, and never printed."""
SHORT = {"Cyan": "C", "Magenta": "M", "Yellow": "Y", "Black": "K"}


@dataclass(frozen=True)
class PageInk:
    """What a page lays within its bleed box, in per cent: the mean of each plate, and the most at one place."""

    page: int
    area: float
    means: tuple[float, ...]
    most: float


@dataclass(frozen=True)
class InkReport:
    """The ink of a file: its ``plates``, its pages (areas in mm²), and what was not counted."""

    file: str
    dpi: int
    plates: tuple[str, ...]
    pages: tuple[PageInk, ...]
    uncounted: tuple[str, ...]

    @property
    def means(self) -> tuple[float, ...]:
        """The mean of each plate on all pages together, in per cent."""
        whole = sum(page.area for page in self.pages) or 1.0
        columns = zip(*([mean * page.area for mean in page.means] for page in self.pages), strict=True)
        return tuple(sum(column) / whole for column in columns) or (0.0,) * len(self.plates)

    @property
    def most(self) -> PageInk | None:
        """The first page with the most ink at one place."""
        return max(self.pages, key=lambda page: page.most, default=None)

    def value(self) -> dict[str, Any]:
        """The report for programs; per cent, rounded to hundredths."""
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
        """A table: a line for each page, and one for all."""
        yield f"{self.file}: per cent of each plate on the page with its bleed, and the most at one place"
        yield ""
        names = [SHORT.get(name, name) for name in self.plates]
        wide = [max(7, len(name) + 2) for name in names]
        yield "  page" + "".join(f"{name:>{w}}" for name, w in zip(names, wide, strict=True)) + "    most"
        for page in self.pages:
            yield f"{page.page:6}" + _cells(page.means, wide) + f"{page.most:8.0f}"
        most = self.most
        yield "   all" + _cells(self.means, wide) + (f"{most.most:8.0f}, on page {most.page}" if most else "")
        if self.uncounted:
            yield f"  not counted: {', '.join(self.uncounted)}"


def _by_name(plates: Iterable[str], means: Iterable[float]) -> dict[str, float]:
    return {name: round(mean, 2) for name, mean in zip(plates, means, strict=True)}


def _cells(means: Iterable[float], wide: Iterable[int]) -> str:
    return "".join(f"{mean:{w}.2f}" for mean, w in zip(means, wide, strict=True))


def to_json(reports: Iterable[InkReport]) -> bytes:
    """All reports for programs."""
    return pretty({"files": [report.value() for report in reports]})


def to_text(reports: Iterable[InkReport]) -> str:
    """All reports, an empty line between two."""
    return "\n".join("\n".join(report.lines()) + "\n" for report in reports)


def ink_of(path: Path, dpi: int = 300) -> InkReport:
    """The ink of a PDF, seen at ``dpi`` pixels an inch.

    Raises PressError if the file cannot be opened as PDF, or what this needs is not installed.
    """
    try:
        import pikepdf  # noqa: PLC0415 (only this and the preflight need it)
        import pypdfium2  # noqa: PLC0415 (only this needs it)
    except ImportError as error:
        raise PressError(Fault("ink", None, "", "it needs pikepdf and pypdfium2", _INSTALL)) from error
    from deckgen.preflight.plates import Plates  # noqa: PLC0415

    try:
        with told_as(PressError, path, _REMEDY), pikepdf.open(path) as document:
            plates = Plates(document)
            seen = [pypdfium2.PdfDocument(plates.plate(name)) for name in plates.names]
            printed = [name.casefold() not in _LINES for name in plates.names]
            pages: list[PageInk] = []
            for number, first in enumerate(plates.firsts):
                own = (
                    pages[first] if first != number else _page([each[number] for each in seen], printed, dpi)
                )
                pages.append(replace(own, page=number + 1))
            for each in seen:
                each.close()
            return InkReport(str(path), dpi, plates.names, tuple(pages), tuple(plates.uncounted))
    except PressError:
        raise
    except (pikepdf.PdfError, pypdfium2.PdfiumError, RuntimeError, *DAMAGE) as error:
        what = f"cannot be read as PDF ({error})"
        raise PressError(Fault(str(path), None, "", what, _REMEDY)) from error


def _page(plates: list[Any], printed: list[bool], dpi: int) -> PageInk:
    """What one page lays, from its plates; the most of those alone that are ``printed``."""
    import numpy as np  # noqa: PLC0415 (slow to import)

    width, height = (size / 72 * _INCH for size in plates[0].get_size())
    total: np.ndarray[Any, Any] | None = None
    means = []
    for plate, counts in zip(plates, printed, strict=True):
        bitmap = plate.render(scale=dpi / 72, grayscale=True)
        laid = 100 - bitmap.to_numpy().reshape(bitmap.height, -1)[:, : bitmap.width] * np.float32(100 / 255)
        bitmap.close()
        plate.close()
        means.append(float(laid.mean(dtype=np.float64)))
        if counts:
            total = laid if total is None else total + laid
    most = float(total.max()) if total is not None and total.size else 0.0
    return PageInk(0, width * height, tuple(means), most)
