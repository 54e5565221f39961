"""A small sheet whose theme has drawings, and a portrait."""

from pathlib import Path

from PIL import Image
from sheet_fixtures import small, small_sheet

ART = """\
<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="20mm" viewBox="0 0 40 20"><defs>
<symbol id="art-poster" viewBox="0 0 40 20">
  <path d="M0 0H40V20H0Z" fill="#eaf0f5"/>
  <rect id="poster--name" x="2" y="4" width="20" height="5" fill="none" data-align="center" data-size="14"/>
  <rect id="poster--age" x="2" y="12" width="10" height="4" fill="none" data-label="left"/>
  <rect id="poster--lift" x="14" y="12" width="8" height="4" fill="none" data-label="below"/>
  <rect id="poster--face" x="24" y="2" width="14" height="10" fill="none" data-shape="ellipse"/>
  <rect id="poster--luck" x="24" y="14" width="14" height="2" fill="none" data-label="none"/>
  <rect id="poster--head-1" x="24" y="17" width="2" height="2" fill="none"/>
  <rect id="poster--head-2" x="30" y="17" width="3" height="3" fill="none"/>
  <rect id="poster--cry" x="2" y="1" width="20" height="2" fill="none" data-ink="accent" data-role="heading"/>
</symbol>
<symbol id="corner" viewBox="0 0 10 10"><path d="M0 0H10L0 10Z" fill="#1f3d5a"/></symbol>
</defs></svg>
"""
SLOTS = {"name": "name", "age": "age", "lift": "lift", "face": "face", "luck": "luck", "head": "wounds.head"}
FACE = ("  age: {label: Age", "  face: {label: Face, type: picture}\n  age: {label: Age")


def art_sheet(folder: Path, *changes, svg: str = ART, style: str = "{}"):
    """The small game's sheet with a theme of its own, whose options are ``style``."""
    beside = folder / "small" / "sheet" / "look"
    beside.mkdir(parents=True, exist_ok=True)
    (beside / "own.yaml").write_text(f"extends: sheet\nicons: own.svg\nslots:\n  sheet: {style}\n", encoding="utf-8")
    (beside / "own.svg").write_text(svg, encoding="utf-8")
    return small_sheet(folder, ("theme: sheet", "theme: look/own.yaml"), FACE, *changes)


def art_spec(folder: Path, *changes):
    """The same, not drawn yet."""
    art_sheet(folder)
    return small(folder, ("theme: sheet", "theme: look/own.yaml"), FACE, *changes)


def portrait(folder: Path, name: str = "face.png", size=(60, 80), mode: str = "RGB", color="red") -> Path:
    """A picture of one color."""
    file = folder / name
    Image.new(mode, size, color).save(file)
    return file
