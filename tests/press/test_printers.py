import pytest
from hypothesis import given, strategies as st

from deckgen.errors import DeckgenError, PressError
from deckgen.press import printers
from deckgen.press.printers import PrinterOffset, find_printer, save_printer


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKGEN_CONFIG", str(tmp_path / "config"))
    return tmp_path / "config"


def test_what_is_kept_is_found_again(folder):
    assert printers.read_printers() == {}
    save_printer("office", PrinterOffset(0.5, -1, 0.2))
    save_printer("at home: Łódź", PrinterOffset(2, 0))
    save_printer("office", PrinterOffset(0.25, -1))
    assert find_printer("office") == PrinterOffset(0.25, -1.0, 0.0)
    assert set(printers.read_printers()) == {"office", "at home: Łódź"}
    assert [file.name for file in folder.iterdir()] == ["printers.json"]


def test_an_unknown_printer_is_refused_with_the_known_ones():
    save_printer("office", PrinterOffset())
    with pytest.raises(PressError, match="'ofice'; did you mean \"office\"\\? or set it again"):
        find_printer("ofice")


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"\xff", b'{"a": 1}', b'{"a": {"z": 1}}', b'{"a": {"x": "b"}}', b"[" * 10**5]
)
def test_a_damaged_file_is_told(folder, content):
    folder.mkdir()
    (folder / "printers.json").write_bytes(content)
    with pytest.raises(
        PressError, match=r"json(:1)?: is (damaged|not|JSON that deckgen).*; delete it, then set it again"
    ):
        printers.read_printers()


@pytest.mark.parametrize("found", [PrinterOffset(x=float("nan")), PrinterOffset(y=1e9), PrinterOffset(rotate=45)])
def test_unlikely_figures_are_refused(found):
    with pytest.raises(PressError, match="not plausible"):
        save_printer("office", found)
    assert printers.read_printers() == {}


@pytest.mark.parametrize("name", ["", "a\nb", "x" * 81])
def test_names_that_are_none_are_refused(name):
    with pytest.raises(DeckgenError, match="not a printer name"):
        save_printer(name, PrinterOffset())


@given(st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1, max_size=80))
def test_any_name_of_letters_is_kept(name):
    save_printer(name, PrinterOffset(1, 2, 3))
    assert find_printer(name) == PrinterOffset(1, 2, 3)


def test_the_users_configuration_is_where_it_belongs(monkeypatch, tmp_path):
    monkeypatch.delenv("DECKGEN_CONFIG")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert printers.config_path() == tmp_path / "deckgen" / "printers.json"
