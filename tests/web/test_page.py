"""Pages of one file: templates, scripts joined and packed, and a policy that names them."""

import re
import zlib
from base64 import b64decode, b64encode
from hashlib import sha256

import pytest
from jinja2 import UndefinedError

from deckgen.language import load_language
from deckgen.sheet.web.page import FOLDER
from deckgen.web.page import (
    content_security_policy,
    environment,
    join_modules,
    mark_english,
    minify,
    pack_script,
)

SHEET = FOLDER / "templates"


def test_remarks_and_indents_are_left_out_and_code_is_not():
    text = '/** What it is. */\nvar a = 1; // stays\n  // goes\n  /* goes\n   too */\n  b("// no remark");\n'
    assert minify(text) == 'var a = 1; // stays\nb("// no remark");\n'


def test_modules_are_joined_without_imports_and_exports(tmp_path):
    one, two = tmp_path / "one.js", tmp_path / "two.js"
    one.write_text("export const a = 1;\nexport function b() {\n  return a;\n}\n", encoding="utf-8")
    two.write_text('import {\n  a, b,\n} from "./one.js";\n\nconst c = a + b();\n', encoding="utf-8")
    script = join_modules([one, two])
    assert "import" not in script
    assert "export" not in script
    assert script.index("const a") < script.index("function b") < script.index("const c")


def test_what_is_packed_is_unpacked():
    text = "var a = 'ä';" * 50
    assert zlib.decompress(b64decode(pack_script(text))).decode() == text
    assert len(pack_script(text)) < len(text) / 4


def test_the_policy_lets_in_what_it_is_given_and_nothing_else():
    found = content_security_policy(["run()"], "a{}")
    for text in ("run()", "a{}"):
        assert b64encode(sha256(text.encode()).digest()).decode() in found
    assert "default-src 'none'" in found
    assert not re.search(r"unsafe|https?:|\*", found)


# Templates: nothing of them is kept, and whatever is put into them is escaped.


@pytest.mark.finding("R8")
def test_nothing_that_is_run_is_kept_in_a_file(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path))
    assert environment(SHEET).get_template("blocks.html")
    assert environment(SHEET).bytecode_cache is None
    assert not any(tmp_path.iterdir())


def test_all_is_escaped_and_nothing_is_silently_empty():
    assert environment(SHEET).from_string("{{ a }}").render(a="<b>") == "&lt;b&gt;"
    with pytest.raises(UndefinedError):
        environment(SHEET).from_string("{{ a }}").render()


def test_phrases_that_stay_english_say_so_in_other_languages(tmp_path):
    page = (
        '<html lang="fr"><button class="a" data-all="1">All</button><td>Every total<td>Tout<p>All cards</p><b>Deck</b>'
    )
    (tmp_path / "languages").mkdir()
    (tmp_path / "languages" / "fr.po").write_text('msgid "Deck"\nmsgstr "Paquet"\n', encoding="utf-8")
    marked = mark_english(page, load_language("fr", tmp_path))
    assert re.findall(r'<(\w+)[^>]* lang="en">([^<]*)', marked) == [("button", "All"), ("td", "Every total")]
    assert marked.replace(' lang="en"', "") == page
    assert mark_english(page, load_language("de")) == page
    assert mark_english(page, load_language("en")) == page
