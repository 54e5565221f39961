"""Pages choose the parts and colors of a face that Python chooses."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from deckgen.game import shipped_games
from deckgen.sheet.paper.theme import load_sheet_theme
from deckgen.sheet.reader import load_sheet
from deckgen.sheet.web.faces import face_parts

NAMES = [
    *[(f"Deputy {number}", "") for number in range(1, 9)], ("Ada Ruiz", "woman"), ("李小龍", ""), ("Анна 3", "man, skin-2"),
    ("İstanbul ß 12", "nonsense"), (" x  y ", ""), ("🐺", ""), ("x" * 300, ""),
]  # fmt: skip


@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
@pytest.mark.parametrize("game", shipped_games())
def test_pages_and_python_choose_alike(tmp_path, game):
    people = load_sheet_theme(load_sheet(game)).people
    if people is None:
        pytest.skip("the game has no faces yet")
    names = [
        (name, face if {*face.replace(",", " ").split()} <= {*people.kinds, "skin-2"} else "") for name, face in NAMES
    ]
    module = Path(__file__).parents[2] / "deckgen/web/scripts/faces.js"
    script = tmp_path / "run.mjs"
    script.write_text(
        f"""
        import {{ faceOf, faceUrl }} from {json.dumps(module.as_uri())};
        const model = {json.dumps(face_parts(people))};
        const faces = {json.dumps(names)}.map(([name, face]) => faceOf(model, name, face));
        const told = faces.map(({{ parts, colors }}) => [parts.map(({{ part }}) => part), [...colors.values()]]);
        console.log(JSON.stringify([told, [faceUrl(model, " ", ""), faceUrl(null, "Ada", "")], faceUrl(model, "Ada", "", true)]));
        """,
        encoding="utf-8",
    )
    done = subprocess.run(["node", script], capture_output=True, text=True, check=True)  # noqa: S603, S607  ours
    told, none, url = json.loads(done.stdout)
    for (name, face), (parts, colors) in zip(names, told, strict=True):
        chosen = people.choose(name, face)
        assert parts == [part.split("-", 2)[2] for part in chosen.parts], name
        assert colors == [color for _, color in chosen.recolor], name
    assert none == ["", ""]
    assert url.startswith("data:image/svg+xml,%3Csvg")
