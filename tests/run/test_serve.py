"""The server of a play page: one page, to be read only, at a secret address; its QR code in half blocks."""

import shutil
import socket
import subprocess
import threading
from http.client import HTTPConnection

import pytest
from PIL import Image

from deckgen.card.code import QUIET, qr_modules
from deckgen.errors import DeckgenError
from deckgen.run import serve
from deckgen.run.serve import PageServer, network_address, qr_lines

PAGE = b"<!doctype html><title>page</title>"


@pytest.fixture(scope="module")
def server():
    running = PageServer(PAGE, "127.0.0.1")
    thread = threading.Thread(target=running.serve)
    thread.start()
    yield running
    running.server.shutdown()
    thread.join(10)
    assert not thread.is_alive()


def send(server, method, path, host=None):
    connection = HTTPConnection("127.0.0.1", server.server.server_port, timeout=30)
    connection.request(method, path, headers={"Host": host or server.host})
    with connection.getresponse() as response:
        return response.status, response.headers, response.read()


def test_the_page_is_sent_whole_or_its_headers_alone(server):
    status, headers, content = send(server, "GET", f"/{server.token}/")
    assert (status, content) == (200, PAGE)
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Content-Security-Policy"] == "frame-ancestors 'none'"
    status, only, content = send(server, "HEAD", f"/{server.token}/")
    assert (status, only["Content-Length"], content) == (200, str(len(PAGE)), b"")
    assert server.address == f"http://127.0.0.1:{server.server.server_port}/{server.token}/"


@pytest.mark.parametrize(
    ("method", "path", "host", "status"),
    [
        ("GET", "/", None, 403),
        ("GET", "/wrong/", None, 403),
        ("GET", "/{token}/", "deck.example:3325", 403),
        ("GET", "/{token}/../../etc/passwd", None, 404),
        ("GET", "/{token}/deck.json", None, 404),
        ("POST", "/{token}/", None, 501),
        ("PUT", "/{token}/", None, 501),
        ("DELETE", "/{token}/", None, 501),
    ],
)
def test_nothing_else_is_served(server, method, path, host, status):
    answer = send(server, method, path.format(token=server.token), host)
    assert answer[0] == status
    assert PAGE not in answer[2]


def test_a_taken_port_is_an_error_with_a_remedy(server):
    with pytest.raises(DeckgenError, match=r"--port: \d+ cannot be used .*; choose another, or leave it out"):
        PageServer(PAGE, "127.0.0.1", server.server.server_port)


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("192.168.178.23", None),
        ("10.0.0.7", None),
        ("8.8.8.8", "8.8.8.8 is open to the whole internet"),
        ("127.0.0.1", "this computer is in no network"),
        (None, "this computer is in no network"),
    ],
)
def test_only_an_address_of_a_network_of_ones_own_is_taken(monkeypatch, address, message):
    class Probe(socket.socket):
        def connect(self, _):
            if address is None:
                raise OSError(101, "Network is unreachable")

        def getsockname(self):
            return (address, 5)

    monkeypatch.setattr(serve.socket, "socket", Probe)
    if message is None:
        assert network_address() == address
    else:
        with pytest.raises(DeckgenError, match=message):
            network_address()


def modules_of(lines):
    """Rows of light and dark modules, as a terminal with light text shows them."""
    halves = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    return [[halves[sign][half] for sign in line] for line in lines for half in (0, 1)]


def test_the_code_is_that_of_the_address_with_a_quiet_zone():
    text = "http://192.168.178.23:3325/AbCdEfGhIjKlMnOpQrStUv/"
    lines = qr_lines(text)
    light, code = modules_of(lines), qr_modules(text)
    size = len(code) + 2 * QUIET
    assert {len(line) for line in lines} == {size}
    inner = [row[QUIET:-QUIET] for row in light[QUIET : QUIET + len(code)]]
    assert inner == [[int(not dark) for dark in row] for row in code]
    rim = [*light[:QUIET], *light[QUIET + len(code) :], *(row[:QUIET] + row[-QUIET:] for row in light)]
    assert all(map(all, rim))
    assert qr_lines("x" * 5000) == []


@pytest.mark.skipif(not shutil.which("zbarimg"), reason="no zbarimg is installed")
def test_a_reader_of_codes_reads_it(tmp_path):
    text = "http://10.0.0.7:54321/AbCdEfGhIjKlMnOpQrSt-_/"
    light = modules_of(qr_lines(text))
    picture = Image.new("L", (len(light[0]), len(light)))
    picture.putdata([255 * module for row in light for module in row])
    picture.resize((picture.width * 6, picture.height * 6), Image.Resampling.NEAREST).save(tmp_path / "code.png")
    command = ["zbarimg", "-q", "--raw", str(tmp_path / "code.png")]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == text  # noqa: S603
