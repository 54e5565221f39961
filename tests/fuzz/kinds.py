"""The nine kinds of input of the campaign: for each a function of chance that makes a case, and the files that all cases have."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import struct
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import mutate
from case import Case
from nasty import FORMULAS, NUMBERS, PATHS, TEXTS
from strategies import DRAWING, FORMULA, PATH, STYLE, drawn

SMALL = Path(__file__).parent / "small"
SHARES = {
    "yaml": 2095,
    "svg": 3007,
    "themes": 2943,
    "deck": 1590,
    "characters": 2168,
    "pdf": 1782,
    "files": 807,
    "cli": 1943,
    "preflight": 463,
}
"""Cases of each kind in the trial of 0.1.0, to whose table this campaign's is compared."""
GAME = ("--game", "game")
SHEET = "game/sheet/sheet.yaml"
NO_SHEET: dict[str, bytes | str] = {
    "game/sheet/sheet.yaml": "absent",
    "game/sheet/roster.yaml": "absent",
    "game/play.yaml": "absent",
}
"""The game without what takes most of the time to check and draw, and is not looked for in most cases."""


def make_base(*, warm: bool = True) -> dict[str, bytes]:
    """The files of a small game, and what the program makes of them: deck, run, PDFs, filled sheet.

    ``warm``: for thousands of cases, all that ships is read before they are forked.
    """
    base = {f"game/{path.relative_to(SMALL)}": path.read_bytes() for path in sorted(SMALL.rglob("*")) if path.is_file()}
    base = {
        name.replace("game/people/", "people/").replace("game/targets/", "targets/"): each
        for name, each in base.items()
    }
    before, kept = Path.cwd(), os.environ.get("DECKGEN_CACHE")
    with tempfile.TemporaryDirectory(prefix="fuzz-base-") as place:
        folder = Path(place)
        Case("base", (), base).write(folder, {})
        os.chdir(folder)
        os.environ["DECKGEN_CACHE"] = str(folder / "cache")
        try:
            _call("generate", "game", "--seed", "1", "-o", "decks/deck.json")
            _call("generate", "game", "--seed", "2", "-o", "decks/other.json")
            _call("batch", "game", "--count", "2", "--seed", "r", "-o", "run", "--certificate", "json")
            _call("render", "decks/deck.json", *GAME, "--reference", "none", "-o", "pdf/cards.pdf")
            _call("render", "decks/deck.json", *GAME, "--target", "targets/press.yaml", "-o", "pdf/press.pdf")
            _call("sheet", "game", "people/hero.yaml", "-o", "pdf/sheet.pdf")
            _call("tokens", "game", "-o", "pdf/tokens.pdf")
            for words in _WARM if warm else ():
                _call(*words.split())
        finally:
            os.chdir(before)
            os.environ.pop("DECKGEN_CACHE")
            if kept:
                os.environ["DECKGEN_CACHE"] = kept
        for path in sorted(folder.rglob("*")):
            name = str(path.relative_to(folder))
            if path.is_file() and name.startswith(("decks/", "run/", "pdf/", "cache/solutions", "cache/")):
                base[name] = path.read_bytes()
    base = {name: each for name, each in base.items() if not name.startswith("cache/checked")}
    base["people/people.xlsx"], base["people/people.ods"] = _workbooks(base["people/people.csv"].decode())
    base["pdf/sheet.xfdf"] = _xfdf(base["pdf/sheet.pdf"])
    return base


_WARM = (
    "games",
    "layouts",
    "targets",
    "validate game people/hero.yaml people/people.csv",
    "audit decks/deck.json --game game -o warm/a.pdf",
    "odds game -o warm/o.pdf",
    "map game -o warm/m.svg",
    "screen game -o warm/s.pdf",
    "examples game decks/deck.json -o warm/e.pdf",
    "play decks/deck.json --game game -o warm/p.html",
    "table decks/deck.json --game game -o warm/t.html",
    "contact decks/deck.json --game game -o warm/k.pdf",
    "box decks/deck.json --game game -o warm/b.pdf",
    "sheet game people/hero.yaml -o warm/s.html",
    "sheet game people/hero.yaml --roster -o warm/r.pdf",
    "sheet game people/hero.yaml --cards poker -o warm/c.pdf",
    "sheet game --export pdf/sheet.pdf -o warm/h.yaml",
    "calibrate -o warm/l.pdf",
    "ink pdf/tokens.pdf --dpi 36",
)


def _call(*words: str) -> None:
    from deckgen.cli.program import program

    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            program(list(words), prog_name="deckgen", standalone_mode=True)
        except SystemExit as end:
            if end.code not in {0, None} and words[0] not in {
                "batch",
                "audit",
            }:  # its 20 cards cannot be as independent as 54
                sys.exit(f"the campaign's own game: {' '.join(words)}: {_text(out)}")


def _text(out: io.TextIOWrapper) -> str:
    out.flush()
    return out.buffer.getvalue().decode()[-2000:]


def _workbooks(text: str) -> tuple[bytes, bytes]:
    sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
    from table_files import ods, xlsx

    rows = [line.split(",") for line in text.splitlines()]
    return xlsx(*rows), ods(*rows)


def _xfdf(content: bytes) -> bytes:
    from xml.sax.saxutils import escape, quoteattr

    from pypdf import PdfReader

    fields = PdfReader(io.BytesIO(content)).get_fields() or {}
    lines = []
    for name, field in fields.items():
        if "/FT" in field:
            inner = f"<value>{escape(str(field.get('/V', '')).lstrip('/'))}</value>"
            for part in reversed(name.split(".")):
                inner = f"<field name={quoteattr(part)}>{inner}</field>"
            lines.append(inner)
    return f'<?xml version="1.0"?><xfdf xmlns="http://ns.adobe.com/xfdf/"><fields>{"".join(lines)}</fields></xfdf>'.encode()


class Maker:
    """Makes the cases of a seed: the same kind and index, the same case."""

    def __init__(self, base: dict[str, bytes], seed: int) -> None:
        self.base, self.seed = base, seed
        self.yamls = [each.decode() for name, each in sorted(base.items()) if name.endswith(".yaml")]

    def case(self, kind: str, index: int) -> Case:
        """The case of that number."""
        chance = Random(f"{self.seed} {kind} {index}")  # noqa: S311  not for secrets
        made: Callable[[Random, int], Case] = getattr(self, kind)
        return made(chance, index)

    def text(self, name: str) -> str:
        return self.base[name].decode()

    def yaml(self, chance: Random, _: int) -> Case:
        names = [f"game/{each}.yaml" for each in ("game", "sections", "play")]
        files: dict[str, bytes | str] = {}
        for _ in mutate.several(chance, 2):
            name = chance.choice(names)
            files[name] = mutate.a_yaml(self.text(name), chance, self.yamls)
        if chance.random() < 0.85:
            files = {name: what for name, what in NO_SHEET.items() if "sheet" in name} | files
        commands = [
            ("validate", "game", "-q"),
            ("validate", "game", "--language", "de"),
            ("generate", "game", "--seed", "1", "-o", "out/deck.json"),
            ("odds", "game", "-o", chance.choice(("out/odds.csv", "out/odds.html", "out/odds.pdf"))),
            ("map", "game", "-o", chance.choice(("out/map.svg", "out/map.pdf"))),
            ("screen", "game", "-o", "out/screen.pdf"),
            ("rulings", "game", "-o", chance.choice(("out/rulings.txt", "out/rulings.html", "out/rulings.pdf"))),
            ("tokens", "game", "-o", "out/tokens.pdf"),
            ("templates", "game", "-o", "out/templates.pdf"),
            ("examples", "game", "decks/deck.json", "-o", chance.choice(("out/x.txt", "out/x.pdf"))),
            ("play", "decks/deck.json", *GAME, "-o", "out/play.html"),
            ("table", "decks/deck.json", *GAME, "-o", "out/table.html"),
            ("audit", "decks/deck.json", *GAME, "-o", "out/audit.json"),
            ("games",),
        ]
        if chance.random() < 0.03:
            return Case("yaml", (("build", "game", "--seed", "1", "-o", "out"),), files)
        if chance.random() < 0.3:
            drawing = chance.choice(
                [each for each in commands if each[0] in {"map", "screen", "templates", "tokens", "odds"}]
            )
            return Case("yaml", (commands[0], drawing), files)
        return Case("yaml", (chance.choice(commands),), files)

    def _drawn(self, kind: str, chance: Random, files: dict[str, bytes | str], *, sheet: bool) -> Case:
        """``validate``, and then what it passes is drawn."""
        if not sheet and chance.random() < 0.1:
            return Case(kind, (("validate", "game/look.svg", "-q"),), files)
        check = ("validate", "game", "-q")
        if not sheet and chance.random() < 0.9:
            files = {**NO_SHEET, **files}
        if sheet:
            draw = [
                ("sheet", "game", "-o", chance.choice(("out/s.pdf", "out/s.html"))),
                ("sheet", "game", "people/hero.yaml", "-o", "out/s.pdf"),
            ]
        else:
            draw = [
                (
                    "render",
                    "decks/deck.json",
                    *GAME,
                    "--card",
                    chance.choice("0137"),
                    "-o",
                    chance.choice(("out/c.svg", "out/c.pdf")),
                ),
                ("render", "decks/deck.json", *GAME, "-o", "out/cards.pdf"),
                ("render", "decks/deck.json", *GAME, "--target", "targets/press.yaml", "-o", "out/press.pdf"),
                ("map", "game", "-o", chance.choice(("out/map.svg", "out/map.pdf"))),
                ("tokens", "game", "-o", "out/tokens.pdf"),
                ("play", "decks/deck.json", *GAME, "-o", "out/play.html"),
            ]
            if chance.random() < 0.06:
                draw = [
                    ("render", "decks/deck.json", *GAME, "--card", "1", "--dpi", "72", "-o", "out/c.png"),
                    ("preview", "decks/deck.json", *GAME, "-o", "out"),
                    ("box", "decks/deck.json", *GAME, "-o", "out/box.pdf"),
                    ("new-layout", "mine", "--from", "game/look.svg", "-o", "out"),
                ]
        return Case(kind, (check, chance.choice(draw)), files)

    def svg(self, chance: Random, _: int) -> Case:
        if chance.random() < 0.2:
            name = "game/sheet/look/own.svg"
            return self._drawn("svg", chance, {name: mutate.an_svg(self.text(name), chance)}, sheet=True)
        return self._drawn(
            "svg", chance, {"game/look.svg": mutate.an_svg(self.text("game/look.svg"), chance)}, sheet=False
        )

    def themes(self, chance: Random, index: int) -> Case:
        which = chance.random()
        if which < 0.25:
            text = drawn(DRAWING, self.seed, index)
            return self._drawn("themes", chance, {"game/look.svg": text.encode("utf-8", "replace")}, sheet=False)
        if which < 0.35:
            text = self.text("game/look.svg").replace(
                ".plate {", drawn(STYLE, self.seed, index).replace("<", "") + " .plate {"
            )
            return self._drawn("themes", chance, {"game/look.svg": text.encode("utf-8", "replace")}, sheet=False)
        if which < 0.45:
            text = self.text("game/look.svg").replace(
                "M3.6 12.6 ", drawn(PATH, self.seed, index).replace('"', "").replace("<", "")
            )
            return self._drawn("themes", chance, {"game/look.svg": text.encode("utf-8", "replace")}, sheet=False)
        sheet = which > 0.85
        name = "game/sheet/look/own.yaml" if sheet else "game/look.yaml"
        text = self.text(name)
        if chance.random() < 0.4:
            text = text.replace(
                "slots:\n",
                f"slots:\n  {chance.choice(('skill', 'clock', 'coin', 'marks', 'place', 'words', 'steps', 'roll', 'impulse', 'sheet', 'card'))}: {{{_options(chance)}}}\n",
                1,
            )
            return self._drawn("themes", chance, {name: text.encode("utf-8", "surrogatepass")}, sheet=sheet)
        return self._drawn("themes", chance, {name: mutate.a_yaml(text, chance, self.yamls)}, sheet=sheet)

    def deck(self, chance: Random, _: int) -> Case:
        name = "decks/deck.json"
        files: dict[str, bytes | str] = {name: mutate.a_json(self.base[name], chance)}
        commands = [
            ("verify", name, *GAME),
            ("audit", name, *GAME, "-o", chance.choice(("-", "out/a.json", "out/a.pdf"))),
            ("render", name, *GAME, "--card", "1", "-o", chance.choice(("out/c.svg", "out/c.pdf"))),
            ("render", name, *GAME, "-o", "out/c.pdf"),
            ("render", name, *GAME, "--target", chance.choice(("foundry", "tabletop-simulator")), "-o", "out")
            if chance.random() < 0.1
            else ("render", name, *GAME, "--reference", "none", "--colophon-card", "-o", "out/c.pdf"),
            ("play", name, *GAME, "-o", "out/p.html"),
            ("table", name, *GAME, "-o", chance.choice(("out/t.pdf", "out/t.html", "out/t.csv", "out/t.md"))),
            ("diff", name, "decks/other.json", *GAME, "-o", "out/d.html"),
            ("odds", name, *GAME, "-o", "out/o.csv"),
            ("examples", "game", name, "-o", "out/x.txt"),
            ("cut", name, *GAME, "-o", "out/cut.svg"),
            ("box", name, *GAME, "-o", "out/b.pdf"),
            ("contact", name, *GAME, "-o", "out/k.pdf"),
        ]
        return Case("deck", (chance.choice(commands),), files)

    def characters(self, chance: Random, index: int) -> Case:
        which = chance.random()
        people = "people/hero.yaml"
        if which < 0.3:
            files: dict[str, bytes | str] = {people: mutate.a_yaml(self.text(people), chance, self.yamls)}
        elif which < 0.42:
            said = json.dumps(chance.choice([*NUMBERS, *TEXTS, *FORMULAS]))
            where = chance.choice(("lift", "skills.01.double", "age", "might", "nothing", "skills.99.double", "name"))
            text = self.text(people).replace('overrides: {lift: "7.5"}', f"overrides: {{{where}: {said}}}")
            files = {people: text.encode("utf-8", "surrogatepass")}
        elif which < 0.55:
            suffix = chance.choice(("csv", "csv", "xlsx", "ods"))
            people = f"people/people.{suffix}"
            if suffix == "csv":
                files = {people: mutate.a_csv(self.text(people), chance)}
            else:
                files = {
                    people: mutate.a_zip(
                        self.base[people], chance, lambda part, dice: mutate.an_svg(part.decode(), dice)
                    )
                }
        elif which < 0.75:
            formula = drawn(FORMULA, self.seed, index) if chance.random() < 0.6 else chance.choice(FORMULAS)
            old = chance.choice(("2 * level", "1.5 * might.die"))
            files = {SHEET: self.text(SHEET).replace(old, json.dumps(formula)).encode("utf-8", "surrogatepass")}
        else:
            name = chance.choice((SHEET, SHEET, SHEET, "game/sheet/roster.yaml"))
            files = {name: mutate.a_yaml(self.text(name), chance, self.yamls)}
        commands = [
            ("sheet", "game", people, "-o", "out/s.pdf"),
            ("sheet", "game", people, "--flat", "-o", "out/s.pdf"),
            ("sheet", "game", people, "-o", "out/s.html"),
            ("sheet", "game", people, "--roster", "-o", chance.choice(("out/r.pdf", "out/r.html"))),
            ("sheet", "game", people, "--cards", chance.choice(("poker", "large")), "-o", "out/k.pdf"),
            ("sheet", "game", "-o", chance.choice(("out/s.pdf", "out/s.html"))),
            ("sheet", "game", "--new", "-o", "out/n.yaml"),
            ("validate", "game", people),
            ("validate", people),
        ]
        if chance.random() < 0.3:
            return Case("characters", (("validate", "game", people, "-q"), chance.choice(commands[:5])), files)
        return Case("characters", (chance.choice(commands),), files)

    def pdf(self, chance: Random, _: int) -> Case:
        which = chance.random()
        if which < 0.55:
            name = "pdf/sheet.pdf"
            files: dict[str, bytes | str] = {name: mutate.a_pdf(self.base[name], chance)}
        elif which < 0.85:
            name = "pdf/sheet.xfdf"
            files = {name: mutate.an_svg(self.text(name), chance)}
            if chance.random() < 0.5:
                values = self.text(name).split("<value>")
                at = chance.randrange(1, len(values))
                said = mutate._quoted(chance.choice([*NUMBERS, *TEXTS, *PATHS, *FORMULAS]), chance)
                values[at] = said + "</value>" + values[at].partition("</value>")[2]
                files = {name: "<value>".join(values).encode("utf-8", "surrogatepass")}
        else:  # a character with odd texts goes out, and what was written is read again
            text = (
                self.text("people/hero.yaml")
                .replace('"the First"', "")
                .replace("Climb", json.dumps(chance.choice(TEXTS)))
            )
            files = {
                "people/hero.yaml": text.replace("Two lines", chance.choice(TEXTS)).encode("utf-8", "surrogatepass")
            }
            return Case(
                "pdf",
                (
                    ("sheet", "game", "people/hero.yaml", "-o", "out/s.pdf"),
                    ("sheet", "game", "--export", "out/s.pdf", "-o", "out/back.yaml"),
                ),
                files,
            )
        commands = [
            ("sheet", "game", "--export", name, "-o", "out/h.yaml"),
            ("sheet", "game", "--export", name, "-o", "-"),
            ("sheet", "game", "--import", name, "-o", "out/h.pdf"),
            ("sheet", "game", "--import", name, "-o", "out/h.html"),
        ]
        return Case("pdf", (chance.choice(commands),), files)

    def files(self, chance: Random, _: int) -> Case:
        which = chance.randrange(13)
        deck = "decks/deck.json"
        if which <= 1:
            name = "game/solutions.lock.json"
            commands = [
                ("generate", "game", "--seed", "1", "-o", "out/d.json"),
                ("verify", deck, *GAME),
                ("audit", deck, *GAME),
                ("solve", "game", "-o", "out/lock.json"),
            ]
            content = mutate.a_json(self.base[name], chance)
            if chance.random() < 0.7:
                content = _resealed(content)
            return Case("files", (chance.choice(commands),), {name: content})
        if which == 2:
            held = sorted(name for name in self.base if name.startswith("cache/") and name != "cache/")
            name = chance.choice(held) if held else "cache/x"
            content = mutate.a_json(self.base.get(name, b"{}"), chance)
            return Case(
                "files",
                (("verify", deck, *GAME),),
                {name: content, "game/solutions.lock.json": b""},
                {"DECKGEN_CACHE": "cache"},
            )
        if which == 3:
            name = f"targets/{chance.choice(('press', 'home'))}.yaml"
            files: dict[str, bytes | str] = {name: mutate.a_yaml(self.text(name), chance, self.yamls)}
            return Case("files", (("render", deck, *GAME, "--target", name, "-o", "out/c.pdf"),), files)
        if which == 4:
            profile = _profile(chance)
            target = self.text("targets/press.yaml") + "icc: own.icc\n"
            return Case(
                "files",
                (("render", deck, *GAME, "--target", "targets/press.yaml", "-o", "out/c.pdf"),),
                {"targets/press.yaml": target.encode(), "targets/own.icc": profile},
            )
        if which == 5:
            content = json.dumps({"office": {"x": 0.5, "y": -1.0, "rotate": 0.1}}).encode()
            commands = [
                ("render", deck, *GAME, "--printer", "office", "-o", "out/c.pdf"),
                ("calibrate", "--printer", "office", "-o", "out/c.pdf"),
                ("calibrate", "--printer", "office", "--set", "1,1"),
            ]
            return Case("files", (chance.choice(commands),), {"config/printers.json": mutate.a_json(content, chance)})
        if which == 6:
            held = sorted(name for name in self.base if name.startswith("run/"))
            name = "run/manifest.json" if chance.random() < 0.6 else chance.choice(held)
            content = (
                mutate.a_json(self.base[name], chance)
                if name.endswith(".json")
                else mutate.some_bytes(self.base[name], chance)
            )
            commands = [
                ("verify", "run", *GAME),
                ("audit", "run", *GAME),
                ("contact", "run", *GAME, "-o", "out/k.pdf"),
                ("render", "run", *GAME, "--target", "press-sheet", "-o", "out/s.pdf"),
                ("batch", "game", "--count", "2", "--seed", "r", "--certificate", "json", "-o", "run"),
            ]
            return Case("files", (chance.choice(commands),), {name: content})
        if which == 7:
            return self._font_or_picture(chance)
        if which in {8, 9}:
            return self._forged_run(chance)
        if which == 10:
            return self._stage(chance)
        # What stands where a file is expected, and is none.
        name = chance.choice(
            (
                "game/game.yaml",
                "game/look.svg",
                "game/look.yaml",
                deck,
                "people/hero.yaml",
                "people/people.csv",
                "people/face.png",
                "game/solutions.lock.json",
                "targets/press.yaml",
                "pdf/sheet.pdf",
                "pdf/sheet.xfdf",
                "run/manifest.json",
                "config/printers.json",
                SHEET,
                "game/more.yaml",
                "people/people.xlsx",
                "pdf/press.pdf",
            )
        )
        what = chance.choice(
            (
                "fifo",
                "folder",
                "link /dev/zero",
                "link ../outside/secret.yaml",
                "link /etc/passwd",
                "link " + Path(name).name,
                "link /dev/stdin",
                "sparse 3000000000",
                "sparse 60000000",
                "sparse 0",
                "link /proc/self/mem",
                "link /dev/full",
            )
        )
        commands = {
            "game": [
                ("validate", "game"),
                ("generate", "game", "--seed", "1", "-o", "out/d.json"),
                ("render", deck, *GAME, "-o", "out/c.pdf"),
                ("sheet", "game", "-o", "out/s.pdf"),
                ("solve", "game"),
            ],
            "decks": [
                ("verify", deck, *GAME),
                ("render", deck, *GAME, "-o", "out/c.pdf"),
                ("diff", deck, "decks/other.json", *GAME, "-o", "out/d.html"),
            ],
            "people": [
                (
                    "sheet",
                    "game",
                    name if not name.endswith("png") else "people/hero.yaml",
                    "-o",
                    "out/s.pdf",
                ),
                ("validate", "game", name),
            ],
            "targets": [
                ("render", deck, *GAME, "--target", name, "-o", "out/c.pdf"),
                ("tokens", "game", "--target", name, "-o", "out/t.pdf"),
            ],
            "pdf": [
                ("sheet", "game", "--export", name, "-o", "out/h.yaml"),
                ("preflight", name),
                ("ink", name, "--dpi", "36"),
                ("preflight", "pdf"),
            ],
            "run": [
                ("verify", "run", *GAME),
                ("audit", "run", *GAME),
                ("batch", "game", "--count", "2", "--seed", "r", "-o", "run"),
            ],
            "config": [
                ("render", deck, *GAME, "--printer", "office", "-o", "out/c.pdf"),
                ("calibrate", "--printer", "office", "--set", "1,1"),
            ],
        }
        return Case("files", (chance.choice(commands[name.split("/")[0]]),), {name: what})

    def _forged_run(self, chance: Random) -> Case:
        """A manifest whose id is right for what it says, or that of a run that is not finished, and neither true."""
        told = json.loads(self.base["run/manifest.json"])
        forged = mutate.tree(json.loads(self.base["run/manifest.json"]), chance)
        facts = {key: value for key, value in told.items() if key not in {"decks", "id"}}
        batch = ("batch", "game", "--count", "2", "--seed", "r", "--certificate", "json", "-o", "run")
        if chance.random() < 0.5 and isinstance(forged, dict):
            whole = {key: value for key, value in forged.items() if key != "id"}
            commands = [
                ("verify", "run", *GAME),
                ("audit", "run", *GAME),
                ("contact", "run", *GAME, "-o", "out/k.pdf"),
                ("render", "run", *GAME, "--target", "pdfvt", "-o", "out/v.pdf"),
                batch,
            ]
            content = _canonical({**whole, "id": f"sha256:{_sha256(_canonical(whole))}"})
            return Case("files", (chance.choice(commands),), {"run/manifest.json": content})
        decks = [mutate.tree(each, chance) for each in told["decks"]]
        bodies = [chance.choice((facts, facts, facts, forged)), *chance.choices(decks, k=chance.randrange(5))]
        content = b"".join(map(_canonical, bodies))
        if chance.random() < 0.2:
            content = mutate.some_bytes(content, chance)
        return Case("files", (batch,), {"run/manifest.json": "absent", "run/manifest.jsonl": content})

    def _stage(self, chance: Random) -> Case:
        """What a killed command seems to have left where another writes, and came with a stranger's folder."""
        folder = chance.choice(("run", "game"))
        stage = f"{folder}/.deckgen-{chance.getrandbits(32):08x}"
        specials = (
            "fifo",
            "folder",
            "link /dev/zero",
            "link ../..",
            "link ../../outside",
            "sparse 9000000000",
        )
        files: dict[str, bytes | str] = {
            f"{stage}/{name}": chance.choice((b"{}", *specials))
            for name in chance.sample(("new", "lock", "moves.json", "old/game.yaml", "sub/x.json", "cards.pdf"), k=3)
        }
        if chance.random() < 0.1:
            files = {stage: chance.choice(specials)}
        commands = [
            ("generate", "game", "--seed", "1", "-o", f"{folder}/x.json"),
            ("render", "decks/deck.json", *GAME, "--card", "1", "-o", f"{folder}/c.svg"),
            ("render", "decks/deck.json", *GAME, "--format", "svg", "-o", folder),
        ]
        return Case("files", (chance.choice(commands),), files)

    def _font_or_picture(self, chance: Random) -> Case:
        if chance.random() < 0.5:
            from deckgen.files import shipped_path

            font = (shipped_path("layouts") / "fonts" / "DejaVuSymbols-400Regular.ttf").read_bytes()
            theme = self.text("game/look.yaml") + "fonts: {bold: own.ttf}\n"
            files: dict[str, bytes | str] = {
                "game/look.yaml": theme.encode(),
                "game/own.ttf": mutate.some_bytes(font, chance),
            }
            return Case(
                "files",
                (("validate", "game", "-q"), ("render", "decks/deck.json", *GAME, "-o", "out/c.pdf")),
                files,
            )
        picture = mutate.some_bytes(self.base["people/face.png"], chance)
        if chance.random() < 0.3:
            picture = (
                b"\x89PNG\r\n\x1a\n"
                + struct.pack(
                    ">I4sII5s",
                    13,
                    b"IHDR",
                    chance.choice((0, 1, 10**5, 2**31 - 1)),
                    chance.choice((1, 10**5)),
                    b"\x08\x02\x00\x00\x00",
                )
                + picture[33:]
            )
        return Case(
            "files",
            (("sheet", "game", "people/hero.yaml", "-o", chance.choice(("out/s.pdf", "out/s.html"))),),
            {"people/face.png": picture},
        )

    def cli(self, chance: Random, _: int) -> Case:
        import click

        from deckgen.cli.program import SECTIONS, program

        name = chance.choice(
            [each for section in SECTIONS.values() for each in section if each not in {"studio", "watch"}]
        )
        context = click.Context(program)
        command = program.get_command(context, name)
        assert command is not None
        words = [name]
        for param in command.params:
            if isinstance(param, click.Argument):
                count = 1 if param.nargs == 1 else chance.choice((0, 1, 1, 2))
                words += [self._argument(param, chance) for _ in range(count)]
        for param in command.params:
            if not isinstance(param, click.Option) or not (param.required or chance.random() < 0.25):
                continue
            words.append(chance.choice(param.opts))
            if not param.is_flag:
                words.append(self._value(param, chance))
        if (
            not any(word in {"-o", "--output"} for word in words)
            and chance.random() < 0.8
            and name not in {"games", "layouts", "targets", "validate", "verify"}
        ):
            words += ["-o", chance.choice(("out", "out", "out/x", "-"))]
        if chance.random() < 0.08:
            words[chance.randrange(len(words))] = chance.choice([*PATHS, *TEXTS])
        if chance.random() < 0.05:
            words.insert(0, chance.choice(("--version", "--help", "--nope", "-q", "--may-read")))
        environment = {}
        if chance.random() < 0.15:
            environment["SOURCE_DATE_EPOCH"] = chance.choice(
                ("0", "-1", "abc", "1e9", "99999999999999", "", "1700000000", " 1", "²")
            )
        if chance.random() < 0.05:
            environment[
                chance.choice(("DECKGEN_CONFIG", "DECKGEN_MAY_READ", "HOME", "XDG_CACHE_HOME", "LANG", "COLUMNS"))
            ] = chance.choice([each for each in (*PATHS, *TEXTS) if "\0" not in each and _plain(each)])
        words = [word.replace("\0", "") if not _plain(word) or "\0" in word else word for word in words if _plain(word)]
        if "--jobs" in words:
            words[words.index("--jobs") + 1 : words.index("--jobs") + 2] = ["1"]
        for heavy, most in {"--count": 5, "--decks": 20, "--dpi": 1000, "--copies": 1000}.items():
            if (
                heavy in words[:-1]
                and words[words.index(heavy) + 1].isdecimal()
                and words[words.index(heavy) + 1].isascii()
                and int(words[words.index(heavy) + 1][:9]) > most
            ):
                words[words.index(heavy) + 1] = str(most)
        return Case("cli", (tuple(words),), {}, environment)

    def _argument(self, param, chance: Random) -> str:
        if chance.random() < 0.1:
            return chance.choice([*PATHS, *TEXTS])
        said = f"{param.name} {param.metavar or getattr(param.type, 'metavar', '')}".lower()
        if "name" in said:
            return chance.choice(("out/new", "mine", *TEXTS[:20]))
        if "pdf" in said or "file|folder" in said:
            return chance.choice(("pdf/press.pdf", "pdf/sheet.pdf", "pdf", "pdf/tokens.pdf"))
        if "deck" in said and "game" in said:
            return chance.choice(("game", "decks/deck.json"))
        if "deck" in said:
            return chance.choice(("decks/deck.json", "decks/deck.json", "decks/other.json", "run"))
        if "character" in said or "people" in said:
            return chance.choice(("people/hero.yaml", "people/people.csv", "people/people.xlsx"))
        if "json" in said:
            return chance.choice(("decks/deck.json", "decks/other.json"))
        return chance.choice(("game", "game", "game", "rough-magic", "people/hero.yaml", "game/look.svg"))

    def _value(self, param, chance: Random) -> str:
        if chance.random() < 0.2:
            return chance.choice([*NUMBERS, *PATHS, *TEXTS])
        import click

        names = {
            "game_folder": ["game"],
            "layout": ["poker", "game/look.svg", "magic-tarot", "west"],
            "target": [
                "home",
                "press",
                "targets/press.yaml",
                "targets/home.yaml",
                "foundry",
                "avery-5168",
                "press-sheet",
                "pdfvt",
                "tabletop-simulator",
                "drivethrucards",
            ],
            "paper": [
                "a4",
                "letter",
                "universal",
                "a3",
                "320x450mm",
                "12x18in",
                "1x1mm",
                "0x0mm",
                "1e9x1mm",
                "nanxnanmm",
                "-5x5mm",
                "5x5",
                "100000x100000mm",
            ],
            "language": ["de", "en", "xx", "DE", "de_DE"],
            "set_name": ["First set", "One", "first set"],
            "deck_name": ["main", "Main"],
            "printer": ["office"],
            "seed": ["1", "x" * 138, "ä", "", " "],
            "back_offset": ["0.5,-1", "nan,0", "1e308,1e308", "1,2,3", "inf,-inf"],
            "reading": ["0.5,-1", "nan,1", "1e9,1"],
            "numbers": ["1-2", "2-1", "0-0", "1-99999999999", "-", "1", "²-³"],
            "url": ["https://x/", "x\ny", "javascript:x"],
            "out": [
                "out",
                "out/x.pdf",
                "out/x.svg",
                "out/x.json",
                "out/x.html",
                "out/x.png",
                "out/x.csv",
                "out/x.txt",
                "out/x.zip",
                "-",
                "/dev/null",
                "/dev/full",
                "out/a/b/c.pdf",
                "game",
                "nowhere/x.pdf",
            ],
            "base": ["poker", "game/look.svg"],
        }
        if param.name in names:
            return chance.choice(names[param.name])
        if isinstance(param.type, click.types.IntParamType | click.types.FloatParamType) or "range" in param.type.name:
            least, most = getattr(param.type, "min", None), getattr(param.type, "max", None)
            return str(
                chance.choice(
                    (
                        0,
                        1,
                        2,
                        3,
                        7,
                        0.5,
                        -1,
                        least if least is not None else 0,
                        most if most is not None and most <= 1000 else 50,
                        "nan",
                        "inf",
                        "-inf",
                        "1e309",
                        "1_0",
                        "²",
                        "0x1",
                        " 1",
                    )
                )
            )
        if choices := getattr(param.type, "choices", None):
            return str(chance.choice([*choices, "nope", str(choices[0]).upper()]))
        return chance.choice(
            [
                *NUMBERS,
                *PATHS,
                *TEXTS,
                "rough-magic",
                "game",
                "people/hero.yaml",
                "pdf/sheet.pdf",
                "pdf/sheet.xfdf",
            ]
        )

    def preflight(self, chance: Random, _: int) -> Case:
        name = chance.choice(("pdf/press.pdf", "pdf/press.pdf", "pdf/cards.pdf", "pdf/sheet.pdf", "pdf/tokens.pdf"))
        content = mutate.a_pdf(self.base[name], chance)
        commands = [
            ("preflight", name, "-o", "out/r.json"),
            ("preflight", name, "--target", "targets/press.yaml"),
            ("preflight", name),
            ("ink", name, "--dpi", "36", "-o", "out/i.json"),
        ]
        return Case("preflight", (chance.choice(commands),), {name: content})


def _plain(word: str) -> bool:
    try:
        os.fsencode(word)
    except UnicodeEncodeError:
        return False
    return len(word) < 100_000


def _options(chance: Random) -> str:
    keys = (
        "size",
        "title",
        "title_size",
        "widget",
        "align",
        "gap",
        "radius",
        "icon",
        "icon_fill",
        "fill",
        "ink",
        "columns",
        "dot",
        "pad",
        "stripe",
        "head_size",
        "row_width",
        "rows",
        "face",
        "width",
        "corner",
        "frame_gap",
        "heading_size",
        "dash",
        "abreast",
        "plate",
        "three",
        "minimum",
        "overflow",
        "rotate",
        "text_size",
        "across",
    )
    said = [
        *NUMBERS,
        "none",
        "alarm",
        "ink",
        "icon-disc",
        "icon-nope",
        "grid",
        "clock",
        "words",
        "marks",
        "number",
        "bold",
        "true",
        "{}",
        "[1, 2]",
        '""',
        "-1",
        "0",
        "0.001",
        "999",
    ]
    return ", ".join(f"{chance.choice(keys)}: {chance.choice(said)}" for _ in range(chance.choice((1, 1, 2, 3))))


def _canonical(data: Any) -> bytes:
    from deckgen.deck.cards import canonical_json

    return canonical_json(data)


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _resealed(content: bytes) -> bytes:
    """A lock whose digest is right again, as one would have it that someone forges."""
    import re

    try:
        from deckgen.deck.solve import store

        seal = getattr(store, "sealed", None)
        if seal is not None:
            return bytes(seal(content))
    except Exception:  # noqa: BLE001, S110  then by hand
        pass
    found = re.search(rb'"sha256":"[0-9a-f]{64}",\n', content)
    if not found:
        return content
    rest = content[: found.start()] + content[found.end() :]
    return (
        content[: found.start()]
        + b'"sha256":"'
        + hashlib.sha256(rest).hexdigest().encode()
        + b'",\n'
        + content[found.end() :]
    )


def _profile(chance: Random) -> bytes:
    import deckgen.press
    from deckgen.files import shipped_path  # noqa: F401  the package's own place

    made = (Path(deckgen.press.__file__).parent / "targets" / "fogra39.icc").read_bytes()
    return mutate.some_bytes(made[: 1 << 20], chance)
