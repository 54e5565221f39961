"""A play page on one's own network: read only, at an address that only those know who see it; its QR code as text."""

from __future__ import annotations

import socket
from contextlib import closing
from http import HTTPStatus
from ipaddress import ip_address
from itertools import zip_longest

from deckgen.card.code import QUIET, qr_modules
from deckgen.errors import DeckgenError, Problem
from deckgen.web.server import SecretHandler, SecretServer

PORT = 3325
"""DECK on the keys of a phone. The same each time, if it is free: browsers keep a game for its address and port."""
_ELSEWHERE = ("192.0.2.1", 9)  # an address of no machine; nothing is sent to it
_BLOCKS = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}
"""Half blocks by whether the upper and the lower module are dark, for light text on a dark ground."""


def network_address() -> str:
    """Return this machine's address in its own network. Raises DeckgenError without one, or for one of the internet."""
    address = "127.0.0.1"
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(_ELSEWHERE)
            address = probe.getsockname()[0]
        except OSError:
            pass
    if ip_address(address).is_loopback:
        raise DeckgenError(
            Problem("--serve", None, "", "this computer is in no network", "connect it to one, such as your Wi-Fi")
        )
    if ip_address(address).is_global:
        remedy = "put the page on web space instead, or use a computer behind a router"
        raise DeckgenError(Problem("--serve", None, "", f"{address} is open to the whole internet", remedy))
    return address


class PageServer(SecretServer):
    """A server of one page. Raises DeckgenError if a ``port`` other than 0 is taken."""

    def __init__(self, page: bytes, ip: str, port: int = 0) -> None:
        self.page = page
        super().__init__(ip, port, _Handler)

    def serve(self) -> None:
        """Serve the page until it is stopped."""
        try:
            self.server.serve_forever()
        finally:
            self.server.server_close()


class _Handler(SecretHandler):
    """Answers GET and HEAD with the page."""

    owner: PageServer

    def do_GET(self) -> None:  # noqa: N802  (the base calls it)
        """Send the page."""
        name = self.name()
        if name == "index.html":
            policy = {"Content-Security-Policy": "frame-ancestors 'none'"}  # the rest is in the page
            self.send(HTTPStatus.OK, "text/html; charset=utf-8", self.owner.page, policy)
        elif name is not None:
            self.send_missing()

    do_HEAD = do_GET  # noqa: N815  (as above)


def qr_lines(text: str) -> list[str]:
    """Return the QR code of a text in lines of half blocks, for light text on a dark ground; [] if no code holds it."""
    rows = qr_modules(text) or ()
    if not rows:
        return []
    width = len(rows) + 2 * QUIET
    border = [(False,) * width] * QUIET
    padded = [*border, *((False,) * QUIET + row + (False,) * QUIET for row in rows), *border]
    pairs = zip_longest(padded[::2], padded[1::2], fillvalue=(False,) * width)
    return ["".join(_BLOCKS[pair] for pair in zip(upper, lower, strict=True)) for upper, lower in pairs]
