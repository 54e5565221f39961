import errno
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from deckgen.errors import DeckgenError
from deckgen.files import atomic_folder, open_atomic, write_atomic, write_folder
from deckgen.staging import stage_folder, sweep, sweep_once, try_lock

NAMES = ("a.txt", "b.txt", "new/c.txt")
KILLED = """
import os, shutil, sys
from pathlib import Path
from deckgen.files import write_folder, write_atomic
real, left = getattr({owner}, {step!r}), [{after}]
def killed(*arguments, **options):
    left[0] -= 1
    if left[0] < 0:
        os._exit(9)
    return real(*arguments, **options)
setattr({owner}, {step!r}, killed)
{write}
"""
SET = f"write_folder(Path(sys.argv[1]), [(name, b'new') for name in {NAMES!r}])"
ONE = "write_atomic(Path(sys.argv[1], 'a.txt'), b'new')"


def killed(folder, write, owner, step, after=0):
    """Let a process write there and end without a word before it does such a step for the so manieth time."""
    script = KILLED.format(owner=owner, step=step, after=after, write=write)
    done = subprocess.run([sys.executable, "-c", script, folder], check=False)  # noqa: S603  our own script
    assert done.returncode == 9


def found(folder):
    return {str(path.relative_to(folder)): path.read_text() for path in sorted(folder.rglob("*")) if path.is_file()}


def staged(folder):
    return list(folder.glob(".deckgen-*"))


@pytest.fixture(autouse=True)
def anew():
    """A folder is swept once for each process: here, for each test."""
    sweep_once.cache_clear()


@pytest.mark.finding("R10")
@pytest.mark.parametrize(
    ("owner", "step", "after", "whole"),
    [
        ("Path", "write_bytes", 1, 0),
        ("os", "fsync", 2, 0),
        ("Path", "replace", 0, 0),
        ("Path", "replace", 1, 1),
        ("Path", "replace", 2, 2),
        ("Path", "rmdir", 0, 3),
    ],
)
def test_after_a_kill_every_file_is_whole_and_the_next_that_writes_there_cleans_up(tmp_path, owner, step, after, whole):
    before = {"a.txt": "old", "b.txt": "old"}
    for name, text in before.items():
        (tmp_path / name).write_text(text)
    killed(tmp_path, SET, owner, step, after)
    assert len(staged(tmp_path)) == 1
    write_atomic(tmp_path / "other.txt", b"x")
    assert found(tmp_path) == {**before, **dict.fromkeys(NAMES[:whole], "new"), "other.txt": "x"}


@pytest.mark.finding("R18")
def test_what_a_kill_leaves_of_a_file_goes_when_the_next_is_written_there(tmp_path):
    killed(tmp_path, ONE, "os", "fsync")
    assert len(staged(tmp_path)) == 1
    write_atomic(tmp_path / "b.txt", b"x")
    assert found(tmp_path) == {"b.txt": "x"}


def test_what_a_living_process_writes_is_not_touched(tmp_path):
    with atomic_folder(tmp_path) as stage, open_atomic(tmp_path / "one") as file:
        (stage / "a.txt").write_text("a")
        sweep(tmp_path)
        file.write(b"one")
    assert found(tmp_path) == {"a.txt": "a", "one": "one"}


@pytest.mark.finding("R18")
def test_only_files_and_folders_that_are_named_like_staging_are_swept_and_nothing_is_opened(tmp_path):
    """To open a pipe for reading is to wait for whoever writes."""
    for name in (".deckgen-notes", ".deckgen-0123456", ".deckgen-012345678", "deckgen-01234567"):
        (tmp_path / name).write_text("mine")
    os.mkfifo(tmp_path / ".deckgen-aaaaaaaa")
    (tmp_path / ".deckgen-bbbbbbbb").symlink_to(".deckgen-notes")
    (tmp_path / ".deckgen-cccccccc").symlink_to(tmp_path)
    kept = sorted(tmp_path.iterdir())
    (tmp_path / ".deckgen-01234567").write_text("of 0.2.0")
    (tmp_path / ".deckgen-76543210").mkdir()
    os.mkfifo(tmp_path / ".deckgen-76543210" / "pipe")
    sweep(tmp_path)
    assert sorted(tmp_path.iterdir()) == kept


@pytest.mark.finding("F1")
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_what_another_user_was_writing_is_not_swept(tmp_path):
    (tmp_path / ".deckgen-01234567").mkdir()
    os.chown(tmp_path / ".deckgen-01234567", 12345, 12345)
    sweep(tmp_path)
    assert len(staged(tmp_path)) == 1


@pytest.mark.finding("F1")
def test_a_forged_stage_reaches_nothing_outside_itself(tmp_path):
    """It comes with a stranger's folder, with a record of moves as 0.2.0 undid them, and links that lead out of it."""
    home, stage = tmp_path / "home", tmp_path / "home" / "game" / ".deckgen-01234567"
    (stage / "old" / "a").mkdir(parents=True)
    victims = [home / ".bashrc", stage.parent / "game.yaml", home / "mine" / "notes"]
    victims[2].parent.mkdir()
    for victim in victims:
        victim.write_text("mine")
        os.link(victim, stage / victim.name)
    for folder in (stage.parent, stage):
        for name, target in (("a", "."), ("h", "../.."), ("mine", home / "mine")):
            if not (folder / name).exists():
                (folder / name).symlink_to(target)
    (stage / "lock").touch()
    files = [
        [
            f"{'a/' * often}h/home/.bashrc",
            *(getattr(victims[0].stat(), f"st_{key}") for key in ("ino", "size", "mtime_ns")),
        ]
        for often in range(9)
    ]
    (stage / "moves.json").write_text(json.dumps({"folders": ["mine", "h/home/mine"], "files": files}))
    write_atomic(stage.parent / "solutions.lock.json", b"{}")
    assert [victim.read_text() for victim in victims] == ["mine"] * 3
    assert not stage.exists()
    assert sorted(path.name for path in stage.parent.iterdir()) == [
        "a",
        "game.yaml",
        "h",
        "mine",
        "solutions.lock.json",
    ]


def test_one_set_after_the_other_is_put_into_a_folder(tmp_path):
    """While another process puts its files there, nothing is."""
    script = "import sys; from deckgen.files import *; write_folder(Path(sys.argv[1]), [('a', b'x')])"
    handle = os.open(tmp_path, os.O_RDONLY)
    assert try_lock(handle)
    with subprocess.Popen([sys.executable, "-c", script, tmp_path]) as waiting:  # noqa: S603  our own script
        while not any((stage / "a").exists() for stage in staged(tmp_path)):
            assert waiting.poll() is None
        with pytest.raises(subprocess.TimeoutExpired):
            waiting.wait(0.5)
        assert not (tmp_path / "a").exists()
        os.close(handle)
        assert waiting.wait() == 0
    assert found(tmp_path) == {"a": "x"}


def test_a_lock_of_another_program_is_not_waited_for_for_ever(tmp_path, monkeypatch):
    monkeypatch.setattr("time.sleep", lambda _: None)
    handle = os.open(tmp_path, os.O_RDONLY)
    assert try_lock(handle)
    write_folder(tmp_path, [("a", b"x")])
    os.close(handle)
    assert found(tmp_path) == {"a": "x"}


def test_files_behind_links_are_replaced_there(tmp_path, monkeypatch):
    """On another file system, too, where nothing can move."""
    outside, folder = tmp_path / "outside", tmp_path / "folder"
    outside.mkdir()
    folder.mkdir()
    (folder / "b.txt").symlink_to(outside / "b.txt")
    real = Path.replace

    def other_system(self, target):
        if self.parent.parent != target.parent and target.parent == outside:
            raise OSError(errno.EXDEV, "Invalid cross-device link")
        return real(self, target)

    for text in ("one", "two"):
        write_folder(folder, [(name, text.encode()) for name in NAMES])
        assert found(folder) == dict.fromkeys(NAMES, text)
        assert (folder / "b.txt").is_symlink()
        monkeypatch.setattr(Path, "replace", other_system)
    assert found(outside) == {"b.txt": "two"}


@pytest.mark.finding("R10")
@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="no folder here that takes no files")
def test_a_folder_in_which_nothing_can_be_made_is_told():
    """There it is the file that is not found, as if its folder were gone: nothing is tried again for ever."""
    with pytest.raises(FileNotFoundError), stage_folder(Path("/proc/self")):
        pass


@pytest.mark.finding("R10")
def test_all_places_are_looked_at_before_the_first_file_moves(tmp_path):
    (tmp_path / "b.txt").mkdir()
    (tmp_path / "new").write_text("a file")
    with pytest.raises(DeckgenError) as raised:
        write_folder(tmp_path, [(name, b"new") for name in NAMES])
    assert [(problem.file, problem.message) for problem in raised.value.problems] == [
        (str(tmp_path / "b.txt"), "this is a folder"),
        (str(tmp_path / "new/c.txt"), "Not a directory"),
    ]
    assert found(tmp_path) == {"new": "a file"}
    assert staged(tmp_path) == []


def test_a_move_that_fails_leaves_every_file_whole(tmp_path, monkeypatch):
    (tmp_path / "b.txt").write_text("old")
    real = Path.replace

    def failing(self, target):
        if target == tmp_path / "b.txt":
            raise OSError(5, "Input/output error")
        return real(self, target)

    monkeypatch.setattr(Path, "replace", failing)
    with pytest.raises(DeckgenError, match="Input/output error"):
        write_folder(tmp_path, [(name, b"new") for name in NAMES])
    assert found(tmp_path) == {"a.txt": "new", "b.txt": "old"}
    assert staged(tmp_path) == []


@pytest.fixture
def device(tmp_path):
    """A device that takes everything: one of the test's own, as root could lose that of the machine where the code is wrong."""
    own = tmp_path / "device" / "null"
    own.parent.mkdir()
    try:
        os.mknod(own, stat.S_IFCHR | 0o666, Path(os.devnull).stat().st_rdev)
        own.write_bytes(b"")
    except OSError:
        if os.access("/dev", os.W_OK):
            pytest.skip("the machine's own devices could be lost")
        return Path(os.devnull)
    return own


@pytest.mark.finding("R2")
def test_devices_are_written_through(device):
    write_atomic(device, b"lost", through=True)
    assert stat.S_ISCHR(device.lstat().st_mode)


@pytest.mark.finding("F5")
def test_what_is_no_file_is_refused_in_a_folder_that_is_filled_and_never_opened(tmp_path, device):
    """To open a pipe for writing is to wait for whoever reads."""
    os.mkfifo(tmp_path / "a.txt")
    (tmp_path / "b.txt").symlink_to(device)
    with pytest.raises(DeckgenError) as raised:
        write_folder(tmp_path, [(name, b"new") for name in NAMES])
    assert [problem.message for problem in raised.value.problems] == [
        "this is a pipe, not a file",
        "this is a device, not a file",
    ]
    with pytest.raises(DeckgenError, match=r"a.txt: this is a pipe, not a file; choose another path with -o"):
        write_atomic(tmp_path / "a.txt", b"new")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "b.txt", "device"]


@pytest.mark.finding("R2")
def test_pipes_and_open_files_are_written_through(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    read = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_atomic(tmp_path / "pipe", b"through", through=True)
    assert os.read(read, 100) == b"through"
    os.close(read)
    script = "from deckgen.files import *; write_atomic(Path('/dev/stdout'), b'out', through=True)"
    with (tmp_path / "out").open("wb") as out:
        subprocess.run([sys.executable, "-c", script], stdout=out, check=True)  # noqa: S603  our own script
        assert (tmp_path / "out").stat().st_ino == os.fstat(out.fileno()).st_ino
    assert (tmp_path / "out").read_bytes() == b"out"


@pytest.mark.finding("R2")
def test_links_are_followed_and_modes_stay(tmp_path):
    real = tmp_path / "elsewhere" / "real"
    real.parent.mkdir()
    real.write_text("old")
    real.chmod(0o640)
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.txt").symlink_to(real)
    for write in (
        lambda: write_atomic(folder / "a.txt", b"one"),
        lambda: write_folder(folder, [("a.txt", b"set")]),
    ):
        write()
        assert (folder / "a.txt").is_symlink()
        assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert real.read_text() == "set"


@pytest.mark.finding("R2")
def test_new_files_have_the_mode_that_the_user_wants(tmp_path):
    before = os.umask(0o027)
    try:
        write_atomic(tmp_path / "one", b"")
        write_folder(tmp_path, [("two", b"")])
    finally:
        os.umask(before)
    assert [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("one", "two")] == [0o640, 0o640]


@pytest.mark.finding("R18")
def test_files_and_the_names_of_files_are_on_the_disk_before_and_after_they_move(tmp_path, monkeypatch):
    synced = []
    real = os.fsync
    monkeypatch.setattr("os.fsync", lambda handle: (synced.append(os.fstat(handle)), real(handle))[1])

    def kinds():
        kinds = ["folder" if stat.S_ISDIR(each.st_mode) else "file" for each in synced]
        synced.clear()
        return kinds

    write_atomic(tmp_path / "a", b"x", lasting=False)
    assert kinds() == []
    write_atomic(tmp_path / "a", b"x")
    assert kinds() == ["file", "folder"]
    write_folder(tmp_path, [("a", b"x"), ("b", b"y")])
    assert kinds() == ["file", "file", "folder"]


@pytest.mark.finding("R19")
def test_a_name_may_be_as_long_as_the_system_allows(tmp_path):
    longest = "n" * 250
    write_atomic(tmp_path / longest / longest, b"x")
    write_folder(tmp_path / longest, [(f"{longest[:-1]}m", b"x")])
    with pytest.raises(DeckgenError, match="name too long; choose another path"):
        write_atomic(tmp_path / ("n" * 300), b"x")


def test_where_files_cannot_be_locked_all_is_written_and_nothing_swept(tmp_path, monkeypatch):
    monkeypatch.setattr("deckgen.staging.try_lock", lambda _: None)
    (tmp_path / ".deckgen-01234567").write_text("whose?")
    write_folder(tmp_path, [("a", b"x")])
    write_atomic(tmp_path / "b", b"x")
    assert found(tmp_path) == {"a": "x", "b": "x", ".deckgen-01234567": "whose?"}


def test_a_lock_is_one_process_s(tmp_path):
    handles = [os.open(tmp_path / "a", os.O_RDWR | os.O_CREAT) for _ in range(2)]
    assert [try_lock(handle) for handle in handles] == [True, False]
    os.close(handles[0])
    assert try_lock(handles[1])
    os.close(handles[1])
