"""A character file to start from: every field with what it may hold, as remarks to fill in."""

from __future__ import annotations

from deckgen.sheet.model import FieldColumn, FieldGroup, SheetSpec


def starter(spec: SheetSpec) -> str:
    """A commented character file that can be drawn at once."""
    lines = [
        f"# A character of {spec.title}. Take the # away from a line and write your own value.",
        f"game: {spec.game}",
    ]
    for group in spec.groups.values():
        lines += _group(group)
    derived = [
        group.name for group in spec.groups.values() if group.kind == "one" and group.columns[0].derived
    ]
    if derived:
        lines += [
            "",
            f"# These follow from the rest: {', '.join(derived)}.",
            "# Gear and gifts may change them:",
        ]
        lines += ["# overrides:", f"#   {derived[0]}: 10"]
    return "\n".join(lines) + "\n"


def _group(group: FieldGroup) -> list[str]:
    given = [column for column in group.columns if not column.derived]
    if not given:
        return []
    first = given[0]
    if group.kind == "one":
        sign = "" if first.required else "# "
        return [f"{sign}{group.name}: {_example(first)}  # {_about(first, group.label)}"]
    examples = ", ".join(f"{column.name}: {_example(column)}" for column in given)
    if group.kind == "keys":
        about = "; ".join(_about(column, column.label if column.name else "") for column in given)
        one = not first.name or (group.main and len(given) == 1)
        example = _example(first) if one else f"{{{examples}}}"
        entries = [f"#   {key}: {example}" for key in group.keys]
        return ["", f"# {group.label}: {about}", f"# {group.name}:", *entries]
    lines = ["", f"# {group.label}, a line each:"]
    lines += [f"#   {column.name}: {_about(column, column.label)}" for column in given]
    if group.known:
        lines.append(f"#   known: {', '.join(group.known)}")
    return [*lines, f"# {group.name}:", f"#   - {{{examples}}}"]


def _about(column: FieldColumn, label: str) -> str:
    match column.type:
        case "text" | "long":
            what = f"text, up to {column.most} letters"
            what += ", lines below each other after |" if column.type == "long" else ""
        case "number":
            what = f"{column.least} to {column.most}" + (f" {column.unit}" if column.unit else "")
        case "track":
            what = f"marks, 0 to {column.most}"
        case "dice":
            what = f"1 to {column.most} of {', '.join(column.options)}"
        case _:
            what = f"one of {', '.join(column.options)}"
    return f"{label}: {what}" if label else what


def _example(column: FieldColumn) -> str:
    if column.default not in (None, ""):
        return str(column.default)
    match column.type:
        case "number" | "track":
            return str(max(column.least, 0))
        case "dice":
            return f"2{column.options[min(1, len(column.options) - 1)]}"
        case "choice":
            return column.options[0]
    return f"New {column.label.lower()}" if column.required else '""'
