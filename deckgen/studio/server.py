"""The studio on this machine: a server for one page, to nobody else; a process with limits answers each request.

Requests name no path: pages have names, made files are in a folder of their own.
"""

from __future__ import annotations

import json
import mimetypes
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import Any

from deckgen import guard
from deckgen.errors import Problem
from deckgen.studio.engine import problem_data
from deckgen.studio.page import LANGUAGES, page_file, page_html, policy
from deckgen.studio.upload import MOST_BYTES, last_change
from deckgen.web.server import SecretHandler, SecretServer

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


class Studio(SecretServer):
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
        self.turn, self.last = threading.Lock(), time.monotonic()
        super().__init__("127.0.0.1", port, _Handler)
        self.folder = Path(tempfile.mkdtemp(prefix="deckgen-studio-"))

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


class _Handler(SecretHandler):
    """Answers GET for files, and POST of ``ask`` with JSON, or of ``game`` with a zip."""

    owner: Studio

    def do_GET(self) -> None:  # noqa: N802  (the base calls it)
        """Send a file of the page, or one that was made."""
        name = self.name()
        if name is None:
            return
        if name == _NEWS:
            self.send(HTTPStatus.OK, "application/json", json.dumps(self.owner.stamp()).encode())
            return
        content = self.owner.file(name)
        if content is None:
            self.send_missing()
            return
        ending = Path(name).suffix
        kind = _TYPES.get(ending) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        headers = {"Content-Security-Policy": policy("local")} if name in LANGUAGES else {}
        self.send(HTTPStatus.OK, kind, content, headers)

    def do_POST(self) -> None:  # noqa: N802  (the base calls it)
        """Send the answer to a request."""
        name = self.name()
        if name is None:
            return
        limit = MOST_BYTES if name == "game" else _LONGEST
        size = int(text) if (text := self.headers.get("Content-Length") or "").isdecimal() else -1
        if not 0 <= size <= limit:
            self.close_connection = True
            self.send(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "text/plain", b"this is too much")
            return
        body = self.rfile.read(size)
        if name == "game":
            try:
                (self.owner.folder / _UPLOAD).write_bytes(body)
            except OSError as error:
                message = f"the game could not be kept here: {error.strerror}"
                self.send(HTTPStatus.OK, "application/json", self.owner.problem(message, "make room on the disk"))
                return
            body = json.dumps({"do": "game", "zip": _UPLOAD}).encode()
        elif name != "ask" or self.headers.get("Content-Type") != "application/json":
            self.send(HTTPStatus.NOT_FOUND, "text/plain", b"there is no such request")
            return
        self.send(HTTPStatus.OK, "application/json", self.owner.answer(body))

    def name(self) -> str | None:
        """Return the name as the base does, and note when the page was used last."""
        name = super().name()
        if name not in {None, _NEWS}:
            self.owner.last = time.monotonic()
        return name
