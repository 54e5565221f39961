from io import BytesIO

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from deckgen.catalogs import compile_catalog, read_catalog, translated, updated
from deckgen.errors import GameError

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n'
LINE = HEADER.count("\n") + 2
"""The line after the header and an empty one."""


def written(tmp_path, text, name="es.po", header=HEADER):
    (tmp_path / "languages").mkdir(exist_ok=True)
    path = tmp_path / "languages" / name
    path.write_bytes(text if isinstance(text, bytes) else f"{header}\n{text}\n".encode())
    return path


def problems_of(path):
    with pytest.raises(GameError) as caught:
        read_catalog(path)
    assert all(problem.file == str(path) for problem in caught.value.problems)
    return [(problem.line, problem.message, problem.remedy) for problem in caught.value.problems]


@pytest.mark.parametrize(("text", "line", "message", "remedy"), [
    ('msgid "page {n}"\nmsgstr "página"', 0, 'braces of "página" differs', "keep these as they are: {n}"),
    ('msgid "page {n}"\nmsgstr "página {m}"', 0, 'braces of "página {m}" differs', "{n}"),
    ('msgid "page {n}"\nmsgstr "página {n:>999999}"', 0, "differs from the original", "{n}"),
    ('msgid "page {n}"\nmsgstr "página {n.real}"', 0, "differs from the original", "{n}"),
    ('msgid "page {n}"\nmsgstr "página {n!r}"', 0, "differs from the original", "{n}"),
    ('msgid "page"\nmsgstr "página {n}"', 0, "differs from the original", "none"),
    ('msgid "page {n}"\nmsgstr "página {n"', 0, "has a brace without its other one", "write both"),
    ('msgid "page {n"\nmsgstr "página"', 0, "has a brace without its other one", "write both"),
    ('msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"', 3, '"a" is also in line 4', "keep one of the two"),
    ('#, fuzzy\nmsgid "a"\nmsgstr "b"', 1, '"a" is marked fuzzy', "delete the word fuzzy"),
    ('msgid "a\nmsgstr "b"', 0, "this line is none of a catalog's", 'write msgid "..."'),
    ('msgid "a"\nmsgstr "say "b""', 1, "this line is none of a catalog's", '\\"'),
    ('msgid "a"\nmsgstr: "b"', 1, "this line is none of a catalog's", "msgstr"),
    ('msgid "a"\n\nmsgid "b"\nmsgstr "c"', 0, "missing msgstr", "below it its msgstr"),
    ('msgid "a"\nmsgstr "b\x1b[31m"', 0, "controls a terminal", "delete it"),
    ('msgid "{count} card"\nmsgid_plural "{count} cards"\nmsgstr[0] "una carta"', 0, "lacks a plural form", "write all 3"),
    ('msgid "{count} card"\nmsgid_plural "{count} cards"\nmsgstr[0] "a"\nmsgstr[1] "b"\nmsgstr[2] "{total}"', 0, "differs", "count"),
    ('msgid "{count} card"\nmsgid_plural "{count} cards"\nmsgstr[4] "una carta"', 0, "more translations than num_plurals", "msgstr"),
])  # fmt: skip
def test_each_fault_is_told_with_its_line_and_a_remedy(tmp_path, text, line, message, remedy):
    ((told_line, told, cure), *others) = problems_of(written(tmp_path, text))
    assert (told_line, others) == (LINE + line, [])
    assert message in told
    assert remedy in cure


@pytest.mark.parametrize(("header", "message", "remedy"), [
    ("Content-Type: text/plain; charset=iso-8859-1", "the header says iso-8859-1", "charset=utf-8"),
    ("Language: de", "the header says de", "Language: es"),
    ("Plural-Forms: nplurals=2; plural=n//", "cannot be a plural formula", "Plural-Forms: nplurals=3"),
    ("Plural-Forms: nplurals=2; plural=n%0;", "cannot be a plural formula", "Plural-Forms: nplurals=3"),
    ("Plural-Forms: nplurals=1; plural=n!=1;", "cannot be a plural formula", "Plural-Forms: nplurals=3"),
    ("Plural-Forms: nplurals=many; plural=0;", "Babel cannot read this", "deckgen new-language"),
    ("PO-Revision-Date: tomorrow", "Babel cannot read this", "deckgen new-language"),
])  # fmt: skip
def test_faults_of_headers_are_told(tmp_path, header, message, remedy):
    ((_, told, cure),) = problems_of(written(tmp_path, "", header=f'msgid ""\nmsgstr "{header}\\n"\n'))
    assert message in told
    assert remedy in cure


def test_all_faults_are_told_at_once(tmp_path):
    text = 'msgid "a {n}"\nmsgstr "b"\n\n#, fuzzy\nmsgid "c"\nmsgstr "d"'
    assert [line for line, *_ in problems_of(written(tmp_path, text))] == [4, 8]


def test_other_encodings_and_files_that_are_no_catalogs_are_told(tmp_path):
    ((line, told, remedy),) = problems_of(written(tmp_path, 'msgid "a"\nmsgstr "\u00e1"\n'.encode("latin-1")))
    assert (line, told, remedy) == (2, "this is not UTF-8", "save the file as UTF-8")
    assert "the file has" in problems_of(written(tmp_path, b"#" * 1_000_001))[0][1]
    (tmp_path / "languages" / "fr.po").mkdir()
    assert "folder" in problems_of(tmp_path / "languages" / "fr.po")[0][1]
    outside = tmp_path / "outside.po"
    outside.write_text("")
    game = tmp_path / "game"
    game.mkdir()
    link = written(game, "", "it.po")
    link.unlink()
    link.symlink_to(outside)
    assert "outside its folder" in problems_of(link)[0][1]


def test_what_editors_write_is_read(tmp_path):
    header = (
        '# Mine.\nmsgid ""\nmsgstr ""\n"Project-Id-Version: my game\\n"\n"PO-Revision-Date: 2026-11-27 10:00+0100\\n"\n'
        '"Language: es_MX\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
    )
    text = 'msgid ""\n"seed "\n"{seed}"\nmsgstr "semilla {seed}"\n\n#~ msgid "gone"\n#~ msgstr "ido"'
    path = written(tmp_path, text.replace("\n", "\r\n"), header="\ufeff" + header)
    catalog = read_catalog(path)
    assert catalog.num_plurals == 2
    assert compile_catalog(catalog).gettext("seed {seed}") == "semilla {seed}"
    assert list(translated(catalog)) == ["seed {seed}"]


def test_a_catalog_keeps_its_translations_when_it_is_updated(tmp_path):
    template = Catalog()
    template.add("new")
    template.add(("{count} card", "{count} cards"), locations=[("a.py", 0)])
    path = written(tmp_path, 'msgid "old"\nmsgstr "viejo"\n\nmsgid "new"\nmsgstr "nuevo"', header="# Mine\n" + HEADER)
    content = updated(path, template, "# Ours")
    path.write_bytes(content)
    assert content.startswith(b'# Mine\nmsgid ""\nmsgstr ""\n"Content-Type')
    assert b"old" not in content
    assert {phrase: message.string for phrase, message in translated(read_catalog(path)).items()} == {"new": "nuevo"}
    assert updated(path, template, "# Ours") == content
    empty = updated(tmp_path / "pl.po", template, "# Ours")
    assert empty.startswith(b"# Ours\n")
    assert read_po(BytesIO(empty)).num_plurals == 3
