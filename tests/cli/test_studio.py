"""The commands that open the studio."""

import json
import re
import subprocess
import sys
from urllib.request import Request, urlopen

import pytest
from cli_fixtures import process, refused, run

from deckgen.cli.studio import _start
from deckgen.reach import real_path


@pytest.mark.parametrize("command", [["studio"], ["--limits", "50s,1GB", "studio"], ["watch", "rough-magic"]])
def test_it_prints_an_address_and_ends_in_order(command):
    """By SIGTERM, which it takes as Ctrl-C: pytest's workers ignore that, and so do the processes that they start."""
    arguments = [sys.executable, "-m", "deckgen", *command, "--no-browser"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:  # noqa: S603
        try:
            address = running.stdout.readline().decode().strip()
            assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{20,}/", address)
            with urlopen(address) as page:  # noqa: S310  our own
                assert page.status == 200
            running.terminate()
            out, err = running.communicate(timeout=30)
        finally:
            running.kill()
    assert (running.returncode, out) == (0, b"")
    assert err.decode().splitlines()[-1] == "the studio is closed"


def test_each_request_has_the_limits_of_the_command_line():
    arguments = [sys.executable, "-m", "deckgen", "--limits", "1s,150MB", "studio", "--no-browser"]
    request = {"do": "make", "item": "cards", "choice": {"game": "future-imperfect", "seed": "tonight"}}
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:  # noqa: S603
        try:
            address = running.stdout.readline().decode().strip()
            headers = {"Content-Type": "application/json"}
            with urlopen(Request(f"{address}ask", json.dumps(request).encode(), headers)) as reply:  # noqa: S310  our own
                said = json.load(reply)["problems"][0]["message"]
        finally:
            running.kill()
    assert "this takes more than 150MB of memory" in said


def test_watch_begins_with_any_deck_of_a_game(tmp_path):
    assert _start("future-imperfect", None, "psionics") == (
        {"choice": {"deck": "psionics", "game": "future-imperfect"}},
        None,
    )
    (tmp_path / "game.yaml").write_text("game: [", encoding="utf-8")  # wrong: the page shows why
    start, own = _start(str(tmp_path), None, "night")
    assert start["choice"]["deck"] == "night"
    assert own == real_path(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["studio", "no-such-game"], "no-such-game: there is no such game; name a shipped game"),
        (["studio", "no-such-deck.json"], "no-such-deck.json"),
        (["watch", "rough-magic", "--port", "1"], "--port: 1 cannot be used"),
        (["watch", "rough-magic", "--deck", "acton"], "no deck is called 'acton'; did you mean \"action\"?"),
    ],
)
def test_what_cannot_be_opened_is_refused(arguments, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if "--port" in arguments:
        monkeypatch.setattr("http.server.HTTPServer.server_bind", _in_use)
    assert said in refused(*arguments, "--no-browser")


def _in_use(_):
    raise OSError(98, "Address already in use")


def test_the_hidden_command_answers_requests(tmp_path):
    request = json.dumps({"do": "make", "item": "rulings", "choice": {"game": "rough-magic"}})
    command = [sys.executable, "-m", "deckgen", "answer", str(tmp_path)]
    done = subprocess.run(command, input=request.encode(), capture_output=True, check=True)  # noqa: S603
    assert json.loads(done.stdout)["files"][0]["name"] == "rough-magic-rulings-a4.pdf"
    assert "answer" not in run("--help").stdout
    assert process("answer", tmp_path).returncode == 1
