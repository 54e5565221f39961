"""One table in several browsers, without a server: each sees what it may, whatever is done, and who drops out comes back."""

import random

import pytest
from browser import opening
from html_pages import play_page


@pytest.fixture
def opened(running, tmp_path):
    """Opens the page of a game in a browser of its own."""
    with opening(running) as open_page:
        count = 0

        def open_browser(name="rough-magic", **context):
            nonlocal count
            count += 1
            path = tmp_path / f"{name}.html"
            path.write_bytes(play_page(name))
            return open_page(path, script=f"globalThis.browserNumber = {count};", **{"viewport": {"width": 1280, "height": 800}, **context})

        yield open_browser
