import time

import pytest
from page_svg import compiled, static

from deckgen.card.svg import budget
from deckgen.card.svg.budget import MAX_ITEMS, tangled
from deckgen.draw.drawing import Symbol, Use
from deckgen.errors import LayoutError

BOX = 'viewBox="0 0 1 1"'
LINE = '<path d="M0 0H1V1Z"/>'


def symbol(name, inside):
    return f'<symbol id="{name}" {BOX}>{inside}</symbol>'


def uses(name, often=1):
    return f'<use href="#{name}" width="1" height="1"/>' * often


LAYERS = symbol("s0", LINE) + "".join(symbol(f"s{i}", uses(f"s{i - 1}", 10)) for i in range(1, 11))


@pytest.mark.finding("R5")
@pytest.mark.parametrize(
    ("body", "what"),
    [
        (f"<defs>{LAYERS}</defs><g id='static'>{uses('s10')}</g>", "too many or too deep symbols"),
        (f"<defs>{symbol('a', uses('b'))}{symbol('b', uses('a'))}</defs>", "shows itself"),
        (f"<defs>{symbol('a', uses('a'))}</defs>", "shows itself"),
        (f"<defs>{symbol('static-a', LINE)}</defs>", "cannot have this id"),
        (f"<defs>{symbol('sections', LINE)}</defs>", "cannot have this id"),
        (f'<path d="M0 0A{"1" * 150}"/>', "arc"),
        (f'<path d="M0 0A{"1 " * 150}x"/>', "arc"),
        (f'<rect width="{"1" * 20_000}!" height="1"/>', "has the length"),
        (f'<rect width="1{" " * 20_000}!" height="1"/>', "has the length"),
        (f'<path fill="{"#z" * 10_000}" d="M0 0H1"/>', "has the colour"),
        (f"<style>{'*{fill:#000000}' * 1900}</style>{LINE * 1000}", "too large"),
        (f'<defs><path id="p" d="M0 0{"L1 1" * 2000}"/></defs>{uses("p", 5000)}', "too large"),
        (f'<text>{"ab " * 100_000}</text>', "too large"),
        (f'<g stroke="#000000" stroke-dasharray="{"1 2 " * 15_000}">{LINE * 900}</g>', "too large"),
        (f"<style>path{{fill:{'a' * 1_000_000}}}</style>{LINE * 900}", "too large"),
        (f'<path d="M0 0{"z" * 90_000}"/>', "too large"),
        (f'<path d="M0 0{"a1 1 0 116 6" * 9_000}"/>', "too large"),
    ],
)  # fmt: skip
def test_what_makes_too_much_work_is_refused_at_once(body, what, monkeypatch):
    monkeypatch.setattr(budget, "STEPS", budget.STEPS // 10)
    begun = time.process_time()
    with pytest.raises(LayoutError, match=what) as caught:
        compiled(body) if "<defs>" in body and "static" in body else static(body)
    assert time.process_time() - begun < 5
    assert all(len(str(fault)) < 900 for fault in caught.value.faults)


@pytest.mark.finding("R5")
@pytest.mark.parametrize("text", ["a" * 100_000, "/*" * 50_000, "{" * 100_000, "}" * 100_000, "a{" * 50_000])
def test_style_that_never_ends_is_read_at_once(text):
    begun = time.process_time()
    assert not compiled(f"<style>{text}</style>").groups
    assert time.process_time() - begun < 5


def test_symbols_in_symbols_are_counted():
    inner, outer = Symbol((Use("none"),) * 100), Symbol((Use("inner"),) * 100)
    assert tangled({"inner": inner, "outer": outer}) == ""
    most = Symbol((Use("inner"),) * (MAX_ITEMS // 101 + 1))
    assert tangled({"inner": inner, "outer": outer, "most": most}) == "most"
