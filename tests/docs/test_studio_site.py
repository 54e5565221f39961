"""The builder of the studio's page takes only the files that its lock file names, and cuts them to what is used."""

import hashlib
import io
import json
import re
import sys
import tarfile
import tomllib
import zipfile
from argparse import Namespace

import pytest
import studio_site

from deckgen.library.proof import hash_of

LOCK = tomllib.loads(studio_site.LOCK.read_text(encoding="utf-8"))
NOT_THERE = {"cairosvg", "click", "python-calamine", "brotli"}
"""Packages for pictures, the command line, spreadsheets and WOFF2, which the page does without."""


def part(content, name, **more):
    return {"name": name, "file": f"{name}-1.0-any.whl", "sha256": hashlib.sha256(content).hexdigest(), **more}


def archive(*names):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name in names:
            file.writestr(name, name)
    return out.getvalue()


@pytest.fixture
def options(tmp_path):
    return Namespace(store=tmp_path, wheels=None, trial=False, game=[])


def test_the_lock_file_has_all_that_the_program_needs():
    text = (studio_site.ROOT / "pyproject.toml").read_text(encoding="utf-8")
    least = dict(re.split(">=", line) for line in tomllib.loads(text)["project"]["dependencies"])
    assert set(least) - {wheel["name"] for wheel in LOCK["wheel"]} == NOT_THERE

    def numbers(version):
        return [int(number) for number in version.split(".")]

    versions = [(wheel["name"], wheel["file"].split("-")[1]) for wheel in LOCK["wheel"]]
    assert [name for name, version in versions if numbers(version) < numbers(least.get(name, "0"))] == []


def test_a_file_with_another_hash_is_refused(options):
    wheel = part(b"right", "one")
    (options.store / wheel["file"]).write_bytes(b"wrong")
    with pytest.raises(SystemExit, match=r"one-1\.0-any\.whl: this is another file than studio_site\.toml names"):
        studio_site.fetch_wheels([wheel], {"runtime": {}}, options)
    with pytest.raises(SystemExit, match="another file"):
        studio_site.npm_files({**wheel, "npm": "one@1.0"}, options.store)


def test_wheels_of_the_distribution_are_asked_for_by_name(options):
    with pytest.raises(SystemExit) as ended:
        studio_site.fetch_wheels(LOCK["wheel"], LOCK, options)
    first, *names = str(ended.value).splitlines()
    assert first == (
        "missing, and only in the full distribution of pyodide@0.29.5, among its releases; "
        "name a folder with them, --wheels FOLDER:"
    )
    assert [name.split("-")[0].strip() for name in names] == ["numpy", "pillow", "rpds_py", "pyyaml"]


@pytest.mark.parametrize("content", [None, b"wrong"])
def test_a_wheel_that_is_missing_or_another_one_in_the_given_folder_is_refused(options, content):
    wheel = part(b"right", "one", only="distribution")
    options.wheels = options.store / "given"
    options.wheels.mkdir()
    if content:
        (options.wheels / wheel["file"]).write_bytes(content)
    with pytest.raises(SystemExit, match=r"one-1\.0-any\.whl"):
        studio_site.fetch_wheels([wheel], {"runtime": {"npm": ""}}, options)


def test_a_folder_that_is_not_there_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(studio_site, "studio_files", lambda _: [])
    with pytest.raises(SystemExit, match="numpy"):
        studio_site.main([f"--store={tmp_path}", f"--out={tmp_path}/out", f"--wheels={tmp_path}/nowhere"])
    assert not (tmp_path / "out").exists()


def test_what_a_program_says_is_told():
    with pytest.raises(SystemExit, match="ValueError: no such package"):
        studio_site.run(sys.executable, "-c", "raise ValueError('no such package')")


def test_a_wheel_is_cut_to_what_is_used():
    kept = ["a/__init__.py", "a/data/en.dat", "a-1.dist-info/METADATA", "a-1.dist-info/licenses/LICENSE.txt"]
    cut = [
        "a/data/fr.dat",
        "a/tests/test_a.py",
        "a/x.pyi",
        "a/_a.cpython-313-x86_64-linux-gnu.so",
        "a-1.dist-info/RECORD",
    ]
    content = archive(*kept, *cut)
    assert list(studio_site.used_files(content, {"drop": ["a/data/fr*"]})) == kept
    assert list(studio_site.used_files(content, {"keep": ["*.py", "a/data/en.*"]})) == kept


def test_a_zip_is_the_same_for_the_same_files():
    files = [("a", b"1"), ("b", b"2")]
    assert studio_site.pack(files) == studio_site.pack(files[::-1])


@pytest.fixture
def small_page(tmp_path, options, monkeypatch):
    """A function that returns the files of a page with one wheel and a program of one module."""
    (tmp_path / "deckgen" / "cli").mkdir(parents=True)
    for name in ("data/g/game.yaml", "layouts/a.svg", "data/.hidden", "deckgen/cli/x.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as file:
        info = tarfile.TarInfo("package/pyodide.mjs")
        info.size = 5
        file.addfile(info, io.BytesIO(b"12345"))
    wheel = archive("one/__init__.py")
    lock = {
        "runtime": part(out.getvalue(), "runtime", npm="runtime@1.0", keep=["pyodide.mjs"]),
        "wheel": [part(wheel, "one")],
    }
    (tmp_path / lock["runtime"]["file"]).write_bytes(out.getvalue())
    (tmp_path / lock["wheel"][0]["file"]).write_bytes(wheel)
    monkeypatch.setattr(studio_site, "ROOT", tmp_path)

    def files(module):
        (tmp_path / "deckgen" / "__init__.py").write_text(module)
        page = [("index.html", b"page"), ("service-worker.js", b"work();")]
        monkeypatch.setattr(studio_site, "studio_files", lambda _: page)
        return studio_site.site_files(lock, options)

    return files


def test_the_list_of_files_names_all_with_their_sizes(small_page):
    files = small_page("x = 1")
    listed = json.loads(files["engine.json"])
    assert listed["page"] == ["index.html", "service-worker.js"]
    assert [(part["name"], part["size"]) for part in listed["engine"]] == [
        ("pyodide/pyodide.mjs", 5), ("deckgen.zip", len(files["deckgen.zip"])),
    ]  # fmt: skip
    assert {*listed["page"], *(part["name"] for part in listed["engine"]), "engine.json"} == set(files)
    assert files["service-worker.js"] == b"const LISTED = " + files["engine.json"] + b";\nwork();"
    assert zipfile.ZipFile(io.BytesIO(files["deckgen.zip"])).namelist() == [
        "deckgen/__init__.py", "deckgen/shipped/data/g/game.yaml", "deckgen/shipped/layouts/a.svg", "one/__init__.py",
    ]  # fmt: skip


def test_a_version_is_that_of_all_files(small_page):
    first, other = (json.loads(small_page(text)["engine.json"])["version"] for text in ("x = 1", "x = 2"))
    assert first != other
    assert json.loads(small_page("x = 1")["engine.json"])["version"] == first


def test_a_publishers_game_is_named_by_its_hash(small_page, options, tmp_path, monkeypatch):
    monkeypatch.setattr(studio_site, "load_game", lambda folder: Namespace(data=Namespace(folder=folder)))
    options.game = [tmp_path / "data" / "g"]
    files = small_page("x = 1")
    (name,) = (name for name in files if name.startswith("games/"))
    assert name == f"games/{hash_of(files[name])}.zip"
    assert zipfile.ZipFile(io.BytesIO(files[name])).namelist() == ["game.yaml"]
    assert name in json.loads(files["engine.json"])["page"]
