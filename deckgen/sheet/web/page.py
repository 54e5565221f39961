"""A sheet as one HTML file: its blocks through templates, its look and its scripts put in."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from deckgen.press.numbers import number
from deckgen.records import record
from deckgen.sheet.blocks.base import tip
from deckgen.sheet.blocks.drawing import DrawingOptions
from deckgen.sheet.blocks.fields import FieldsOptions, ListOptions, field_lines
from deckgen.sheet.blocks.rack import RackOptions
from deckgen.sheet.blocks.reading import RemarksOptions, TableOptions, remark_parts
from deckgen.sheet.character import MOST_ROWS, Character
from deckgen.sheet.model import Block, BlockStack, FieldColumn, FieldGroup, SheetSpec, full
from deckgen.sheet.options import BlockOptions, ColumnOptions
from deckgen.sheet.paper.theme import ROLES, Art, SheetTheme, load_sheet_theme
from deckgen.sheet.program import script as program
from deckgen.sheet.web import look
from deckgen.sheet.web.art import Symbols, aligned, least_width, letters, place, row
from deckgen.sheet.web.model import blocks, counts_down, web_model
from deckgen.sheet.web.words import web_words
from deckgen.web.page import LOADER, packed, policy, short
from deckgen.web.templates import environment

HERE = Path(__file__).parent
_SCRIPTS = ("model", "checks", "character", "xfdf", "store", "fields", "lists", "pictures", "page")
"""In the order in which they need each other."""
_PX = 6.2
"""What a mm of paper is on the screen: a page 190 mm wide is about 1180 px."""


def sheet_html(spec: SheetSpec, people: Sequence[Character] = ()) -> bytes:
    """The sheet with all characters in it, or a blank one. Raises LayoutError for a wrong theme."""
    theme = load_sheet_theme(spec)
    page = _Page(spec, theme)
    body = page.body()
    css = "".join((look.faces(theme, body, page.titles()), look.colours_css(theme, page.symbols), page.css()))
    script = _script(spec, people, page.symbols)
    html = page.render(
        "page.html",
        code=spec.language.code,
        policy=policy((LOADER, script), css),
        css=Markup(css),  # noqa: S704 (made here)
        body=Markup(body),  # noqa: S704 (templates have escaped it)
        packed=packed(script),
        loader=Markup(LOADER),  # noqa: S704 (ours)
        parts=page.parts,
    )
    return html.encode()


def _script(spec: SheetSpec, people: Sequence[Character], symbols: Symbols) -> str:
    """All scripts as one: the reader of YAML, the sheet's formulas, its model and art, and our own."""
    own = [short((HERE / "scripts" / f"{name}.js").read_text(encoding="utf-8")) for name in _SCRIPTS]
    rows = {group.name: MOST_ROWS for group in spec.groups.values() if group.kind == "rows"}
    library = (HERE / "vendor" / "js-yaml.umd.min.js").read_text(encoding="utf-8")
    model, art = (f"var {name} = {json.dumps(data, ensure_ascii=False, separators=(',', ':'))};"
                  for name, data in (("model", web_model(spec, people)), ("art", symbols.svg())))  # fmt: skip
    return "\n".join(
        (library, program(spec, rows), "(function () {", '"use strict";', model, art, *own, "})();")
    )


@record
class _Placed:
    """A block as its template wants it; a ``bare`` one has no heading and no frame."""

    kind: str
    options: BlockOptions
    template: str
    id: str
    first: bool
    bare: bool
    groups: tuple[FieldGroup, ...] = ()


class _Page:
    """One page in the making: its templates, the ids that are taken, and the rules of CSS that it needs."""

    def __init__(self, spec: SheetSpec, theme: SheetTheme) -> None:
        self.spec, self.theme = spec, theme
        self.symbols = Symbols(theme)
        self.parts: list[tuple[str, str]] = []
        self._rules: dict[str, str] = {}
        self._more: dict[str, str] = {}
        self._ids: Counter[str] = Counter()
        self._shown: set[str] = set()
        self._least: set[int] = set()
        self._environment = environment(HERE / "templates")
        phrase = spec.language.phrase
        self._names: Mapping[str, Any] = {
            "spec": spec,
            "style": theme.style,
            "words": web_words(spec.language),
            "ids": self._id,
            "seen": self._shown.add,
            "join": full,
            "hint": tip,
            "own": lambda name: phrase("Own value for {field}", field=name),
            "rule": self._rule,
            "lines_of": self._lines,
            "columns_of": _columns,
            "widths": self._widths,
            "breadth": _breadth,
            "told": _told,
            "set_as": self._aligned,
            "remarks": self._remarks,
            "plain_list": lambda group: ListOptions(of=group.name),
            "icon": lambda name: Markup(self.symbols.icon(name)),  # noqa: S704 (made here)
            "art": lambda name: Markup(self.symbols.art(name)),  # noqa: S704 (made here)
            "drawing": self._drawing,
        }

    def render(self, template: str, **names: Any) -> str:
        """A template with the names that all of them know, and some more."""
        return self._environment.get_template(template).render({**self._names, **names})

    def body(self) -> str:
        """All pages, and the values that no block shows."""
        pages = [self._page(i) for i in range(len(self.spec.pages))]
        titled = any(block.kind == "banner" for block in blocks(self.spec))
        body = self.render("body.html", pages=pages, titled=titled)
        left = tuple(group for group in self.spec.groups.values() if not self._has(group))
        return body + (self.render("left.html", block=self._any(left)) if left else "")

    def css(self) -> str:
        """The style sheet, and the rules that blocks have asked for."""
        rules = (f".{name}{{{rule}}}" for rule, name in self._rules.items())
        room = (_placed(least) for least in sorted(self._least))
        paper = f"@media print{{{_onto('.canvas')}}}" if self._least else ""
        sheet = short((HERE / "sheet.css").read_text(encoding="utf-8"))
        return "".join((sheet, *rules, *self._more.values(), *room, paper))

    def titles(self) -> str:
        """What is set in the face of titles."""
        options = [block.options for block in blocks(self.spec)]
        drawn = (text for each in options if isinstance(each, DrawingOptions) for text in each.words.values())
        said = "".join((self.spec.title, *(each.title for each in options), *drawn))
        return said + said.upper()

    # Pages

    def _page(self, index: int) -> dict[str, Any]:
        page = self.spec.pages[index]
        rows = [{"across": self._across(row), "stacks": [self._stack(s) for s in row]} for row in page.rows]
        return {"id": self._id("page"), "title": page.title or f"{self.spec.name} {index + 1}", "rows": rows}

    def _across(self, row: Sequence[BlockStack]) -> str:
        parts = " ".join(f"minmax(0,{number(stack.width, 2)}fr)" for stack in row)
        return self._rule(f"--across:{parts}") if len(row) > 1 else ""

    def _stack(self, stack: BlockStack) -> dict[str, Any]:
        return {
            "blocks": [self._block(each) for each in stack.blocks],
        }

    def _block(self, block: Block) -> _Placed:
        kind, options = block.kind, block.options
        name = f"blocks/{_LIKE.get(kind, kind)}.html"
        known = (HERE / "templates" / name).is_file()
        first = kind == "banner" and not self._ids["banner"]
        placed = _Placed(
            kind,
            options,
            name if known else "blocks/any.html",
            self._id(kind),
            first,
            kind in _BARE,
            () if known else self._named(options),
        )
        if options.title and not placed.bare:
            self.parts.append((placed.id, options.title))
        return placed

    def _any(self, groups: tuple[FieldGroup, ...]) -> _Placed:
        return _Placed(
            "any", BlockOptions(), "blocks/any.html", self._id("any"), first=False, bare=False, groups=groups
        )

    def _named(self, options: BlockOptions) -> tuple[FieldGroup, ...]:
        """The groups that a block of a kind without a template shows, by ``of``."""
        of = getattr(options, "of", ())
        return tuple(self.spec.groups[name] for name in ([of] if isinstance(of, str) else of) if name)

    def _has(self, group: FieldGroup) -> bool:
        """Whether a block shows one of its values, or there is nothing to fill in."""
        given = [column for column in group.columns if not column.derived]
        keys = ["00"] if group.kind == "rows" else [key for key, _ in group.entries()]
        names = {full(group.name, key, column.name) for key in keys for column in given}
        return not given or bool(names & self._shown)

    # What templates ask for

    def _id(self, name: str) -> str:
        self._ids[name] += 1
        return f"{name.replace('.', '-').replace('_', '-')}-{self._ids[name]}"

    def _rule(self, rule: str) -> str:
        """A class that has those declarations: a policy without styles in elements wants it so."""
        return self._rules.setdefault(rule, f"r{len(self._rules)}")

    def _lines(self, options: FieldsOptions) -> Iterator[list[tuple[str, str]]]:
        """The fields of each line, with the class of their share."""
        for line in field_lines(options):
            yield [(name, self._rule(f"--share:{number(share, 2)}")) for name, _, share in line]

    def _widths(self, options: ColumnOptions, columns: Sequence[FieldColumn]) -> str:
        """A class that has the widths of a list's columns."""
        return self._shares([options.columns.get(column.name, 1.0) for column in columns])

    def _aligned(self, options: TableOptions) -> str:
        """Classes that have the widths of a table's columns, and how they are set."""
        names = {"left": "left", "centre": "center", "right": "right"}
        shares = self._shares(options.widths or [1.0] * len(options.head or options.rows[0]))
        said = (self._cell(int(i), names[align]) for i, align in options.align.items())
        return " ".join((shares, *said))

    def _shares(self, given: Sequence[float]) -> str:
        total = sum(given)
        return " ".join(self._column(i, round(share / total * 100)) for i, share in enumerate(given, 1))

    def _column(self, number: int, share: int) -> str:
        """A class of tables whose column of that number is so many per cent wide."""
        name = f"w{number}-{share}"
        self._more[name] = f".{name} col:nth-child({number}){{width:{share}%}}"
        return name

    def _cell(self, number: int, align: str) -> str:
        """A class of tables whose column of that number is set so."""
        name = f"a{number}-{align}"
        self._more[name] = f".{name} tr>:nth-child({number}){{text-align:{align}}}"
        return name

    def _remarks(self, options: RemarksOptions) -> Iterator[tuple[str, str]]:
        """The term of each remark, and what is said of it."""
        for remark in options.text:
            term, rest = remark_parts(remark)
            yield term, self.spec.cells[rest[1:]].rule if rest.startswith("=") else rest

    def _drawing(self, options: DrawingOptions) -> dict[str, Any]:
        """A drawing with its slots, each with the class that says its place."""
        art, style = self.theme.art.drawings[options.art], self.theme.style
        slots = [self._slot(options, art, *each) for each in options.fields.items()]
        tracks = [each["boxes"] for each in slots if each["column"].type == "track"]
        values = [each["boxes"][0] for each in slots if each["column"].type not in ("track", "picture")]
        least = least_width(art, values, tracks)
        self._least |= {least} if slots else set()
        wide = options.height * art.width / art.height * _PX if options.height else 0
        shown = any(each["column"].type == "picture" for each in slots) or not slots
        return {
            "class": " ".join(
                (
                    f"at-{least}",
                    self._rule(f"max-width:{number(wide)}px") if wide else "",
                    self._rule(letters(art, style.value_size).replace("--f", "--usual")),
                    "" if shown else "when-wide",
                )
            ),
            "slots": slots,
            "words": [self._said(art, slot, text) for slot, text in options.words.items()],
        }

    def _slot(self, options: DrawingOptions, art: Art, slot_name: str, field_name: str) -> dict[str, Any]:
        marks = art.marks(slot_name)
        slot = art.slots.get(slot_name) or marks[0]
        group, key, column = self.spec.find(field_name)
        entry = dict(group.entries()).get(key, "") if key else ""
        boxes = [each.box for each in marks[: column.most]] or [slot.box]
        if column.type == "track" and not marks:
            boxes = row(slot.box, column.most)
        own = column.label if column.name else entry or group.label
        counted = options.start is not None and counts_down(column)
        rule = (place(art, slot.box), letters(art, slot.size) if slot.size else "", aligned(slot.align))
        return {
            "name": field_name,
            "column": column,
            "label": f"{own} ({column.unit})" if column.unit and not column.derived else own,
            "before": entry if column.name else "",
            "said": tip(group.label, entry, column.label if column.name else ""),
            "class": " ".join(
                (
                    self._rule(";".join(filter(None, rule))),
                    slot.shape,
                    f"label-{slot.label if options.labels else 'none'}",
                    "plain" if not slot.tint else "",
                    f"is-{column.type}",
                )
            ),
            "boxes": boxes,
            "places": [self._rule(place(art, box)) for box in boxes] if column.type == "track" else (),
            "shape": options.shapes.get(key or group.name, options.shape) + (" countdown" if counted else ""),
            "numbered": slot.number or counted,
        }

    def _said(self, art: Art, slot_name: str, text: str) -> dict[str, str]:
        """Words in a slot."""
        slot, style = art.slots[slot_name], self.theme.style
        _, usual, _ = ROLES[slot.role]
        rule = (
            place(art, slot.box),
            letters(art, slot.size or getattr(style, usual)),
            aligned(0.5 if slot.align is None else slot.align),
            f"--c:{slot.ink}" if slot.ink else "",
        )
        return {"text": text, "class": f"{self._rule(';'.join(filter(None, rule)))} role-{slot.role}"}


_BARE = ("banner", "art")
_LIKE = {"attacks": "list", "rack": "list"}
"""Kinds that look like another one on the screen."""


def _placed(least: int) -> str:
    """The rules that put the slots of a drawing onto it, of drawings that have room for that at the same width.

    What is pointed at with a mouse may be a little smaller.
    """
    fine = (
        f"@media (pointer:fine){{@container (min-width:{round(least * _FINE)}px){{{_onto(f'.at-{least}')}}}}}"
    )
    return f"@media not all and (pointer:fine){{@container (min-width:{least}px){{{_onto(f'.at-{least}')}}}}}{fine}"


def _onto(which: str) -> str:
    """The rules that put slots onto those drawings."""
    return short(re.sub(r"\.at\b", which, (HERE / "placed.css").read_text(encoding="utf-8")))


_FINE = 5 / 6


def _columns(options: BlockOptions, group: FieldGroup) -> list[FieldColumn]:
    """The columns that a block shows, in its order; of a rack those of all its lines."""
    chosen: Mapping[str, float] = getattr(options, "columns", {})
    if isinstance(options, RackOptions):
        chosen = dict(each for line in options.lines for each in line.items())
    return [group.column(name) for name in chosen] if chosen else list(group.columns)


def _breadth(column: FieldColumn) -> str:
    """How wide a column is where the entries of a list stand below each other."""
    if column.type == "choice":
        return "middle"
    short = column.derived or column.type in ("number", "dice") or column.most <= _SHORT
    return "narrow" if short else "wide"


_SHORT = 12  # letters


def _told(levels: Sequence[Mapping[str, str]], shown: Mapping[str, str]) -> list[str]:
    """What each mark of a track stands for, in words."""
    told = []
    for level in levels:
        said = [
            f"{heading} {level[key]}"
            for key, heading in shown.items()
            if level.get(key) and not level[key].startswith("=")
        ]
        told.append(", ".join([level["name"], *said]))
    return told
