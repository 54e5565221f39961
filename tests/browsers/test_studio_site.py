"""The studio's page without a server: Python in a browser makes the same bytes as here.

The page is built with ``--trial``: from npm and PyPI, whose files stay in build/studio. Where these cannot be reached,
or there is no node, tests are skipped.
"""

import hashlib
import http.server
import json
import os
import shutil
import subprocess
import threading
import tomllib
from functools import partial
from importlib.metadata import version
from pathlib import Path

import pytest
import studio_site
from browser import browser
from shared_folders import shared

from deckgen.library.games import games, load_game
from deckgen.library.proof import link_pattern
from deckgen.studio.engine import ITEMS, answer

ROOT = Path(studio_site.ROOT)
WORKER = ROOT / "tests" / "support" / "studio_worker.mjs"
LOCK = tomllib.loads(studio_site.LOCK.read_text(encoding="utf-8"))
SEEDS = 5
PICTURES = {"foundry", "tabletop-simulator"}  # PNG, which is not to be had there
SAME = ("reportlab", "uharfbuzz", "svgwrite", "pypdf", "jinja2", "babel", "pyphen")
"""What the bytes of files depend on."""


def build(folder):
    studio_site.main(["--trial", "--out", str(folder), "--game", str(ours(folder.parent))])


def ours(folder):
    """A publisher's game, without characters, some of whom have portraits."""
    path = folder / "ours"
    if not path.exists():
        hidden = shutil.ignore_patterns("characters")
        shutil.copytree(load_game("rough-magic").data.folder, path, ignore=hidden)
    return path


@pytest.fixture(scope="module")
def site():
    for program in ("node", "npm"):
        if not shutil.which(program):
            pytest.skip(f"there is no {program}")
    try:
        return shared("studio-site", build)
    except SystemExit as ended:
        if "another file" in str(ended):
            raise
        pytest.skip(f"parts of the page cannot be had: {ended}")


def posted(site, *requests, fault=""):
    """What the worker posts: first that it is ready, or that it failed."""
    done = subprocess.run(  # noqa: S603  our own script
        [shutil.which("node"), WORKER, site],
        input=json.dumps(requests), capture_output=True, text=True, check=False, env={**os.environ, "FAULT": fault},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def hashes(request, folder):
    """The SHA-256 of files that are made here, by name."""
    made = answer(request, folder)
    assert made["problems"] == []
    return {file["name"]: hashlib.sha256((folder / file["name"]).read_bytes()).hexdigest() for file in made["files"]}


def make(item, game, seed, **more):
    return {"do": "make", "item": item, "choice": {"game": game, "seed": seed, **more}}


def test_decks_are_the_same(site, tmp_path):
    """Pages to play have all of a deck, its id included."""
    requests = []
    for game in games():
        decks = [deck.name for deck in load_game(game).data.decks]
        requests += [make("play", game, f"s{n}", deck=decks[n % len(decks)]) for n in range(SEEDS)]
    ready, *answers = posted(site, *({"request": request} for request in requests))
    assert ready["ready"]
    assert [each["files"] for each in answers] == [hashes(request, tmp_path) for request in requests]


def test_files_are_the_same(site, tmp_path):
    lock = {wheel["name"]: wheel["file"].split("-")[1] for wheel in LOCK["wheel"]}
    if other := [name for name in SAME if version(name) != lock[name]]:
        pytest.skip(f"other versions are installed here: {', '.join(other)}")
    items = [item for item in ITEMS if item not in PICTURES]
    options = {"paper": "letter", "ink": "light", "language": "de"}
    requests = [*(make(item, "rough-magic", "tonight") for item in items), make("cards", "rough-magic", "b", **options)]
    _, *answers = posted(site, *({"request": request} for request in requests))
    assert [each["files"] for each in answers] == [hashes(request, tmp_path) for request in requests]
    assert answers[0]["cpu"] < 20  # seconds to the first cards: twice what a quiet machine takes


def test_a_game_in_a_zip_is_read_and_played(site, tmp_path):
    zip_file = shutil.make_archive(str(tmp_path / "mine"), "zip", ours(tmp_path))
    opened = {"request": {"do": "game", "zip": "game.zip"}, "files": {"game.zip": zip_file}}
    _, game, play = posted(site, opened, {"request": make("play", "own", "s1")})
    assert game["answer"]["game"]["title"] == "Rough Magic"
    assert game["answer"]["problems"] == []
    assert list(play["files"]) == [file["name"] for file in play["answer"]["files"]]


def test_pictures_are_not_to_be_had_there(site):
    _, foundry = posted(site, {"request": make("foundry", "rough-magic", "s1")})
    assert "cairo" in foundry["answer"]["problems"][0]["message"]


@pytest.mark.parametrize("kind", ["network", "memory"])
def test_what_stops_it_is_told(site, kind):
    (failed,) = posted(site, {"request": make("play", "rough-magic", "s1")}, fault=kind)
    assert failed["kind"] == kind


def test_a_missing_part_is_told(site, tmp_path):
    shutil.copytree(site, tmp_path / "site", ignore=shutil.ignore_patterns("deckgen.zip"))
    (failed,) = posted(tmp_path / "site")
    assert failed["failed"] == "Error: deckgen.zip: 404"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


MAKE = """async ([request, proof]) => {
  const facts = Object.assign(document.createElement("script"), {type: "application/json", id: "facts", textContent: '{"words": {}}'});
  document.head.append(facts);
  const states = [];
  const {connect} = await import("./scripts/engine-page.js");
  const engine = await connect((state) => states.push(state));
  const {files: [{name, url}]} = await engine.ask(request);
  const response = await fetch(url);
  const digest = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  const {same} = await engine.ask({do: "proof", proof});
  engine.stop();
  const {loaded, total} = states.findLast((state) => state.total);
  return {
    name, loaded, total, same, type: response.headers.get("Content-Type"), kept: (await caches.keys()).length, ready: states.at(-1).ready,
    sha256: Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join(""),
  };
}"""


def test_after_the_first_visit_it_needs_no_network(site, tmp_path):
    request = make("cards", "rough-magic", "tonight")
    game = load_game(ours(tmp_path))
    deck = game.deal(seed="x").data
    link = link_pattern("", deck, game.data.folder).format(deck=1, of=1, id=deck.short_id)
    expected = hashes(request, tmp_path)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/engine.json"  # a page without scripts
    with browser() as running:
        context = running.new_context()
        try:
            for _ in range(2):
                page = context.new_page()
                page.goto(address)
                made = page.evaluate(MAKE, [request, link.removeprefix("#proof/")])
                assert {made["name"]: made["sha256"]} == expected
                assert made["type"] == "application/pdf"
                assert made["ready"]
                assert made["same"]
                assert made["loaded"] == made["total"]
                assert made["kept"] == 2
                server.shutdown()
                server.server_close()
        finally:
            server.server_close()
            context.close()
