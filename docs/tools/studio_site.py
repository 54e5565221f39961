"""Builds the studio as a page that needs no server, in build/site/studio: ``make site``.

Pyodide runs Python in it. Wheels are from PyPI, but for four that only Pyodide's full distribution has: ``--wheels``
names a folder with those. ``studio_site.toml`` has the hash of each file. ``--trial`` does without the distribution.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import subprocess
import sys
import tarfile
import tomllib
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from deckgen.errors import DeckgenError
from deckgen.library.games import load_game
from deckgen.library.proof import hash_of, pack, pack_game
from deckgen.studio.page import studio_files

LOCK = Path(__file__).with_suffix(".toml")
ROOT = Path(__file__).resolve().parents[2]
_UNUSED = ("*.pyi", "*.px[di]", "*.pyx", "*.h", "*.a", "*/tests/*", "*.data/*", "*-linux-gnu.so", "*/RECORD", "*/WHEEL")
Files = dict[str, bytes]


def checked(path: Path, part: Mapping[str, Any]) -> bytes:
    """Return the content of a file, if it has the hash that the lock file names. Ends if it cannot."""
    if hashlib.sha256(content := path.read_bytes()).hexdigest() != part["sha256"]:
        raise SystemExit(f"{path}: this is another file than {LOCK.name} names; remove it, and build again")
    return content


def run(*command: str) -> None:
    """Run a program that gets parts of the page. Ends if it cannot."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 (pip, npm)
    if done.returncode:
        raise SystemExit(f"{' '.join(command[:4])}:\n" + "\n".join(done.stderr.strip().splitlines()[-4:]))


def npm_files(package: Mapping[str, Any], store: Path) -> Files:
    """Return the files of an npm package, which stays in the folder ``store``. Ends if it cannot."""
    if not (store / package["file"]).is_file():
        run("npm", "pack", "--silent", f"--pack-destination={store}", package["npm"])
    with tarfile.open(fileobj=io.BytesIO(checked(store / package["file"], package))) as archive:
        files = ((info.name, archive.extractfile(info)) for info in archive)
        return {name: file.read() for name, file in files if file}


def fetch_wheels(wheels: Sequence[Mapping[str, Any]], lock: Mapping[str, Any], options: argparse.Namespace) -> Files:
    """Return the contents of wheels by their packages: from PyPI, or the distribution. Ends if it cannot."""
    store, runtime, places = options.store, lock["runtime"], {"distribution": options.wheels or options.store}
    paths = {wheel["name"]: places.get(wheel.get("only", ""), store) / wheel["file"] for wheel in wheels}
    absent = [wheel for wheel in wheels if not paths[wheel["name"]].is_file()]
    if missing := [wheel["file"] for wheel in absent if wheel.get("only") == "distribution"]:
        where = f"missing, and only in the full distribution of {runtime['npm']}, among its releases"
        raise SystemExit("\n  ".join([f"{where}; name a folder with them, --wheels FOLDER:", *missing]))
    if absent:
        lines = [f"{w['name']}=={w['file'].split('-')[1]} --hash=sha256:{w['sha256']}\n" for w in absent]
        (store / "wheels.txt").write_text("".join(lines), encoding="utf-8")
        run(sys.executable, "-m", "pip", "download", "-q", f"-d{store}", *runtime["pip"], "-r", f"{store}/wheels.txt")
    return {wheel["name"]: checked(paths[wheel["name"]], wheel) for wheel in wheels}


def used_files(content: bytes, wheel: Mapping[str, Any]) -> Files:
    """Return what the page needs of a wheel, licenses included."""
    keep, drop = ("*/METADATA", "*LICEN[CS]E*", *wheel.get("keep", "*")), (*_UNUSED, *wheel.get("drop", ()))
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        kept = [name for name in archive.namelist() if any(fnmatch(name, pattern) for pattern in keep)]
        return {name: archive.read(name) for name in kept if not any(fnmatch(name, pattern) for pattern in drop)}


def folder_files(folder: Path, prefix: str = "") -> Files:
    """Return the files in a folder that are not hidden, by their paths below ``prefix``."""
    paths = {path.relative_to(folder): path for path in folder.rglob("*") if path.is_file()}
    hidden = {path for path in paths if any(part[0] == "." or part == "__pycache__" for part in path.parts)}
    return {prefix + path.as_posix(): file.read_bytes() for path, file in paths.items() if path not in hidden}


def site_files(lock: Mapping[str, Any], options: argparse.Namespace) -> Files:
    """Return all files of the page by their paths. Ends if it cannot; raises DeckgenError for a game."""
    modules = {name: text for name, text in folder_files(ROOT / "deckgen", "deckgen/").items() if "/cli/" not in name}
    for kind in ("data", "layouts"):
        modules |= folder_files(ROOT / kind, f"deckgen/shipped/{kind}/")
    source = "trial" if options.trial else "distribution"
    wheels = [wheel for wheel in lock["wheel"] if wheel.get("only", source) == source]
    contents = fetch_wheels(wheels, lock, options)
    for wheel in wheels:
        modules |= used_files(contents[wheel["name"]], wheel)
    if options.trial:
        numpy = npm_files(lock["trial"], options.store)[lock["trial"]["member"]]
        modules |= used_files(numpy, lock["wheel"][0]) | folder_files(ROOT / "tests/support/stand_ins")
    runtime = npm_files(lock["runtime"], options.store)
    engine = {f"pyodide/{name}": runtime[f"package/{name}"] for name in lock["runtime"]["keep"]}
    engine["deckgen.zip"] = pack(modules.items(), zipfile.ZIP_DEFLATED)
    page = dict(studio_files("page"))
    for content in [pack_game(load_game(folder).data.folder) for folder in options.game]:
        page[f"games/{hash_of(content)}.zip"] = content
    files = page | engine
    sent = {name: len(text if name.endswith(".zip") else zlib.compress(text, 6)) for name, text in files.items()}
    parts = [{"name": name, "size": len(content), "sent": sent[name]} for name, content in engine.items()]
    version = hashlib.sha256("".join(hashlib.sha256(files[name]).hexdigest() for name in sorted(files)).encode())
    facts = {"version": version.hexdigest()[:16], "sent": sum(sent.values()), "page": [*page], "engine": parts}
    listed = json.dumps(facts).encode()
    files["service-worker.js"] = b"const LISTED = %s;\n%s" % (listed, page["service-worker.js"])
    return files | {"engine.json": listed}


def main(arguments: Sequence[str] | None = None) -> None:
    """Build the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site" / "studio")
    parser.add_argument("--store", type=Path, default=ROOT / "build" / "studio", help="where what was fetched stays")
    parser.add_argument("--wheels", type=Path, help="a folder with wheels of Pyodide's full distribution")
    parser.add_argument("--game", type=Path, action="append", default=[], help="a publisher's game, for proof links")
    parser.add_argument("--trial", action="store_true", help="without that distribution; never publish it")
    options = parser.parse_args(arguments)
    options.store.mkdir(parents=True, exist_ok=True)
    try:
        files = site_files(tomllib.loads(LOCK.read_text(encoding="utf-8")), options)
    except (DeckgenError, OSError) as error:
        raise SystemExit(str(error)) from None
    for name, content in files.items():
        (options.out / name).parent.mkdir(parents=True, exist_ok=True)
        (options.out / name).write_bytes(content)
    size, trial = json.loads(files["engine.json"])["sent"], "; never publish it" * options.trial
    print(f"{options.out}: {len(files)} files, of which {size / 1e6:.1f} MB are sent{trial}")  # noqa: T201
    assert size < 20_000_000, "a first visit takes too much"


if __name__ == "__main__":
    main()
