"""Mutators: each takes a text, bytes or tree, and a source of chance; the same chance, the same mutation."""

from __future__ import annotations

import contextlib
import io
import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import yaml
from nasty import (
    COLORS,
    CSS,
    DOCTYPES,
    ELEMENTS,
    FORMULAS,
    JSON,
    NUMBERS,
    OPERATORS,
    PATH_DATA,
    PATHS,
    PDF_OBJECTS,
    TEXTS,
    TRANSFORMS,
    YAML,
)

VALUES = [*NUMBERS, *PATHS, *TEXTS]
_MOST = 2_000_000  # bytes that a mutation may grow to
_ATTRIBUTE = re.compile(r'([\w:-]+)="([^"]*)"')
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_SCALAR = re.compile(r"[\w./+-]+")


def several(chance: Random, most: int = 4) -> range:
    """Mostly one mutation, sometimes some more."""
    count = 1
    while count < most and chance.random() < 0.4:
        count += 1
    return range(count)


def some_bytes(content: bytes, chance: Random, words: list[str] | None = None) -> bytes:
    """Bytes flipped, cut, doubled, moved, or replaced by what is nasty."""
    data = bytearray(content)
    for _ in several(chance):
        at = chance.randrange(len(data) + 1)
        end = min(len(data), at + 1 + int(chance.expovariate(0.05)))
        match chance.randrange(9):
            case 0 if data:
                data[min(at, len(data) - 1)] ^= 1 << chance.randrange(8)
            case 1 if data:
                data[min(at, len(data) - 1)] = chance.choice((0, 9, 10, 27, 34, 40, 60, 91, 123, 127, 128, 255))
            case 2:
                del data[at:end]
            case 3:
                data[at:at] = data[at:end] * chance.choice((1, 2, 50))
            case 4:
                data[at:at] = bytes(chance.randrange(256) for _ in range(chance.choice((1, 2, 16))))
            case 5:
                del data[at:]
            case 6:
                cut = bytes(data[at:end])
                del data[at:end]
                to = chance.randrange(len(data) + 1)
                data[to:to] = cut
            case _:
                data[at:end] = chance.choice(words or VALUES).encode("utf-8", "surrogatepass")
    return bytes(data[:_MOST])


def yaml_text(text: str, chance: Random, others: list[str]) -> str:
    """Lines and scalars of YAML replaced, doubled, moved, indented otherwise, or taken from elsewhere."""
    for _ in several(chance):
        lines = text.split("\n")
        at = chance.randrange(len(lines))
        match chance.randrange(10):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[at])
            case 2:
                lines[at] = " " * chance.randrange(8) + lines[at].lstrip()
            case 3:
                other = chance.choice(others).split("\n")
                lines.insert(at, chance.choice(other))
            case 4:
                to = chance.randrange(len(lines))
                lines[at], lines[to] = lines[to], lines[at]
            case 5:
                key, colon, _ = lines[at].partition(": ")
                lines[at] = key + (colon or ": ") + chance.choice(YAML)
            case _:
                found = list(_SCALAR.finditer(lines[at]))
                if found:
                    one = chance.choice(found)
                    value = chance.choice(chance.choice((NUMBERS, PATHS, TEXTS, YAML)))
                    if chance.random() < 0.5:
                        value = json.dumps(value, ensure_ascii=chance.random() < 0.5)
                    lines[at] = lines[at][: one.start()] + value + lines[at][one.end() :]
        text = "\n".join(lines)[:_MOST]
    return text


def _places(tree: Any) -> list[tuple[Any, Any]]:
    """Every container with every key of it."""
    found, todo = [], [tree]
    while todo:
        at = todo.pop()
        for key in list(at) if isinstance(at, dict) else range(len(at)) if isinstance(at, list) else ():
            found.append((at, key))
            todo.append(at[key])
    return found


def value(chance: Random) -> Any:
    """Any value of YAML or JSON that is not expected."""
    match chance.randrange(12):
        case 0:
            return chance.choice((None, True, False, [], {}, "", 0, -1, 1))
        case 1:
            return chance.choice((10**9, 2**31, -(2**63), 10**30, 10**110, 0.5, 1e300, -1e-300, 3, 7, 99))
        case 2:
            return chance.choice(PATHS)
        case 3:
            return [value(chance) for _ in range(chance.randrange(4))]
        case 4:
            return {str(chance.choice(VALUES)): value(chance) for _ in range(chance.randrange(3))}
        case 5:
            deep: Any = 1
            for _ in range(chance.choice((3, 30, 90, 150))):
                deep = [deep] if chance.random() < 0.5 else {"a": deep}
            return deep
        case 6 | 7:
            return chance.choice(NUMBERS)
        case _:
            return chance.choice(VALUES)


def tree(data: Any, chance: Random) -> Any:
    """A place in a tree of dicts and lists changed: its value, its kind, its key, how often it is there."""
    for _ in several(chance):
        places = _places(data)
        if not places:
            return value(chance)
        within, key = chance.choice(places)
        old = within[key]
        match chance.randrange(12):
            case 0:
                del within[key]
            case 1 if isinstance(within, list):
                within[key:key] = [old] * chance.choice((1, 2, 300))
            case 1:
                within[str(chance.choice(VALUES))] = old
            case 2:
                other, name = chance.choice(places)
                with contextlib.suppress(KeyError, IndexError, RecursionError):
                    within[key] = json.loads(json.dumps(other[name]))
            case 3:
                within[key] = [old]
            case 4:
                within[key] = {chance.choice(("a", "value", "text", "of", "I")): old}
            case 5 if isinstance(old, str):
                within[key] = old * chance.choice((2, 100)) if chance.random() < 0.5 else old + chance.choice(TEXTS)
            case 5 | 6 if isinstance(old, int | float):
                within[key] = chance.choice((-old, old + 1, old * 10**6, old / 3, str(old), old * 10, 0, [old]))
            case 7 if isinstance(within, dict) and isinstance(key, str):
                within.pop(key)
                within[
                    chance.choice(
                        (
                            key + "x",
                            key.upper(),
                            chance.choice(VALUES),
                            chance.choice([str(k) for _, k in places]),
                        )
                    )
                ] = old
            case _:
                within[key] = value(chance)
    return data


def yaml_tree(text: str, chance: Random) -> str:
    """The same of YAML; as it was if it is none."""
    try:
        data = tree(yaml.load(text, yaml.CSafeLoader), chance)
        return str(yaml.dump(data, Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False, width=1000))
    except (yaml.YAMLError, RecursionError, ValueError):
        return text


def a_yaml(text: str, chance: Random, others: list[str]) -> bytes:
    """YAML mutated in one of the ways there are."""
    match chance.randrange(10):
        case 0:
            return some_bytes(text.encode(), chance, YAML)
        case 1 | 2 | 3 | 4:
            return yaml_tree(text, chance).encode("utf-8", "surrogatepass")
        case _:
            return yaml_text(text, chance, others).encode("utf-8", "surrogatepass")


def a_json(content: bytes, chance: Random) -> bytes:
    """JSON mutated in one of the ways there are."""
    match chance.randrange(10):
        case 0 | 1:
            return some_bytes(content, chance, [*JSON, *NUMBERS])
        case 2:
            text = content.decode()
            found = list(re.finditer(r'"[^"]*"|-?\d+', text))
            one = chance.choice(found)
            return (text[: one.start()] + chance.choice(JSON) + text[one.end() :]).encode("utf-8", "surrogatepass")
        case _:
            try:
                return json.dumps(
                    tree(json.loads(content), chance),
                    ensure_ascii=chance.random() < 0.5,
                    separators=(",", ":"),
                ).encode("utf-8", "surrogatepass")
            except (RecursionError, ValueError):
                return content


def an_svg(text: str, chance: Random) -> bytes:
    """Attributes, elements and styles of a drawing replaced, wrapped, doubled or put in."""
    if chance.random() < 0.12:
        return some_bytes(text.encode(), chance, [*ELEMENTS, *NUMBERS])
    for _ in several(chance):
        attributes = list(_ATTRIBUTE.finditer(text))
        tags = [m.end() for m in re.finditer(r">", text)]
        match chance.randrange(12):
            case 0 | 1 | 2 | 3 | 4 if attributes:
                one = chance.choice(attributes)
                name, old = one[1], one[2]
                said = chance.choice(_for_attribute(name, old, chance))
                text = text[: one.start()] + f'{name}="{_quoted(said, chance)}"' + text[one.end() :]
            case 5 if attributes:
                one = chance.choice(attributes)
                text = text[: one.start()] + text[one.end() :]
            case 6 | 7 if tags:
                at = chance.choice(tags)
                text = text[:at] + chance.choice(ELEMENTS) + text[at:]
            case 8:
                style = f"<style>{chance.choice(CSS)}</style>"
                at = chance.choice(tags) if tags else 0
                text = text[:at] + style + text[at:]
            case 9:
                found = list(re.finditer(r"<(rect|path|g|use|text|circle|symbol|line)\b[^>]*?/>", text))
                if found:
                    one = chance.choice(found)
                    count = chance.choice((0, 2, 400))
                    text = text[: one.start()] + one[0] * count + text[one.end() :]
            case 10:
                text = chance.choice(DOCTYPES) + text
            case _:
                names = [m for m in attributes if m[1] in {"x", "y", "width", "height", "d", "viewBox", "transform"}]
                if names:
                    one = chance.choice(names)
                    said = _NUMBER.sub(lambda m: chance.choice(NUMBERS) if chance.random() < 0.3 else m[0], one[2])
                    text = text[: one.start()] + f'{one[1]}="{_quoted(said, chance)}"' + text[one.end() :]
                else:
                    at = chance.choice(tags) if tags else 0
                    text = (
                        text[:at]
                        + f' {chance.choice(("transform", "style", "class", "fill", "href", "opacity"))}="{_quoted(chance.choice(VALUES), chance)}"'
                        + text[at:]
                    )
        text = text[:_MOST]
    return text.encode("utf-8", "surrogatepass")


def _for_attribute(name: str, old: str, chance: Random) -> list[str]:
    if chance.random() < 0.15:
        return VALUES
    match name:
        case "d":
            return [*PATH_DATA, old + chance.choice(PATH_DATA), old * 50]
        case "transform":
            return TRANSFORMS
        case "fill" | "stroke":
            return COLORS
        case "style":
            return [
                f"{chance.choice(('fill', 'stroke', 'stroke-width', 'font-size', 'display', 'stroke-dasharray'))}:{v}"
                for v in [*COLORS, *NUMBERS]
            ] + CSS
        case "id" | "class" | "href":
            return [
                *TEXTS,
                "static",
                "slots",
                "slot-coin",
                "slot-nothing",
                "static-jokers",
                "icon-dot",
                "#icon-dot",
                "slot-code",
                "joker-slot-skill",
                "slot-front-emblem",
                "static-high",
            ]
        case "viewBox":
            return [
                "0 0 0 0",
                "0 0 1",
                "0 0 1e309 1",
                "0 0 -1 -1",
                "nan nan nan nan",
                "0 0 69.85 95.25",
                "0,0,1,1",
                *NUMBERS,
            ]
    return NUMBERS


def _quoted(text: str, chance: Random) -> str:
    return text if chance.random() < 0.05 else text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def a_csv(text: str, chance: Random) -> bytes:
    """Cells and lines of a table replaced."""
    for _ in several(chance):
        cells = re.split(r"([,\n])", text)
        at = chance.randrange(len(cells))
        match chance.randrange(5):
            case 0:
                del cells[at]
            case 1:
                cells.insert(at, chance.choice((",", "\n", '"', ",,,,,", "\r", ";", "\t")))
            case 2:
                cells[at] = cells[at] * chance.choice((2, 2000))
            case _:
                cells[at] = chance.choice([*VALUES, *FORMULAS])
        text = "".join(cells)[:_MOST]
    return text.encode("utf-8", "surrogatepass")


def a_zip(content: bytes, chance: Random, inner: Callable[[bytes, Random], bytes]) -> bytes:
    """One file in an archive mutated, and the archive written again; or its bytes."""
    import zipfile

    if chance.random() < 0.3:
        return some_bytes(content, chance)
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    name = chance.choice(sorted(parts))
    match chance.randrange(6):
        case 0:
            del parts[name]
        case 1:
            parts[chance.choice(("../../x", "/etc/x", name * 9, "x\0y"))] = parts[name]
        case 2:
            parts[name] = b" " * chance.choice((10**5, 3 * 10**7)) + parts[name]
        case _:
            parts[name] = inner(parts[name], chance)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for each, data in parts.items():
            file.writestr(zipfile.ZipInfo(each), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def a_pdf(content: bytes, chance: Random) -> bytes:
    """Bytes, tokens, objects or streams of a PDF changed."""
    match chance.randrange(10):
        case 0 | 1:
            return some_bytes(content, chance, [*PDF_OBJECTS, *OPERATORS[:4]])
        case 2 | 3:
            return _tokens(content, chance)
        case _:
            try:
                return _objects(content, chance)
            except Exception:  # noqa: BLE001  pikepdf refuses many changes, each in its own way
                return _tokens(content, chance)


def _tokens(content: bytes, chance: Random) -> bytes:
    """Numbers, names and references replaced where they stand, so that the table of objects no longer fits."""
    for _ in several(chance):
        found = list(re.finditer(rb"(?<=[\s\[/(])(?:\d+ 0 R|-?\d+(?:\.\d+)?|/[A-Z][A-Za-z]+)(?=[\s\]/>)])", content))
        if not found:
            return content
        one = chance.choice(found)
        content = content[: one.start()] + chance.choice([*PDF_OBJECTS, *NUMBERS]).encode() + content[one.end() :]
    return content


def _objects(content: bytes, chance: Random) -> bytes:
    """Entries of objects replaced, taken away, made to point back; streams given other operators."""
    import pikepdf

    pdf = pikepdf.open(io.BytesIO(content))
    objects = [each for each in pdf.objects if isinstance(each, pikepdf.Dictionary | pikepdf.Array | pikepdf.Stream)]
    for _ in several(chance):
        one = chance.choice(objects)
        if isinstance(one, pikepdf.Stream) and chance.random() < 0.5:
            old = one.read_bytes()
            match chance.randrange(5):
                case 0:
                    new = old + b"\n" + chance.choice(OPERATORS).encode()
                case 1:
                    new = chance.choice(OPERATORS).encode() + b"\n" + old
                case 2:
                    new = bytes(chance.choice((10**6, 3 * 10**7)))
                case 3:
                    new = re.sub(
                        rb"-?\d+(?:\.\d+)?",
                        lambda m: chance.choice(NUMBERS).encode() if chance.random() < 0.02 else m[0],
                        old,
                    )
                case _:
                    new = some_bytes(old, chance, OPERATORS)
            one.write(new)
            continue
        keys = sorted(one.keys()) if not isinstance(one, pikepdf.Array) else list(range(len(one)))
        if not keys:
            continue
        key = chance.choice(keys)
        match chance.randrange(8):
            case 0:
                del one[key]
            case 1:
                one[key] = chance.choice(objects)
            case 2:
                one[key] = one
            case 3 if not isinstance(one, pikepdf.Array):
                one[
                    chance.choice(
                        (
                            "/Kids",
                            "/Parent",
                            "/Resources",
                            "/W",
                            "/SMask",
                            "/Group",
                            "/Contents",
                            "/Annots",
                            "/Length",
                            "/DecodeParms",
                            "/FT",
                            "/V",
                            "/T",
                            "/Opt",
                            "/MediaBox",
                            "/UserUnit",
                            "/Rotate",
                        )
                    )
                ] = _object(chance, objects)
            case _:
                one[key] = _object(chance, objects)
    out = io.BytesIO()
    pdf.save(
        out,
        static_id=True,
        compress_streams=chance.random() < 0.7,
        object_stream_mode=pikepdf.ObjectStreamMode.generate
        if chance.random() < 0.3
        else pikepdf.ObjectStreamMode.preserve,
    )
    return out.getvalue()


def _object(chance: Random, objects: list[Any]) -> Any:
    import pikepdf

    match chance.randrange(8):
        case 0:
            return chance.choice(objects)
        case 1:
            return pikepdf.Array([chance.choice(objects) for _ in range(3)])
        case 2:
            return pikepdf.Array([0, 2_000_000_000, 500])
        case 3:
            return pikepdf.String(chance.choice(TEXTS))
        case 4:
            return pikepdf.Dictionary(
                Kids=pikepdf.Array([chance.choice(objects)]),
                Type=pikepdf.Name.Pages,
                Count=chance.choice((-1, 10**9)),
            )
        case _:
            try:
                return pikepdf.Object.parse(chance.choice(PDF_OBJECTS).encode())
            except Exception:  # noqa: BLE001  many are meant for files only
                return chance.choice((-1, 0, 10**9, 2**31 - 1))
