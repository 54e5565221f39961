"""The server of the studio: for one page on this machine, and nobody else."""

import json
import threading
import time
from contextlib import contextmanager
from http.client import HTTPConnection

import pytest
from cli_fixtures import run

from deckgen.errors import DeckgenError
from deckgen.library.proof import pack_game
from deckgen.studio.page import policy
from deckgen.studio.server import Studio


@contextmanager
def served(**options):
    studio = Studio(**options)
    thread = threading.Thread(target=studio.serve)
    thread.start()
    try:
        yield studio
    finally:
        studio.server.shutdown()
        thread.join(10)
        assert not thread.is_alive()


@pytest.fixture(scope="module")
def studio():
    with served() as running:
        yield running


def send(studio, method, name, body=None, *, token=None, **headers):
    """(status, headers, content) of a request; ``Host`` and the secret are right unless given."""
    connection = HTTPConnection("127.0.0.1", studio.server.server_port, timeout=60)
    path = f"/{studio.token if token is None else token}/{name}"
    connection.request(
        method, path, body, {"Host": studio.host, **{key.replace("_", "-"): text for key, text in headers.items()}}
    )
    with connection.getresponse() as response:
        return response.status, response.headers, response.read()


def ask(studio, **request):
    status, _, content = send(studio, "POST", "ask", json.dumps(request), Content_Type="application/json")
    assert status == 200
    return json.loads(content)


def test_a_choice_becomes_a_file_to_open(studio):
    made = ask(studio, do="make", item="map", choice={"game": "rough-magic", "seed": "tonight"})
    assert made["problems"] == []
    (file,) = made["files"]
    status, headers, content = send(studio, "GET", f"made/{file['name']}")
    assert (status, headers["Content-Type"], len(content)) == (200, "application/pdf", file["size"])
    assert content.startswith(b"%PDF-")


def test_files_of_the_page_are_served_with_a_strict_policy(studio):
    status, headers, content = send(studio, "GET", "games/rough-magic-cover.svg")
    assert (status, headers["Content-Type"]) == (200, "image/svg+xml")
    assert content.startswith(b"<svg")
    status, headers, content = send(studio, "GET", "")
    assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert headers["Content-Security-Policy"] == policy("local")
    assert "unsafe" not in headers["Content-Security-Policy"]
    for name, value in (
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cache-Control", "no-store"),
    ):
        assert headers[name] == value
    assert send(studio, "GET", "scripts/engine-page.js")[0] == 404  # the browser's own


@pytest.mark.parametrize("token", ["", "wrong", "x" * 5000])
@pytest.mark.parametrize(("method", "name"), [("GET", ""), ("POST", "ask"), ("POST", "game")])
def test_without_the_secret_nothing_is_answered(studio, method, name, token):
    status, _, content = send(studio, method, name, b"{}", token=token, Content_Type="application/json")
    assert status == 403
    assert studio.token.encode() not in content


@pytest.mark.parametrize("host", ["evil.example", "localhost:{port}", "127.0.0.1", "127.0.0.1:1"])
def test_a_foreign_host_is_refused(studio, host):
    host = host.format(port=studio.server.server_port)
    assert send(studio, "GET", "", Host=host)[0] == 403


@pytest.mark.parametrize(
    "name",
    [
        "made/../../etc/passwd",
        "made/%2e%2e/x",
        "..",
        "../x",
        "made/",
        "made/own/game.yaml",
        "page.py",
        "scripts/",
        "none",
    ],
)
def test_no_other_file_can_be_read(studio, name):
    assert send(studio, "GET", name)[0] == 404


def test_too_much_and_wrong_kinds_are_refused(studio):
    assert send(studio, "POST", "ask", b" " * 100_001, Content_Type="application/json")[0] == 413
    assert send(studio, "POST", "ask", b"{}", Content_Type="text/plain")[0] == 404  # as a stranger's form would send
    assert send(studio, "POST", "other", b"{}", Content_Type="application/json")[0] == 404
    assert send(studio, "PUT", "ask")[0] == 501
    said = json.loads(send(studio, "POST", "ask", b"{nonsense", Content_Type="application/json")[2])
    assert "JSON" in said["problems"][0]["message"]


def test_someones_game_is_uploaded_and_checked(studio, tmp_path):
    run("new", "my-game", "-q", "-o", tmp_path / "mine")
    shown = json.loads(send(studio, "POST", "game", pack_game(tmp_path / "mine"))[2])
    assert (shown["problems"], shown["game"]["title"]) == ([], "My Game")
    shown = json.loads(send(studio, "POST", "game", b"no zip")[2])
    assert "no zip that can be read" in shown["problems"][0]["message"]


def test_a_request_has_the_limits_of_all_commands(studio, monkeypatch):
    monkeypatch.setenv("DECKGEN_LIMITS", "1s,150MB")
    made = ask(studio, do="make", item="cards", choice={"game": "future-imperfect", "seed": "tonight"})
    assert "this takes more than 150MB of memory" in made["problems"][0]["message"]


def test_a_folder_that_cannot_be_written_is_told(studio):
    studio.folder.joinpath("rough-magic-action-tonight-1-play.html").mkdir()
    made = ask(studio, do="make", item="play", choice={"game": "rough-magic", "seed": "tonight"})
    assert made["problems"]


def test_a_zip_that_cannot_be_kept_is_told(studio):
    (studio.folder / "game.zip").unlink(missing_ok=True)
    (studio.folder / "game.zip").mkdir()
    shown = json.loads(send(studio, "POST", "game", b"zip")[2])
    (studio.folder / "game.zip").rmdir()
    assert shown["problems"][0]["message"].startswith("the game could not be kept here: ")


def test_it_opens_with_a_game_and_tells_of_changes(tmp_path):
    run("new", "my-game", "-q", "-o", tmp_path / "mine")
    start = {"choice": {"game": "own"}, "watch": True}
    with served(start=start, own=tmp_path / "mine") as studio:
        assert b'"start":{"choice":{"game":"own"},"watch":true}' in send(studio, "GET", "")[2]
        before = send(studio, "GET", "changed")[2]
        assert ask(studio, do="game")["game"]["title"] == "My Game"
        time.sleep(0.02)
        (tmp_path / "mine" / "game.yaml").write_text("game: {id: other", encoding="utf-8")
        assert send(studio, "GET", "changed")[2] != before
        assert ask(studio, do="game")["problems"][0]["file"] == "game.yaml"
    assert not studio.folder.exists()
    assert (tmp_path / "mine" / "game.yaml").exists()


def test_it_ends_when_nobody_uses_it():
    studio = Studio(idle=0.2)
    folder = studio.folder
    thread = threading.Thread(target=studio.serve)
    thread.start()
    thread.join(10)
    assert not thread.is_alive()
    assert not folder.exists()


def test_two_studios_have_their_own_addresses_and_a_port_may_be_taken(studio):
    with served() as other:
        assert other.address != studio.address
        assert send(other, "GET", "", token=studio.token)[0] == 403
    with pytest.raises(DeckgenError, match="cannot be used"):
        Studio(port=studio.server.server_port)
