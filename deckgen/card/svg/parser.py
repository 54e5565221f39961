"""SVG files as plain trees with line numbers.

Expat with its entity and DTD hooks turned into problems: nothing is expanded, nothing fetched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from deckgen.errors import LayoutError, Problems
from deckgen.reach import check_reach
from deckgen.reading import SVG as SVG_FILE, read_bytes

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
_XML_SPACE = "http://www.w3.org/XML/1998/namespace"
MAX_DEPTH = 100
"""Greatest depth of nested elements."""


@dataclass(eq=False)
class Node:
    """An element: ``tag`` is its SVG name, or ``""`` for elements of other namespaces.

    SVG attributes have their bare names, ``xlink:href`` is ``href``, Inkscape's are ``inkscape:NAME``; others
    are dropped. ``content`` mixes child nodes and strings in order.
    """

    tag: str
    attributes: Mapping[str, str]
    line: int
    content: list[Node | str] = field(default_factory=list)

    @property
    def id(self) -> str:
        return self.attributes.get("id", "")

    @property
    def label(self) -> str:
        """The name of its layer in Inkscape, else its id."""
        return self.attributes.get("inkscape:label", "") or self.id

    def has_name(self, name: str) -> bool:
        """Return whether its id or its layer has that name."""
        return name in (self.id, self.attributes.get("inkscape:label"))

    @property
    def children(self) -> list[Node]:
        return [part for part in self.content if isinstance(part, Node)]

    def walk(self) -> Iterator[Node]:
        """Yield the element and all below it, in the order of the file."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def text(self) -> str:
        """Return all its text, spaces folded."""
        parts = [part if isinstance(part, str) else part.text() for part in self.content]
        return " ".join("".join(parts).split())


def read_svg(path: Path, within: Path | None = None) -> Node:
    """Return the root of an SVG file, which must be in ``within`` if given. Raises LayoutError unless plain SVG."""
    if within is not None:
        check_reach(path, within, LayoutError)
    return parse_svg(read_bytes(path, LayoutError, SVG_FILE, "name a layout that is there"), path)


def parse_svg(content: bytes, path: Path) -> Node:
    """Return the root of the SVG in ``content``; ``path`` is for messages. Raises LayoutError unless plain SVG."""
    problems = Problems()
    builder = _Builder(path, problems)
    try:
        builder.parser.Parse(content, True)
    except (LookupError, ValueError) as error:  # expat asks Python for encodings it does not know itself
        problems.add(path, 1, "", f"the file's encoding cannot be read ({error})", "save it as UTF-8")
    except expat.ExpatError as error:
        if not problems:  # a refused entity also stops the parser; saying it once is enough
            message = f"the file is not well-formed XML ({expat.ErrorString(error.code)})"
            problems.add(path, error.lineno, "", message, "save it again as plain SVG")
    problems.raise_as(LayoutError)
    root = builder.root
    if root is None or root.tag != "svg":
        problems.add(path, 1, "", "the root is not an svg element", "save the file as plain SVG")
        problems.raise_as(LayoutError)
    assert root is not None  # raise_as has raised
    return root


class _Builder:
    """Builds the tree below ``root`` from expat's events; reports what is refused."""

    def __init__(self, path: Path, problems: Problems) -> None:
        self.root: Node | None = None
        self._stack: list[Node] = []
        self._path, self._problems = path, problems
        parser = self.parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.EntityDeclHandler = self._entity
        parser.AttlistDeclHandler = self._attributes
        parser.SkippedEntityHandler = self._skipped
        parser.ProcessingInstructionHandler = self._instruction

    def _report(self, message: str, remedy: str) -> None:
        self._problems.add(self._path, self.parser.CurrentLineNumber, "", message, remedy)

    def _entity(self, name: str, *_: object) -> None:
        """Report the declaration of an entity. Raises ExpatError, which ends parsing."""
        self._report(f"the file declares the entity {name}", "write the text itself; take the declaration out")
        raise expat.ExpatError  # nothing after it may be expanded

    def _attributes(self, element: str, *_: object) -> None:
        """Report a declaration of default attributes. Raises ExpatError, which ends parsing."""
        self._report(f"the file declares attributes of {element}", "write them on the elements themselves")
        raise expat.ExpatError  # every element would have them

    def _skipped(self, name: str, _: bool) -> None:
        """Report the use of an entity that is not declared."""
        self._report(f"the file uses the undeclared entity {name}", "write the character itself")

    def _instruction(self, target: str, _: str) -> None:
        """Report an instruction to load a style sheet; ignore others."""
        if target == "xml-stylesheet":
            self._report("the file refers to a style sheet outside", "put its rules into a style element")

    def _start(self, name: str, raw: dict[str, str]) -> None:
        """Add an element to the innermost open one. Raises ExpatError if elements are nested too deep."""
        attributes: dict[str, str] = {}
        for key, value in raw.items():
            space, _, local = key.rpartition(" ")
            if space == INKSCAPE:
                attributes[f"inkscape:{local}"] = value
            elif space == XLINK:
                attributes.setdefault(local, value)
            elif space == _XML_SPACE:
                attributes[f"xml:{local}"] = value
            elif not space:
                attributes[local] = value
        space, _, local = name.rpartition(" ")
        node = Node(local if space in (SVG, "") else "", attributes, self.parser.CurrentLineNumber)
        if self._stack:
            self._stack[-1].content.append(node)
        else:
            self.root = node
        self._stack.append(node)
        if len(self._stack) > MAX_DEPTH:
            self._report("the elements are nested too deep", "ungroup some of them")
            raise expat.ExpatError

    def _end(self, _: str) -> None:
        self._stack.pop()

    def _text(self, data: str) -> None:
        self._stack[-1].content.append(data)
