"""The commands of the README and of docs/commands.md work and are all there, and the README's files and pictures exist."""

import re
import shlex
from pathlib import Path

from cli_fixtures import ELSEWHERE, built, run, white_pictures

from deckgen.cli.program import program

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
CONSOLE = re.findall(r"^```console\n(.*?)^```", COMMANDS, re.DOTALL | re.MULTILINE)
SHELL = re.findall(r"^```sh\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


def test_console_blocks_run_one_after_the_other(tmp_path, monkeypatch):
    white_pictures(monkeypatch)
    monkeypatch.chdir(tmp_path)
    lines = [line for block in CONSOLE for line in block.splitlines()]
    assert len(lines) > 8
    for line in lines:
        prompt, name, *arguments = shlex.split(line)
        assert (prompt, name) == ("$", "deckgen")
        # what takes long: tests/cli solve a small game from nothing, and other tests make these very calls
        without_place = arguments[:-2] if "-o" in arguments else arguments
        if arguments[0] == "solve" or tuple(without_place) in ELSEWHERE:
            program.commands[arguments[0]].make_context(arguments[0], arguments[1:])
            continue
        result = run(*arguments)
        if "-o" in arguments:
            assert result.stdout == ""
            assert (tmp_path / arguments[arguments.index("-o") + 1]).exists()


def test_shell_blocks_name_targets_of_the_makefile_and_commands_that_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for line in (line for block in SHELL for line in block.splitlines()):
        words = shlex.split(line, comments=True)
        if words[0] == "make":
            assert f"\n{words[1]}:" in makefile
        elif words[0] == "deckgen":
            program.commands[words[1]].make_context(words[1], words[2:])
        else:
            assert words == ["pip", "install", "."]


def test_every_command_is_told():
    shown = {name for name, command in program.commands.items() if not command.hidden}
    assert set(re.findall(r"deckgen\s([a-z-]+)", COMMANDS)) >= shown


def test_the_files_that_build_writes_are_those_of_the_table():
    named = set()
    for first, ending in re.findall(r"^\| `(future-imperfect-[^`]*)`(?:, `([^`]*)`)?", README, re.MULTILINE):
        named |= {first, *([str(Path(first).with_suffix(ending))] if ending else [])}
    assert built().keys() == named


def test_links_within_the_project_lead_somewhere():
    for target in re.findall(r'\]\((?!http|#)([^)]+)\)|src="([^"]+)"', README):
        assert (ROOT / (target[0] or target[1])).is_file(), target
    headings = {
        re.sub(r"[^a-z0-9 -]", "", h.lower()).replace(" ", "-") for h in re.findall(r"^#+ (.*)", README, re.MULTILINE)
    }
    assert set(re.findall(r"\]\(#([^)]+)\)", README)) <= headings


def test_it_is_short():
    assert len(README.splitlines()) <= 120


def test_the_changelog_answers_the_question_for_every_version():
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = changelog.split("\n## ")[1:]
    assert versions
    for version in versions:
        assert "**Do old seeds still give the same deck?**" in version
