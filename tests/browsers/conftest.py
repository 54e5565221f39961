"""The browser that the tests of a module share."""

import pytest
from browser import browser


@pytest.fixture(scope="module")
def running():
    with browser() as chromium:
        yield chromium
