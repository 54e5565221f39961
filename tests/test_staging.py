import json
import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from deckgen.errors import DeckgenError
from deckgen.files import whole_file, whole_folder, write_folder, write_whole
from deckgen.staging import lock, sweep

NAMES = ("a.txt", "b.txt", "new/c.txt")
KILLED = """
import os, sys
from pathlib import Path
from deckgen.files import write_folder, write_whole
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
ONE = "write_whole(Path(sys.argv[1], 'a.txt'), b'new')"


def killed(folder, write, owner, step, after=0):
    """Let a process write there and end without a word before it does such a step for the so manieth time."""
    script = KILLED.format(owner=owner, step=step, after=after, write=write)
    done = subprocess.run([sys.executable, "-c", script, folder], check=False)  # noqa: S603  our own script
    assert done.returncode == 9


def found(folder):
    return {
        str(path.relative_to(folder)): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def staged(folder):
    return list(folder.glob(".deckgen-*"))


@pytest.mark.finding("R10")
@pytest.mark.parametrize(
    ("owner", "step", "after"),
    [
        ("Path", "write_bytes", 1),
        ("os", "link", 1),
        ("Path", "replace", 0),
        ("Path", "replace", 1),
        ("Path", "replace", 2),
        ("Path", "unlink", 0),
    ],
)
def test_what_a_kill_leaves_of_a_set_is_undone_by_the_next_that_writes_there(tmp_path, owner, step, after):
    before = {"a.txt": "old", "b.txt": "old"}
    for name, text in before.items():
        (tmp_path / name).write_text(text)
    killed(tmp_path, SET, owner, step, after)
    assert len(staged(tmp_path)) == 1
    write_whole(tmp_path / "other.txt", b"x")
    assert found(tmp_path) == {**before, "other.txt": "x"}
    assert not (tmp_path / "new").exists()


@pytest.mark.finding("R18")
def test_what_a_kill_leaves_of_a_file_goes_when_the_next_is_written_there(tmp_path):
    killed(tmp_path, ONE, "os", "fsync")
    assert len(staged(tmp_path)) == 1
    write_whole(tmp_path / "b.txt", b"x")
    assert found(tmp_path) == {"b.txt": "x"}


def test_what_was_changed_after_the_kill_stays_as_it_is(tmp_path):
    (tmp_path / "a.txt").write_text("old")
    killed(tmp_path, SET, "Path", "replace", 2)
    (tmp_path / "a.txt").write_text("mine")
    sweep(tmp_path)
    assert found(tmp_path) == {"a.txt": "mine"}


def test_what_a_living_process_writes_is_not_touched(tmp_path):
    with whole_folder(tmp_path) as stage, whole_file(tmp_path / "one") as file:
        (stage / "a.txt").write_text("a")
        sweep(tmp_path)
        file.write(b"one")
    assert found(tmp_path) == {"a.txt": "a", "one": "one"}


def test_only_what_is_named_like_staging_is_swept(tmp_path):
    kept = [".deckgen-notes", ".deckgen-0123456", ".deckgen-012345678", "deckgen-01234567"]
    for name in kept:
        (tmp_path / name).write_text("mine")
    (tmp_path / ".deckgen-01234567").write_text("nobody's")
    full = tmp_path / ".deckgen-76543210"  # a stage has its lock from the first to the last
    full.mkdir()
    (full / "mine").write_text("mine")
    (tmp_path / ".deckgen-aaaaaaaa").mkdir()
    sweep(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*kept, full.name])


@pytest.mark.parametrize("target", ["../victim", "{outside}/victim", "link/victim"])
def test_a_forged_record_moves_nothing(tmp_path, target):
    """A stage may come with a stranger's folder."""
    folder, outside = tmp_path / "game", tmp_path / "outside"
    stage = folder / ".deckgen-01234567"
    for place in (outside, stage / "old" / "link", stage / "new"):
        place.mkdir(parents=True)
    victim = outside / "victim"
    victim.write_text("mine")
    (folder / "link").symlink_to(outside)
    (tmp_path / "victim").write_text("mine")
    name = target.format(outside=outside)
    (stage / "lock").write_text("")
    (stage / "old" / "link" / "victim").write_text("forged")
    seen = (folder / name).stat()
    guess = seen.st_ino + (target == "link/victim")  # who forges cannot know it
    said = {"folders": [], "files": [[name, guess, seen.st_size, seen.st_mtime_ns]]}
    (stage / "moves.json").write_text(json.dumps(said))
    sweep(folder)
    assert (victim.read_text(), (tmp_path / "victim").read_text()) == ("mine", "mine")
    assert not stage.exists()


def sweep_as(owner, home, folder):
    """Let a process of this user, or of another who owns that home, sweep a folder; return its number."""
    if owner == "stranger":
        for path in (home, *home.rglob("*")):
            os.chown(path, 12345, 12345, follow_symlinks=False)
        for path in home.parents:  # pytest's folders are the user's own
            if Path(tempfile.gettempdir()) in path.parents:
                path.chmod(path.stat().st_mode | 0o001)
    if (child := os.fork()) == 0:
        if owner == "stranger":
            os.setgroups([])
            os.setgid(12345)
            os.setuid(12345)
        sweep(folder)
        os._exit(0)
    return child


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")  # the child calls no thread
@pytest.mark.parametrize("owner", ["self", "stranger"])
@pytest.mark.parametrize("parent", ["a/b/" * 3, ""])
def test_a_forged_record_reaches_no_file_outside_by_many_names_of_one_file(tmp_path, owner, parent):
    """Links to the folder itself give one file as many names, each a guess of its inode; another link leads out."""
    if owner == "stranger" and os.geteuid() != 0:
        pytest.skip("only root can become another user")
    home = tmp_path / "home"
    game, stage = home / "game", home / "game" / ".deckgen-01234567"
    victim = home / ".bashrc"
    names = [f"{'a/' * left}{'b/' * right}{parent}h/.bashrc" for left in range(6) for right in range(6)]
    for folder in {"", *(Path(name).parent for name in names)}:
        (stage / "new" / folder).mkdir(parents=True, exist_ok=True)
        (stage / "old" / folder).mkdir(parents=True, exist_ok=True)
    (stage / "lock").touch()
    victim.write_text("mine")
    for name, target in (("a", "."), ("b", "."), ("h", "..")):
        (game / name).symlink_to(target)
    seen = victim.stat()
    files = [[name, seen.st_ino - 9 + at, seen.st_size, seen.st_mtime_ns] for at, name in enumerate(names)]
    assert seen.st_ino in {inode for _, inode, *_ in files}
    for name in names:
        (stage / "old" / name).write_text("forged")
    (stage / "moves.json").write_text(json.dumps({"folders": ["h/game"], "files": files}))
    child = sweep_as(owner, home, game)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert victim.read_text() == "mine"
    assert not stage.exists()


def test_a_forged_record_reaches_nothing_that_its_stage_could_not_have_written(tmp_path):
    """The folder below which a game was unpacked holds other files, too."""
    stage, victim = tmp_path / ".deckgen-01234567", tmp_path / "mine" / "notes"
    for folder in (stage / "new", victim.parent):
        folder.mkdir(parents=True)
    (stage / "lock").touch()
    victim.write_text("mine")
    seen = victim.stat()
    files = [["mine/notes", seen.st_ino, seen.st_size, seen.st_mtime_ns]]
    (stage / "moves.json").write_text(json.dumps({"folders": [], "files": files}))
    sweep(tmp_path)
    assert victim.read_text() == "mine"
    assert not stage.exists()


def test_files_behind_links_are_written_after_the_moves_and_stay_after_a_kill(tmp_path):
    outside, folder = tmp_path / "outside", tmp_path / "folder"
    outside.mkdir()
    folder.mkdir()
    (folder / "a.txt").write_text("old")
    (folder / "b.txt").symlink_to(outside / "b.txt")
    (outside / "b.txt").write_text("old")
    killed(folder, SET, "Path", "replace", 2)  # both moves are made, the file behind the link is not written
    sweep(folder)
    assert found(folder) == {"a.txt": "old", "b.txt": "old"}
    write_folder(folder, [(name, b"new") for name in NAMES])
    assert (outside / "b.txt").read_text() == "new"
    assert (folder / "b.txt").is_symlink()


@pytest.mark.finding("R14")
@pytest.mark.parametrize(
    "said",
    [
        "pipe",
        "[" * 100_000,
        "5",
        '{"folders": 5, "files": []}',
        '{"folders": [], "files": [[5, 1, 1, 1]]}',
        '{"folders": [], "files": [[]]}',
        '{"folders": [], "files": [["a", 1]]}',
        '{"folders": ["\\ud800"], "files": [["\\ud800", 1, 1, 1]]}',
        '{"folders": ["link/empty"], "files": []}',
    ],
)
def test_a_record_that_is_none_keeps_nobody_from_writing(tmp_path, said):
    stage, empty = tmp_path / "game" / ".deckgen-01234567", tmp_path / "outside" / "empty"
    for folder in (stage, empty):
        folder.mkdir(parents=True)
    (tmp_path / "game" / "link").symlink_to(empty.parent)
    (stage / "lock").touch()
    if said == "pipe":
        os.mkfifo(stage / "moves.json")
    else:
        (stage / "moves.json").write_text(said)
    write_whole(tmp_path / "game" / "a.txt", b"new")
    assert found(tmp_path / "game")["a.txt"] == "new"
    assert empty.is_dir()


@pytest.mark.finding("R18")
@pytest.mark.parametrize("forged", ["link", "guesses", "pipe"])
def test_a_forged_stage_takes_no_file_through_its_links_nor_by_guessing_and_waits_for_nobody(
    tmp_path, forged
):
    secret, stage = tmp_path / "secret", tmp_path / "game" / ".deckgen-01234567"
    for place in (secret, stage):
        place.mkdir(parents=True)
    there = stage.parent / "victim"
    for path in (secret / "victim", there):
        path.write_text(path.parent.name)
    (stage / "lock").write_text("")
    seen = there.stat()
    guesses = [seen.st_ino + more for more in range(3 if forged == "guesses" else 1)]
    said = {
        "folders": [],
        "files": [["victim", inode, seen.st_size, seen.st_mtime_ns] for inode in guesses],
    }
    if forged == "pipe":
        os.mkfifo(stage / "moves.json")
    else:
        (stage / "moves.json").write_text(json.dumps(said))
    if forged == "link":
        (stage / "old").symlink_to(secret)
    sweep(stage.parent)
    assert ((secret / "victim").read_text(), there.read_text()) == ("secret", "game")


@pytest.mark.finding("R18")
@pytest.mark.parametrize("part", ["new", "old"])
@pytest.mark.parametrize("forged", ["pipe", "link", "file"])
def test_what_stands_in_a_stage_for_a_folder_of_files_is_taken_away_unopened(tmp_path, part, forged):
    """To open a pipe for reading is to wait for whoever writes."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "file").touch()
    stage = tmp_path / "game" / ".deckgen-01234567"
    stage.mkdir(parents=True)
    (stage / "lock").touch()
    if forged == "pipe":
        os.mkfifo(stage / part)
    elif forged == "link":
        (stage / part).symlink_to(tmp_path / "mine")
    else:
        (stage / part).touch()
    sweep(stage.parent)
    assert not stage.exists()
    assert (tmp_path / "mine" / "file").exists()


@pytest.mark.finding("R10")
@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="no folder here that takes no files")
def test_a_folder_in_which_nothing_can_be_made_is_told():
    """There it is the file that is not found, as if its folder were gone: nothing is tried again for ever."""
    with pytest.raises(DeckgenError, match="No such file or directory"):
        write_whole(Path("/proc/self/x.pdf"), b"")


@pytest.mark.finding("R10")
def test_all_places_are_looked_at_before_the_first_file_moves(tmp_path):
    (tmp_path / "b.txt").mkdir()
    (tmp_path / "new").write_text("a file")
    with pytest.raises(DeckgenError) as raised:
        write_folder(tmp_path, [(name, b"new") for name in NAMES])
    assert [(fault.file, fault.what) for fault in raised.value.faults] == [
        (str(tmp_path / "b.txt"), "Is a directory"),
        (str(tmp_path / "new/c.txt"), "Not a directory"),
    ]
    assert found(tmp_path) == {"new": "a file"}
    assert staged(tmp_path) == []


def test_a_move_that_fails_takes_back_those_before_it(tmp_path, monkeypatch):
    (tmp_path / "a.txt").write_text("old")
    real = Path.replace

    def failing(self, target):
        if target == tmp_path / "b.txt":
            raise OSError(5, "Input/output error")
        return real(self, target)

    monkeypatch.setattr(Path, "replace", failing)
    with pytest.raises(DeckgenError, match="Input/output error"):
        write_folder(tmp_path, [(name, b"new") for name in NAMES])
    assert found(tmp_path) == {"a.txt": "old"}
    assert staged(tmp_path) == []
    assert not (tmp_path / "new").exists()


def test_without_links_a_copy_is_kept(tmp_path, monkeypatch):
    monkeypatch.setattr("os.link", lambda *_: (_ for _ in ()).throw(OSError(1, "no links")))
    (tmp_path / "a.txt").write_text("old")
    test_a_move_that_fails_takes_back_those_before_it(tmp_path, monkeypatch)


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
def test_devices_are_written_through(tmp_path, device):
    write_whole(device, b"lost")
    assert stat.S_ISCHR(device.lstat().st_mode)
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "b.txt").symlink_to(device)
    write_folder(folder, [(name, b"new") for name in NAMES])
    assert stat.S_ISCHR((folder / "b.txt").stat().st_mode)
    assert found(folder) == {"a.txt": "new", "new/c.txt": "new"}


@pytest.mark.finding("R2")
def test_pipes_and_open_files_are_written_through(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    read = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_whole(tmp_path / "pipe", b"through")
    assert os.read(read, 100) == b"through"
    os.close(read)
    script = "from deckgen.files import *; write_whole(Path('/dev/stdout'), b'out')"
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
        lambda: write_whole(folder / "a.txt", b"one"),
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
        write_whole(tmp_path / "one", b"")
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

    write_whole(tmp_path / "a", b"x", lasting=False)
    assert kinds() == []
    write_whole(tmp_path / "a", b"x")
    assert kinds() == ["file", "folder"]
    write_folder(tmp_path, [("a", b"x"), ("b", b"y")])
    assert kinds() == ["file", "file", "folder", "file", *["folder"] * 5]


@pytest.mark.finding("R19")
def test_a_name_may_be_as_long_as_the_system_allows(tmp_path):
    longest = "n" * 250
    write_whole(tmp_path / longest / longest, b"x")
    write_folder(tmp_path / longest, [(f"{longest[:-1]}m", b"x")])
    with pytest.raises(DeckgenError, match="name too long; choose another place"):
        write_whole(tmp_path / ("n" * 300), b"x")


def test_where_files_cannot_be_locked_all_is_written_and_nothing_swept(tmp_path, monkeypatch):
    monkeypatch.setattr("deckgen.staging.lock", lambda _: None)
    (tmp_path / ".deckgen-01234567").write_text("whose?")
    write_folder(tmp_path, [("a", b"x")])
    write_whole(tmp_path / "b", b"x")
    assert found(tmp_path) == {"a": "x", "b": "x", ".deckgen-01234567": "whose?"}


def test_a_lock_is_one_process_s(tmp_path):
    handles = [os.open(tmp_path / "a", os.O_RDWR | os.O_CREAT) for _ in range(2)]
    assert [lock(handle) for handle in handles] == [True, False]
    os.close(handles[0])
    assert lock(handles[1])
    os.close(handles[1])
