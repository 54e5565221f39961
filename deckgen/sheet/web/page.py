"""A sheet as one HTML file: its blocks rendered by templates, with its look and scripts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from pathlib import Path
from typing import Any

from markupsafe import Markup

from deckgen import web
from deckgen.press.numbers import format_number
from deckgen.records import record
from deckgen.sheet.blocks import KINDS
from deckgen.sheet.blocks.drawing import DrawingOptions, find_slot
from deckgen.sheet.blocks.parts import Entry, Fields, Table, Track, list_table, single_field
from deckgen.sheet.character import MOST_ROWS, Character
from deckgen.sheet.faces import FACE
from deckgen.sheet.model import Block, BlockStack, FieldColumn, FieldGroup, SheetSpec
from deckgen.sheet.options import BlockOptions
from deckgen.sheet.paper.theme import SheetTheme, load_sheet_theme
from deckgen.sheet.program import sheet_script as program
from deckgen.sheet.web import look
from deckgen.sheet.web.art import DrawnSlots, Symbols, placed_css
from deckgen.sheet.web.faces import face_parts
from deckgen.sheet.web.fight import fight_view, poster
from deckgen.sheet.web.model import SCRIPTS, blocks, starts_of, web_model
from deckgen.web.page import (
    LOADER,
    content_security_policy,
    environment,
    join_modules,
    mark_english,
    minify,
    pack_script,
    phrases_in,
)

FOLDER = Path(__file__).parent
_SCRIPTS = (
    *(Path(web.__file__).with_name("scripts") / name for name in ("codes.js", "faces.js")),
    *(SCRIPTS / f"{name}.js" for name in ("model", "person", "files", "store", "fields", "fight", "page")),
)
"""In the order in which they use each other."""


def sheet_html(spec: SheetSpec, people: Sequence[Character] = (), table: str = "") -> bytes:
    """Return the sheet with all characters, or a blank one. Raises LayoutError for a wrong theme.

    ``table`` is the address of the play page, from the sheet's; without it there are codes to copy instead of links.
    """
    theme = load_sheet_theme(spec)
    page = _Page(spec, theme)
    body = page.body()
    names: dict[str, Any] = {
        "code": spec.language.code,
        "body": Markup(body),  # noqa: S704 (templates have escaped it)
        "table": table,
        "parts": page.parts,
        "tabs": page.tabs(),
        **dict.fromkeys(("policy", "css", "packed", "loader"), ""),
    }
    text = page.render("page.html", **names) + "".join(phrases_in(SCRIPTS.glob("*.js"), spec.language).values())
    css = "".join((look.typefaces_css(theme, text, page.titles()), look.colors_css(theme, page.symbols), page.css()))
    script = _script(spec, people, page.symbols, theme)
    names |= {
        "policy": content_security_policy((LOADER, script), css),
        "css": Markup(css),  # noqa: S704 (made here)
        "packed": pack_script(script),
        "loader": Markup(LOADER),  # noqa: S704 (ours)
    }
    return mark_english(page.render("page.html", **names), spec.language).encode()


def _script(spec: SheetSpec, people: Sequence[Character], symbols: Symbols, theme: SheetTheme) -> str:
    """Return all scripts as one: the YAML reader, the sheet's formulas, model and art, and the page's."""
    rows = {group.name: MOST_ROWS for group in spec.groups.values() if group.kind == "rows"}
    library = (FOLDER / "vendor" / "js-yaml.umd.min.js").read_text(encoding="utf-8")
    model, art, faces = (f"var {name} = {json.dumps(data, ensure_ascii=False, separators=(',', ':'))};"
                  for name, data in (("model", web_model(spec, people)), ("art", symbols.definitions()), ("faces", face_parts(theme.people))))  # fmt: skip
    return "\n".join((library, program(spec, rows, table=True), model, art, faces, join_modules(_SCRIPTS)))


@record
class _Placed:
    """A block for its template; a ``bare`` one has no heading and no frame, ``first`` is the sheet's first banner.

    One that only ``reads`` is a part of the rules.
    """

    kind: str
    options: BlockOptions
    part: Fields | Table | None
    id: str = ""
    first: bool = False
    bare: bool = False
    reads: bool = False

    @property
    def form(self) -> str:
        """The name of its template."""
        return type(self.part).__name__.lower() if self.part else self.kind


class _Page:
    """A page that is being rendered: its templates, the ids in use, and the CSS rules it needs."""

    def __init__(self, spec: SheetSpec, theme: SheetTheme) -> None:
        self.spec, self.theme = spec, theme
        self.symbols = Symbols(theme)
        self.parts: list[tuple[str, str, bool]] = []
        self._rules: dict[str, str] = {}
        self._columns: dict[str, str] = {}
        self._ids: Counter[str] = Counter()
        self._shown_fields: set[str] = set()
        self._slots = DrawnSlots(spec, theme, self._rule)
        self._environment = environment(FOLDER / "templates")
        self._names: Mapping[str, Any] = {
            "spec": spec,
            "style": theme.style,
            "_": spec.language.phrase,
            "ids": self._id,
            "seen": self._shown_fields.add,
            "own": lambda field: spec.language.phrase("Own value for {field}", field=field),
            "single": single_field,
            "track": Track,
            "rule": self._rule,
            "set_as": self._table_classes,
            "breadth": _width_class,
            "needs": self._needed,
            "icon": lambda name: Markup(self.symbols.icon(name)),  # noqa: S704 (made here)
            "svg": lambda name: Markup(self.symbols.art(name)),  # noqa: S704 (made here)
            "svg_of": Markup,
            "drawn": self._slots.drawing_view,
            "left_over": lambda: [part for group in spec.groups.values() for part in self._left_over(group)],
        }

    def render(self, template: str, **names: Any) -> str:
        """Return a rendered template with the names that all of them use, and ``names``."""
        return self._environment.get_template(template).render({**self._names, **names})

    def body(self) -> str:
        """Return all pages, and the values that no block shows."""
        pages = [
            {
                "id": self._id("page"),
                "title": page.title or f"{self.spec.name} {number}",
                "rows": [
                    (self._across(row), [[*map(self._block, stack.blocks)] for stack in row]) for row in page.rows
                ],
            }
            for number, page in enumerate(self.spec.pages, 1)
        ]
        return self.render(
            "body.html",
            pages=pages,
            titled=any(block.kind == "banner" for block in blocks(self.spec)),
            fight=fight_view(self.spec, self.symbols, starts_of(self.spec), self._rule),
            poster=poster(self.spec, self.theme, self.symbols),
        )

    def tabs(self) -> list[tuple[str, str]]:
        """Return (id, title) of the page's views, () for a sheet without others."""
        say, spec = self.spec.language.phrase, self.spec
        tabs = [("fight", say("Fight"))] * bool(spec.fight) + [("sheet", say("Sheet"))]
        tabs += [("rules", say("Rules"))] * any(reads for _, _, reads in self.parts)
        tabs += [("table", say("To the table"))] * bool(spec.person)
        return tabs if len(tabs) > 1 else []

    def css(self) -> str:
        """Return the style sheet, and the rules that blocks need."""
        rules = (f".{name}{{{rule}}}" for rule, name in self._rules.items())
        sheet = minify((FOLDER / "sheet.css").read_text(encoding="utf-8"))
        return "".join((sheet, *rules, *self._columns.values(), placed_css(self._slots.least)))

    def titles(self) -> str:
        """Return all texts in the typeface of titles, as they are and in capitals."""
        options = [block.options for block in blocks(self.spec)]
        drawing_words = (
            text for drawing in options if isinstance(drawing, DrawingOptions) for text in drawing.words.values()
        )
        letters = "".join((self.spec.title, *(block_options.title for block_options in options), *drawing_words))
        return letters + letters.upper()

    def _across(self, row: Sequence[BlockStack]) -> str:
        """Return a class with the widths of a row's stacks, "" for a single one."""
        parts = " ".join(f"minmax(0,{format_number(stack.width, 2)}fr)" for stack in row)
        return self._rule(f"--across:{parts}") if len(row) > 1 else ""

    def _block(self, block: Block) -> _Placed:
        """Return a block for its template; note its title for the page's list of parts."""
        kind, options = KINDS[block.kind], block.options
        first = block.kind == "banner" and not self._ids["banner"]
        part = kind.part(self.spec, options) if kind.part else None
        reads = self._reads(options, part)
        placed = _Placed(block.kind, options, part, self._id(block.kind), first, not kind.heading, reads)
        title = options.title if options.title and kind.heading else self._tracked(options)
        if title:
            self.parts.append((placed.id, title, reads))
        return placed

    def _reads(self, options: BlockOptions, part: Fields | Table | None) -> bool:
        """Return whether a block is to be read: texts and no fields; of drawings, one with a heading in it."""
        if isinstance(options, DrawingOptions):
            slots = [find_slot(self.theme, options.art, name) for name in options.words]
            return not options.fields and any(slot.role == "heading" for slot in slots)
        rows = part.rows if isinstance(part, Table) and not part.growing else ()
        return bool(rows) and all(isinstance(cell, str) for row in rows for cell in row.cells)

    def _tracked(self, options: BlockOptions) -> str:
        """Return what the tracks in a drawing are called if it shows some of several keys, else ""."""
        names = options.fields.values() if isinstance(options, DrawingOptions) else ()
        groups = [group for group, key, column in map(self.spec.find_field, names) if key and column.type == "track"]
        return groups[0].label if groups else ""

    def _left_over(self, group: FieldGroup) -> Iterator[_Placed]:
        """Yield a group as a block if it can be filled in and no block shows any of it."""
        keys = ["00"] if group.kind == "rows" else [key for key, _ in group.entries()]
        entries = [Entry(group, key, column) for key in keys for column in group.columns]
        field_names = {entry.name for entry in entries if not entry.column.derived}
        if field_names and not field_names & self._shown_fields:
            fields = Fields([[(entry, entry.full_label, 0) for entry in entries]])
            kind = FACE if group.name == FACE else "any"  # which no paper has
            yield _Placed(kind, BlockOptions(), list_table(group, {}) if group.kind == "rows" else fields)

    # What templates ask for

    def _needed(self, column: FieldColumn) -> FieldGroup | None:
        """Return the choice of the whole sheet that a derived value needs and that has no default; None if none."""
        names = {path[0] for formula in column.formulas for path in formula.names}
        return next(
            (
                group
                for group in self.spec.groups.values()
                if group.name in names and group.columns[0].type == "choice" and group.columns[0].default is None
            ),
            None,
        )

    def _id(self, name: str) -> str:
        """Return an id for a part of the page, unique by its number."""
        self._ids[name] += 1
        return f"{name.replace('.', '-').replace('_', '-')}-{self._ids[name]}"

    def _rule(self, rule: str) -> str:
        """Return a class, the same for the same declarations, as the security policy forbids inline styles."""
        return self._rules.setdefault(rule, f"r{len(self._rules)}")

    def _table_classes(self, table: Table) -> str:
        """Return classes with a table's column widths and alignment, and note their CSS rules; "" if it has neither."""
        total, names = fsum(table.widths), []
        for i, width in enumerate(table.widths, 1):
            share = round(width / total * 100)
            names.append(f"w{i}-{share}")
            self._columns[names[-1]] = f".{names[-1]} col:nth-child({i}){{width:{share}%}}"
        for column, align in table.align.items():
            names.append(f"a{column}-{align}")
            selector = f".{names[-1]} tr>:nth-child({column})"
            self._columns[names[-1]] = f"{selector}{{text-align:{align}}}"
        return " ".join(names)


def _width_class(column: FieldColumn) -> str:
    """Return a column's width class: narrow, shown, middle or wide, used where entries are below each other."""
    if column.type == "choice":
        return "middle"
    if column.show is not None:
        return "shown"
    short = column.derived or column.type in ("number", "dice") or column.most <= _SHORT
    return "narrow" if short else "wide"


_SHORT = 12  # letters
