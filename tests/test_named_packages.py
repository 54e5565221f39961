"""The packages that the user named do the jobs that pyproject.toml gives them: without one, its job is not done."""

import io
from functools import cache

import click
import pytest
import svgwrite
import yaml
from click.testing import CliRunner
from defusedxml.ElementTree import fromstring
from page_decks import deck_of, shipped_game, shown
from PIL import Image
from press_drawings import RED, SYMBOLS, card, drawing, rect

from deckgen.card.faces import draw_faces
from deckgen.card.layout import load_layout
from deckgen.cli.program import program
from deckgen.draw.drawing import Symbol, Use
from deckgen.draw.geometry import Box
from deckgen.errors import Problems
from deckgen.game.reader import read_game
from deckgen.press.imposition.cut import Cuts, cut_svg
from deckgen.press.pictures.png import png
from deckgen.press.pictures.svg import svg
from deckgen.press.pictures.web_faces import web_faces
from deckgen.schema_problems import find_problems
from deckgen.yaml_dialect import parse_yaml

CUT = Cuts(100, 100, (Box(1, 1, 60, 80),), 3, ((0, 0, 9, 0),))


@pytest.fixture
def stamped(monkeypatch):
    """Let svgwrite mark every element that it builds."""

    def mark(kind):
        build = kind.get_xml

        def marked(self):
            xml = build(self)
            xml.set("builder", "svgwrite")
            return xml

        monkeypatch.setattr(kind, "get_xml", marked)

    mark(svgwrite.base.BaseElement)
    mark(svgwrite.base.Title)


@cache
def a_face():
    game = shipped_game(shown()["west"])
    return draw_faces(load_layout("west"), game, game.deck(), deck_of(game.deck())).fronts[0]


def in_page(face):
    page = web_faces([face])
    return f"<svg builder='svgwrite'>{page.defs}{''.join(page.faces)}</svg>"


@pytest.mark.usefixtures("stamped")
@pytest.mark.parametrize(
    "make",
    [
        lambda: svg(card()),
        lambda: svg(a_face()),
        lambda: cut_svg(CUT, "a & b", frame=True).decode(),
        lambda: in_page(card()),
        lambda: in_page(a_face()),
    ],
)
def test_svgwrite_builds_every_element_of_an_svg(make):
    elements = list(fromstring(make()).iter())
    assert len(elements) > 4
    assert {element.get("builder") for element in elements} == {"svgwrite"}


def test_cairosvg_draws_the_art_of_a_png(monkeypatch):
    cairosvg = pytest.importorskip("cairosvg", exc_type=OSError)
    draw = cairosvg.svg2png
    monkeypatch.setattr(
        cairosvg,
        "svg2png",
        lambda bytestring, **size: draw(bytestring.replace(b"#8c1c13", b"#123456"), **size),
    )
    art = Symbol((rect(-4, -4, 72, 98, fill=RED),))
    picture = Image.open(io.BytesIO(png(drawing(Use("sky"), symbols={**SYMBOLS, "sky": art}), 50)))
    assert picture.getpixel((30, 30)) == (0x12, 0x34, 0x56)


def test_pyyaml_reads_games_with_its_c_loader(monkeypatch, tmp_path):
    def refuse(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(yaml.CSafeLoader, "__init__", refuse)
    with pytest.raises(ZeroDivisionError):
        parse_yaml(tmp_path / "game.yaml", b"a: 1", Problems())


def test_jsonschema_finds_what_is_wrong_with_a_game(monkeypatch):
    schema = b'{"required": ["name"]}'
    assert find_problems({}, schema)
    monkeypatch.setattr("deckgen.schema_problems._Validator.iter_errors", lambda *_: iter(()))
    assert not find_problems({}, schema)


def test_a_game_is_held_against_its_schema(tmp_path):
    (tmp_path / "game.yaml").write_text("nonsense: 1\n", encoding="utf-8")
    with pytest.raises(ValueError, match="nonsense"):
        read_game(tmp_path)


def test_click_runs_every_command():
    context = click.Context(program)
    commands = [program.get_command(context, name) for name in program.list_commands(context)]
    assert len(commands) > 20
    assert all(isinstance(command, click.Command) for command in commands)
    assert "future-imperfect" in CliRunner().invoke(program, ["games"]).output
