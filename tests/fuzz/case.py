"""A case: files in a folder of their own, and the commands that are run on them there, one after the other."""

from __future__ import annotations

import base64
import json
import os
from dataclasses import dataclass, field
from pathlib import Path

OUTSIDE = "outside"
"""The folder of a case in which no data may read; the commands' own files lie in others beside it."""
SECRETS = {f"{OUTSIDE}/secret.{suffix}": b"" for suffix in ("yaml", "svg", "json", "png", "ttf", "icc", "csv", "css")}


@dataclass(frozen=True)
class Case:
    """``files`` by their path in the folder: bytes, or what is no plain file, as text.

    These are ``link TARGET``, ``fifo``, ``folder``, ``sparse N`` for N bytes that take no room, and ``absent``: not there.
    """

    kind: str
    commands: tuple[tuple[str, ...], ...]
    files: dict[str, bytes | str] = field(default_factory=dict)
    environment: dict[str, str] = field(default_factory=dict)

    def write(self, folder: Path, base: dict[str, bytes]) -> None:
        """Put the files into an empty folder, over those of every case that lie in folders which are spoken of."""
        said = {"game", *(word.partition("/")[0] for command in self.commands for word in command)}
        said |= {name.partition("/")[0] for name in (*self.files, *self.environment.values())}
        held = {name: content for name, content in base.items() if name.partition("/")[0] in said}
        for name, content in {**SECRETS, **held, **self.files}.items():
            if content == "absent":
                continue
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, bytes):
                path.write_bytes(content)
                continue
            what, _, text = content.partition(" ")
            match what:
                case "link":
                    path.symlink_to(text)
                case "fifo":
                    os.mkfifo(path)
                case "folder":
                    path.mkdir()
                case "sparse":
                    with path.open("wb") as file:
                        file.truncate(int(text))
        (folder / "out").mkdir()

    def to_json(self, base: dict[str, bytes]) -> str:
        """What ``read`` reads; of files only those that differ from those of every case."""
        files = {name: _said(content) for name, content in sorted(self.files.items()) if base.get(name) != content}
        said = {"kind": self.kind, "commands": self.commands, "environment": self.environment, "files": files}
        return json.dumps(said, ensure_ascii=True, indent=1) + "\n"


def read(text: str) -> Case:
    """A case that was kept."""
    said = json.loads(text)
    files = {name: _heard(*next(iter(each.items()))) for name, each in said["files"].items()}
    return Case(said["kind"], tuple(map(tuple, said["commands"])), files, said["environment"])


def _said(content: bytes | str) -> dict[str, str]:
    if isinstance(content, str):
        return {"special": content}
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(content).decode()}
    return {"text": text}


def _heard(form: str, content: str) -> bytes | str:
    match form:
        case "special":
            return content
        case "text":
            return content.encode()
        case _:
            return base64.b64decode(content)
