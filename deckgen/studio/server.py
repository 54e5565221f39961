"""The studio on this machine: a server for one page, to nobody else; a process with limits answers each request.

The address has a secret, which other users and pages cannot know; the Host is checked, since a stranger's page could
make its own name mean this machine. Requests name no path: pages have names, made files are in a folder of their own.
"""

from __future__ import annotations

import json
import mimetypes
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from functools import lru_cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from deckgen import guard
from deckgen.errors import DeckgenError, Problem
from deckgen.studio.engine import problem_data
from deckgen.studio.page import LANGUAGES, page_file, page_html, policy
from deckgen.studio.upload import MOST_BYTES, last_change

_LONGEST = 100_000  # bytes of a request
_IDLE = 3600.0  # seconds
_UPLOAD = "game.zip"
_NEWS = "changed"
_TYPES = {
    ".js": "text/javascript",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
}


class Studio:
    """A server at ``address``. ``start`` is the choice it opens with, ``own`` the folder of its game, if not a shipped one.

    ``layout`` is the path of a layout for all cards, ``limits`` are those of each request, as text. Raises DeckgenError if the ``port`` is taken; 0 is a free one.
    """

    def __init__(
        self,
        start: dict[str, Any] | None = None,
        own: Path | None = None,
        layout: str | None = None,
        port: int = 0,
        limits: str | None = None,
        idle: float = _IDLE,
    ) -> None:
        self.start, self.own, self.layout, self.limits, self.idle = start, own, layout, limits, idle
        self.token = secrets.token_urlsafe(16)
        self.turn, self.last = threading.Lock(), time.monotonic()
        try:
            self.server = ThreadingHTTPServer(("127.0.0.1", port), type("Handler", (_Handler,), {"studio": self}))
        except (OSError, OverflowError) as error:
            message, remedy = f"{port} cannot be used ({error})", "choose another, or leave it out"
            raise DeckgenError(Problem("--port", None, "", message, remedy)) from None
        self.server.daemon_threads = True
        self.folder = Path(tempfile.mkdtemp(prefix="deckgen-studio-"))

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.server.server_port}"

    @property
    def address(self) -> str:
        return f"http://{self.host}/{self.token}/"

    def serve(self) -> None:
        """Serve the page until it is stopped, or nobody has used it for an hour; then remove its files."""
        threading.Thread(target=self._watch, daemon=True).start()
        try:
            self.server.serve_forever()
        finally:
            self.server.server_close()
            shutil.rmtree(self.folder, ignore_errors=True)

    def _watch(self) -> None:
        while time.monotonic() - self.last < self.idle:
            time.sleep(min(1.0, self.idle))
        self.server.shutdown()

    def file(self, name: str) -> bytes | None:
        """Return a file of the page, or one that was made; None if there is none of that name."""
        if name.startswith("made/"):
            path = self.folder / name.removeprefix("made/")
            return path.read_bytes() if path.parent == self.folder and path.is_file() else None
        if name in LANGUAGES and self.start:
            return page_html(LANGUAGES[name], "local", self.start)
        return _page_file(name)

    def stamp(self) -> int:
        """Return when a file of the own game, or beside the layout, was last changed, in ns."""
        folders = [folder for folder in (self.own, self.layout and Path(self.layout).parent) if folder]
        return max(map(last_change, folders), default=0)

    def answer(self, request: bytes) -> bytes:
        """Let a process answer a request, one at a time; what ended it is a problem of the answer."""
        options = [*(["--own", str(self.own)] if self.own else []), *(["--layout", self.layout] if self.layout else [])]
        command = [sys.executable, "-m", "deckgen", "answer", str(self.folder), *options]
        environment = {**os.environ, **({guard.LIMITS: self.limits} if self.limits else {})}
        with self.turn:
            done = subprocess.run(command, input=request, capture_output=True, check=False, env=environment)  # noqa: S603
        if done.returncode == 0:
            return done.stdout
        return self.problem(done.stderr.decode(errors="replace").strip() or f"deckgen ended with {done.returncode}")

    def problem(self, message: str, remedy: str = "") -> bytes:
        """Return the answer that has one problem."""
        return json.dumps({"problems": [problem_data(Problem("", None, "", message, remedy), self.folder)]}).encode()


@lru_cache(maxsize=32)
def _page_file(name: str) -> bytes | None:
    return page_file(name, "local")


class _Handler(BaseHTTPRequestHandler):
    """Answers GET for files, and POST of ``ask`` with JSON, or of ``game`` with a zip."""

    studio: Studio
    server_version = "deckgen"
    sys_version = ""

    def do_GET(self) -> None:
        """Send a file of the page, or one that was made."""
        name = self._name()
        if name is None:
            return
        if name == _NEWS:
            self._send(HTTPStatus.OK, "application/json", json.dumps(self.studio.stamp()).encode())
            return
        content = self.studio.file(name)
        if content is None:
            self._send(HTTPStatus.NOT_FOUND, "text/plain", b"there is no such file")
            return
        ending = Path(name).suffix
        kind = _TYPES.get(ending) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        self._send(HTTPStatus.OK, kind, content, page=name in LANGUAGES)

    def do_POST(self) -> None:
        """Send the answer to a request."""
        name = self._name()
        if name is None:
            return
        limit = MOST_BYTES if name == "game" else _LONGEST
        size = int(text) if (text := self.headers.get("Content-Length") or "").isdecimal() else -1
        if not 0 <= size <= limit:
            self.close_connection = True
            self._send(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "text/plain", b"this is too much")
            return
        body = self.rfile.read(size)
        if name == "game":
            try:
                (self.studio.folder / _UPLOAD).write_bytes(body)
            except OSError as error:
                message = f"the game could not be kept here: {error.strerror}"
                self._send(HTTPStatus.OK, "application/json", self.studio.problem(message, "make room on the disk"))
                return
            body = json.dumps({"do": "game", "zip": _UPLOAD}).encode()
        elif name != "ask" or self.headers.get("Content-Type") != "application/json":
            self._send(HTTPStatus.NOT_FOUND, "text/plain", b"there is no such request")
            return
        self._send(HTTPStatus.OK, "application/json", self.studio.answer(body))

    def _name(self) -> str | None:
        """Return the name after the secret in the address; None if the request is refused, which is sent."""
        path = unquote(urlsplit(self.path).path)
        secret, _, name = path.removeprefix("/").partition("/")
        allowed = secrets.compare_digest(secret.encode(), self.studio.token.encode())
        if not allowed or self.headers.get("Host") != self.studio.host:
            self.close_connection = True
            self._send(HTTPStatus.FORBIDDEN, "text/plain", b"open the address that deckgen studio printed")
            return None
        if name != _NEWS:
            self.studio.last = time.monotonic()
        return name or "index.html"

    def _send(self, status: HTTPStatus, kind: str, content: bytes, *, page: bool = False) -> None:
        headers = {
            "Content-Type": kind,
            "Content-Length": str(len(content)),
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin",
        }
        with suppress(ConnectionError):  # the page does not wait any more
            self._write(status, headers, content, page=page)

    def _write(self, status: HTTPStatus, headers: dict[str, str], content: bytes, *, page: bool) -> None:
        self.send_response(status)
        for name, value in (headers | ({"Content-Security-Policy": policy("local")} if page else {})).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Say nothing on the terminal."""
