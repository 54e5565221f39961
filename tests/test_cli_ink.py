import json

from cli_fixtures import refused, run
from preflight_files import good_file


def test_ink_is_a_table_or_json(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    good_file(tmp_path)
    table = run("ink", "good.pdf", "--dpi", "36").stdout.splitlines()
    assert table[2].split() == ["page", "C", "M", "Y", "K", "most"]
    assert len(table) == 3 + 12 + 1
    run("ink", "good.pdf", "--dpi", "36", "-o", "ink.json", "-q")
    (told,) = json.loads((tmp_path / "ink.json").read_text())["files"]
    assert [f"{mean:.2f}" for mean in told["means"].values()] == table[-1].split()[1:5]
    assert "none.pdf" in refused("ink", "none.pdf")
