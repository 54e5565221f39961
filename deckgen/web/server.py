"""Servers for pages of ours: a secret in the address, the Host checked, strict headers, nothing on the terminal.

The secret is unknown to other users and pages. The Host is checked since a stranger's page could make its own name
mean this machine.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote, urlsplit

from deckgen.errors import DeckgenError, Problem

_PATIENCE = 60.0  # seconds that a request may take to arrive


class SecretServer:
    """A server on ``port`` of the machine's address ``ip``, whose requests a ``handler`` answers; 0 is a free port.

    Raises DeckgenError if the port is taken.
    """

    def __init__(self, ip: str, port: int, handler: type[SecretHandler]) -> None:
        self.token = secrets.token_urlsafe(16)
        try:
            self.server = ThreadingHTTPServer((ip, port), type("Handler", (handler,), {"owner": self}))
        except (OSError, OverflowError) as error:
            message, remedy = f"{port} cannot be used ({error})", "choose another, or leave it out"
            raise DeckgenError(Problem("--port", None, "", message, remedy)) from None
        self.server.daemon_threads = True
        self.host = f"{ip}:{self.server.server_port}"

    @property
    def address(self) -> str:
        return f"http://{self.host}/{self.token}/"


class SecretHandler(BaseHTTPRequestHandler):
    """Base of handlers for a ``SecretServer``."""

    owner: Any
    server_version = "deckgen"
    sys_version = ""
    timeout = _PATIENCE

    def name(self) -> str | None:
        """Return the name after the secret in the address; None if the request is refused, which is sent."""
        path = unquote(urlsplit(self.path).path)
        secret, _, name = path.removeprefix("/").partition("/")
        allowed = secrets.compare_digest(secret.encode(), self.owner.token.encode())
        if not allowed or self.headers.get("Host") != self.owner.host:
            self.close_connection = True
            self.send(HTTPStatus.FORBIDDEN, "text/plain", b"open the whole address that deckgen printed")
            return None
        return name or "index.html"

    def send(self, status: HTTPStatus, kind: str, content: bytes, headers: Mapping[str, str] | None = None) -> None:
        """Send a whole answer, or only its headers if no more was asked for."""
        all_headers = {
            "Content-Type": kind,
            "Content-Length": str(len(content)),
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin",
            **(headers or {}),
        }
        with suppress(ConnectionError):  # the page does not wait any more
            self.send_response(status)
            for name, value in all_headers.items():
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(content)

    def send_missing(self) -> None:
        """Answer that there is no such file."""
        self.send(HTTPStatus.NOT_FOUND, "text/plain", b"there is no such file")

    def log_message(self, *_: Any) -> None:
        """Print nothing on the terminal."""
