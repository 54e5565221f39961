"""Things with a structure of their own, which hypothesis builds: formulas, path data, style sheets, whole drawings.

``drawn`` gives the same examples for the same seed, some hundred at a time: cases are then files like all others.
"""

from __future__ import annotations

import warnings
from functools import lru_cache
from xml.sax.saxutils import quoteattr

from hypothesis import HealthCheck, Phase, given, seed as seeded, settings, strategies as st
from nasty import COLORS, CSS, NUMBERS, PATH_DATA, TEXTS, TRANSFORMS

BLOCK = 200
"""Examples that are made at once."""

_number = st.one_of(
    st.integers(-99, 99).map(str),
    st.floats(-99, 99).map(lambda each: f"{each:.3g}"),
    st.floats().map(repr),
    st.sampled_from(NUMBERS),
)
_name = st.sampled_from(
    (
        "age",
        "level",
        "might",
        "might.die",
        "wit",
        "wounds",
        "wounds.head",
        "luck",
        "skills",
        "skills.level",
        "double",
        "lift",
        "name",
        "mood",
        "notes",
        "column",
        "nothing",
    )
)
formulas = st.recursive(
    st.one_of(_number, _name),
    lambda inner: st.one_of(
        st.tuples(
            inner,
            st.sampled_from(("+", "-", "*", "/", "//", "%", "**", "<", ">=", "==", "!=", "and", "or", ",")),
            inner,
        ).map(" ".join),
        inner.map("({})".format),
        inner.map("-{}".format),
        inner.map("not {}".format),
        st.tuples(
            st.sampled_from(
                (
                    "min",
                    "max",
                    "sum",
                    "round",
                    "floor",
                    "ceil",
                    "abs",
                    "if",
                    "table",
                    "column",
                    "count",
                    "highest",
                )
            ),
            st.lists(inner, max_size=3).map(", ".join),
        ).map(lambda pair: f"{pair[0]}({pair[1]})"),
        st.tuples(inner, inner, inner).map(lambda three: f"{three[0]} if {three[1]} else {three[2]}"),
        st.tuples(_name, inner).map(lambda pair: f"{pair[0]}[{pair[1]}]"),
    ),
    max_leaves=25,
)
paths = st.one_of(
    st.lists(
        st.tuples(st.sampled_from("MmLlHhVvCcSsQqTtAaZz"), st.lists(_number, max_size=8).map(" ".join)).map("".join),
        max_size=12,
    ).map("".join),
    st.sampled_from(PATH_DATA),
    st.text("MLHVCSQTAZmlhvcsqtaz0123456789.-+eE, \n", max_size=80),
)
_selector = st.text("abg*.#:[]>+~, rectpath()-_\\", max_size=12)
_declaration = st.tuples(
    st.sampled_from(
        (
            "fill",
            "stroke",
            "stroke-width",
            "font-size",
            "font-weight",
            "display",
            "stroke-dasharray",
            "opacity",
            "transform",
            "--x",
            "",
        )
    ),
    st.one_of(_number, st.sampled_from(COLORS), st.text(max_size=8)),
).map(":".join)
styles = st.one_of(
    st.lists(
        st.tuples(_selector, st.lists(_declaration, max_size=4).map(";".join)).map(
            lambda rule: f"{rule[0]}{{{rule[1]}}}"
        ),
        max_size=5,
    ).map("".join),
    st.sampled_from(CSS),
)
_attributes = st.dictionaries(
    st.sampled_from(
        (
            "x",
            "y",
            "width",
            "height",
            "rx",
            "ry",
            "cx",
            "cy",
            "r",
            "x1",
            "y2",
            "points",
            "d",
            "fill",
            "stroke",
            "stroke-width",
            "stroke-dasharray",
            "transform",
            "style",
            "class",
            "id",
            "href",
            "viewBox",
            "font-size",
            "text-anchor",
            "opacity",
            "display",
            "data-size",
            "data-align",
        )
    ),
    st.one_of(
        _number,
        _number,
        paths,
        st.sampled_from(
            (
                *COLORS,
                *TRANSFORMS[:12],
                "#a",
                "#icon-dot",
                "slot-coin",
                "slot-skill",
                "static",
                "slots",
                "icon-dot",
                "static-back",
                "0 0 10 10",
                "#15213d",
                "#15213d",
            )
        ),
        st.sampled_from(TEXTS),
    ),
    max_size=5,
)


def _element(parts: tuple[str, dict[str, str], list[str]]) -> str:
    tag, attributes, inner = parts
    said = "".join(f" {name}={quoteattr(text)}" for name, text in attributes.items())
    return f"<{tag}{said}>{''.join(inner)}</{tag}>"


_shapes = st.sampled_from(("rect", "path", "circle", "ellipse", "line", "polyline", "polygon", "use", "text"))
_groups = st.sampled_from(("g", "symbol", "defs", "svg", "text", "tspan", "a", "switch", "clipPath"))
_elements = st.recursive(
    st.tuples(_shapes, _attributes, st.just([])).map(_element),
    lambda inner: st.tuples(_groups, _attributes, st.lists(inner, max_size=4)).map(_element),
    max_leaves=12,
)
drawings = st.tuples(st.lists(_elements, min_size=1, max_size=5).map("".join), styles).map(
    lambda parts: (
        '<svg xmlns="http://www.w3.org/2000/svg" width="69.85mm" height="95.25mm" viewBox="-3.175 -3.175 69.85 95.25">'
        f"<style>{parts[1].replace('<', '')}</style><g id='static'>{parts[0]}</g>"
        '<g id="slots"><rect id="slot-coin" x="6" y="46" width="14" height="6"/></g></svg>'
    )
)
FORMULA, PATH, STYLE, DRAWING = "formulas", "paths", "styles", "drawings"
_STRATEGIES = {FORMULA: formulas, PATH: paths, STYLE: styles, DRAWING: drawings}


def drawn(name: str, seed: int, index: int) -> str:
    """One example of a strategy."""
    examples = _block(name, seed, index // BLOCK)
    return examples[index % len(examples)]


@lru_cache(maxsize=8)
def _block(name: str, seed: int, block: int) -> list[str]:
    found: list[str] = []

    @seeded(seed * 100_003 + block)
    @settings(
        max_examples=BLOCK,
        database=None,
        phases=(Phase.generate,),
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(_STRATEGIES[name])
    def collect(example: str) -> None:
        found.append(example)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        collect()
    return found
