"""Pages of one file: scripts joined and packed, and a policy that names them."""

import re
import zlib
from base64 import b64decode, b64encode
from hashlib import sha256

from deckgen.web.page import joined, packed, policy, short


def test_remarks_and_indents_are_left_out_and_code_is_not():
    text = '/** What it is. */\nvar a = 1; // stays\n  // goes\n  /* goes\n   too */\n  b("// no remark");\n'
    assert short(text) == 'var a = 1; // stays\nb("// no remark");\n'


def test_modules_are_joined_without_imports_and_exports(tmp_path):
    one, two = tmp_path / "one.js", tmp_path / "two.js"
    one.write_text("export const a = 1;\nexport function b() {\n  return a;\n}\n", encoding="utf-8")
    two.write_text('import {\n  a, b,\n} from "./one.js";\n\nconst c = a + b();\n', encoding="utf-8")
    script = joined([one, two])
    assert "import" not in script
    assert "export" not in script
    assert script.index("const a") < script.index("function b") < script.index("const c")


def test_what_is_packed_is_unpacked():
    text = "var a = 'ä';" * 50
    assert zlib.decompress(b64decode(packed(text))).decode() == text
    assert len(packed(text)) < len(text) / 4


def test_the_policy_lets_in_what_it_is_given_and_nothing_else():
    found = policy(["run()"], "a{}")
    for text in ("run()", "a{}"):
        assert b64encode(sha256(text.encode()).digest()).decode() in found
    assert "default-src 'none'" in found
    assert not re.search(r"unsafe|https?:|\*", found)
