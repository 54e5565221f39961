import time

import pytest
from page_svg import compiled, static

from deckgen.errors import LayoutError

BOX = 'viewBox="0 0 1 1"'
LINE = '<path d="M0 0H1V1Z"/>'


def symbol(name, inside):
    return f'<symbol id="{name}" {BOX}>{inside}</symbol>'


def uses(name):
    return f'<use href="#{name}" width="1" height="1"/>'


DEEP = symbol("s0", LINE) + "".join(symbol(f"s{i}", uses(f"s{i - 1}")) for i in range(1, 900))


@pytest.mark.finding("R5")
@pytest.mark.parametrize(
    ("body", "what"),
    [
        (f"<defs>{DEEP}</defs>", "nested too deep"),
        (f"<defs>{symbol('a', uses('b'))}{symbol('b', uses('a'))}</defs>", "contains itself"),
        (f"<defs>{symbol('a', uses('a'))}</defs>", "contains itself"),
        (f"<defs>{symbol('static-a', LINE)}</defs>", "cannot have the id of art"),
        (f"<defs>{symbol('sections', LINE)}</defs>", "cannot have the id of art"),
        (f'<path d="M0 0A{"1" * 150}"/>', "arc"),
        (f'<path d="M0 0A{"1 " * 150}x"/>', "arc"),
        (f'<rect width="{"1" * 20_000}!" height="1"/>', "has the length"),
        (f'<rect width="1{" " * 20_000}!" height="1"/>', "has the length"),
        (f'<path fill="{"#z" * 10_000}" d="M0 0H1"/>', "has the color"),
        (f"<style>{'a b{}' * 200_000}</style>", "is not a tag, class or id"),
    ],
)  # fmt: skip
def test_what_makes_too_much_work_is_refused_at_once(body, what):
    begun = time.process_time()
    with pytest.raises(LayoutError, match=what) as caught:
        compiled(body) if "<defs>" in body and "static" in body else static(body)
    assert time.process_time() - begun < 5
    assert all(len(str(problem)) < 900 for problem in caught.value.problems)


@pytest.mark.finding("R5")
@pytest.mark.parametrize("text", ["a" * 100_000, "/*" * 50_000, "{" * 100_000, "}" * 100_000, "a{" * 50_000])
def test_style_that_never_ends_is_read_at_once(text):
    begun = time.process_time()
    assert not compiled(f"<style>{text}</style>").groups
    assert time.process_time() - begun < 5
